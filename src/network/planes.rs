//! The input of the network.

use super::grid::Grid;
use crate::analysis::Analysis;
use crate::board::{BoardSize, Cell, Colour, End};
use crate::evaluate::Resistance;

/// The planes.
pub const PLANES: usize = 12;

/// The numbers of the whole position.
pub const SCALARS: usize = 4;

// The planes by name.
const OWN: usize = 0;
const OTHER: usize = 1;
const EMPTY: usize = 2;
const CONSIDERED: usize = 3;
const OWN_POWER: usize = 4;
const OTHER_POWER: usize = 5;
const SHARE: usize = 6;
/// The first of four planes: connections to the mover's edges, top and bottom, then to those of the
/// opponent.
const TIES: usize = 7;
const INSIDE: usize = 11;

/// The number 1 in a plane.
const FULL: u8 = 200;

/// The input: the planes, and the numbers of the whole position.
#[derive(Clone, PartialEq, Debug)]
pub struct Planes {
    /// The layout of the planes.
    pub grid: Grid,
    /// The planes at each place, as multiples of 1/200.
    pub places: Vec<[u8; PLANES]>,
    /// The score by resistance, the same limited to ±0.5, and the shares of the board that are empty
    /// and worth considering.
    pub scalars: [f32; SCALARS],
    /// The moves worth considering.
    pub moves: Vec<Cell>,
}

impl Planes {
    /// The input for an analysis that does not decide the position.
    pub fn new<const W: usize>(analysis: &Analysis<W>, resistance: &Resistance) -> Self {
        let position = analysis.position();
        let (size, mover) = (position.size(), position.to_move());
        let grid = Grid::new(size, mover);
        let mut places = vec![[0; PLANES]; grid.places()];
        let [own, others] = grid.margin();
        for (plane, margin) in [(OWN, own), (OTHER, others)] {
            for place in margin {
                places[place][plane] = FULL;
            }
        }
        let board = analysis.board();
        let consider = analysis.consider();
        for cell in size.all() {
            let numbers = &mut places[grid.place(cell)];
            numbers[INSIDE] = FULL;
            let plane = match board.at(cell) {
                Some(colour) if colour == mover => OWN,
                Some(_) => OTHER,
                None => EMPTY,
            };
            numbers[plane] = FULL;
            if plane == EMPTY {
                let power = [mover, !mover].map(|colour| resistance.share(colour, cell));
                numbers[OWN_POWER] = small(power[0].sqrt());
                numbers[OTHER_POWER] = small(power[1].sqrt());
                numbers[SHARE] = small(f64::midpoint(power[0], power[1]));
            }
            if consider.contains(cell) {
                numbers[CONSIDERED] = FULL;
            }
        }
        connect(analysis, &grid, &mut places);
        let sign = if mover == Colour::Black { 1.0 } else { -1.0 };
        let score = (sign * resistance.score().clamp(-8.0, 8.0)) as f32;
        let all = size.cells() as f32;
        Self {
            grid,
            places,
            scalars: [
                score,
                score.clamp(-0.5, 0.5),
                board.empty().len() as f32 / all,
                consider.len() as f32 / all,
            ],
            moves: consider.iter().collect(),
        }
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.grid.size()
    }

    /// The same turned by 180°.
    #[must_use]
    pub fn turned(&self) -> Self {
        let mut places = self.places.clone();
        places.reverse();
        for place in &mut places {
            place.swap(TIES, TIES + 1);
            place.swap(TIES + 2, TIES + 3);
        }
        let last = self.size().cells() - 1;
        let moves = self.moves.iter();
        Self {
            places,
            moves: moves.map(|cell| Cell::new(last - cell.index())).collect(),
            ..*self
        }
    }
}

/// A number as a multiple of 1/200.
#[allow(clippy::cast_sign_loss)] // Clamped from 0 on.
fn small(number: f64) -> u8 {
    (number.clamp(0.0, 1.275) * f64::from(FULL)).round() as u8
}

/// Fills the planes of connections to the edges: 1 for a full, a half for a semi.
fn connect<const W: usize>(analysis: &Analysis<W>, grid: &Grid, places: &mut [[u8; PLANES]]) {
    let mover = analysis.position().to_move();
    let size = grid.size();
    for (side, colour) in [mover, !mover].into_iter().enumerate() {
        let connections = analysis.connections(colour);
        for (number, edge) in colour.edges().into_iter().enumerate() {
            let edge = End::edge(size, edge);
            let [full, semi] = [true, false].map(|full| connections.joined_to(edge, full));
            for cell in size.all() {
                let Some(end) = connections.end_of(cell.into()) else {
                    continue;
                };
                let strength = if end == edge || full.contains(end) {
                    FULL
                } else if semi.contains(end) {
                    FULL / 2
                } else {
                    continue;
                };
                places[grid.place(cell)][TIES + 2 * side + number] = strength;
            }
        }
    }
}
