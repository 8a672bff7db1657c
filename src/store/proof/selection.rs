//! Which leaf comes next.
//!
//! Among the positions that were asked for, the one on which least was spent, what workers are
//! spending on it just now included: so the easiest are decided first, and what was found out there
//! serves in the others. Below it the most-proving leaf, with the numbers in which leaves that
//! others work at count as failed. Where all moves that count lead to such leaves only, any other
//! with a free leaf is taken, best first: a worker is idle only if there is no leaf left.

use super::{NodeId, NodeState, ProofTree, Widening};

/// A position that was asked for, as the selection sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootView {
    /// Its node.
    pub node: NodeId,
    /// How many leaves of it may be worked at.
    pub free: u32,
    /// Positions searched for it, and budgets of those who are busy below it.
    pub spent: u64,
}

/// The way from a root to the leaf that is needed most; `None` if there is none that may be worked
/// at.
pub fn select<T: ProofTree>(
    tree: &mut T,
    roots: &[RootView],
    widening: Widening,
) -> Result<Option<Vec<NodeId>>, T::Fault> {
    let mut candidates: Vec<&RootView> = roots.iter().filter(|root| root.free > 0).collect();
    candidates.sort_by_key(|root| root.spent);
    for root in candidates {
        if let Some(path) = descend(tree, root.node, widening)? {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

fn descend<T: ProofTree>(
    tree: &mut T,
    root: NodeId,
    widening: Widening,
) -> Result<Option<Vec<NodeId>>, T::Fault> {
    let mut node = tree.node(root)?;
    let mut path = vec![root];
    while node.state == NodeState::Inner {
        let edges = tree.edges(&node)?;
        let left = edges.iter().filter(|edge| node.open.contains(edge.cell));
        let left: Vec<_> = left.map(|edge| &edge.child).collect();
        let width = widening.width(left.len()).min(left.len());
        let (counted, others) = left.split_at(width);
        let best = counted.iter().filter(|child| child.free > 0);
        let best = best.min_by_key(|child| child.busy.disproof);
        let other = || others.iter().find(|child| child.free > 0);
        let Some(&next) = best.or_else(other) else {
            return Ok(None);
        };
        node = next.clone();
        path.push(node.id);
    }
    let may = node.state == NodeState::Leaf && node.free > 0;
    Ok(may.then_some(path))
}
