//! A proof that anyone can check without the engine: a file of claims, each of which follows from
//! earlier ones.
//!
//! ```json
//! {"format": "mustplay-certificate/2", "width": 2, "height": 2, "black": ["b1"], "white": [],
//!  "to_move": "white", "winner": "black", "nodes": [
//!   {"path": {"x": "north", "y": "south", "cells": ["b1", "a2"]}},
//!   {"move": {"cell": "a2", "child": 0}},
//!   {"path": {"x": "north", "y": "south", "cells": ["b1", "b2"]}},
//!   {"move": {"cell": "b2", "child": 2}},
//!   {"or": {"children": [1, 3]}}]}
//! ```
//!
//! The format, the rules and their proofs are on the page `certificates.md` beside this file.

use super::rules::CertificateStep;
use crate::hex::record::{PositionRecord, names};
use crate::hex::{BoardSize, Colour, Position};
use serde::{Deserialize, Serialize};

/// The name of the format, with its version.
pub const FORMAT: &str = "mustplay-certificate/2";

/// The format before there were captures, which is read as well.
pub(super) const OLDER: &str = "mustplay-certificate/1";

/// The name of the format of a certificate of several positions.
pub const JOINT_FORMAT: &str = "mustplay-certificate/3";

/// A certificate as it is in its file; [`check`](super::check) finds out whether it is right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// The position.
    #[serde(flatten)]
    pub position: PositionRecord,
    /// Who wins.
    pub winner: String,
    /// The claims.
    pub nodes: Vec<CertificateNode>,
}

/// A certificate of several positions of a board, which share claims.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JointCertificate {
    /// [`JOINT_FORMAT`].
    pub format: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// What is proved.
    pub positions: Vec<JointPosition>,
    /// Claims of Black's.
    pub black_nodes: Vec<CertificateNode>,
    /// Claims of White's.
    pub white_nodes: Vec<CertificateNode>,
}

/// A position of a certificate of several.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointPosition {
    /// Black's stones.
    pub black: Vec<String>,
    /// White's stones.
    pub white: Vec<String>,
    /// The side to move.
    pub to_move: String,
    /// Who wins.
    pub winner: String,
    /// The number of the winner's claim that says so.
    pub node: usize,
}

/// How a claim comes about, as it is in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", from = "node::Written")]
pub enum CertificateNode {
    /// Stones that hang together.
    Path {
        /// One end.
        x: String,
        /// The other.
        y: String,
        /// The stones.
        cells: Vec<String>,
    },
    /// Two fulls in a row.
    And {
        /// One of them.
        a: usize,
        /// The other.
        b: usize,
    },
    /// A move that makes a full.
    Move {
        /// Where.
        cell: String,
        /// The full.
        child: usize,
    },
    /// Semis side by side.
    Or {
        /// The semis.
        children: Vec<usize>,
        /// Stones that are required besides those of the children.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        stones: Vec<String>,
    },
    /// Two cells of which one is as good as both.
    Capture {
        /// The cells.
        cells: [String; 2],
        /// What holds if both are the winner's.
        child: usize,
        /// Stones that are required besides those of the child.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        stones: Vec<String>,
    },
}

impl CertificateNode {
    /// A step as it is written.
    pub(super) fn write<const W: usize>(size: BoardSize, step: &CertificateStep<W>) -> Self {
        match step {
            CertificateStep::Path { ends, cells } => {
                let [x, y] = ends.map(|end| end.name(size));
                let cells = names(size, *cells);
                Self::Path { x, y, cells }
            }
            &CertificateStep::And([a, b]) => Self::And { a, b },
            &CertificateStep::Move { cell, child } => Self::Move {
                cell: size.name(cell),
                child,
            },
            CertificateStep::Or { children, stones } => Self::Or {
                children: children.clone(),
                stones: names(size, *stones),
            },
            &CertificateStep::Capture {
                pair,
                child,
                stones,
            } => Self::Capture {
                cells: pair.map(|cell| size.name(cell)),
                child,
                stones: names(size, stones),
            },
        }
    }
}

impl Certificate {
    /// That this colour wins this position, by these claims.
    pub(super) fn write<const W: usize>(
        position: &Position<W>,
        winner: Colour,
        steps: &[CertificateStep<W>],
    ) -> Self {
        let size = position.size();
        Self {
            format: FORMAT.to_owned(),
            position: PositionRecord::new(position),
            winner: winner.to_string(),
            nodes: steps
                .iter()
                .map(|step| CertificateNode::write(size, step))
                .collect(),
        }
    }
}

pub(super) use node::Object;

impl JointCertificate {
    /// That these colours win these positions, by claims of these numbers among their own.
    pub(super) fn write<const W: usize>(
        size: BoardSize,
        positions: &[Position<W>],
        proved: &[(Colour, usize)],
        steps: [&[CertificateStep<W>]; 2],
    ) -> Self {
        let position = |(position, &(winner, node)): (&Position<W>, &(Colour, usize))| {
            let record = PositionRecord::new(position);
            JointPosition {
                black: record.black,
                white: record.white,
                to_move: record.to_move,
                winner: winner.to_string(),
                node,
            }
        };
        let [black_nodes, white_nodes] = steps.map(|steps| {
            let nodes = steps.iter().map(|step| CertificateNode::write(size, step));
            nodes.collect()
        });
        Self {
            format: JOINT_FORMAT.to_owned(),
            width: size.width(),
            height: size.height(),
            positions: positions.iter().zip(proved).map(position).collect(),
            black_nodes,
            white_nodes,
        }
    }
}

/// How nodes are read: derived readers take a list of fields as well as an object with their names,
/// and the format has objects alone.
mod node {
    use super::CertificateNode;
    use serde::de::value::MapAccessDeserializer;
    use serde::de::{MapAccess, Visitor};
    use serde::{Deserialize, Deserializer};
    use std::fmt;
    use std::marker::PhantomData;

    /// What is written as an object.
    pub struct Object<T>(pub T);

    impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_map(ObjectVisitor(PhantomData))
        }
    }

    struct ObjectVisitor<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
        type Value = Object<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map)).map(Object)
        }
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Written {
        Path(Object<Path>),
        And(Object<And>),
        Move(Object<Move>),
        Or(Object<Or>),
        Capture(Object<Capture>),
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Path {
        x: String,
        y: String,
        cells: Vec<String>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct And {
        a: usize,
        b: usize,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Move {
        cell: String,
        child: usize,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Or {
        children: Vec<usize>,
        #[serde(default)]
        stones: Vec<String>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Capture {
        cells: [String; 2],
        child: usize,
        #[serde(default)]
        stones: Vec<String>,
    }

    impl From<Written> for CertificateNode {
        fn from(written: Written) -> Self {
            match written {
                Written::Path(Object(Path { x, y, cells })) => Self::Path { x, y, cells },
                Written::And(Object(And { a, b })) => Self::And { a, b },
                Written::Move(Object(Move { cell, child })) => Self::Move { cell, child },
                Written::Or(Object(Or { children, stones })) => Self::Or { children, stones },
                Written::Capture(Object(Capture {
                    cells,
                    child,
                    stones,
                })) => Self::Capture {
                    cells,
                    child,
                    stones,
                },
            }
        }
    }
}
