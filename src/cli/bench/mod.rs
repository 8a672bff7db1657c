//! `mustplay bench`: a fixed amount of search on fixed positions. It prints three numbers
//! (`Signature`), of the tree search, of alpha-beta and of the solver, which change only when
//! behaviour changes: a commit that changes one on purpose ends with the line `Bench: A B C`, and
//! `.ci/run` compares, by every kernel that the machine has.

mod late;
mod sight;
mod signature;

use crate::cli::{answer::answer, values};
use crate::network::kernel::InstructionSet;
use anyhow::Result;
use signature::Signature;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `mustplay bench`.
#[derive(clap::Args, Clone, Debug)]
pub struct BenchArguments {
    /// Print a line for each search, too
    #[arg(long)]
    pub verbose: bool,
    /// Run the networks with this kernel: portable, avx2, avx512 or amx, as far as this machine has
    /// it; the fastest by default
    #[arg(long, value_name = "KERNEL", conflicts_with = "players")]
    pub kernel: Option<InstructionSet>,
    /// Instead: list the kernels that this machine has, the fastest last
    #[arg(long, exclusive = true)]
    pub list_kernels: bool,
    /// Instead: the depth that these players reach on four boards of 11x11
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    pub players: Vec<String>,
    /// Instead: in how many late positions of this file, by mustplay puzzle late, these players
    /// keep the win
    #[arg(long, value_name = "FILE.json", requires = "players")]
    pub late: Option<PathBuf>,
    /// Positions that are played at a time, each on a thread of its own
    #[arg(long, value_name = "N", requires = "late", default_value = "1", value_parser = values::jobs)]
    pub jobs: usize,
    /// Seconds for each search of a player
    #[arg(long, value_name = "SECONDS", requires = "players", default_value = "1", value_parser = values::seconds)]
    pub time: Duration,
}

/// Runs the bench, or what is asked for instead.
pub fn run(options: &BenchArguments) -> Result<()> {
    if options.list_kernels {
        let kernels = InstructionSet::all();
        let lines: Vec<String> = kernels.iter().map(|kernel| format!("{kernel}\n")).collect();
        return answer(&lines.concat());
    }
    if let Some(file) = &options.late {
        return late::run(file, &options.players, options.time, options.jobs);
    }
    if !options.players.is_empty() {
        return sight::run(&options.players, options.time);
    }
    let kernel = options.kernel.unwrap_or_else(InstructionSet::best);
    let signature = Signature::compute(kernel, options.verbose)?;
    writeln!(io::stderr(), "kernel {kernel}: {}", signature.effort())?;
    answer(&format!("{signature}\n"))
}
