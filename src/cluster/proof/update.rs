//! Updates numbers and winners of inner nodes from those of their moves.

use super::need::need_below;
use super::{JobEdge, JobNode, JobNodeId, JobNodeState, ProofTree, Widening};
use crate::solver::{INFINITE, ProofNumbers};
use std::collections::{BTreeMap, BTreeSet};

/// Updates an inner node from its moves and returns whether it changed.
pub fn refresh(node: &mut JobNode, edges: &[JobEdge], widening: Widening) -> bool {
    if node.state != JobNodeState::Inner {
        return false;
    }
    let (open, numbers, need, free) = (node.open, node.numbers, node.need, node.free);
    apply_winners(node, edges);
    if node.winner().is_some() {
        return true;
    }
    let left: Vec<&JobNode> = edges
        .iter()
        .filter(|edge| node.open.contains(edge.cell))
        .map(|edge| &edge.child)
        .collect();
    let width = widening.width(left.len()).min(left.len());
    let counted = &left[..width];
    let real: Vec<ProofNumbers> = counted.iter().map(|child| child.numbers).collect();
    node.numbers = combine(&real, widening.siblings);
    node.need = need_below(node, &left, widening);
    let count = |sum: u32, child: &&JobNode| sum.saturating_add(child.free);
    node.free = left.iter().fold(0, count);
    (open, numbers, need, free) != (node.open, node.numbers, node.need, node.free)
}

/// Records winning moves and refuted moves, including those outside the carrier of a refutation.
fn apply_winners(node: &mut JobNode, edges: &[JobEdge]) {
    let mover = node.position.to_move();
    let size = node.position.size();
    for edge in edges {
        let Some(winner) = edge.child.winner() else {
            continue;
        };
        let carrier = edge.image.cells(size, edge.child.cover);
        if edge.image.colour(winner) == mover {
            decide(node, true, edge, carrier);
            return;
        }
        if node.open.contains(edge.cell) {
            let carrier = carrier.without(edge.cell);
            node.open &= carrier;
            node.cover |= carrier;
            if node.open.is_empty() {
                decide(node, false, edge, node.cover);
                return;
            }
        }
    }
}

fn decide(node: &mut JobNode, wins: bool, edge: &JobEdge, carrier: super::WideCells) {
    let mover = node.position.to_move();
    let (winner, best, carrier) = if wins {
        (mover, Some(edge.cell), carrier.with(edge.cell))
    } else {
        (!mover, None, carrier)
    };
    node.decide(winner, carrier, best);
}

/// The numbers of a node from those of its moves. Each move besides the hardest to refute counts as
/// a fixed number of leaves, or all are added up: refutations have much in common.
fn combine(children: &[ProofNumbers], siblings: u32) -> ProofNumbers {
    let proofs = children.iter().map(|child| child.proof);
    let disproof = if siblings == 0 {
        proofs.fold(0, u32::saturating_add)
    } else {
        let beside = siblings.saturating_mul(children.len().saturating_sub(1) as u32);
        proofs.max().unwrap_or(0).saturating_add(beside)
    };
    let proof = children.iter().map(|child| child.disproof).min();
    ProofNumbers {
        proof: proof.unwrap_or(1).min(INFINITE - 1),
        disproof: disproof.min(INFINITE - 1),
    }
}

/// Marks a leaf as leased or free.
pub fn mark(leaf: &mut JobNode, busy: bool) {
    let is_free = !busy && leaf.state == JobNodeState::Leaf;
    leaf.free = u32::from(is_free);
    leaf.need = f64::from(leaf.free);
}

/// Updates the ancestors of changed nodes, those with the most stones first, so that each is
/// updated once. Returns the nodes that become decided.
pub fn update<T: ProofTree>(
    tree: &mut T,
    changed: &[JobNodeId],
    widening: Widening,
) -> Result<Vec<JobNode>, T::Fault> {
    let mut waiting: BTreeMap<usize, BTreeSet<JobNodeId>> = BTreeMap::new();
    for &id in changed {
        for parent in tree.parents(id)? {
            let stones = tree.node(parent)?.stones();
            waiting.entry(stones).or_default().insert(parent);
        }
    }
    let mut decided = Vec::new();
    let mut fresh: BTreeSet<JobNodeId> = changed.iter().copied().collect();
    while let Some((stones, nodes)) = waiting.pop_last() {
        for id in nodes {
            let mut node = tree.node(id)?;
            let edges = tree.edges(&node)?;
            if node.state == JobNodeState::Inner {
                tree.check(&node, &edges, &fresh)?;
            }
            if !refresh(&mut node, &edges, widening) {
                continue;
            }
            if node.winner().is_some() {
                node.cover = tree.needed(&node);
                fresh.insert(id);
                decided.push(node.clone());
            }
            tree.save(&node)?;
            let parents = tree.parents(id)?;
            if !parents.is_empty() {
                // A parent that has not one stone less is refused when its moves are read.
                let above = stones.saturating_sub(1);
                waiting.entry(above).or_default().extend(parents);
            }
        }
    }
    Ok(decided)
}
