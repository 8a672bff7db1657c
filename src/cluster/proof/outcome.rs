//! The findings of jobs, and their effects.

use super::super::facts;
use super::super::lease::{self, Holder};
use super::super::{StoreFault, Transaction};
use super::{
    JobNode, JobNodeState, LeafLease, ProofJobs, ProofTree, Supply, TableTree, WideCells, is_split,
    mark, refresh, supply, update,
};
use crate::hex::{BoardSize, Cell, Colour, Image};
use crate::solver::{Fact, JobMove, ProofNumbers};

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
            return Err(StoreFault::Contradiction(format!(
                "of {position}: {known} wins by worker {}, {winner} by this one",
                node.worker
            )));
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
