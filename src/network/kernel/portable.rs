//! Convolutions without instructions of any machine; the others are tested against these.

use super::{Finish, Frame, TAPS, Task, Task8};

/// Outputs that are summed at a time.
const GROUP: usize = 32;

/// Cells for which the weights of a tap are unpacked once.
const CELLS: usize = 8;

/// A convolution of eight bits.
pub fn convolve_8(task: &Task8, finish: &mut Finish) {
    let taps = task.frame.taps();
    let (inputs, outputs) = (task.weights.inputs(), task.weights.outputs());
    let groups = inputs / 4;
    for cells in task.frame.cells().chunks(CELLS) {
        for first in (0..outputs).step_by(GROUP) {
            let mut sums = [[0_i32; GROUP]; CELLS];
            for (tap, step) in taps.into_iter().enumerate() {
                for group in 0..groups {
                    let at = (tap * groups + group) * outputs + first;
                    let (packed, _) = task.weights.bytes()[4 * at..][..4 * GROUP].as_chunks::<4>();
                    let mut weights = [[0_i16; GROUP]; 4];
                    for (output, packed) in packed.iter().enumerate() {
                        for (row, &weight) in weights.iter_mut().zip(packed) {
                            row[output] = i16::from(weight);
                        }
                    }
                    for (sums, &cell) in sums.iter_mut().zip(cells) {
                        let place = cell.wrapping_add_signed(step);
                        let read = &task.input[place * inputs + 4 * group..][..4];
                        // Half of them are zero.
                        if read == [0; 4] {
                            continue;
                        }
                        add(
                            sums,
                            &weights,
                            [read[0], read[1], read[2], read[3]].map(i16::from),
                        );
                    }
                }
            }
            for (&cell, sums) in cells.iter().zip(&sums) {
                finish.place(cell, first, sums);
            }
        }
    }
}

/// Adds the products of four inputs. Activations are below 128: two products are within 16 bits.
fn add(sums: &mut [i32; GROUP], weights: &[[i16; GROUP]; 4], read: [i16; 4]) {
    for (output, sum) in sums.iter_mut().enumerate() {
        let one = weights[0][output] * read[0] + weights[1][output] * read[1];
        let other = weights[2][output] * read[2] + weights[3][output] * read[3];
        *sum += i32::from(one) + i32::from(other);
    }
}

/// A convolution.
pub fn convolve(task: &Task, out: &mut [f32]) {
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

/// The gradients of a convolution's weights.
pub fn correlate(
    frame: &Frame,
    (input, inputs): (&[f32], usize),
    (gradients, outputs): (&[f32], usize),
    sums: &mut [f32],
) {
    for tap in 0..TAPS {
        for &cell in frame.cells() {
            let read = &input[frame.tap(cell, tap) * inputs..][..inputs];
            let gradients = &gradients[cell * outputs..][..outputs];
            for (one, &read) in read.iter().enumerate() {
                if read != 0.0 {
                    let sums = &mut sums[(tap * inputs + one) * outputs..][..outputs];
                    for (sum, gradient) in sums.iter_mut().zip(gradients) {
                        *sum += read * gradient;
                    }
                }
            }
        }
    }
}
