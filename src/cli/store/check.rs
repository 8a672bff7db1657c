//! `mustplay store check`: checks the contents of a store.

use super::access::StoreArguments;
use super::export::{Answered, certificates};
use crate::cli::answer::answer;
use crate::cli::interrupt::{Interrupt, Watch};
use crate::cli::values;
use crate::cluster::check::{NotConfirmed, confirm};
use crate::cluster::facts::{StoredClaim, StoredFact};
use crate::cluster::proof::{ProofSpec, Root, roots};
use crate::cluster::repair::{Findings, contradictions};
use crate::cluster::{Project, ProjectKind, Store, StoreFault, facts};
use crate::hex::BoardSize;
use crate::solver::{Fact, ProveOptions};
use crate::think::Limits;
use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::time::Duration;

/// The arguments of `mustplay store check`.
#[derive(clap::Args, Clone, Debug)]
pub struct CheckArguments {
    #[command(flatten)]
    store: StoreArguments,

    /// Number of facts per board to prove again, spread over all facts
    #[arg(long, default_value_t = 20, value_name = "N")]
    sample: usize,

    /// Prove all facts again and certify the winners of all solved positions
    #[arg(long, conflicts_with = "sample")]
    all: bool,

    /// Time limit per fact
    #[arg(long, default_value = "60", value_name = "SECONDS", value_parser = values::seconds)]
    time: Duration,

    /// Also certify the winners of all solved positions
    #[arg(long)]
    winners: bool,
}

/// Which facts to prove again.
#[derive(Clone, Copy, Debug)]
pub enum Sample {
    /// All.
    All,
    /// So many of each board.
    Few(usize),
}

/// A project of proofs with its requested positions, if they can be read, and its contradictions.
type Tree = (Project, BoardSize, Vec<Root>, Vec<StoreFault>);

/// Checks.
pub fn run(arguments: &CheckArguments) -> Result<()> {
    let mut store = arguments.store.read()?;
    let (sample, winners) = if arguments.all {
        (Sample::All, true)
    } else {
        (Sample::Few(arguments.sample), arguments.winners)
    };
    let findings = examine(&mut store, sample, arguments.time, winners)?;
    if !findings.wrong.is_empty() || !findings.projects.is_empty() {
        bail!(
            "the store holds wrong contents: `mustplay store repair` deletes them and reopens what \
             may rest on them"
        );
    }
    Ok(())
}

/// Reports a wrong fact.
fn wrong(findings: &mut Findings, claim: &StoredClaim, why: &dyn Display) -> Result<()> {
    findings.wrong.push(claim.clone());
    let worker = claim.worker.map_or("none".to_owned(), |id| id.to_string());
    answer(&format!("claim {} (worker {worker}): {why}\n", claim.id))
}

/// Proves facts again, looks for rows that contradict each other, and certifies winners.
pub fn examine(
    store: &mut Store,
    sample: Sample,
    time: Duration,
    winners: bool,
) -> Result<Findings> {
    let mut boards: BTreeMap<(usize, usize), Vec<StoredClaim>> = BTreeMap::new();
    for claim in store.read(facts::all)? {
        let board = (claim.record.width, claim.record.height);
        boards.entry(board).or_default().push(claim);
    }
    let mut findings = Findings::default();
    for claims in boards.values() {
        check_facts(sample, time, claims, &mut findings)?;
    }
    answer(&format!(
        "{} facts confirmed by certificates, {} not decided in time, {} wrong\n",
        findings.confirmed.len(),
        findings.open,
        findings.wrong.len()
    ))?;
    for (project, size, roots, faults) in store.read(trees)? {
        for fault in &faults {
            findings.projects.insert(project.id);
            answer(&format!("{}: {fault}\n", project.name))?;
        }
        if winners {
            let claims = boards.get(&(size.width(), size.height()));
            let claims = claims.into_iter().flatten();
            let right = claims.filter(|claim| !findings.wrong.contains(claim));
            let facts: Vec<StoredFact> = right.filter_map(|claim| claim.fact().ok()).collect();
            let wrong = check_winners(size, &roots, &facts)?;
            if wrong > 0 {
                findings.projects.insert(project.id);
            }
        }
    }
    Ok(findings)
}

/// The proof trees.
fn trees(tx: &mut crate::cluster::Transaction<'_>) -> Result<Vec<Tree>, StoreFault> {
    let mut found = Vec::new();
    for project in Project::all(tx)? {
        if project.kind == ProjectKind::Proofs {
            let size = ProofSpec::read(&project.spec)?.size()?;
            let faults = contradictions(tx, &project)?;
            let asked = match roots(tx, project.id, size) {
                Err(StoreFault::Inconsistent { .. } | StoreFault::Broken(_)) => Vec::new(),
                other => other?,
            };
            found.push((project, size, asked, faults));
        }
    }
    Ok(found)
}

/// The unreadable ones, and every n-th of the others.
fn check_facts(
    sample: Sample,
    time: Duration,
    claims: &[StoredClaim],
    findings: &mut Findings,
) -> Result<()> {
    let mut readable = Vec::new();
    for claim in claims {
        match Fact::read(&claim.record) {
            Ok(fact) => readable.push((claim, fact)),
            Err(why) => wrong(findings, claim, &why)?,
        }
    }
    let interrupt = Interrupt::listen();
    let watch = Watch {
        interrupt,
        until: None,
        show: &|_| {},
    };
    let most = match sample {
        Sample::All => readable.len(),
        Sample::Few(most) => most,
    };
    let every = readable.len().div_ceil(most.max(1)).max(1);
    for (claim, fact) in readable.iter().step_by(every).take(most) {
        if interrupt.is_pressed() {
            bail!("stopped before everything was checked");
        }
        match confirm(
            fact,
            ProveOptions::default(),
            Limits::from_now(time),
            &watch,
        ) {
            Ok(_) => drop(findings.confirmed.insert(claim.id)),
            Err(NotConfirmed::Undecided) => findings.open += 1,
            Err(why) => wrong(findings, claim, &why)?,
        }
    }
    Ok(())
}

/// Certifies the winners of all solved positions, and their winning moves. Returns how many are
/// wrong.
fn check_winners(size: BoardSize, roots: &[Root], facts: &[StoredFact]) -> Result<usize> {
    let solved = Answered::all(roots);
    let moves = roots.iter().filter_map(|root| {
        let (winner, best) = (root.winner?, root.best?);
        let mut position = root.position;
        position.play(best);
        (position.winner() != Some(winner)).then(|| Answered {
            name: format!("{} {}", root.name, size.name(best)),
            position,
            winner,
        })
    });
    let (count, mut wrong) = (solved.len(), 0);
    let answered: Vec<Answered> = solved.into_iter().chain(moves).collect();
    certificates(size, &answered, facts, |answered, made| match made {
        Ok(_) => Ok(()),
        Err(why) => {
            wrong += 1;
            answer(&format!("{}: {why}\n", answered.name))
        }
    })?;
    if wrong == 0 {
        answer(&format!("{size}: {count} winners certified\n"))?;
    }
    Ok(wrong)
}
