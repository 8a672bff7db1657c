//! `mustplay learn interior`: proved templates away from all edges.

use crate::base::jobs;
use crate::base::lock::unpoisoned;
use crate::cli::answer::answer;
use crate::cli::interrupt::{Interrupt, Watch};
use crate::cli::progress::ProgressLine;
use crate::cli::values;
use crate::train::templates::{Ended, InteriorPlan, InteriorTemplates};
use anyhow::{Result, bail};
use std::sync::Mutex;

#[derive(clap::Args, Clone, Debug)]
pub(super) struct InteriorArguments {
    /// Maximum number of rows between the two ends
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=4))]
    height: u8,

    /// Maximum number of columns between the ends, beyond those the rows imply
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=3))]
    aside: u8,

    /// Maximum number of stones, including the ends
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=5))]
    stones: u8,

    /// Maximum number of cells in a carrier
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u8).range(1..=30))]
    cells: u8,

    /// Patterns to search in parallel
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = values::jobs)]
    jobs: usize,
}

/// Searches all patterns and reports the results.
pub(super) fn run(options: &InteriorArguments) -> Result<()> {
    let plan = InteriorPlan {
        height: options.height.into(),
        aside: options.aside.into(),
        helpers: usize::from(options.stones) - 2,
        cells: options.cells.into(),
    };
    let patterns = plan.patterns();
    let progress = ProgressLine::new(patterns.len(), 0);
    let interrupt = Interrupt::listen();
    let watch = Watch {
        interrupt,
        until: None,
        show: &|_| {},
    };
    let all = Mutex::new(InteriorTemplates::default());
    let result = jobs::each(&patterns, options.jobs, |_, pattern| {
        let searched = pattern.search(plan.cells, &watch)?;
        let mut all = unpoisoned(all.lock());
        all.add(searched);
        progress.at(all.patterns(), "patterns");
        Ok(())
    });
    progress.clear();
    let all = unpoisoned(all.into_inner());
    answer(&all.table())?;
    match result {
        Ok(()) => Ok(()),
        Err(Ended) => bail!(
            "stopped with {} of {} patterns searched",
            all.patterns(),
            patterns.len()
        ),
    }
}
