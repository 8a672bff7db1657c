//! Options of Monte Carlo tree search.

use crate::base::parameter::params;

params! {
    /// The options of Monte Carlo tree search.
    #[derive(Copy)]
    pub struct MonteCarloOptions {
        /// Megabytes for the tree, with its copy when the game moves on, and for the analyses along
        /// its lines. When they are full the tree stops growing. The analyses of the root, of the
        /// base and of one leaf are not counted: each takes some 4 megabytes on 11x11 and 40 on
        /// 19x19.
        memory_bytes as "uct_memory": usize [1..=65_536] * 1_048_576 = 256 << 20;
        /// Playouts after which a leaf is analysed: connections, fill-in, mustplay.
        knowledge as "uct_knowledge": u32 [0..=1_000_000] = 64;
        /// The power to which learned weights are raised in the priors of moves; 0 leaves them out.
        pattern_power as "uct_pattern_power": f32 [0.0..=4.0] = 0.0;
        /// Whether playouts choose moves by the learned weights of patterns.
        pattern_playouts as "uct_pattern_playouts": bool = false;
        /// Playouts of a visit; where the leaf is not evaluated, one at least.
        playouts as "uct_playouts": u32 [0..=10_000] = 1;
        /// How many playouts a leaf evaluation is worth.
        evaluation_weight as "uct_evaluation_weight": f32 [0.0..=10_000.0] = 64.0;
        /// Exploration: weight of a move's prior against its mean value.
        exploration as "uct_exploration": f32 [0.0..=100.0] = 0.3;
        /// How soon visits count instead of all-moves-as-first: the more, the sooner; 0 leaves it
        /// out.
        rave_bias as "uct_rave_bias": f32 [0.0..=1000.0] = 0.0012;
        /// Whether playouts save bridges.
        bridges as "uct_bridges": bool = true;
    }
}

impl MonteCarloOptions {
    /// The part of the memory that analyses may take.
    pub fn analysis_bytes(&self) -> usize {
        self.memory_bytes / 8 * 3
    }

    /// The part of the memory that the tree and its copy may take.
    pub fn tree_bytes(&self) -> usize {
        self.memory_bytes - self.analysis_bytes()
    }
}
