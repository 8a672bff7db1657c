//! The first convolution. Most of the planes that it reads are 0, so it goes from one other number
//! to the next.

use super::Board;
use crate::network::kernel::{CHANNELS, Then, Whole};
use crate::network::{FullConvolution, TAPS};

/// Calls with the index of a row of weights, in the order of taps and planes, and the number that
/// the first convolution reads for it at a cell, if it is not 0.
#[allow(clippy::inline_always, reason = "for the instructions of the caller")]
#[inline(always)]
fn read((frame, planes): Board, inputs: usize, cell: usize, mut each: impl FnMut(usize, f32)) {
    for tap in 0..TAPS {
        let place = frame.tap(cell, tap);
        let bytes = &planes[place * inputs..][..inputs];
        for (plane, &byte) in bytes.iter().enumerate().filter(|&(_, &byte)| byte > 0) {
            each(tap * inputs + plane, f32::from(byte));
        }
    }
}

/// The sums of all cells of a board, which lies there in the stack.
#[allow(clippy::inline_always, reason = "for the instructions of the caller")]
#[inline(always)]
pub(super) fn run(
    (one, (places, &board), step, then): (
        &FullConvolution,
        (&[usize], &Board),
        f32,
        &mut impl Then,
    ),
) {
    let (weights, _) = one.weights.as_chunks::<CHANNELS>();
    let rows = one.bias.len() / CHANNELS;
    for (&place, &cell) in places.iter().zip(board.0.cells()) {
        for row in 0..rows {
            let mut sums = [0.0; CHANNELS];
            read(board, one.inputs, cell, |index, number| {
                let weights = &weights[index * rows + row];
                for lane in 0..CHANNELS {
                    sums[lane] += step * number * weights[lane];
                }
            });
            then.then(place, row, &sums);
        }
    }
}

/// Adds the gradients of the first convolution's weights for a board, where `gradients` are those
/// of its sums by place of the stack.
#[allow(clippy::inline_always, reason = "for the instructions of the caller")]
#[inline(always)]
pub fn add_gradients(
    (board, step, (places, gradients), sums): (
        Board,
        f32,
        (&[usize], &[Whole]),
        &mut FullConvolution,
    ),
) {
    let (weights, _) = sums.weights.as_chunks_mut::<CHANNELS>();
    let rows = sums.bias.len() / CHANNELS;
    for (&place, &cell) in places.iter().zip(board.0.cells()) {
        let gradients = &gradients[place * rows..][..rows];
        read(board, sums.inputs, cell, |index, number| {
            for (sums, gradients) in weights[index * rows..][..rows].iter_mut().zip(gradients) {
                for lane in 0..CHANNELS {
                    sums[lane] += step * number * gradients[lane];
                }
            }
        });
    }
}
