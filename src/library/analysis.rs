//! An analysis that is kept: what a search found in a position, for everyone who asks later.

use crate::hex::Cell;
use crate::search::tree::KeptTree;

/// What a search found. It is an estimate: who wins is kept as a fact instead, with what it needs.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptAnalysis {
    /// The length of the longest line.
    pub depth: u32,
    /// The win rate of the side to move.
    pub share: f64,
    /// The expected line.
    pub pv: Vec<Cell>,
    /// The moves, best first.
    pub moves: Vec<KeptMove>,
    /// The most visited positions below it, from which another search can go on.
    pub tree: KeptTree,
    /// The version of the program that searched.
    pub program: String,
    /// The network that it searched with.
    pub network: u64,
}

/// A move of such a search.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptMove {
    /// The cell.
    pub cell: Cell,
    /// The win rate of its side.
    pub share: f64,
    /// The visits.
    pub visits: u64,
}
