//! The output of a network for a position.

use crate::hex::Cell;

/// Certainty, in the units of chances and priors.
pub const WHOLE: u16 = u16::MAX;

/// Chances as whole numbers, so that they order moves the same way on every machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prediction {
    /// The win rate of the side to move, of 65535.
    pub value: u16,
    /// The empty cells with their priors, of 65535: the highest first, and the first of equal ones.
    pub moves: Vec<(Cell, u16)>,
}

impl Prediction {
    /// From the logit of a win, and the cells with the logits of a move there.
    pub fn new(win: f32, logits: &[(Cell, f32)]) -> Self {
        let mut sorted = logits.to_vec();
        sorted.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let numbers: Vec<f32> = sorted.iter().map(|&(_, logit)| logit).collect();
        let shares = softmax(&numbers);
        let moves = sorted.iter().zip(shares);
        Self {
            value: whole(1.0 / (1.0 + libm::expf(-win))),
            moves: moves
                .map(|(&(cell, _), share)| (cell, whole(share)))
                .collect(),
        }
    }

    /// The win rate of the side to move, from 0 to 1.
    pub fn win(&self) -> f64 {
        f64::from(self.value) / f64::from(WHOLE)
    }
}

/// A share of one as a whole number.
fn whole(share: f32) -> u16 {
    #[allow(clippy::cast_sign_loss, reason = "a share is not negative")]
    let whole = (share * f32::from(WHOLE)).round_ties_even() as u16;
    whole
}

/// Shares of one whose logarithms differ as these numbers do.
pub fn softmax(numbers: &[f32]) -> Vec<f32> {
    let most = numbers.iter().fold(f32::NEG_INFINITY, |a, &b| a.max(b));
    let mut shares: Vec<f32> = numbers
        .iter()
        .map(|number| libm::expf(number - most))
        .collect();
    let all: f32 = shares.iter().sum();
    for share in &mut shares {
        *share /= all;
    }
    shares
}
