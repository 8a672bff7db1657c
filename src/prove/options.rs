//! How to prove.

use crate::analysis::AnalysisOptions;
use crate::connect::{self, ConnectOptions};
use crate::evaluate::EvaluationOptions;
use crate::inferior::InferiorOptions;
use crate::parameter::{Kind, Parameter, Parameters};

/// How to prove.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProveOptions {
    /// Bytes of the table.
    pub table_bytes: usize,
    /// Claims that are kept for other positions than their own.
    pub claims: usize,
    /// Moves that are searched side by side, whatever their number.
    pub base: usize,
    /// And this share of those that may still win, in thousandths.
    pub factor: usize,
    /// How far a move may fall behind the next before that is tried: this share, in thousandths,
    /// and one.
    pub epsilon: u32,
    /// How many leaves a move counts for beside the hardest of those that all have to be refuted; 0
    /// adds up all of theirs.
    pub siblings: u32,
    /// Threads.
    pub threads: usize,
    /// How to look at positions.
    pub looks: AnalysisOptions,
}

/// The options as a front-end sees them.
pub static PARAMETERS: [Parameter; 14] = [
    Parameter {
        key: "timelimit",
        kind: Kind::Real(0.0, 1e9),
        default: "0",
        help: "Seconds after which the solver gives up, 0 for any time.",
    },
    Parameter {
        key: "nodelimit",
        kind: Kind::Whole(0, u64::MAX),
        default: "0",
        help: "Positions after which the solver gives up, 0 for any number.",
    },
    Parameter {
        key: "threads",
        kind: Kind::Whole(1, 64),
        default: "1",
        help: "Threads that prove together.",
    },
    Parameter {
        key: "hash",
        kind: Kind::Whole(1, 1_000_000),
        default: "256",
        help: "Megabytes of the table of positions.",
    },
    Parameter {
        key: "claims",
        kind: Kind::Whole(0, 1_000_000),
        default: "65536",
        help: "Results that are kept, with the stones and cells that they need, for use in other positions; no more than fit in a tenth of hash.",
    },
    Parameter {
        key: "widening_base",
        kind: Kind::Whole(0, 361),
        default: "1",
        help: "Moves that are searched side by side, whatever their number.",
    },
    Parameter {
        key: "widening_factor",
        kind: Kind::Real(0.0, 1.0),
        default: "0.33",
        help: "The share of the moves left that is searched side by side in addition.",
    },
    Parameter {
        key: "epsilon",
        kind: Kind::Real(0.0, 100.0),
        default: "0.25",
        help: "How far a move may fall behind the next best before that is taken up: this share of its number, and one.",
    },
    Parameter {
        key: "siblings",
        kind: Kind::Whole(0, 1000),
        default: "2",
        help: "How many leaves a move counts for beside the hardest of those that all have to be refuted; 0 adds up all of theirs.",
    },
    Parameter {
        key: "fill",
        kind: Kind::Flag,
        default: "1",
        help: "Whether dead, captured and held cells are filled.",
    },
    Parameter {
        key: "prune",
        kind: Kind::Flag,
        default: "1",
        help: "Whether vulnerable, reversible and dominated moves are left out.",
    },
    Parameter {
        key: "mustplay",
        kind: Kind::Flag,
        default: "1",
        help: "Whether moves are left out that leave a winning semi of the opponent untouched.",
    },
    Parameter {
        key: "connections",
        kind: Kind::Choice(&["quick", "default"]),
        default: "quick",
        help: "Which connections are looked for: those that are quick to find, or all that the engine finds by default.",
    },
    Parameter {
        key: "use_guifx",
        kind: Kind::Flag,
        default: "0",
        help: "Whether the solver draws what it does while it runs.",
    },
];

impl ProveOptions {
    /// The options as they are set.
    #[allow(clippy::cast_sign_loss)] // Shares are never below 0.
    pub fn read(set: &Parameters) -> Self {
        let prune = set.flag("prune");
        let thousandths = |key: &str| (set.real(key) * 1000.0).round() as u32;
        let connections = match set.choice("connections") {
            "quick" => QUICK,
            _ => ConnectOptions::default(),
        };
        Self {
            table_bytes: set.whole("hash") as usize * 1_000_000,
            claims: set.whole("claims") as usize,
            base: set.whole("widening_base") as usize,
            factor: thousandths("widening_factor") as usize,
            epsilon: thousandths("epsilon"),
            siblings: set.whole("siblings") as u32,
            threads: set.whole("threads") as usize,
            looks: AnalysisOptions {
                connections,
                inferior: InferiorOptions {
                    enabled: set.flag("fill") || prune,
                    fill_dead: set.flag("fill"),
                    fill_captured: set.flag("fill"),
                    fill_regions: set.flag("fill"),
                    prune_vulnerable: prune,
                    prune_reversible: prune,
                    prune_dominated: prune,
                    prune_mustplay: set.flag("mustplay"),
                },
                evaluation: EvaluationOptions::default(),
                two_threads: false,
            },
        }
    }
}

impl Default for ProveOptions {
    fn default() -> Self {
        Self::read(&Parameters::new(&PARAMETERS))
    }
}

/// What is quick to find. To join connections in an edge, and to see what ends capture, takes most
/// of the time, and what it finds in addition spares few positions: over a sample of 7x7 the search
/// takes less than a third of the time without.
const QUICK: ConnectOptions = ConnectOptions {
    edge_midpoints: false,
    captured: false,
    max_fulls: 2,
    ..ConnectOptions::DEFAULT
};

/// Rules that a certificate knows, and stores that are quick to fill.
pub(super) const BRIEF: ConnectOptions = ConnectOptions {
    edge_fulls: false,
    ..QUICK
};

/// Rules that a certificate knows, and stores that let go of little.
pub(super) const PLAIN: ConnectOptions = ConnectOptions {
    or_rule: connect::OrRule::Limited,
    max_fulls: 4,
    max_semis: 16,
    edge_midpoints: true,
    edge_fulls: false,
    captured: false,
    budget: 2_000_000,
    ..ConnectOptions::DEFAULT
};
