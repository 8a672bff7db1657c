//! A position as a search walks on it: evaluated, with its moves in the order in which to try them.

use crate::base::parameter::choices;
use crate::hex::{Cell, Chains, Colour, Position};
use crate::knowledge::evaluate::{TwoDistance, TwoDistanceVerdict, stones_to_join};

/// A move to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// Its rank in move ordering: higher is better.
    pub merit: i32,
    /// Its badness by two-distances, which is small for good moves; `u32::MAX` if it is infinite.
    pub badness: u32,
}

/// A position that a search can walk on: [`ConnectedPosition`](super::ConnectedPosition) or
/// [`PlainPosition`](super::PlainPosition).
pub trait SearchPosition<const W: usize>: Clone + Send {
    /// The stones and the side to move.
    fn position(&self) -> &Position<W>;

    /// Plays a move of the side to move.
    fn play(&mut self, cell: Cell);

    /// Takes the last move back.
    fn undo(&mut self);

    /// Gives the turn to the other side without a move, or back. False if the position cannot, and
    /// nothing changes.
    fn pass(&mut self) -> bool {
        false
    }

    /// The winner, if it is proved.
    fn decided(&self) -> Option<Colour>;

    /// The value for the side to move: the higher, the better.
    fn evaluate(&self) -> i32;

    /// The moves to try, the best first: if any move wins and the position is not
    /// [decided](SearchPosition::decided), one of these does.
    fn moves(&self) -> Vec<Candidate>;

    /// The two-distances of Black's and White's edges; `None` where there is no way between them.
    fn distances(&self) -> [Option<u32>; 2];
}

choices! {
    /// How a position is evaluated.
    pub enum Evaluation {
        /// The resistance of both circuits.
        Resistance = "resistance",
        /// Two-distance potentials.
        TwoDistance = "twod",
        /// How many stones the opponent needs to join its edges, if it plays alone: the view of a
        /// beginner, who after each move of his own sees what he has left to do, and nothing else.
        StonesToJoin = "distance",
    }
}

choices! {
    /// By what moves are put in order.
    pub enum MoveOrder {
        /// Their energy.
        Energy = "energy",
        /// Their badness.
        Badness = "badness",
    }
}

/// The value of a two-distance evaluation for a side.
pub(super) fn two_distance_value<const W: usize>(two: &TwoDistance<W>, to_move: Colour) -> i32 {
    match (two.verdict(to_move), to_move) {
        (TwoDistanceVerdict::Won(winner), _) if winner == to_move => i32::MAX,
        (TwoDistanceVerdict::Won(_), _) => -i32::MAX,
        (TwoDistanceVerdict::Value(value), Colour::White) => value,
        (TwoDistanceVerdict::Value(value), Colour::Black) => -value,
    }
}

/// The value of a position for its side to move by the stones that `colour`, the other side, still
/// needs.
pub(super) fn way_value<const W: usize>(chains: &Chains<W>, colour: Colour) -> i32 {
    stones_to_join(chains, colour).map_or(i32::MAX, |way| 100 * way.cast_signed())
}
