//! What first stones are worth where the opponent may take them over. The same values decide which
//! stone to open with and which to take over, so that no player opens with a stone that it would
//! take over itself.
//!
//! The value of a stone comes from the best source that knows it: the opening book, where its
//! searches of the stone visited more positions than those of the table, or else the table of
//! [`known`](super::known). A stone to open with is *fair*: every source gives it 42 to 58%, and
//! the best source not more than half.

use super::known::{self, KnownOpening, touch};
use crate::hex::{Board, BoardSize, Cell, Colour};
use crate::player::book::{Book, shipped};
use crate::think::{Score, ScoreScale};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// The largest distance from even, in thousandths of a [`ScoreScale::Mean`], at which a stone is
/// fair: from 42 to 58%.
pub const FAIR: i32 = 160;

/// The number of openings closest to even from which one is drawn.
const NEAR: usize = 4;

/// The positions that the searches of the table visited for each stone.
const TABLE_EFFORT: u64 = 10_000;

/// What the sources say of one first stone.
#[derive(Clone, Copy, Debug)]
struct FirstStone {
    /// Its value for its side, by the best source.
    value: Score,
    /// The largest distance from even that a source gives.
    uneven: i32,
}

/// The values of all first stones of a board.
#[derive(Clone, Debug)]
pub struct FirstStones {
    size: BoardSize,
    /// By the index of the cell.
    stones: Vec<FirstStone>,
}

/// The value of a known opening for Black.
fn value_of(known: KnownOpening) -> Score {
    match known {
        KnownOpening::Winner(Colour::Black) => Score::WON,
        KnownOpening::Estimate(value) if value.is_finite() => {
            Score::estimate((value * 1000.0).round() as i32)
        }
        KnownOpening::Estimate(value) if value > 0.0 => Score::WON,
        KnownOpening::Winner(Colour::White) | KnownOpening::Estimate(_) => Score::LOST,
    }
}

impl FirstStones {
    /// What the shipped book and the table know of this board; `None` if they do not know every
    /// first stone of it.
    pub fn new(size: BoardSize) -> Option<Self> {
        Self::with_book(size, shipped(size))
    }

    /// The same with this book, or without one.
    pub fn with_book(size: BoardSize, book: Option<&Book>) -> Option<Self> {
        let table = known::known_openings(size);
        let stones = size.all().map(|cell| {
            let mut board = Board::new(size);
            board.play(cell);
            let by_table = table.as_ref().map(|table| value_of(table[cell.index()]));
            let by_book = book.and_then(|book| book.value(&board));
            let by_book = by_book.map(|(value, effort)| (value.to_parent(), effort));
            let better = by_book.filter(|&(value, effort)| {
                let proved = by_table.is_some_and(Score::is_proved);
                value.is_proved() || effort > TABLE_EFFORT && !proved
            });
            let value = better.or(by_book.filter(|_| by_table.is_none()));
            let value = value.map(|(value, _)| value).or(by_table)?;
            let by_book = by_book.map(|(value, _)| value);
            let sources = [by_book, by_table].into_iter().flatten();
            let uneven = sources.map(|source| source.value().abs()).max()?;
            Some(FirstStone { value, uneven })
        });
        let stones = stones.collect::<Option<Vec<_>>>()?;
        Some(Self { size, stones })
    }

    /// The value of a first stone for its side, where it is not taken over.
    pub fn value(&self, stone: Cell) -> Score {
        self.stones[stone.index()].value
    }

    /// How often the side of a first stone wins, from 0 to 1, where it is not taken over.
    pub fn win_rate(&self, stone: Cell) -> f64 {
        self.value(stone).win_rate(ScoreScale::Mean)
    }

    /// Whether to take this first stone over: whether it is better for its side.
    pub fn is_swapped(&self, stone: Cell) -> bool {
        self.value(stone).value() > 0
    }

