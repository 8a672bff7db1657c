//! `mustplay store simulate`: proofs on many workers, in virtual time.

use crate::cli::answer::answer;
use crate::cli::solve::tasks::{SolveTask, openings};
use crate::cli::values::{self, SolverOptions};
use crate::cluster::proof::{Cluster, Pace, ProofSpec, RootTask, simulate};
use crate::hex::BoardSize;
use anyhow::Result;
use std::time::Duration;

/// The arguments of `mustplay store simulate`.
#[derive(clap::Args, Clone, Debug)]
pub struct SimulateArguments {
    /// Board size of the openings: 7, or columns x rows such as 6x7
    #[arg(long, default_value = "7", value_name = "SIZE", value_parser = values::size)]
    size: BoardSize,

    /// Solve only the position after this first move by Black [default: after each first move]
    #[arg(long, value_name = "CELL")]
    opening: Option<String>,

    /// Numbers of workers to simulate, one after the other
    #[arg(long, default_value = "1,2,4", value_name = "N,...", value_delimiter = ',', value_parser = values::count)]
    workers: Vec<usize>,

    /// Positions a worker searches per second
    #[arg(long, default_value = "5000", value_name = "N", value_parser = speed)]
    speed: f64,

    /// Seconds per database transaction
    #[arg(long, default_value = "0.004", value_name = "SECONDS", value_parser = values::seconds)]
    transaction: Duration,

    /// Seconds between the starts of one worker and the next
    #[arg(long, default_value = "0", value_name = "SECONDS", value_parser = values::seconds)]
    stagger: Duration,

    /// Target seconds per job
    #[arg(long, default_value = "10", value_name = "SECONDS", value_parser = values::seconds)]
    job_time: Duration,

    /// Solver options, such as hash=100
    #[arg(long, value_name = "KEY=VALUE,...", default_value = "", value_parser = values::solver_options)]
    options: SolverOptions,
}

fn speed(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    number
        .filter(|speed| (0.01..=1e6).contains(speed))
        .ok_or_else(|| "a number from 0.01 to 1000000".to_owned())
}

/// Simulates.
pub fn run(arguments: &SimulateArguments) -> Result<()> {
    let pace = Pace {
        seconds: arguments.job_time.as_secs_f64(),
        positions: 0,
    };
    let spec = ProofSpec::new(arguments.size, &arguments.options.values, pace);
    let openings = openings(arguments.size, arguments.opening.as_deref())?;
    let tasks: Vec<RootTask> = openings.iter().map(SolveTask::root).collect();
    answer(
        "workers   seconds  speed-up  positions   jobs  busy  wait/job  transactions/s  nodes  facts\n",
    )?;
    let mut first = None;
    for &workers in &arguments.workers {
        let cluster = Cluster {
            workers,
            speed: arguments.speed,
            transaction: arguments.transaction.as_secs_f64(),
            stagger: arguments.stagger.as_secs_f64(),
        };
        let found = simulate(cluster, arguments.size, &spec, &tasks)?;
        let alone = *first.get_or_insert(found.seconds);
        answer(&format!(
            "{workers:7} {:9.1} {:9.2} {:10} {:6} {:4.0}% {:8.3}s {:15.1} {:6} {:6}\n",
            found.seconds,
            alone / found.seconds,
            found.positions,
            found.jobs,
            100.0 * found.busy / found.seconds / workers as f64,
            found.queued / found.jobs as f64,
            found.transactions as f64 / found.seconds,
            found.nodes,
            found.facts,
        ))?;
    }
    Ok(())
}
