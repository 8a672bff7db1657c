//! What is kept: the minimal carriers of a pair, as many as the rule and the limits want.
//!
//! A full is kept if no smaller one is known; under `Fast` only if it shrinks what the fulls have
//! in common, under `Limited` also if it replaces one; between empty ends only while there is room.
//! What is kept waits for the AND rule, and the pair of a kept semi for the OR rule, if that can
//! bring anything.

use super::closure::Connections;
use super::options::{Lists, OrRule};
use super::store::{Carrier, pair_index};
use crate::board::{CellSet, End};

/// How many times the semis that two empty ends may keep a coloured end may keep: without a limit,
/// scattered stones make thousands of them.
const AT_STONES: usize = 8;

impl<const W: usize> Connections<W> {
    /// Whether the limits on how many carriers are kept hold for a pair: not where an end is
    /// coloured. There are few such pairs, and they are what play is about.
    fn is_limited(&self, x: End, y: End) -> bool {
        !self.coloured.contains(x) && !self.coloured.contains(y)
    }

    /// Notes whether a pair has as many fulls as it may keep. Under the fast rule it then wants no
    /// more semis: only the OR rule uses them, and what it makes of them would be refused.
    pub(super) fn serve(&mut self, x: End, y: End) {
        let limit = self.options.max_fulls;
        let served = limit > 0
            && self.options.or_rule == OrRule::Fast
            && self.is_limited(x, y)
            && self.store.pair(x, y).fulls.len() >= limit;
        self.store.serve(x, y, served);
    }

    /// Keeps a full unless a smaller one is known, or the rule or the limits refuse it.
    pub(super) fn add_full(&mut self, x: End, y: End, cells: CellSet<W>) {
        self.keep_full(x, y, cells, false);
    }

    /// Keeps a full unless a smaller one is known; one that was `held` before, under another name
    /// of its ends, is not refused by rule or limits. Whether it was kept; then it is the last that
    /// waits.
    pub(super) fn keep_full(&mut self, x: End, y: End, cells: CellSet<W>, held: bool) -> bool {
        if self.store.adjacent(x).contains(y) {
            return false;
        }
        let all = self.chains.geometry().all();
        if cells.is_empty() {
            self.drop_arms(x, y, |_| true);
            self.store.clear_pair(x, y);
            self.store.join(x, y);
            self.waiting.push_back((x, y, cells));
            return true;
        }
        let pair = self.store.pair(x, y);
        self.work = self.work.saturating_sub(pair.fulls.len() as u64);
        if let Some(place) = self.covering(&pair.fulls, cells) {
            if self.options.lists == Lists::Front {
                to_front(&mut self.store.pair_mut(x, y).fulls, place);
            }
            return false;
        }
        let shrinks = pair.fulls.is_empty() || !pair.full_meet.is_subset(cells);
        let replaces = pair.fulls.iter().any(|held| cells.is_subset(held.cells));
        let limit = self.options.max_fulls;
        let large = |held: &Carrier<W>| held.cells.len() >= self.options.large;
        let room = limit == 0
            || pair.fulls.len() < limit
            || cells.len() <= self.options.small
            || pair.fulls.len() == limit && pair.fulls.iter().all(large);
        let wanted = match self.options.or_rule {
            OrRule::Fast => shrinks,
            OrRule::Limited => shrinks || replaces,
            OrRule::Bounded | OrRule::Semis => true,
        };
        if !held && (!wanted || !room && !replaces && self.is_limited(x, y)) {
            return false;
        }
        if replaces {
            self.drop_arms(x, y, |held| cells.is_subset(held));
        }
        let pair = self.store.pair_mut(x, y);
        pair.fulls.retain(|held| !cells.is_subset(held.cells));
        insert(&mut pair.fulls, cells, self.options.lists);
        let semis = pair.semis.len();
        pair.semis.retain(|held| !cells.is_subset(held.cells));
        if replaces || pair.semis.len() < semis {
            pair.meet_again(all);
        } else {
            pair.full_meet &= cells;
        }
        self.store.reaches(x, y, cells);
        self.serve(x, y);
        self.waiting.push_back((x, y, cells));
        true
    }

