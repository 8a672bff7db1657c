//! Options of Monte Carlo tree search.

use crate::base::parameter::params;

params! {
    /// The options of Monte Carlo tree search.
    #[derive(Copy)]
    pub struct MonteCarloOptions {
        /// Megabytes that the tree may take, with its copy when it moves on, and the analyses along
        /// its lines. When they are full the tree grows no more. One analysis of each thread, of
        /// the root and of the base is there in any case, each some 4 megabytes on 11x11 and 40 on
        /// 19x19.
        memory_bytes as "uct_memory": usize [1..=65_536] * 1_048_576 = 256 << 20;
        /// Playouts after which a leaf is analysed: connections, fill-in, mustplay.
        knowledge as "uct_knowledge": u32 [0..=1_000_000] = 0;
        /// The power to which learned weights are raised in the priors of moves; 0 leaves them out.
        pattern_power as "uct_pattern_power" also "uct_patterns": f32 [0.0..=4.0] = 0.0;
        /// Whether playouts go by learned weights of patterns.
        pattern_playouts as "uct_pattern_playouts" also "uct_policy": bool = false;
        /// How much of priors and leaf evaluations the network makes; circuits make the rest.
        network as "uct_network": f32 [0.0..=1.0] = 1.0;
        /// Playouts of a visit; where the leaf is not evaluated, one at least.
        playouts as "uct_playouts": u32 [0..=10_000] = 1;
        /// How many playouts a leaf evaluation is worth.
        evaluation_weight as "uct_evaluation_weight" also "uct_judgement": f32 [0.0..=10_000.0] = 64.0;
        /// How steeply a difference in resistance becomes a chance to win, where the network does
        /// not evaluate.
        steepness as "uct_steepness": f64 [0.0..=100.0] = 5.0;
        /// What it is worth to be to move, as a difference in resistance.
        tempo as "uct_tempo" also "uct_turn": f64 [0.0..=10.0] = 0.125;
        /// How much the prior of a move counts beside its mean value.
        exploration as "uct_exploration" also "uct_explore": f32 [0.0..=100.0] = 0.5;
        /// To which power the power through a cell is raised to be its prior.
        prior_power as "uct_prior_power" also "uct_sharpness": u64 [0..=8] = 2;
        /// How soon visits count instead of all-moves-as-first: the more, the sooner; 0 leaves it
        /// out.
        rave_bias as "uct_rave_bias" also "uct_rave": f32 [0.0..=1000.0] = 0.0;
        /// How much less a move that was never tried is expected to be worth than its position
        /// (first-play urgency).
        fpu_reduction as "uct_fpu_reduction" also "uct_caution": f32 [-1.0..=1.0] = 0.05;
        /// Whether playouts save bridges.
        bridges as "uct_bridges": bool = true;
        /// How many positions the solver may search at a node for each analysis below it; 0 for no
        /// proofs but those of the tree.
        proofs as "uct_proofs": f32 [0.0..=1000.0] = 4.0;
        /// The analyses below a node after which the solver has its first try.
        proofs_from as "uct_proofs_from": u32 [1..=1_000_000] = 16;
        /// Whether the tree below the moves played is kept.
        keep_tree as "uct_keep_tree" also "uct_keep": bool = true;
    }
}

impl MonteCarloOptions {
    /// The part of the memory that analyses may take.
    pub fn look_bytes(&self) -> usize {
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

    /// The part of the memory that the tree and its copy may take.
    pub fn tree_bytes(&self) -> usize {
        self.memory_bytes - self.look_bytes() - self.proof_bytes()
    }

    /// The visits that an evaluation of a leaf counts for, with its playouts.
    pub fn visits_of_evaluation(&self) -> f32 {
        (self.evaluation_weight + self.playouts as f32).max(1.0)
    }
}
