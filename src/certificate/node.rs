//! A claim as it is written in a certificate.
//!
//! Derived readers take a list of fields as well as an object with their names, and the format has
//! objects alone: so nodes are read by way of [`Object`].

use super::rules::CertificateStep;
use crate::hex::BoardSize;
use crate::hex::record::names;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::marker::PhantomData;

/// How a claim comes about, as it is in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", from = "Written")]
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
