//! The leases of leaves: taken, given back, or lost with their worker.

use super::super::lease::{self, DEATHS, Holder, Lease};
use super::super::{StoreFault, StoreWorker, Transaction};
use super::consistency::recount;
use super::{
    JobNodeId, JobNodeState, LeafSelection, Pace, ProofTree, Root, Supply, TableTree, WidePosition,
    Widening, below, canonical, expected_positions, mark, roots, select, update,
};
use crate::hex::{BoardSize, Image};
use crate::solver::SearchEnd;
use crate::think::Budget;
use std::collections::{HashMap, HashSet};

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
    /// The position: as it was requested, or with the sides as they are below what was requested.
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
    let Some(mut node) = tree.find(lease.subject)? else {
        return Ok(());
    };
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

/// The best free leaf below these positions that is not leased.
fn pick(
    tx: &mut Transaction<'_>,
    jobs: ProofJobs,
    all: &[Root],
    worker: i64,
) -> Result<Option<LeafSelection>, StoreFault> {
    let views: Vec<_> = all.iter().map(Root::view).collect();
    let mut tree = TableTree::new(tx, jobs.project, jobs.size);
    let found = select(&mut tree, &views, jobs.widening, worker)?;
    let leaf = found.as_ref().and_then(|found| found.path.last());
    match leaf {
        Some(&leaf) if lease::is_taken(tx, jobs.project, leaf)? => Ok(None),
        _ => Ok(found),
    }
}

/// Leases the best free leaf below these positions, if there is one.
pub fn lease(
    tx: &mut Transaction<'_>,
    jobs: ProofJobs,
    holder: Holder,
    all: &[Root],
) -> Result<Option<LeafLease>, StoreFault> {
    let supply = supply(tx, jobs, holder.seconds)?;
    let pace = jobs.pace.now(supply);
    let found = pick(tx, jobs, all, holder.worker.id)?;
    // Free leaves that cannot be found, or open positions without any, contradict each other.
    let strange = supply.leased == 0 || all.iter().any(|root| root.free > 0);
    let found = match found {
        None if strange && !all.iter().all(Root::is_over) => {
            recount(tx, jobs)?;
            let asked: HashSet<&str> = all.iter().map(|root| root.name.as_str()).collect();
            let mut all = roots(tx, jobs.project, jobs.size)?;
            all.retain(|root| asked.contains(root.name.as_str()));
            let found = pick(tx, jobs, &all, holder.worker.id)?;
            let open = all.iter().filter(|root| !root.is_over()).count();
            if found.is_none() && open > 0 && supply.leased == 0 {
                let why = "no leaf below them is free";
                return Err(StoreFault::Stuck { open, why });
            }
            found
        }
        found => found,
    };
    let Some(LeafSelection { path, ends }) = found else {
        return Ok(None);
    };
    let Some(&id) = path.last() else {
        return Ok(None);
    };
    let mut tree = TableTree::new(tx, jobs.project, jobs.size);
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
    let above = all.iter().find(|root| path.first() == Some(&root.node));
    let image = match (root, above) {
        (Some(root), _) => canonical(&root.position).1,
        (None, Some(above)) => below(&above.position, &leaf.position),
        (None, None) => Image::Same,
    };
    Ok(Some(LeafLease {
        lease,
        position: image.position(&leaf.position),
        image,
        name: root.map(|root| root.name.clone()),
        budget,
        ends: SearchEnd {
            numbers: ends,
            least: supply.least_positions(speed),
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

#[cfg(all(test, feature = "sqlite"))]
mod tests {
    use super::super::{JobOutcome, JobReport, ProofSpec, RootTask, ask, finish, read_position};
    use super::*;
    use crate::cluster::{Address, Project, ProjectKind, Store};
    use crate::solver::{JobMove, ProofNumbers, ProveOptions};

    /// Else a worker would not know again what it has searched one move before.
    #[test]
    fn leaves_have_the_sides_of_the_request() {
        let size: BoardSize = "4".parse().unwrap();
        let pace = Pace {
            seconds: 1.0,
            positions: 1,
        };
        let spec = ProofSpec::new(size, &ProveOptions::DEFAULT, pace);
        let mut store = Store::open(&Address::read(":memory:").unwrap(), true).unwrap();
        let done = store.write(|tx| {
            let project = Project::begin(tx, ProjectKind::Proofs, "test", &spec.write(), &[])?;
            let jobs = spec.jobs(project.id)?;
            let mut position = read_position(size, "b2//white")?;
            let name = "b2".to_owned();
            ask(tx, project.id, size, &[RootTask { name, position }])?;
            let holder = Holder {
                worker: StoreWorker::begin(tx, "test", 1)?,
                slot: 0,
                seconds: 60.0,
            };
            for _ in 0..4 {
                let all = roots(tx, project.id, size)?;
                let leaf = lease(tx, jobs, holder, &all)?.unwrap();
                assert!([position, position.rotated()].contains(&leaf.position));
                position = leaf.position;
                let cell = position.empty().first().unwrap();
                let only = JobMove {
                    cell,
                    numbers: ProofNumbers::NEW,
                    work: 1,
                };
                let report = JobReport {
                    outcome: JobOutcome::Open(vec![only], position.empty(), ProofNumbers::NEW),
                    follows: None,
                    positions: 1,
                    seconds: 0.0,
                    facts: Vec::new(),
                    excerpt: None,
                };
                assert!(finish(tx, jobs, holder, &leaf, &report)?.expanded);
                position.play(cell);
            }
            Ok(())
        });
        done.unwrap();
    }
}
