//! How to prove.

use crate::base::parameter::params;
use crate::knowledge::analysis::{AnalysisOptions, Recipe};
use crate::knowledge::connect::ConnectOptions;
use crate::knowledge::inferior::InferiorOptions;
use crate::think::Budget;
use std::time::Duration;

params! {
    /// The options of the solver.
    #[derive(Copy)]
    pub struct ProveOptions {
        /// Seconds after which the solver gives up, 0 for any time.
        seconds as "timelimit": f64 [0.0..=1e9] = 0.0;
        /// Positions after which the solver gives up, 0 for any number.
        nodes as "nodelimit": u64 [0..=u64::MAX] = 0;
        /// Threads that prove together.
        threads: usize [1..=64] = 1;
        /// Megabytes of the table of positions.
        table_bytes as "hash": usize [1..=1_000_000] * 1_000_000 = 256_000_000;
        /// Results that are kept, with the stones and cells that they need, for use in other
        /// positions; no more than fit in a tenth of `hash`.
        claims: usize [0..=1_000_000] = 65_536;
        /// Moves that are searched side by side, whatever their number.
        base as "widening_base": usize [0..=361] = 1;
        /// The share of the moves left that is searched side by side in addition.
        factor as "widening_factor": f64 [0.0..=1.0] = 0.33;
        /// How far a move may fall behind the next best before that is taken up: this share of its
        /// number, and one.
        epsilon: f64 [0.0..=100.0] = 0.25;
        /// How many leaves a move counts for beside the hardest of those that all have to be
        /// refuted; 0 adds up all of theirs.
        siblings as "sibling_leaves": u32 [0..=1000] = 2;
        /// How many leaves more a move that was not searched yet is assumed to take, if it wins,
        /// than the one before it in the order.
        rank_leaves: f64 [0.0..=100.0] = 0.5;
        /// Whether dead, captured and held cells are filled.
        fill as "fill_in": bool = true;
        /// Whether vulnerable, reversible and dominated moves are left out.
        prune as "prune_inferior": bool = true;
        /// Whether parts of the board that stones cut off are searched by themselves.
        cut_regions: bool = true;
        /// Whether moves are left out that leave a winning semi of the opponent untouched.
        mustplay: bool = true;
        /// Which connections are looked for: those that are quick to find, or all that the engine
        /// finds by default.
        connections: Recipe = Recipe::Quick;
        /// Whether the solver draws what it does while it runs.
        draws as "use_guifx": bool = false;
    }
    with {
        /// How positions are analysed, if not as the options above say.
        looks: Option<AnalysisOptions> = None;
    }
}

/// A share in whole thousandths.
#[allow(clippy::cast_sign_loss, reason = "shares are never below 0")]
fn thousandths(share: f64) -> u32 {
    (share * 1000.0).round() as u32
}

impl ProveOptions {
    /// [`ProveOptions::factor`] in thousandths.
    pub(super) fn factor_thousandths(&self) -> usize {
        thousandths(self.factor) as usize
    }

    /// [`ProveOptions::epsilon`] in thousandths.
    pub(super) fn epsilon_thousandths(&self) -> u32 {
        thousandths(self.epsilon)
    }

    /// [`ProveOptions::rank_leaves`] in thousandths.
    pub(super) fn rank_leaves_thousandths(&self) -> u32 {
        thousandths(self.rank_leaves)
    }

    /// The options without limits and drawing, which belong to a command: those of a solver.
    #[must_use]
    pub fn without_limits(self) -> Self {
        Self {
            seconds: 0.0,
            nodes: 0,
            draws: false,
            ..self
        }
    }

    /// What each proof may spend.
    pub fn budget(&self) -> Budget {
        let time = Duration::try_from_secs_f64(self.seconds).ok();
        Budget {
            time: time.filter(|time| !time.is_zero()),
            nodes: Some(self.nodes).filter(|&nodes| nodes > 0),
            depth: None,
        }
    }

    /// How positions are analysed.
    pub fn looks(&self) -> AnalysisOptions {
        self.looks.unwrap_or(AnalysisOptions {
            connections: unlimited(self.connections),
            inferior: InferiorOptions {
                enabled: self.fill || self.prune,
                fill_dead: self.fill,
                fill_captured: self.fill,
                fill_regions: self.fill,
                prune_vulnerable: self.prune,
                prune_reversible: self.prune,
                prune_dominated: self.prune,
                prune_mustplay: self.mustplay,
            },
            ..self.connections.options()
        })
    }
}

/// The connections of a recipe, however long they take.
const fn unlimited(recipe: Recipe) -> ConnectOptions {
    ConnectOptions {
        max_comparisons: 0,
        ..recipe.options().connections
    }
}

/// Quick connections by the rules that a certificate knows.
pub(super) const CERTIFIED: ConnectOptions = ConnectOptions {
    templates: false,
    ..unlimited(Recipe::Quick)
};
