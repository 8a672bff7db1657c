//! The transposition table.
//!
//! Keys are numbers of positions ([`super::Numbering`]), stored whole, so an entry is never taken
//! for that of another position; or Zobrist keys, of which two may collide, to compare with. The
//! table has a fixed size, in buckets of four: a new entry replaces one of an older search, else
//! the one with the least remaining depth, proofs last. An estimate never replaces a proof of the
//! same position.
//!
//! Several threads may share it: each bucket has a lock of its own, whose cost is small beside that
//! of a node.

use super::node::RemainingDepth;
use crate::board::Cell;
use crate::think::Score;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// How a stored score limits the score of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// They are equal.
    Exact,
    /// The position has at least this score.
    Lower,
    /// The position has at most this score.
    Upper,
}

/// The entry of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// The score for the side to move, or a bound of it.
    pub score: Score,
    /// Which of the two.
    pub bound: Bound,
    /// The remaining depth of the search that found it.
    pub depth: RemainingDepth,
    /// The move to try first.
    pub best: Option<Cell>,
}

impl TableEntry {
    /// Whether it is a proof, which holds at any depth.
    pub fn is_proof(&self) -> bool {
        match self.bound {
            Bound::Exact => self.score.is_proved(),
            Bound::Lower => self.score.is_won(),
            Bound::Upper => self.score.is_lost(),
        }
    }

    /// The score, if it settles a search of this remaining depth in this window.
    pub fn settles(&self, depth: RemainingDepth, alpha: Score, beta: Score) -> Option<Score> {
        let enough = self.is_proof() || self.depth.covers(depth);
        let settled = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        (enough && settled).then_some(self.score)
    }
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u128,
    entry: TableEntry,
    search: u32,
}

type Bucket = [Option<Slot>; 4];

/// The table.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Vec<Mutex<Bucket>>,
    /// The number of the current search; entries of others count as removed.
    search: AtomicU32,
}

impl TranspositionTable {
    /// A table of at most so many bytes.
    pub fn new(bytes: usize) -> Self {
        let count = bytes / size_of::<Mutex<Bucket>>();
        Self {
            buckets: (0..count).map(|_| Mutex::new([None; 4])).collect(),
            search: AtomicU32::new(0),
        }
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Mutex<Bucket>>()
    }

    /// Removes all entries.
    pub fn clear(&self) {
        self.search.fetch_add(1, Ordering::Relaxed);
    }

    fn bucket(&self, key: u128) -> Option<&Mutex<Bucket>> {
        // Similar positions have near numbers: mixing spreads them over the buckets.
        let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (u128::from(mixed) * self.buckets.len() as u128) >> 64;
        self.buckets.get(place as usize)
    }

    /// The entry of this key.
    pub fn get(&self, key: u128) -> Option<TableEntry> {
        let search = self.search.load(Ordering::Relaxed);
        let bucket = self.bucket(key)?.lock().ok()?;
        let mut slots = bucket.iter().flatten();
        let slot = slots.find(|slot| slot.key == key && slot.search == search)?;
        Some(slot.entry)
    }

    /// Stores an entry, unless there is a proof of the same position and this is none.
    pub fn put(&self, key: u128, entry: TableEntry) {
        let search = self.search.load(Ordering::Relaxed);
        let Some(mut bucket) = self.bucket(key).and_then(|bucket| bucket.lock().ok()) else {
            return;
        };
        let slot = Slot { key, entry, search };
        let current = |slot: &Slot| slot.search == search;
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
        let worth = |slot: &Option<Slot>| {
            slot.filter(current)
                .map(|slot| (slot.entry.is_proof(), slot.entry.depth.priority()))
        };
        if let Some(least) = bucket.iter_mut().min_by_key(|slot| worth(slot)) {
            *least = Some(slot);
        }
    }

    /// All entries, with their keys.
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
    fn full_buckets_keep_proofs_and_depth() {
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
