//! `mustplay papers`: repeats the experiments of the papers.
//!
//! The finding of each unit of an experiment is written to the file of `--out` at once, as a line,
//! and units already in it are skipped: an interrupted run can continue, and a run of a larger
//! scale uses the findings of a smaller one.

use super::ledger::{self, Ledger};
use super::progress::ProgressLine;
use super::{answer::answer, files, values};
use crate::hex::BoardSize;
use crate::hex::record::check_format;
use crate::papers::experiments::kept::{self, KeptTable};
use crate::papers::experiments::{About, EXPERIMENTS, Experiment, Finding, Scale, Unit, named};
use anyhow::{Context, Result, anyhow, ensure};
use clap::error::ErrorKind;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

/// The format of each line of a file.
const FORMAT: &str = "mustplay-papers/1";

/// The arguments of `mustplay papers`.
#[derive(clap::Args, Clone, Debug)]
pub struct PapersArguments {
    /// Experiment to run; `list` (the default) lists all, `tables` prints the manual's tables as
    /// Markdown from the recorded findings
    #[arg(value_name = "NAME", default_value = "list")]
    pub name: String,

    /// Write each finding to this file as a line of JSON; tasks already in the file are skipped
    #[arg(long, value_name = "FILE.jsonl")]
    pub out: Option<PathBuf>,

    /// Run only a part that takes a few seconds
    #[arg(long)]
    pub cheap: bool,

    /// Tasks to run in parallel
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = values::jobs)]
    pub jobs: usize,

    /// Run only the tasks whose key contains this text; may be repeated
    #[arg(long, value_name = "TEXT")]
    pub only: Vec<String>,

    /// Board size: 11, or columns x rows such as 9x7
    #[arg(long, value_name = "SIZE", value_parser = values::size)]
    pub size: Option<BoardSize>,

    /// Games per pairing, two per opening
    #[arg(long, value_name = "N", value_parser = values::games)]
    pub games: Option<usize>,

    /// Number of positions or instances
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub positions: Option<usize>,

    /// Nodes per move or instance
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Seconds per move or instance
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    pub seconds: Option<f64>,

    /// Draw the figure to this file
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,

    /// Print the finding of each task as a line of JSON
    #[arg(long)]
    pub json: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    let seconds = values::seconds(text)?.as_secs_f64();
    if seconds > 0.0 {
        Ok(seconds)
    } else {
        Err("a number of seconds above 0".to_owned())
    }
}

/// A finding in a file.
#[derive(Serialize, Deserialize)]
struct FindingRecord {
    format: String,
    experiment: String,
    key: String,
    seconds: f64,
    found: Value,
}

impl FindingRecord {
    fn new(name: &str, finding: &Finding) -> Self {
        Self {
            format: FORMAT.to_owned(),
            experiment: name.to_owned(),
            key: finding.key.clone(),
            seconds: finding.seconds,
            found: finding.found.clone(),
        }
    }

    fn text(&self) -> String {
        serde_json::json!(self).to_string()
    }
}

