//! Proved winners and estimates of first stones, for each board size.
//!
//! - Square boards up to 8x8: the winner after every opening (`positions/openings.txt`). A stone is
//!   hardest to evaluate next to one of the other kind.
//! - Boards with a file `positions/openings/first-moves-….jsonl`: an estimate of every opening.

use crate::base::shipped::checked;
use crate::hex::{BoardSize, Cell, Colour, NotAColour};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use serde::Deserialize;
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::OnceLock;

/// The winners after openings of small boards.
const TRUTH: &str = include_str!("../../../positions/openings.txt");

/// Estimates of openings of larger ones.
const ESTIMATES: [&str; 11] = [
    include_str!("../../../positions/openings/first-moves-9x9.jsonl"),
    include_str!("../../../positions/openings/first-moves-10x10.jsonl"),
    include_str!("../../../positions/openings/first-moves-11x11.jsonl"),
    include_str!("../../../positions/openings/first-moves-12x12.jsonl"),
    include_str!("../../../positions/openings/first-moves-13x13.jsonl"),
    include_str!("../../../positions/openings/first-moves-14x14.jsonl"),
    include_str!("../../../positions/openings/first-moves-15x15.jsonl"),
    include_str!("../../../positions/openings/first-moves-16x16.jsonl"),
    include_str!("../../../positions/openings/first-moves-17x17.jsonl"),
    include_str!("../../../positions/openings/first-moves-18x18.jsonl"),
    include_str!("../../../positions/openings/first-moves-19x19.jsonl"),
];

/// The openings of one board size, cell by cell: the proved winner, or the estimate for Black.
enum KnownOpenings {
    Winners(Vec<Colour>),
    Estimates(Vec<f64>),
}

#[derive(Deserialize)]
struct EstimateRecord {
    width: usize,
    height: usize,
    moves: Vec<String>,
    #[serde(default)]
    estimate: Option<f64>,
    #[serde(default)]
    winner: Option<String>,
}

/// The maps of [`TRUTH`].
fn winners(all: &mut HashMap<BoardSize, KnownOpenings>) -> Result<(), String> {
    let mut lines = TRUTH
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    while let Some(line) = lines.next() {
        let wrong = |why: &dyn Display| format!("{line}: {why}");
        let size: BoardSize = line.parse().map_err(|why| wrong(&why))?;
        let rows = lines.by_ref().take(size.height());
        let winners = rows.flat_map(str::split_whitespace).map(str::parse);
        let winners: Vec<Colour> = winners
            .collect::<Result<_, NotAColour>>()
            .map_err(|why| wrong(&why))?;
        if winners.len() != size.cells() {
            return Err(wrong(&"too few or too many cells"));
        }
        all.insert(size, KnownOpenings::Winners(winners));
    }
    Ok(())
}

/// The numbers of a file of [`ESTIMATES`], whose first line names their source: for its cells and
/// for their images when the board is rotated.
fn estimates(all: &mut HashMap<BoardSize, KnownOpenings>, text: &str) -> Result<(), String> {
    for line in text.lines().skip(1) {
        let wrong = |why: &dyn Display| format!("{line}: {why}");
        let record: EstimateRecord = serde_json::from_str(line).map_err(|why| wrong(&why))?;
        let size = BoardSize::new(record.width, record.height).map_err(|why| wrong(&why))?;
        let [name] = &record.moves[..] else {
            return Err(wrong(&"not an opening of one stone"));
        };
        let cell = size.read(name).map_err(|why| wrong(&why))?;
        let value = match record.winner.as_deref() {
            Some("black") => f64::INFINITY,
            Some("white") => f64::NEG_INFINITY,
            Some(_) => return Err(wrong(&"no winner")),
            None => record.estimate.ok_or_else(|| wrong(&"no estimate"))?,
        };
        let known = all
            .entry(size)
            .or_insert_with(|| KnownOpenings::Estimates(vec![f64::NAN; size.cells()]));
        if let KnownOpenings::Estimates(values) = known {
            values[cell.index()] = value;
            values[size.cells() - 1 - cell.index()] = value;
        }
    }
    Ok(())
}

