//! An excerpt of a solver's table: what it knows of the open positions below one, to go on from
//! there with another table, on another machine.
//!
//! The positions that took most work are written from the top down, each as a move after the one
//! above it, with its numbers, the moves that are left, in order, and the cells that beat all others.
//! Positions that are decided are not written: what follows from them for those above is in what
//! these have left, and the rest travels as claims. Sides are not written either, only cells: so an
//! excerpt can be turned and reflected with its position.

use super::numbers::{INFINITE, ProofNumbers};
use super::search::{OrderedMove, ProofNode};
use super::solve::Solver;
use crate::hex::{BoardSize, Cell, CellSet, Image, Position};
use std::collections::HashSet;

/// The most positions of an excerpt.
const MOST: usize = 4000;

/// The first byte: the version of the form.
const FORM: u8 = 2;

/// Why bytes are no excerpt of what is known below a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("byte {0} of what is known below a position is wrong")]
pub struct BadExcerpt(usize);

/// A position of an excerpt.
struct Entry<const W: usize> {
    depth: u8,
    /// The move to it; of the first none.
    cell: Option<Cell>,
    node: ProofNode<W>,
}

/// The positions below one of which so much is known, itself first.
struct Walk<'a, const W: usize> {
    solver: &'a Solver<W>,
    least: u32,
    seen: HashSet<u64>,
    found: Vec<Entry<W>>,
}

impl<const W: usize> Walk<'_, W> {
    fn visit(&mut self, position: &mut Position<W>, cell: Option<Cell>, depth: u8) {
        let Some(node) = self.solver.probe(position) else {
            return;
        };
        let hash = position.hash().min(position.rotated().hash());
        let small = node.work < self.least && depth > 0;
        if small || node.wins().is_some() || self.found.len() > MOST || !self.seen.insert(hash) {
            return;
        }
        self.found.push(Entry { depth, cell, node });
        for next in node.moves() {
            position.play(next);
            self.visit(position, Some(next), depth.saturating_add(1));
            position.undo(next);
        }
    }
}

/// Writes what a solver knows below a position, as it is in this image; `None` if that is nothing.
pub(super) fn write<const W: usize>(
    solver: &Solver<W>,
    position: &Position<W>,
    image: Image,
) -> Option<Vec<u8>> {
    let mut least = 2;
    let found = loop {
        let mut walk = Walk {
            solver,
            least,
            seen: HashSet::new(),
            found: Vec::new(),
        };
        walk.visit(&mut position.clone(), None, 0);
        if walk.found.len() <= MOST {
            break walk.found;
        }
        least *= 2;
    };
    if found.is_empty() {
        return None;
    }
    let size = position.size();
    let mut bytes = vec![FORM];
    for entry in found {
        let node = entry.node.image(image, size);
        let cell = entry.cell.map_or(0, |cell| image.cell(size, cell).index());
        bytes.push(entry.depth);
        bytes.extend((cell as u16).to_le_bytes());
        for number in [node.numbers.proof, node.numbers.disproof, node.work] {
            bytes.extend(number.to_le_bytes());
        }
        for set in [node.open, node.cover] {
            bytes.extend(bits(size, set));
        }
        let listed = node.listed();
        bytes.push(listed.len() as u8);
        for ordered in listed {
            bytes.extend((ordered.cell.index() as u16).to_le_bytes());
            bytes.push(ordered.more);
        }
    }
    Some(bytes)
}

/// A bit for each cell.
fn bits<const W: usize>(size: BoardSize, set: CellSet<W>) -> Vec<u8> {
    let mut bytes = vec![0; size.cells().div_ceil(8)];
    for cell in set {
        bytes[cell.index() / 8] |= 1 << (cell.index() % 8);
    }
    bytes
}

/// Bytes that are read one after the other.
struct Reader<'a> {
    bytes: &'a [u8],
    place: usize,
    size: BoardSize,
}

impl Reader<'_> {
    fn wrong(&self) -> BadExcerpt {
        BadExcerpt(self.place)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], BadExcerpt> {
        let bytes = self.bytes.get(self.place..self.place + N);
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
        let bytes = bytes.ok_or(self.wrong())?;
        self.place += N;
        Ok(bytes)
    }

    fn byte(&mut self) -> Result<u8, BadExcerpt> {
        Ok(self.take::<1>()?[0])
    }

    fn number(&mut self) -> Result<u32, BadExcerpt> {
        Ok(u32::from_le_bytes(self.take()?))
    }

    fn cell(&mut self) -> Result<Cell, BadExcerpt> {
        let index = usize::from(u16::from_le_bytes(self.take()?));
        self.size.all().nth(index).ok_or(self.wrong())
    }

    fn ordered(&mut self) -> Result<OrderedMove, BadExcerpt> {
        let (cell, more) = (self.cell()?, self.byte()?);
        Ok(OrderedMove { cell, more })
    }

    fn set<const W: usize>(&mut self) -> Result<CellSet<W>, BadExcerpt> {
        let mut set = CellSet::EMPTY;
        for byte in 0..self.size.cells().div_ceil(8) {
            let bits = self.byte()?;
            for bit in (0..8).filter(|bit| bits >> bit & 1 == 1) {
                let cell = self.size.all().nth(8 * byte + bit);
                set.insert(cell.ok_or(self.wrong())?);
            }
        }
        Ok(set)
    }
}

