//! The order of moves by a network.
//!
//! A small network has learned, of positions that the solver searches, which moves the network of
//! stones favours there. Where it thinks a move e times less likely than the best, some more leaves
//! are assumed to be needed after it. That orders and widens the search; it proves nothing.

use super::node::OrderedMove;
use crate::hex::{BoardSize, CellSet, Position};
use crate::network::{Evaluator, Quantised};
use crate::solver::ProveOptions;
use std::sync::Arc;

/// The largest board on which the network helps. On 11x11, in late positions, it is no better than
/// energy, and where stones cut the board it is worse.
const MOST_CELLS: usize = 81;

/// Puts moves in order by a network.
pub struct PolicyOrder {
    evaluator: Evaluator,
    /// Leaves for each factor of e.
    leaves: f64,
}

impl PolicyOrder {
    /// By the shipped network, if options ask for it on boards of this size.
    pub fn of(size: BoardSize, options: &ProveOptions) -> Option<Self> {
        (options.network && size.cells() <= MOST_CELLS).then(|| Self {
            evaluator: Evaluator::new(Arc::clone(Quantised::shipped_for_solver())),
            leaves: options.prior_leaves,
        })
    }

    /// These moves of a position, best first.
    pub fn order<const W: usize>(
        &mut self,
        position: &Position<W>,
        moves: CellSet<W>,
    ) -> Vec<OrderedMove> {
        let prediction = self.evaluator.evaluate(position);
        let ranked = prediction.moves.into_iter();
        let ranked: Vec<_> = ranked.filter(|one| moves.contains(one.0)).collect();
        // A prior of 0 is less than half of the least other one.
        let prior = |prior: u16| f64::from(prior).max(0.5);
        let best = ranked.first().map_or(1.0, |best| prior(best.1));
        #[allow(clippy::cast_sign_loss, reason = "no prior is above the best")]
        let ordered = ranked.into_iter().map(|(cell, one)| OrderedMove {
            cell,
            more: (self.leaves * libm::log(best / prior(one))) as u8,
        });
        ordered.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_moves_come_in_order_and_less_likely_ones_need_more() {
        let size: BoardSize = "7".parse().unwrap();
        let mut position = Position::<1>::new(size);
        position.play(size.read("c2").unwrap());
        let moves = position.empty().without(size.read("d4").unwrap());
        let mut policy = PolicyOrder::of(size, &ProveOptions::default()).unwrap();
        let ordered = policy.order(&position, moves);
        assert_eq!(
            ordered.iter().map(|one| one.cell).collect::<CellSet<1>>(),
            moves
        );
        assert!(ordered.is_sorted_by_key(|one| one.more));
        assert_eq!(ordered[0].more, 0);
        assert!(ordered.last().unwrap().more > 5);
        let turned = moves.iter().map(|cell| size.rotate(cell)).collect();
        let turned = policy.order(&position.rotated(), turned);
        for (one, other) in ordered.iter().zip(turned) {
            assert_eq!(one.more, other.more);
        }
        let size: BoardSize = "10x9".parse().unwrap();
        assert!(PolicyOrder::of(size, &ProveOptions::default()).is_none());
    }
}
