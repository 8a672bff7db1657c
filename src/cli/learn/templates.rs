//! `mustplay learn templates`: proved edge templates.

use super::games::shard;
use crate::base::jobs;
use crate::base::lock::unpoisoned;
use crate::cli::answer::answer;
use crate::cli::interrupt::{Interrupt, Watch};
use crate::cli::progress::ProgressLine;
use crate::cli::{files, values};
use crate::knowledge::template::EdgeTemplate;
use crate::train::templates::{Gathered, Pattern, PatternPlan, RowReach, SearchedPattern, search};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The maximum row and reach of windows.
const MOST: usize = 9;

#[derive(clap::Args, Clone, Debug)]
pub(super) struct TemplatesArguments {
    /// Output file, one pattern at a time; an interrupted run continues there
    #[arg(long, value_name = "FILE.jsonl")]
    work: PathBuf,

    /// Output files of other shards
    #[arg(long, value_name = "FILE.jsonl", num_args = 1..)]
    merge: Vec<PathBuf>,

    /// Once all patterns are searched, write the templates that the connection rules cannot derive
    /// to this file
    #[arg(long, value_name = "FILE.txt")]
    out: Option<PathBuf>,

    /// Place each template this many times among stones, and count how often the engine's
    /// connections find it
    #[arg(long, default_value_t = 0, value_name = "N", hide_default_value = true)]
    recall: usize,

    /// Part of the patterns to search, such as 1/4; each part has its own file
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    shard: (u64, u64),

    /// Patterns to search in parallel
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = values::jobs)]
    jobs: usize,

    /// One stone: its rows, and the columns of the window on each side of it
    #[arg(
        long,
        value_name = "ROW:REACH,...",
        default_value = "2:6,3:6,4:5,5:3",
        value_delimiter = ',',
        value_parser = row_reach
    )]
    single: Vec<RowReach>,

    /// One stone and cells on the row above it
    #[arg(
        long,
        value_name = "ROW:REACH,...",
        default_value = "2:4,3:4,4:5",
        value_delimiter = ',',
        value_parser = row_reach
    )]
    above: Vec<RowReach>,

    /// Two stones
    #[arg(
        long,
        value_name = "ROW:REACH,...",
        default_value = "2:5,3:5,4:3",
        value_delimiter = ',',
        value_parser = row_reach
    )]
    pairs: Vec<RowReach>,
}

/// `4:6`.
fn row_reach(text: &str) -> Result<RowReach, String> {
    let parts = text.split_once(':').and_then(|(row, reach)| {
        let (row, reach): RowReach = (row.parse().ok()?, reach.parse().ok()?);
        let fits = (2..=MOST).contains(&row) && (1..=MOST).contains(&reach);
        fits.then_some((row, reach))
    });
    parts.ok_or_else(|| format!("a row (2 to {MOST}) and a reach (1 to {MOST}), such as 4:6"))
}

/// Searches the remaining patterns.
pub(super) fn run(options: &TemplatesArguments) -> Result<()> {
    let plan = PatternPlan {
        single: options.single.clone(),
        above: options.above.clone(),
        pairs: options.pairs.clone(),
    };
    let patterns = plan.patterns();
    let mut known = BTreeMap::new();
    for path in &options.merge {
        known.extend(searched_in(path)?);
    }
    let own = if options.work.exists() {
        searched_in(&options.work)?
    } else {
        BTreeMap::new()
    };
    let (part, parts) = options.shard;
    let mine = patterns.iter().enumerate();
    let mine = mine.filter(|&(number, _)| number as u64 % parts == part);
    let left: Vec<&Pattern> = mine
        .map(|(_, pattern)| pattern)
        .filter(|&pattern| !own.contains_key(pattern) && !known.contains_key(pattern))
        .collect();
    known.extend(work(options, &left, own)?);
    let missing = patterns
        .iter()
        .filter(|&one| !known.contains_key(one))
        .count();
    let gathered = Gathered::new(patterns.iter().filter_map(|one| known.get(one)));
    answer(&gathered.table())?;
    if missing > 0 {
        answer(&format!(
            "{missing} of {} patterns have not been searched\n",
            patterns.len()
        ))?;
    }
    if options.recall > 0 {
        answer(&gathered.recall(options.recall))?;
    }
    match &options.out {
        Some(_) if missing > 0 => bail!(
            "templates not written: some patterns have not been \
            searched"
        ),
        Some(path) => files::write(path, gathered.file()),
        None => Ok(()),
    }
}

/// Searches these patterns; returns all results of this shard, which are also in its file.
fn work(
    options: &TemplatesArguments,
    left: &[&Pattern],
    own: BTreeMap<Pattern, SearchedPattern>,
) -> Result<BTreeMap<Pattern, SearchedPattern>> {
    let progress = ProgressLine::new(left.len(), 0);
    let interrupt = Interrupt::listen();
    let watch = Watch {
        interrupt,
        until: None,
        show: &|_| {},
    };
    let own = Mutex::new((own, 0));
    let result = jobs::each(left, options.jobs, |_, &pattern| {
        let Some(found) = search(pattern, &watch) else {
            if interrupt.is_pressed() {
                return Ok(());
            }
            bail!(
                "the window is too wide: row {}, reach {}",
                pattern.row,
                pattern.reach
            );
        };
        let mut own = unpoisoned(own.lock());
        own.0.insert(pattern.clone(), found);
        own.1 += 1;
        progress.at(own.1, "patterns");
        let lines = own.0.values().map(|one| {
            let line = serde_json::to_string(one).context("cannot write a pattern")?;
            Ok(line + "\n")
        });
        files::write(&options.work, lines.collect::<Result<String>>()?)
    });
    progress.clear();
    result?;
    Ok(unpoisoned(own.into_inner()).0)
}

/// The patterns that a file has.
fn searched_in(path: &Path) -> Result<BTreeMap<Pattern, SearchedPattern>> {
    let text = files::text(path)?;
    let read = |(number, line): (usize, &str)| {
        let one: SearchedPattern = serde_json::from_str(line)
            .with_context(|| format!("{}, line {}", path.display(), number + 1))?;
        for template in one.composed.iter().chain(&one.kept) {
            template
                .parse::<EdgeTemplate>()
                .with_context(|| format!("{}, line {}", path.display(), number + 1))?;
        }
        Ok((one.pattern.clone(), one))
    };
    text.lines().enumerate().map(read).collect()
}
