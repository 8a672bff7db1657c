//! The selection of the next leaf.
//!
//! The requested position with the least work comes first, including the work of running jobs: the
//! easiest are thus decided first, and their results help the others. Below it the free leaf is
//! taken that is most likely to be needed. A worker is idle only if no leaf is free.

use super::need::by_need;
use super::{JobNodeId, JobNodeState, ProofTree, Widening, refresh};
use crate::solver::{INFINITE, ProofNumbers};
use std::collections::BTreeSet;

/// The factor of the work of a requested position that another worker searched last.
const FOREIGN: u64 = 4;

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
        let mut free = by_need(&node, &left, widening);
        free.retain(|(child, _)| child.free > 0);
        // The first of those that are equal.
        let better = |one: usize, other: usize| {
            let need = |place: usize| free[place].1 * free[place].0.need;
            if need(other) > need(one) { other } else { one }
        };
        let Some(place) = (0..free.len()).reduce(better) else {
            return Ok(None);
        };
        let next = free[place].0;
        let later = free[place + 1..].iter();
        let limit = later.map(|(child, _)| child.numbers.disproof).min();
        let limit = limit.map_or(INFINITE, |number| {
            number.max(next.numbers.disproof).saturating_add(1)
        });
        let width = widening.width(left.len()).min(left.len());
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
