//! What one search of a move may spend.

use crate::players::MoveRequest;
use crate::think::{SearchLimits, time_for_move};
use std::time::Instant;

/// The factor on time and nodes of a move when a proof has to be found again.
const PATIENCE: u32 = 10;

/// Nodes that such a search may take in any case.
const PATIENT_NODES: u64 = 10_000;

/// The share of what a move may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Share {
    /// Half of the time: the solver has the other half.
    Half,
    Whole,
    /// More than the move may spend, to find a proof again; up to a quarter of what is left of a
    /// clock.
    Patient,
}

/// What the searches of one move may spend.
#[derive(Clone, Copy)]
pub(super) struct SearchAllowance<'a> {
    pub request: &'a MoveRequest<'a>,
    /// The time at which the move was asked for.
    pub begun: Instant,
    /// The number of empty cells.
    pub empty: usize,
    /// Whether the position was proved to be won.
    pub was_won: bool,
    pub threads: usize,
}

impl SearchAllowance<'_> {
    /// The limits of a search that may spend this share.
    pub fn limits(&self, share: Share) -> SearchLimits {
        let MoveRequest { game, limits, .. } = self.request;
        let patient = share == Share::Patient;
        let (time, enough) = match game.clock.left(self.request.colour) {
            None if patient => (limits.time.saturating_mul(PATIENCE), None),
            None => (limits.time, None),
            Some(left) if patient => (left.time / 4, None),
            Some(left) => {
                let time = time_for_move(left, self.empty);
                (time, Some(time / 2).filter(|_| !self.was_won))
            }
        };
        let time = if share == Share::Half { time / 2 } else { time };
        let more = |nodes: u64| nodes.saturating_mul(PATIENCE.into()).max(PATIENT_NODES);
        let nodes = limits.nodes;
        SearchLimits {
            until: self.begun.checked_add(time),
            enough,
            nodes: if patient { nodes.map(more) } else { nodes },
            depth: limits.depth.filter(|_| !patient).map(|depth| depth as u32),
            threads: self.threads,
            endless: false,
            thorough: self.was_won,
        }
    }
}
