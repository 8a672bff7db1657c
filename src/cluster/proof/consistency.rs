//! Whether the rows of a proof tree fit together.
//!
//! Results and numbers are written together with their effects above, in one transaction. Rows that
//! contradict each other were therefore written by a faulty program or changed by hand. A worker
//! sets such a node aside: it loses its result and its moves, and nothing is derived from it. What
//! was derived before can rest on it, so `store repair` rebuilds the tree.

use super::super::{StoreFault, Transaction};
use super::{
    JobEdge, JobNode, JobNodeId, JobNodeState, ProofJobs, ProofTree, TableTree, WideCells, mark,
    refresh, update,
};
use crate::solver::ProofNumbers;
use std::collections::BTreeSet;

/// How a node contradicts itself, if it does.
pub(super) fn contradiction(node: &JobNode) -> Option<&'static str> {
    let empty = node.position.empty();
    if !(node.open | node.cover).is_subset(empty)
        || node.best.is_some_and(|best| !empty.contains(best))
    {
        return Some("its cells have stones");
    }
    let as_marked = |busy| {
        let mut marked = node.clone();
        mark(&mut marked, busy);
        marked.need.total_cmp(&node.need).is_eq() && marked.free == node.free
    };
    match node.state {
        JobNodeState::Decided(winner) => {
            let mover = node.position.to_move();
            let numbers = ProofNumbers::decided(winner == mover);
            let mut full = node.position;
            for cell in node.cover {
                full.place(winner, cell);
            }
            if node.numbers != numbers || node.need != 0.0 || node.free > 0 {
                Some("it is decided, but its numbers are not")
            } else if !node.open.is_empty() {
                Some("it is decided, but has moves left")
            } else if full.winner() != Some(winner) {
                Some("its winner does not connect with the cells that it needs")
            } else {
                None
            }
        }
        JobNodeState::Leaf | JobNodeState::Aside => {
            if !(node.open | node.cover).is_empty() || node.best.is_some() {
                Some("it has moves, but they are not nodes")
            } else if as_marked(false) || as_marked(true) {
                None
            } else {
                Some("its numbers do not fit its state")
            }
        }
        JobNodeState::Inner if node.open.is_empty() || node.best.is_some() => {
            Some("it is not decided, but no move is left")
        }
        JobNodeState::Inner => None,
    }
}

/// How an inner node and its moves contradict each other, if they do: which node is wrong, and why.
/// Results in `fresh` are known only since this transaction and not yet recorded above.
pub(super) fn mismatch(
    node: &JobNode,
    edges: &[JobEdge],
    fresh: &BTreeSet<JobNodeId>,
) -> Option<(JobNodeId, i64, &'static str)> {
    let wrong = |why| Some((node.id, node.worker, why));
    let (mover, size) = (node.position.to_move(), node.position.size());
    let cells: WideCells = edges.iter().map(|edge| edge.cell).collect();
    if !node.open.is_subset(cells) {
        return wrong("a move that is left is not a node");
    }
    let mut unexplained = cells - node.open;
    for edge in edges {
        let Some(winner) = edge.child.winner() else {
            continue;
        };
        let wins = edge.image.colour(winner) == mover;
        if (wins || node.open.contains(edge.cell)) && !fresh.contains(&edge.child.id) {
            let why = "it is decided, but the positions above it are not updated";
            return Some((edge.child.id, edge.child.worker, why));
        }
        let carrier = edge.image.cells(size, edge.child.cover).without(edge.cell);
        if !wins && carrier.is_subset(node.cover) {
            unexplained &= carrier;
        }
    }
    if unexplained.is_empty() {
        None
    } else {
        wrong("a move is missing that nothing refutes")
    }
}

/// Sets a node aside whose rows do not fit together, and those above it that contradict each other
/// because of it. Returns the fault if that does not help: then the row itself is unreadable.
pub fn set_aside(
    tx: &mut Transaction<'_>,
    jobs: ProofJobs,
    fault: StoreFault,
) -> Result<Vec<StoreFault>, StoreFault> {
    let mut found: Vec<StoreFault> = Vec::new();
    let mut nodes: Vec<JobNodeId> = Vec::new();
    let mut next = fault;
    loop {
        let StoreFault::Inconsistent { node, .. } = next else {
            return Err(next);
        };
        if nodes.contains(&node) {
            return Err(next);
        }
        clear(tx, jobs.project, node)?;
        nodes.push(node);
        found.push(next);
        let mut tree = TableTree::new(tx, jobs.project, jobs.size);
        let readable = nodes.iter().try_for_each(|&id| tree.node(id).map(|_| ()));
        match readable.and_then(|()| update(&mut tree, &nodes, jobs.widening)) {
            Ok(_) => return Ok(found),
            Err(why) => next = why,
        }
    }
}

