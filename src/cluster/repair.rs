//! Repairs a store with wrong contents: deletes wrong facts and reopens everything that may rest on
//! them.
//!
//! Facts do not record what they were derived from. A fact that was written after a wrong one, or
//! by the same worker, can rest on it; it is kept only if it was proved again. Results and numbers
//! of positions rest on facts too, so the proof tree of that board is built anew. That repeats
//! little, because the facts are kept. Workers keep results in memory, so the repair ends them all.

use super::facts::StoredClaim;
use super::lease::DEATHS;
use super::proof::{
    ProofSpec, TableTree, canonical, inspect, read_position, roots, write_position,
};
use super::{Project, ProjectKind, StoreFault, Transaction};
use crate::hex::BoardSize;
use crate::solver::{Fact, ProofNumbers};
use std::collections::BTreeSet;

/// The largest possible count. Leases have budgets up to `i64::MAX / 1024`.
const MOST: i64 = i64::MAX / 1024;

/// What was found wrong.
#[derive(Default)]
pub struct Findings {
    /// Facts that were proved again.
    pub confirmed: BTreeSet<i64>,
    /// Facts that were not decided in time.
    pub open: usize,
    /// Wrong facts, and unreadable ones.
    pub wrong: Vec<StoredClaim>,
    /// Projects of proofs with wrong results.
    pub projects: BTreeSet<i64>,
}

/// What was changed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Repaired {
    /// Facts deleted.
    pub facts: usize,
    /// Requested positions reopened.
    pub reopened: usize,
    /// Requested positions removed because they cannot be read.
    pub removed: Vec<String>,
    /// Impossible counts reset to 0.
    pub counts: u64,
    /// Games reopened.
    pub games: u64,
    /// Workers ended.
    pub workers: u64,
}

/// What contradicts each other in a project of proofs: rows of its tree, or a requested position
/// and its node. Nodes that were set aside for that count too.
pub fn contradictions(
    tx: &mut Transaction<'_>,
    project: &Project,
) -> Result<Vec<StoreFault>, StoreFault> {
    let jobs = ProofSpec::read(&project.spec)?.jobs(project.id)?;
    let mut found = inspect(tx, jobs)?;
    let select = "SELECT id, worker FROM node
        WHERE project = $1 AND state = 'aside' AND deaths < $2 ORDER BY id";
    for row in tx.query(select, &[project.id.into(), DEATHS.into()])? {
        let (node, worker) = (row.integer(0)?, row.maybe(1)?.unwrap_or(0));
        let why = "it was set aside because its rows contradicted each other".to_owned();
        found.push(StoreFault::Inconsistent { node, worker, why });
    }
    match roots(tx, project.id, jobs.size) {
        Err(why @ StoreFault::Broken(_)) => found.push(why),
        Err(StoreFault::Inconsistent { .. }) => {}
        other => drop(other?),
    }
    Ok(found)
}

/// Repairs a store in which this was found; what has been written since is treated as unconfirmed.
pub fn repair(tx: &mut Transaction<'_>, findings: &Findings) -> Result<Repaired, StoreFault> {
    let mut done = Repaired {
        games: reopen_games(tx)?,
        counts: reset_counts(tx)?,
        ..Repaired::default()
    };
    let mut boards = BTreeSet::new();
    for claim in &findings.wrong {
        // No worker uses a fact that it cannot read.
        if Fact::read(&claim.record).is_ok() {
            boards.insert((claim.record.width, claim.record.height));
        }
        done.facts += delete(tx, claim.id)?;
    }
    for &board in &boards {
        done.facts += delete_dependent(tx, findings, board)?;
    }
    for project in Project::all(tx)? {
        if project.kind != ProjectKind::Proofs {
            continue;
        }
        let size = ProofSpec::read(&project.spec)?.size()?;
        if boards.contains(&(size.width(), size.height()))
            || findings.projects.contains(&project.id)
            || !contradictions(tx, &project)?.is_empty()
        {
            reopen(tx, project.id, size, &mut done)?;
        }
    }
    if done != Repaired::default() {
        let update = "UPDATE worker SET ended = {now} WHERE ended IS NULL";
        done.workers = tx.execute(update, &[])?;
    }
    Ok(done)
}