/// All known openings; each size that is present is complete.
fn read_all() -> Result<HashMap<BoardSize, KnownOpenings>, String> {
    let mut all = HashMap::new();
    winners(&mut all)?;
    for text in ESTIMATES {
        estimates(&mut all, text)?;
    }
    let missing = |known: &KnownOpenings| match known {
        KnownOpenings::Estimates(values) => values.iter().any(|value| value.is_nan()),
        KnownOpenings::Winners(_) => false,
    };
    match all.iter().find(|(_, known)| missing(known)) {
        Some((size, _)) => Err(format!("an opening of {size} is missing")),
        None => Ok(all),
    }
}

fn known(size: BoardSize) -> Option<&'static KnownOpenings> {
    static ALL: OnceLock<HashMap<BoardSize, KnownOpenings>> = OnceLock::new();
    let all = ALL.get_or_init(|| checked("a file of openings", read_all()));
    all.get(&size)
}

/// What is known of a first stone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum KnownOpening {
    /// The winner is proved.
    Winner(Colour),
    /// The estimate for Black: 0 is even, above it White does well to swap.
    Estimate(f64),
}

/// What is known of every first stone on a board of this size, cell by cell.
pub fn known_openings(size: BoardSize) -> Option<Vec<KnownOpening>> {
    Some(match known(size)? {
        KnownOpenings::Winners(all) => all.iter().copied().map(KnownOpening::Winner).collect(),
        KnownOpenings::Estimates(all) => all.iter().copied().map(KnownOpening::Estimate).collect(),
    })
}

/// Whether a cell lies on the two outermost lines.
pub(super) fn is_outer(size: BoardSize, cell: Cell) -> bool {
    let outer = |at: usize, of: usize| at < 2 || at + 2 >= of;
    let (row, column) = (cell.index() / size.width(), cell.index() % size.width());
    outer(row, size.height()) || outer(column, size.width())
}

/// Whether two cells lie beside each other.
pub(super) fn touch(size: BoardSize, one: Cell, other: Cell) -> bool {
    let place = |cell: Cell| {
        let (row, column) = (cell.index() / size.width(), cell.index() % size.width());
        (column.cast_signed(), row.cast_signed())
    };
    let ((x, y), (a, b)) = (place(one), place(other));
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)].contains(&(a - x, b - y))
}

/// The most openings that are tried on a board of an unknown size.
pub(in crate::player) const TRIED: usize = 12;

/// Openings that may be even on a board of an unknown size: a few drawn from the two outermost
/// lines.
pub fn tried_openings(size: BoardSize, seed: u64) -> Vec<Cell> {
    let half = size.all().take(size.cells().div_ceil(2));
    let mut cells: Vec<Cell> = half.filter(|&cell| is_outer(size, cell)).collect();
    cells.shuffle(&mut StdRng::seed_from_u64(seed));
    cells.truncate(TRIED);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_of_square_boards_is_known() {
        for side in 2..=19 {
            let size = BoardSize::square(side).unwrap();
            match known(size).unwrap() {
                KnownOpenings::Winners(winners) => assert_eq!(winners.len(), size.cells()),
                KnownOpenings::Estimates(values) => {
                    assert!(!values.iter().any(|value| value.is_nan()), "{size}");
                    // The corner is bad, the middle good.
                    let middle = size.cell(side / 2, side / 2).unwrap();
                    assert!(values[0] < 0.0 && values[middle.index()] > 0.0, "{size}");
                }
            }
        }
        assert!(known_openings("4x5".parse().unwrap()).is_none());
    }

    #[test]
    fn a_few_stones_are_tried_on_other_boards() {
        let size: BoardSize = "16x15".parse().unwrap();
        let tried = tried_openings(size, 1);
        assert_eq!((tried.len(), &tried), (12, &tried_openings(size, 1)));
    }
}