    /// Forgets the processed fulls of a pair that `which` tells, at its ends.
    pub(super) fn drop_arms(&mut self, x: End, y: End, which: impl Fn(CellSet<W>) -> bool) {
        let gone = |held: &&Carrier<W>| !held.fresh && which(held.cells);
        let gone: Vec<CellSet<W>> = self
            .store
            .pair(x, y)
            .fulls
            .iter()
            .filter(gone)
            .map(|held| held.cells)
            .collect();
        for cells in gone {
            self.store.remove_arms(x, y, cells);
        }
    }

    /// Keeps a semi unless a smaller connection is known or the limits refuse it.
    pub(super) fn add_semi(&mut self, x: End, y: End, cells: CellSet<W>) {
        self.keep_semi(x, y, cells, false);
    }

    /// Keeps a semi unless a smaller connection is known; what was `held` before, as a full or
    /// under another name of its ends, is not refused by the limits.
    pub(super) fn keep_semi(&mut self, x: End, y: End, cells: CellSet<W>, held: bool) {
        if self.store.adjacent(x).contains(y) {
            return;
        }
        let pair = self.store.pair(x, y);
        let limit = self.options.max_semis;
        if !held && limit > 0 {
            let limited = self.is_limited(x, y);
            let most = if limited { limit } else { limit * AT_STONES };
            let full = pair.semis.len() >= most && pair.semi_meet.is_subset(cells);
            // Under the fast rule nothing can come of more semis where the fulls have nothing in
            // common.
            let served = self.options.or_rule == OrRule::Fast
                && (pair.full_meet.is_empty() || self.store.served(x).contains(y));
            if full || limited && served {
                return;
            }
        }
        self.work = self.work.saturating_sub(pair.semis.len() as u64);
        let front = self.options.lists == Lists::Front;
        if let Some(place) = self.covering(&pair.fulls, cells) {
            if front {
                to_front(&mut self.store.pair_mut(x, y).fulls, place);
            }
            return;
        }
        if let Some(place) = self.covering(&pair.semis, cells) {
            if front {
                to_front(&mut self.store.pair_mut(x, y).semis, place);
            }
            return;
        }
        let all = self.chains.geometry().all();
        let pair = self.store.pair_mut(x, y);
        let count = pair.semis.len();
        pair.semis.retain(|held| !cells.is_subset(held.cells));
        let replaced = pair.semis.len() < count;
        insert(&mut pair.semis, cells, self.options.lists);
        if replaced {
            pair.meet_again(all);
        } else {
            pair.semi_meet &= cells;
        }
        self.store.reaches(x, y, cells);
        self.offer(x, y);
    }

    /// Where a list has a carrier inside these cells.
    fn covering(&self, list: &[Carrier<W>], cells: CellSet<W>) -> Option<usize> {
        let covers = |held: &Carrier<W>| held.cells.is_subset(cells);
        if self.options.lists == Lists::Sorted {
            // What has more cells is no part of it.
            let most = cells.len();
            let mut small = list.iter().take_while(|held| held.cells.len() <= most);
            return small.position(covers);
        }
        list.iter().position(covers)
    }

    /// Lets a pair wait for the OR rule if that can bring anything.
    pub(super) fn offer(&mut self, x: End, y: End) {
        let pair = self.store.pair(x, y);
        let done = self.options.or_rule == OrRule::Fast
            && !pair.fulls.is_empty()
            && (pair.full_meet.is_empty() || self.store.served(x).contains(y));
        let hopeless = pair.semis.is_empty()
            || !pair
                .semi_meet
                .is_subset(self.captured[x.index()].all() | self.captured[y.index()].all());
        // A pair that waits already has a fresh semi besides the last.
        let index = pair_index(x, y);
        if !done && !hopeless && !self.is_due[index] {
            self.is_due[index] = true;
            self.due.push_back((x, y));
        }
    }
}

/// Puts the carrier in this place first; the others keep their order.
fn to_front<const W: usize>(list: &mut [Carrier<W>], place: usize) {
    list[..=place].rotate_right(1);
}

/// Adds a fresh carrier where it belongs.
fn insert<const W: usize>(list: &mut Vec<Carrier<W>>, cells: CellSet<W>, lists: Lists) {
    let place = match lists {
        Lists::Sorted => list.partition_point(|held| held.cells.len() <= cells.len()),
        Lists::Came | Lists::Front => list.len(),
    };
    list.insert(place, Carrier { cells, fresh: true });
}
