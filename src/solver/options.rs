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
        /// Time limit in seconds, 0 for none.
        seconds as "timelimit": f64 [0.0..=1e9] = 0.0;
        /// Limit on the positions searched, 0 for none.
        nodes as "nodelimit": u64 [0..=u64::MAX] = 0;
        /// Number of threads.
        threads: usize [1..=64] = 1;
        /// Size of the position table in megabytes.
        table_bytes as "hash": usize [1..=1_000_000] * 1_000_000 = 256_000_000;
        /// Maximum number of claims (results with the stones and cells they need) kept for use in
        /// other positions; at most what fits in a tenth of `hash`.
        claims: usize [0..=1_000_000] = 65_536;
        /// Number of moves always searched at a node (widening base).
        base as "widening_base": usize [0..=361] = 1;
        /// Fraction of the remaining moves searched in addition (widening factor).
        factor as "widening_factor": f64 [0.0..=1.0] = 0.33;
        /// How far a move's number may exceed the next best before the search switches: by this
        /// fraction of it, plus one.
        epsilon: f64 [0.0..=100.0] = 0.25;
        /// How many leaves each further move to be refuted adds to the hardest one; 0 adds up all
        /// numbers instead.
        siblings as "sibling_leaves": u32 [0..=1000] = 2;
        /// Whether a small network puts the moves in order on boards of up to 81 cells; otherwise
        /// their energy does.
        network: bool = true;
        /// With the network: how many leaves more an unsearched move is assumed to need for each
        /// factor of e by which it is less likely than the best.
        prior_leaves: f64 [0.0..=10.0] = 2.0;
        /// Without the network: how many leaves more an unsearched move is assumed to need than the
        /// one before it.
        rank_leaves: f64 [0.0..=100.0] = 0.5;
        /// Whether to fill in dead, captured and held cells.
        fill as "fill_in": bool = true;
        /// Whether to prune vulnerable, reversible and dominated moves.
        prune as "prune_inferior": bool = true;
        /// Whether to search regions cut off by stones separately.
        cut_regions: bool = true;
        /// Whether to prune moves outside the mustplay, which leave a winning semi of the opponent
        /// intact.
        mustplay: bool = true;
        /// Which connections to find: those that are quick to find, or all.
        connections: Recipe = Recipe::Quick;
        /// Whether the solver draws its progress.
        draws as "use_guifx": bool = false;
    }
    with {
        /// How positions are analysed, if not by the options above.
        analysis: Option<AnalysisOptions> = None;
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

    /// How many leaves more than the best a move at this place in the order of energy is
    /// assumed to need.
    pub(super) fn behind(&self, place: usize) -> u8 {
        let more = place as u32 * thousandths(self.rank_leaves) / 1000;
        u8::try_from(more).unwrap_or(u8::MAX)
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
    pub fn analysis(&self) -> AnalysisOptions {
        self.analysis.unwrap_or(AnalysisOptions {
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
