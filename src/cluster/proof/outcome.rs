//! The jobs of leaves: leased, finished, given back, or lost with their worker.

use super::super::facts;
use super::super::lease::{self, DEATHS, Holder, Lease};
use super::super::{StoreFault, StoreWorker, Transaction};
use super::{
    JobNode, JobNodeId, JobNodeState, LeafSelection, Pace, ProofTree, Root, Supply, TableTree,
    WideCells, WidePosition, Widening, canonical, expected_positions, is_split, mark, refresh,
    select, update,
};
use crate::hex::{BoardSize, Cell, Colour};
use crate::solver::{Fact, Image, JobMove, ProofNumbers, SearchEnd};
use crate::think::Budget;
use std::collections::HashMap;

/// The assumed speed before any was measured, in positions a second.
const SPEED: f64 = 500.0;

/// What jobs need of a project of proofs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProofJobs {
    /// The number of the project.
    pub project: i64,
    /// The board.
    pub size: BoardSize,
    /// Which moves count.
    pub widening: Widening,
    /// The desired length of jobs.
    pub pace: Pace,
}

/// A leased leaf.
#[derive(Clone, Debug)]
pub struct LeafLease {
    /// The lease.
    pub lease: Lease,
    /// The position, in the requested orientation if it was requested.
    pub position: WidePosition,
    /// The symmetry from it to its node's position.
    pub image: Image,
    /// Its name, if it was requested.
    pub name: Option<String>,
    /// The budget.
    pub budget: Budget,
    /// The numbers beyond which another leaf is better.
    pub ends: SearchEnd,
    /// The leaves and workers at the time of the lease.
    pub supply: Supply,
    /// The excerpts of other workers for positions on the path to it.
    pub excerpts: Vec<Excerpt>,
}

/// An excerpt of a worker's table below a node, from the end of its job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// The node.
    pub node: JobNodeId,
    /// Its position.
    pub position: WidePosition,
    /// The positions searched for it so far.
    pub positions: u64,
    /// See [`crate::solver::JobSolver::excerpt`].
    pub data: Vec<u8>,
}

/// The findings of a job.
#[derive(Clone, PartialEq, Debug)]
pub enum JobOutcome {
    /// The winner, the cells it needs, and its move.
    Decided(Colour, WideCells, Option<Cell>),
    /// The moves that may still win, the cells that beat all others, and the numbers.
    Open(Vec<JobMove>, WideCells, ProofNumbers),
    /// Nothing.
    Nothing,
}

/// The findings of a job and its cost.
#[derive(Clone, Debug)]
pub struct JobReport {
    /// The findings.
    pub outcome: JobOutcome,
    /// The position that it follows from, if it was not searched.
    pub follows: Option<String>,
    /// Positions searched.
    pub positions: u64,
    /// Seconds.
    pub seconds: f64,
    /// Claims found by the search.
    pub facts: Vec<Fact>,
    /// The excerpt below the leaf's node, if it stays open and others may continue.
    pub excerpt: Option<Vec<u8>>,
}

/// The effects of the end of a job.
#[derive(Clone, Debug, Default)]
pub struct Finished {
    /// Whether the job was counted, because its lease still existed.
    pub counted: bool,
    /// How many nodes it decided.
    pub decided: usize,
    /// Whether the leaf was split.
    pub expanded: bool,
}

/// Takes back the expired leases and returns how many there were.
pub fn reclaim(tx: &mut Transaction<'_>, jobs: ProofJobs) -> Result<usize, StoreFault> {
    let expired = lease::expired(tx, jobs.project)?;
    for lease in &expired {
        lease::end(tx, lease)?;
        release(tx, jobs, lease, true)?;
    }
    Ok(expired.len())
}

