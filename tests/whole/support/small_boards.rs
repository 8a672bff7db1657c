//! The oracle for small boards: finds winners and winning moves by exhaustive play. It shares
//! nothing with the engine but the board.

use mustplay::hex::{Cell, Colour, Position};
use std::collections::HashMap;

/// Solves positions by exhaustive play. It keeps its results, so it can be queried for several
/// positions of one board.
pub struct Oracle {
    beside: Vec<u64>,
    /// The cells at the first and the second edge of Black and of White.
    borders: [[u64; 2]; 2],
    known: HashMap<[u64; 3], bool>,
}

impl Oracle {
    pub fn new(position: &Position<1>) -> Self {
        let geometry = position.geometry();
        let border = |edge| geometry.border(edge).words()[0];
        Self {
            beside: position
                .size()
                .all()
                .map(|cell| geometry.neighbours(cell).words()[0])
                .collect(),
            borders: Colour::ALL.map(|colour| colour.edges().map(border)),
            known: HashMap::new(),
        }
    }

    fn joins(&self, stones: u64, colour: Colour) -> bool {
        let [start, goal] = self.borders[colour.index()];
        let (mut reached, mut fresh) = (start & stones, start & stones);
        while fresh != 0 {
            let more = self.beside[fresh.trailing_zeros() as usize] & stones & !reached;
            fresh &= fresh - 1;
            reached |= more;
            fresh |= more;
        }
        reached & goal != 0
    }

    /// Whether `mover`, to move, wins; nobody has won yet, except possibly the opponent.
    fn wins(&mut self, stones: [u64; 2], mover: Colour) -> bool {
        let (own, other) = (mover.index(), (!mover).index());
        if self.joins(stones[other], !mover) {
            return false;
        }
        let key = [stones[0], stones[1], own as u64];
        if let Some(&answer) = self.known.get(&key) {
            return answer;
        }
        let all = (1_u64 << self.beside.len()) - 1;
        let mut left = all & !(stones[0] | stones[1]);
        let mut answer = false;
        while left != 0 && !answer {
            let mut next = stones;
            next[own] |= left & left.wrapping_neg();
            left &= left - 1;
            answer = !self.wins(next, !mover);
        }
        self.known.insert(key, answer);
        answer
    }

    /// The winner of this position with `mover` to move.
    pub fn winner(&mut self, position: &Position<1>, mover: Colour) -> Colour {
        let stones = Colour::ALL.map(|colour| position.stones(colour).words()[0]);
        let already = Colour::ALL
            .into_iter()
            .find(|&colour| self.joins(stones[colour.index()], colour));
        already.unwrap_or_else(|| {
            if self.wins(stones, mover) {
                mover
            } else {
                !mover
            }
        })
    }

    /// Whether a move by `mover` wins.
    pub fn is_winning(&mut self, position: &Position<1>, mover: Colour, cell: Cell) -> bool {
        let mut after = *position;
        after.place(mover, cell);
        self.winner(&after, !mover) == mover
    }
}
