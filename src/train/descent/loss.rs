//! The losses: how far the network's output for a sample is from its targets.

use crate::network::float::Tape;
use crate::network::{HEADS, softmax};
use crate::train::self_play::Sample;
use std::str::FromStr;

/// The targets, by name.
const TARGETS: [&str; 5] = ["policy", "soft", "reply", "owners", "value"];

/// The weight of each target in the loss.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TargetCounts([f32; 5]);

impl Default for TargetCounts {
    fn default() -> Self {
        Self([1.0, 1.0, 0.15, 0.5, 1.0])
    }
}

/// Why a text names no weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not TARGET=NUMBER with policy, soft, reply, owners or value, and 0 to 1000")]
pub struct NoCount(String);

/// `reply=0,owners=1`; the others keep their default.
impl FromStr for TargetCounts {
    type Err = NoCount;

    fn from_str(text: &str) -> Result<Self, NoCount> {
        let mut counts = Self::default();
        for one in text.split(',') {
            let read = || {
                let (name, number) = one.split_once('=')?;
                let at = TARGETS.iter().position(|&target| target == name.trim())?;
                let number: f32 = number.trim().parse().ok()?;
                (0.0..=1000.0).contains(&number).then_some((at, number))
            };
            let (at, number) = read().ok_or_else(|| NoCount(one.to_owned()))?;
            counts.0[at] = number;
        }
        Ok(counts)
    }
}

/// Sums of losses over samples.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Losses {
    /// Cross entropy of policy, soft policy, reply, owners (mean of cells) and value.
    pub sums: [f64; 5],
    /// The entropy of the policy target, a lower bound of its loss.
    pub entropy: f64,
    /// How often the move with the highest prior is the most visited one.
    pub first: f64,
    /// How often the value favours the winner.
    pub right: f64,
    /// The number of samples.
    pub count: f64,
    /// The number of those with a policy target.
    pub searched: f64,
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
            searched: self.searched + other.searched,
        }
    }

    /// The means: of what concerns the policy over the samples with a policy target.
    #[must_use]
    pub fn mean(self) -> Self {
        let share = 1.0 / self.count.max(1.0);
        let of_policy = 1.0 / self.searched.max(1.0);
        let [policy, soft, rest @ ..] = self.sums;
        let [reply, owners, value] = rest.map(|sum| sum * share);
        Self {
            sums: [policy * of_policy, soft * of_policy, reply, owners, value],
            entropy: self.entropy * of_policy,
            first: self.first * of_policy,
            right: self.right * share,
            count: 1.0,
            searched: 1.0,
        }
    }

    /// The loss that training minimizes by default.
    pub fn total(&self) -> f64 {
        self.sums
            .iter()
            .zip(TargetCounts::default().0)
            .map(|(sum, count)| sum * f64::from(count))
            .sum()
    }
}

/// The cross entropy of shares, with the gradient of the logits; 0 if the target is empty.
fn shares(logits: &[f32], wanted: &[f32]) -> (f64, Vec<f32>) {
    if wanted.iter().all(|&share| share == 0.0) {
        return (0.0, vec![0.0; wanted.len()]);
    }
    let predicted = softmax(logits);
    let both = predicted.iter().zip(wanted);
    let loss = both
        .clone()
        .filter(|&(_, &wanted)| wanted > 0.0)
        .map(|(predicted, wanted)| f64::from(wanted * libm::logf(predicted.max(1e-30))))
        .sum::<f64>();
    (
        -loss,
        both.map(|(predicted, wanted)| predicted - wanted).collect(),
    )
}

/// The cross entropy of a probability, with the gradient of the logit.
fn cross_entropy(logit: f32, wanted: f32) -> (f64, f32) {
    // The logarithms of 1 + e^x and 1 + e^-x, without overflow.
    let rest = libm::log1pf(libm::expf(-logit.abs()));
    let (yes, no) = (rest + (-logit).max(0.0), rest + logit.max(0.0));
    let predicted = 1.0 / (1.0 + libm::expf(-logit));
    (
        f64::from(wanted * yes + (1.0 - wanted) * no),
        predicted - wanted,
    )
}

/// The losses of policy and value for a sample, from the logits of its moves and of a win.
pub fn main_losses(policy: &[f32], value: f32, sample: &Sample) -> Losses {
    let mut losses = Losses {
        count: 1.0,
        ..Losses::default()
    };
    losses.sums[0] = shares(policy, &sample.policy).0;
    losses.sums[4] = cross_entropy(value, sample.value).0;
    for &share in sample.policy.iter().filter(|&&share| share > 0.0) {
        losses.entropy -= f64::from(share * libm::logf(share));
    }
    let most = |numbers: &[f32]| {
        let numbers = numbers.iter().enumerate();
        numbers
            .max_by(|one, other| one.1.total_cmp(other.1))
            .map(|(index, _)| index)
    };
    if sample.policy.iter().any(|&share| share > 0.0) {
        losses.searched = 1.0;
        losses.first = f64::from(u8::from(most(policy) == most(&sample.policy)));
    }
    losses.right = f64::from(u8::from((value > 0.0) == (sample.value > 0.5)));
    losses
}

/// The losses of a sample, and the gradients of the logits of all heads and of the value.
pub fn losses(
    tape: &Tape,
    sample: &Sample,
    TargetCounts(counts): TargetCounts,
) -> (Losses, [Vec<f32>; HEADS], f32) {
    let cells = sample.owners.len();
    let mut gradients = [(); HEADS].map(|()| vec![0.0; cells]);
    let logits = |head: usize| -> Vec<f32> {
        let cells = sample.empty.iter();
        cells.map(|&cell| tape.heads[head][cell]).collect()
    };
    let mut losses = main_losses(&logits(0), tape.value, sample);
    let wanted = [&sample.policy, &sample.soft, &sample.reply];
    for (head, wanted) in wanted.into_iter().enumerate() {
        let (loss, each) = shares(&logits(head), wanted);
        losses.sums[head] = loss;
        for (&cell, gradient) in sample.empty.iter().zip(each) {
            gradients[head][cell] = counts[head] * gradient;
        }
    }
    let share = 1.0 / cells as f32;
    for (cell, &wanted) in sample.owners.iter().enumerate() {
        let (loss, gradient) = cross_entropy(tape.heads[3][cell], wanted);
        losses.sums[3] += loss / cells as f64;
        gradients[3][cell] = counts[3] * share * gradient;
    }
    let (_, gradient) = cross_entropy(tape.value, sample.value);
    (losses, gradients, counts[4] * gradient)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_the_policy_are_over_searched_samples() {
        let searched = Losses {
            sums: [2.0, 4.0, 1.0, 1.0, 1.0],
            entropy: 1.0,
            first: 1.0,
            right: 1.0,
            count: 1.0,
            searched: 1.0,
        };
        let other = Losses {
            sums: [0.0, 0.0, 3.0, 1.0, 3.0],
            count: 1.0,
            ..Losses::default()
        };
        let mean = searched.plus(other).mean();
        let expected = Losses {
            sums: [2.0, 4.0, 2.0, 1.0, 2.0],
            right: 0.5,
            ..searched
        };
        assert_eq!(mean, expected);
    }

    #[test]
    fn counts_are_read_and_other_texts_refused() {
        let counts: TargetCounts = "reply=0, owners=1.5".parse().unwrap();
        assert_eq!(counts, TargetCounts([1.0, 1.0, 0.0, 1.5, 1.0]));
        for bad in ["", "reply", "reply=-1", "reply=x", "value=NaN", "moves=1"] {
            assert!(bad.parse::<TargetCounts>().is_err(), "{bad}");
        }
    }
}
