//! `mustplay store repair`: deletes wrong facts and reopens what may rest on them.

use super::access::StoreArguments;
use super::check::{Sample, examine};
use crate::cli::answer::answer;
use crate::cli::values;
use crate::cluster::repair::repair;
use anyhow::Result;
use std::time::Duration;

/// The arguments of `mustplay store repair`.
#[derive(clap::Args, Clone, Debug)]
pub struct RepairArguments {
    #[command(flatten)]
    store: StoreArguments,

    /// Time limit per fact
    #[arg(long, default_value = "60", value_name = "SECONDS", value_parser = values::seconds)]
    time: Duration,
}

/// Checks everything and repairs what is wrong.
pub fn run(arguments: &RepairArguments) -> Result<()> {
    let mut store = arguments.store.open(false)?;
    let findings = examine(&mut store, Sample::All, arguments.time, true)?;
    let done = store.write(|tx| repair(tx, &findings))?;
    for name in &done.removed {
        answer(&format!(
            "{name}: removed because its position cannot be read: request it again\n"
        ))?;
    }
    answer(&format!(
        "{} facts deleted, {} positions and {} games reopened, {} workers ended\n",
        done.facts, done.reopened, done.games, done.workers
    ))
}
