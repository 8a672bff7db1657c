//! Convolutions in floating point by AVX2. Most of what they read while a network learns is zero:
//! four of five activations, and as many gradients behind them. So the kernel goes from one number
//! that is not zero to the next, with the sums of a place in registers, and through all places of a
//! tap before the next one, whose weights then lie in the nearest cache. Gradients of zero
//! activations are not needed, so where the gradients behind a convolution are not zero but few
//! activations before it are, each of the latter gets its sum alone.
#![allow(
    unsafe_code,
    reason = "instructions of a machine, loads and stores by address"
)]

use super::{Aligned, Frame, Task};
use std::arch::x86_64::{
    __m256, _CMP_NEQ_UQ, _mm256_add_ps, _mm256_cmp_ps, _mm256_fmadd_ps, _mm256_loadu_ps,
    _mm256_movemask_ps, _mm256_set1_ps, _mm256_setzero_ps, _mm256_storeu_ps,
};

/// Numbers of a register.
const LANES: usize = 8;
/// Inputs of a set.
const SET: usize = 64;

/// For each place and 64 of its inputs, the set of those that are not zero.
#[target_feature(enable = "avx2,fma")]
fn nonzero(input: &[f32], inputs: usize) -> Vec<u64> {
    let mut sets = Vec::with_capacity(input.len() / inputs * inputs.div_ceil(SET));
    for row in input.chunks_exact(inputs) {
        for part in row.chunks(SET) {
            let mut set = 0;
            let (registers, rest) = part.as_chunks::<LANES>();
            for (index, register) in registers.iter().enumerate() {
                // SAFETY: the array is a register.
                let numbers = unsafe { _mm256_loadu_ps(register.as_ptr()) };
                let differ = _mm256_cmp_ps::<_CMP_NEQ_UQ>(numbers, _mm256_setzero_ps());
                let lanes = _mm256_movemask_ps(differ).cast_unsigned();
                set |= u64::from(lanes) << (LANES * index);
            }
            for (index, &number) in rest.iter().enumerate() {
                set |= u64::from(number != 0.0) << (LANES * registers.len() + index);
            }
            sets.push(set);
        }
    }
    sets
}

