//! `mustplay match A B …`: a match between engines, with the result as a table, JSON and a picture.

use super::interrupt::Interrupt;
use super::match_store;
use super::progress::ProgressLine;
use super::store::access::WorkerArguments;
use super::{answer::answer, files, values};
use crate::arena::journal::Journal;
use crate::arena::openings::{self, Opening};
use crate::arena::record::{GameRecord, MatchHeader};
use crate::arena::sprt::Sprt;
use crate::arena::statistics::PairedScores;
use crate::arena::{
    ArenaError, Contest, EngineSpec, MatchObserver, MatchRules, Schedule, Summary, TimeRule,
    make_names_unique, picture, report, run as play,
};
use crate::hex::BoardSize;
use anyhow::{Context, Result, bail, ensure};
use clap::error::ErrorKind;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The most faults that are reported one by one.
const REPORTED_FAULTS: usize = 20;
/// The most games of a test, by default.
const TEST_GAMES: usize = 100_000;

/// The arguments of `mustplay match`.
#[derive(clap::Args, Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct MatchArguments {
    /// Engines: NAME[:key=value,...] for a player of this program, cmd:PROGRAM ARGUMENTS for a GTP
    /// program, cmd@FILE:PROGRAM ARGUMENTS for one with a file of commands to run first; a LABEL=
    /// prefix sets a short name
    #[arg(value_name = "ENGINE", required = true, num_args = 2.., value_parser = EngineSpec::parse)]
    pub engines: Vec<EngineSpec>,

    /// Board size: 11, or columns x rows such as 9x7
    #[arg(long, default_value = "11", value_name = "SIZE")]
    pub size: BoardSize,

    /// Openings file: one line of moves each, or JSON [default: all openings of one stone]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,

    /// Games per pairing (even) [default: two per opening, 100000 with --sprt]
    #[arg(long, value_name = "N", value_parser = values::games)]
    pub games: Option<usize>,

    /// Time in seconds: per move (0.5/move), per game plus increment (60+0.5), or per game and then
    /// per period of several moves (60+30/5); by default engines choose their own time
    #[arg(long, value_name = "TIME")]
    pub time: Option<TimeRule>,

    /// Maximum nodes per move, for engines that support this limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Games to play in parallel
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = values::jobs)]
    pub jobs: usize,

    /// Random seed; the same seed gives the same openings in the same order and the same player
    /// seeds
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,

    /// Stop by a sequential probability ratio test on pairs of games: ELO0 against ELO1, such as
    /// 0,20,0.05,0.05
    #[arg(long, value_name = "ELO0,ELO1,ALPHA,BETA", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,

    /// Let White swap after an opening of one stone
    #[arg(long)]
    pub swap: bool,

    /// Play only the first engine against each of the others
    #[arg(long)]
    pub gauntlet: bool,

    /// Write all games to this file, one line of JSON each
    #[arg(long, value_name = "FILE.jsonl")]
    pub out: Option<PathBuf>,

    /// Write each game as an SGF file into this folder
    #[arg(long, value_name = "FOLDER")]
    pub sgf: Option<PathBuf>,

    /// Continue the match in the --out file (a match with --store always does)
    #[arg(long, requires = "out")]
    pub resume: bool,

    /// Seconds by which an engine may overstep its clock
    #[arg(long, default_value = "0.5", value_name = "SECONDS", value_parser = values::seconds)]
    pub timeout_grace: Duration,

    /// Seconds to wait for an engine's response; ten times as long for a move without --time
    #[arg(long, default_value = "30", value_name = "SECONDS", value_parser = values::seconds)]
    pub patience: Duration,

    /// Play on after the win until the board is full or an engine resigns
    #[arg(long)]
    pub play_on: bool,

    /// Share the games through this store (a file name, or the address of a PostgreSQL database):
    /// run the same command on each machine, or `mustplay work`
    #[arg(long, value_name = "FILE|URL", conflicts_with_all = ["sprt", "sgf"])]
    pub store: Option<String>,

    #[command(flatten)]
    pub behaviour: WorkerArguments,

    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,

    /// Draw the course of a match between two engines: Elo difference and log-likelihood ratio
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,
}

/// Checks combinations of options.
fn check(options: &MatchArguments) {
    let wrong =
        |why: &str| clap::Error::raw(ErrorKind::ArgumentConflict, format!("{why}\n")).exit();
    let many = options.engines.len() > 2;
    if many && options.sprt.is_some() {
        wrong("--sprt compares two engines");
    }
    if many && options.svg.is_some() {
        wrong("--svg draws a match of two engines");
    }
}

