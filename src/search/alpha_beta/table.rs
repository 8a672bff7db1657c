//! The transposition table: scores and best moves of positions, in a fixed memory.
//!
//! Keys are numbers of positions ([`super::Numbering`]), stored whole, so an entry never belongs to
//! another position. The table has a fixed size, in buckets of four: a new entry replaces one of an
//! older search, else the one with the least remaining depth. A proof is replaced by a better proof
//! only.
//!
//! Several threads may share it: each bucket has its own lock, whose cost is negligible beside the
//! work on a position.

use super::node::RemainingDepth;
use crate::base::memory;
use crate::hex::Cell;
use crate::think::Score;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// The bound that a score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Exactly this.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// The entry of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// Its score, for the side to move.
    pub score: Score,
    /// The kind of bound.
    pub bound: Bound,
    /// The remaining depth of its search.
    pub depth: RemainingDepth,
    /// The move to try first.
    pub best: Option<Cell>,
}

impl TableEntry {
    /// Whether it is a proof, which holds at any remaining depth.
    pub fn is_proof(&self) -> bool {
        match self.bound {
            Bound::Exact => self.score.is_proved(),
            Bound::Lower => self.score.is_won(),
            Bound::Upper => self.score.is_lost(),
        }
    }

    /// The score, if it settles a search with this remaining depth in this window.
    pub fn settles(&self, left: RemainingDepth, alpha: Score, beta: Score) -> Option<Score> {
        let enough = self.is_proof() || self.depth.covers(left);
        let settled = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        (enough && settled).then_some(self.score)
    }
}

#[derive(Clone, Copy, Debug)]
struct TableSlot {
    key: u128,
    entry: TableEntry,
    search: u32,
}

type Bucket = [Option<TableSlot>; 4];

/// The table.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Vec<Mutex<Bucket>>,
    /// The number of the current search; entries of older searches are ignored.
    search: AtomicU32,
}

impl TranspositionTable {
    /// A table of at most so many bytes.
    pub fn new(bytes: usize) -> Self {
        let count = bytes / size_of::<Mutex<Bucket>>();
        let mut buckets = memory::list(count);
        let count = count.min(buckets.capacity());
        buckets.extend((0..count).map(|_| Mutex::new([None; 4])));
        Self {
            buckets,
            search: AtomicU32::new(0),
        }
    }

    /// Its memory in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Mutex<Bucket>>()
    }

    /// Whether it has no memory, so that nothing can be stored.
    pub fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.search.fetch_add(1, Ordering::Relaxed);
    }

    fn bucket(&self, key: u128) -> Option<&Mutex<Bucket>> {
        // Neighbouring numbers are neighbouring positions: they should not crowd into neighbouring
        // buckets.
        let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (u128::from(mixed) * self.buckets.len() as u128) >> 64;
        self.buckets.get(place as usize)
    }

    /// The entry of the position of this number.
    pub fn get(&self, key: u128) -> Option<TableEntry> {
        let search = self.search.load(Ordering::Relaxed);
        let bucket = self.bucket(key)?.lock().ok()?;
        let mut slots = bucket.iter().flatten();
        let slot = slots.find(|slot| slot.key == key && slot.search == search)?;
        Some(slot.entry)
    }

    /// Stores an entry, if it is worth more than the one that it would replace.
    pub fn put(&self, key: u128, entry: TableEntry) {
        let search = self.search.load(Ordering::Relaxed);
        let Some(mut bucket) = self.bucket(key).and_then(|bucket| bucket.lock().ok()) else {
            return;
        };
        let slot = TableSlot { key, entry, search };
        let current = |slot: &TableSlot| slot.search == search;
        if let Some(same) = bucket
            .iter_mut()
            .flatten()
            .find(|slot| slot.key == key && current(slot))
        {
            if entry.is_proof() || !same.entry.is_proof() {
                let best = entry.best.or(same.entry.best);
                *same = slot;
                same.entry.best = best;
            }
            return;
        }
        let worth = |slot: &Option<TableSlot>| {
            slot.filter(current)
                .map(|slot| (slot.entry.is_proof(), slot.entry.depth.priority()))
        };
        if let Some(least) = bucket.iter_mut().min_by_key(|slot| worth(slot)) {
            *least = Some(slot);
        }
    }

    /// All entries, with their numbers.
    pub fn entries(&self) -> Vec<(u128, TableEntry)> {
        let search = self.search.load(Ordering::Relaxed);
        let slots = self.buckets.iter().filter_map(|bucket| bucket.lock().ok());
        let slots = slots.flat_map(|bucket| bucket.into_iter().flatten());
        slots
            .filter(|slot| slot.search == search)
            .map(|slot| (slot.key, slot.entry))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, bound: Bound, plies: i32) -> TableEntry {
        TableEntry {
            score,
            bound,
            depth: RemainingDepth::plies(plies),
            best: None,
        }
    }

    #[test]
    fn scores_settle_what_they_cover() {
        let [low, mid, high] = [-10, 0, 10].map(Score::estimate);
        let exact = entry(mid, Bound::Exact, 200);
        assert_eq!(
            exact.settles(RemainingDepth::plies(200), low, high),
            Some(mid)
        );
        assert_eq!(exact.settles(RemainingDepth::plies(300), low, high), None);
        let lower = entry(mid, Bound::Lower, 200);
        assert_eq!(
            lower.settles(RemainingDepth::plies(100), low, mid),
            Some(mid)
        );
        assert_eq!(lower.settles(RemainingDepth::plies(100), low, high), None);
        let upper = entry(mid, Bound::Upper, 200);
        assert_eq!(
            upper.settles(RemainingDepth::plies(100), mid, high),
            Some(mid)
        );
        assert_eq!(upper.settles(RemainingDepth::plies(100), low, high), None);
        // A proof holds at any depth, but a bound of the other kind is none.
        let won = entry(Score::WON, Bound::Lower, 0);
        assert_eq!(
            won.settles(RemainingDepth::plies(900), low, high),
            Some(Score::WON)
        );
        let not_won = entry(Score::WON, Bound::Upper, 0);
        assert_eq!(
            not_won.settles(RemainingDepth::plies(900), Score::WON, Score::WON),
            None
        );
    }

    #[test]
    fn full_buckets_keep_what_is_worth_most() {
        let table = TranspositionTable::new(size_of::<Mutex<Bucket>>());
        assert_eq!(table.buckets.len(), 1);
        assert!(table.bytes() <= size_of::<Mutex<Bucket>>());
        for key in 0..5 {
            let plies = 100 * (key as i32 + 1);
            table.put(key, entry(Score::estimate(7), Bound::Exact, plies));
        }
        assert_eq!(table.get(0), None);
        assert_eq!(table.get(4).unwrap().depth, RemainingDepth::plies(500));
        table.put(9, entry(Score::WON, Bound::Exact, 0));
        assert!(table.get(1).is_none() && table.get(9).is_some());
        table.put(9, entry(Score::estimate(1), Bound::Exact, 900));
        assert_eq!(table.get(9).unwrap().score, Score::WON);
        assert_eq!(table.entries().len(), 4);
        table.clear();
        assert!(table.get(9).is_none() && table.entries().is_empty());
        let none = TranspositionTable::new(0);
        none.put(1, entry(Score::WON, Bound::Exact, 0));
        assert_eq!(none.get(1), None);
    }
}