/// Frees a leaf, or sets it aside if its workers died too often.
fn release(
    tx: &mut Transaction<'_>,
    jobs: ProofJobs,
    lease: &Lease,
    died: bool,
) -> Result<(), StoreFault> {
    let mut tree = TableTree::new(tx, jobs.project, jobs.size);
    let mut node = tree.node(lease.subject)?;
    if node.state != JobNodeState::Leaf {
        return Ok(());
    }
    node.deaths += u32::from(died);
    if node.deaths >= DEATHS {
        node.state = JobNodeState::Aside;
    }
    mark(&mut node, false);
    tree.save(&node)?;
    update(&mut tree, &[node.id], jobs.widening)?;
    Ok(())
}

/// Gives a lease back and frees the leaf.
pub fn give_back(
    tx: &mut Transaction<'_>,
    jobs: ProofJobs,
    lease: &Lease,
) -> Result<(), StoreFault> {
    if lease::end(tx, lease)? {
        release(tx, jobs, lease, false)?;
    }
    Ok(())
}

/// The numbers of leaves of a project and of active threads.
pub fn supply(
    tx: &mut Transaction<'_>,
    jobs: ProofJobs,
    seconds: f64,
) -> Result<Supply, StoreFault> {
    let project = [jobs.project.into()];
    let free = "SELECT CAST(coalesce(sum(free), 0) AS BIGINT) FROM node
        WHERE id IN (SELECT node FROM root WHERE project = $1)";
    let leased = "SELECT count(*) FROM lease WHERE project = $1";
    let workers = "SELECT CAST(coalesce(sum(threads), 0) AS BIGINT) FROM worker
        WHERE ended IS NULL AND seen > {now} - $1";
    let spent = "SELECT coalesce(sum(seconds), 0.0), CAST(coalesce(sum(positions), 0) AS BIGINT)
        FROM root WHERE project = $1";
    let row = tx.first(spent, &project)?;
    let row = row.ok_or_else(|| StoreFault::Broken("no sum of roots".to_owned()))?;
    Ok(Supply {
        seconds: row.real(0)?,
        positions: row.integer(1)?.unsigned_abs(),
        free: tx.number(free, &project)?.unsigned_abs(),
        leased: tx.number(leased, &project)?.unsigned_abs(),
        workers: tx.number(workers, &[seconds.into()])?.unsigned_abs(),
    })
}

/// Takes back abandoned leases: expired ones, and those of an earlier attempt of this thread whose
/// outcome is unknown.
pub fn tidy(tx: &mut Transaction<'_>, jobs: ProofJobs, holder: Holder) -> Result<(), StoreFault> {
    holder.worker.is_there(tx)?;
    reclaim(tx, jobs)?;
    for left in lease::of_slot(tx, holder)? {
        if left.project == jobs.project {
            give_back(tx, jobs, &left)?;
        }
    }
    Ok(())
}

/// Leases the best free leaf below these positions, if there is one.
pub fn lease(
    tx: &mut Transaction<'_>,
    jobs: ProofJobs,
    holder: Holder,
    all: &[Root],
) -> Result<Option<LeafLease>, StoreFault> {
    let views: Vec<_> = all.iter().map(Root::view).collect();
    let supply = supply(tx, jobs, holder.seconds)?;
    let pace = jobs.pace.now(supply);
    let mut tree = TableTree::new(tx, jobs.project, jobs.size);
    let Some(LeafSelection { path, ends }) =
        select(&mut tree, &views, jobs.widening, holder.worker.id)?
    else {
        return Ok(None);
    };
    let Some(&id) = path.last() else {
        return Ok(None);
    };
    let mut leaf = tree.node(id)?;
    mark(&mut leaf, true);
    tree.save(&leaf)?;
    update(&mut tree, &[id], jobs.widening)?;
    let root = all.iter().find(|root| root.node == id);
    let budget = pace.budget(&leaf, root.is_some(), supply);
    let spent = "SELECT coalesce(sum(positions) / nullif(sum(busy), 0), 0.0) FROM worker";
    let row = tx.first(spent, &[])?;
    let speed = row.map_or(Ok(0.0), |row| row.real(0))?;
    let speed = if speed > 0.0 { speed } else { SPEED };
    let lease = lease::take(
        tx,
        holder,
        jobs.project,
        &path,
        expected_positions(budget, speed),
    )?;
    let (position, image, name) = match root {
        Some(root) => {
            let (_, image) = canonical(&root.position);
            (root.position, image, Some(root.name.clone()))
        }
        None => (leaf.position, Image::Same, None),
    };
    Ok(Some(LeafLease {
        lease,
        position,
        image,
        name,
        budget,
        ends: SearchEnd {
            numbers: ends,
            least: pace.stays(speed),
        },
        supply,
        excerpts: Vec::new(),
    }))
}