/// Plays the match.
pub fn run(options: &MatchArguments) -> Result<()> {
    check(options);
    let (contest, header) = contest(options)?;
    let (out, folder) = (options.out.as_deref(), options.sgf.as_deref());
    // The games of a store are resumed in any case, and so is the file that holds them.
    let resume = options.resume || options.store.is_some();
    let (mut journal, mut kept) = Journal::open(out, folder, &header, resume)?;
    if let Some(url) = &options.store {
        let written: HashSet<usize> = kept.iter().map(|record| record.game).collect();
        for record in match_store::run(url, options, &contest, &header)? {
            if !written.contains(&record.game) {
                journal.write(&record)?;
                kept.push(record);
            }
        }
    }
    let summary = watched(&contest, journal, &kept)?;
    if let Some(path) = &options.svg
        && let Some(text) = picture::svg(&summary)
    {
        files::write(path, text)?;
    }
    let text = if options.json {
        format!("{}\n", report::report(&summary))
    } else {
        report::words(&summary)
    };
    answer(&text)?;
    if let Some(broken) = summary.engines.iter().find(|engine| engine.is_broken()) {
        bail!(
            "{} does not work: each of its games ended in a crash before its first move",
            broken.name
        );
    }
    let (played, all) = (summary.games, contest.schedule.games());
    let decided = summary.decision.is_some();
    ensure!(
        decided || played >= all || !Interrupt::listen().is_pressed(),
        "stopped after {played} of {all} games"
    );
    Ok(())
}

/// Plays the games that are missing, and shows progress and faults; Ctrl-C ends the match.
pub(super) fn watched(
    contest: &Contest,
    journal: Journal,
    kept: &[GameRecord],
) -> Result<Summary, ArenaError> {
    let watcher = MatchProgress {
        progress: ProgressLine::new(contest.schedule.games(), kept.len()),
        faults: AtomicUsize::new(0),
        interrupt: Interrupt::listen(),
    };
    let result = play(contest, journal, kept, &watcher);
    watcher.progress.clear();
    result
}

/// The match that the options describe, and the header of its file.
fn contest(options: &MatchArguments) -> Result<(Contest, MatchHeader)> {
    let rules = MatchRules {
        size: options.size,
        time: options.time.unwrap_or_default(),
        nodes: options.nodes,
        grace: options.timeout_grace,
        patience: options.patience,
        swap: options.swap,
        play_on: options.play_on,
    };
    let path = options.openings.as_deref();
    let openings = starts(options.size, path, openings::one_stone)?;
    let all = match options.sprt {
        Some(_) => TEST_GAMES,
        None => 2 * openings.len(),
    };
    let games = options.games.unwrap_or(all);
    let mut specs = options.engines.clone();
    make_names_unique(&mut specs);
    let (gauntlet, seed) = (options.gauntlet, options.seed);
    let header = MatchHeader::new(&specs, &rules, gauntlet, seed, &openings::write(&openings));
    let schedule = Schedule::new(specs.len(), gauntlet, openings.len(), games, seed);
    let contest = Contest {
        specs,
        rules,
        openings,
        schedule,
        jobs: options.jobs,
        sprt: options.sprt,
        program: Some(std::env::current_exe().context("cannot find the mustplay executable")?),
    };
    Ok((contest, header))
}

/// The openings of a file, without symmetric duplicates, or else those that are usual for a board.
pub(super) fn starts(
    size: BoardSize,
    path: Option<&Path>,
    usual: impl FnOnce(BoardSize) -> Vec<Opening>,
) -> Result<Vec<Opening>> {
    let Some(path) = path else {
        let openings = usual(size);
        ensure!(!openings.is_empty(), "there is no opening for {size}");
        return Ok(openings);
    };
    let name = path.display();
    let text = files::text(path)?;
    let all = openings::read(size, &text).with_context(|| format!("cannot read {name}"))?;
    let count = all.len();
    let openings = openings::distinct(all);
    if openings.len() < count {
        let more = count - openings.len();
        // A closed stderr must not stop the program.
        let _ = writeln!(
            io::stderr(),
            "{name}: {more} of {count} openings skipped as symmetric to another"
        );
    }
    Ok(openings)
}

/// Shows the progress of the match on a terminal, and reports faults.
struct MatchProgress {
    progress: ProgressLine,
    faults: AtomicUsize,
    interrupt: Interrupt,
}

impl MatchObserver for MatchProgress {
    fn finished(&self, record: &GameRecord, summary: &Summary) {
        if record.reason.is_fault() || !record.detail.is_empty() {
            let earlier = self.faults.fetch_add(1, Ordering::Relaxed);
            if earlier < REPORTED_FAULTS {
                let winner = record.winner().map(|winner| record.engine(winner));
                self.progress.print(&format!(
                    "game {}: {} ({}) against {} ({}), won by {}: {} {}",
                    record.game,
                    record.black_engine,
                    "black",
                    record.white_engine,
                    "white",
                    winner.unwrap_or_default(),
                    record.reason,
                    record.detail,
                ));
            } else if earlier == REPORTED_FAULTS {
                self.progress
                    .print("further faults are counted in the table");
            }
        }
        self.progress.at(summary.games, &standing(summary));
    }

    fn should_stop(&self) -> bool {
        self.interrupt.is_pressed()
    }
}

/// The score so far in a few words.
fn standing(summary: &Summary) -> String {
    let [first, second] = &summary.engines[..] else {
        return "games".to_owned();
    };
    let elo = summary.pairings.first().map_or(0.0, |(_, counts)| {
        PairedScores::of_pairs(*counts).difference().elo
    });
    let ratio = summary
        .ratio()
        .map_or(String::new(), |ratio| format!(" LLR {ratio:.2}"));
    format!("{}:{} Elo {elo:+.0}{ratio}", first.wins, second.wins)
}
