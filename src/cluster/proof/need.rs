//! How likely it is that a leaf has to be searched.
//!
//! Many workers search leaves side by side, and part of that turns out to be needless: a reply that
//! is refuted rules out those that its refutation does not touch, and if one move wins, its siblings
//! need not be searched. So each worker gets the free leaf that is most likely to be needed: the
//! product, over the moves on the way to it, of the probability that this move has to be decided if
//! the position before it has to be.
//!
//! The best move, by its numbers, certainly has to be. A later one has to be decided if none of the
//! moves before it wins or, once refuted, rules it out. Which of the two is to be expected is read
//! from the numbers of the position. With 64 workers, e4, g2 and f3 of 8x8 take equally long, within a
//! tenth, with 0.6 or 0.8 for [`STILL_OPEN`] and 0.1 to 0.6 for [`FAILS`]; with 0.4 for the former a
//! fifth longer.

use super::{JobNode, JobNodeState, Widening};

/// The probability that a refuted move does not rule out the next best.
const STILL_OPEN: f64 = 0.8;

/// The probability that a move loses that is expected to win.
const FAILS: f64 = 0.3;

/// The moves of a node that are left, given in the order of its creation: those that are most
/// likely to be needed first, with the probability that they are if the node is.
pub fn by_need<'a>(
    node: &JobNode,
    left: &[&'a JobNode],
    widening: Widening,
) -> Vec<(&'a JobNode, f64)> {
    let width = widening.width(left.len()).min(left.len());
    let mut order = left.to_vec();
    let is_aside = |child: &JobNode| child.state == JobNodeState::Aside;
    order[..width].sort_by_key(|child| (is_aside(child), child.numbers.disproof));
    let [proof, disproof] = [node.numbers.proof, node.numbers.disproof].map(f64::from);
    let wins = disproof / (proof + disproof);
    let (mut still_open, mut fail) = (1.0, 1.0);
    let mut needs = Vec::with_capacity(order.len());
    for child in order {
        needs.push((child, (1.0 - wins) * still_open + wins * fail));
        still_open *= STILL_OPEN;
        fail *= FAILS;
    }
    needs
}

/// The probability that the best free leaf below a node is needed if the node is.
pub fn need_below(node: &JobNode, left: &[&JobNode], widening: Widening) -> f64 {
    let needs = by_need(node, left, widening).into_iter();
    needs
        .map(|(child, need)| need * child.need)
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::proof::WidePosition;
    use crate::solver::ProofNumbers;

    /// The needs of three moves with these disproof numbers, at a node with these numbers.
    fn needs(node: [u32; 2], children: [u32; 3]) -> Vec<(i64, f64)> {
        let position = WidePosition::new("5".parse().unwrap());
        let leaf =
            |id, proof, disproof| JobNode::leaf(id, position, ProofNumbers::new(proof, disproof));
        let parent = leaf(9, node[0], node[1]);
        let children: Vec<JobNode> = (0..)
            .zip(children)
            .map(|(id, one)| leaf(id, 5, one))
            .collect();
        let left: Vec<&JobNode> = children.iter().collect();
        let widening = Widening {
            base: 3,
            factor: 0.0,
            siblings: 2,
        };
        let needs = by_need(&parent, &left, widening);
        needs
            .iter()
            .map(|(child, need)| (child.id, *need))
            .collect()
    }

    #[test]
    fn replies_to_refute_are_needed_more_than_siblings_of_a_win() {
        let (losing, winning) = (needs([90, 10], [7, 5, 9]), needs([10, 90], [7, 5, 9]));
        for needs in [&losing, &winning] {
            let order: Vec<i64> = needs.iter().map(|(id, _)| *id).collect();
            assert_eq!(order, [1, 0, 2]);
            assert!((needs[0].1 - 1.0).abs() < 1e-9);
            assert!(needs[1].1 > needs[2].1 && needs[2].1 > 0.0);
        }
        assert!(losing[1].1 > 1.5 * winning[1].1);
    }

    #[test]
    fn the_best_free_leaf_counts_by_the_moves_before_it() {
        let position = WidePosition::new("5".parse().unwrap());
        let leaf = |id, need| JobNode {
            need,
            ..JobNode::leaf(id, position, ProofNumbers::new(4, 4))
        };
        let (leased, free) = (leaf(1, 0.0), leaf(2, 1.0));
        let widening = Widening {
            base: 2,
            factor: 0.0,
            siblings: 2,
        };
        let below = |left: [&JobNode; 2]| need_below(&leaf(3, 0.0), &left, widening);
        assert!((below([&free, &leased]) - 1.0).abs() < 1e-9);
        let later = below([&leased, &free]);
        assert!(later > 0.0 && later < STILL_OPEN);
        assert!(below([&leased, &leased]) == 0.0);
    }
}
