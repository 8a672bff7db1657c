//! The connections of two ends: minimal carriers only, in the order in which the options want them,
//! and what all fulls and all semis have in common.

use super::options::CarrierOrder;
use crate::hex::{Cell, CellSet};

/// A carrier in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carrier<const W: usize> {
    /// The cells.
    pub cells: CellSet<W>,
    /// Whether its rule has still to use it: AND a full, OR a semi.
    pub fresh: bool,
}

/// The connections of two ends that are not adjacent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairConnections<const W: usize> {
    fulls: Vec<Carrier<W>>,
    semis: Vec<Carrier<W>>,
    full_intersection: CellSet<W>,
    semi_intersection: CellSet<W>,
}

impl<const W: usize> PairConnections<W> {
    /// No connection, on a board of these cells.
    pub(super) fn new(all: CellSet<W>) -> Self {
        Self {
            fulls: Vec::new(),
            semis: Vec::new(),
            full_intersection: all,
            semi_intersection: all,
        }
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let carriers = self.fulls.capacity() + self.semis.capacity();
        size_of::<Self>() + carriers * size_of::<Carrier<W>>()
    }

    /// The fulls.
    #[inline]
    pub fn fulls(&self) -> &[Carrier<W>] {
        &self.fulls
    }

    /// The semis.
    #[inline]
    pub fn semis(&self) -> &[Carrier<W>] {
        &self.semis
    }

    /// The cells that all fulls have in common: every cell of the board if there is no full.
    #[inline]
    pub fn full_intersection(&self) -> CellSet<W> {
        self.full_intersection
    }

    /// The cells that all semis have in common.
    #[inline]
    pub fn semi_intersection(&self) -> CellSet<W> {
        self.semi_intersection
    }

    /// Whether there is no connection.
    pub fn is_empty(&self) -> bool {
        self.fulls.is_empty() && self.semis.is_empty()
    }

    /// Whether some carrier has this cell.
    pub(super) fn needs(&self, cell: Cell) -> bool {
        let mut carriers = self.fulls.iter().chain(&self.semis);
        carriers.any(|carrier| carrier.cells.contains(cell))
    }

    /// Adds a fresh full, which replaces those that contain it and the semis that do.
    #[inline]
    pub(super) fn put_full(&mut self, cells: CellSet<W>, order: CarrierOrder, all: CellSet<W>) {
        let count = self.fulls.len() + self.semis.len();
        self.fulls.retain(|held| !cells.is_subset(held.cells));
        self.semis.retain(|held| !cells.is_subset(held.cells));
        let replaces = self.fulls.len() + self.semis.len() < count;
        insert(&mut self.fulls, cells, order);
        if replaces {
            self.meet_again(all);
        } else {
            self.full_intersection &= cells;
        }
    }

    /// Adds a fresh semi, which replaces those that contain it.
    #[inline]
    pub(super) fn put_semi(&mut self, cells: CellSet<W>, order: CarrierOrder, all: CellSet<W>) {
        let count = self.semis.len();
        self.semis.retain(|held| !cells.is_subset(held.cells));
        let replaces = self.semis.len() < count;
        insert(&mut self.semis, cells, order);
        if replaces {
            self.meet_again(all);
        } else {
            self.semi_intersection &= cells;
        }
    }

    /// Puts the full in this place first; the others keep their order.
    pub(super) fn full_to_front(&mut self, place: usize) {
        self.fulls[..=place].rotate_right(1);
    }

    /// Puts the semi in this place first; the others keep their order.
    pub(super) fn semi_to_front(&mut self, place: usize) {
        self.semis[..=place].rotate_right(1);
    }

    /// Marks a full as used by its rule; whether it is there.
    #[inline]
    pub(super) fn mark_processed(&mut self, cells: CellSet<W>) -> bool {
        let found = self.fulls.iter_mut().find(|held| held.cells == cells);
        found.map(|held| held.fresh = false).is_some()
    }

    /// Marks all semis as to be used by their rule, or as used.
    pub(super) fn mark_semis(&mut self, fresh: bool) {
        for held in &mut self.semis {
            held.fresh = fresh;
        }
    }

    /// Drops the connections that need a cell.
    pub(super) fn drop_through(&mut self, cell: Cell, all: CellSet<W>) {
        self.fulls.retain(|held| !held.cells.contains(cell));
        self.semis.retain(|held| !held.cells.contains(cell));
        self.meet_again(all);
    }