    /// The stones to open with, those closest to even first, and those of the two outermost lines
    /// before others. None of them would be taken over, unless all would.
    ///
    /// Where all winners are proved, these are losing stones next to a winning one: they are the
    /// hardest to tell from winning ones.
    pub fn openings(&self) -> Vec<Cell> {
        let all = || self.size.all();
        let left = || all().filter(|&cell| !self.is_swapped(cell));
        let uneven = |cell: &Cell| (self.stones[cell.index()].uneven, *cell);
        let mut fair: Vec<Cell> = left().filter(|cell| uneven(cell).0 <= FAIR).collect();
        // On large boards the estimates of stones further inside are less certain.
        let inner = |&cell: &Cell| !known::is_outer(self.size, cell);
        fair.sort_by_key(|cell| (inner(cell), uneven(cell)));
        // Each opening is there twice: with its image when the board is rotated.
        fair.truncate(2 * NEAR);
        if !fair.is_empty() {
            return fair;
        }
        let beside = |&cell: &Cell| {
            let mut others = all().filter(|&other| touch(self.size, cell, other));
            others.any(|other| self.is_swapped(other))
        };
        let hard: Vec<Cell> = if left().any(|cell| self.value(cell).is_proved()) {
            left().filter(beside).collect()
        } else {
            Vec::new()
        };
        if !hard.is_empty() {
            return hard;
        }
        let nearest = left().min_by_key(uneven);
        let nearest = nearest.or_else(|| all().min_by_key(uneven));
        nearest.into_iter().collect()
    }

    /// A stone to open with, drawn from [`FirstStones::openings`].
    pub fn opening(&self, seed: u64) -> Option<Cell> {
        let openings = self.openings();
        openings.choose(&mut StdRng::seed_from_u64(seed)).copied()
    }

    /// The strongest first stone.
    pub fn strongest(&self) -> Option<Cell> {
        let strength = |cell: &Cell| self.value(*cell);
        // The one nearest to the middle of those that are proved to win.
        let middle = self.size.cells() / 2;
        let near = |cell: &Cell| std::cmp::Reverse(cell.index().abs_diff(middle));
        self.size
            .all()
            .max_by_key(|cell| (strength(cell), near(cell)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(side: usize) -> FirstStones {
        FirstStones::new(BoardSize::square(side).unwrap()).unwrap()
    }

    #[test]
    fn no_opening_is_unfair_or_would_be_taken_over() {
        for side in 2..=19 {
            let stones = square(side);
            let openings = stones.openings();
            assert!(!openings.is_empty(), "{side}");
            for cell in openings {
                let name = stones.size.name(cell);
                assert!(!stones.is_swapped(cell), "{side}: {name}");
                let rate = stones.win_rate(cell);
                assert!(
                    side <= 8 || (0.42..=0.5).contains(&rate),
                    "{side}: {name} {rate}"
                );
            }
        }
    }

    /// Fair by the book alone is not enough, and neither is fair by the table alone.
    #[test]
    fn openings_are_fair_by_every_source() {
        for side in 9..=19 {
            let size = BoardSize::square(side).unwrap();
            let stones = square(side);
            let table = known::known_openings(size).unwrap();
            for cell in stones.openings() {
                let mut board = Board::new(size);
                board.play(cell);
                let book = shipped(size).and_then(|book| book.value(&board));
                let book = book.map(|(value, _)| value);
                for value in book.into_iter().chain([value_of(table[cell.index()])]) {
                    assert!(value.value().abs() <= FAIR, "{side}: {}", size.name(cell));
                }
            }
        }
    }

    #[test]
    fn an_opening_is_drawn_by_the_seed() {
        for side in 2..=19 {
            let stones = square(side);
            let drawn: Vec<Option<Cell>> = (0..20).map(|seed| stones.opening(seed)).collect();
            assert_eq!(drawn[0], stones.opening(0));
            assert!(drawn.iter().all(Option::is_some));
            if side > 8 {
                let mut different = drawn;
                different.sort_unstable();
                different.dedup();
                assert!(different.len() > 2, "{side}: {different:?}");
            }
        }
    }

    #[test]
    fn the_middle_is_taken_over_and_a_corner_is_not() {
        for side in 5..=19 {
            let stones = square(side);
            let middle = stones.size.cell(side / 2, side / 2).unwrap();
            assert!(stones.is_swapped(middle), "{side}");
            assert!(!stones.is_swapped(Cell::new(0)), "{side}");
            assert!(stones.is_swapped(stones.strongest().unwrap()), "{side}");
        }
    }

    #[test]
    fn openings_of_small_boards_lie_between_winning_and_losing() {
        let stones = square(7);
        let seven = |name: &str| stones.size.read(name).unwrap();
        let openings = stones.openings();
        // Everything beside the first two loses, and the last wins.
        for name in ["a1", "g7", "d4"] {
            assert!(!openings.contains(&seven(name)), "{name}");
        }
        assert_eq!(stones.strongest(), Some(seven("d4")));
    }

    #[test]
    fn nothing_is_known_of_rectangles() {
        assert!(FirstStones::new("4x5".parse().unwrap()).is_none());
        let eleven = BoardSize::square(11).unwrap();
        assert!(FirstStones::with_book(eleven, None).is_some());
    }
}
