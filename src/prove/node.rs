//! What is known of one position, from the side of the player to move.
//!
//! An open node holds the moves that may still win, and the cells by which the opponent beats all
//! others. A move that is refuted takes with it all that lie outside the carrier of its refutation:
//! the opponent would answer them with the same cells. When no move is left, these carriers
//! together are the opponent's carrier.

use super::image::Image;
use crate::board::{BoardSize, Cell, CellSet, Position};

/// The proof number of what is impossible.
pub(super) const INFINITE: u32 = u32::MAX;

/// Moves that a node lists in order; the others follow row by row.
const MOVES_LISTED: usize = 24;

/// No move.
const NONE: u16 = u16::MAX;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofNode<const W: usize> {
    /// The proof number: how many leaves would have to be proved, as far as is seen, for the side
    /// to move to win; 0 if it does.
    pub proof: u32,
    /// The disproof number: the same for it to lose.
    pub disproof: u32,
    /// Leaves evaluated below.
    pub work: u32,
    /// The moves that may still win, while that is open.
    pub open: CellSet<W>,
    /// The cells by which the opponent wins against all other moves; once it is decided, the
    /// winner's carrier.
    pub cover: CellSet<W>,
    /// The best moves, best first; the winning move first, once it is known.
    list: [u16; MOVES_LISTED],
}

impl<const W: usize> ProofNode<W> {
    /// A position whose winner is open.
    pub fn open(moves: &[Cell], cover: CellSet<W>) -> Self {
        let mut list = [NONE; MOVES_LISTED];
        for (place, cell) in list.iter_mut().zip(moves) {
            *place = cell.index() as u16;
        }
        let mut node = Self {
            proof: 1,
            disproof: moves.len() as u32,
            work: 1,
            open: moves.iter().copied().collect(),
            cover,
            list,
        };
        if moves.is_empty() {
            node.decide(false);
        }
        node
    }

    /// A position that is decided.
    pub fn decided(wins: bool, carrier: CellSet<W>, by: Option<Cell>) -> Self {
        let mut node = Self::open(by.as_slice(), carrier);
        node.decide(wins);
        node
    }

    /// What another knows of an open position.
    pub fn known(
        numbers: [u32; 2],
        work: u32,
        open: CellSet<W>,
        cover: CellSet<W>,
        listed: &[Cell],
    ) -> Self {
        let mut node = Self::open(listed, cover);
        [node.proof, node.disproof] = numbers;
        (node.work, node.open) = (work, open);
        node
    }

    fn decide(&mut self, wins: bool) {
        (self.proof, self.disproof) = if wins { (0, INFINITE) } else { (INFINITE, 0) };
        self.open = CellSet::EMPTY;
    }

