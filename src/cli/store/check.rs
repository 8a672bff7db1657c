//! `mustplay store check`: whether what a store holds is right.

use super::access::StoreArguments;
use super::export::{certificates, claims};
use super::status::proofs;
use crate::board::BoardSize;
use crate::cli::answer::answer;
use crate::cli::interrupt::{Interrupt, Watch};
use crate::cli::values;
use crate::prove::{Fact, ProofLimits, ProveOptions};
use crate::store::check::{NotConfirmed, confirm};
use crate::store::facts::StoredClaim;
use crate::store::{Store, facts};
use anyhow::{Result, bail};
use std::time::{Duration, Instant};

/// The arguments of `mustplay store check`.
#[derive(clap::Args, Clone, Debug)]
pub struct CheckArguments {
    #[command(flatten)]
    store: StoreArguments,

    /// How many facts of each board to prove anew, spread over all
    #[arg(long, default_value_t = 20, value_name = "N")]
    sample: usize,

    /// Prove all facts anew
    #[arg(long, conflicts_with = "sample")]
    all: bool,

    /// The most time for a fact
    #[arg(long, default_value = "60", value_name = "SECONDS", value_parser = values::seconds)]
    time: Duration,

    /// Certify the winners of all solved positions, too
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

/// Checks.
pub fn run(arguments: &CheckArguments) -> Result<()> {
    let mut store = arguments.store.open(false)?;
    let sizes = store.read(facts::sizes)?;
    let mut findings = Findings::default();
    for size in sizes {
        let all = claims(&mut store, size)?;
        check_facts(arguments, &all, &mut findings)?;
    }
    answer(&format!(
        "{} facts confirmed by certificates, {} not decided in time, {} wrong\n",
        findings.confirmed, findings.open, findings.wrong
    ))?;
    if findings.wrong > 0 {
        bail!("the store holds wrong facts: delete them, and those of the same worker");
    }
    if arguments.winners {
        winners(&mut store)?;
    }
    Ok(())
}

/// Every so-manieth of them.
fn sample(all: &[StoredClaim], most: usize) -> impl Iterator<Item = &StoredClaim> {
    let every = all.len().div_ceil(most.max(1)).max(1);
    all.iter().step_by(every).take(most)
}

fn check_facts(
    arguments: &CheckArguments,
    all: &[StoredClaim],
    findings: &mut Findings,
) -> Result<()> {
    let interrupt = Interrupt::listen();
    let watch = Watch {
        interrupt,
        until: None,
        show: &|_| {},
    };
    let most = if arguments.all {
        all.len()
    } else {
        arguments.sample
    };
    for claim in sample(all, most) {
        if interrupt.is_pressed() {
            bail!("ended before all was checked");
        }
        let limits = ProofLimits {
            until: Instant::now().checked_add(arguments.time),
            nodes: None,
        };
        let fact = Fact::read(&claim.record)?;
        match confirm(&fact, ProveOptions::default(), limits, &watch) {
            Ok(_) => findings.confirmed += 1,
            Err(NotConfirmed::Undecided) => findings.open += 1,
            Err(why) => {
                findings.wrong += 1;
                let worker = claim.worker.map_or("none".to_owned(), |id| id.to_string());
                let line = format!("claim {} (worker {worker}): {why}\n", claim.id);
                answer(&line)?;
            }
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