/// Takes what is known below a position into a table, with its images.
pub(super) fn read<const W: usize>(
    solver: &Solver<W>,
    root: &Position<W>,
    bytes: &[u8],
) -> Result<(), BadExcerpt> {
    let size = root.size();
    let mut reader = Reader {
        bytes,
        place: 0,
        size,
    };
    if reader.byte()? != FORM {
        return Err(BadExcerpt(0));
    }
    let mut path: Vec<Position<W>> = Vec::new();
    while reader.place < bytes.len() {
        let depth = usize::from(reader.byte()?);
        let cell = reader.cell()?;
        if depth > path.len() || (depth == 0) != path.is_empty() {
            return Err(reader.wrong());
        }
        path.truncate(depth);
        let mut position = path.last().copied().unwrap_or(*root);
        if depth > 0 {
            position.try_play(cell).map_err(|_| reader.wrong())?;
        }
        path.push(position);
        let node = node(&mut reader, &position)?;
        for &image in Image::of(size).iter().step_by(2) {
            solver.merge(&image.position(&position), node.image(image, size));
        }
    }
    Ok(())
}

fn node<const W: usize>(
    reader: &mut Reader<'_>,
    position: &Position<W>,
) -> Result<ProofNode<W>, BadExcerpt> {
    let [proof, disproof, work] = [reader.number()?, reader.number()?, reader.number()?];
    let (open, cover) = (reader.set::<W>()?, reader.set::<W>()?);
    let listed: Vec<OrderedMove> = (0..reader.byte()?)
        .map(|_| reader.ordered())
        .collect::<Result<_, _>>()?;
    let empty = position.empty();
    let is_open = [proof, disproof]
        .iter()
        .all(|number| (1..INFINITE).contains(number));
    if !is_open || open.is_empty() || !(open | cover).is_subset(empty) {
        return Err(reader.wrong());
    }
    Ok(ProofNode::known(
        ProofNumbers::new(proof, disproof),
        work,
        open,
        cover,
        &listed,
    ))
}

#[cfg(test)]
mod tests {
    use super::super::options::ProveOptions;
    use super::*;
    use crate::think::{Limits, NoObserver};

    fn solver(size: BoardSize) -> Solver<1> {
        Solver::of_several(size, ProveOptions::DEFAULT)
    }

    #[test]
    fn another_goes_on_from_what_was_known_in_any_image() {
        let size: BoardSize = "6".parse().unwrap();
        let mut position = Position::<1>::new(size);
        position.play(size.read("a3").unwrap());
        let first = solver(size);
        let whole = first.solve(&position, Limits::nodes(u64::MAX), &NoObserver);
        for &image in Image::of(size) {
            let one = solver(size);
            let half = one.solve(&position, Limits::nodes(whole.nodes / 2), &NoObserver);
            assert_eq!(half.winner, None);
            let bytes = write(&one, &position, image).unwrap();
            let other = solver(size);
            let there = image.position(&position);
            read(&other, &there, &bytes).unwrap();
            let (known, taken) = (one.probe(&position).unwrap(), other.probe(&there).unwrap());
            assert_eq!(known.numbers, taken.numbers);
            assert_eq!(image.cells(size, known.open), taken.open);
            let rest = other.solve(&there, Limits::nodes(u64::MAX), &NoObserver);
            assert_eq!(rest.winner, whole.winner.map(|winner| image.colour(winner)));
            assert!(
                4 * rest.nodes < 3 * whole.nodes,
                "{} {}",
                rest.nodes,
                whole.nodes
            );
        }
    }

    #[test]
    fn what_is_no_excerpt_is_refused() {
        let size: BoardSize = "5".parse().unwrap();
        let mut position = Position::<1>::new(size);
        position.play(size.read("a5").unwrap());
        let one = solver(size);
        one.solve(&position, Limits::nodes(5), &NoObserver);
        let bytes = write(&one, &position, Image::Same).unwrap();
        assert_eq!(read(&solver(size), &position, &bytes), Ok(()));
        let mut refused = 0;
        for place in 0..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[place] ^= 0xFF;
            refused += usize::from(read(&solver(size), &position, &wrong).is_err());
        }
        assert!(refused > bytes.len() / 4, "{refused} of {}", bytes.len());
        assert!(read(&solver(size), &Position::new("4".parse().unwrap()), &bytes).is_err());
        assert_eq!(read(&solver(size), &position, &[9]), Err(BadExcerpt(0)));
    }
}
