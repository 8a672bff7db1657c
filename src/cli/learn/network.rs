//! `mustplay learn network`: the network of policy and value from games of self-play.

use super::games::network;
use crate::base::random::SplitMix64;
use crate::cli::files;
use crate::network::{Evaluator, Input, Part, Quantised, Shape};
use crate::train::descent::{Learner, LearningSchedule, Losses, Place, TargetCounts, TrainingData};
use crate::train::self_play::{PlayedGame, ValueTarget, file};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(clap::Args, Clone, Debug)]
pub(super) struct NetworkArguments {
    /// Game files from `mustplay learn games`, or folders of them, oldest first
    #[arg(long, value_name = "PATH", required = true, num_args = 1..)]
    data: Vec<PathBuf>,

    /// Output file for the network; a checkpoint is kept next to it until training ends
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Network to start from: a file, or random:CHANNELSxBLOCKS, with +quick to read analyses of
    /// the recipe quick
    #[arg(long, value_name = "FILE")]
    from: String,

    /// Grow the network to this larger shape before training, such as 64x5 or 64x5+quick
    #[arg(long, value_name = "SHAPE")]
    grow: Option<Shape>,

    /// Number of epochs
    #[arg(long, value_name = "X", default_value_t = 2.0)]
    epochs: f64,

    /// Use only this many of the latest positions
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    window: usize,

    /// Positions per batch
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = batch)]
    batch: usize,

    /// Peak learning rate
    #[arg(long, value_name = "X", default_value_t = 0.002)]
    rate: f32,

    /// Weight decay per step at learning rate 1
    #[arg(long, value_name = "X", default_value_t = 0.02)]
    decay: f32,

    /// Fraction of the search's value in the value target; the rest is the game result
    #[arg(long, value_name = "X", default_value_t = 0.25)]
    searched: f32,

    /// Extra positions per game for the value, reply and owner targets only: unsearched positions
    /// after the first searched one
    #[arg(long, value_name = "N", default_value_t = 0)]
    values: usize,

    /// Weights of the targets; unless given, policy=1,soft=1,reply=0.15,owners=0.5,value=1; 0
    /// leaves a target out
    #[arg(long, value_name = "TARGET=X,...")]
    counts: Option<TargetCounts>,

    /// Weight in the loss of activations that are not zero: most kernels skip zeros
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = sparsity)]
    sparsity: f32,

    /// Network whose policy and value are the targets, in place of those of the games
    #[arg(long, value_name = "FILE")]
    teacher: Option<String>,

    /// Parts of the network to leave out, for ablations: pooling, edges, and of the analysis planes
    /// fill-in, moves, power, connections
    #[arg(
        long,
        value_name = "PART,...",
        value_delimiter = ',',
        hide_possible_values = true
    )]
    without: Vec<Part>,

    /// Random seed; the same seed and games give the same network
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Seconds between checkpoints
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = crate::cli::values::seconds)]
    checkpoint: Duration,

    /// Skip truncated or corrupt games
    #[arg(long)]
    skip_bad: bool,
}

pub(super) fn batch(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().ok();
    number
        .filter(|size| (1..=65_536).contains(size))
        .ok_or_else(|| "1 to 65536".to_owned())
}

pub(super) fn sparsity(text: &str) -> Result<f32, String> {
    let number = text.parse::<f32>().ok();
    number
        .filter(|weight| (0.0..=1000.0).contains(weight))
        .ok_or_else(|| "0 to 1000".to_owned())
}

/// The number of held-out positions for measuring losses and calibrating activations.
const TESTED: usize = 4096;
const CALIBRATED: usize = 256;

