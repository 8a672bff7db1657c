//! The evaluation of a leaf of the proof search: decided with a carrier, or the moves that are left
//! and the cells that beat all others.
//!
//! One analysis follows the search along its line of play: what a line has in common with the last
//! one stays as it is.

use super::node::ProofNode;
use crate::analysis::{Analysis, AnalysisOptions};
use crate::board::{Cell, Position};

/// Evaluates positions along lines of play.
pub(super) struct LeafEvaluator<const W: usize> {
    root: Position<W>,
    /// The moves from there to where all lines begin.
    begin: Vec<Cell>,
    options: AnalysisOptions,
    /// The latest analysis; `None` before the first.
    analysis: Option<Analysis<W>>,
    played: Vec<Cell>,
    /// How many times connections were brought up to date.
    pub builds: u64,
}

impl<const W: usize> LeafEvaluator<W> {
    pub fn new(position: &Position<W>, options: AnalysisOptions) -> Self {
        Self {
            root: *position,
            begin: Vec::new(),
            options,
            analysis: None,
            played: Vec::new(),
            builds: 0,
        }
    }

    /// Lets all lines that follow begin after these moves from the root; the position there.
    pub fn begin_after(&mut self, moves: &[Cell]) -> Position<W> {
        self.begin.clear();
        self.begin.extend_from_slice(moves);
        let mut position = self.root;
        for &cell in moves {
            position.play(cell);
        }
        position
    }

    /// The position from which it goes along lines.
    pub fn root(&self) -> &Position<W> {
        &self.root
    }

    /// The evaluation of the position after a line.
    pub fn evaluate(&mut self, line: &[Cell]) -> ProofNode<W> {
        let analysis = self.analysis.get_or_insert_with(|| {
            self.builds += 1;
            Analysis::new(&self.root, self.options)
        });
        let line = || self.begin.iter().chain(line);
        let pairs = self.played.iter().zip(line());
        let common = pairs.take_while(|(a, b)| a == b).count();
        while self.played.len() > common {
            analysis.undo();
            self.played.pop();
        }
        for &cell in line().skip(common) {
            analysis.play(cell);
            self.played.push(cell);
            self.builds += 1;
        }
        evaluated(analysis)
    }
}

fn evaluated<const W: usize>(analysis: &Analysis<W>) -> ProofNode<W> {
    let mover = analysis.position().to_move();
    let Some(decision) = analysis.decision() else {
        return frontier(analysis);
    };
    ProofNode::decided(decision.winner == mover, decision.carrier, decision.key)
}

/// An open node with the moves that are left, those first through which most of the power flows.
fn frontier<const W: usize>(analysis: &Analysis<W>) -> ProofNode<W> {
    let opponent = !analysis.position().to_move();
    let cells = analysis.connections(opponent).cover() | analysis.support();
    let consider = analysis.consider();
    let moves: Vec<Cell> = if consider.len() > 1 {
        let ranking = analysis.ranking();
        ranking.iter().map(|ranked| ranked.cell).collect()
    } else {
        consider.iter().collect()
    };
    ProofNode::open(&moves, analysis.real_carrier(opponent, cells))
}
