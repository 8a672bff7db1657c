//! What one search of a move may spend.

use crate::player::MoveRequest;
use crate::think::{MoveTime, SearchLimits};
use std::time::{Duration, Instant};

/// The factor on time and nodes of a move to find a proof again.
const EXTENSION_FACTOR: u32 = 10;

/// Nodes that a search to find a proof again may take in any case.
const EXTENDED_NODES: u64 = 10_000;

/// How much of what a move may spend a search gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TimeBudget {
    /// Half of the time: the solver has the other half.
    Half,
    /// All of it.
    Full,
    /// More than the move may spend, to find a proof again; up to a quarter of what is left of a
    /// clock.
    Extended,
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
    /// The limits of a search that has this budget.
    pub fn limits(&self, budget: TimeBudget) -> SearchLimits {
        let MoveRequest { game, limits, .. } = self.request;
        let extended = budget == TimeBudget::Extended;
        let by_clock = MoveTime::by_clock(&game.clock, self.request.colour, self.empty);
        let time = match (by_clock, budget) {
            (None, TimeBudget::Extended) => limits.time.saturating_mul(EXTENSION_FACTOR),
            (Some(_), TimeBudget::Extended) => {
                let left = game.clock.left(self.request.colour);
                left.map_or(Duration::ZERO, |left| left.time / 4)
            }
            (by_clock, budget) => {
                let time = by_clock.map_or(limits.time, |time| time.share);
                time / if budget == TimeBudget::Half { 2 } else { 1 }
            }
        };
        let saving = by_clock.filter(|_| !self.was_won);
        let more = |nodes: u64| {
            nodes
                .saturating_mul(EXTENSION_FACTOR.into())
                .max(EXTENDED_NODES)
        };
        let nodes = limits.nodes;
        SearchLimits {
            until: self.begun.checked_add(time),
            saves_time: saving.is_some(),
            unsure_until: saving.and_then(|time| self.begun.checked_add(time.most)),
            nodes: if extended { nodes.map(more) } else { nodes },
            depth: limits.depth.filter(|_| !extended).map(|depth| depth as u32),
            threads: self.threads,
            endless: false,
            search_forced_moves: self.was_won,
        }
    }
}
