//! What the threads of a search share, and when it ends.

use super::{ProofNode, ProofTable, RegionBook};
use crate::hex::Cell;
use crate::solver::claims::Claims;
use crate::solver::{ProofNumbers, ProveOptions};
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

/// What the threads of a search share.
pub struct SharedSearch<'a, const W: usize> {
    pub options: &'a ProveOptions,
    pub table: &'a ProofTable<W>,
    /// The positions that each thread has gone through, by depth.
    pub paths: Vec<Vec<AtomicU64>>,
    /// The depth to which each thread may go back, as another has decided a position there.
    pub recalls: Vec<AtomicUsize>,
    pub nodes: AtomicU64,
    pub most_nodes: u64,
    pub stopped: AtomicBool,
    /// Called by the first thread at each leaf; whether to stop.
    pub watch: &'a (dyn Fn(&ProofNode<W>, u64) -> bool + Sync),
    pub claims: &'a RwLock<Claims<W>>,
    pub regions: &'a RegionBook<W>,
    /// Whether other threads store what they find in the same table.
    pub merges: bool,
    /// The work from which on a claim is kept for good.
    pub kept_work: u32,
    /// The moves of the root that are tried first.
    pub first: &'a [Cell],
    /// When the search ends though the root is open.
    pub ends: SearchEnd,
    /// Whether it is not enough to know that the side to move wins the root, but a move is wanted.
    pub wants_move: bool,
}

/// The proof and the disproof number of the root at which a search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchEnd {
    /// The numbers.
    pub numbers: ProofNumbers,
    /// Positions that are searched before that in any case.
    pub least: u64,
}

impl SearchEnd {
    /// None: only limits end it.
    pub const NEVER: Self = Self {
        numbers: ProofNumbers::NEVER,
        least: 0,
    };

    /// The thresholds of the root after so many positions.
    pub(super) fn at(&self, nodes: u64) -> ProofNumbers {
        if nodes < self.least {
            ProofNumbers::NEVER
        } else {
            self.numbers
        }
    }
}