    /// Takes a cell out of all carriers. The semis that had it are fresh again.
    pub(super) fn shrink(&mut self, cell: Cell) {
        for held in &mut self.fulls {
            held.cells.remove(cell);
        }
        for held in &mut self.semis {
            if held.cells.contains(cell) {
                held.cells.remove(cell);
                held.fresh = true;
            }
        }
    }

    /// Drops the fulls for which `is_covered`, and the semis that contain a full or another semi.
    pub(super) fn make_minimal(&mut self, order: CarrierOrder, all: CellSet<W>) {
        let fulls: Vec<CellSet<W>> = self.fulls.iter().map(|held| held.cells).collect();
        let semis: Vec<CellSet<W>> = self.semis.iter().map(|held| held.cells).collect();
        self.fulls.retain(|held| !is_covered(held.cells, &fulls));
        self.semis.retain(|held| {
            !is_covered(held.cells, &semis) && !fulls.iter().any(|full| full.is_subset(held.cells))
        });
        if order == CarrierOrder::Sorted {
            // Some are smaller than before.
            self.fulls.sort_by_key(|held| held.cells.len());
            self.semis.sort_by_key(|held| held.cells.len());
        }
        self.meet_again(all);
    }

    /// Drops all connections.
    pub(super) fn clear(&mut self, all: CellSet<W>) {
        self.fulls.clear();
        self.semis.clear();
        (self.full_intersection, self.semi_intersection) = (all, all);
    }

    /// Computes anew what the lists have in common.
    fn meet_again(&mut self, all: CellSet<W>) {
        [self.full_intersection, self.semi_intersection] = self.meets(all);
    }

    /// What the fulls have in common, and the semis, computed from the lists.
    pub(super) fn meets(&self, all: CellSet<W>) -> [CellSet<W>; 2] {
        [&self.fulls, &self.semis].map(|list| list.iter().fold(all, |meet, held| meet & held.cells))
    }

    /// Appends both lists to the saved ones.
    pub(super) fn save(&self, saved: &mut Vec<Carrier<W>>) -> SavedPair<W> {
        saved.extend_from_slice(&self.fulls);
        saved.extend_from_slice(&self.semis);
        SavedPair {
            fulls: self.fulls.len(),
            semis: self.semis.len(),
            full_intersection: self.full_intersection,
            semi_intersection: self.semi_intersection,
        }
    }

    /// Takes both lists back from the end of the saved ones.
    pub(super) fn restore(&mut self, last: SavedPair<W>, saved: &mut Vec<Carrier<W>>) {
        (self.full_intersection, self.semi_intersection) =
            (last.full_intersection, last.semi_intersection);
        put_back(&mut self.semis, saved, last.semis);
        put_back(&mut self.fulls, saved, last.fulls);
    }
}

/// What [`PairConnections::save`] keeps besides the carriers: how many of the saved ones are the
/// pair's.
#[derive(Clone, Copy)]
pub(super) struct SavedPair<const W: usize> {
    fulls: usize,
    semis: usize,
    full_intersection: CellSet<W>,
    semi_intersection: CellSet<W>,
}

/// Makes a list what the last so many of the saved ones were.
pub(super) fn put_back<T: Copy>(list: &mut Vec<T>, saved: &mut Vec<T>, count: usize) {
    let start = saved.len() - count;
    list.clear();
    list.extend_from_slice(&saved[start..]);
    saved.truncate(start);
}

/// Whether a carrier contains another of these.
pub(super) fn is_covered<const W: usize>(cells: CellSet<W>, by: &[CellSet<W>]) -> bool {
    by.iter()
        .any(|&small| small != cells && small.is_subset(cells))
}

/// Adds a fresh carrier where it belongs.
#[inline]
fn insert<const W: usize>(list: &mut Vec<Carrier<W>>, cells: CellSet<W>, order: CarrierOrder) {
    let carrier = Carrier { cells, fresh: true };
    match order {
        CarrierOrder::Sorted => {
            let place = list.partition_point(|held| held.cells.len() <= cells.len());
            list.insert(place, carrier);
        }
        CarrierOrder::Came | CarrierOrder::Front => list.push(carrier),
    }
}
