//! Convolutions of numbers of 16 bits by AVX-512: as in [`super::avx512`], with two products at
//! once.
#![allow(
    unsafe_code,
    reason = "instructions of a machine, loads and stores by address"
)]

use super::avx512::{LANES, PLACES, block};
use super::half::{HalfGradients, HalfTask};
use std::arch::x86_64::{
    __m512, __m512bh, __m512i, _mm512_dpbf16_ps, _mm512_loadu_si512, _mm512_set1_epi32,
    _mm512_setzero_ps, _mm512_storeu_ps,
};
use std::mem::transmute;

/// A convolution.
pub fn convolve(task: &HalfTask, out: &mut [f32]) {
    let mut first = 0;
    while first < task.outputs {
        // SAFETY: this is called only where the instructions are there
        // (`InstructionSet::has_half`); `convolve_half` has checked that all numbers are there.
        unsafe {
            if task.outputs - first >= 4 * LANES {
                group::<4>(task, first, out);
                first += 4 * LANES;
            } else {
                group::<2>(task, first, out);
                first += 2 * LANES;
            }
        }
    }
}

/// The outputs of `V` registers.
///
/// # Safety
/// The machine has the instructions; every place of the frame has its pairs, every tap and pair its
/// outputs, and `out` holds all places and outputs.
#[target_feature(enable = "avx512f,avx512bf16")]
unsafe fn group<const V: usize>(task: &HalfTask, first: usize, out: &mut [f32]) {
    let taps = task.frame.taps();
    for cells in task.frame.cells().chunks(PLACES) {
        let places = block(cells);
        let mut sums: [[__m512; V]; PLACES] = [[_mm512_setzero_ps(); V]; PLACES];
        for (tap, step) in taps.into_iter().enumerate() {
            let rows: [*const u32; PLACES] = std::array::from_fn(|index| {
                let place = places[index].wrapping_add_signed(step);
                task.input.as_ptr().wrapping_add(place * task.pairs)
            });
            let weights = task.weights.as_ptr();
            let weights = weights.wrapping_add(tap * task.pairs * task.outputs + first);
            for pair in 0..task.pairs {
                // SAFETY: every tap of a cell is a place of the frame; the rest as above.
                unsafe {
                    let weights = weights.add(pair * task.outputs);
                    let loaded: [__m512bh; V] = std::array::from_fn(|v| {
                        transmute(_mm512_loadu_si512(weights.add(LANES * v).cast()))
                    });
                    for place in 0..PLACES {
                        let read = _mm512_set1_epi32((*rows[place].add(pair)).cast_signed());
                        let read = transmute::<__m512i, __m512bh>(read);
                        for v in 0..V {
                            let sum = &mut sums[place][v];
                            *sum = _mm512_dpbf16_ps(*sum, read, loaded[v]);
                        }
                    }
                }
            }
        }
        for (&cell, sums) in cells.iter().zip(&sums) {
            let row = &mut out[cell * task.outputs + first..][..V * LANES];
            for (v, sum) in sums.iter().enumerate() {
                // SAFETY: `row` holds `V` registers.
                unsafe { _mm512_storeu_ps(row.as_mut_ptr().add(LANES * v), *sum) };
            }
        }
    }
}

/// Inputs whose gradients are summed together.
const INPUTS: usize = 4;

/// The gradients of a convolution's weights.
pub fn correlate(task: &HalfGradients, sums: &mut [f32]) {
    let mut first = 0;
    while first < task.outputs {
        // SAFETY: as above.
        unsafe {
            if task.outputs - first >= 4 * LANES {
                correlate_group::<4>(task, first, sums);
                first += 4 * LANES;
            } else {
                correlate_group::<2>(task, first, sums);
                first += 2 * LANES;
            }
        }
    }
}

/// The gradients of the weights of the outputs in `V` registers.
///
/// # Safety
/// The machine has the instructions; inputs are a multiple of [`INPUTS`]; each has a column of all
/// places, each pair all outputs, and `sums` all taps, inputs and outputs.
#[target_feature(enable = "avx512f,avx512bf16")]
unsafe fn correlate_group<const V: usize>(task: &HalfGradients, first: usize, sums: &mut [f32]) {
    for (tap, step) in task.taps.into_iter().enumerate() {
        for group in (0..task.inputs).step_by(INPUTS) {
            let mut added: [[__m512; V]; INPUTS] = [[_mm512_setzero_ps(); V]; INPUTS];
            for pair in 0..task.pairs {
                let place = (task.start + 2 * pair).wrapping_add_signed(step);
                // SAFETY: the place of a tap and the one behind it are in the frame: it ends with a
                // row of border.
                unsafe {
                    let gradients = task.gradients.as_ptr().add(pair * task.outputs + first);
                    let loaded: [__m512bh; V] = std::array::from_fn(|v| {
                        transmute(_mm512_loadu_si512(gradients.add(LANES * v).cast()))
                    });
                    let column = task.columns.as_ptr().add(group * task.height + place);
                    for (one, added) in added.iter_mut().enumerate() {
                        let [first, second] =
                            column.add(one * task.height).cast::<[u16; 2]>().read();
                        let both = u32::from(first) | u32::from(second) << 16;
                        let read = _mm512_set1_epi32(both.cast_signed());
                        let read = transmute::<__m512i, __m512bh>(read);
                        for v in 0..V {
                            added[v] = _mm512_dpbf16_ps(added[v], read, loaded[v]);
                        }
                    }
                }
            }
            for (one, added) in added.iter().enumerate() {
                let at = (tap * task.inputs + group + one) * task.outputs + first;
                let row = &mut sums[at..at + V * LANES];
                for (v, added) in added.iter().enumerate() {
                    let mut numbers = [0.0; LANES];
                    // SAFETY: the slice holds a register.
                    unsafe { _mm512_storeu_ps(numbers.as_mut_ptr(), *added) };
                    for (sum, number) in row[LANES * v..].iter_mut().zip(numbers) {
                        *sum += number;
                    }
                }
            }
        }
    }
}
