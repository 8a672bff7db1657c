//! Features of moves, as numbers with learned weights: the pattern around the cell, and its
//! position relative to the last stones and the edges.
//!
//! ```text
//!            A                 the six neighbours 0 to 5, as in [`ring`], and the six cells A to F a bridge away,
//!         F 0 1 B              two bits each: 0 empty, 1 Black's, 2 White's, 3 beyond the edge
//!          5 . 2
//!         E 4 3 C
//!            D
//! ```
//!
//! Symmetric patterns count as one: those that a rotation by 180° maps to each other, and those of
//! the two sides to move that an exchange of colours with a reflection in the long diagonal (from
//! acute corner to acute corner) maps to each other.
//!
//! - [`PatternBoard`]: the features of moves; [`PatternWeights`]: their weights, from a file;
//! - [`learn()`]: the weights, learned from [`Example`]s.

mod learn;
mod weights;

pub use learn::{Example, LearnedWeights, LearningOptions, examples, learn};
pub use weights::{BadWeight, PatternWeights};

use super::playout::ring;
use crate::hex::{BoardSize, Cell, CellSet, Colour};

/// The steps to the cells a bridge away, as (columns, rows), in the order around a cell, from the
/// one between the neighbours 0 and 1.
const BRIDGES: [(isize, isize); 6] = [(1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1)];

/// A place beyond an edge, in a pattern.
pub const EDGE: u8 = 3;

/// The bits of the neighbours in a pattern, below those of the cells a bridge away.
pub const NEAR: u32 = 0xfff;

/// The kinds of features, as files of weights name them.
pub const KINDS: [&str; 5] = ["near", "wide", "answer", "again", "line"];

/// The features of a move: a number of each of [`KINDS`].
pub type Features = [u32; KINDS.len()];

/// The distance from which on all edges are equally far.
const FAR: usize = 5;

/// The relation of a cell that saves a bridge to the stone that intrudes into it.
const SAVES: u32 = 6;

/// A board for reading patterns, with a margin of two places for the edges.
#[derive(Clone, Debug)]
pub struct PatternBoard {
    size: BoardSize,
    stride: usize,
    /// The board without stones.
    bare: Vec<u8>,
    /// The board.
    at: Vec<u8>,
    /// The steps to the neighbours and to the cells a bridge away.
    steps: [isize; 12],
}