/// Learns.
pub(super) fn run(options: &NetworkArguments) -> Result<()> {
    let checkpoint = Path::new(&format!("{}.checkpoint", options.out.display())).to_path_buf();
    let mut learner = begin(options, &checkpoint)?;
    let games = games(options)?;
    let mut training = match learner.shape().input() {
        Input::Stones => TrainingData::new(games),
        Input::Analysis(recipe) => TrainingData::with_analyses(games, recipe),
    };
    if let Some(teacher) = &options.teacher {
        let weights = network(teacher, 0)?;
        ensure!(
            weights.shape().input() == learner.shape().input(),
            "{teacher} does not read what this network reads"
        );
        training = training.taught_by(Evaluator::new(Arc::new(Quantised::new(&weights))));
    }
    let mut places = [Vec::new(), Vec::new()];
    for (index, game) in training.games().iter().enumerate() {
        let is_held = game.is_held_out();
        places[usize::from(is_held)].extend(training.places(index));
        if !is_held && training.reads_stones() {
            places[0].extend(training.value_places(index, options.values));
        }
    }
    let [mut learned, mut held] = places;
    learned.drain(..learned.len().saturating_sub(options.window));
    held.drain(..held.len().saturating_sub(TESTED));
    ensure!(
        !learned.is_empty() && !held.is_empty(),
        "too few games to learn from"
    );
    report(&format!(
        "{} games, {} training positions, {} held out",
        training.games().len(),
        learned.len(),
        held.len()
    ))?;
    #[allow(
        clippy::cast_sign_loss,
        reason = "the number of epochs must not be negative"
    )]
    let steps =
        (options.epochs.max(0.0) * learned.len() as f64 / options.batch as f64).ceil() as u64;
    let task = LearningTask {
        options,
        training: &training,
        learned,
        held,
        steps,
        checkpoint,
    };
    task.learn(&mut learner)?;
    learner.calibrate(task.training, &task.held[..task.held.len().min(CALIBRATED)]);
    let (played, chances) = learner.test_as_played(task.training, &task.held);
    let active = learner.active(task.training, &task.held[..task.held.len().min(CALIBRATED)]);
    let [one, two, four] = active.map(|share| 100.0 * share);
    report(&format!(
        "{one:.1}% of the activations, {two:.1}% of their pairs and {four:.1}% of their fours are \
         not zero"
    ))?;
    let results = match options.teacher {
        Some(_) => String::new(),
        None => format!("; {}", calibration(&chances)),
    };
    report(&format!(
        "as it plays, in 8 bits: held out {}{results}",
        main_words(played)
    ))?;
    files::write(&options.out, learner.network().bytes())?;
    let _ = fs::remove_file(&task.checkpoint);
    Ok(())
}

pub(super) fn report(words: &str) -> Result<()> {
    writeln!(io::stdout(), "{words}").context("cannot write")
}

/// The learner of a checkpoint, or a new one.
fn begin(options: &NetworkArguments, checkpoint: &Path) -> Result<Learner> {
    let name = checkpoint.display();
    match crate::base::files::read(checkpoint) {
        Ok(bytes) => {
            let learner = Learner::read(&bytes).with_context(|| format!("cannot read {name}"))?;
            report(&format!(
                "continuing {name}, {} steps done",
                learner.steps()
            ))?;
            Ok(learner)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let weights = network(&options.from, options.seed)?;
            Ok(Learner::new(match options.grow {
                Some(shape) => weights.grown(shape, options.seed)?,
                None => weights,
            }))
        }
        Err(error) => Err(error).with_context(|| format!("cannot read {name}")),
    }
}

/// The training data and the length of training.
struct LearningTask<'a> {
    options: &'a NetworkArguments,
    training: &'a TrainingData,
    learned: Vec<Place>,
    held: Vec<Place>,
    steps: u64,
    checkpoint: PathBuf,
}

