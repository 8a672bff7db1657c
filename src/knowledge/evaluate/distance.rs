//! Distances to an edge, counted in cells still to be played (McMahan 2000, §2.3; van Rijswijck
//! 2000, §5.1).
//!
//! A cell at the edge has distance 1. Otherwise the plain distance is one more than the lowest of
//! its neighbours, the **two-distance** one more than the second lowest: the opponent takes the
//! best way, we the second best.
//!
//! ```text
//!     1   1   1   1   1         Black's two-distance to the north edge of an empty 5x5 board: e2
//!       2   2   2   2   3       touches one cell only that is nearer
//! ```
//!
//! Cells are settled in rounds, one for each distance; each is visited once, so the cost is linear
//! in the board: half a microsecond on 11x11.

use super::neighbourhood::Neighbourhood;
use crate::hex::{Cell, CellSet, Chains, Colour};

/// How many neighbours must be nearer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// One: the plain distance.
    Plain,
    /// Two: the two-distance.
    Two,
}

/// The distances of all empty cells to both edges of a colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distances {
    to: [Vec<u16>; 2],
}

const INFINITE: u16 = u16::MAX;

impl Distances {
    /// The distances in a neighbourhood.
    pub fn new<const W: usize>(
        neighbourhood: &Neighbourhood<W>,
        cells: usize,
        metric: Metric,
    ) -> Self {
        let to = neighbourhood
            .beside_edges()
            .map(|start| spread(neighbourhood, start, cells, metric));
        Self { to }
    }

    /// The distance of an empty cell to the first or second edge; `None` if it is infinite.
    pub fn to(&self, edge: usize, cell: Cell) -> Option<u32> {
        let distance = self.to[edge][cell.index()];
        (distance != INFINITE).then_some(distance.into())
    }

    /// The sum of both.
    pub fn sum(&self, cell: Cell) -> Option<u32> {
        Some(self.to(0, cell)? + self.to(1, cell)?)
    }
}

/// How many stones a colour needs to join its edges, if it plays alone; `None` if it cannot.
pub fn stones_to_join<const W: usize>(chains: &Chains<W>, colour: Colour) -> Option<u32> {
    let neighbourhood = Neighbourhood::new(chains, colour);
    if neighbourhood.is_joined() {
        return Some(0);
    }
    let distances = Distances::new(&neighbourhood, chains.size().cells(), Metric::Plain);
    let [_, last] = neighbourhood.beside_edges();
    last.iter().filter_map(|cell| distances.to(0, cell)).min()
}

fn spread<const W: usize>(
    neighbourhood: &Neighbourhood<W>,
    start: CellSet<W>,
    cells: usize,
    metric: Metric,
) -> Vec<u16> {
    let mut distance = vec![INFINITE; cells];
    let mut open = neighbourhood.empty();
    // Open cells with one settled neighbour, and those with enough.
    let (mut once, mut ready) = (CellSet::EMPTY, start);
    for round in 1.. {
        let settled = ready & open;
        if settled.is_empty() {
            break;
        }
        open -= settled;
        for cell in settled {
            distance[cell.index()] = round;
            let near = neighbourhood.of(cell);
            match metric {
                Metric::Plain => ready |= near,
                Metric::Two => {
                    ready |= once & near;
                    once |= near;
                }
            }
        }
    }
    distance
}
