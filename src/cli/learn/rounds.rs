//! `mustplay learn rounds`: plays and learns in turns.
//!
//! 1. The network plays some thousand fast games with itself, with all threads.
//! 2. It learns once from positions of these games, and the games are forgotten.
//! 3. The mean of its last weights plays the next round.
//!
//! A round takes a minute or two, so the network soon meets what it has just learned.

use super::games::{network, sizes};
use super::network::{batch, main_words, report};
use crate::base::random::SplitMix64;
use crate::cli::files;
use crate::cli::interrupt::Interrupt;
use crate::hex::{Board, BoardSize};
use crate::network::{Evaluator, Input, Quantised};
use crate::train::descent::{Learner, LearningSchedule, Losses, Place, TargetCounts, TrainingData};
use crate::train::self_play::{Plan, PlayedGame, SelfPlay};
use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(clap::Args, Clone, Debug)]
pub(super) struct RoundsArguments {
    /// Network to start from: a file, or random:CHANNELSxBLOCKS
    #[arg(long, value_name = "FILE")]
    from: String,

    /// Folder for the checkpoint, the log and the networks; an interrupted run continues there
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// Number of rounds the folder's log should hold
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    rounds: u64,

    /// Start no round after this many hours
    #[arg(
        long,
        value_name = "HOURS",
        default_value_t = 1e6,
        hide_default_value = true
    )]
    hours: f64,

    /// Games per round
    #[arg(long, value_name = "N", default_value_t = 4000)]
    games: u64,

    /// Positions of each game to learn from, besides the searched ones
    #[arg(long, value_name = "N", default_value_t = 10)]
    positions: usize,

    /// Keep the network of every Nth round
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    keep: u64,

    /// Board sizes with their weights
    #[arg(
        long,
        value_name = "SIZE:WEIGHT,...",
        default_value = "6:1,7:1,8:1,9:3,10:2,11:12,12:2,13:5,14:2"
    )]
    sizes: String,

    /// Visits for a searched position
    #[arg(long, value_name = "N", default_value_t = 32)]
    visits: u32,

    /// Positions per batch
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = batch)]
    batch: usize,

    /// Learning rate
    #[arg(long, value_name = "X", default_value_t = 0.0007)]
    rate: f32,

    /// Weight decay per step at learning rate 1
    #[arg(long, value_name = "X", default_value_t = 0.02)]
    decay: f32,

    /// Weights of the targets; unless given, policy=1,soft=1,reply=0.15,owners=0.5,value=1,
    /// advantage=1
    #[arg(long, value_name = "TARGET=X,...", default_value = "advantage=1")]
    counts: TargetCounts,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// The fraction of the search's value in the value target of a searched position.
const SEARCHED: f32 = 0.25;
/// How much of the mean weights a step keeps.
const AVERAGED: f32 = 0.998;
/// Positions from which the ranges of the activations are set.
const CALIBRATED: usize = 256;
/// The board whose empty position is reported.
const EMPTY_BOARD: usize = 11;

/// Plays and learns.
pub(super) fn run(options: &RoundsArguments) -> Result<()> {
    let plan = Plan {
        sizes: sizes(&options.sizes)?,
        visits: options.visits,
        fast: true,
        ..Plan::default()
    };
    let schedule = LearningSchedule {
        rate: options.rate,
        decay: options.decay,
        searched: SEARCHED,
        counts: options.counts,
        without: Vec::new(),
        averaged: AVERAGED,
        steps: u64::MAX,
    };
    fs::create_dir_all(&options.out)
        .with_context(|| format!("cannot make {}", options.out.display()))?;
    let log = options.out.join("log.txt");
    let mut done = match fs::read_to_string(&log) {
        Ok(text) => text.lines().count() as u64,
        Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", log.display())),
    };
    let mut learner = begin(options)?;
    let interrupt = Interrupt::listen();
    let start = Instant::now();
    let most = Duration::from_secs_f64((options.hours * 3600.0).clamp(0.0, 1e10));
    while done < options.rounds && start.elapsed() < most && !interrupt.is_pressed() {
        let Some(line) = round(options, (&plan, &schedule), done, &mut learner, interrupt)? else {
            break;
        };
        done += 1;
        files::write(&options.out.join("checkpoint"), learner.bytes())?;
        let bytes = learner.network().bytes();
        if done.is_multiple_of(options.keep) {
            files::write(&options.out.join(format!("network-{done}.bin")), &bytes)?;
        }
        files::write(&options.out.join("network.bin"), &bytes)?;
        let line = format!("{done}: {line}");
        report(&line)?;
        OpenOptions::new()
            .append(true)
            .create(true)
            .open(&log)
            .and_then(|mut file| writeln!(file, "{line}"))
            .with_context(|| format!("cannot write {}", log.display()))?;
    }
    Ok(())
}