/// Makes a node one that was set aside.
fn clear(tx: &mut Transaction<'_>, project: i64, node: JobNodeId) -> Result<(), StoreFault> {
    let update = "UPDATE node SET state = 'aside', open_moves = '', cover = '', best = NULL,
        proof = 1, disproof = 1, need = 0, free = 0, positions = 0,
        seconds = 0, visits = 0, deaths = 0
        WHERE project = $1 AND id = $2";
    let values = [project.into(), node.into()];
    tx.execute(update, &values)?;
    for statement in [
        "DELETE FROM edge WHERE parent = $1",
        "DELETE FROM excerpt WHERE node = $1",
        "UPDATE root SET decided = NULL, follows = NULL WHERE node = $1",
    ] {
        tx.execute(statement, &[node.into()])?;
    }
    Ok(())
}

/// Computes the free leaves and the numbers of all inner nodes again: they follow from the leases
/// and from the moves.
pub(super) fn recount(tx: &mut Transaction<'_>, jobs: ProofJobs) -> Result<(), StoreFault> {
    let key = [jobs.project.into()];
    for (busy, select) in [
        (
            false,
            "SELECT id FROM node WHERE project = $1 AND state = 'leaf' AND free = 0
                AND id NOT IN (SELECT subject FROM lease WHERE project = $1)",
        ),
        (
            true,
            "SELECT id FROM node WHERE project = $1 AND state = 'leaf' AND free > 0
                AND id IN (SELECT subject FROM lease WHERE project = $1)",
        ),
    ] {
        for row in tx.query(select, &key)? {
            let mut tree = TableTree::new(tx, jobs.project, jobs.size);
            let mut leaf = tree.node(row.integer(0)?)?;
            mark(&mut leaf, busy);
            tree.save(&leaf)?;
        }
    }
    for id in inner(tx, jobs)? {
        let mut tree = TableTree::new(tx, jobs.project, jobs.size);
        let mut node = tree.node(id)?;
        let edges = tree.edges(&node)?;
        tree.check(&node, &edges, &BTreeSet::new())?;
        if refresh(&mut node, &edges, jobs.widening) {
            tree.save(&node)?;
        }
    }
    Ok(())
}

/// The inner nodes of a project, those with the most stones first.
fn inner(tx: &mut Transaction<'_>, jobs: ProofJobs) -> Result<Vec<JobNodeId>, StoreFault> {
    let select = "SELECT id FROM node WHERE project = $1 AND state = 'inner' ORDER BY id";
    let rows = tx.query(select, &[jobs.project.into()])?;
    let mut nodes = Vec::new();
    for row in &rows {
        let node = TableTree::new(tx, jobs.project, jobs.size).node(row.integer(0)?)?;
        nodes.push((node.stones(), node.id));
    }
    nodes.sort_by_key(|&(stones, id)| (std::cmp::Reverse(stones), id));
    Ok(nodes.into_iter().map(|(_, id)| id).collect())
}

/// All rows of a project that do not fit together.
pub fn inspect(tx: &mut Transaction<'_>, jobs: ProofJobs) -> Result<Vec<StoreFault>, StoreFault> {
    let select = "SELECT id FROM node WHERE project = $1 ORDER BY id";
    let rows = tx.query(select, &[jobs.project.into()])?;
    let mut found = Vec::new();
    let mut tree = TableTree::new(tx, jobs.project, jobs.size);
    for row in &rows {
        let id = row.integer(0)?;
        let checked = tree.node(id).and_then(|node| {
            if node.state == JobNodeState::Inner {
                let edges = tree.edges(&node)?;
                tree.check(&node, &edges, &BTreeSet::new())?;
            }
            Ok(())
        });
        match checked {
            Err(why @ StoreFault::Inconsistent { .. }) => found.push(why),
            other => other?,
        }
    }
    Ok(found)
}
