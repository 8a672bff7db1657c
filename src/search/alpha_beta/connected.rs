//! A position with connections, fill-in and mustplay ([`crate::knowledge::analysis`]).

use super::position::{
    Candidate, Evaluation, MoveOrder, SearchPosition, two_distance_value, way_value,
};
use crate::hex::{Cell, Colour, Position};
use crate::knowledge::analysis::Analysis;

/// A position with its analysis.
#[derive(Clone)]
pub struct ConnectedPosition<const W: usize> {
    analysis: Analysis<W>,
    evaluation: Evaluation,
    order: MoveOrder,
}

impl<const W: usize> ConnectedPosition<W> {
    /// The position of an analysis.
    pub fn new(analysis: Analysis<W>, evaluation: Evaluation, order: MoveOrder) -> Self {
        Self {
            analysis,
            evaluation,
            order,
        }
    }

    /// The analysis.
    pub fn analysis(&self) -> &Analysis<W> {
        &self.analysis
    }
}

impl<const W: usize> SearchPosition<W> for ConnectedPosition<W> {
    fn position(&self) -> &Position<W> {
        self.analysis.position()
    }

    fn play(&mut self, cell: Cell) {
        self.analysis.play(cell);
    }

    fn undo(&mut self) {
        self.analysis.undo();
    }

    fn decided(&self) -> Option<Colour> {
        self.analysis.decided().map(|(winner, _)| winner)
    }

    fn evaluate(&self) -> i32 {
        let to_move = self.position().to_move();
        match self.evaluation {
            Evaluation::TwoDistance => two_distance_value(&self.analysis.two_distance(), to_move),
            Evaluation::StonesToJoin => {
                way_value(self.analysis.connections(Colour::Black).chains(), !to_move)
            }
            Evaluation::Resistance => {
                // Thousandths, so that the last digits decide nothing.
                let score = (self.analysis.resistance().score() * 1000.0).round() as i32;
                match to_move {
                    Colour::Black => score,
                    Colour::White => -score,
                }
            }
        }
    }

    fn moves(&self) -> Vec<Candidate> {
        let ranking = self.analysis.ranking().into_iter();
        let mut moves: Vec<Candidate> = ranking
            .map(|ranked| {
                let badness = ranked.badness.unwrap_or(u32::MAX);
                let merit = match self.order {
                    MoveOrder::Energy => (ranked.energy * 1e6) as i32,
                    MoveOrder::Badness => -(badness.min(i32::MAX.unsigned_abs()).cast_signed()),
                };
                Candidate {
                    cell: ranked.cell,
                    merit,
                    badness,
                }
            })
            .collect();
        // Badness is relative to the best move of the mustplay: there may be better ones outside,
        // which lose.
        let least = moves.iter().map(|candidate| candidate.badness).min();
        for candidate in &mut moves {
            if candidate.badness < u32::MAX {
                candidate.badness -= least.unwrap_or(0);
            }
        }
        // Stable: equal moves stay in the order of energy.
        moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.merit));
        moves
    }

    fn distances(&self) -> [Option<u32>; 2] {
        let two = self.analysis.two_distance();
        Colour::ALL.map(|colour| two.of(colour).board())
    }
}
