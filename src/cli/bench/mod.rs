//! `mustplay bench`: a fixed amount of search on fixed positions. It prints three numbers
//! (`Signature`), of the tree search, of alpha-beta and of the solver, which change only when
//! behaviour changes: a commit that changes one on purpose ends with the line `Bench: A B C`, and
//! `.ci/run` compares, by every kernel that the machine has.

mod late;
mod sight;

use crate::cli::{answer::answer, values};
use crate::network::kernel::InstructionSet;
use crate::player::bench::Signature;
use anyhow::Result;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `mustplay bench`.
#[derive(clap::Args, Clone, Debug)]
pub struct BenchArguments {
    /// Also print a line for each search
    #[arg(long)]
    pub verbose: bool,
    /// Kernel that runs the networks: portable, avx2, avxvnni, avx512, amx, neon or dotprod, if this
    /// machine supports it [default: the fastest]
    #[arg(long, value_name = "KERNEL", conflicts_with = "players")]
    pub kernel: Option<InstructionSet>,
    /// Instead, list the kernels that this machine supports, fastest last
    #[arg(long, exclusive = true)]
    pub list_kernels: bool,
    /// Instead, report the depth these players reach on four 11x11 positions
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    pub players: Vec<String>,
    /// Instead, count the positions in this file (from mustplay puzzle late) in which these players
    /// keep the win
    #[arg(long, value_name = "FILE.json", requires = "players")]
    pub late: Option<PathBuf>,
    /// Positions to run in parallel, one thread each
    #[arg(long, value_name = "N", requires = "late", default_value = "1", value_parser = values::jobs)]
    pub jobs: usize,
    /// Seconds per search
    #[arg(long, value_name = "SECONDS", requires = "players", default_value = "1", value_parser = values::seconds)]
    pub time: Duration,
}

/// Runs the bench or one of its alternatives.
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
    let mut printed = Ok(());
    let signature = Signature::compute(kernel, |lines| {
        if options.verbose && printed.is_ok() {
            printed = answer(lines);
        }
    });
    printed?;
    writeln!(io::stderr(), "kernel {kernel}: {}", signature.effort())?;
    answer(&format!("{signature}\n"))
}
