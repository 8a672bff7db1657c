//! Learns weights of moves from games by minorization and maximization ([`Ranking`]): weights of
//! the neighbours alone for playouts, and of all features together for priors.

use super::weights::PLAYOUT_KIND;
use super::{Features, KINDS, PatternBoard};
use crate::hex::{Cell, Colour, Position};
use crate::knowledge::analysis::{Analysis, AnalysisOptions};
use crate::train::ranking::{Fit, Ranking};
use std::fmt::Write as _;

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Example {
    /// The features of every legal move.
    pub moves: Vec<Features>,
    /// The move played.
    pub played: usize,
}

/// The examples in a game, without a number of opening moves and without the moves after an
/// analysis decides the game, which contain no information.
pub fn examples<const W: usize>(
    game: &[Cell],
    start: Position<W>,
    opening: usize,
    options: AnalysisOptions,
) -> Vec<Example> {
    let mut analysis = Analysis::new(&start, options);
    let mut board = PatternBoard::new(start.size());
    let mut found = Vec::new();
    for (number, &cell) in game.iter().enumerate() {
        let position = *analysis.position();
        if analysis.decided().is_some() || !position.empty().contains(cell) {
            break;
        }
        if number >= opening {
            let last = [1, 2].map(|back| number.checked_sub(back).map(|number| game[number]));
            board.set(Colour::ALL.map(|colour| position.stones(colour)));
            let cells: Vec<Cell> = position.empty().iter().collect();
            let mover = position.to_move();
            found.push(Example {
                moves: cells
                    .iter()
                    .map(|&cell| board.features(cell, mover, last))
                    .collect(),
                played: cells.iter().position(|&other| other == cell).unwrap_or(0),
            });
        }
        analysis.play(cell);
    }
    found
}

/// The options of learning.
#[derive(Clone, Copy, Debug)]
pub struct LearningOptions {
    /// Rounds of optimization.
    pub rounds: usize,
    /// How often a pattern of the six neighbours must occur to get a weight.
    pub least: u32,
    /// The same for patterns of all twelve.
    pub least_wide: u32,
}

/// Learned weights.
#[derive(Clone, Debug)]
pub struct LearnedWeights {
    /// The fit of the playout weights on held-out examples.
    pub playouts: Fit,
    /// The fit of the prior weights.
    pub priors: Fit,
    /// The lines of a file that [`PatternWeights`](super::PatternWeights) reads.
    pub lines: String,
}

/// Learns weights from the first set of examples; the second is held out.
pub fn learn(sets: &[Vec<Example>; 2], options: LearningOptions) -> LearnedWeights {
    let LearningOptions {
        rounds,
        least,
        least_wide,
    } = options;
    let (play, playouts) = fitted(sets, &[least], rounds);
    let (prior, priors) = fitted(sets, &[least, least_wide, 1, 1, 1], rounds);
    let mut lines = String::new();
    list(&mut lines, PLAYOUT_KIND, &play.strengths(0));
    for (kind, name) in KINDS.iter().enumerate() {
        list(&mut lines, name, &prior.strengths(kind));
    }
    LearnedWeights {
        playouts,
        priors,
        lines,
    }
}

/// Strengths of the first features of moves, one for each count, fitted to the first set, and their
/// fit on the second.
fn fitted([learned, held]: &[Vec<Example>; 2], least: &[u32], rounds: usize) -> (Ranking, Fit) {
    let choice = |example: &Example| {
        let moves = example.moves.iter();
        let moves = moves.map(|features| features[..least.len()].to_vec());
        (moves.collect(), example.played)
    };
    let mut ranking = Ranking::new(learned.iter().map(choice), least);
    for _ in 0..rounds {
        ranking.improve();
    }
    let fit = ranking.fit(held.iter().map(choice));
    (ranking, fit)
}

fn list(lines: &mut String, kind: &str, strengths: &[(u32, f64)]) {
    for (feature, strength) in strengths {
        let _ = writeln!(lines, "{kind} {feature:x} {strength:.4}");
    }
}
