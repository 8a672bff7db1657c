//! Noise at the root, for games of self-play.

use crate::base::random::SplitMix64;
use crate::hex::Cell;
use crate::network::{Prediction, WHOLE};

/// What is changed at the root so that games differ and every move is tried at times.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Noise {
    /// The share of the priors that is drawn from a Dirichlet distribution.
    pub share: f64,
    /// The sum of the parameters of that.
    pub concentration: f64,
    /// Visits of a move that are made whatever its value, for a unit of the root of prior times
    /// visits.
    pub forced: f64,
}

impl Default for Noise {
    fn default() -> Self {
        Self {
            share: 0.25,
            concentration: 10.0,
            forced: 1.4,
        }
    }
}

impl Noise {
    /// An evaluation with noise in its priors.
    pub(super) fn added(self, evaluation: &Prediction, random: &mut SplitMix64) -> Prediction {
        let moves = &evaluation.moves;
        let each = self.concentration / moves.len() as f64;
        let drawn: Vec<f64> = moves.iter().map(|_| random.gamma(each)).collect();
        let all = drawn.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let mixed = moves.iter().zip(drawn).map(|(&(cell, prior), drawn)| {
            let prior = f64::from(prior);
            let mixed = prior + self.share * (drawn / all * f64::from(WHOLE) - prior);
            #[allow(clippy::cast_sign_loss, reason = "a share is not negative")]
            let mixed = mixed.round() as u16;
            (cell, mixed)
        });
        let mut moves: Vec<(Cell, u16)> = mixed.collect();
        moves.sort_by_key(|&(cell, prior)| (std::cmp::Reverse(prior), cell));
        Prediction {
            value: evaluation.value,
            moves,
        }
    }
}
