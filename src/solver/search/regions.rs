//! What is known of regions that are games of their own
//! ([`crate::knowledge::inferior::cut_regions`]).
//!
//! Where the board is cut in two, a proof of the whole goes through every pair of what may happen
//! in one part and what may happen in the other. So a region is searched by itself once much was
//! searched where it lies, and what is found holds from then on, wherever it comes up: if a side
//! wins it moving second, it is filled with its stones; if whoever moves first wins it, each side
//! considers one move there, and has the region once it has played it.

use crate::base::lock::unpoisoned;
use crate::hex::{Cell, CellSet, Colour};
use crate::knowledge::analysis::Analysis;
use crate::knowledge::inferior::{CutRegion, CutShape, cut_regions};
use std::collections::HashMap;
use std::sync::RwLock;

/// Regions that are kept at most.
const MOST: usize = 100_000;

/// What is known of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionState {
    /// The side wins it moving second.
    Held(Colour),
    /// Whoever moves first wins it: Black, White by these moves, where one is known.
    First([Option<Cell>; 2]),
}

/// A region in which a side needs to consider one move only.
#[derive(Clone, Copy, Debug)]
pub struct OneMove<const W: usize> {
    /// The region.
    pub region: CellSet<W>,
    /// The move, which wins all of it.
    pub best: Cell,
}

/// All that is known of regions.
#[derive(Debug, Default)]
pub struct RegionBook<const W: usize>(RwLock<HashMap<CutShape<W>, RegionState>>);

impl<const W: usize> RegionBook<W> {
    /// The results known for regions of this shape.
    pub fn get(&self, shape: &CutShape<W>) -> Option<RegionState> {
        let known = unpoisoned(self.0.read());
        known.get(shape).copied()
    }

    /// Whether nothing is known.
    fn is_empty(&self) -> bool {
        let known = unpoisoned(self.0.read());
        known.is_empty()
    }

    /// Fills the regions of a board that are known to be a side's.
    pub fn fill(&self, analysis: &mut Analysis<W>) {
        while !self.is_empty() && analysis.decided().is_none() {
            let held = |region: &CutRegion<W>| match self.get(&region.shape) {
                Some(RegionState::Held(colour)) => Some((colour, region.cells)),
                _ => None,
            };
            let Some((colour, cells)) = cut_regions(analysis.board()).iter().find_map(held) else {
                break;
            };
            analysis.fill(colour, cells);
        }
    }

    /// The regions of a board in which the side to move needs to consider one move only.
    pub fn one_moves(&self, analysis: &Analysis<W>) -> Vec<OneMove<W>> {
        if self.is_empty() || analysis.decided().is_some() {
            return Vec::new();
        }
        let mover = analysis.position().to_move();
        let one_move = |region: CutRegion<W>| match self.get(&region.shape) {
            Some(RegionState::First(moves)) => moves[mover.index()].map(|best| OneMove {
                region: region.cells,
                best,
            }),
            _ => None,
        };
        let regions = cut_regions(analysis.board()).into_iter();
        regions.filter_map(one_move).collect()
    }

    /// Stores a result, while memory permits.
    pub fn learn(&self, shape: CutShape<W>, state: RegionState) {
        let mut known = unpoisoned(self.0.write());
        if known.len() < MOST {
            known.insert(shape, state);
        }
    }
}
