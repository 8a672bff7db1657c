//! A claim in the form in which a certificate stores it.
//!
//! The format has only objects, but derived readers also accept lists of fields. Nodes are
//! therefore read through [`Object`].

use super::rules::CertificateStep;
use crate::hex::BoardSize;
use crate::hex::record::names;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::marker::PhantomData;

/// How a claim is derived, in the form of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", from = "Written")]
pub enum CertificateNode {
    /// Connected stones.
    Path {
        /// One end.
        x: String,
        /// The other.
        y: String,
        /// The stones.
        cells: Vec<String>,
    },
    /// Two fulls that share an end.
    And {
        /// One of them.
        a: usize,
        /// The other.
        b: usize,
    },
    /// A move that leaves a full.
    Move {
        /// The cell of the move.
        cell: String,
        /// The full after it.
        child: usize,
    },
    /// Semis between the same ends.
    Or {
        /// The semis.
        children: Vec<usize>,
        /// Stones that are required besides those of the children.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        stones: Vec<String>,
    },
    /// Two cells that are both the winner's, because either is enough.
    Capture {
        /// The cells.
        cells: [String; 2],
        /// The claim that holds if both are the winner's.
        child: usize,
        /// Stones that are required besides those of the child.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        stones: Vec<String>,
    },
}

impl CertificateNode {
    /// A step in the form of a file.
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

/// A value that must be an object.
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
enum Written {
    Path(Object<Path>),
    And(Object<And>),
    Move(Object<Move>),
    Or(Object<Or>),
    Capture(Object<Capture>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Path {
    x: String,
    y: String,
    cells: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct And {
    a: usize,
    b: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    cell: String,
    child: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Or {
    children: Vec<usize>,
    #[serde(default)]
    stones: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Capture {
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
