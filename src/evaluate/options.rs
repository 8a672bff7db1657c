//! The options of evaluation as a front-end sees them.

use super::circuit::LinkRule;
use crate::evaluate::CircuitOptions;
use crate::parameter::{Kind, Parameter, Parameters};

/// What counts as neighbours for two-distances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neighbours {
    /// What touches, directly or through a chain.
    Touching,
    /// The same, chains with a full to an edge being parts of the edge.
    Extended,
    /// What a full joins.
    Fulls,
}

/// The options of both evaluations.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EvaluationOptions {
    /// Of two-distances.
    pub neighbours: Neighbours,
    /// Of circuits.
    pub circuit: CircuitOptions,
}

impl Default for EvaluationOptions {
    fn default() -> Self {
        Self {
            neighbours: Neighbours::Touching,
            circuit: CircuitOptions::default(),
        }
    }
}

/// The options as a front-end sees them.
pub static PARAMETERS: [Parameter; 5] = [
    Parameter {
        key: "neighbours",
        kind: Kind::Choice(&["touching", "extended", "fulls"]),
        default: "touching",
        help: "Neighbours of the two-distance: cells that touch, the same with edges extended by connections, or what a full joins.",
    },
    Parameter {
        key: "links",
        kind: Kind::Choice(&["none", "ends", "neighbours"]),
        default: "ends",
        help: "The links that a full adds to a circuit: none, between its ends, or from the neighbours of one end to the other.",
    },
    Parameter {
        key: "cell_resistance",
        kind: Kind::Real(0.01, 100.0),
        default: "1",
        help: "The resistance of an empty cell.",
    },
    Parameter {
        key: "link_extra",
        kind: Kind::Real(0.01, 100.0),
        default: "1",
        help: "What a link between the ends of a full has more than one between neighbours.",
    },
    Parameter {
        key: "link_deepest",
        kind: Kind::Whole(0, 361),
        default: "0",
        help: "Fulls of more cells make no links, 0 for any number.",
    },
];

impl EvaluationOptions {
    /// The options as they are set.
    pub fn read(set: &Parameters) -> Self {
        Self {
            neighbours: match set.choice("neighbours") {
                "extended" => Neighbours::Extended,
                "fulls" => Neighbours::Fulls,
                _ => Neighbours::Touching,
            },
            circuit: CircuitOptions {
                links: match set.choice("links") {
                    "none" => LinkRule::None,
                    "neighbours" => LinkRule::Neighbours,
                    _ => LinkRule::Ends,
                },
                cell: set.real("cell_resistance"),
                extra: set.real("link_extra"),
                deepest: set.whole("link_deepest") as usize,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_what_the_defaults_are() {
        let read = EvaluationOptions::read(&Parameters::new(&PARAMETERS));
        assert_eq!(read, EvaluationOptions::default());
    }
}
