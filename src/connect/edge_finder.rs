//! Finds fulls to an edge that the rules do not find ([`super::edge`]): on strips of a board, by
//! trying answers ([`super::deep`]), and makes them small.

use super::connections::Connections;
use super::edge::{EdgeFull, at};
use super::options::{ConnectOptions, OrRule};
use crate::board::{BoardSize, Cell, CellSet, Colour, Edge, End, Position};

impl EdgeFull {
    /// Whether another does at least the same.
    fn is_served_by(&self, other: &Self) -> bool {
        self.row == other.row && other.carrier.is_subset(&self.carrier)
    }

    /// All that are found beside an edge of this length, on these rows, which a build by default
    /// does not find, with so many answers tried in a row. Slow: minutes.
    pub fn derive(length: usize, rows: &[usize], depth: usize) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        for &row in rows {
            for column in 0..length {
                let fits = |one: &Self| {
                    let strip = BoardSize::new(length, row + ABOVE).expect("a board");
                    one.row == row && one.fit::<4>(strip, Edge::South, column).is_some()
                };
                let known = found.iter().any(|one| fits(one) || fits(&one.mirrored()));
                if known {
                    continue;
                }
                found.extend(derive_at::<4>(length, row, column, depth));
            }
        }
        let alone = |one: &&Self| {
            let others = found.iter().filter(|other| *other != *one);
            !others
                .flat_map(|other| [other.clone(), other.mirrored()])
                .any(|other| one.is_served_by(&other))
        };
        found.iter().filter(alone).cloned().collect()
    }
}

/// Rows of a strip above the cell; the uppermost is the opponent's, so that nothing runs over the
/// far edge.
const ABOVE: usize = 3;

/// What is found for one cell of a strip.
fn derive_at<const W: usize>(
    length: usize,
    row: usize,
    column: usize,
    depth: usize,
) -> Option<EdgeFull> {
    let size = BoardSize::new(length, row + ABOVE).ok()?;
    let (cell, edge) = (
        at(size, Edge::South, column.cast_signed(), row - 1)?,
        End::edge(size, Edge::South),
    );
    let mut open = Position::<W>::new(size);
    for far in (0..length).filter_map(|column| size.cell(column, 0)) {
        open.place(Colour::White, far);
    }
    open.place(Colour::Black, cell);
    let plain = ConnectOptions {
        edge_fulls: false,
        ..ConnectOptions::default()
    };
    if Connections::new(&open, Colour::Black, plain)
        .prove(cell.into(), edge, 0)
        .is_some()
    {
        return None;
    }
    let within = |carrier: CellSet<W>, or_rule: OrRule, max_fulls: usize| {
        let mut position = open;
        for other in open.empty() - carrier {
            position.place(Colour::White, other);
        }
        let wide = ConnectOptions {
            or_rule,
            max_fulls,
            max_carriers: 0,
            max_comparisons: 100_000_000,
            ..plain
        };
        let mut connections = Connections::new(&position, Colour::Black, wide);
        (0..=depth).find_map(|depth| connections.prove(cell.into(), edge, depth))
    };
    // What serves on an open strip takes too long without any limit; in a carrier it does not.
    let carrier = within(open.empty(), OrRule::Limited, 4)?;
    let narrow = |carrier| within(carrier, OrRule::Semis, 0);
    let mut carrier = narrow(carrier)?;
    // Smaller, cell by cell, as long as it still holds.
    for needless in open.empty() {
        if carrier.contains(needless) {
            carrier = narrow(carrier.without(needless)).unwrap_or(carrier);
        }
    }
    let from = |cell: Cell| {
        let right = size.column(cell).cast_signed() - column.cast_signed();
        (right, size.height() - 1 - size.row(cell))
    };
    Some(EdgeFull {
        row,
        carrier: carrier.iter().map(from).collect(),
    })
}
