//! Options of Monte Carlo tree search.

use crate::parameter::{Kind, Parameter, Parameters};

/// Options of Monte Carlo tree search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MonteCarloOptions {
    /// Bytes that the tree may take.
    pub bytes: usize,
    /// Playouts after which a leaf is looked at.
    pub knowledge: f32,
    /// How much the learned weights count in priors: the power to which they are raised; 0 leaves
    /// them out.
    pub patterns: f32,
    /// Whether playouts go by learned weights.
    pub policy: bool,
    /// How much of priors and judgements the network makes; circuits make the rest.
    pub network: f32,
    /// Playouts that a visit makes; where it does not look, one at least.
    pub playouts: u32,
    /// How many playouts the judgement of a look is worth.
    pub judgement: f32,
    /// How steeply a difference in resistance becomes a chance to win.
    pub steepness: f64,
    /// What the turn is worth, as such a difference.
    pub turn: f64,
    /// How much the prior counts.
    pub explore: f32,
    /// To which power the power of a cell is raised to be its prior.
    pub sharpness: u64,
    /// The bias that all-moves-as-first is taken to have: the more, the sooner visits count
    /// instead; `None` leaves it out.
    pub rave: Option<f32>,
    /// How much less a move that was never tried is expected to be worth than its node.
    pub caution: f32,
    /// Whether playouts save bridges.
    pub bridges: bool,
    /// Whether what is known of the position that has come is kept.
    pub keep: bool,
}

impl Default for MonteCarloOptions {
    fn default() -> Self {
        Self::read(&Parameters::new(&PARAMETERS))
    }
}

impl MonteCarloOptions {
    /// The options as they are set.
    pub fn read(set: &Parameters) -> Self {
        let real = |key| set.real(key) as f32;
        Self {
            bytes: (set.whole("uct_memory") as usize) << 20,
            knowledge: set.whole("uct_knowledge") as f32,
            patterns: real("uct_patterns"),
            policy: set.flag("uct_policy"),
            network: real("uct_network"),
            playouts: set.whole("uct_playouts") as u32,
            judgement: real("uct_judgement"),
            steepness: set.real("uct_steepness"),
            turn: set.real("uct_turn"),
            explore: real("uct_explore"),
            sharpness: set.whole("uct_sharpness"),
            rave: Some(real("uct_rave")).filter(|&bias| bias > 0.0),
            caution: real("uct_caution"),
            bridges: set.flag("uct_bridges"),
            keep: set.flag("uct_keep"),
        }
    }
}

/// The options as a front-end sees them.
pub static PARAMETERS: [Parameter; 15] = [
    Parameter {
        key: "uct_memory",
        kind: Kind::Whole(1, 65_536),
        default: "256",
        help: "Megabytes that the tree may take; when they are full it grows no more.",
    },
    Parameter {
        key: "uct_knowledge",
        kind: Kind::Whole(0, 1_000_000),
        default: "0",
        help: "Playouts after which a leaf is looked at: connections, fill-in, mustplay.",
    },
    Parameter {
        key: "uct_patterns",
        kind: Kind::Real(0.0, 4.0),
        default: "0",
        help: "The power to which learned weights are raised in the priors of moves that a look lists; 0 leaves them out.",
    },
    Parameter {
        key: "uct_policy",
        kind: Kind::Flag,
        default: "0",
        help: "Whether playouts go by learned weights of patterns.",
    },
    Parameter {
        key: "uct_network",
        kind: Kind::Real(0.0, 1.0),
        default: "1",
        help: "How much of priors and judgements the network makes; circuits make the rest.",
    },
    Parameter {
        key: "uct_playouts",
        kind: Kind::Whole(0, 10_000),
        default: "1",
        help: "Playouts that a visit makes; where it does not look, one at least.",
    },
    Parameter {
        key: "uct_judgement",
        kind: Kind::Real(0.0, 10_000.0),
        default: "64",
        help: "How many playouts the judgement of a look is worth.",
    },
    Parameter {
        key: "uct_steepness",
        kind: Kind::Real(0.0, 100.0),
        default: "5",
        help: "How steeply a difference in resistance becomes a chance to win, where the network does not judge.",
    },
    Parameter {
        key: "uct_turn",
        kind: Kind::Real(0.0, 10.0),
        default: "0.125",
        help: "What it is worth to be to move, as a difference in resistance.",
    },
    Parameter {
        key: "uct_explore",
        kind: Kind::Real(0.0, 100.0),
        default: "0.3",
        help: "How much the prior of a move counts beside what was found of it.",
    },
    Parameter {
        key: "uct_sharpness",
        kind: Kind::Whole(0, 8),
        default: "2",
        help: "To which power the power through a cell is raised to be its prior.",
    },
    Parameter {
        key: "uct_rave",
        kind: Kind::Real(0.0, 1000.0),
        default: "0",
        help: "How soon visits count instead of all-moves-as-first: the more, the sooner; 0 leaves it out.",
    },
    Parameter {
        key: "uct_caution",
        kind: Kind::Real(-1.0, 1.0),
        default: "0.05",
        help: "How much less a move that was never tried is expected to be worth than its position.",
    },
    Parameter {
        key: "uct_bridges",
        kind: Kind::Flag,
        default: "1",
        help: "Whether playouts save bridges.",
    },
    Parameter {
        key: "uct_keep",
        kind: Kind::Flag,
        default: "1",
        help: "Whether the tree below the moves played is kept.",
    },
];
