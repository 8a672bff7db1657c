//! Which leaf comes next.
//!
//! Among the positions that were asked for, the one on which least was spent, what workers are
//! spending on it just now included: so the easiest are decided first, and what was found out there
//! serves in the others. Below it the most-proving leaf, with the numbers in which leaves that
//! others work at count as failed. Where all moves that count lead to such leaves only, any other
//! with a free leaf is taken, best first: a worker is idle only if there is no leaf left.

use super::node::FAILED;
use super::{JobNode, JobNodeId, JobNodeState, ProofTree, Widening};
use crate::solver::{INFINITE, ProofNumbers};

/// How many times as much counts as spent on a position that was asked for and that another worker
/// searched last.
const FOREIGN: u64 = 4;

/// How far a leaf may fall behind the next best before that is taken up: this part of its number,
/// and one.
const AHEAD: u32 = 4;

/// A position that was asked for, as the selection sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootView {
    /// Its node.
    pub node: JobNodeId,
    /// How many leaves of it may be worked at.
    pub free: u32,
    /// Positions searched for it, and budgets of those who are busy below it.
    pub spent: u64,
    /// The worker whose table knows most of it; 0 for none.
    pub worker: i64,
}

/// A leaf that was selected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeafSelection {
    /// The way to it from a root.
    pub path: Vec<JobNodeId>,
    /// The proof and the disproof number of the leaf from which on another leaf is needed more.
    pub ends: ProofNumbers,
}

/// The leaf that is needed most by a worker; `None` if there is none that may be worked at.
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
            .filter(|&number| number < FAILED)
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
