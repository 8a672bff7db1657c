//! `mustplay store`: what a store knows and does, and what goes in and out.

pub mod access;
mod check;
mod export;
mod load;
#[cfg(feature = "sqlite")]
mod simulate;
mod status;

use access::StoreArguments;
use anyhow::Result;
use clap::Subcommand;

/// The tasks of `mustplay store`.
#[derive(Subcommand, Clone, Debug)]
pub enum StoreTask {
    /// Shows how far the work is, who works, and what was set aside
    Status(status::StatusArguments),
    /// Draws the maps of openings, as far as they are solved
    Map(status::MapArguments),
    /// Shows the status again and again, until all is done
    Watch(status::WatchArguments),
    /// Writes facts, solutions and certificates to files
    Export(export::ExportArguments),
    /// Reads facts from a file that was exported, or that solve --claims wrote
    Import(export::ImportArguments),
    /// Proves facts and winners anew, and checks their certificates
    Check(check::CheckArguments),
    /// Solves openings on a simulated cluster: its speed-up, and where it comes from
    #[cfg(feature = "sqlite")]
    Simulate(simulate::SimulateArguments),
    /// Measures how many jobs a second an empty store bears
    Load(load::LoadArguments),
    /// Takes up again what was set aside as it killed its workers
    Retry(StoreArguments),
    /// Lets workers of this version of the program work, too
    Admit(AdmitArguments),
}

/// The arguments of `mustplay store admit`.
#[derive(clap::Args, Clone, Debug)]
pub struct AdmitArguments {
    #[command(flatten)]
    store: StoreArguments,

    /// Only this version: workers of others end
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
        StoreTask::Admit(arguments) => {
            let mut store = arguments.store.open(false)?;
            Ok(store.write(|tx| crate::cluster::admit(tx, arguments.only))?)
        }
    }
}
