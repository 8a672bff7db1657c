//! Weights of moves in playouts, by the pattern of their neighbours, in which edges of both colours
//! are [`EDGE`](crate::papers::engines::montecarlo::patterns::EDGE).

use super::ring::CODES;
use crate::hex::Colour;

/// A weight of 1 in the table.
const ONE: f64 = 128.0;

/// The weight of every move, by the pattern of its neighbours, for Black and White.
#[derive(Clone, Debug)]
pub struct PlayoutPolicy(Box<[[u16; 2]; CODES]>);

impl PlayoutPolicy {
    /// Weights by side to move and pattern. All are positive, so every board can be filled.
    pub fn new(weight: impl Fn(Colour, u32) -> f64) -> Self {
        let mut table = Box::new([[0; 2]; CODES]);
        for (code, weights) in table.iter_mut().enumerate() {
            for colour in Colour::ALL {
                let weight = (weight(colour, code as u32) * ONE).round();
                let weight = weight.clamp(1.0, 60_000.0) as i32;
                weights[colour.index()] = u16::try_from(weight).unwrap_or(u16::MAX);
            }
        }
        Self(table)
    }

    /// The weights of a move with this pattern for Black and White.
    pub(super) fn weights(&self, code: u16) -> [u16; 2] {
        self.0[usize::from(code) % CODES]
    }
}
