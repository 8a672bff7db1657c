//! The order in which moves are searched: the table's move, then by merit, then by history.

use super::node::Node;
use super::position::Candidate;
use crate::hex::{Cell, Colour};
use std::cmp::Reverse;

/// The history counts of one worker.
pub(super) struct MoveOrdering {
    use_history: bool,
    /// For each colour and cell, the squared depths of the cut-offs that it caused.
    history: [Vec<u32>; 2],
}

impl MoveOrdering {
    pub fn new(cells: usize, history: bool) -> Self {
        Self {
            use_history: history,
            history: [vec![0; cells], vec![0; cells]],
        }
    }

    /// The ranks of these moves in the order in which they are searched; `hint` is the table's
    /// move.
    pub fn order(&self, moves: &[Candidate], to_move: Colour, hint: Option<Cell>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..moves.len()).collect();
        if self.use_history {
            let history = &self.history[to_move.index()];
            order.sort_by_key(|&rank| {
                let candidate = moves[rank];
                (
                    Reverse(candidate.merit),
                    Reverse(history[candidate.cell.index()]),
                )
            });
        }
        let first = |hint| order.iter().position(|&rank| moves[rank].cell == hint);
        if let Some(index) = hint.and_then(first) {
            order[..=index].rotate_right(1);
        }
        order
    }

    /// Counts a move that caused a cut-off.
    pub fn reward(&mut self, cell: Cell, to_move: Colour, node: Node) {
        let plies = node.depth.plies[0].unsigned_abs() / 100 + 1;
        let history = &mut self.history[to_move.index()][cell.index()];
        *history = history.saturating_add(plies * plies);
    }
}