/// The excerpts of other workers on the path to a leaf that are newer than `known`, which has the
/// positions searched for each node when it was last read.
pub(super) fn excerpts(
    tx: &mut Transaction<'_>,
    jobs: ProofJobs,
    lease: &Lease,
    worker: StoreWorker,
    known: &HashMap<JobNodeId, u64>,
) -> Result<Vec<Excerpt>, StoreFault> {
    let mut found = Vec::new();
    for &node in &lease.path {
        let select = "SELECT positions FROM excerpt WHERE node = $1 AND worker <> $2";
        let key = [node.into(), worker.id.into()];
        let Some(row) = tx.first(select, &key)? else {
            continue;
        };
        let positions = row.integer(0)?.unsigned_abs();
        if known.get(&node) == Some(&positions) {
            continue;
        }
        let select = "SELECT data FROM excerpt WHERE node = $1";
        let row = tx.first(select, &[node.into()])?;
        let data = row.map_or(Ok(Vec::new()), |row| row.bytes(0).map(<[u8]>::to_vec))?;
        let position = TableTree::new(tx, jobs.project, jobs.size)
            .node(node)?
            .position;
        found.push(Excerpt {
            node,
            position,
            positions,
            data,
        });
    }
    Ok(found)
}

/// An outcome transformed to the leaf's node.
fn imaged(outcome: &JobOutcome, image: Image, size: BoardSize) -> JobOutcome {
    let cells = |set| image.cells(size, set);
    let cell = |one: Cell| cells(WideCells::of(one)).first().unwrap_or(one);
    match outcome {
        JobOutcome::Decided(winner, carrier, best) => {
            JobOutcome::Decided(image.colour(*winner), cells(*carrier), best.map(cell))
        }
        JobOutcome::Open(moves, cover, numbers) => {
            let moves = moves.iter().map(|one| JobMove {
                cell: cell(one.cell),
                ..*one
            });
            JobOutcome::Open(moves.collect(), cells(*cover), *numbers)
        }
        JobOutcome::Nothing => JobOutcome::Nothing,
    }
}

