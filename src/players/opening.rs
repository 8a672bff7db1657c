//! The first move and the answer to it, where the stone may be swapped.
//!
//! A swap takes over a position with the opponent to move, so White swaps whatever is better for
//! Black. Who opens wants a stone that is hard to judge: a good one is taken away, a bad one is
//! left.
//!
//! - Square boards up to 8x8: who wins after every opening is known (`positions/openings.txt`).
//!   There a stone is hardest to judge beside one of the other kind.
//! - Boards of which `positions/openings/first-moves-….jsonl` tells estimates: by these.
//! - All others: by a search with either side to move ([`ScoresBySide`]).

use crate::board::{BoardSize, Cell, Colour, NotAColour};
use crate::shipped::checked;
use crate::think::Score;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use serde::Deserialize;
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::OnceLock;

/// Who wins after openings of small boards.
const TRUTH: &str = include_str!("../../positions/openings.txt");

/// Estimates of openings of larger ones.
const ESTIMATES: [&str; 4] = [
    include_str!("../../positions/openings/first-moves-9x9.jsonl"),
    include_str!("../../positions/openings/first-moves-10x10.jsonl"),
    include_str!("../../positions/openings/first-moves-11x11.jsonl"),
    include_str!("../../positions/openings/first-moves-13x13.jsonl"),
];

/// So many of the openings closest to even are chosen from.
const NEAR: usize = 4;

/// What it is worth to be on the move, as a share of what searches see in it: so much that the 24
/// openings in `positions/openings/balanced-11x11.txt`, which a stronger engine judges even, are
/// even in the median (0.2175 of 0.62).
const TURN: f64 = 0.35;

/// A position seen twice: what a search says if the side to move is to move, and if the other is.
///
/// With a position worth s to the side to move if nobody were to move, and a search that sees its
/// mover T better off, the views are s + T and -s + T. To be on the move is worth less than T: a
/// search takes the best of many estimates, and stops after a move of its own. How much less is
/// `TURN`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoresBySide {
    /// For the side to move.
    pub own: Score,
    /// For the other, if it were its turn.
    pub other: Score,
}

impl ScoresBySide {
    /// What searches see in being on the move here; `None` where a side wins or loses for certain.
    pub fn tempo(self) -> Option<i32> {
        let estimates = !self.own.is_proved() && !self.other.is_proved();
        estimates.then(|| i32::midpoint(self.own.value(), self.other.value()))
    }

    /// What the position is worth to the side to move, if searches see this much in being on the
    /// move: an estimate, or a proof.
    pub fn balance(self, tempo: i32) -> Score {
        let turn = (f64::from(tempo) * TURN).round() as i32;
        if self.own.is_proved() {
            return self.own;
        }
        // Who loses on the move loses without it.
        if self.other.is_lost() {
            return Score::WON;
        }
        if self.other.is_won() {
            return self.own.shifted(turn - tempo);
        }
        let apart = i32::midpoint(self.own.value(), -self.other.value());
        Score::estimate(apart + turn)
    }
}

/// What searches see in being on the move, by the median of many positions' views.
pub fn median_tempo(views: impl Iterator<Item = ScoresBySide>) -> i32 {
    let mut tempos: Vec<i32> = views.filter_map(ScoresBySide::tempo).collect();
    tempos.sort_unstable();
    tempos.get(tempos.len() / 2).copied().unwrap_or_default()
}

/// What is known of the openings of one size, cell by cell: the winner if it is proved, and the
/// estimate for Black.
enum Known {
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
fn winners(all: &mut HashMap<BoardSize, Known>) -> Result<(), String> {
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
        all.insert(size, Known::Winners(winners));
    }
    Ok(())
}

/// The numbers of a file of [`ESTIMATES`], whose first line tells where they come from: for the
/// cells that it names and for those that they are when the board is turned.
fn estimates(all: &mut HashMap<BoardSize, Known>, text: &str) -> Result<(), String> {
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
            .or_insert_with(|| Known::Estimates(vec![f64::NAN; size.cells()]));
        if let Known::Estimates(values) = known {
            values[cell.index()] = value;
            values[size.cells() - 1 - cell.index()] = value;
        }
    }
    Ok(())
}

/// Everything that is known, each opening of a size that is there.
fn read_all() -> Result<HashMap<BoardSize, Known>, String> {
    let mut all = HashMap::new();
    winners(&mut all)?;
    for text in ESTIMATES {
        estimates(&mut all, text)?;
    }
    let missing = |known: &Known| match known {
        Known::Estimates(values) => values.iter().any(|value| value.is_nan()),
        Known::Winners(_) => false,
    };
    match all.iter().find(|(_, known)| missing(known)) {
        Some((size, _)) => Err(format!("an opening of {size} is missing")),
        None => Ok(all),
    }
}

