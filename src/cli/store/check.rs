//! `mustplay store check`: checks the contents of a store.

use super::access::StoreArguments;
use super::export::{certificates, claims};
use super::status::proofs;
use crate::cli::answer::answer;
use crate::cli::interrupt::{Interrupt, Watch};
use crate::cli::values;
use crate::cluster::check::{NotConfirmed, confirm};
use crate::cluster::facts::StoredClaim;
use crate::cluster::{Store, facts};
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

    /// Prove all facts again
    #[arg(long, conflicts_with = "sample")]
    all: bool,

    /// Time limit per fact
    #[arg(long, default_value = "60", value_name = "SECONDS", value_parser = values::seconds)]
    time: Duration,

    /// Also certify the winners of all solved positions
    #[arg(long)]
    winners: bool,
}

/// What was found.
#[derive(Default)]
struct Findings {
    confirmed: usize,
    open: usize,
    wrong: usize,
}

impl Findings {
    /// Reports a wrong fact.
    fn wrong(&mut self, claim: &StoredClaim, why: &dyn Display) -> Result<()> {
        self.wrong += 1;
        let worker = claim.worker.map_or("none".to_owned(), |id| id.to_string());
        answer(&format!("claim {} (worker {worker}): {why}\n", claim.id))
    }
}

/// Checks.
pub fn run(arguments: &CheckArguments) -> Result<()> {
    let mut store = arguments.store.open(false)?;
    let mut boards: BTreeMap<(usize, usize), Vec<StoredClaim>> = BTreeMap::new();
    for claim in store.read(facts::all)? {
        let board = (claim.record.width, claim.record.height);
        boards.entry(board).or_default().push(claim);
    }
    let mut findings = Findings::default();
    for claims in boards.values() {
        check_facts(arguments, claims, &mut findings)?;
    }
    answer(&format!(
        "{} facts confirmed by certificates, {} not decided in time, {} wrong\n",
        findings.confirmed, findings.open, findings.wrong
    ))?;
    if findings.wrong > 0 {
        bail!("the store holds wrong facts: delete them and all other facts of the same worker");
    }
    if arguments.winners {
        winners(&mut store)?;
    }
    Ok(())
}

/// The unreadable ones, and every n-th of the others.
fn check_facts(
    arguments: &CheckArguments,
    claims: &[StoredClaim],
    findings: &mut Findings,
) -> Result<()> {
    let mut readable = Vec::new();
    for claim in claims {
        match Fact::read(&claim.record) {
            Ok(fact) => readable.push((claim, fact)),
            Err(why) => findings.wrong(claim, &why)?,
        }
    }
    let interrupt = Interrupt::listen();
    let watch = Watch {
        interrupt,
        until: None,
        show: &|_| {},
    };
    let most = if arguments.all {
        readable.len()
    } else {
        arguments.sample
    };
    let every = readable.len().div_ceil(most.max(1)).max(1);
    for (claim, fact) in readable.iter().step_by(every).take(most) {
        if interrupt.is_pressed() {
            bail!("stopped before everything was checked");
        }
        let limits = Limits::from_now(arguments.time);
        match confirm(fact, ProveOptions::default(), limits, &watch) {
            Ok(_) => findings.confirmed += 1,
            Err(NotConfirmed::Undecided) => findings.open += 1,
            Err(why) => findings.wrong(claim, &why)?,
        }
    }
    Ok(())
}

/// Certifies the winners of all solved positions.
fn winners(store: &mut Store) -> Result<()> {
    for (size, roots) in proofs(store)? {
        let claims = claims(store, size)?;
        let mut count = 0;
        certificates(size, &roots, &claims, |_, _| {
            count += 1;
            Ok(())
        })?;
        let size: BoardSize = size;
        answer(&format!("{size}: {count} winners certified\n"))?;
    }
    Ok(())
}
