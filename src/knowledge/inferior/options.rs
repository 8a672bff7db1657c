//! Which rules are used.

use crate::base::parameter::params;

params! {
    /// The rules that are used.
    #[derive(Copy, Eq)]
    pub struct InferiorOptions {
        /// Whether to search for inferior cells at all.
        enabled as "find_inferior": bool = true;
        /// Whether cells whose colour cannot matter are coloured.
        fill_dead: bool = true;
        /// Whether pairs of cells that a side holds against any intruder are coloured.
        fill_captured: bool = true;
        /// Whether parts of the board that stones cut off are coloured: where a side has nothing to
        /// join, or where fulls join all it has.
        fill_regions: bool = true;
        /// Whether moves are dropped that one reply makes useless.
        prune_vulnerable: bool = true;
        /// Whether moves are dropped that one reply and what it captures make useless.
        prune_reversible: bool = true;
        /// Whether moves are dropped that another move is worth as much as.
        prune_dominated: bool = true;
        /// Whether moves are dropped that leave a winning semi of the opponent untouched.
        prune_mustplay: bool = true;
    }
}

impl InferiorOptions {
    /// No rule at all: what a choice of rules starts from.
    pub const NONE: Self = Self {
        enabled: true,
        fill_dead: false,
        fill_captured: false,
        fill_regions: false,
        prune_vulnerable: false,
        prune_reversible: false,
        prune_dominated: false,
        prune_mustplay: false,
    };

    /// The same, but only for filling cells.
    #[must_use]
    pub fn without_pruning(self) -> Self {
        Self {
            prune_vulnerable: false,
            prune_reversible: false,
            prune_dominated: false,
            prune_mustplay: false,
            ..self
        }
    }
}
