//! `mustplay learn rounds`: plays and learns in turns.
//!
//! 1. The network plays some thousand fast games with itself, with all threads.
//! 2. It learns once from positions of these games, and from the searched positions of the last
//!    rounds before.
//! 3. The mean of its last weights plays the next round.
//!
//! A round takes a minute or two, so the network soon meets what it has just learned.

use super::games::{network, sizes};
use super::network::{batch, main_words, report, sparsity};
use crate::base::files::read_text;
use crate::base::random::SplitMix64;
use crate::cli::files;
use crate::cli::interrupt::Interrupt;
use crate::hex::{Board, BoardSize};
use crate::network::{Evaluator, Input, Quantised};
use crate::train::descent::{Learner, LearningSchedule, Losses, Place, TargetCounts, TrainingData};
use crate::train::self_play::{Plan, PlayedGame, SelfPlay, ValueTarget};
use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use std::collections::VecDeque;
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

    /// Factor for the logits of the policy of --from; below 1, a policy that is too sure of its
    /// moves explores again
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = factor)]
    flatten: f32,

    /// Games per round
    #[arg(long, value_name = "N", default_value_t = 3000)]
    games: u64,

    /// Positions of each game to learn from, besides the searched ones
    #[arg(long, value_name = "N", default_value_t = 12)]
    positions: usize,

    /// Earlier rounds whose searched positions are learned again
    #[arg(long, value_name = "N", default_value_t = 2)]
    again: usize,

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
    #[arg(long, value_name = "N", default_value_t = 48)]
    visits: u32,

    /// Positions per batch
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = batch)]
    batch: usize,

    /// Learning rate
    #[arg(long, value_name = "X", default_value_t = 0.0003)]
    rate: f32,

    /// Weight decay per step at learning rate 1
    #[arg(long, value_name = "X", default_value_t = 0.02)]
    decay: f32,

    /// Weights of the targets; unless given, policy=1,soft=1,reply=0.15,owners=0.5,value=1; 0
    /// leaves a target out
    #[arg(long, value_name = "TARGET=X,...")]
    counts: Option<TargetCounts>,

    /// Weight in the loss of activations that are not zero: most kernels skip zeros
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = sparsity)]
    sparsity: f32,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Reads a factor.
fn factor(text: &str) -> Result<f32, String> {
    let number = text.parse::<f32>().ok();
    number
        .filter(|factor| (0.01..=100.0).contains(factor))
        .ok_or_else(|| "0.01 to 100".to_owned())
}

/// What the value target is made of.
const VALUE: ValueTarget = ValueTarget {
    searched: 0.25,
    later: 0.96,
};
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
        value: VALUE,
        counts: options.counts.unwrap_or_default(),
        sparsity: options.sparsity,
        without: Vec::new(),
        averaged: AVERAGED,
        steps: u64::MAX,
    };
    fs::create_dir_all(&options.out)
        .with_context(|| format!("cannot make {}", options.out.display()))?;
    let log = options.out.join("log.txt");
    let mut done = match read_text(&log) {
        Ok(text) => text.lines().count() as u64,
        Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", log.display())),
    };
    let mut learner = begin(options)?;
    let mut past = VecDeque::new();
    let interrupt = Interrupt::listen();
    let start = Instant::now();
    let most = Duration::from_secs_f64((options.hours * 3600.0).clamp(0.0, 1e10));
    while done < options.rounds && start.elapsed() < most && !interrupt.is_pressed() {
        let both = (&plan, &schedule);
        let line = round(options, both, done, (&mut learner, &mut past), interrupt)?;
        let Some(line) = line else {
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
    match crate::base::files::read(&path) {
        Ok(bytes) => Learner::read(&bytes).with_context(name),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut weights = network(&options.from, options.seed)?;
            ensure!(
                weights.shape().input() == Input::Stones,
                "self-play needs a network that reads stones alone; this one reads analyses"
            );
            weights.scale_policy(options.flatten);
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
    (learner, past): (&mut Learner, &mut VecDeque<Vec<PlayedGame>>),
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
    let count = games.len();
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    past.push_front(games);
    past.truncate(1 + options.again);
    let data = TrainingData::new(past.iter().flatten().cloned().collect());
    let searched = (0..data.games().len()).flat_map(|game| data.places(game));
    let others = (0..count).flat_map(|game| data.value_places(game, options.positions));
    let mut places: Vec<Place> = searched.chain(others).collect();
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
        "{count} games, {moves} moves, {} positions; {}; {:.0} s played, {:.0} s learned; empty \
         {EMPTY_BOARD}x{EMPTY_BOARD} {:.1}%",
        places.len(),
        main_words(losses.mean()),
        played.as_secs_f64(),
        start.elapsed().saturating_sub(played).as_secs_f64(),
        100.0 * empty.win(),
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        rounds: RoundsArguments,
    }

    #[test]
    fn rounds_continue_and_learn_earlier_positions_again() {
        let folder = std::env::temp_dir().join(format!("mustplay-rounds-{}", std::process::id()));
        let rounds = |again: &str, count: &str| {
            let out = folder.join(again);
            let words = [
                "rounds",
                "--from",
                "random:32x1",
                "--out",
                out.to_str().unwrap(),
                "--games",
                "30",
                "--sizes",
                "5:1",
                "--visits",
                "8",
                "--positions",
                "0",
                "--batch",
                "16",
                "--again",
                again,
                "--rounds",
                count,
            ];
            run(&Command::parse_from(words).rounds).unwrap();
            fs::read_to_string(out.join("log.txt")).unwrap()
        };
        let positions = |line: &str| -> usize {
            let words = line
                .split(", ")
                .find_map(|word| word.split_once(" positions"));
            words.unwrap().0.parse().unwrap()
        };
        let once = rounds("0", "2");
        let first = rounds("1", "1");
        assert_eq!(first.lines().count(), 1);
        let again = rounds("1", "3");
        assert_eq!(again.lines().count(), 3);
        assert!(again.starts_with(&first), "{again}");
        // The rounds of a run that continues have no earlier one at first.
        let [one, two]: [usize; 2] = [1, 2].map(|line| positions(again.lines().nth(line).unwrap()));
        assert!(two > one + one / 2, "{again}");
        let [one, two]: [usize; 2] = [0, 1].map(|line| positions(once.lines().nth(line).unwrap()));
        assert!(two < one + one / 2, "{once}");
        assert!(folder.join("1/network.bin").exists());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_flattened_policy_has_the_same_favourite() {
        let weights = network("random:32x1", 3).unwrap();
        let mut flat = weights.clone();
        flat.scale_policy(0.5);
        let board = Board::new(BoardSize::square(5).unwrap());
        let [sure, flat] = [weights, flat]
            .map(|weights| Evaluator::new(Arc::new(Quantised::new(&weights))).evaluate(&board));
        assert_eq!((sure.value, sure.moves[0].0), (flat.value, flat.moves[0].0));
        assert!(flat.moves[0].1 < sure.moves[0].1);
        for bad in ["0", "-1", "NaN", "inf", "x"] {
            assert!(factor(bad).is_err(), "{bad}");
        }
    }
}
