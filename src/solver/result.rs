//! What came out of a proof.

use super::numbers::ProofNumbers;
use super::search::ProofNode;
use crate::hex::{Cell, CellSet, Colour, Position};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofResult<const W: usize> {
    /// The winner; `None` if that is not known.
    pub winner: Option<Colour>,
    /// The cells that the winner needs, whatever happens elsewhere.
    pub carrier: CellSet<W>,
    /// A winning move, if the side to move wins; else the best estimated move, if there is one.
    pub best: Option<Cell>,
    /// How far the side to move is from a win, and from a loss.
    pub numbers: ProofNumbers,
    /// Positions.
    pub nodes: u64,
    /// How many times connections were brought up to date.
    pub builds: u64,
}

impl<const W: usize> ProofResult<W> {
    /// The same with a carrier of another width.
    pub fn resize<const V: usize>(self) -> ProofResult<V> {
        ProofResult {
            winner: self.winner,
            carrier: self.carrier.resize(),
            best: self.best,
            numbers: self.numbers,
            nodes: self.nodes,
            builds: self.builds,
        }
    }
}

/// What is known of a position, as a result that took nothing.
pub(super) fn result_of<const W: usize>(
    position: &Position<W>,
    node: &ProofNode<W>,
) -> ProofResult<W> {
    let mover = position.to_move();
    ProofResult {
        winner: node.wins().map(|wins| if wins { mover } else { !mover }),
        carrier: node.cover,
        best: node.best().filter(|_| node.wins() != Some(false)),
        numbers: node.numbers,
        nodes: 0,
        builds: 0,
    }
}
