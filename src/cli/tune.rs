//! `mustplay tune PLAYER --param …`: tunes options of a player by games against itself, then tests
//! the values found against those at the start.

use super::interrupt::Interrupt;
use super::matches::{starts, watched};
use super::progress::ProgressLine;
use super::{answer::answer, files, values};
use crate::arena::balance;
use crate::arena::journal::Journal;
use crate::arena::openings::{self, Opening};
use crate::arena::record::MatchHeader;
use crate::arena::referee::FinishedGame;
use crate::arena::sprt::Sprt;
use crate::arena::tune::spsa::default_rate;
use crate::arena::tune::{self, Course, ParameterRequest, Tuning, TuningObserver, TuningPlan};
use crate::arena::{Contest, MatchRules, Schedule, Summary, TimeRule, report};
use crate::hex::BoardSize;
use anyhow::{Result, bail, ensure};
use clap::error::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The most faults that are reported one by one.
const REPORTED_FAULTS: usize = 20;
/// As for `mustplay match`.
const GRACE: Duration = Duration::from_millis(500);
/// As for `mustplay match`.
const PATIENCE: Duration = Duration::from_secs(30);

/// The arguments of `mustplay tune`.
#[derive(clap::Args, Clone, Debug)]
pub struct TuneArguments {
    /// Player to tune, NAME[:key=value,...]; all other options stay as they are
    #[arg(value_name = "PLAYER")]
    pub player: String,

    /// Numeric option to tune; repeat it for several options. START defaults to the player's value,
    /// MIN and MAX to the range that the option accepts, STEP to a twentieth of the range. The last
    /// iteration plays START-STEP against START+STEP, with START as it is by then
    #[arg(long, value_name = "NAME[=START,MIN,MAX[,STEP]]", required = true)]
    pub param: Vec<ParameterRequest>,

    /// Tune this option on a logarithmic scale: STEP is a factor, such as 1.2
    #[arg(long, value_name = "NAME")]
    pub log: Vec<String>,

    /// Board size: 11, or columns x rows such as 9x7
    #[arg(long, default_value = "11", value_name = "SIZE")]
    pub size: BoardSize,

    /// Openings file: one line of moves each, or JSON [default: all openings of two stones]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,

    /// Iterations; each moves all parameters once
    #[arg(long, default_value_t = 500, value_name = "N", value_parser = iterations)]
    pub iterations: usize,

    /// Pairs of games per iteration
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = pairs)]
    pub pairs: usize,

    /// How far results move the parameters [default: 0.4 divided by the square root of the number of
    /// pairs]
    #[arg(long, value_name = "R", value_parser = rate)]
    pub rate: Option<f64>,

    /// Time in seconds: per move (0.5/move), per game plus increment (60+0.5), or per game and then
    /// per period of several moves (60+30/5); by default the player chooses its own time
    #[arg(long, value_name = "TIME")]
    pub time: Option<TimeRule>,

    /// Maximum nodes per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Games to play in parallel, at most those of an iteration; with a node limit the result does
    /// not depend on it
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = values::jobs)]
    pub jobs: usize,

    /// Random seed; the same seed gives the same run, if the player does not depend on time
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,

    /// Write the results of each iteration to this file; the same command continues from there. The
    /// games of the test go to FILE.test.jsonl
    #[arg(long, value_name = "FILE.jsonl")]
    pub out: Option<PathBuf>,

    /// Draw each parameter over the iterations
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,

    /// Test of the values found against the start, by pairs of games: ELO0 against ELO1
    #[arg(
        long,
        default_value = "0,20,0.05,0.05",
        value_name = "ELO0,ELO1,ALPHA,BETA",
        allow_hyphen_values = true
    )]
    pub sprt: Sprt,

    /// Maximum games of the test (even) [default: two per opening]
    #[arg(long, value_name = "N", value_parser = values::games)]
    pub games: Option<usize>,

    /// Do not test the values found
    #[arg(long, conflicts_with_all = ["sprt", "games"])]
    pub no_test: bool,

    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
}

fn iterations(text: &str) -> Result<usize, String> {
    number(text, 10_000_000)
}

fn pairs(text: &str) -> Result<usize, String> {
    number(text, 10_000)
}

fn number(text: &str, most: usize) -> Result<usize, String> {
    let number = text.parse::<usize>().ok();
    number
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| format!("a number from 1 to {most}"))
}

fn rate(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    number
        .filter(|&rate| rate > 0.0 && rate <= 10.0)
        .ok_or_else(|| "a number above 0, up to 10".to_owned())
}

