//! Pawlewicz et al. 2014: what the semis-combiner costs, and what its limits save.
//!
//! - [`calls::Calls`]: §V.C, how often the semis-combiner calls itself, by the number of carriers;
//! - [`limits::Counts`]: §VI, how many connections each OR rule finds, in which time;
//! - [`solver::Versions`]: Table III, the solver with connections found in eight ways.

pub mod calls;
pub mod limits;
pub mod solver;

use super::hexy::PLAIN;
use crate::board::{BoardSize, Cell};
use crate::connect;
use serde::Deserialize;

/// The rules of the paper, without limits: edges are midpoints of the AND rule (§III), which is where connections explode.
pub const OPEN: connect::Options = connect::Options {
    edge_midpoints: true,
    ..PLAIN
};

/// What all of it comes from.
const SOURCE: &str = "Pawlewicz et al. 2014, Stronger Virtual Connections in Hex";

#[derive(Deserialize)]
struct Entry {
    id: String,
    moves: String,
}

#[derive(Deserialize)]
struct Table2 {
    positions: Vec<Entry>,
}

/// A position by the moves to it.
#[derive(Clone, Debug)]
pub struct Start {
    /// What it is called.
    pub name: String,
    /// The board.
    pub size: BoardSize,
    /// The moves, Black's and White's in turn.
    pub moves: Vec<Cell>,
}

/// The positions of Table II.
pub fn table2() -> Vec<Start> {
    let text = include_str!("../../../positions/table2.json");
    let (Ok(file), Ok(size)) = (serde_json::from_str::<Table2>(text), BoardSize::square(11)) else {
        return Vec::new();
    };
    let starts = file.positions.into_iter().map(|entry| {
        let names = entry.moves.split_whitespace();
        Start {
            moves: names.filter_map(|name| size.read(name).ok()).collect(),
            name: entry.id,
            size,
        }
    });
    starts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_table_2_is_read() {
        let all = table2();
        assert_eq!(all.len(), 7);
        let moves: Vec<usize> = all.iter().map(|start| start.moves.len()).collect();
        assert_eq!(moves, [25, 22, 38, 34, 21, 20, 16]);
    }
}
