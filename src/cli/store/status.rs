//! The progress of the work in a store.

use super::access::StoreArguments;
use crate::cli::answer::answer;
use crate::cli::interrupt::Interrupt;
use crate::cli::solution::{self, Solution};
use crate::cli::solve::store::known_solution;
use crate::cli::values;
use crate::cluster::proof::{ProofSpec, Root, retry as retry_leaves, roots};
use crate::cluster::query::{self, StatusTable};
use crate::cluster::{Project, ProjectKind, Store, StoreFault, jobs};
use crate::hex::BoardSize;
use anyhow::{Context, Result};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The arguments of `mustplay store status`.
#[derive(clap::Args, Clone, Debug)]
pub struct StatusArguments {
    #[command(flatten)]
    store: StoreArguments,

    /// Show only this view, in full
    #[arg(long, value_name = "VIEW", value_parser = query::views())]
    view: Option<String>,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// The arguments of `mustplay store map`.
#[derive(clap::Args, Clone, Debug)]
pub struct MapArguments {
    #[command(flatten)]
    store: StoreArguments,

    /// Print a HexWiki hexboard instead
    #[arg(long)]
    hexboard: bool,
}

/// The arguments of `mustplay store watch`.
#[derive(clap::Args, Clone, Debug)]
pub struct WatchArguments {
    #[command(flatten)]
    store: StoreArguments,

    /// Seconds between updates
    #[arg(long, default_value = "5", value_name = "SECONDS", value_parser = values::seconds)]
    every: Duration,

    /// Number of updates [default: until all jobs are done]
    #[arg(long, value_name = "N", value_parser = values::count)]
    times: Option<usize>,
}

/// The columns of each view in the status.
const SHOWN: [&str; 5] = ["progress", "busy", "set_aside", "throughput", "facts"];

/// The most rows that the status shows of a view.
const ROWS: usize = 20;

fn tables(store: &mut Store, names: &[&str]) -> Result<Vec<StatusTable>, StoreFault> {
    store.read(|tx| {
        let mut tables = Vec::new();
        for name in names {
            tables.extend(query::view(tx, name)?);
        }
        Ok(tables)
    })
}

/// Shows the status.
pub fn run(arguments: &StatusArguments) -> Result<()> {
    let mut store = arguments.store.read()?;
    let all: Vec<&str> = match &arguments.view {
        Some(view) => vec![view],
        None => SHOWN.to_vec(),
    };
    let tables = tables(&mut store, &all)?;
    if arguments.json {
        let pairs = tables
            .iter()
            .map(|table| (table.title.to_owned(), table.json()));
        let all = serde_json::Value::Object(pairs.collect());
        return answer(&format!("{all}\n"));
    }
    if let (Some(_), [table]) = (&arguments.view, &tables[..]) {
        return answer(&table.text());
    }
    answer(&words(&tables))
}

/// Non-empty tables, each under its title.
fn words(tables: &[StatusTable]) -> String {
    let mut parts = Vec::new();
    for table in tables.iter().filter(|table| !table.rows.is_empty()) {
        let mut shown = table.clone();
        let more = shown.rows.len().saturating_sub(ROWS);
        // The latest workers are at the end.
        if table.title == "throughput" {
            shown.rows.drain(..more);
        } else {
            shown.rows.truncate(ROWS);
        }
        let mut text = format!("{}\n{}", table.title.replace('_', " "), shown.text());
        if more > 0 {
            let _ = writeln!(text, "and {more} more: --view {}", table.title);
        }
        parts.push(text);
    }
    if parts.is_empty() {
        return "No work.\n".to_owned();
    }
    parts.join("\n")
}

/// The proofs of a store: the board and the results of the requested positions.
pub fn proofs(store: &mut Store) -> Result<Vec<(BoardSize, Vec<Root>)>, StoreFault> {
    store.read(|tx| {
        let mut found = Vec::new();
        for project in Project::all(tx)? {
            if project.kind == ProjectKind::Proofs {
                let size = ProofSpec::read(&project.spec)?.size()?;
                found.push((size, roots(tx, project.id, size)?));
            }
        }
        Ok(found)
    })
}

/// Draws the maps of openings.
pub fn map(arguments: &MapArguments) -> Result<()> {
    let mut store = arguments.store.read()?;
    for (size, roots) in proofs(&mut store)? {
        let solutions: Vec<Solution> = roots.iter().map(known_solution).collect();
        let text = if arguments.hexboard {
            solution::wiki_map(size, &solutions)
        } else {
            solution::map(size, &solutions) + &solution::origins(size, &solutions)
        };
        answer(&text)?;
    }
    Ok(())
}

/// Whether all work is done or set aside.
fn is_over(store: &mut Store) -> Result<bool, StoreFault> {
    store.read(|tx| {
        for project in Project::all(tx)? {
            let over = if project.kind == ProjectKind::Proofs {
                let size = ProofSpec::read(&project.spec)?.size()?;
                roots(tx, project.id, size)?.iter().all(Root::is_over)
            } else {
                let count = jobs::count(tx, project.id, u64::MAX)?;
                count.done + count.aside == count.all
            };
            if !over {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

/// Shows the status repeatedly.
pub fn watch(arguments: &WatchArguments) -> Result<()> {
    let interrupt = Interrupt::listen();
    let mut store = arguments.store.read()?;
    for time in 1.. {
        let tables = tables(&mut store, &SHOWN)?;
        answer(&format!("{}\n", words(&tables)))?;
        if arguments.times.is_some_and(|times| time >= times) || is_over(&mut store)? {
            break;
        }
        let next = Instant::now() + arguments.every;
        while Instant::now() < next && !interrupt.is_pressed() {
            std::thread::sleep(arguments.every.min(Duration::from_millis(50)));
        }
        if interrupt.is_pressed() {
            break;
        }
    }
    Ok(())
}

/// Retries jobs that were set aside.
pub fn retry(arguments: &StoreArguments) -> Result<()> {
    let mut store = arguments.open(false)?;
    let count = store.write(|tx| {
        let mut count = 0;
        for project in Project::all(tx)? {
            if project.kind == ProjectKind::Proofs {
                let jobs = ProofSpec::read(&project.spec)?.jobs(project.id)?;
                count += retry_leaves(tx, project.id, jobs.size, jobs.widening)?;
            } else {
                count += usize::try_from(jobs::retry(tx, project.id)?).unwrap_or(0);
            }
        }
        Ok(count)
    });
    let count = count.context("nothing changed")?;
    answer(&format!("{count} jobs will be retried\n"))
}
