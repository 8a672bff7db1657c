//! `mustplay learn truth`: how often a network is right where the solver has the answer.
//!
//! A file of positions has one line each: the winner, the size and the moves, as in `black 7x7 d4
//! c3`. `--make` adds lines: games are played by a network at temperatures from cautious to wild,
//! up to a number of stones drawn uniformly, and the solver labels those it can decide. The file is
//! for measuring only, not for training.

use super::games::network;
use crate::arena::report::columns;
use crate::at_width;
use crate::base::random::SplitMix64;
use crate::cli::answer::answer;
use crate::cli::interrupt::Interrupt;
use crate::cli::{files, values};
use crate::hex::{BoardSize, Cell, Colour, Position};
use crate::network::{Evaluator, Input, Prediction, Quantised};
use crate::solver::{ProveOptions, Solver};
use crate::think::{Limits, NoObserver};
use crate::train::self_play::KnownGame;
use anyhow::{Context, Result, ensure};
use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(clap::Args, Clone, Debug)]
pub(super) struct TruthArguments {
    /// Network file
    #[arg(long, value_name = "FILE")]
    network: String,

    /// File of positions with their winners
    #[arg(long, value_name = "FILE")]
    positions: PathBuf,

    /// Add positions until the file has this many; they come from games that the network plays
    #[arg(long, value_name = "N")]
    make: Option<usize>,

    /// Board sizes of new positions
    #[arg(
        long,
        value_name = "SIZE,...",
        value_delimiter = ',',
        default_value = "7,8",
        value_parser = values::size
    )]
    sizes: Vec<BoardSize>,

    /// Maximum number of stones in new positions
    #[arg(long, value_name = "N", default_value_t = 30)]
    stones: usize,

    /// Solver positions per answer; undecided positions are left out
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    nodes: u64,

    /// Random seed of new positions
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// The temperatures of new positions.
const TEMPERATURE: [f64; 2] = [0.5, 4.0];
/// The number of stones per row of the table.
const ROW: usize = 5;

/// A position with its winner.
#[derive(Clone, PartialEq, Eq, Debug)]
struct KnownWinner {
    winner: Colour,
    game: Option<KnownGame>,
    size: BoardSize,
}

impl KnownWinner {
    fn moves(&self) -> &[Cell] {
        self.game.as_ref().map_or(&[], KnownGame::moves)
    }

    fn position<const W: usize>(&self) -> Position<W> {
        let mut position = Position::new(self.size);
        for &cell in self.moves() {
            position.play(cell);
        }
        position
    }

    fn line(&self) -> String {
        let names = self.moves().iter().map(|&cell| self.size.name(cell));
        let mut words = vec![self.winner.to_string(), self.size.to_string()];
        words.extend(names);
        words.join(" ")
    }

    fn read(line: &str) -> Result<Self> {
        let (winner, rest) = line
            .split_once(' ')
            .context("expected: winner size moves")?;
        let winner = winner
            .parse()
            .with_context(|| format!("no colour: {winner}"))?;
        let size = rest.split_whitespace().next().unwrap_or_default();
        let size: BoardSize = size.parse().with_context(|| format!("no size: {size}"))?;
        let has_moves = rest.split_whitespace().nth(1).is_some();
        let game = has_moves.then(|| rest.parse()).transpose()?;
        Ok(Self { winner, game, size })
    }
}

/// Makes positions, or measures.
pub(super) fn run(options: &TruthArguments) -> Result<()> {
    let weights = network(&options.network, options.seed)?;
    ensure!(
        weights.shape().input() == Input::Stones,
        "the positions need a network that reads stones alone"
    );
    let evaluator = Evaluator::new(Arc::new(Quantised::new(&weights)));
    if let Some(count) = options.make {
        make(options, count, evaluator.clone())?;
    }
    let known = read(&options.positions)?;
    ensure!(
        !known.is_empty(),
        "{} has no positions",
        options.positions.display()
    );
    answer(&measure(options, &known, evaluator))
}

fn read(path: &Path) -> Result<Vec<KnownWinner>> {
    let text = files::text(path)?;
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty());
    let read = lines.map(|(number, line)| {
        KnownWinner::read(line).with_context(|| format!("{}, line {}", path.display(), number + 1))
    });
    read.collect()
}

/// Adds positions to the file.
fn make(options: &TruthArguments, count: usize, mut evaluator: Evaluator) -> Result<()> {
    let path = &options.positions;
    let name = || format!("cannot write {}", path.display());
    ensure!(!options.sizes.is_empty(), "there is no size");
    let before = if path.exists() {
        read(path)?
    } else {
        Vec::new()
    };
    let mut lines: HashSet<String> = before.iter().map(KnownWinner::line).collect();
    let mut out = OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .with_context(name)?;
    let interrupt = Interrupt::listen();
    let mut number = 0;
    while lines.len() < count && number < 100 * count as u64 && !interrupt.is_pressed() {
        let mut random = SplitMix64::of(options.seed, number);
        number += 1;
        let size = options.sizes[random.below(options.sizes.len())];
        let moves =
            at_width!(size, W => drawn::<W>(size, options.stones, &mut evaluator, &mut random));
        let mut words = vec![size.to_string()];
        words.extend(moves.iter().map(|&cell| size.name(cell)));
        let game = if moves.is_empty() {
            None
        } else {
            words.join(" ").parse().ok()
        };
        let mut known = KnownWinner {
            winner: Colour::Black,
            game,
            size,
        };
        let winner = at_width!(size, W => winner(&known.position::<W>(), options.nodes));
        let Some(winner) = winner else {
            continue;
        };
        known.winner = winner;
        if lines.insert(known.line()) {
            writeln!(out, "{}", known.line()).with_context(name)?;
        }
    }
    Ok(())
}

