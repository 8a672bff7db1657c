//! How far what the network says of a sample is from what is to be learned.

use crate::network::float::Tape;
use crate::network::{HEADS, likely};
use crate::selfplay::Sample;

/// What each loss counts in learning: policy, soft policy, reply, owner, value.
const COUNTS: [f32; 5] = [1.0, 1.0, 0.15, 0.5, 1.0];

/// Sums of losses over samples.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Losses {
    /// Cross entropy of policy, soft policy, reply, owners (mean of cells) and value.
    pub sums: [f64; 5],
    /// The entropy of the policy to be learned, below which its loss cannot be.
    pub entropy: f64,
    /// How often the likeliest move is the most visited one.
    pub first: f64,
    /// How often the likelier winner is the winner.
    pub right: f64,
    /// How many samples these are.
    pub count: f64,
}

impl Losses {
    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            sums: std::array::from_fn(|index| self.sums[index] + other.sums[index]),
            entropy: self.entropy + other.entropy,
            first: self.first + other.first,
            right: self.right + other.right,
            count: self.count + other.count,
        }
    }

    /// The means.
    #[must_use]
    pub fn mean(self) -> Self {
        let share = 1.0 / self.count.max(1.0);
        Self {
            sums: self.sums.map(|sum| sum * share),
            entropy: self.entropy * share,
            first: self.first * share,
            right: self.right * share,
            count: 1.0,
        }
    }

    /// What learning makes small.
    pub fn total(&self) -> f64 {
        self.sums
            .iter()
            .zip(COUNTS)
            .map(|(sum, count)| sum * f64::from(count))
            .sum()
    }
}

/// The cross entropy of shares, with the slopes of the logits.
fn shares(logits: &[f32], empty: &[usize], wanted: &[f32], count: f32, out: &mut [f32]) -> f64 {
    let mut loss = 0.0;
    if wanted.iter().all(|&share| share == 0.0) {
        return loss;
    }
    let numbers: Vec<f32> = empty.iter().map(|&cell| logits[cell]).collect();
    for ((&cell, said), &wanted) in empty.iter().zip(likely(&numbers)).zip(wanted) {
        if wanted > 0.0 {
            loss -= f64::from(wanted * libm::logf(said.max(1e-30)));
        }
        out[cell] = count * (said - wanted);
    }
    loss
}

/// The cross entropy of a chance, with the slope of the logit.
fn chance(logit: f32, wanted: f32) -> (f64, f32) {
    // The logarithms of 1 + e^x and 1 + e^-x, without overflow.
    let rest = libm::log1pf(libm::expf(-logit.abs()));
    let (yes, no) = (rest + (-logit).max(0.0), rest + logit.max(0.0));
    let said = 1.0 / (1.0 + libm::expf(-logit));
    (f64::from(wanted * yes + (1.0 - wanted) * no), said - wanted)
}

/// The losses of a sample, and the slopes of the logits of all heads and of the value.
pub fn losses(tape: &Tape, sample: &Sample) -> (Losses, [Vec<f32>; HEADS], f32) {
    let cells = sample.owners.len();
    let mut slopes = [(); HEADS].map(|()| vec![0.0; cells]);
    let mut losses = Losses {
        count: 1.0,
        ..Losses::default()
    };
    let wanted = [&sample.policy, &sample.soft, &sample.reply];
    for (head, wanted) in wanted.into_iter().enumerate() {
        let (logits, slopes) = (&tape.heads[head], &mut slopes[head]);
        losses.sums[head] = shares(logits, &sample.empty, wanted, COUNTS[head], slopes);
    }
    let share = 1.0 / cells as f32;
    for (cell, &wanted) in sample.owners.iter().enumerate() {
        let (loss, slope) = chance(tape.heads[3][cell], wanted);
        losses.sums[3] += loss / cells as f64;
        slopes[3][cell] = COUNTS[3] * share * slope;
    }
    let (loss, slope) = chance(tape.value, sample.value);
    losses.sums[4] = loss;
    for &share in sample.policy.iter().filter(|&&share| share > 0.0) {
        losses.entropy -= f64::from(share * libm::logf(share));
    }
    let most = |numbers: &mut dyn Iterator<Item = f32>| {
        let numbers = numbers.enumerate();
        numbers
            .max_by(|one, other| one.1.total_cmp(&other.1))
            .map(|(index, _)| index)
    };
    let said = most(&mut sample.empty.iter().map(|&cell| tape.heads[0][cell]));
    let right = said.is_some() && said == most(&mut sample.policy.iter().copied());
    losses.first = f64::from(u8::from(right));
    losses.right = f64::from(u8::from((tape.value > 0.0) == (sample.value > 0.5)));
    (losses, slopes, COUNTS[4] * slope)
}
