//! Free weights in a packed file: those of convolutions in eight bits, all others as they are.
//!
//! In place of the weights of a convolution stand the largest of each output (32-bit floating point
//! numbers), then for each weight how many of 127 parts of that it is (8 bits). A network in eight
//! bits has the same parts: the largest weight has all 127, and so stays what it was.

use super::kernel::MOST;
use super::shape::{Convolution, Layout};
use super::weights::floats;

/// The largest weight of each output, in rows with a weight for each; and the weights as parts of it.
pub(super) fn parts(weights: &[f32], outputs: usize) -> (Vec<f32>, Vec<i8>) {
    let mut most = vec![f32::MIN_POSITIVE; outputs];
    for row in weights.chunks(outputs) {
        for (most, weight) in most.iter_mut().zip(row) {
            *most = most.max(weight.abs());
        }
    }
    let rows = weights.chunks(outputs);
    let parts = rows.flat_map(|row| {
        let scaled = row.iter().zip(&most);
        scaled.map(|(weight, most)| (weight / most * MOST).round_ties_even() as i8)
    });
    let parts = parts.collect();
    (most, parts)
}

/// How many bytes packed weights have.
pub(super) fn length(layout: &Layout) -> usize {
    let convolutions = layout.convolutions.iter();
    let saved = convolutions.map(|one| 3 * one.weights.len() - 4 * one.bias.len());
    4 * layout.count() - saved.sum::<usize>()
}

/// Packs free weights.
pub(super) fn pack(layout: &Layout, free: &[f32]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(length(layout));
    let add = |numbers: &[f32], bytes: &mut Vec<u8>| {
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    };
    for (before, one) in gaps(layout) {
        add(&free[before], &mut bytes);
        let Some(one) = one else { break };
        let (most, parts) = parts(&free[one.weights.clone()], one.bias.len());
        add(&most, &mut bytes);
        bytes.extend(parts.iter().map(|part| part.cast_unsigned()));
    }
    bytes
}

/// Free weights from [`length`] bytes; `None` if the parts are of no possible number.
pub(super) fn unpack(layout: &Layout, bytes: &[u8]) -> Option<Vec<f32>> {
    let mut rest = bytes;
    let mut take = |length| rest.split_off(..length).expect("the length was checked");
    let mut free = Vec::with_capacity(layout.count());
    for (before, one) in gaps(layout) {
        free.extend(floats(take(4 * before.len())));
        let Some(one) = one else { break };
        let most = floats(take(4 * one.bias.len()));
        let parts = take(one.weights.len());
        let possible = |most: &f32| most.is_finite() && *most >= f32::MIN_POSITIVE;
        if !most.iter().all(possible) || parts.contains(&i8::MIN.cast_unsigned()) {
            return None;
        }
        let weights = parts.iter().zip(most.iter().cycle());
        free.extend(weights.map(|(part, most)| f32::from(part.cast_signed()) / MOST * most));
    }
    Some(free)
}

/// Each convolution with the places between its weights and those of the convolution before; at
/// the end those after the last.
fn gaps(layout: &Layout) -> impl Iterator<Item = (std::ops::Range<usize>, Option<&Convolution>)> {
    let mut start = 0;
    let convolutions = layout.convolutions.iter().map(Some).chain([None]);
    convolutions.map(move |one| {
        let end = one.map_or(layout.count(), |one| one.weights.start);
        let before = start..end;
        start = one.map_or(end, |one| one.weights.end);
        (before, one)
    })
}
