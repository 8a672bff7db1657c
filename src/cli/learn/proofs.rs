//! `mustplay learn proofs`: positions that the solver searches, with the policy and the value of a
//! network, as games to learn from.
//!
//! A network plays up to a number of stones, at temperatures from cautious to wild, and the solver
//! searches the position. Of the positions below whose moves it has put in order some are drawn.
//! Each becomes a game with one searched move: its visits are the priors of the network. It is played
//! out at random, so its result says nothing.

use super::games::{network, sizes};
use super::truth::drawn;
use crate::at_width;
use crate::base::random::SplitMix64;
use crate::cli::interrupt::Interrupt;
use crate::hex::{BoardSize, Cell, Position};
use crate::network::{Evaluator, Input, Quantised};
use crate::solver::{ProveOptions, Solver};
use crate::think::{Limits, NoObserver};
use crate::train::self_play::{Played, PlayedGame, file};
use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

#[derive(clap::Args, Clone, Debug)]
pub(super) struct ProofsArguments {
    /// Network file; the new positions have its policy and value
    #[arg(long, value_name = "FILE")]
    network: String,

    /// Folder for the positions
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// Number of positions to solve
    #[arg(long, value_name = "N", default_value_t = 1000)]
    roots: u64,

    /// Solver positions for each of these
    #[arg(long, value_name = "N", default_value_t = 2500)]
    nodes: u64,

    /// Maximum number of stones in them
    #[arg(long, value_name = "N", default_value_t = 25)]
    stones: usize,

    /// Maximum number of positions to take from each search
    #[arg(long, value_name = "N", default_value_t = 1500)]
    most: usize,

    /// Board sizes with their weights
    #[arg(
        long,
        value_name = "SIZE:WEIGHT,...",
        default_value = "7:3,8:3,9:3,11:3,6:1,10:1,13:2"
    )]
    sizes: String,

    /// Random seed; the same seed and network give the same positions
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Positions that are solved before any of them is written.
const PORTION: u64 = 64;

/// The memory of a solver.
const TABLE_BYTES: usize = 16_000_000;

/// Writes positions.
pub(super) fn run(options: &ProofsArguments) -> Result<()> {
    let weights = network(&options.network, options.seed)?;
    ensure!(
        weights.shape().input() == Input::Stones,
        "the positions need a network that reads stones alone"
    );
    let sizes = sizes(&options.sizes)?;
    let evaluator = Evaluator::new(Arc::new(Quantised::new(&weights)));
    fs::create_dir_all(&options.out)
        .with_context(|| format!("cannot make {}", options.out.display()))?;
    let path = options.out.join(format!("proofs-{}.bin", options.seed));
    let name = || format!("cannot write {}", path.display());
    let mut out = File::create(&path).with_context(name)?;
    out.write_all(&file::header(weights.identity()))
        .with_context(name)?;
    let interrupt = Interrupt::listen();
    let (mut number, mut count) = (0, 0);
    while number < options.roots && !interrupt.is_pressed() {
        let end = options.roots.min(number + PORTION);
        let of_root = |number| {
            let mut random = SplitMix64::of(options.seed, number);
            let weights: Vec<f64> = sizes.iter().map(|one| one.1).collect();
            let size = sizes[random.pick(&weights)].0;
            at_width!(size, W => positions::<W>(options, size, evaluator.clone(), random))
        };
        let games: Vec<Vec<PlayedGame>> = (number..end).into_par_iter().map(of_root).collect();
        for game in games.iter().flatten() {
            out.write_all(&file::record(game)).with_context(name)?;
            count += 1;
        }
        number = end;
    }
    writeln!(
        io::stdout(),
        "{}: {count} positions from {number} proofs",
        path.display()
    )?;
    Ok(())
}

/// Positions below one that is drawn.
fn positions<const W: usize>(
    options: &ProofsArguments,
    size: BoardSize,
    mut evaluator: Evaluator,
    mut random: SplitMix64,
) -> Vec<PlayedGame> {
    let begin = drawn::<W>(size, options.stones, &mut evaluator, &mut random);
    let mut root = Position::<W>::new(size);
    for &cell in &begin {
        root.play(cell);
    }
    let prove = ProveOptions {
        table_bytes: TABLE_BYTES,
        ..ProveOptions::default()
    };
    let solver = Solver::new(size, prove);
    solver.solve(&root, Limits::nodes(options.nodes), &NoObserver);
    let mut lines = solver.ordered_lines(&root);
    random.shuffle(&mut lines);
    lines.truncate(options.most);
    let games = lines.into_iter().map(|line| {
        let moves: Vec<Cell> = begin.iter().chain(&line).copied().collect();
        played_out::<W>(size, &moves, &mut evaluator, &mut random)
    });
    games.collect()
}

/// A game of these moves, the next of which the network predicts, and random ones to its end.
fn played_out<const W: usize>(
    size: BoardSize,
    moves: &[Cell],
    evaluator: &mut Evaluator,
    random: &mut SplitMix64,
) -> PlayedGame {
    let mut position = Position::<W>::new(size);
    let mut played = Vec::new();
    let unsearched = |cell| Played {
        cell,
        value: u16::MAX / 2,
        visits: Vec::new(),
    };
    for &cell in moves {
        position.play(cell);
        played.push(unsearched(cell));
    }
    let prediction = evaluator.evaluate(&position);
    let mut rest: Vec<Cell> = position.empty().iter().collect();
    random.shuffle(&mut rest);
    for cell in rest {
        if position.winner().is_some() {
            break;
        }
        position.play(cell);
        played.push(unsearched(cell));
    }
    // A value of 0 or 1 would count as proved.
    let visits = prediction.moves.into_iter().filter(|one| one.1 > 0);
    played[moves.len()].visits = visits.collect();
    played[moves.len()].value = prediction.value.clamp(1, u16::MAX - 1);
    PlayedGame {
        size,
        seed: random.next_u64(),
        moves: played,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::self_play::Sample;

    #[test]
    fn positions_are_games_with_one_searched_move() {
        let out = std::env::temp_dir().join(format!("mustplay-proofs-{}", std::process::id()));
        let options = ProofsArguments {
            network: "random:32x1".to_owned(),
            out: out.clone(),
            roots: 12,
            nodes: 60,
            stones: 6,
            most: 9,
            sizes: "5:1,6x5:1".to_owned(),
            seed: 3,
        };
        run(&options).unwrap();
        let path = out.join("proofs-3.bin");
        let bytes = fs::read(&path).unwrap();
        let games: Vec<PlayedGame> = file::games(&bytes).map(|game| game.unwrap().0).collect();
        assert!((5..=108).contains(&games.len()), "{}", games.len());
        for game in &games {
            assert_eq!(Sample::places(game).count(), 1);
        }
        run(&options).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes);
        fs::remove_dir_all(&out).unwrap();
    }
}