/// Calls with the index of each input in a place's sets.
#[allow(clippy::inline_always, reason = "for the instructions of the caller")]
#[inline(always)]
fn each_input(sets: &[u64], mut call: impl FnMut(usize)) {
    for (index, &set) in sets.iter().enumerate() {
        let mut left = set;
        while left != 0 {
            call(SET * index + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// Calls with spans of 64 outputs, and of 32 for the rest.
macro_rules! spans {
    ($outputs:expr, |$first:ident| $wide:expr, $narrow:expr) => {
        let mut $first = 0;
        while $first < $outputs {
            if $outputs - $first >= 8 * LANES {
                $wide;
                $first += 8 * LANES;
            } else {
                $narrow;
                $first += 4 * LANES;
            }
        }
    };
}

/// The sets of a task's inputs.
fn sets(task: &Task) -> Vec<u64> {
    let rows = &task.input[..task.frame.places() * task.inputs];
    // SAFETY: this function is called only where the instructions are there (`InstructionSet`).
    unsafe { nonzero(rows, task.inputs) }
}

/// A convolution.
pub fn convolve(task: &Task, out: &mut [f32]) {
    convolve_sets(task, &sets(task), out);
}

/// A convolution of the inputs in these sets.
fn convolve_sets(task: &Task, sets: &[u64], out: &mut [f32]) {
    for &cell in task.frame.cells() {
        out[cell * task.outputs..][..task.outputs].fill(0.0);
    }
    // SAFETY: as above, with a task that is checked; `out` holds all places and outputs.
    unsafe {
        spans!(
            task.outputs,
            |first| convolve_span::<8>(task, sets, first, out),
            convolve_span::<4>(task, sets, first, out)
        );
    }
}

/// `R` registers of outputs.
///
/// # Safety
/// The machine has the instructions, the task is [checked](Task::check), the sets are its own, and
/// `out` holds all places and outputs.
#[target_feature(enable = "avx2,fma")]
unsafe fn convolve_span<const R: usize>(task: &Task, sets: &[u64], first: usize, out: &mut [f32]) {
    let (inputs, outputs) = (task.inputs, task.outputs);
    let of_place = inputs.div_ceil(SET);
    for (tap, step) in task.frame.taps().into_iter().enumerate() {
        let weights = task.weights[tap * inputs * outputs..][..inputs * outputs].as_ptr();
        for &cell in task.frame.cells() {
            let place = cell.wrapping_add_signed(step);
            let sets = &sets[place * of_place..][..of_place];
            if *sets == [0] {
                continue;
            }
            let row = task.input[place * inputs..][..inputs].as_ptr();
            let sums = out[cell * outputs + first..][..R * LANES].as_mut_ptr();
            // SAFETY: the slices are as long as what is read and written; inputs in a set are
            // fewer than the place has, and there is a weight for each input and output.
            unsafe {
                let mut added: [__m256; R] =
                    std::array::from_fn(|v| _mm256_loadu_ps(sums.add(LANES * v)));
                each_input(sets, |input| {
                    let read = _mm256_set1_ps(*row.add(input));
                    let weights = weights.add(input * outputs + first);
                    for (v, added) in added.iter_mut().enumerate() {
                        let weights = _mm256_loadu_ps(weights.add(LANES * v));
                        *added = _mm256_fmadd_ps(read, weights, *added);
                    }
                });
                for (v, added) in added.iter().enumerate() {
                    _mm256_storeu_ps(sums.add(LANES * v), *added);
                }
            }
        }
    }
}

/// Passes gradients back by the second task, where the first one has read other than zero.
pub fn convolve_back(there: &Task, back: &Task, out: &mut [f32]) {
    let [read, passed] = [there, back].map(sets);
    let numbers =
        |sets: &[u64]| -> u64 { sets.iter().map(|set| u64::from(set.count_ones())).sum() };
    // A sum of its own takes twice as long as the products of an input for all outputs.
    if 2 * numbers(&read) < numbers(&passed) {
        // SAFETY: as above; there is a weight for each tap, input and output.
        unsafe { sums_alone(there, &read, back.input, out) };
    } else {
        convolve_sets(back, &passed, out);
    }
}

/// The gradients of the inputs in these sets.
///
/// # Safety
/// The machine has the instructions, the task is [checked](Task::check), outputs are a multiple of
/// 32, `gradients` have all places of the frame and outputs, and `out` all places and inputs.
#[target_feature(enable = "avx2,fma")]
unsafe fn sums_alone(task: &Task, sets: &[u64], gradients: &[f32], out: &mut [f32]) {
    let (inputs, outputs) = (task.inputs, task.outputs);
    let of_place = inputs.div_ceil(SET);
    // A cell is read by the opposite tap of a neighbour.
    let mut taps = task.frame.taps();
    taps.reverse();
    for &cell in task.frame.cells() {
        let rows = taps
            .map(|step| gradients[cell.wrapping_add_signed(step) * outputs..][..outputs].as_ptr());
        let out = &mut out[cell * inputs..][..inputs];
        each_input(&sets[cell * of_place..][..of_place], |input| {
            let mut added = [_mm256_setzero_ps(); 4];
            for (tap, row) in rows.into_iter().enumerate() {
                let weights = task.weights[(tap * inputs + input) * outputs..][..outputs].as_ptr();
                for first in (0..outputs).step_by(4 * LANES) {
                    for (v, added) in added.iter_mut().enumerate() {
                        let at = first + LANES * v;
                        // SAFETY: outputs are a multiple of 32, and both rows have so many.
                        unsafe {
                            let gradients = _mm256_loadu_ps(row.add(at));
                            let weights = _mm256_loadu_ps(weights.add(at));
                            *added = _mm256_fmadd_ps(gradients, weights, *added);
                        }
                    }
                }
            }
            let [a, b, c, d] = added;
            let sums = _mm256_add_ps(_mm256_add_ps(a, b), _mm256_add_ps(c, d));
            let mut lanes = [0.0; LANES];
            // SAFETY: the array is a register.
            unsafe { _mm256_storeu_ps(lanes.as_mut_ptr(), sums) };
            out[input] = lanes.iter().sum();
        });
    }
}

/// The gradients of a convolution's weights.
pub fn correlate(
    frame: &Frame,
    (input, inputs): (&[f32], usize),
    (gradients, outputs): (&[f32], usize),
    sums: &mut [f32],
) {
    let rows = (&input[..frame.places() * inputs], inputs);
    let gradients = (gradients, outputs);
    // SAFETY: as above; the caller has checked that all numbers are there.
    unsafe {
        let sets = nonzero(rows.0, inputs);
        spans!(
            outputs,
            |first| correlate_span::<8>(frame, (rows, &sets), gradients, first, sums),
            correlate_span::<4>(frame, (rows, &sets), gradients, first, sums)
        );
    }
}

/// Adds the gradients of the weights of `R` registers of outputs to `sums`.
///
/// # Safety
/// The machine has the instructions; the sets are those of the inputs; these and `gradients` have
/// all places of the frame, `sums` all taps, inputs and outputs.
#[target_feature(enable = "avx2,fma")]
unsafe fn correlate_span<const R: usize>(
    frame: &Frame,
    ((input, inputs), sets): ((&[f32], usize), &[u64]),
    (gradients, outputs): (&[f32], usize),
    first: usize,
    sums: &mut [f32],
) {
    let of_place = inputs.div_ceil(SET);
    // The sums of a tap, which begin where a register does.
    let mut of_tap = Aligned::zeros(inputs * R * LANES);
    for (step, sums) in frame
        .taps()
        .into_iter()
        .zip(sums.chunks_exact_mut(inputs * outputs))
    {
        of_tap.fill(0.0);
        let added = of_tap.as_mut_ptr();
        for &cell in frame.cells() {
            let place = cell.wrapping_add_signed(step);
            let row = input[place * inputs..][..inputs].as_ptr();
            let gradients = gradients[cell * outputs + first..][..R * LANES].as_ptr();
            // SAFETY: as in `convolve_span`.
            unsafe {
                let loaded: [__m256; R] =
                    std::array::from_fn(|v| _mm256_loadu_ps(gradients.add(LANES * v)));
                each_input(&sets[place * of_place..][..of_place], |input| {
                    let read = _mm256_set1_ps(*row.add(input));
                    let added = added.add(input * R * LANES);
                    for (v, loaded) in loaded.iter().enumerate() {
                        let sum = added.add(LANES * v);
                        let added = _mm256_fmadd_ps(read, *loaded, _mm256_loadu_ps(sum));
                        _mm256_storeu_ps(sum, added);
                    }
                });
            }
        }
        let rows = sums.chunks_exact_mut(outputs);
        for (sums, added) in rows.zip(of_tap.chunks_exact(R * LANES)) {
            for (sum, added) in sums[first..].iter_mut().zip(added) {
                *sum += added;
            }
        }
    }
}