fn known(size: BoardSize) -> Option<&'static Known> {
    static ALL: OnceLock<HashMap<BoardSize, Known>> = OnceLock::new();
    let all = ALL.get_or_init(|| checked("a file of openings", read_all()));
    all.get(&size)
}

/// Whether Black's first stone here is to be swapped; `None` where nothing is known of the board.
pub(super) fn is_swapped(size: BoardSize, stone: Cell) -> Option<bool> {
    Some(match known(size)? {
        Known::Winners(winners) => winners[stone.index()] == Colour::Black,
        Known::Estimates(values) => values[stone.index()] > 0.0,
    })
}

/// An opening that is hard to judge, by chance among several; `None` where nothing is known of the
/// board.
pub(super) fn first(size: BoardSize, seed: u64) -> Option<Cell> {
    let mut cells: Vec<Cell> = size.all().collect();
    match known(size)? {
        Known::Winners(winners) => cells.retain(|&cell| {
            let around = size.all().filter(|&other| touch(size, cell, other));
            let mut around = around.map(|other| winners[other.index()]);
            around.any(|winner| winner != winners[cell.index()])
        }),
        Known::Estimates(values) => {
            cells.sort_by(|a, b| {
                let [a, b] = [a, b].map(|cell| values[cell.index()].abs());
                a.total_cmp(&b)
            });
            // Each opening stands there with what it is when the board is turned.
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

/// Openings that may be even on a board of which nothing is known: on the two outermost lines, a
/// few of them by chance.
pub(super) fn likely(size: BoardSize, seed: u64) -> Vec<Cell> {
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

    fn views(own: i32, other: i32) -> ScoresBySide {
        let [own, other] = [own, other].map(Score::estimate);
        ScoresBySide { own, other }
    }

    #[test]
    fn views_are_centred() {
        // Worth 100 to nobody in particular, and 300 a move.
        let seen = views(100 + 300, -100 + 300);
        assert_eq!(seen.tempo(), Some(300));
        assert_eq!(seen.balance(300), Score::estimate(100 + 105));
        let all = [views(400, 200), views(0, 0), views(-700, 900)];
        assert_eq!(median_tempo(all.into_iter()), 100);
        assert_eq!(median_tempo(std::iter::empty()), 0);
    }

    #[test]
    fn proofs_stay_proofs() {
        let own = Score::estimate(50);
        let lost = ScoresBySide {
            own,
            other: Score::LOST,
        };
        assert_eq!((lost.tempo(), lost.balance(9)), (None, Score::WON));
        let won = ScoresBySide {
            own,
            other: Score::WON,
        };
        assert_eq!(won.balance(20), Score::estimate(50 - 13));
        let proved = ScoresBySide {
            own: Score::LOST,
            other: own,
        };
        assert_eq!(proved.balance(9), Score::LOST);
    }

    #[test]
    fn every_opening_of_the_boards_with_a_file_is_known() {
        for side in (2..=11).chain([13]) {
            let size = BoardSize::square(side).unwrap();
            match known(size).unwrap() {
                Known::Winners(winners) => assert_eq!(winners.len(), size.cells()),
                Known::Estimates(values) => {
                    assert!(!values.iter().any(|value| value.is_nan()), "{size}");
                    // What is on the line between both goes to whoever sees further: the corner is
                    // bad, the middle good.
                    assert_eq!(is_swapped(size, Cell::new(0)), Some(false));
                    assert_eq!(
                        is_swapped(size, size.cell(side / 2, side / 2).unwrap()),
                        Some(true)
                    );
                }
            }
            let chosen: Vec<Option<Cell>> = (0..20).map(|seed| first(size, seed)).collect();
            assert!(chosen.iter().all(Option::is_some) && chosen[0] == first(size, 0));
        }
        let other = BoardSize::square(12).unwrap();
        assert!(is_swapped(other, Cell::new(0)).is_none() && first(other, 1).is_none());
        assert_eq!(likely(other, 1).len(), 12);
        assert_eq!(known("4x5".parse().unwrap()).map(|_| ()), None);
    }

    #[test]
    fn openings_of_small_boards_lie_between_winning_and_losing() {
        let size = BoardSize::square(7).unwrap();
        for seed in 0..100 {
            let name = size.name(first(size, seed).unwrap());
            // Everything beside the first two loses, everything beside the last wins.
            assert!(!["a1", "g7", "d4"].contains(&name.as_str()), "{name}");
        }
    }
}