fn delete(tx: &mut Transaction<'_>, claim: i64) -> Result<usize, StoreFault> {
    Ok(tx.execute("DELETE FROM claim WHERE id = $1", &[claim.into()])? as usize)
}

/// Deletes the unconfirmed facts of a board that can rest on a wrong one.
fn delete_dependent(
    tx: &mut Transaction<'_>,
    findings: &Findings,
    (width, height): (usize, usize),
) -> Result<usize, StoreFault> {
    let wrong = findings.wrong.iter();
    let wrong = wrong.filter(|claim| (claim.record.width, claim.record.height) == (width, height));
    let first = wrong.clone().map(|claim| claim.id).min();
    let workers: BTreeSet<Option<i64>> = wrong.map(|claim| claim.worker).collect();
    let select = "SELECT id, worker FROM claim WHERE width = $1 AND height = $2";
    let mut deleted = 0;
    for row in tx.query(select, &[width.into(), height.into()])? {
        let (id, worker) = (row.integer(0)?, row.maybe(1)?);
        let doubtful = Some(id) > first || workers.contains(&worker);
        if doubtful && !findings.confirmed.contains(&id) {
            deleted += delete(tx, id)?;
        }
    }
    Ok(deleted)
}

/// Makes open leaves of all requested positions of a project.
fn reopen(
    tx: &mut Transaction<'_>,
    project: i64,
    size: BoardSize,
    done: &mut Repaired,
) -> Result<(), StoreFault> {
    let select = "SELECT root.name, root.position, root.place, node.position
        FROM root LEFT JOIN node ON node.id = root.node
        WHERE root.project = $1 ORDER BY root.place";
    let rows = tx.query(select, &[project.into()])?;
    for statement in [
        "DELETE FROM root WHERE project = $1",
        "DELETE FROM lease WHERE project = $1",
        "DELETE FROM excerpt WHERE node IN (SELECT id FROM node WHERE project = $1)",
        "DELETE FROM edge WHERE parent IN (SELECT id FROM node WHERE project = $1)
            OR child IN (SELECT id FROM node WHERE project = $1)",
        "DELETE FROM node WHERE project = $1",
    ] {
        tx.execute(statement, &[project.into()])?;
    }
    for row in &rows {
        let name = row.text(0)?;
        let position = read_position(size, row.text(1)?);
        let (Ok(position), node) = (position, read_position(size, row.text(3)?)) else {
            done.removed.push(name.to_owned());
            continue;
        };
        let one = canonical(&position).0;
        // Two readable positions that differ: nothing tells which one was requested.
        if node.is_ok_and(|node| node != one) {
            done.removed.push(name.to_owned());
            continue;
        }
        let node = TableTree::new(tx, project, size).find_or_add(&one, ProofNumbers::NEW, 0)?;
        let insert = "INSERT INTO root (project, place, name, position, node, positions, seconds)
            VALUES ($1, $2, $3, $4, $5, 0, 0)";
        let values = [
            project.into(),
            row.integer(2)?.into(),
            name.into(),
            write_position(&position).into(),
            node.id.into(),
        ];
        tx.execute(insert, &values)?;
        done.reopened += 1;
    }
    Ok(())
}

/// Resets counts that cannot be right and whose sums would overflow.
fn reset_counts(tx: &mut Transaction<'_>) -> Result<u64, StoreFault> {
    let mut count = 0;
    for (table, column) in [
        ("root", "positions"),
        ("node", "positions"),
        ("claim", "positions"),
        ("worker", "positions"),
        ("worker", "threads"),
        ("lease", "budget"),
    ] {
        let update =
            format!("UPDATE {table} SET {column} = 0 WHERE {column} < 0 OR {column} > {MOST}");
        count += tx.execute(&update, &[])?;
    }
    Ok(count)
}

/// Opens games that are in no known state, and those without their result.
fn reopen_games(tx: &mut Transaction<'_>) -> Result<u64, StoreFault> {
    let update =
        "UPDATE job SET state = 'open' WHERE state NOT IN ('open', 'leased', 'aside', 'done')
        OR (state = 'done' AND result IS NULL)
        OR (state = 'leased' AND NOT EXISTS
            (SELECT 1 FROM lease WHERE lease.project = job.project AND lease.subject = job.id))";
    Ok(tx.execute(update, &[])?)
}
