//! Convolutions by AVX2: eight bits by hand, floating point as the compiler makes it of the
//! [portable](super::portable) ones.
#![allow(
    unsafe_code,
    reason = "instructions of a machine, loads and stores by address"
)]

use super::{Finish, Frame, Task, portable};
use std::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16,
    _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256,
};

/// Places of a block.
const PLACES: usize = 2;
/// Registers of a block's place, and the outputs in each.
const REGISTERS: usize = 4;
const LANES: usize = 8;
const GROUP: usize = REGISTERS * LANES;

/// A convolution of eight bits.
pub fn convolve_8(task: &Task<u8, i8>, finish: &mut Finish) {
    for first in (0..task.outputs).step_by(GROUP) {
        // SAFETY: this function is called only where the instructions are there
        // (`InstructionSet`), with a task that is checked.
        unsafe { group_8(task, first, finish) };
    }
}

/// [`GROUP`] outputs.
///
/// # Safety
/// The machine has the instructions, and the task is [checked](Task::check).
#[target_feature(enable = "avx2,fma")]
unsafe fn group_8(task: &Task<u8, i8>, first: usize, finish: &mut Finish) {
    let taps = task.frame.taps();
    let groups = task.inputs / 4;
    let ones = _mm256_set1_epi16(1);
    for cells in task.frame.cells().chunks(PLACES) {
        let places: [usize; PLACES] =
            std::array::from_fn(|index| cells[index.min(cells.len() - 1)]);
        let mut sums: [[__m256i; REGISTERS]; PLACES] =
            [[_mm256_setzero_si256(); REGISTERS]; PLACES];
        for (tap, step) in taps.into_iter().enumerate() {
            let rows: [*const u8; PLACES] = std::array::from_fn(|index| {
                let place = places[index].wrapping_add_signed(step);
                task.input.as_ptr().wrapping_add(place * task.inputs)
            });
            let weights = task.weights.as_ptr();
            let weights = weights.wrapping_add(4 * (tap * groups * task.outputs + first));
            for group in 0..groups {
                // SAFETY: `Task::check`: every tap of a cell is a place of the frame, which has
                // `inputs` bytes, and there are 4 weights for each tap, group and output.
                unsafe {
                    let weights = weights.add(4 * group * task.outputs);
                    for v in 0..REGISTERS {
                        let loaded = _mm256_loadu_si256(weights.add(32 * v).cast());
                        for (sums, row) in sums.iter_mut().zip(rows) {
                            let read = row.add(4 * group).cast::<i32>().read_unaligned();
                            // Activations are below 128: two products are within 16 bits.
                            let pairs = _mm256_maddubs_epi16(_mm256_set1_epi32(read), loaded);
                            let products = _mm256_madd_epi16(pairs, ones);
                            sums[v] = _mm256_add_epi32(sums[v], products);
                        }
                    }
                }
            }
        }
        for (&cell, sums) in cells.iter().zip(&sums) {
            let mut stored = [0_i32; GROUP];
            for (v, sum) in sums.iter().enumerate() {
                // SAFETY: `stored` has room for all registers.
                unsafe { _mm256_storeu_si256(stored.as_mut_ptr().add(LANES * v).cast(), *sum) };
            }
            finish.place(cell, first, &stored);
        }
    }
}

/// A convolution.
pub fn convolve(task: &Task<f32, f32>, out: &mut [f32]) {
    #[target_feature(enable = "avx2,fma")]
    fn inner(task: &Task<f32, f32>, out: &mut [f32]) {
        portable::convolve(task, out);
    }
    // SAFETY: the instructions are there.
    unsafe { inner(task, out) }
}

/// The slopes of a convolution's weights.
pub fn correlate(frame: &Frame, input: (&[f32], usize), slopes: (&[f32], usize), sums: &mut [f32]) {
    #[target_feature(enable = "avx2,fma")]
    fn inner(frame: &Frame, input: (&[f32], usize), slopes: (&[f32], usize), sums: &mut [f32]) {
        portable::correlate(frame, input, slopes, sums);
    }
    // SAFETY: the instructions are there.
    unsafe { inner(frame, input, slopes, sums) }
}
