//! Who wins small boards, by trying everything: what tests compare with.

use crate::base::xorshift::XorShift;
use crate::hex::{BoardSize, Cell, CellSet, Colour, Position};
use std::collections::HashMap;

/// Winners, each found once.
#[derive(Default)]
pub struct Truth(HashMap<([[u64; 1]; 2], usize), Colour>);

impl Truth {
    /// Who wins a position.
    pub fn winner(&mut self, position: &Position<1>) -> Colour {
        if let Some(winner) = position.winner() {
            return winner;
        }
        let mover = position.to_move();
        let stones = Colour::ALL.map(|colour| position.stones(colour).words());
        let key = (stones, mover.index());
        if let Some(&winner) = self.0.get(&key) {
            return winner;
        }
        let mut moves = position.empty().iter();
        let wins = moves.any(|cell| self.winner(&after(position, cell)) == mover);
        let winner = if wins { mover } else { !mover };
        self.0.insert(key, winner);
        winner
    }

    /// The moves that win.
    pub fn winning(&mut self, position: &Position<1>) -> CellSet<1> {
        let mover = position.to_move();
        let moves = position.empty().iter();
        moves
            .filter(|&cell| self.winner(&after(position, cell)) == mover)
            .collect()
    }

    /// Whether a side wins even if all other empty cells are the opponent's.
    pub fn wins_within(
        &mut self,
        position: &Position<1>,
        winner: Colour,
        cells: CellSet<1>,
    ) -> bool {
        let mut alone = *position;
        for cell in position.empty() - cells {
            alone.place(!winner, cell);
        }
        self.winner(&alone) == winner
    }
}

/// A position after a move.
pub fn after(position: &Position<1>, cell: Cell) -> Position<1> {
    let mut after = *position;
    after.play(cell);
    after
}

/// Positions of random games that are not over.
pub fn open_positions(width: usize, height: usize, count: usize) -> Vec<Position<1>> {
    let size = BoardSize::new(width, height).expect("in range");
    let mut random = XorShift::new(1);
    let mut position = || {
        let mut position = Position::new(size);
        for _ in 0..random.below(size.cells()) {
            let empty: Vec<Cell> = position.empty().iter().collect();
            let next = after(&position, empty[random.below(empty.len())]);
            if next.winner().is_some() {
                break;
            }
            position = next;
        }
        position
    };
    (0..count).map(|_| position()).collect()
}