/// Writes the findings of a job. Writing them twice is harmless: known results stay as they are,
/// and a job is counted only if its lease still exists.
pub fn finish(
    tx: &mut Transaction<'_>,
    jobs: ProofJobs,
    holder: Holder,
    leaf: &LeafLease,
    report: &JobReport,
) -> Result<Finished, StoreFault> {
    let counted = lease::end(tx, &leaf.lease)?;
    if counted {
        holder.worker.count(tx, report.seconds, report.positions)?;
        let update = "UPDATE root SET positions = positions + $1, seconds = seconds + $2
            WHERE project = $3 AND node = $4";
        let values = [
            report.positions.into(),
            report.seconds.into(),
            jobs.project.into(),
            leaf.lease.root.into(),
        ];
        tx.execute(update, &values)?;
    }
    let supply = supply(tx, jobs, holder.seconds)?;
    let jobs = ProofJobs {
        pace: jobs.pace.now(supply),
        ..jobs
    };
    let mut tree = TableTree::new(tx, jobs.project, jobs.size);
    let mut node = tree.node(leaf.lease.subject)?;
    let mut decided = Vec::new();
    let mut finished = Finished {
        counted,
        ..Finished::default()
    };
    if node.winner().is_none() && counted && node.state != JobNodeState::Inner {
        node.positions += report.positions;
        node.seconds += report.seconds;
        (node.visits, node.deaths) = (node.visits + 1, 0);
        node.worker = holder.worker.id;
    }
    match (node.state, imaged(&report.outcome, leaf.image, jobs.size)) {
        (JobNodeState::Decided(known), JobOutcome::Decided(winner, ..)) if known != winner => {
            let position = super::write_position(&node.position);
            return Err(StoreFault::Contradiction(format!("of {position}")));
        }
        (JobNodeState::Decided(_), _) => {}
        (_, JobOutcome::Decided(winner, carrier, best)) => {
            node.decide(winner, carrier, best);
            tree.save(&node)?;
            decided.push(node.clone());
        }
        (JobNodeState::Inner, _) => {}
        // Another worker may be busy with it by now.
        _ if !counted => {}
        (_, outcome) => {
            finished.expanded = reopen(&mut tree, &mut node, report, &outcome, jobs, supply)?;
            tree.save(&node)?;
            if node.winner().is_some() {
                decided.push(node.clone());
            }
        }
    }
    decided.extend(update(&mut tree, &[node.id], jobs.widening)?);
    if let (Some(data), None, true) = (&report.excerpt, node.winner(), counted) {
        tx.execute("DELETE FROM excerpt WHERE node = $1", &[node.id.into()])?;
        let insert = "INSERT INTO excerpt (node, worker, positions, data) VALUES ($1, $2, $3, $4)";
        let values = [
            node.id.into(),
            holder.worker.id.into(),
            node.positions.into(),
            data.clone().into(),
        ];
        tx.execute(insert, &values)?;
    }
    for node in &decided {
        tx.execute("DELETE FROM excerpt WHERE node = $1", &[node.id.into()])?;
    }
    finished.decided = decided.len();
    settle(tx, jobs, leaf, report, &decided)?;
    facts::keep(tx, &report.facts, Some(holder.worker.id))?;
    Ok(finished)
}

/// Updates a leaf that stays open: it is freed, or split if there are too few leaves.
fn reopen(
    tree: &mut TableTree<'_, '_>,
    node: &mut JobNode,
    report: &JobReport,
    outcome: &JobOutcome,
    jobs: ProofJobs,
    supply: Supply,
) -> Result<bool, StoreFault> {
    let split = is_split(
        jobs.pace,
        node.seconds,
        report.seconds,
        report.positions,
        supply,
    );
    if let JobOutcome::Open(moves, cover, numbers) = outcome {
        node.numbers = *numbers;
        if split && !moves.is_empty() {
            tree.expand(node, moves)?;
            node.state = JobNodeState::Inner;
            node.open = moves.iter().map(|one| one.cell).collect();
            node.cover = *cover;
            let edges = tree.edges(node)?;
            refresh(node, &edges, jobs.widening);
            node.cover = tree.needed(node);
            return Ok(true);
        }
    }
    node.state = JobNodeState::Leaf;
    mark(node, false);
    Ok(false)
}

/// Records which requested positions are decided, and stores the results above the leaf as facts.
fn settle(
    tx: &mut Transaction<'_>,
    jobs: ProofJobs,
    leaf: &LeafLease,
    report: &JobReport,
    decided: &[JobNode],
) -> Result<(), StoreFault> {
    let mut above = Vec::new();
    for node in decided {
        let here = node.id == leaf.lease.subject;
        let follows = report.follows.as_deref().filter(|_| here);
        let update = "UPDATE root SET decided = {now}, follows = $1
            WHERE project = $2 AND node = $3 AND decided IS NULL RETURNING name";
        let values = [follows.into(), jobs.project.into(), node.id.into()];
        let rows = tx.query(update, &values)?;
        let name = rows.first().map(|row| row.text(0)).transpose()?;
        if let (Some(winner), false) = (node.winner(), here && leaf.name.is_some()) {
            let work = u32::try_from(node.positions).unwrap_or(u32::MAX);
            let work = work.max(facts::WORTH);
            let fact = Fact::of_result(&node.position, winner, node.cover, name, work);
            above.push(fact);
        }
    }
    facts::keep(tx, &above, None)
}
