//! The connections of one colour that were found, and the work left to complete them. The rules
//! read them, and what they find is written here alone: kept or refused ([`keep`]), and changed
//! by stones ([`stones`]).

mod keep;
mod stones;

use super::agenda::{Agenda, QueuedFull};
use super::arm::Arm;
use super::captured::Captured;
use super::counts::{Combination, RuleCounts};
use super::options::ConnectOptions;
use super::store::{ConnectionStore, pair_count};
use crate::hex::{BoardSize, CellSet, End, EndSet};

/// All connections of a colour, with the work that is left.
#[derive(Clone)]
pub struct Known<const W: usize> {
    options: ConnectOptions,
    /// How many cells the board has: the edges come after them.
    cells: usize,
    store: ConnectionStore<W>,
    agenda: Agenda<W>,
    counts: RuleCounts,
}

/// Reading.
impl<const W: usize> Known<W> {
    /// Nothing, on a board of this size with these cells.
    pub fn new(size: BoardSize, all: CellSet<W>, options: ConnectOptions) -> Self {
        Self {
            options,
            cells: size.cells(),
            store: ConnectionStore::new(size, all),
            agenda: Agenda::new(pair_count(size)),
            counts: RuleCounts::default(),
        }
    }

    /// Rule and limits.
    #[inline]
    pub fn options(&self) -> &ConnectOptions {
        &self.options
    }

    /// The connections.
    #[inline]
    pub fn store(&self) -> &ConnectionStore<W> {
        &self.store
    }

    /// How often the rules were applied.
    pub fn counts(&self) -> &RuleCounts {
        &self.counts
    }

    /// Whether an end is an edge.
    #[inline]
    pub fn is_edge(&self, end: End) -> bool {
        end.index() >= self.cells
    }

    /// Whether two ends have a full.
    pub fn has_full(&self, x: End, y: End) -> bool {
        self.store.adjacent(x).contains(y) || !self.store.pair(x, y).fulls().is_empty()
    }

    /// What the ends of a pair capture, and its semis may share.
    pub fn shareable_cells(&self, x: End, y: End) -> Captured<W> {
        let (a, b) = (self.store.captured(x), self.store.captured(y));
        if a.all().is_empty() && b.all().is_empty() {
            Captured::default()
        } else {
            a.with(b, EndSet::of(x).with(y))
        }
    }

    /// The captured pairs of u that must join the carrier when two carriers on the way between
    /// these ends share these cells; `None` if they may not share them.
    pub fn captured_pairs(&self, u: End, common: EndSet<W>, ends: EndSet<W>) -> Option<CellSet<W>> {
        let board = self.store.all();
        let shared = common.is_disjoint(ends).then(|| common.cells_in(board))?;
        self.store.captured(u).cover(shared, ends.cells_in(board))
    }
}

/// What rules use up.
impl<const W: usize> Known<W> {
    /// Begins a closure: the budget of the options is all there again.
    pub fn begin_closure(&mut self) {
        let endless = self.options.max_comparisons == 0;
        let budget = if endless {
            u64::MAX
        } else {
            self.options.max_comparisons
        };
        self.agenda.set_budget(budget);
    }

    /// Drops what is left to do.
    pub fn drop_agenda(&mut self) {
        self.agenda.clear();
    }

    /// Notes whether closures ended by themselves.
    pub fn set_complete(&mut self, complete: bool) {
        self.store.set_complete(complete);
    }

    /// The next full for the AND rule.
    pub fn next_full(&mut self) -> Option<QueuedFull<W>> {
        self.agenda.next_full()
    }

    /// The next pair for the OR rule.
    pub fn next_pair(&mut self) -> Option<(End, End)> {
        self.agenda.next_pair()
    }

    /// Comparisons of carriers that may still be made.
    #[inline]
    pub fn budget(&self) -> u64 {
        self.agenda.budget()
    }

    /// Sets how many may still be made.
    pub fn set_budget(&mut self, budget: u64) {
        self.agenda.set_budget(budget);
    }

    /// Counts comparisons of the AND rule.
    #[inline]
    pub fn spend(&mut self, comparisons: usize) {
        self.agenda.spend(comparisons);
    }

    /// Counts two fulls joined by the AND rule.
    #[inline]
    pub fn count_and(&mut self) {
        self.counts.ands += 1;
    }

    /// Counts fulls made by the OR rule.
    pub fn count_ors(&mut self, fulls: usize) {
        self.counts.ors += fulls as u64;
    }

    /// From now on keeps every combination of semis in the counts.
    pub fn list_combinations(&mut self) {
        self.counts.combinations = Some(Vec::new());
    }

    /// Counts a combination of semis.
    pub fn count_combination(&mut self, x: End, y: End, semis: usize, calls: u64) {
        if let Some(combinations) = &mut self.counts.combinations {
            combinations.push(Combination {
                semis,
                fulls: self.store.pair(x, y).fulls().len(),
                calls,
            });
        }
    }

    /// Applies a rule to the processed fulls of an end, which it does not change.
    #[inline]
    pub fn with_arms(&mut self, u: End, rule: impl FnOnce(&mut Self, &[Arm<W>])) {
        let arms = self.store.take_arms(u);
        rule(self, &arms);
        self.store.put_arms(u, arms);
    }

    /// Marks a full as processed, if it is still kept.
    pub fn mark_processed(&mut self, (x, y, cells): QueuedFull<W>) {
        if cells.is_empty() || self.store.pair_mut(x, y).mark_processed(cells) {
            self.store.add_arms(x, y, cells);
        }
    }

    /// Marks the semis of a pair as combined.
    pub fn mark_combined(&mut self, x: End, y: End) {
        self.store.pair_mut(x, y).mark_semis(false);
    }
}
