//! What is known of positions, in a table of fixed size.
//!
//! A place holds the key of a position and a [`Node`]. Where a position may lie there are four
//! places; when all are taken, the one that took least work gives way. The table begins small and
//! grows to its size as it fills. Threads share it: each of its parts has a lock.

use super::node::Node;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Places in which a position may lie.
const WAYS: usize = 4;

/// Parts of the table with one lock each.
const PARTS: usize = 256;

type Place<const W: usize> = Option<(u64, Node<W>)>;

/// A part of the table: groups of places.
struct Part<const W: usize> {
    places: Vec<Place<W>>,
    taken: usize,
}

impl<const W: usize> Part<W> {
    fn group(&mut self, key: u64) -> &mut [Place<W>] {
        let groups = self.places.len() / WAYS;
        let group = ((u128::from(key) * groups as u128) >> 64) as usize;
        &mut self.places[group * WAYS..][..WAYS]
    }

    fn get(&mut self, key: u64) -> Option<Node<W>> {
        let known = |place: &Place<W>| place.filter(|place| place.0 == key).map(|place| place.1);
        self.group(key).iter().find_map(known)
    }

    fn put(&mut self, key: u64, node: Node<W>) {
        let worth = |place: &Place<W>| match place {
            Some((other, _)) if *other == key => 0,
            None => 1,
            Some((_, node)) => 2 + u64::from(node.work),
        };
        let group = self.group(key).iter_mut();
        if let Some(place) = group.min_by_key(|place| worth(place)) {
            let was_free = place.is_none();
            *place = Some((key, node));
            self.taken += usize::from(was_free);
        }
    }

    /// Takes twice the places once most are taken, but no more than so many groups.
    fn grow(&mut self, groups: usize) {
        let most = groups * WAYS;
        if self.taken * 4 < self.places.len() * 3 || self.places.len() == most {
            return;
        }
        let more = (2 * self.places.len()).min(most);
        let places = std::mem::replace(&mut self.places, vec![None; more]);
        self.taken = 0;
        for (key, node) in places.into_iter().flatten() {
            self.put(key, node);
        }
    }
}

/// The table.
pub(super) struct Table<const W: usize> {
    parts: Vec<Mutex<Part<W>>>,
    /// The most groups of places in a part.
    groups: usize,
}

impl<const W: usize> Table<W> {
    /// An empty table that grows to at most so many bytes, but for one of the smallest kind.
    pub fn new(bytes: usize) -> Self {
        let groups = (bytes / size_of::<Place<W>>() / WAYS / PARTS).max(1);
        let part = || {
            Mutex::new(Part {
                places: vec![None; WAYS],
                taken: 0,
            })
        };
        Self {
            parts: (0..PARTS).map(|_| part()).collect(),
            groups,
        }
    }

    fn part(&self, key: u64) -> MutexGuard<'_, Part<W>> {
        let part = self.parts[key as usize % PARTS].lock();
        part.unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<Node<W>> {
        self.part(key).get(key)
    }

    /// Remembers what is known of a position, whatever must be forgotten for it.
    pub fn put(&self, key: u64, node: Node<W>) {
        let mut part = self.part(key);
        part.grow(self.groups);
        part.put(key, node);
    }

    /// Remembers it together with what another thread has found there.
    pub fn join(&self, key: u64, mut node: Node<W>) {
        let mut part = self.part(key);
        part.grow(self.groups);
        if let Some(other) = part.get(key) {
            node.join(&other);
        }
        part.put(key, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CellSet;

    #[test]
    fn little_work_gives_way_and_bytes_are_kept_to() {
        let table = Table::<2>::new(1_000_000);
        for number in 0..20_000_u64 {
            let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            table.put(key, Node::decided(true, CellSet::EMPTY, None));
        }
        let places = |part: &Mutex<Part<2>>| part.lock().unwrap().places.len();
        let places: usize = table.parts.iter().map(places).sum();
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
            small.put(number * PARTS as u64, node(10 + number as u32));
        }
        small.put(2 * PARTS as u64, node(3));
        small.put(6 * PARTS as u64, node(1));
        let known = |number: u64| small.get(number * PARTS as u64).map(|node| node.work);
        assert_eq!(
            (1..=6).filter_map(known).collect::<Vec<_>>(),
            [13, 14, 15, 1]
        );
    }
}
