//! `mustplay openings`: lists of openings for matches: all of them, or those that are closest to
//! even.

use super::progress::ProgressLine;
use super::{answer::answer, files, values};
use crate::arena::balance::{self, EvaluatedOpening, MOST_MOVES};
use crate::arena::openings::{FORMAT, Opening, distinct, read, write};
use crate::base::parameter::ParameterError;
use crate::hex::BoardSize;
use crate::player::{self, PlayerOptions};
use crate::think::NoObserver;
use anyhow::{Context, Result};
use clap::error::ErrorKind;
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;

/// The arguments of `mustplay openings`.
#[derive(clap::Args, Clone, Debug)]
pub struct OpeningsArguments {
    /// Board size: 11, or columns x rows such as 9x7
    #[arg(long, default_value = "11", value_name = "SIZE")]
    pub size: BoardSize,

    /// Moves per opening: 1 or 2
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = moves)]
    pub moves: usize,

    /// Use the openings in this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    pub from: Option<PathBuf>,

    /// List only the openings closest to even, by a player's estimate
    #[arg(long)]
    pub balanced: bool,

    /// Number of balanced openings
    #[arg(long, default_value_t = 24, value_name = "N", requires = "balanced", value_parser = values::count)]
    pub count: usize,

    /// Nodes per search; a player with a network searches each opening once, others twice
    #[arg(long, default_value_t = 200, value_name = "N", requires = "balanced", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Maximum number of openings to evaluate: a random sample if there are more
    #[arg(long, default_value_t = 400, value_name = "N", requires = "balanced", value_parser = values::count)]
    pub sample: usize,

    /// Random seed of the sample; the same seed gives the same openings
    #[arg(long, default_value_t = 0, value_name = "N", requires = "balanced")]
    pub seed: u64,

    /// Player that evaluates the openings, NAME[:key=value,...]; it must be one that searches
    #[arg(long, default_value = "mustplay", value_name = "PLAYER", requires = "balanced", value_parser = player)]
    pub player: (String, PlayerOptions),

    /// Searches to run in parallel; the result does not depend on it
    #[arg(long, default_value_t = 1, value_name = "N", requires = "balanced", value_parser = values::jobs)]
    pub jobs: usize,

    /// Print lines of JSON with the estimates
    #[arg(long)]
    pub json: bool,
}

fn moves(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().ok();
    number
        .filter(|moves| (1..=MOST_MOVES).contains(moves))
        .ok_or_else(|| "1 or 2".to_owned())
}

pub(super) fn player(text: &str) -> Result<(String, PlayerOptions), ParameterError> {
    player::parse(text).map(|options| (text.to_owned(), options))
}

/// Lists openings.
pub fn run(options: &OpeningsArguments) -> Result<()> {
    let openings = match &options.from {
        Some(path) => {
            let name = path.display();
            let text = files::text(path)?;
            let all = read(options.size, &text).with_context(|| format!("cannot read {name}"))?;
            distinct(all)
        }
        None => balance::all(options.size, options.moves),
    };
    if openings.is_empty() {
        let why = format!("there is no such opening for {}\n", options.size);
        clap::Error::raw(ErrorKind::ValueValidation, why).exit();
    }
    let text = if options.balanced {
        balanced(options, openings)
    } else {
        listed(options, &openings)
    };
    answer(&text)
}

/// The text of all openings.
fn listed(options: &OpeningsArguments, openings: &[Opening]) -> String {
    let command = command(options);
    if options.json {
        let lines = openings.iter().map(Opening::to_json);
        let head = json!({ "format": FORMAT, "command": command });
        return json_lines(std::iter::once(head).chain(lines));
    }
    format!(
        "# All {} {} on {}, up to rotation:\n# {command}\n{}",
        openings.len(),
        what(options),
        options.size,
        write(openings)
    )
}

fn json_lines(values: impl Iterator<Item = serde_json::Value>) -> String {
    values.fold(String::new(), |mut text, value| {
        let _ = writeln!(text, "{value}");
        text
    })
}

/// A description of the openings.
fn what(options: &OpeningsArguments) -> String {
    match (&options.from, options.moves) {
        (Some(path), _) => format!("openings of {}", path.display()),
        (None, 1) => "openings of one stone".to_owned(),
        (None, _) => "openings of two stones".to_owned(),
    }
}

/// The command that lists them.
fn command(options: &OpeningsArguments) -> String {
    let size = options.size;
    match &options.from {
        Some(path) => format!("mustplay openings --size {size} --from {}", path.display()),
        None => format!("mustplay openings --size {size} --moves {}", options.moves),
    }
}

/// The text of the openings closest to even.
fn balanced(options: &OpeningsArguments, openings: Vec<Opening>) -> String {
    let (total, size) = (openings.len(), options.size);
    let tried = balance::sample(openings, options.sample, options.seed);
    let progress = ProgressLine::new(tried.len(), 0);
    let done = |count: usize| progress.at(count, "openings");
    let (nodes, jobs) = (options.nodes, options.jobs);
    let (name, player) = &options.player;
    let evaluated = balance::evaluate(&tried, player, nodes, jobs, &NoObserver, &done);
    progress.clear();
    let Some(evaluated) = evaluated else {
        let why = format!(
            "--player {name} does not evaluate positions: choose a player that \
            searches\n"
        );
        clap::Error::raw(ErrorKind::ValueValidation, why).exit();
    };
    let best = balance::closest(evaluated, options.count);
    let command = format!(
        "{} --balanced --count {} --nodes {nodes} --sample {} --seed {} --player {name}",
        command(options),
        options.count,
        options.sample,
        options.seed
    );
    if options.json {
        let head = json!({ "format": FORMAT, "command": command, "of": total });
        let lines = best.iter().map(record);
        return json_lines(std::iter::once(head).chain(lines));
    }
    let mut text = format!(
        "# The {} {} on {size} closest to even, of {} evaluated out of {total}, with the estimate \
         for\n# Black:\n# {command}\n",
        best.len(),
        what(options),
        tried.len(),
    );
    for evaluated in &best {
        let line = write(std::slice::from_ref(&evaluated.opening));
        let _ = writeln!(text, "{} # {}", line.trim_end(), evaluated.black);
    }
    text
}

/// The opening in JSON, with the estimate for Black, or the winner if that is proved, and the
/// scores of the searches.
fn record(evaluated: &EvaluatedOpening) -> serde_json::Value {
    let mut record = evaluated.opening.to_json();
    let mover = evaluated.opening.board().to_move();
    if evaluated.black.is_proved() {
        let winner = if evaluated.black.is_won() {
            "black"
        } else {
            "white"
        };
        record["winner"] = json!(winner);
    } else {
        record["estimate"] = json!(f64::from(evaluated.black.value()) / 1000.0);
    }
    record["views"] = json!({ mover.to_string(): evaluated.scores.own.to_string() });
    if let Some(other) = evaluated.scores.other {
        record["views"][(!mover).to_string()] = json!(other.to_string());
    }
    record
}
