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
//! `manual.md` beside this file documents the format, the rules and their proofs.

use super::node::CertificateNode;
use super::rules::CertificateStep;
use crate::hex::record::PositionRecord;
use crate::hex::{BoardSize, Colour, Position};
use serde::{Deserialize, Serialize};

/// The name of the format, with its version.
pub const FORMAT: &str = "mustplay-certificate/2";

/// The older format without captures, which can still be read.
pub(super) const OLDER: &str = "mustplay-certificate/1";

/// The name of the format of a certificate of several positions.
pub const JOINT_FORMAT: &str = "mustplay-certificate/3";

/// A certificate in the form of its file. [`check`](super::check) checks it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// The position.
    #[serde(flatten)]
    pub position: PositionRecord,
    /// The winner.
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
    /// Claims for wins of Black.
    pub black_nodes: Vec<CertificateNode>,
    /// Claims for wins of White.
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
    /// The winner.
    pub winner: String,
    /// The number of the winner's claim that proves it.
    pub node: usize,
}

impl Certificate {
    /// A certificate that this colour wins this position by these claims.
    pub(crate) fn write<const W: usize>(
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

impl JointCertificate {
    /// A certificate that these colours win these positions, each by the claim with this number in
    /// its own list.
    pub(crate) fn write<const W: usize>(
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