impl PatternBoard {
    /// A board without stones.
    pub fn new(size: BoardSize) -> Self {
        // The margin avoids a test at each step.
        let stride = size.width() + 4;
        let mut board = Self {
            size,
            stride,
            bare: vec![EDGE; stride * (size.height() + 4)],
            at: Vec::new(),
            steps: [0; 12],
        };
        let steps = ring::STEPS.iter().chain(&BRIDGES);
        for (step, &(right, down)) in board.steps.iter_mut().zip(steps) {
            *step = down * stride.cast_signed() + right;
        }
        for cell in size.all() {
            let place = board.place(cell);
            board.bare[place] = ring::EMPTY;
        }
        board.at = board.bare.clone();
        board
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    fn place(&self, cell: Cell) -> usize {
        (self.size.row(cell) + 2) * self.stride + self.size.column(cell) + 2
    }

    /// Sets the stones of Black and White, and no others.
    pub fn set<const W: usize>(&mut self, stones: [CellSet<W>; 2]) {
        self.at.copy_from_slice(&self.bare);
        for colour in Colour::ALL {
            for cell in stones[colour.index()] {
                let place = self.place(cell);
                self.at[place] = ring::of(colour);
            }
        }
    }

    /// The pattern around a cell.
    pub fn pattern(&self, cell: Cell) -> u32 {
        let place = self.place(cell);
        let around = self.steps.iter().enumerate();
        around.fold(0, |code, (number, &step)| {
            code | u32::from(self.at[place.wrapping_add_signed(step)]) << (2 * number)
        })
    }

    /// The features of a move of this side, after the last stone, its opponent's, and its own
    /// before.
    pub fn features(&self, cell: Cell, mover: Colour, last: [Option<Cell>; 2]) -> Features {
        let raw = self.pattern(cell);
        let wide = fold(raw, mover);
        let [mut answer, again] = last.map(|last| last.map_or(0, |last| self.relation(last, cell)));
        if answer == 1 && self.is_between(raw, mover, last[0], cell) {
            answer = SAVES;
        }
        let lines = Colour::ALL.map(|colour| {
            let (place, side) = match colour {
                Colour::Black => (self.size.row(cell), self.size.height()),
                Colour::White => (self.size.column(cell), self.size.width()),
            };
            place.min(side - 1 - place).min(FAR)
        });
        let line = lines[mover.index()] * (FAR + 1) + lines[(!mover).index()];
        [fold(raw & NEAR, mover), wide, answer, again, line as u32]
    }

    /// The relation of a cell to another: 1 adjacent, 2 a bridge away, 3 two away in a line, 4
    /// three away, 5 four away, 0 further.
    fn relation(&self, from: Cell, to: Cell) -> u32 {
        let right = self
            .size
            .column(to)
            .cast_signed()
            .wrapping_sub_unsigned(self.size.column(from));
        let down = self
            .size
            .row(to)
            .cast_signed()
            .wrapping_sub_unsigned(self.size.row(from));
        let far = right.abs().max(down.abs()).max((right + down).abs());
        match far {
            1 => 1,
            2 if BRIDGES.contains(&(right, down)) => 2,
            2 => 3,
            3 => 4,
            4 => 5,
            _ => 0,
        }
    }

    /// Whether the last stone is beside a cell, between two of the mover's stones or edges.
    fn is_between(&self, raw: u32, mover: Colour, last: Option<Cell>, cell: Cell) -> bool {
        let own = |direction: usize| match mark(raw, direction % 6) {
            EDGE => {
                let (right, down) = ring::STEPS[direction % 6];
                let column = self.size.column(cell).checked_add_signed(right);
                let row = self.size.row(cell).checked_add_signed(down);
                match mover {
                    Colour::Black => row.is_none_or(|row| row >= self.size.height()),
                    Colour::White => column.is_none_or(|column| column >= self.size.width()),
                }
            }
            other => other == ring::of(mover),
        };
        let place = self.place(cell);
        last.is_some_and(|last| {
            (0..6).any(|direction| {
                place.wrapping_add_signed(self.steps[direction]) == self.place(last)
                    && own(direction + 1)
                    && own(direction + 5)
            })
        })
    }
}

/// The content of one of the twelve places of a pattern.
const fn mark(code: u32, number: usize) -> u8 {
    ((code >> (2 * number)) & 3) as u8
}

/// The pattern that represents all that are equal for the side to move.
pub fn fold(code: u32, mover: Colour) -> u32 {
    let own = match mover {
        Colour::Black => code,
        Colour::White => reflected(code),
    };
    own.min(turned(own))
}

/// The pattern with colours exchanged, reflected in the long diagonal.
fn reflected(code: u32) -> u32 {
    (0..12).fold(0, |all, number| {
        let mark = match mark(code, number) {
            1 => 2,
            2 => 1,
            other => other,
        };
        let to = match number {
            0..6 => 5 - number,
            _ => 6 + (10 - (number - 6)) % 6,
        };
        all | u32::from(mark) << (2 * to)
    })
}

/// The pattern rotated by 180°.
fn turned(code: u32) -> u32 {
    (0..12).fold(0, |all, number| {
        let to = number / 6 * 6 + (number + 3) % 6;
        all | u32::from(mark(code, number)) << (2 * to)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    fn random(size: BoardSize, chance: &mut StdRng) -> [CellSet<2>; 2] {
        let mut stones = [CellSet::EMPTY; 2];
        for cell in size.all() {
            if let Some(own) = stones.get_mut(chance.random_range(0..3_usize)) {
                own.insert(cell);
            }
        }
        stones
    }

    #[test]
    fn turned_and_reflected_boards_have_the_same_features() {
        let size = BoardSize::square(6).unwrap();
        let mut chance = StdRng::seed_from_u64(1);
        let cell = |column, row| size.cell(column, row).unwrap();
        let reflect = |at: Cell| cell(size.row(at), size.column(at));
        let mut saves = 0;
        for _ in 0..300 {
            let stones = random(size, &mut chance);
            let map = |set: CellSet<2>, to: &dyn Fn(Cell) -> Cell| -> CellSet<2> {
                set.iter().map(to).collect()
            };
            let turn = |at: Cell| size.rotate(at);
            let mut boards = [(); 3].map(|()| PatternBoard::new(size));
            boards[0].set(stones);
            boards[1].set(stones.map(|set| map(set, &turn)));
            let [black, white] = stones;
            boards[2].set([map(white, &reflect), map(black, &reflect)]);
            for at in size.all() {
                let last = [(); 2].map(|()| Some(Cell::new(chance.random_range(0..36))));
                for mover in Colour::ALL {
                    let one = boards[0].features(at, mover, last);
                    let turned = last.map(|last| last.map(turn));
                    assert_eq!(one, boards[1].features(turn(at), mover, turned));
                    let other = last.map(|last| last.map(reflect));
                    assert_eq!(one, boards[2].features(reflect(at), !mover, other));
                    saves += u32::from(one[2] == SAVES);
                }
            }
        }
        assert!(saves > 50, "{saves}");
    }

    #[test]
    fn neighbours_and_bridges_are_where_they_are_drawn() {
        let size = BoardSize::square(5).unwrap();
        let set = |names: &str| -> CellSet<1> {
            let names = names.split_whitespace();
            names.map(|name| size.read(name).unwrap()).collect()
        };
        let mut board = PatternBoard::new(size);
        board.set([set("c2 d1"), set("b4")]);
        let at = |name| size.read(name).unwrap();
        // Neighbour 0 and cell A are Black's, neighbour 4 White's.
        assert_eq!(board.pattern(at("c3")), 1 | 1 << 12 | 2 << 8);
        // Beyond two edges.
        assert_eq!(board.pattern(at("a1")) & NEAR, 0b11_11_00_00_11_11);
        let features = board.features(at("c3"), Colour::Black, [Some(at("c2")), Some(at("d1"))]);
        assert_eq!(features[2..], [1, 2, 2 * 6 + 2]);
        // White has intruded into the bridge from the first row to the edge.
        board.set([set("c4"), set("c5")]);
        let features = board.features(at("b5"), Colour::Black, [Some(at("c5")), None]);
        assert_eq!(features[2], SAVES);
    }
}
