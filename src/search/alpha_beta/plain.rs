//! A position of stones and two-distances alone, a hundred times as fast as one with connections.

use super::position::{Candidate, Evaluation, SearchPosition, two_distance_value, way_value};
use crate::hex::{Cell, Chains, Colour, Position};
use crate::knowledge::evaluate::{
    EdgePatterns, Neighbourhood, Potentials, TwoDistance, TwoDistanceVerdict,
};
use std::cell::OnceCell;
use std::sync::Arc;

/// A position of stones alone.
#[derive(Clone)]
pub struct PlainPosition<const W: usize> {
    position: Position<W>,
    chains: Chains<W>,
    past: Vec<Cell>,
    /// Patterns that join chains to an edge, if they are used.
    edges: Option<Arc<EdgePatterns<W>>>,
    evaluation: Evaluation,
    two: OnceCell<TwoDistance<W>>,
}

impl<const W: usize> PlainPosition<W> {
    /// A position; with patterns, chains that one of them joins to an edge count as parts of it.
    pub fn new(position: &Position<W>, edges: Option<Arc<EdgePatterns<W>>>) -> Self {
        Self {
            position: *position,
            chains: Chains::new(position),
            past: Vec::new(),
            edges,
            evaluation: Evaluation::TwoDistance,
            two: OnceCell::new(),
        }
    }

    /// The same position with another evaluation. Resistance needs connections: two-distances stand
    /// in for it.
    #[must_use]
    pub fn evaluated_by(self, evaluation: Evaluation) -> Self {
        Self { evaluation, ..self }
    }

    /// All moves, from the middle of the board outwards.
    fn middle_first(&self) -> Vec<Candidate> {
        let size = self.position.size();
        let off = |place: usize, length: usize| (2 * place + 1).abs_diff(length);
        let mut moves: Vec<Candidate> = self
            .position
            .empty()
            .iter()
            .map(|cell| {
                let columns = off(size.column(cell), size.width());
                let rows = off(size.row(cell), size.height());
                Candidate {
                    cell,
                    merit: -i32::try_from(columns + rows).unwrap_or(i32::MAX),
                    badness: 0,
                }
            })
            .collect();
        moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.merit));
        moves
    }

    fn two(&self) -> &TwoDistance<W> {
        self.two.get_or_init(|| {
            let cells = self.position.size().cells();
            TwoDistance::new(Colour::ALL.map(|colour| {
                let neighbourhood = match &self.edges {
                    None => Neighbourhood::new(&self.chains, colour),
                    Some(patterns) => {
                        let joined = |edge| patterns.joined(&self.chains, colour, edge);
                        Neighbourhood::with_edges(&self.chains, colour, [joined(0), joined(1)])
                    }
                };
                Potentials::new(&neighbourhood, cells)
            }))
        })
    }
}

impl<const W: usize> SearchPosition<W> for PlainPosition<W> {
    fn position(&self) -> &Position<W> {
        &self.position
    }

    fn play(&mut self, cell: Cell) {
        self.chains.place(self.position.to_move(), cell);
        self.position.play(cell);
        self.past.push(cell);
        self.two = OnceCell::new();
    }

    fn undo(&mut self) {
        if let Some(cell) = self.past.pop() {
            self.chains.undo();
            self.position.undo(cell);
            self.two = OnceCell::new();
        }
    }

    fn pass(&mut self) -> bool {
        // Distances do not depend on whose turn it is.
        self.position.set_to_move(!self.position.to_move());
        true
    }

    fn decided(&self) -> Option<Colour> {
        if let Some(winner) = self.chains.winner() {
            return Some(winner);
        }
        // Patterns may overlap, so they prove nothing; and the evaluation of a beginner has none.
        if self.edges.is_some() || self.evaluation == Evaluation::StonesToJoin {
            return None;
        }
        match self.two().verdict(self.position.to_move()) {
            TwoDistanceVerdict::Won(winner) => Some(winner),
            TwoDistanceVerdict::Value(_) => None,
        }
    }

    fn evaluate(&self) -> i32 {
        let to_move = self.position.to_move();
        match self.evaluation {
            Evaluation::StonesToJoin => way_value(&self.chains, !to_move),
            _ => two_distance_value(self.two(), to_move),
        }
    }

    fn moves(&self) -> Vec<Candidate> {
        if self.evaluation == Evaluation::StonesToJoin {
            return self.middle_first();
        }
        let two = self.two();
        let mut moves: Vec<Candidate> = self
            .position
            .empty()
            .iter()
            .map(|cell| {
                let badness = two.badness(cell).unwrap_or(u32::MAX);
                Candidate {
                    cell,
                    merit: -(badness.min(i32::MAX.unsigned_abs()).cast_signed()),
                    badness,
                }
            })
            .collect();
        moves.sort_by_key(|candidate| candidate.badness);
        moves
    }

    fn distances(&self) -> [Option<u32>; 2] {
        Colour::ALL.map(|colour| self.two().of(colour).board())
    }
}
