//! What the network sees of a position.

use super::grid::Grid;
use crate::analysis::Analysis;
use crate::board::{BoardSize, Cell, Colour, End};
use crate::evaluate::Resistance;

/// How many numbers a place has.
pub const PLANES: usize = 12;

/// How many numbers belong to the whole position.
pub const SCALARS: usize = 4;

/// What each number of a place is.
const OWN: usize = 0;
const OTHER: usize = 1;
const EMPTY: usize = 2;
const CONSIDERED: usize = 3;
const OWN_POWER: usize = 4;
const OTHER_POWER: usize = 5;
const SHARE: usize = 6;
/// Connections to the mover's edges, top and bottom, then to those of the opponent.
const TIES: usize = 7;
const INSIDE: usize = 11;

/// What a place holds that is there.
const FULL: u8 = 200;

/// What is seen: small numbers for each place, and some for all.
#[derive(Clone, PartialEq, Debug)]
pub struct Planes {
    /// Where cells stand.
    pub grid: Grid,
    /// For each place its numbers, 200 for one.
    pub places: Vec<[u8; PLANES]>,
    /// Numbers of the position: how it stands by resistance, how much of the board is empty, how
    /// many moves are left.
    pub scalars: [f32; SCALARS],
    /// The moves worth considering.
    pub moves: Vec<Cell>,
}

impl Planes {
    /// What is seen at a look that does not decide the position.
    pub fn new<const W: usize>(look: &Analysis<W>, resistance: &Resistance) -> Self {
        let position = look.position();
        let (size, mover) = (position.size(), position.to_move());
        let grid = Grid::new(size, mover);
        let mut places = vec![[0; PLANES]; grid.places()];
        let [own, others] = grid.ring();
        for (plane, ring) in [(OWN, own), (OTHER, others)] {
            for place in ring {
                places[place][plane] = FULL;
            }
        }
        let board = look.board();
        let consider = look.consider();
        for cell in size.all() {
            let seen = &mut places[grid.place(cell)];
            seen[INSIDE] = FULL;
            let plane = match board.at(cell) {
                Some(colour) if colour == mover => OWN,
                Some(_) => OTHER,
                None => EMPTY,
            };
            seen[plane] = FULL;
            if plane == EMPTY {
                let power = [mover, !mover].map(|colour| resistance.share(colour, cell));
                seen[OWN_POWER] = small(power[0].sqrt());
                seen[OTHER_POWER] = small(power[1].sqrt());
                seen[SHARE] = small(f64::midpoint(power[0], power[1]));
            }
            if consider.contains(cell) {
                seen[CONSIDERED] = FULL;
            }
        }
        tie(look, &grid, &mut places);
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

    /// The same seen from the other end of the board.
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

/// A number as a place holds it.
#[allow(clippy::cast_sign_loss)] // Clamped from 0 on.
fn small(number: f64) -> u8 {
    (number.clamp(0.0, 1.275) * f64::from(FULL)).round() as u8
}

/// Notes which cells have connections to the edges: a full is one, a semi a half.
fn tie<const W: usize>(look: &Analysis<W>, grid: &Grid, places: &mut [[u8; PLANES]]) {
    let mover = look.position().to_move();
    let size = grid.size();
    for (side, colour) in [mover, !mover].into_iter().enumerate() {
        let connections = look.connections(colour);
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