    /// Whether the side to move wins, once that is known.
    pub fn wins(&self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// The moves that are open, best first.
    pub fn moves(&self) -> Vec<Cell> {
        let listed = self.list.iter().take_while(|&&index| index != NONE);
        let listed = listed.map(|&index| Cell::new(index.into()));
        let mut moves: Vec<Cell> = listed.filter(|&cell| self.open.contains(cell)).collect();
        let rest = moves
            .iter()
            .fold(self.open, |rest, &cell| rest.without(cell));
        moves.extend(rest);
        moves
    }

    /// Puts these moves first, those of them that are open.
    pub fn prefer(&mut self, first: &[Cell]) {
        let first = first
            .iter()
            .copied()
            .filter(|&cell| self.open.contains(cell));
        let mut moves: Vec<Cell> = first.collect();
        let rest = self.moves().into_iter();
        let rest: Vec<Cell> = rest.filter(|cell| !moves.contains(cell)).collect();
        moves.extend(rest);
        for (place, cell) in self.list.iter_mut().zip(moves) {
            *place = cell.index() as u16;
        }
    }

    /// The move that was best when the position was looked at, or the one that wins.
    pub fn best(&self) -> Option<Cell> {
        let [first, ..] = self.list;
        (first != NONE).then(|| Cell::new(first.into()))
    }

    /// Records that a move wins, with this carrier after it.
    pub fn win_by(&mut self, cell: Cell, carrier: CellSet<W>) {
        self.list[0] = cell.index() as u16;
        self.cover = carrier.with(cell);
        self.decide(true);
    }

    /// Records that the opponent wins with this carrier wherever the side to move plays outside it.
    pub fn exclude(&mut self, carrier: CellSet<W>) {
        let left = self.open & carrier;
        if left != self.open {
            self.open = left;
            self.cover |= carrier;
        }
        if left.is_empty() {
            self.decide(false);
        }
    }

    /// Records that the opponent wins with this carrier after a move, which lies outside it.
    pub fn refute(&mut self, cell: Cell, carrier: CellSet<W>) {
        self.exclude(carrier.without(cell));
    }

    /// Takes in what another has found of the same position.
    pub fn merge(&mut self, other: &Self) {
        if self.wins().is_some() {
            return;
        }
        if other.wins().is_some() {
            *self = *other;
            return;
        }
        self.work = self.work.max(other.work);
        let open = self.open & other.open;
        if open != self.open {
            self.open = open;
            self.cover |= other.cover;
        }
        if open.is_empty() {
            self.decide(false);
        }
    }

    /// The open moves that it lists, best first.
    pub fn listed(&self) -> Vec<Cell> {
        let listed = self.list.iter().take_while(|&&index| index != NONE);
        let listed = listed.map(|&index| Cell::new(index.into()));
        listed.filter(|&cell| self.open.contains(cell)).collect()
    }

    /// The same of an image of the position.
    #[must_use]
    pub fn image(&self, image: Image, size: BoardSize) -> Self {
        let mut list = self.list;
        for index in list.iter_mut().filter(|index| **index != NONE) {
            let cell = CellSet::<W>::of(Cell::new((*index).into()));
            if let Some(cell) = image.cells(size, cell).first() {
                *index = cell.index() as u16;
            }
        }
        Self {
            open: image.cells(size, self.open),
            cover: image.cells(size, self.cover),
            list,
            ..*self
        }
    }

    /// The same of the position turned by 180°.
    #[must_use]
    pub fn rotated(&self, position: &Position<W>) -> Self {
        let size = position.size();
        let turn = |cells: CellSet<W>| cells.iter().map(|cell| size.rotate(cell)).collect();
        let mut list = self.list;
        for index in list.iter_mut().filter(|index| **index != NONE) {
            *index = size.rotate(Cell::new((*index).into())).index() as u16;
        }
        Self {
            open: turn(self.open),
            cover: turn(self.cover),
            list,
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;

    fn cells(names: &str) -> Vec<Cell> {
        let size = BoardSize::square(3).unwrap();
        let names = names.split_whitespace();
        names.map(|name| size.read(name).unwrap()).collect()
    }

    fn set(names: &str) -> CellSet<1> {
        cells(names).into_iter().collect()
    }

    #[test]
    fn refutations_take_with_them_what_does_not_touch_them() {
        let size = BoardSize::square(3).unwrap();
        let mut node = ProofNode::open(&cells("b2 c1 a3"), set("c3"));
        node.refute(size.read("b2").unwrap(), set("c1 c2"));
        assert_eq!(node.moves(), cells("c1"));
        assert_eq!((node.wins(), node.cover), (None, set("c1 c2 c3")));
        let turned = node.rotated(&Position::new(size));
        assert_eq!(turned.moves(), cells("a3"));
        node.refute(size.read("c1").unwrap(), set("a1"));
        assert_eq!((node.wins(), node.cover), (Some(false), set("a1 c1 c2 c3")));
        let mut node = ProofNode::open(&cells("b2 c1 a3"), CellSet::EMPTY);
        node.win_by(size.read("c1").unwrap(), set("c2"));
        assert_eq!((node.wins(), node.best()), (Some(true), cells("c1").pop()));
        assert_eq!(node.cover, set("c1 c2"));
    }

    #[test]
    fn what_two_have_excluded_is_excluded() {
        let start = ProofNode::<1>::open(&cells("b2 c1 a3"), CellSet::EMPTY);
        let (mut one, mut other, mut third) = (start, start, start);
        one.exclude(set("b2 c1 c3"));
        other.exclude(set("c1 a3 a2"));
        third.exclude(set("b2 b3"));
        one.merge(&other);
        assert_eq!((one.moves(), one.wins()), (cells("c1"), None));
        assert_eq!(one.cover, set("b2 c1 c3 a3 a2"));
        one.merge(&third);
        assert_eq!(one.wins(), Some(false));
        assert_eq!(one.cover, set("b2 c1 c3 a3 a2 b3"));
        other.merge(&one);
        assert_eq!((other.wins(), other.cover), (Some(false), one.cover));
    }
}
