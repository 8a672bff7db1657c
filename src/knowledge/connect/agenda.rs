//! What a closure has still to do: fulls that wait for the AND rule, pairs that wait for the OR
//! rule, and the budget that is left.

use super::store::pair_index;
use crate::hex::{CellSet, End};
use std::collections::VecDeque;

/// The ends and the carrier of a full.
pub type QueuedFull<const W: usize> = (End, End, CellSet<W>);

/// The queues of a closure.
#[derive(Clone)]
pub struct Agenda<const W: usize> {
    fulls: VecDeque<QueuedFull<W>>,
    pairs: VecDeque<(End, End)>,
    /// Whether a pair is in `pairs`, under its index.
    has_pair: Vec<bool>,
    /// Comparisons of carriers that may still be made.
    budget: u64,
}

impl<const W: usize> Agenda<W> {
    /// Nothing to do, on a board with so many pairs of ends.
    pub fn new(pairs: usize) -> Self {
        Self {
            fulls: VecDeque::new(),
            pairs: VecDeque::new(),
            has_pair: vec![false; pairs],
            budget: 0,
        }
    }

    /// Drops all that waits.
    pub fn clear(&mut self) {
        self.fulls.clear();
        self.pairs.clear();
        self.has_pair.fill(false);
    }

    /// Lets a full wait.
    #[inline]
    pub fn push_full(&mut self, full: QueuedFull<W>) {
        self.fulls.push_back(full);
    }

    /// The full that has waited longest: small carriers tend to come first.
    pub fn next_full(&mut self) -> Option<QueuedFull<W>> {
        self.fulls.pop_front()
    }

    /// Lets a pair wait, unless it does already.
    pub fn push_pair(&mut self, x: End, y: End) {
        let has_pair = &mut self.has_pair[pair_index(x, y)];
        if !std::mem::replace(has_pair, true) {
            self.pairs.push_back((x, y));
        }
    }

    /// The pair that has waited longest.
    pub fn next_pair(&mut self) -> Option<(End, End)> {
        let (x, y) = self.pairs.pop_front()?;
        self.has_pair[pair_index(x, y)] = false;
        Some((x, y))
    }

    /// Comparisons that may still be made.
    #[inline]
    pub fn budget(&self) -> u64 {
        self.budget
    }

    /// Sets how many comparisons may be made.
    pub fn set_budget(&mut self, budget: u64) {
        self.budget = budget;
    }

    /// Counts comparisons.
    #[inline]
    pub fn spend(&mut self, comparisons: usize) {
        self.budget = self.budget.saturating_sub(comparisons as u64);
    }
}
