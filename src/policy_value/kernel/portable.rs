//! Convolutions without instructions of any machine; the others are tested against these.

use super::{Finish, Frame, TAPS, Task};

/// Outputs that are summed at a time.
const GROUP: usize = 32;

/// A convolution of eight bits.
pub fn convolve_8(task: &Task<u8, i8>, finish: &mut Finish) {
    let taps = task.frame.taps();
    for &cell in task.frame.cells() {
        for first in (0..task.outputs).step_by(GROUP) {
            let mut sums = [0_i32; GROUP];
            for (tap, step) in taps.into_iter().enumerate() {
                let place = cell.wrapping_add_signed(step);
                let row = &task.input[place * task.inputs..][..task.inputs];
                let (row, _) = row.as_chunks::<4>();
                for (group, read) in row.iter().enumerate() {
                    let at = (tap * row.len() + group) * task.outputs + first;
                    let (weights, _) = task.weights[4 * at..][..4 * GROUP].as_chunks::<4>();
                    let read = read.map(i32::from);
                    for (sum, weights) in sums.iter_mut().zip(weights) {
                        let products = weights.iter().zip(read).map(|(&w, x)| i32::from(w) * x);
                        *sum += products.sum::<i32>();
                    }
                }
            }
            finish.place(cell, first, &sums);
        }
    }
}

/// A convolution.
#[inline(always)]
#[allow(
    clippy::inline_always,
    reason = "it takes the instruction set of its caller"
)]
pub fn convolve(task: &Task<f32, f32>, out: &mut [f32]) {
    let taps = task.frame.taps();
    for &cell in task.frame.cells() {
        for first in (0..task.outputs).step_by(GROUP) {
            let mut sums = [0_f32; GROUP];
            for (tap, step) in taps.into_iter().enumerate() {
                let place = cell.wrapping_add_signed(step);
                let row = &task.input[place * task.inputs..][..task.inputs];
                for (input, &read) in row.iter().enumerate() {
                    let at = (tap * task.inputs + input) * task.outputs + first;
                    let weights = &task.weights[at..at + GROUP];
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += read * weight;
                    }
                }
            }
            out[cell * task.outputs + first..][..GROUP].copy_from_slice(&sums);
        }
    }
}

/// The slopes of a convolution's weights.
#[inline(always)]
#[allow(
    clippy::inline_always,
    reason = "it takes the instruction set of its caller"
)]
pub fn correlate(
    frame: &Frame,
    (input, inputs): (&[f32], usize),
    (slopes, outputs): (&[f32], usize),
    sums: &mut [f32],
) {
    for tap in 0..TAPS {
        for &cell in frame.cells() {
            let read = &input[frame.tap(cell, tap) * inputs..][..inputs];
            let slopes = &slopes[cell * outputs..][..outputs];
            for (one, &read) in read.iter().enumerate() {
                if read != 0.0 {
                    let sums = &mut sums[(tap * inputs + one) * outputs..][..outputs];
                    for (sum, slope) in sums.iter_mut().zip(slopes) {
                        *sum += read * slope;
                    }
                }
            }
        }
    }
}
