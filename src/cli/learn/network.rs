//! `mustplay learn network`: the weights of the network from games.

use super::{gathered, looks, played};
use crate::arena::record::GameRecord;
use crate::at_width;
use crate::board::{BoardSize, Colour};
use crate::cli::{answer::answer, files};
use crate::learn::{Loss, Trainer, TrainingSample, training_samples};
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::time::Instant;

#[derive(clap::Args, Clone, Debug)]
pub(super) struct NetworkArguments {
    /// Games written by `mustplay match --out`, on boards of any size
    #[arg(long, value_name = "FILE.jsonl", required = true, num_args = 1..)]
    games: Vec<PathBuf>,

    /// The file for the weights
    #[arg(long, value_name = "FILE.bin")]
    out: PathBuf,

    /// Epochs: passes over all samples
    #[arg(long, value_name = "N", default_value_t = 8)]
    rounds: usize,

    /// The learning rate at the start
    #[arg(long, value_name = "X", default_value_t = 0.002)]
    rate: f32,

    /// The seed: the same seed and games give the same weights
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Learns the weights.
pub(super) fn run(options: &NetworkArguments) -> Result<()> {
    let start = Instant::now();
    let take = |record: &GameRecord, size| at_width!(size, W => taken::<W>(record, size));
    let ([learned, held], _) = gathered(&options.games, take)?;
    answer(&format!(
        "{} positions to learn from, {} held out; {:.0} s\n",
        learned.len(),
        held.len(),
        start.elapsed().as_secs_f64()
    ))?;
    let mut trainer = Trainer::new(options.seed);
    let rounds = options.rounds as f32;
    for round in 0..options.rounds {
        let before = round as f32;
        let loss = trainer.epoch(&learned, |share| {
            // A short warm-up, then a cosine down to 0.
            let done = (before + share) / rounds;
            let warm = (done * 50.0).min(1.0);
            options.rate * warm * 0.5 * (1.0 + (std::f32::consts::PI * done).cos())
        });
        let tested = trainer.test(&held);
        answer(&format!(
            "round {}: learned {}; held out {}; {:.0} s\n",
            round + 1,
            said(&loss),
            said(&tested),
            start.elapsed().as_secs_f64()
        ))?;
        files::write(&options.out, trainer.network().bytes())?;
    }
    Ok(())
}

fn said(loss: &Loss) -> String {
    format!(
        "moves {:.4} ({:.1}% the likeliest), winner {:.4} ({:.1}% the likelier)",
        -loss.moves,
        100.0 * loss.first,
        -loss.win,
        100.0 * loss.right
    )
}

/// The samples of a game.
fn taken<const W: usize>(record: &GameRecord, size: BoardSize) -> Result<Vec<TrainingSample>> {
    let (start, cells) = played::<W>(record, size)?;
    let winner: Colour = record.winner.parse().ok().context("a winner")?;
    Ok(training_samples(
        &cells,
        start,
        record.opening,
        looks(),
        winner,
    ))
}
