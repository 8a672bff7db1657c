//! The order in which moves are searched: by merit, by what was good elsewhere, and early where a
//! move caused a cut-off.

use super::node::Node;
use super::position::Candidate;
use crate::hex::{Cell, Colour};
use std::cmp::Reverse;

/// Killer moves and history counts of one worker.
pub(super) struct MoveOrdering {
    use_killers: bool,
    use_history: bool,
    /// The last two moves that caused a cut-off at each ply.
    killers: Vec<[Option<Cell>; 2]>,
    /// For each colour and cell, the squared depths of the cut-offs that it caused.
    history: [Vec<u32>; 2],
}

impl MoveOrdering {
    pub fn new(cells: usize, plies: usize, killers: bool, history: bool) -> Self {
        Self {
            use_killers: killers,
            use_history: history,
            killers: vec![[None; 2]; plies],
            history: [vec![0; cells], vec![0; cells]],
        }
    }

    /// The ranks of these moves in the order in which they are searched; `hint` is the table's
    /// move.
    pub fn order(
        &self,
        moves: &[Candidate],
        to_move: Colour,
        ply: usize,
        hint: Option<Cell>,
    ) -> Vec<usize> {
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
        let [first, second] = self.killers[ply];
        let killers = [second, first].into_iter().filter(|_| self.use_killers);
        for early in killers.chain([hint]).flatten() {
            if let Some(index) = order.iter().position(|&rank| moves[rank].cell == early) {
                order[..=index].rotate_right(1);
            }
        }
        order
    }

    /// Counts a move that caused a cut-off.
    pub fn reward(&mut self, cell: Cell, to_move: Colour, node: Node) {
        let killers = &mut self.killers[node.ply];
        if killers[0] != Some(cell) {
            *killers = [Some(cell), killers[0]];
        }
        let plies = node.depth.plies[0].unsigned_abs() / 100 + 1;
        let history = &mut self.history[to_move.index()][cell.index()];
        *history = history.saturating_add(plies * plies);
    }
}
