//! Options of the tree search on the network.

use crate::base::parameter::params;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

params! {
    /// How the tree grows.
    #[derive(Copy)]
    pub struct TreeOptions {
        /// Memory in megabytes for the graph, its evaluations and analyses; the search ends when it
        /// is full. One analysis per thread and one of the root are always allocated, about 4 MB
        /// each on 11x11, 40 MB on 19x19.
        memory_bytes as "puct_memory": usize [1..=65_536] * 1_048_576 = 512 << 20;
        /// Exploration: weight of a move's prior against its mean value.
        exploration as "puct_exploration": f64 [0.0..=100.0] = 0.7;
        /// Number of standard errors subtracted from a move's mean when the best move is chosen; 0
        /// to choose by visits.
        caution as "puct_caution": f64 [0.0..=100.0] = 4.0;
        /// Temperature at which the move is drawn, after the search, by visits and prior; 0 to play
        /// the best move. Moves that are refuted or much less likely than the best are not drawn.
        temperature as "puct_temperature": f64 [0.0..=10.0] = 0.0;
        /// Share of the moves that are chosen as a beginner does, without a search: where the
        /// shortest ways of the two sides between their edges cross.
        short_sight as "puct_short_sight": f64 [0.0..=1.0] = 0.0;
        /// Share of these moves that overlook the opponent's ways, until it needs three stones.
        oversight as "puct_oversight": f64 [0.0..=1.0] = 0.0;
        /// First-play urgency: how much below its position's mean an unvisited move counts, times
        /// the square root of the prior already visited.
        fpu_reduction as "puct_fpu_reduction": f64 [-1.0..=1.0] = 0.0;
        /// Visits after which a position is analysed (connections, fill-in, mustplay), 0 for never.
        analysis_visits as "puct_analysis_visits": u32 [0..=1_000_000_000] = 64;
        /// How many visits the output of the network that reads analyses counts for.
        analysis_weight as "puct_analysis_weight": f64 [0.0001..=10_000.0] = 32.0;
        /// Positions the solver may search at an analysed node per visit below it; 0 turns the
        /// solver off.
        proofs as "puct_proofs": f64 [0.0..=1000.0] = 1.0;
        /// Visits of a node before the solver's first try.
        proofs_from as "puct_proofs_from": u32 [1..=1_000_000] = 32;
        /// Whether to keep the tree below the moves played.
        keep_tree as "puct_keep_tree": bool = true;
    }
}

/// By how much exploration may change with a seed.
const VARIATION: f64 = 0.03;

impl TreeOptions {
    /// These for a player of this seed. The search itself knows no chance: so that players of
    /// different seeds play different games, a seed other than 0 changes the exploration a little.
    #[must_use]
    pub fn varied(mut self, seed: u64) -> Self {
        if seed != 0 {
            let mut random = StdRng::seed_from_u64(seed);
            self.exploration *= 1.0 + random.random_range(-VARIATION..=VARIATION);
        }
        self
    }

    /// The part of the memory that analyses may take.
    pub fn analysis_bytes(&self) -> usize {
        self.memory_bytes / 8 * 3
    }

    /// The part of the memory that the table of the solver may take.
    pub fn proof_bytes(&self) -> usize {
        if self.proofs > 0.0 {
            self.memory_bytes / 8
        } else {
            0
        }
    }
}
