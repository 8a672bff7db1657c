//! What is known of regions that are games of their own ([`crate::inferior::cut_regions`]).
//!
//! Where the board is cut in two, a proof of the whole goes through every pair of what may happen in
//! one part and what may happen in the other. So a region is searched by itself once much was
//! searched where it lies: if a side wins it moving second, it is filled with its stones from then
//! on, wherever it comes up.

use crate::board::Colour;
use crate::inferior::CutShape;
use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

/// Regions that are kept at most.
const MOST: usize = 100_000;

/// What is known of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RegionState {
    /// The side wins it moving second.
    Held(Colour),
    /// Whoever moves first wins it.
    First,
}

/// All that is known of regions.
#[derive(Debug, Default)]
pub(super) struct RegionBook<const W: usize>(RwLock<HashMap<CutShape<W>, RegionState>>);

impl<const W: usize> RegionBook<W> {
    /// What is known of regions that look so.
    pub fn get(&self, shape: &CutShape<W>) -> Option<RegionState> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.get(shape).copied()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.is_empty()
    }

    /// Remembers what was found out, while there is room.
    pub fn learn(&self, shape: CutShape<W>, state: RegionState) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MOST {
            known.insert(shape, state);
        }
    }
}