impl LearningTask<'_> {
    fn learn(&self, learner: &mut Learner) -> Result<()> {
        let options = self.options;
        let schedule = LearningSchedule {
            rate: options.rate,
            decay: options.decay,
            value: ValueTarget {
                searched: options.searched,
                ..ValueTarget::RESULT
            },
            counts: options.counts.unwrap_or_default(),
            sparsity: options.sparsity,
            without: options.without.clone(),
            averaged: 0.999,
            steps: self.steps,
        };
        let start = Instant::now();
        let (mut losses, mut kept, before) = (Losses::default(), Instant::now(), learner.steps());
        let mut order = (u64::MAX, Vec::new());
        let interval = (self.steps / 10).max(1);
        while learner.steps() < self.steps {
            let batch = self.batch(learner.steps(), &mut order);
            losses = losses.plus(learner.step(self.training, &batch, &schedule));
            let steps = learner.steps();
            if steps.is_multiple_of(interval) || steps == self.steps {
                let pace = (steps - before) as f64 * options.batch as f64;
                let pace = pace / start.elapsed().as_secs_f64();
                let tested = learner.test(self.training, &self.held);
                report(&format!(
                    "step {steps}/{}: {}; held out {}; {pace:.0} positions/s",
                    self.steps,
                    words(losses.mean()),
                    words(tested)
                ))?;
                losses = Losses::default();
            }
            if kept.elapsed() >= options.checkpoint {
                files::write(&self.checkpoint, learner.bytes())?;
                kept = Instant::now();
            }
        }
        files::write(&self.checkpoint, learner.bytes())
    }

    /// The positions of a step: each epoch goes through all in an order of its own.
    fn batch(&self, step: u64, order: &mut (u64, Vec<Place>)) -> Vec<Place> {
        let (size, all) = (self.options.batch as u64, self.learned.len() as u64);
        let place = |at: u64| {
            let epoch = at / all;
            if order.0 != epoch {
                let mut shuffled = self.learned.clone();
                SplitMix64::of(self.options.seed, epoch).shuffle(&mut shuffled);
                *order = (epoch, shuffled);
            }
            order.1[(at % all) as usize]
        };
        (step * size..(step + 1) * size).map(place).collect()
    }
}

pub(super) fn main_words(losses: Losses) -> String {
    let [policy, _, _, _, value] = losses.sums;
    format!(
        "policy {:.4} over {:.4} ({:.1}% first), value {value:.4} ({:.1}% right)",
        policy - losses.entropy,
        losses.entropy,
        100.0 * losses.first,
        100.0 * losses.right
    )
}

/// How often positions were won compared with the predicted chance, in five ranges.
fn calibration(chances: &[(f32, bool)]) -> String {
    let ranges = (0..5_u8).filter_map(|fifth| {
        let least = f32::from(fifth) / 5.0;
        let inside = |&&(predicted, _): &&(f32, bool)| {
            (predicted >= least || fifth == 0) && (predicted < least + 0.2 || fifth == 4)
        };
        let some: Vec<&(f32, bool)> = chances.iter().filter(inside).collect();
        let count = some.len() as f32;
        let predicted: f32 = some.iter().map(|one| one.0).sum();
        let won = some.iter().filter(|one| one.1).count() as f32;
        (!some.is_empty()).then(|| {
            let [predicted, won] = [predicted, won].map(|sum| 100.0 * sum / count);
            format!("{predicted:.1}% won {won:.1}% of {count}")
        })
    });
    format!("predicted {}", ranges.collect::<Vec<_>>().join(", "))
}

fn words(losses: Losses) -> String {
    let [_, soft, reply, owner, ..] = losses.sums;
    let main = main_words(losses);
    format!("{main}, soft {soft:.4}, reply {reply:.4}, owner {owner:.4}")
}

