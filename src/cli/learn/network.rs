//! `mustplay learn network`: the weights of the network from games.

use super::{gathered, looks, played};
use crate::arena::record::GameRecord;
use crate::at_width;
use crate::board::{BoardSize, Colour};
use crate::cli::{answer::answer, files};
use crate::learn::{Learner, Lesson, Loss, lessons};
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::time::Instant;

#[derive(clap::Args, Clone, Debug)]
pub(super) struct NetworkArguments {
    /// Games that `mustplay match --out` has kept, on boards of any sizes
    #[arg(long, value_name = "FILE.jsonl", required = true, num_args = 1..)]
    games: Vec<PathBuf>,

    /// Where to write the weights
    #[arg(long, value_name = "FILE.bin")]
    out: PathBuf,

    /// How often all positions are gone through
    #[arg(long, value_name = "N", default_value_t = 8)]
    rounds: usize,

    /// How long the first steps are
    #[arg(long, value_name = "X", default_value_t = 0.002)]
    rate: f32,

    /// Where chances start: the same seed and games give the same weights
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Learns.
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
    let mut learner = Learner::new(options.seed);
    let rounds = options.rounds as f32;
    for round in 0..options.rounds {
        let before = round as f32;
        let loss = learner.round(&learned, |share| {
            // A short start, then half a wave down to nothing.
            let done = (before + share) / rounds;
            let warm = (done * 50.0).min(1.0);
            options.rate * warm * 0.5 * (1.0 + (std::f32::consts::PI * done).cos())
        });
        let tested = learner.test(&held);
        answer(&format!(
            "round {}: learned {}; held out {}; {:.0} s\n",
            round + 1,
            said(&loss),
            said(&tested),
            start.elapsed().as_secs_f64()
        ))?;
        files::write(&options.out, learner.network().bytes())?;
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

/// The lessons in a game.
fn taken<const W: usize>(record: &GameRecord, size: BoardSize) -> Result<Vec<Lesson>> {
    let (start, cells) = played::<W>(record, size)?;
    let winner: Colour = record.winner.parse().ok().context("a winner")?;
    Ok(lessons(&cells, start, record.opening, looks(), winner))
}
