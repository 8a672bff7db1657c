//! The selection of the next leaf.
//!
//! The first choice is the requested position with the least work, including the work of running
//! jobs: the easiest are thus decided first, and their results help the others. The second is the
//! most-proving leaf below it, by the numbers in which leased leaves count as nearer to the result
//! that is expected. If all moves that count lead only to such leaves, any other free leaf is taken,
//! best first: a worker is idle only if no leaf is left.

use super::node::SET_ASIDE;
use super::{JobNode, JobNodeId, JobNodeState, ProofTree, Widening, refresh};
use crate::solver::{INFINITE, ProofNumbers};
use std::collections::BTreeSet;

/// The factor of the work of a requested position that another worker searched last.
const FOREIGN: u64 = 4;

/// How far a leaf may fall behind the next best before that is taken: this fraction of its number,
/// and one.
const AHEAD: u32 = 4;

/// A requested position in the form of the selection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootView {
    /// Its node.
    pub node: JobNodeId,
    /// Its free leaves.
    pub free: u32,
    /// The positions searched for it, and the budgets of running jobs below it.
    pub spent: u64,
    /// The worker whose table knows most about it; 0 for none.
    pub worker: i64,
}

/// A selected leaf.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeafSelection {
    /// The path to it from a root.
    pub path: Vec<JobNodeId>,
    /// The proof and disproof numbers of the leaf beyond which another leaf is better.
    pub ends: ProofNumbers,
}

/// The best free leaf for a worker, if there is one. A requested position is passed over if the
/// numbers on the way to its leaf do not follow from those below.
pub fn select<T: ProofTree>(
    tree: &mut T,
    roots: &[RootView],
    widening: Widening,
    worker: i64,
) -> Result<Option<LeafSelection>, T::Fault> {
    let mut candidates: Vec<&RootView> = roots.iter().filter(|root| root.free > 0).collect();
    candidates.sort_by_key(|root| {
        if root.worker == 0 || root.worker == worker {
            root.spent
        } else {
            root.spent.saturating_mul(FOREIGN)
        }
    });
    for root in candidates {
        if let Some(found) = descend(tree, root.node, widening)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn descend<T: ProofTree>(
    tree: &mut T,
    root: JobNodeId,
    widening: Widening,
) -> Result<Option<LeafSelection>, T::Fault> {
    let mut node = tree.node(root)?;
    let mut path = vec![root];
    let mut ends = ProofNumbers::NEVER;
    while node.state == JobNodeState::Inner {
        let edges = tree.edges(&node)?;
        tree.check(&node, &edges, &BTreeSet::new())?;
        if refresh(&mut node, &edges, widening) {
            return Ok(None);
        }
        let left = edges.iter().filter(|edge| node.open.contains(edge.cell));
        let left: Vec<_> = left.map(|edge| &edge.child).collect();
        let width = widening.width(left.len()).min(left.len());
        let (counted, others) = left.split_at(width);
        let mut free: Vec<&JobNode> = counted
            .iter()
            .copied()
            .filter(|child| child.free > 0)
            .collect();
        free.sort_by_key(|child| child.busy.disproof);
        let other = || others.iter().copied().find(|child| child.free > 0);
        let Some(next) = free.first().copied().or_else(other) else {
            return Ok(None);
        };
        let second = free.get(1).map(|child| child.busy.disproof);
        let limit = second
            .filter(|&number| number < SET_ASIDE)
            .map_or(INFINITE, |number| {
                number.saturating_add(number / AHEAD).saturating_add(1)
            });
        let beside = widening
            .siblings
            .saturating_mul(width.saturating_sub(1) as u32);
        ends = ProofNumbers {
            proof: if ends.disproof == INFINITE {
                INFINITE
            } else {
                ends.disproof.saturating_sub(beside).max(1)
            },
            disproof: ends.proof.min(limit),
        };
        node = next.clone();
        path.push(node.id);
    }
    let may = node.state == JobNodeState::Leaf && node.free > 0;
    Ok(may.then_some(LeafSelection { path, ends }))
}
