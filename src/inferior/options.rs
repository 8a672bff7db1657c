//! Which rules are used.

use crate::parameter::{Kind, Parameter, Parameters};

/// The rules that are used.
#[allow(clippy::struct_excessive_bools)] // Each is a switch of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InferiorOptions {
    /// Whether anything is done at all.
    pub enabled: bool,
    /// Whether dead cells are filled.
    pub fill_dead: bool,
    /// Whether captured pairs are filled.
    pub fill_captured: bool,
    /// Whether parts of the board that are cut off are filled, where that is settled.
    pub fill_regions: bool,
    /// Whether moves are pruned that a reply kills.
    pub prune_vulnerable: bool,
    /// Whether moves are pruned that a reply kills with the help of cells that it captures.
    pub prune_reversible: bool,
    /// Whether moves are pruned that another move makes needless.
    pub prune_dominated: bool,
    /// Whether moves are pruned that leave a winning semi of the opponent untouched.
    pub prune_mustplay: bool,
}

impl Default for InferiorOptions {
    fn default() -> Self {
        Self {
            enabled: true,
            fill_dead: true,
            fill_captured: true,
            fill_regions: true,
            prune_vulnerable: true,
            prune_reversible: true,
            prune_dominated: true,
            prune_mustplay: true,
        }
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

    /// The options as they are set.
    pub fn read(set: &Parameters) -> Self {
        Self {
            enabled: set.flag("enabled"),
            fill_dead: set.flag("fill_dead"),
            fill_captured: set.flag("fill_captured"),
            fill_regions: set.flag("fill_regions"),
            prune_vulnerable: set.flag("prune_vulnerable"),
            prune_reversible: set.flag("prune_reversible"),
            prune_dominated: set.flag("prune_dominated"),
            prune_mustplay: set.flag("prune_mustplay"),
        }
    }
}

/// The options as a front-end sees them.
pub static PARAMETERS: [Parameter; 8] = [
    Parameter {
        key: "enabled",
        kind: Kind::Flag,
        default: "1",
        help: "Whether inferior cells are looked for at all.",
    },
    Parameter {
        key: "fill_dead",
        kind: Kind::Flag,
        default: "1",
        help: "Whether cells whose colour cannot matter are coloured.",
    },
    Parameter {
        key: "fill_captured",
        kind: Kind::Flag,
        default: "1",
        help: "Whether pairs of cells that a side holds against any intruder are coloured.",
    },
    Parameter {
        key: "fill_regions",
        kind: Kind::Flag,
        default: "1",
        help: "Whether parts of the board that stones cut off are coloured: where a side has nothing to join, or where fulls join all it has.",
    },
    Parameter {
        key: "prune_vulnerable",
        kind: Kind::Flag,
        default: "1",
        help: "Whether moves are dropped that one reply makes useless.",
    },
    Parameter {
        key: "prune_reversible",
        kind: Kind::Flag,
        default: "1",
        help: "Whether moves are dropped that one reply and what it captures make useless.",
    },
    Parameter {
        key: "prune_dominated",
        kind: Kind::Flag,
        default: "1",
        help: "Whether moves are dropped that another move is worth as much as.",
    },
    Parameter {
        key: "prune_mustplay",
        kind: Kind::Flag,
        default: "1",
        help: "Whether moves are dropped that leave a winning semi of the opponent untouched.",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_what_the_defaults_are() {
        let read = InferiorOptions::read(&Parameters::new(&PARAMETERS));
        assert_eq!(read, InferiorOptions::default());
    }
}
