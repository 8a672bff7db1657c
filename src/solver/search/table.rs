//! The transposition table of the solver, of fixed size.
//!
//! A slot holds the key of a position and a [`ProofNode`]. Where a position may lie there are eight
//! slots; when all are taken, the one that took least work gives way. The table begins small and
//! grows to its size as it fills. Threads share it: each of its shards has a lock.

use super::node::ProofNode;
use crate::base::lock::unpoisoned;
use crate::base::memory;
use std::sync::{Mutex, MutexGuard};

/// Places in which a position may lie.
const WAYS: usize = 8;

/// Parts of the table with one lock each.
const SHARDS: usize = 256;

type ProofSlot<const W: usize> = Option<(u64, ProofNode<W>)>;

/// A part of the table with a lock of its own: groups of slots.
struct Shard<const W: usize> {
    slots: Vec<ProofSlot<W>>,
    taken: usize,
}

impl<const W: usize> Shard<W> {
    fn group(&mut self, key: u64) -> &mut [ProofSlot<W>] {
        let groups = self.slots.len() / WAYS;
        let group = ((u128::from(key) * groups as u128) >> 64) as usize;
        &mut self.slots[group * WAYS..][..WAYS]
    }

    fn get(&mut self, key: u64) -> Option<ProofNode<W>> {
        let known = |slot: &ProofSlot<W>| slot.filter(|slot| slot.0 == key).map(|slot| slot.1);
        self.group(key).iter().find_map(known)
    }

    fn put(&mut self, key: u64, node: ProofNode<W>) {
        let worth = |slot: &ProofSlot<W>| match slot {
            Some((other, _)) if *other == key => 0,
            None => 1,
            Some((_, node)) => 2 + u64::from(node.work),
        };
        let group = self.group(key).iter_mut();
        if let Some(slot) = group.min_by_key(|slot| worth(slot)) {
            let was_free = slot.is_none();
            *slot = Some((key, node));
            self.taken += usize::from(was_free);
        }
    }

    /// Takes twice the slots once half are taken, but no more than so many groups.
    fn grow(&mut self, groups: usize) {
        let most = groups * WAYS;
        if self.taken * 2 < self.slots.len() || self.slots.len() == most {
            return;
        }
        let more = (2 * self.slots.len()).min(most);
        let mut grown = memory::list(more);
        if grown.capacity() < more {
            // There is no memory for more.
            return;
        }
        grown.resize(more, None);
        let slots = std::mem::replace(&mut self.slots, grown);
        self.taken = 0;
        for (key, node) in slots.into_iter().flatten() {
            self.put(key, node);
        }
    }
}

/// The table.
pub struct ProofTable<const W: usize> {
    shards: Vec<Mutex<Shard<W>>>,
    /// The most groups of slots in a shard.
    groups: usize,
}

impl<const W: usize> ProofTable<W> {
    /// An empty table that grows to at most so many bytes, but for one of the smallest kind.
    pub fn new(bytes: usize) -> Self {
        let groups = (bytes / size_of::<ProofSlot<W>>() / WAYS / SHARDS).max(1);
        let shard = || {
            Mutex::new(Shard {
                slots: vec![None; WAYS],
                taken: 0,
            })
        };
        Self {
            shards: (0..SHARDS).map(|_| shard()).collect(),
            groups,
        }
    }

    fn shard(&self, key: u64) -> MutexGuard<'_, Shard<W>> {
        unpoisoned(self.shards[key as usize % SHARDS].lock())
    }

    /// What is known of a position.
    pub fn probe(&self, key: u64) -> Option<ProofNode<W>> {
        self.shard(key).get(key)
    }

    /// Remembers what is known of a position, whatever must be forgotten for it.
    pub fn store(&self, key: u64, node: ProofNode<W>) {
        let mut shard = self.shard(key);
        shard.grow(self.groups);
        shard.put(key, node);
    }

    /// Remembers it together with what another thread has found there.
    pub fn merge(&self, key: u64, mut node: ProofNode<W>) {
        let mut shard = self.shard(key);
        shard.grow(self.groups);
        if let Some(other) = shard.get(key) {
            node.merge(&other);
        }
        shard.put(key, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::CellSet;

    #[test]
    fn little_work_gives_way_and_bytes_are_kept_to() {
        let table = ProofTable::<2>::new(1_000_000);
        for number in 0..20_000_u64 {
            let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            table.store(key, ProofNode::decided(true, CellSet::EMPTY, None));
        }
        let slots = |shard: &Mutex<Shard<2>>| shard.lock().unwrap().slots.len();
        let slots: usize = table.shards.iter().map(slots).sum();
        let bytes = slots * size_of::<ProofSlot<2>>();
        assert!((900_000..=1_000_000).contains(&bytes), "{bytes}");
        let small = ProofTable::<1>::new(0);
        let node = |work| {
            let mut node = ProofNode::<1>::decided(true, CellSet::EMPTY, None);
            node.work = work;
            node
        };
        // All these lie in one shard, which has one group.
        for number in 1..=WAYS as u64 + 1 {
            small.store(number * SHARDS as u64, node(10 + number as u32));
        }
        let late = WAYS as u64 + 2;
        small.store(2 * SHARDS as u64, node(3));
        small.store(late * SHARDS as u64, node(1));
        let known = |number: u64| small.probe(number * SHARDS as u64).map(|node| node.work);
        // The first gave way to the last of them, and the second, which has less work now, to the
        // late one.
        let most = 10 + WAYS as u32 + 1;
        let expected: Vec<u32> = (13..=most).chain([1]).collect();
        assert_eq!((1..=late).filter_map(known).collect::<Vec<_>>(), expected);
    }
}
