//! What a search walks on: a position that can be judged, with its moves in the order in which to
//! try them.
//!
//! - [`ConnectedPosition`]: with connections, fill-in and mustplay ([`crate::analysis`]), judged by resistance
//!   or by two-distance;
//! - [`PlainPosition`]: stones and two-distances alone, a hundred times as fast.

use crate::analysis::Analysis;
use crate::board::{Cell, Chains, Colour, Position};
use crate::evaluate::{
    EdgePatterns, Neighbourhood, Potentials, TwoDistance, TwoDistanceVerdict, stones_to_join,
};
use std::cell::OnceCell;
use std::sync::Arc;

/// A move to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Where.
    pub cell: Cell,
    /// How good it looks: the higher, the better.
    pub merit: i32,
    /// Its badness by two-distances, which is small for good moves; the largest number if it is
    /// infinite.
    pub badness: u32,
}

/// A position that a search can walk on.
pub trait SearchPosition<const W: usize>: Clone + Send {
    /// The stones and the side to move.
    fn position(&self) -> &Position<W>;

    /// Plays a move of the side to move.
    fn play(&mut self, cell: Cell);

    /// Takes the last move back.
    fn undo(&mut self);

    /// Gives the turn to the other side without a move, or back; says whether it can.
    fn pass(&mut self) -> bool {
        false
    }

    /// Who wins, if it is proved.
    fn decided(&self) -> Option<Colour>;

    /// How the side to move stands: the higher, the better.
    fn estimate(&self) -> i32;

    /// The moves to try: if any move wins and the position is not [decided](SearchPosition::decided), one of
    /// these does. The best first.
    fn moves(&self) -> Vec<Candidate>;

    /// How much longer Black's way is than White's, by two-distances; `None` if one of them has
    /// none.
    fn difference(&self) -> Option<i32>;

    /// How much a move changes that difference; `None` if it is beyond measure.
    fn tension(&mut self, cell: Cell) -> Option<u32> {
        let before = self.difference();
        self.play(cell);
        let after = self.difference();
        self.undo();
        Some(before?.abs_diff(after?))
    }
}

/// What a position is judged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Evaluation {
    /// The resistance of both circuits.
    #[default]
    Resistance,
    /// Two-distance potentials.
    TwoDistance,
    /// How many stones the opponent needs to join its edges, if it plays alone: the view of a
    /// beginner, who after each move of his own sees what he has left to do, and nothing else.
    Way,
}

/// By what moves are put in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MoveOrder {
    /// Their energy.
    #[default]
    Energy,
    /// Their badness.
    Badness,
}

/// A position with all that is known of it.
#[derive(Clone)]
pub struct ConnectedPosition<const W: usize> {
    analysis: Analysis<W>,
    judge: Evaluation,
    order: MoveOrder,
}

impl<const W: usize> ConnectedPosition<W> {
    /// A field around a look at a position.
    pub fn new(analysis: Analysis<W>, judge: Evaluation, order: MoveOrder) -> Self {
        Self {
            analysis,
            judge,
            order,
        }
    }

    /// The look.
    pub fn analysis(&self) -> &Analysis<W> {
        &self.analysis
    }
}

/// The value of a two-distance evaluation for a side.
fn value<const W: usize>(two: &TwoDistance<W>, to_move: Colour) -> i32 {
    match (two.verdict(to_move), to_move) {
        (TwoDistanceVerdict::Won(winner), _) if winner == to_move => i32::MAX,
        (TwoDistanceVerdict::Won(_), _) => -i32::MAX,
        (TwoDistanceVerdict::Value(value), Colour::White) => value,
        (TwoDistanceVerdict::Value(value), Colour::Black) => -value,
    }
}

fn difference<const W: usize>(two: &TwoDistance<W>) -> Option<i32> {
    let [black, white] = Colour::ALL.map(|colour| two.of(colour).board());
    Some(black?.cast_signed() - white?.cast_signed())
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

    fn estimate(&self) -> i32 {
        let to_move = self.position().to_move();
        match self.judge {
            Evaluation::TwoDistance => value(&self.analysis.two_distance(), to_move),
            Evaluation::Way => way(self.analysis.connections(Colour::Black).chains(), !to_move),
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
        // Bad beside the best that may be played: elsewhere there may be better, which mustplay
        // forbids.
        let least = moves.iter().map(|candidate| candidate.badness).min();
        for candidate in &mut moves {
            if candidate.badness < u32::MAX {
                candidate.badness -= least.unwrap_or(0);
            }
        }
        // Stable: what is worth the same stays in the order of energy.
        moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.merit));
        moves
    }

    fn difference(&self) -> Option<i32> {
        difference(&self.analysis.two_distance())
    }
}

/// The way home of a colour, as a score.
fn way<const W: usize>(chains: &Chains<W>, colour: Colour) -> i32 {
    stones_to_join(chains, colour).map_or(i32::MAX, |way| 100 * way.cast_signed())
}

/// Stones and two-distances.
#[derive(Clone)]
pub struct PlainPosition<const W: usize> {
    position: Position<W>,
    chains: Chains<W>,
    past: Vec<Cell>,
    /// Cells that patterns join to an edge, if that is wanted.
    edges: Option<Arc<EdgePatterns<W>>>,
    judge: Evaluation,
    two: OnceCell<TwoDistance<W>>,
}

impl<const W: usize> PlainPosition<W> {
    /// A field around a position; with the patterns, chains that one joins to an edge count as
    /// parts of it.
    pub fn new(position: &Position<W>, edges: Option<Arc<EdgePatterns<W>>>) -> Self {
        Self {
            position: *position,
            chains: Chains::new(position),
            past: Vec::new(),
            edges,
            judge: Evaluation::TwoDistance,
            two: OnceCell::new(),
        }
    }

    /// The same, judged otherwise; resistance takes connections, so two-distances stand in for it.
    #[must_use]
    pub fn judged_by(self, judge: Evaluation) -> Self {
        Self { judge, ..self }
    }

    /// The moves of who sees nothing in them: from the middle of the board outwards.
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
        // Patterns may share cells, so what they say is no proof; and a beginner sees none.
        if self.edges.is_some() || self.judge == Evaluation::Way {
            return None;
        }
        match self.two().verdict(self.position.to_move()) {
            TwoDistanceVerdict::Won(winner) => Some(winner),
            TwoDistanceVerdict::Value(_) => None,
        }
    }

    fn estimate(&self) -> i32 {
        let to_move = self.position.to_move();
        match self.judge {
            Evaluation::Way => way(&self.chains, !to_move),
            _ => value(self.two(), to_move),
        }
    }

    fn moves(&self) -> Vec<Candidate> {
        if self.judge == Evaluation::Way {
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

    fn difference(&self) -> Option<i32> {
        difference(self.two())
    }
}
