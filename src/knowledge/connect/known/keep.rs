//! What is kept: the minimal carriers of a pair, as many as the rule and the limits want.
//!
//! A full is kept if no smaller one is known; under `Fast` only if it shrinks what the fulls have
//! in common, under `Limited` also if it replaces one; between empty ends only below the limit.
//! What is kept waits for the AND rule, and the pair of a kept semi for the OR rule, if that can
//! bring anything.

use super::Known;
use crate::hex::{CellSet, End};
use crate::knowledge::connect::options::{CarrierOrder, OrRule};
use crate::knowledge::connect::pair::Carrier;

/// Factor on the limit of semis when an end is coloured: without a limit, scattered stones make
/// thousands of them.
const COLOURED_END_FACTOR: usize = 8;

/// Fulls of at most this many cells are kept regardless of the limits.
const SMALL_FULL: usize = 3;

/// A pair whose fulls all have at least so many cells may keep one more.
const LARGE_FULL: usize = 10;

impl<const W: usize> Known<W> {
    /// Keeps a full unless a smaller one is known, or the rule or the limits refuse it.
    pub fn add_full(&mut self, x: End, y: End, cells: CellSet<W>) {
        if self.put_full(x, y, cells, false) {
            self.agenda.push_full((x, y, cells));
        }
    }

    /// Keeps a full that was kept before, under another name of its ends: rule and limits do not
    /// refuse it.
    pub(super) fn keep_full(&mut self, x: End, y: End, cells: CellSet<W>) {
        if self.put_full(x, y, cells, true) {
            self.agenda.push_full((x, y, cells));
        }
    }

    /// The same, as one that is processed already: the AND rule has nothing new to find at its
    /// ends.
    pub(super) fn keep_processed(&mut self, x: End, y: End, cells: CellSet<W>) {
        if !self.put_full(x, y, cells, true) {
            return;
        }
        self.store.add_arms(x, y, cells);
        if !cells.is_empty() {
            self.store.pair_mut(x, y).mark_processed(cells);
        }
    }

    /// Whether a full was added to its pair.
    fn put_full(&mut self, x: End, y: End, cells: CellSet<W>, exempt_from_limits: bool) -> bool {
        if self.store.adjacent(x).contains(y) {
            return false;
        }
        if cells.is_empty() {
            self.drop_arms(x, y, |_| true);
            self.store.clear_pair(x, y);
            self.store.join(x, y);
            return true;
        }
        let pair = self.store.pair(x, y);
        let fulls = pair.fulls();
        self.agenda.spend(fulls.len());
        if let Some(place) = self.position_of_subset(fulls, cells) {
            if self.options.carrier_order == CarrierOrder::Front {
                self.store.pair_mut(x, y).full_to_front(place);
            }
            return false;
        }
        let shrinks = fulls.is_empty() || !pair.full_intersection().is_subset(cells);
        let replaces = fulls.iter().any(|held| cells.is_subset(held.cells));
        let limit = self.options.max_fulls;
        let large = |held: &Carrier<W>| held.cells.len() >= LARGE_FULL;
        let below_limit = limit == 0
            || fulls.len() < limit
            || cells.len() <= SMALL_FULL
            || fulls.len() == limit && fulls.iter().all(large);
        let wanted = match self.options.or_rule {
            OrRule::Fast => shrinks,
            OrRule::Limited => shrinks || replaces,
            OrRule::Bounded | OrRule::Semis => true,
        };
        if !exempt_from_limits && (!wanted || !below_limit && !replaces && self.is_limited(x, y)) {
            return false;
        }
        if replaces {
            self.drop_arms(x, y, |held| cells.is_subset(held));
        }
        let all = self.store.all();
        let order = self.options.carrier_order;
        self.store.pair_mut(x, y).put_full(cells, order, all);
        self.store.reaches(x, y, cells);
        self.saturate(x, y);
        true
    }

    /// Keeps a semi unless a smaller connection is known or the limits refuse it.
    pub fn add_semi(&mut self, x: End, y: End, cells: CellSet<W>) {
        self.put_semi(x, y, cells, false);
    }