/// All games of all files.
fn games(options: &NetworkArguments) -> Result<Vec<PlayedGame>> {
    let mut files = Vec::new();
    for path in &options.data {
        let name = || format!("cannot read {}", path.display());
        if path.is_dir() {
            let entries = fs::read_dir(path).with_context(name)?;
            let found = entries.map(|entry| entry.map(|entry| entry.path()));
            let mut found: Vec<PathBuf> = found.collect::<Result<_, _>>().with_context(name)?;
            found.retain(|path| path.extension().is_some_and(|kind| kind == "bin"));
            found.sort();
            files.extend(found);
        } else {
            files.push(path.clone());
        }
    }
    let mut games = Vec::new();
    for path in &files {
        let name = path.display();
        let bytes = files::bytes(path)?;
        let header = file::network(&bytes).map(|_| ());
        let read = file::games(&bytes).map(|game| game.map(|(game, _)| games.push(game)));
        for fault in std::iter::once(header).chain(read).filter_map(Result::err) {
            if !options.skip_bad {
                bail!("{name}: {fault}; use --skip-bad to skip such games");
            }
            writeln!(io::stderr(), "mustplay: {name}: {fault}: skipped")?;
            if fault.why == file::Why::Unknown {
                break;
            }
        }
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Weights;
    use crate::train::self_play::{Plan, SelfPlay};

    #[test]
    fn games_are_counted_by_predicted_chance() {
        let chances = [(0.1, false), (0.2, true), (0.3, false), (1.0, true)];
        assert_eq!(
            calibration(&chances),
            "predicted 10.0% won 0.0% of 1, 25.0% won 50.0% of 2, 100.0% won 100.0% of 1"
        );
    }

    #[test]
    fn a_network_is_learned_from_files_and_broken_ones_are_reported() {
        let folder = std::env::temp_dir().join(format!("mustplay-learn-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let weights = Weights::random("32x1".parse().unwrap(), 1);
        let plan = Plan {
            sizes: vec![("4".parse().unwrap(), 1.0)],
            visits: 20,
            full: 0.9,
            ..Plan::default()
        };
        let evaluator = Evaluator::new(Arc::new(Quantised::new(&weights)));
        let mut play = SelfPlay::new(plan, evaluator);
        let mut bytes = file::header(weights.identity());
        (0..60).for_each(|seed| bytes.extend(file::record(&play.game(seed))));
        let data = folder.join("games.bin");
        fs::write(&data, &bytes).unwrap();
        let out = folder.join("network.bin");
        let options = NetworkArguments {
            data: vec![folder.join("games.bin")],
            out: out.clone(),
            from: "random:32x1".to_owned(),
            grow: Some("32x2".parse().unwrap()),
            epochs: 1.0,
            window: 100,
            batch: 32,
            rate: 0.01,
            decay: 0.02,
            searched: 0.2,
            values: 1,
            counts: None,
            sparsity: 0.0,
            teacher: None,
            without: Vec::new(),
            seed: 3,
            checkpoint: Duration::ZERO,
            skip_bad: false,
        };
        run(&options).unwrap();
        let first = fs::read(&out).unwrap();
        for (teacher, error) in [
            ("random:32x1", None),
            ("random:32x1+quick", Some("does not read what")),
            ("nothing", Some("nothing")),
        ] {
            let taught = run(&NetworkArguments {
                teacher: Some(teacher.to_owned()),
                sparsity: 0.1,
                ..options.clone()
            });
            match (taught, error) {
                (Ok(()), None) => assert_ne!(fs::read(&out).unwrap(), first),
                (Err(why), Some(words)) => assert!(format!("{why:#}").contains(words), "{why:#}"),
                (result, _) => panic!("{teacher}: {result:?}"),
            }
        }
        for bad in ["-1", "NaN", "inf", "x"] {
            assert!(sparsity(bad).is_err(), "{bad}");
        }
        let shape = Weights::read(&first).unwrap().shape();
        assert_eq!(shape.to_string(), "32x2");
        run(&options).unwrap();
        assert_eq!(fs::read(&out).unwrap(), first);
        fs::write(&data, &bytes[..bytes.len() - 9]).unwrap();
        let why = run(&options).unwrap_err().to_string();
        assert!(
            why.contains("games.bin: byte ") && why.contains("within a game"),
            "{why}"
        );
        run(&NetworkArguments {
            skip_bad: true,
            ..options
        })
        .unwrap();
        fs::remove_dir_all(&folder).unwrap();
    }
}
