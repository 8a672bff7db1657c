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
//! `width` to `to_move` are the fields of every position of this program. Nodes are numbered from
//! 0, and name only nodes before them; the last one joins the winner's two edges. Each claims that
//! the winner joins the ends x and y if it holds the stones U and the cells of C are empty or its
//! own; if it is a *full*, with the opponent to move, else, a *semi*, with the winner to move:
//!
//! | node | needs | claims |
//! |---|---|---|
//! | `path` x y cells | x and y are cells of the path or edges of the winner; its cells hang together from x to y | full, U = cells, C empty |
//! | `and` a b | fulls that share one end, and no cell of C that is not in a U | full between the other ends, U and C of both, C without U |
//! | `move` cell child | a full | semi, U without the cell, C with it |
//! | `capture` cells child stones | for both orders a, b of the two cells: with `stones` and U without a, and with b, all neighbours of a in U, C or b, and the winner's edges beside it, touch each other or one chain of these stones or edges | as the child, U without the cells and with `stones` (may be left out), C with the cells |
//! | `or` children stones | semis or fulls between the same ends; no cell is in all C, but for those in a U | full, U of all and `stones` (may be left out), C of all without U |
//!
//! In the position of the file, U of the last node must be stones of the winner, none of C the
//! loser's, and if the loser is to move, the node must be a full.

use super::rules::CertificateStep;
use crate::board::record::{PositionRecord, names};
use crate::board::{BoardSize, Colour, Position};
use serde::{Deserialize, Serialize};

/// The name of the format, with its version.
pub const FORMAT: &str = "mustplay-certificate/2";

/// The format before there were captures, which is read as well.
pub(super) const OLDER: &str = "mustplay-certificate/1";

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

/// How a claim comes about, as it is in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
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
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        stones: Vec<String>,
    },
    /// Two cells of which one is as good as both.
    Capture {
        /// The cells.
        cells: [String; 2],
        /// What holds if both are the winner's.
        child: usize,
        /// Stones that are required besides those of the child.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
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
