//! Proved winners and estimates of first stones, for each board size.
//!
//! - Square boards up to 8x8: the winner after every opening (`positions/openings.txt`). A stone is
//!   hardest to evaluate next to one of the other kind.
//! - Boards with a file `positions/openings/first-moves-….jsonl`: an estimate of every opening.

use crate::base::shipped::checked;
use crate::hex::{BoardSize, Cell, Colour, NotAColour};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use serde::Deserialize;
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::OnceLock;

/// The winners after openings of small boards.
const TRUTH: &str = include_str!("../../../positions/openings.txt");

/// Estimates of openings of larger ones.
const ESTIMATES: [&str; 7] = [
    include_str!("../../../positions/openings/first-moves-9x9.jsonl"),
    include_str!("../../../positions/openings/first-moves-10x10.jsonl"),
    include_str!("../../../positions/openings/first-moves-11x11.jsonl"),
    include_str!("../../../positions/openings/first-moves-12x12.jsonl"),
    include_str!("../../../positions/openings/first-moves-13x13.jsonl"),
    include_str!("../../../positions/openings/first-moves-14x14.jsonl"),
    include_str!("../../../positions/openings/first-moves-15x15.jsonl"),
];

/// The number of openings closest to even from which one is drawn.
const NEAR: usize = 4;

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

/// Whether to swap Black's first stone here; `None` for an unknown board size.
pub(in crate::player) fn is_swapped(size: BoardSize, stone: Cell) -> Option<bool> {
    Some(match known(size)? {
        KnownOpenings::Winners(winners) => winners[stone.index()] == Colour::Black,
        KnownOpenings::Estimates(values) => values[stone.index()] > 0.0,
    })
}

/// An opening close to even, drawn from several; `None` for an unknown board size.
pub(in crate::player) fn first_stone(size: BoardSize, seed: u64) -> Option<Cell> {
    let mut cells: Vec<Cell> = size.all().collect();
    match known(size)? {
        KnownOpenings::Winners(winners) => cells.retain(|&cell| {
            let around = size.all().filter(|&other| touch(size, cell, other));
            let mut around = around.map(|other| winners[other.index()]);
            around.any(|winner| winner != winners[cell.index()])
        }),
        KnownOpenings::Estimates(values) => {
            cells.sort_by(|a, b| {
                let [a, b] = [a, b].map(|cell| values[cell.index()].abs());
                a.total_cmp(&b)
            });
            // Each opening is there twice: with its image when the board is rotated.
            cells.truncate(2 * NEAR);
        }
    }
    cells.choose(&mut StdRng::seed_from_u64(seed)).copied()
}

fn touch(size: BoardSize, one: Cell, other: Cell) -> bool {
    let place = |cell: Cell| {
        let (row, column) = (cell.index() / size.width(), cell.index() % size.width());
        (column.cast_signed(), row.cast_signed())
    };
    let ((x, y), (a, b)) = (place(one), place(other));
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)].contains(&(a - x, b - y))
}

/// Openings that may be even on a board of an unknown size: a few drawn from the two outermost
/// lines.
pub(in crate::player) fn candidates(size: BoardSize, seed: u64) -> Vec<Cell> {
    const TRIED: usize = 12;
    let outer = |at: usize, of: usize| at < 2 || at + 2 >= of;
    let mut cells: Vec<Cell> = size
        .all()
        .take(size.cells().div_ceil(2))
        .filter(|cell| {
            let (row, column) = (cell.index() / size.width(), cell.index() % size.width());
            outer(row, size.height()) || outer(column, size.width())
        })
        .collect();
    cells.shuffle(&mut StdRng::seed_from_u64(seed));
    cells.truncate(TRIED);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_of_the_boards_with_a_file_is_known() {
        for side in 2..=15 {
            let size = BoardSize::square(side).unwrap();
            match known(size).unwrap() {
                KnownOpenings::Winners(winners) => assert_eq!(winners.len(), size.cells()),
                KnownOpenings::Estimates(values) => {
                    assert!(!values.iter().any(|value| value.is_nan()), "{size}");
                    // The corner is bad, the middle good.
                    assert_eq!(is_swapped(size, Cell::new(0)), Some(false));
                    assert_eq!(
                        is_swapped(size, size.cell(side / 2, side / 2).unwrap()),
                        Some(true)
                    );
                }
            }
            let chosen: Vec<Option<Cell>> = (0..20).map(|seed| first_stone(size, seed)).collect();
            assert!(chosen.iter().all(Option::is_some) && chosen[0] == first_stone(size, 0));
        }
        let other = BoardSize::square(16).unwrap();
        assert!(is_swapped(other, Cell::new(0)).is_none() && first_stone(other, 1).is_none());
        assert_eq!(candidates(other, 1).len(), 12);
        assert_eq!(known("4x5".parse().unwrap()).map(|_| ()), None);
    }

    #[test]
    fn openings_of_small_boards_lie_between_winning_and_losing() {
        let size = BoardSize::square(7).unwrap();
        for seed in 0..100 {
            let name = size.name(first_stone(size, seed).unwrap());
            // Everything beside the first two loses, everything beside the last wins.
            assert!(!["a1", "g7", "d4"].contains(&name.as_str()), "{name}");
        }
    }
}
