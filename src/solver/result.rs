//! What a proof may take, and what came out of it.

use super::numbers::ProofNumbers;
use super::options::ProveOptions;
use super::search::ProofNode;
use crate::hex::{Cell, CellSet, Colour, Position};
use crate::think::{Observer, WorkKind, is_late};
use std::time::{Duration, Instant};

/// The most that a proof may take.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProofLimits {
    /// When it has to end.
    pub until: Option<Instant>,
    /// Positions.
    pub nodes: Option<u64>,
}

impl ProofLimits {
    /// The limits of these options, from now on.
    pub fn of(options: &ProveOptions) -> Self {
        let time = Duration::try_from_secs_f64(options.seconds).ok();
        let time = time.filter(|time| !time.is_zero());
        Self {
            until: time.and_then(|time| Instant::now().checked_add(time)),
            nodes: Some(options.nodes).filter(|&nodes| nodes > 0),
        }
    }

    /// What is left of them after so many positions.
    pub(super) fn after(self, nodes: u64) -> Self {
        Self {
            nodes: self.nodes.map(|most| most.saturating_sub(nodes)),
            ..self
        }
    }

    /// Whether the time is up or the observer ends it.
    pub(super) fn is_over(&self, observer: &dyn Observer) -> bool {
        let limited = self.until.is_some() || self.nodes.is_some();
        let work = if limited {
            WorkKind::Limited
        } else {
            WorkKind::Endless
        };
        is_late(self.until) || observer.should_stop(work)
    }
}

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