    /// Keeps a semi unless a smaller connection is known; `exempt_from_limits` is for what
    /// was kept before, as a full or under another name of its ends.
    pub(super) fn put_semi(&mut self, x: End, y: End, cells: CellSet<W>, exempt_from_limits: bool) {
        if self.store.adjacent(x).contains(y) {
            return;
        }
        let pair = self.store.pair(x, y);
        let limit = self.options.max_carriers;
        if !exempt_from_limits && limit > 0 {
            let limited = self.is_limited(x, y);
            let most = if limited {
                limit
            } else {
                limit * COLOURED_END_FACTOR
            };
            let full = pair.semis().len() >= most && pair.semi_intersection().is_subset(cells);
            // Under the fast rule nothing can come of more semis where the fulls have nothing in
            // common.
            let saturated = self.options.or_rule == OrRule::Fast
                && (pair.full_intersection().is_empty() || self.store.saturated(x).contains(y));
            if full || limited && saturated {
                return;
            }
        }
        self.agenda.spend(pair.semis().len());
        let front = self.options.carrier_order == CarrierOrder::Front;
        if let Some(place) = self.position_of_subset(pair.fulls(), cells) {
            if front {
                self.store.pair_mut(x, y).full_to_front(place);
            }
            return;
        }
        if let Some(place) = self.position_of_subset(pair.semis(), cells) {
            if front {
                self.store.pair_mut(x, y).semi_to_front(place);
            }
            return;
        }
        let all = self.store.all();
        let order = self.options.carrier_order;
        self.store.pair_mut(x, y).put_semi(cells, order, all);
        self.store.reaches(x, y, cells);
        self.enqueue_pair_for_or(x, y);
    }

    /// Notes whether a pair has as many fulls as it may keep. Under the fast rule it then wants no
    /// more semis: only the OR rule uses them, and what it makes of them would be refused.
    pub(super) fn saturate(&mut self, x: End, y: End) {
        let limit = self.options.max_fulls;
        let saturated = limit > 0
            && self.options.or_rule == OrRule::Fast
            && self.is_limited(x, y)
            && self.store.pair(x, y).fulls().len() >= limit;
        self.store.set_saturated(x, y, saturated);
    }

    /// Forgets, at both ends, the processed fulls of a pair whose carriers fit.
    pub(super) fn drop_arms(&mut self, x: End, y: End, fits: impl Fn(CellSet<W>) -> bool) {
        let fulls = self.store.pair(x, y).fulls().iter();
        let gone = fulls.filter(|held| !held.fresh && fits(held.cells));
        let gone: Vec<CellSet<W>> = gone.map(|held| held.cells).collect();
        for cells in gone {
            self.store.remove_arms(x, y, cells);
        }
    }

    /// Lets a pair wait for the OR rule if that can bring anything.
    pub fn enqueue_pair_for_or(&mut self, x: End, y: End) {
        let pair = self.store.pair(x, y);
        let done = self.options.or_rule == OrRule::Fast
            && !pair.fulls().is_empty()
            && (pair.full_intersection().is_empty() || self.store.saturated(x).contains(y));
        let hopeless = pair.semis().is_empty()
            || !pair
                .semi_intersection()
                .is_subset(self.store.captured(x).all() | self.store.captured(y).all());
        // A pair that waits already has a fresh semi besides the last.
        if !done && !hopeless {
            self.agenda.push_pair(x, y);
        }
    }

    /// Offers a pair that has lost a connection what the limits may have refused: its semis once
    /// more to the OR rule.
    pub fn requeue_pair_for_or(&mut self, x: End, y: End) {
        if !self.store.pair(x, y).semis().is_empty() {
            self.store.pair_mut(x, y).mark_semis(true);
            self.enqueue_pair_for_or(x, y);
        }
    }

    /// Whether the limits on how many carriers are kept hold for a pair: not where an end is
    /// coloured. There are few such pairs, and they are what play is about.
    fn is_limited(&self, x: End, y: End) -> bool {
        let coloured = self.store.coloured();
        !coloured.contains(x) && !coloured.contains(y)
    }

    /// Where a list has a carrier inside these cells.
    fn position_of_subset(&self, list: &[Carrier<W>], cells: CellSet<W>) -> Option<usize> {
        let covers = |held: &Carrier<W>| held.cells.is_subset(cells);
        if self.options.carrier_order == CarrierOrder::Sorted {
            // What has more cells is no part of it.
            let most = cells.len();
            let mut small = list.iter().take_while(|held| held.cells.len() <= most);
            return small.position(covers);
        }
        list.iter().position(covers)
    }
}
