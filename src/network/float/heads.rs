//! What the network says of a position from its features.

use super::{Pooled, Tape};
use crate::network::Weights;
use crate::network::kernel::{CHANNELS, Row};

/// Pairs of features that are computed at a time.
pub const PAIRS: usize = CHANNELS / 2;

/// The sum of the products of two lists, whose length is a multiple of [`PAIRS`].
#[allow(clippy::inline_always, reason = "for the instructions of the caller")]
#[inline(always)]
pub fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = [0.0; PAIRS];
    for (one, other) in one
        .as_chunks::<PAIRS>()
        .0
        .iter()
        .zip(other.as_chunks::<PAIRS>().0)
    {
        for lane in 0..PAIRS {
            sums[lane] += one[lane] * other[lane];
        }
    }
    for width in [8, 4, 2, 1] {
        for lane in 0..width {
            sums[lane] += sums[lane + width];
        }
    }
    sums[0]
}

/// The outputs for a board in the stack.
#[allow(clippy::inline_always, reason = "for the instructions of the caller")]
#[inline(always)]
pub(super) fn run<R: Row>(
    (weights, cells, features, pooled): (&Weights, &[usize], &[R], &Pooled),
) -> Tape {
    let (shape, layout) = (weights.shape(), weights.layout());
    let (channels, half) = (shape.channels(), shape.half());
    let rows = channels / CHANNELS;
    let mut pairs = vec![[0.0; PAIRS]; cells.len() * rows];
    let mut numbers = vec![0.0; channels];
    for (&cell, pairs) in cells.iter().zip(pairs.chunks_exact_mut(rows)) {
        let features = &features[cell * rows..][..rows];
        for (numbers, features) in numbers.as_chunks_mut().0.iter_mut().zip(features) {
            *numbers = features.numbers();
        }
        let (first, second) = numbers.split_at(half);
        let both = first.iter().zip(second);
        for (pair, (one, twin)) in pairs.as_flattened_mut().iter_mut().zip(both) {
            *pair = one + twin;
        }
    }
    let mut heads = [0, 1, 2, 3].map(|head: usize| -> Vec<f32> {
        let weights = &weights.free[layout.heads[head].clone()];
        let cells = pairs.chunks_exact(rows);
        cells
            .map(|pairs| dot(pairs.as_flattened(), weights))
            .collect()
    });
    let bias = weights.free[layout.owner_bias.start];
    for owner in &mut heads[3] {
        *owner += bias;
    }
    let read: Vec<f32> = pooled
        .numbers
        .chunks(channels)
        .flat_map(|numbers| (0..half).map(|channel| numbers[channel] + numbers[channel + half]))
        .collect();
    let mut hidden = weights.free[layout.hidden_bias.clone()].to_vec();
    let lines = weights.free[layout.hidden.clone()].chunks(hidden.len());
    for (number, line) in read.iter().zip(lines) {
        for (sum, weight) in hidden.iter_mut().zip(line) {
            *sum += number * weight;
        }
    }
    for number in &mut hidden {
        *number = number.max(0.0);
    }
    let value = dot(&hidden, &weights.free[layout.value.clone()]);
    let value = value + weights.free[layout.value_bias.start];
    Tape {
        heads,
        value,
        pairs,
        hidden: [read, hidden],
    }
}