/// The learner of the folder's checkpoint, or a new one.
fn begin(options: &RoundsArguments) -> Result<Learner> {
    let path = options.out.join("checkpoint");
    let name = || format!("cannot read {}", path.display());
    match fs::read(&path) {
        Ok(bytes) => Learner::read(&bytes).with_context(name),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let weights = network(&options.from, options.seed)?;
            ensure!(
                weights.shape().input() == Input::Stones,
                "self-play needs a network that reads stones alone; this one reads analyses"
            );
            Ok(Learner::new(weights))
        }
        Err(error) => Err(error).with_context(name),
    }
}

/// Plays and learns one round; returns a line about it, or `None` if it was interrupted.
fn round(
    options: &RoundsArguments,
    (plan, schedule): (&Plan, &LearningSchedule),
    number: u64,
    learner: &mut Learner,
    interrupt: Interrupt,
) -> Result<Option<String>> {
    let start = Instant::now();
    let seed = SplitMix64::of(options.seed, number).next_u64();
    let evaluator = Evaluator::new(Arc::new(Quantised::new(&learner.network())));
    let players = || SelfPlay::new(plan.clone(), evaluator.clone());
    let game = |players: &mut SelfPlay, index: u64| {
        let seed = SplitMix64::of(seed, index).next_u64();
        (!interrupt.is_pressed()).then(|| players.game(seed))
    };
    let games = (0..options.games).into_par_iter().map_init(players, game);
    let Some(games) = games.collect::<Option<Vec<PlayedGame>>>() else {
        return Ok(None);
    };
    let played = start.elapsed();
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    let data = TrainingData::new(games);
    let places = |game: usize| {
        [
            data.places(game),
            data.value_places(game, options.positions),
        ]
    };
    let mut places: Vec<Place> = (0..data.games().len())
        .flat_map(|game| places(game).concat())
        .collect();
    SplitMix64::of(seed, u64::MAX).shuffle(&mut places);
    ensure!(!places.is_empty(), "too few games to learn from");
    let mut losses = Losses::default();
    for batch in places.chunks(options.batch) {
        // A small last batch would make a step as large as the others.
        if 2 * batch.len() >= options.batch.min(places.len()) {
            losses = losses.plus(learner.step(&data, batch, schedule));
        }
    }
    learner.calibrate(&data, &places[..places.len().min(CALIBRATED)]);
    let empty = Board::new(BoardSize::square(EMPTY_BOARD)?);
    let empty = Evaluator::new(Arc::new(Quantised::new(&learner.network()))).evaluate(&empty);
    Ok(Some(format!(
        "{} games, {moves} moves, {} positions; {}; {:.0} s played, {:.0} s learned; empty \
         {EMPTY_BOARD}x{EMPTY_BOARD} {:.1}%",
        data.games().len(),
        places.len(),
        main_words(losses.mean()),
        played.as_secs_f64(),
        start.elapsed().saturating_sub(played).as_secs_f64(),
        100.0 * empty.win(),
    )))
}
