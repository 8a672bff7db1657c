//! `mustplay store`: status, contents and measurements of a store.

pub mod access;
mod check;
mod export;
mod load;
mod repair;
#[cfg(feature = "sqlite")]
mod simulate;
mod status;

use access::StoreArguments;
use anyhow::Result;
use clap::Subcommand;

/// The tasks of `mustplay store`.
#[derive(Subcommand, Clone, Debug)]
pub enum StoreTask {
    /// Show progress, workers, and jobs that were set aside
    Status(status::StatusArguments),
    /// Draw the maps of openings, as far as solved
    Map(status::MapArguments),
    /// Show the status repeatedly until all jobs are done
    Watch(status::WatchArguments),
    /// Write facts, solutions and certificates to files
    Export(export::ExportArguments),
    /// Read facts from an exported file, or one that solve --claims wrote
    Import(export::ImportArguments),
    /// Prove facts and winners again and check their certificates
    Check(check::CheckArguments),
    /// Solve openings on a simulated cluster and report the speed-up and its causes
    #[cfg(feature = "sqlite")]
    Simulate(simulate::SimulateArguments),
    /// Measure how many jobs per second an empty store can handle
    Load(load::LoadArguments),
    /// Retry jobs that were set aside because their workers died
    Retry(StoreArguments),
    /// Delete wrong facts, and reopen positions and games that may rest on them
    Repair(repair::RepairArguments),
    /// Let workers of this program version join
    Admit(AdmitArguments),
}

/// The arguments of `mustplay store admit`.
#[derive(clap::Args, Clone, Debug)]
pub struct AdmitArguments {
    #[command(flatten)]
    store: StoreArguments,

    /// Allow only this version; workers of other versions stop
    #[arg(long)]
    only: bool,
}

/// Does it.
pub fn run(task: &StoreTask) -> Result<()> {
    match task {
        StoreTask::Status(arguments) => status::run(arguments),
        StoreTask::Map(arguments) => status::map(arguments),
        StoreTask::Watch(arguments) => status::watch(arguments),
        StoreTask::Export(arguments) => export::export(arguments),
        StoreTask::Import(arguments) => export::import(arguments),
        StoreTask::Check(arguments) => check::run(arguments),
        #[cfg(feature = "sqlite")]
        StoreTask::Simulate(arguments) => simulate::run(arguments),
        StoreTask::Load(arguments) => load::run(arguments),
        StoreTask::Retry(arguments) => status::retry(arguments),
        StoreTask::Repair(arguments) => repair::run(arguments),
        StoreTask::Admit(arguments) => {
            let mut store = arguments.store.open(false)?;
            Ok(store.write(|tx| crate::cluster::admit(tx, arguments.only))?)
        }
    }
}
