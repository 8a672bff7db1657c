//! Which rules are used.

use crate::base::parameter::params;

params! {
    /// The rules that are used.
    #[derive(Copy, Eq)]
    pub struct InferiorOptions {
        /// Whether to search for inferior cells at all.
        enabled as "find_inferior": bool = true;
        /// Whether to fill in dead cells, whose colour cannot matter.
        fill_dead: bool = true;
        /// Whether to fill in captured pairs of cells, which a side holds against any intrusion.
        fill_captured: bool = true;
        /// Whether to fill in regions cut off by stones in which a side has nothing to connect, or
        /// fulls connect all it has.
        fill_regions: bool = true;
        /// Whether to prune vulnerable moves, which one reply makes useless.
        prune_vulnerable: bool = true;
        /// Whether to prune reversible moves, which one reply and its captures make useless.
        prune_reversible: bool = true;
        /// Whether to prune dominated moves, when another move is at least as good.
        prune_dominated: bool = true;
        /// Whether to prune moves outside the mustplay, which leave a winning semi of the opponent
        /// intact.
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