/// The moves of a game up to a number of stones, or before its end.
pub(super) fn drawn<const W: usize>(
    size: BoardSize,
    most: usize,
    evaluator: &mut Evaluator,
    random: &mut SplitMix64,
) -> Vec<Cell> {
    let stones = random.below(most.min(size.cells() * 2 / 3) + 1);
    let heat = TEMPERATURE[0] + random.unit() * (TEMPERATURE[1] - TEMPERATURE[0]);
    let mut position = Position::<W>::new(size);
    let mut moves = Vec::new();
    for _ in 0..stones {
        let prediction = evaluator.evaluate(&position);
        let weights = prediction
            .moves
            .iter()
            .map(|one| libm::pow(f64::from(one.1) + 1.0, 1.0 / heat));
        let weights: Vec<f64> = weights.collect();
        let cell = prediction.moves[random.pick(&weights)].0;
        position.play(cell);
        if position.winner().is_some() {
            break;
        }
        moves.push(cell);
    }
    moves
}

/// The winner, if the solver finds it within this many positions.
fn winner<const W: usize>(position: &Position<W>, nodes: u64) -> Option<Colour> {
    let limits = Limits::nodes(nodes);
    let solver = Solver::new(position.size(), ProveOptions::default());
    solver.solve(position, limits, &NoObserver).winner
}

/// Counts of a row.
#[derive(Clone, Copy, Default)]
struct TruthRow {
    positions: usize,
    right: usize,
    loss: f64,
    won: usize,
    kept: usize,
}

impl TruthRow {
    fn cells(&self, name: String) -> [String; 6] {
        let share = |part: usize, all: usize| match all {
            0 => "-".to_owned(),
            all => format!("{:.1}%", 100.0 * part as f64 / all as f64),
        };
        [
            name,
            self.positions.to_string(),
            share(self.right, self.positions),
            format!("{:.3}", self.loss / self.positions.max(1) as f64),
            self.won.to_string(),
            share(self.kept, self.won),
        ]
    }
}

/// The table: by number of stones, how often the value has the winner, its loss, and how often the
/// first move of the policy keeps a won position.
fn measure(options: &TruthArguments, known: &[KnownWinner], mut evaluator: Evaluator) -> String {
    let mut table: Vec<TruthRow> = Vec::new();
    for one in known {
        let row = one.moves().len() / ROW;
        if table.len() <= row {
            table.resize(row + 1, TruthRow::default());
        }
        at_width!(one.size, W => {
            let position = one.position::<W>();
            let prediction = evaluator.evaluate(&position);
            count(&mut table[row], &position, one.winner, &prediction, options.nodes);
        });
    }
    let mut rows = vec![
        [
            "stones",
            "positions",
            "winner right",
            "loss",
            "won",
            "first move keeps",
        ]
        .map(str::to_owned),
    ];
    let mut all = TruthRow::default();
    for (index, row) in table.iter().enumerate() {
        rows.push(row.cells(format!("{}-{}", index * ROW, index * ROW + ROW - 1)));
        all.positions += row.positions;
        all.right += row.right;
        all.loss += row.loss;
        all.won += row.won;
        all.kept += row.kept;
    }
    rows.push(all.cells("all".to_owned()));
    columns(&rows, &[0])
}

fn count<const W: usize>(
    row: &mut TruthRow,
    position: &Position<W>,
    won_by: Colour,
    prediction: &Prediction,
    nodes: u64,
) {
    let wins = won_by == position.to_move();
    let chance = prediction.win().clamp(1e-4, 1.0 - 1e-4);
    row.positions += 1;
    row.right += usize::from((chance > 0.5) == wins);
    row.loss -= libm::log(if wins { chance } else { 1.0 - chance });
    if wins {
        let mut after = *position;
        after.play(prediction.moves[0].0);
        // A move whose winner the solver does not find is not counted.
        if let Some(winner) = after.winner().or_else(|| winner(&after, nodes)) {
            row.won += 1;
            row.kept += usize::from(winner == won_by);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn positions_are_made_once_and_measured() {
        let path = std::env::temp_dir().join(format!("mustplay-truth-{}", std::process::id()));
        let options = TruthArguments {
            network: "random:32x1".to_owned(),
            positions: path.clone(),
            make: Some(12),
            sizes: vec!["4".parse().unwrap(), "3x5".parse().unwrap()],
            stones: 9,
            nodes: 10_000,
            seed: 1,
        };
        run(&options).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 12);
        run(&options).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        for line in text.lines() {
            assert_eq!(KnownWinner::read(line).unwrap().line(), line);
        }
        fs::write(&path, format!("{text}black 4 a1 a1\n")).unwrap();
        let why = format!("{:#}", run(&options).unwrap_err());
        assert!(why.contains("line 13"), "{why}");
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn rows_count_values_and_moves() {
        // Black to move wins on 2x2, and only the short diagonal does at once.
        let size: BoardSize = "2".parse().unwrap();
        let position = Position::<1>::new(size);
        let cells: Vec<Cell> = size.all().collect();
        let prediction = |first: usize, value| Prediction {
            value,
            moves: vec![(cells[first], u16::MAX)],
        };
        let mut row = TruthRow::default();
        for (first, value) in [(1, 50_000), (0, 20_000)] {
            count(
                &mut row,
                &position,
                Colour::Black,
                &prediction(first, value),
                1000,
            );
        }
        let cells = row.cells("0-4".to_owned());
        assert_eq!(cells[1..3], ["2", "50.0%"].map(str::to_owned));
        assert_eq!(cells[4..], ["2", "50.0%"].map(str::to_owned));
    }
}
