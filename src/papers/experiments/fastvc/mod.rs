//! Pawlewicz et al. 2014: the cost of the semis-combiner, and what its limits save.
//!
//! - [`calls::Calls`]: §V.C, how often the semis-combiner calls itself, by the number of carriers;
//! - [`limits::LimitCounts`]: §VI, the number of connections and the time of each OR rule;
//! - [`figure_5`]: the position that shows what a limit loses;
//! - [`solver::Versions`]: Table III, the solver with connections found in eight ways.

pub mod calls;
pub mod figure_5;
pub mod limits;
pub mod solver;

use super::hexy::PLAIN;
use super::start::Start;
use super::{Finding, Scale};
use crate::base::shipped::checked;
use crate::hex::Board;
use crate::hex::record::play;
use crate::hex::{BoardSize, Colour};
use crate::knowledge::connect::ConnectOptions;
use serde::Deserialize;
use serde_json::json;

/// The rules of the paper, without limits: edges are midpoints of the AND rule (§III), which is
/// where connections explode.
pub const OPEN: ConnectOptions = ConnectOptions {
    edge_midpoints: true,
    ..PLAIN
};

/// The source.
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

/// Where the positions of Table II are.
const TABLE_2: &str = "positions/table2.json";

/// The positions of Table II.
pub fn table2() -> Vec<Start> {
    let text = include_str!("../../../../positions/table2.json");
    let file: Result<Table2, _> = serde_json::from_str(text);
    let starts = checked(TABLE_2, file).positions.into_iter().map(|entry| {
        let mut board = checked(TABLE_2, BoardSize::square(11).map(Board::new));
        let names: Vec<&str> = entry.moves.split_whitespace().collect();
        Start {
            name: entry.id,
            size: board.size(),
            moves: checked(TABLE_2, play(&mut board, &names)),
        }
    });
    starts.collect()
}

/// The positions of a scale, each with both colours.
fn sides(scale: &Scale) -> Vec<(Start, Colour)> {
    let starts = table2()
        .into_iter()
        .take(scale.positions.unwrap_or_default());
    starts
        .flat_map(|start| Colour::ALL.map(|colour| (start.clone(), colour)))
        .collect()
}

/// The number of findings from builds that ended early.
fn cut_short(findings: &[Finding]) -> usize {
    let cut = findings
        .iter()
        .filter(|one| one.found["complete"] == json!(false));
    cut.count()
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