/// Lists the experiments, or runs one.
pub fn run(options: &PapersArguments) -> Result<()> {
    if options.name == "list" {
        return answer(&list());
    }
    if options.name == "tables" {
        return answer(&tables(&options.only));
    }
    let Some(experiment) = named(&options.name) else {
        let why = format!(
            "unknown experiment {}; mustplay papers lists all\n",
            options.name
        );
        clap::Error::raw(ErrorKind::InvalidValue, why).exit();
    };
    let about = experiment.about();
    let scale = scale(options, &about);
    let findings = findings(options, experiment, &scale)?;
    if options.json {
        let lines = findings.iter();
        let lines = lines.map(|finding| FindingRecord::new(about.name, finding).text() + "\n");
        answer(&lines.collect::<String>())?;
    }
    let report = experiment.report(&scale, &findings);
    if let (Some(path), Some(picture)) = (&options.svg, &report.picture) {
        files::write(path, picture)?;
    }
    if options.json {
        return Ok(());
    }
    let seconds: f64 = findings.iter().map(|finding| finding.seconds).sum();
    answer(&format!(
        "{}\n{}\n\n{}\n{}, {seconds:.1} s\n",
        about.source,
        about.what,
        report.text,
        counted(findings.len(), "task", "tasks")
    ))
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The list of experiments.
fn list() -> String {
    let mut text = String::new();
    for experiment in EXPERIMENTS {
        let about = experiment.about();
        let option_names = about.full.option_names();
        let scale: Vec<String> = option_names
            .iter()
            .map(|name| format!("--{name}"))
            .collect();
        let _ = writeln!(
            text,
            "{}\n    {}\n    {}\n    takes {}; {}",
            about.name,
            about.source,
            about.what,
            about.time,
            scale.join(" ")
        );
    }
    text
}

/// The tables that are kept, or those that have one of these texts in the name of their page or
/// experiment.
fn tables(only: &[String]) -> String {
    let wanted =
        |table: &KeptTable| only.is_empty() || only.iter().any(|text| table.is_about(text));
    let tables = kept::tables().into_iter().filter(wanted);
    let text = |table: KeptTable| format!("{}\n\n{table}", table.experiments.join(", "));
    tables.map(text).collect::<Vec<_>>().join("\n")
}

/// The scale of the run. An option that the experiment does not take is wrong usage.
fn scale(options: &PapersArguments, about: &About) -> Scale {
    let given = Scale {
        size: options.size,
        games: options.games,
        positions: options.positions,
        nodes: options.nodes,
        seconds: options.seconds,
    };
    let takes = about.full.option_names();
    let mut wrong = given.option_names();
    wrong.retain(|name| !takes.contains(name));
    if options.svg.is_some() && !about.picture {
        wrong.push("svg");
    }
    if let Some(name) = wrong.first() {
        let why = format!("{} takes no --{name}\n", about.name);
        clap::Error::raw(ErrorKind::ArgumentConflict, why).exit();
    }
    if options.cheap {
        given.or(about.cheap).or(about.full)
    } else {
        given.or(about.full)
    }
}

/// Does the missing work and returns all findings.
fn findings(
    options: &PapersArguments,
    experiment: &dyn Experiment,
    scale: &Scale,
) -> Result<Vec<Finding>> {
    let about = experiment.about();
    let (mut done, mut ledger) = match &options.out {
        Some(path) => Ledger::open(path, |text| read(text, about.name))?,
        None => (HashMap::new(), Ledger::default()),
    };
    let mut units = experiment.units(scale);
    if !options.only.is_empty() {
        let meant = |unit: &Unit| options.only.iter().any(|only| unit.key.contains(only));
        units.retain(meant);
    }
    ensure!(!units.is_empty(), "no task has such a key");
    let missing = |unit: &&Unit| !done.contains_key(&unit.key);
    let missing: Vec<&Unit> = units.iter().filter(missing).collect();
    let one = |unit: &&Unit, _: &ProgressLine| {
        let start = Instant::now();
        let found = (unit.work)().map_err(|why| anyhow!("{}: {why}", unit.key))?;
        Ok(Finding {
            key: unit.key.clone(),
            seconds: (start.elapsed().as_secs_f64() * 1e4).round() / 1e4,
            found,
        })
    };
    let keep = |found: Result<Finding>| {
        let finding = found?;
        ledger.add(&FindingRecord::new(about.name, &finding).text())?;
        done.insert(finding.key.clone(), finding);
        Ok(())
    };
    ledger::work(&missing, options.jobs, |unit| &unit.key, one, keep)?;
    let findings = units.iter().filter_map(|unit| done.remove(&unit.key));
    Ok(findings.collect())
}

/// The findings of an experiment in a file.
fn read(text: &str, name: &str) -> Result<HashMap<String, Finding>> {
    let mut findings = HashMap::new();
    for (number, line) in text.lines().enumerate() {
        let what = || format!("line {}", number + 1);
        let line: FindingRecord = serde_json::from_str(line).with_context(what)?;
        check_format(&line.format, FORMAT).with_context(what)?;
        if line.experiment == name {
            let finding = Finding {
                key: line.key.clone(),
                seconds: line.seconds,
                found: line.found,
            };
            findings.insert(line.key, finding);
        }
    }
    Ok(findings)
}
