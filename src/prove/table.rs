//! What is known of positions, in a table of fixed size.
//!
//! A place holds the key of a position and a [`Node`]. Where a position may lie there are four places; when all are taken,
//! the one that took least work gives way. Places are locked in groups, so that threads share the table.

use super::node::Node;
use std::sync::{Mutex, PoisonError};

/// Places in which a position may lie.
const WAYS: usize = 4;

/// Groups of places with one lock.
const LOCKS: usize = 256;

type Place<const W: usize> = Option<(u64, Node<W>)>;

/// The table.
pub(super) struct Table<const W: usize> {
    shards: Vec<Mutex<Vec<Place<W>>>>,
    /// Groups of places in each shard.
    groups: usize,
}

impl<const W: usize> Table<W> {
    /// An empty table of at most so many bytes, but for one of the smallest kind.
    pub fn new(bytes: usize) -> Self {
        let groups = (bytes / size_of::<Place<W>>() / WAYS / LOCKS).max(1);
        let shard = || Mutex::new(vec![None; groups * WAYS]);
        Self {
            shards: (0..LOCKS).map(|_| shard()).collect(),
            groups,
        }
    }

    fn with<T>(&self, key: u64, then: impl FnOnce(&mut [Place<W>]) -> T) -> T {
        let shard = &self.shards[key as usize % LOCKS];
        let group = ((u128::from(key) * self.groups as u128) >> 64) as usize;
        let mut places = shard.lock().unwrap_or_else(PoisonError::into_inner);
        then(&mut places[group * WAYS..][..WAYS])
    }

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<Node<W>> {
        let known = |place: &Place<W>| place.filter(|place| place.0 == key).map(|place| place.1);
        self.with(key, |places| places.iter().find_map(known))
    }

    /// Remembers what is known of a position, whatever must be forgotten for it.
    pub fn put(&self, key: u64, node: Node<W>) {
        let worth = |place: &Place<W>| match place {
            Some((other, _)) if *other == key => 0,
            None => 1,
            Some((_, node)) => 2 + u64::from(node.work),
        };
        self.with(key, |places| {
            if let Some(place) = places.iter_mut().min_by_key(|place| worth(place)) {
                *place = Some((key, node));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CellSet;

    #[test]
    fn little_work_gives_way_and_bytes_are_kept_to() {
        let table = Table::<2>::new(1_000_000);
        let places: usize = table
            .shards
            .iter()
            .map(|shard| shard.lock().unwrap().len())
            .sum();
        let bytes = places * size_of::<Place<2>>();
        assert!((900_000..=1_000_000).contains(&bytes), "{bytes}");
        let small = Table::<1>::new(0);
        let node = |work| {
            let mut node = Node::<1>::decided(true, CellSet::EMPTY, None);
            node.work = work;
            node
        };
        // All these lie in one shard, which has one group.
        for number in 1..=5_u64 {
            small.put(number * LOCKS as u64, node(10 + number as u32));
        }
        small.put(2 * LOCKS as u64, node(3));
        small.put(6 * LOCKS as u64, node(1));
        let known = |number: u64| small.get(number * LOCKS as u64).map(|node| node.work);
        assert_eq!((1..=6).filter_map(known).collect::<Vec<_>>(), [13, 15, 1]);
    }
}
