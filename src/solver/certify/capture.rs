//! What the winner captures, for certificates: pairs of cells that count as its stones, found by
//! the rule of certificates that states them.

use super::draft::Draft;
use crate::certificate::CertificateRules;
use crate::hex::{Cell, CellSet, Position};
use crate::knowledge::inferior::{Inferior, InferiorOptions};

/// A board with the winner's captured pairs filled.
pub struct CapturedFill<const W: usize> {
    /// The filled board.
    pub board: Position<W>,
    /// The pairs, each captured by the stones before it.
    pairs: Vec<[Cell; 2]>,
    /// The winner's stones on the real board.
    own: CellSet<W>,
}

impl<const W: usize> CapturedFill<W> {
    /// Fills a board, on which cells that the winner does not need are the loser's. What is of no
    /// use to the winner goes to the loser as well.
    pub fn new(rules: &CertificateRules<W>, board: &Position<W>) -> Self {
        let (winner, loser) = (rules.winner, !rules.winner);
        let options = InferiorOptions {
            fill_dead: true,
            fill_captured: true,
            ..InferiorOptions::NONE
        };
        let mut captured = Self {
            board: *board,
            pairs: Vec::new(),
            own: board.stones(winner),
        };
        for cell in Inferior::new(board, options).filled_with(loser) {
            captured.board.place(loser, cell);
        }
        while let Some(pair) = captured.next(rules) {
            captured.pairs.push(pair);
            for cell in pair {
                captured.board.place(winner, cell);
            }
        }
        captured
    }

    fn next(&self, rules: &CertificateRules<W>) -> Option<[Cell; 2]> {
        let (geometry, empty) = (rules.geometry, self.board.empty());
        let stones = self.board.stones(rules.winner);
        empty.iter().find_map(|x| {
            let near = geometry.neighbours(x);
            let near = (near | geometry.neighbours_of(near)) & empty;
            let mut pairs = near.iter().filter(|&y| y > x).map(|y| [x, y]);
            pairs.find(|&pair| rules.captures(pair, stones, stones | empty))
        })
    }

    /// The cells of all pairs.
    pub fn cells(&self) -> CellSet<W> {
        self.pairs.iter().flatten().copied().collect()
    }

    /// A claim for the real board, from one for the filled board.
    pub fn release(&self, draft: &Draft<W>, claim: usize) -> Option<usize> {
        let mut claim = claim;
        for (place, &pair) in self.pairs.iter().enumerate().rev() {
            let stated = draft.claim(claim);
            if pair.iter().all(|&cell| !stated.stones.contains(cell)) {
                continue;
            }
            let before = self.pairs[..place].iter().flatten().copied();
            let stones = self.own | before.collect();
            claim = draft.capture(pair, claim, stones)?;
        }
        Some(claim)
    }
}
