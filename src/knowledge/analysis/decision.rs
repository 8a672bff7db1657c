//! Whether connections decide a position, by what, and with which cells.

use super::Analysis;
use crate::hex::{Cell, CellSet, Colour};

/// Why a position is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionReason {
    /// The edges are joined on the filled board.
    Joined,
    /// The winner has a full between its edges.
    Full,
    /// The winner is to move and has a semi between its edges.
    Semi,
    /// The loser is to move, and every move is known to lose.
    NothingLeft,
}

/// The winner of a position that is decided, with what it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision<const W: usize> {
    /// The winner.
    pub winner: Colour,
    /// Why.
    pub reason: DecisionReason,
    /// The cells on the real board that the winner needs, whatever happens elsewhere.
    pub carrier: CellSet<W>,
    /// A winning move, if the winner is to move and one is known.
    pub key: Option<Cell>,
}

impl<const W: usize> Analysis<W> {
    /// The winner and the reason, if the position is decided.
    pub fn decided(&self) -> Option<(Colour, DecisionReason)> {
        if let Some(winner) = self.inferior.winner() {
            return Some((winner, DecisionReason::Joined));
        }
        let holds = |colour: &Colour| self.connections(*colour).has_won();
        if let Some(winner) = Colour::ALL.into_iter().find(holds) {
            return Some((winner, DecisionReason::Full));
        }
        let to_move = self.position.to_move();
        if !self.connections(to_move).winning_semis().is_empty() {
            return Some((to_move, DecisionReason::Semi));
        }
        self.left()
            .is_empty()
            .then_some((!to_move, DecisionReason::NothingLeft))
    }

    /// The decision with the smallest carrier, if the position is decided.
    pub fn decision(&self) -> Option<Decision<W>> {
        let (winner, reason) = self.decided()?;
        let connections = self.connections(winner);
        let carrier = match reason {
            DecisionReason::Joined => CellSet::EMPTY,
            DecisionReason::Full => smallest(connections.winning_fulls()),
            DecisionReason::Semi => smallest(connections.winning_semis()),
            DecisionReason::NothingLeft => connections.cover(),
        };
        let [a, b] = connections.edges();
        let key = match reason {
            DecisionReason::Semi => connections.keys(a, b, carrier).first().copied(),
            _ => None,
        };
        Some(Decision {
            winner,
            reason,
            carrier: self.real_carrier(winner, carrier),
            key,
        })
    }
}

fn smallest<const W: usize>(carriers: Vec<CellSet<W>>) -> CellSet<W> {
    let smallest = carriers.into_iter().min_by_key(CellSet::len);
    smallest.unwrap_or_default()
}
