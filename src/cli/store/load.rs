//! `mustplay store load`: how many jobs per second a store can handle.

use super::access::StoreArguments;
use crate::cli::answer::answer;
use crate::cli::values;
use crate::cluster::proof::load;
use anyhow::Result;
use std::time::Duration;

/// The arguments of `mustplay store load`.
#[derive(clap::Args, Clone, Debug)]
pub struct LoadArguments {
    #[command(flatten)]
    store: StoreArguments,

    /// Parallel connections
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = values::count)]
    connections: usize,

    /// Duration of the measurement
    #[arg(long, default_value = "10", value_name = "SECONDS", value_parser = values::some_seconds)]
    time: Duration,
}

/// Seconds per job for which the number of workers is reported.
const JOB: f64 = 10.0;

/// Measures.
pub fn run(arguments: &LoadArguments) -> Result<()> {
    let stores = (0..arguments.connections).map(|_| arguments.store.open(true));
    let found = load(stores.collect::<Result<_>>()?, arguments.time)?;
    let rate = found.jobs as f64 / found.seconds;
    answer(&format!(
        "{} jobs in {:.1} s: {rate:.0} per second, {:.1} ms per transaction with {} in \
         parallel\nhalf of that is enough for {:.0} workers whose jobs take {JOB:.0} s\n",
        found.jobs,
        found.seconds,
        1000.0 * found.transaction,
        arguments.connections,
        rate / 2.0 * JOB,
    ))
}