/// Tunes, and tests what was found.
pub fn run(options: &TuneArguments) -> Result<()> {
    let openings = starts(options.size, options.openings.as_deref(), |size| {
        balance::all(size, 2)
    })?;
    let tuning = tuning(options, openings);
    let course = tuned(&tuning, options.out.as_deref())?;
    if let Some(path) = &options.svg {
        files::write(path, tune::svg(&tuning, &course))?;
    }
    if !options.json {
        answer(&tune::table(&tuning, &course))?;
    }
    if course.done() < course.iterations {
        if options.json {
            answer(&format!("{}\n", tune::json(&tuning, &course, None)))?;
        }
        let (done, all) = (course.done(), course.iterations);
        bail!(
            "stopped after {done} of {all} iterations{}",
            resumable(options)
        );
    }
    let found = tuning.found(course.last());
    let moved = found != tuning.start();
    let test = if moved && !options.no_test {
        Some(tested(options, &tuning, &found)?)
    } else {
        None
    };
    if options.json {
        answer(&format!(
            "{}\n",
            tune::json(&tuning, &course, test.as_ref())
        ))?;
    } else {
        let games = test.as_ref().map(report::words);
        let games = games.map_or(String::new(), |words| format!("\n{words}"));
        answer(&format!("{games}\n{}", tune::verdict(test.as_ref(), moved)))?;
    }
    if let Some(test) = &test {
        let all = test_games(options, &tuning);
        let over = test.decision.is_some() || test.games >= all;
        ensure!(
            over || !Interrupt::listen().is_pressed(),
            "stopped after {} of {all} games of the test{}",
            test.games,
            resumable(options)
        );
    }
    Ok(())
}

/// How to go on, for the error at the end.
fn resumable(options: &TuneArguments) -> &'static str {
    if options.out.is_some() {
        "; the same command continues from there"
    } else {
        "; with --out, the same command would continue from there"
    }
}

/// The tuning that the options describe. What cannot be tuned is wrong usage.
fn tuning(options: &TuneArguments, openings: Vec<Opening>) -> Tuning {
    let pairs = options.iterations * options.pairs;
    let plan = TuningPlan {
        player: options.player.clone(),
        rules: MatchRules {
            size: options.size,
            time: options.time.unwrap_or_default(),
            nodes: options.nodes,
            grace: GRACE,
            patience: PATIENCE,
            swap: false,
            play_on: false,
        },
        openings,
        iterations: options.iterations,
        pairs: options.pairs,
        rate: options.rate.unwrap_or_else(|| default_rate(pairs)),
        seed: options.seed,
        jobs: options.jobs,
    };
    Tuning::new(plan, &options.param, &options.log).unwrap_or_else(|why| {
        clap::Error::raw(ErrorKind::ValueValidation, format!("{why}\n")).exit()
    })
}

/// Runs the iterations that are missing.
fn tuned(tuning: &Tuning, file: Option<&Path>) -> Result<Course> {
    let watcher = TuneProgress {
        tuning,
        progress: ProgressLine::new(tuning.plan.iterations, 0),
        faults: AtomicUsize::new(0),
        interrupt: Interrupt::listen(),
    };
    let course = tuning.run(file, &watcher);
    watcher.progress.clear();
    Ok(course?)
}

/// The most games of the test: each opening twice, as engines may repeat their games.
fn test_games(options: &TuneArguments, tuning: &Tuning) -> usize {
    options.games.unwrap_or(2 * tuning.plan.openings.len())
}

/// Tests the values found against those at the start.
fn tested(options: &TuneArguments, tuning: &Tuning, found: &[f64]) -> Result<Summary> {
    let plan = &tuning.plan;
    let specs = vec![
        tuning.engine("tuned", found)?,
        tuning.engine("start", &tuning.start())?,
    ];
    // Other openings first and other seeds than the tuning had.
    let seed = plan.seed.wrapping_add(1);
    let text = openings::write(&plan.openings);
    let header = MatchHeader::new(&specs, &plan.rules, false, seed, &text);
    let games = test_games(options, tuning);
    let contest = Contest {
        specs,
        rules: plan.rules,
        openings: plan.openings.clone(),
        schedule: Schedule::new(2, false, plan.openings.len(), games, seed),
        jobs: options.jobs,
        sprt: Some(options.sprt),
        program: None,
    };
    let out = options
        .out
        .as_ref()
        .map(|out| out.with_extension("test.jsonl"));
    let (journal, kept) = Journal::open(out.as_deref(), None, &header, true)?;
    Ok(watched(&contest, journal, &kept)?)
}

/// Shows progress on a terminal, and reports faults.
struct TuneProgress<'a> {
    tuning: &'a Tuning,
    progress: ProgressLine,
    faults: AtomicUsize,
    interrupt: Interrupt,
}

impl TuningObserver for TuneProgress<'_> {
    fn fault(&self, game: usize, played: &FinishedGame) {
        let earlier = self.faults.fetch_add(1, Ordering::Relaxed);
        if earlier < REPORTED_FAULTS {
            let (winner, reason, detail) = (played.winner, played.reason, &played.detail);
            let line = format!("game {game}: won by {winner}: {reason} {detail}");
            self.progress.print(&line);
        } else if earlier == REPORTED_FAULTS {
            self.progress.print("further faults are not reported");
        }
    }

    fn iterated(&self, done: usize, values: &[f64]) {
        let named = self.tuning.parameters().iter().zip(values);
        let named = named.map(|(one, value)| format!("{}={value}", one.key()));
        let words = named.collect::<Vec<_>>().join(" ");
        self.progress.at(done, &words);
    }

    fn should_stop(&self) -> bool {
        self.interrupt.is_pressed()
    }
}
