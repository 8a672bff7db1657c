//! Convolutions by AVX2: a block of three places and a span of outputs stays in registers while all
//! taps and inputs go by.
#![allow(
    unsafe_code,
    reason = "instructions of a machine, loads and stores by address"
)]

use super::bundles::{SPAN, Span};
use super::{Finish, Frame, Task, Task8};
use std::arch::x86_64::{
    __m256, __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_fmadd_ps, _mm256_loadu_ps,
    _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_set1_ps, _mm256_setzero_ps, _mm256_setzero_si256, _mm256_storeu_ps,
    _mm256_storeu_si256,
};

/// Places of a block: with two registers of outputs each, their sums of 32 and of 16 bits fill the
/// registers that there are.
const PLACES: usize = 3;
/// Numbers of 32 bits in a register.
const LANES: usize = 8;
/// Registers of a span.
const REGISTERS: usize = SPAN / LANES;

/// The sums of a block.
type Sums = [[__m256i; REGISTERS]; PLACES];

/// Calls a function, compiled for registers of 32 bytes.
#[inline]
pub fn run<A, T>(work: impl FnOnce(A) -> T, with: A) -> T {
    #[target_feature(enable = "avx2,fma")]
    fn wide<A, T>(work: impl FnOnce(A) -> T, with: A) -> T {
        work(with)
    }
    // SAFETY: this is called only where the instructions are there (`InstructionSet`).
    unsafe { wide(work, with) }
}

/// A convolution of eight bits.
pub fn convolve_8(task: &Task8, finish: &mut Finish) {
    let inputs = task.weights.inputs().cast_signed();
    let mut offsets = Vec::new();
    for (index, span) in task.weights.spans().iter().enumerate() {
        // How far from a cell's place a group of inputs is read.
        let taps = task.frame.taps();
        let offset = |&(tap, first): &(usize, usize)| taps[tap] * inputs + first.cast_signed();
        offsets.clear();
        offsets.extend(span.groups.iter().map(offset));
        // SAFETY: this function is called only where the instructions are there
        // (`InstructionSet`), with a task that is checked.
        unsafe { span_8(task, (span, &offsets), SPAN * index, finish) };
    }
}

/// A span of outputs.
///
/// # Safety
/// The machine has the instructions, and the task is checked ([`convolve_8`](super::convolve_8)).
#[target_feature(enable = "avx2,fma")]
unsafe fn span_8(
    task: &Task8,
    (span, offsets): (&Span, &[isize]),
    first: usize,
    finish: &mut Finish,
) {
    let inputs = task.weights.inputs();
    for cells in task.frame.cells().chunks(PLACES) {
        let rows: [*const u8; PLACES] = std::array::from_fn(|index| {
            let place = cells[index.min(cells.len() - 1)];
            task.input.as_ptr().wrapping_add(place * inputs)
        });
        let mut sums = [[_mm256_setzero_si256(); REGISTERS]; PLACES];
        let mut next = (span.weights.as_ptr(), offsets.as_ptr());
        let [_, ones, twos, threes, fours] = span.bundles;
        // SAFETY: the bundles hold all groups, each with its weights and offset; every tap of a
        // cell is a place of the frame, which has `inputs` bytes.
        unsafe {
            for _ in 0..fours {
                next = add_bundle::<4>(rows, next, &mut sums);
            }
            for _ in 0..threes {
                next = add_bundle::<3>(rows, next, &mut sums);
            }
            for _ in 0..twos {
                next = add_bundle::<2>(rows, next, &mut sums);
            }
            for _ in 0..ones {
                next = add_bundle::<1>(rows, next, &mut sums);
            }
        }
        for (&cell, sums) in cells.iter().zip(&sums) {
            let mut stored = [0_i32; SPAN];
            for (v, sum) in sums.iter().enumerate() {
                // SAFETY: `stored` holds all registers.
                unsafe { _mm256_storeu_si256(stored.as_mut_ptr().add(LANES * v).cast(), *sum) };
            }
            finish.place(cell, first, &stored);
        }
    }
}

/// Adds the products of `N` groups of inputs; where the weights and offsets of the next ones are.
///
/// # Safety
/// So many weights and offsets are there, and each row has four bytes at each offset.
#[inline]
#[target_feature(enable = "avx2,fma")]
unsafe fn add_bundle<const N: usize>(
    rows: [*const u8; PLACES],
    (weights, offsets): (*const i8, *const isize),
    sums: &mut Sums,
) -> (*const i8, *const isize) {
    let mut pairs = [[_mm256_setzero_si256(); REGISTERS]; PLACES];
    for group in 0..N {
        // SAFETY: they are there.
        let (loaded, offset) = unsafe {
            let weights = weights.add(4 * SPAN * group);
            let loaded: [__m256i; REGISTERS] =
                std::array::from_fn(|v| _mm256_loadu_si256(weights.add(4 * LANES * v).cast()));
            (loaded, *offsets.add(group))
        };
        for (pairs, row) in pairs.iter_mut().zip(rows) {
            // SAFETY: they are there.
            let read = unsafe { row.offset(offset).cast::<i32>().read_unaligned() };
            let read = _mm256_set1_epi32(read);
            for (pair, loaded) in pairs.iter_mut().zip(loaded) {
                let products = _mm256_maddubs_epi16(read, loaded);
                *pair = if group == 0 {
                    products
                } else {
                    _mm256_add_epi16(*pair, products)
                };
            }
        }
    }
    let ones = _mm256_set1_epi16(1);
    for (sums, pairs) in sums.iter_mut().zip(pairs) {
        for (sum, pair) in sums.iter_mut().zip(pairs) {
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pair, ones));
        }
    }
    (weights.wrapping_add(4 * SPAN * N), offsets.wrapping_add(N))
}

/// Registers of outputs that are summed at a time in floating point.
const WIDE: usize = 4;

/// A convolution.
pub fn convolve(task: &Task, out: &mut [f32]) {
    for first in (0..task.outputs).step_by(WIDE * LANES) {
        // SAFETY: as above; `out` holds all places and outputs.
        unsafe { group(task, first, out) };
    }
}

/// The outputs of [`WIDE`] registers.
///
/// # Safety
/// The machine has the instructions, the task is [checked](Task::check), and `out` holds all places
/// and outputs.
#[target_feature(enable = "avx2,fma")]
unsafe fn group(task: &Task, first: usize, out: &mut [f32]) {
    let taps = task.frame.taps();
    for cells in task.frame.cells().chunks(PLACES) {
        let places: [usize; PLACES] =
            std::array::from_fn(|index| cells[index.min(cells.len() - 1)]);
        let mut sums = [[_mm256_setzero_ps(); WIDE]; PLACES];
        for (tap, step) in taps.into_iter().enumerate() {
            let rows: [*const f32; PLACES] = std::array::from_fn(|index| {
                let place = places[index].wrapping_add_signed(step);
                task.input.as_ptr().wrapping_add(place * task.inputs)
            });
            let weights = task.weights.as_ptr();
            let weights = weights.wrapping_add(tap * task.inputs * task.outputs + first);
            for input in 0..task.inputs {
                // SAFETY: `Task::check`: every tap of a cell is a place of the frame, which has
                // `inputs` numbers, and there is a weight for each tap, input and output.
                unsafe {
                    let weights = weights.add(input * task.outputs);
                    let reads = rows.map(|row| _mm256_set1_ps(*row.add(input)));
                    for v in 0..WIDE {
                        let loaded = _mm256_loadu_ps(weights.add(LANES * v));
                        for (sums, read) in sums.iter_mut().zip(reads) {
                            sums[v] = _mm256_fmadd_ps(read, loaded, sums[v]);
                        }
                    }
                }
            }
        }
        for (&cell, sums) in cells.iter().zip(&sums) {
            let row = &mut out[cell * task.outputs + first..][..WIDE * LANES];
            for (v, sum) in sums.iter().enumerate() {
                // SAFETY: `row` holds all registers.
                unsafe { _mm256_storeu_ps(row.as_mut_ptr().add(LANES * v), *sum) };
            }
        }
    }
}

/// Inputs whose gradients are summed together.
const INPUTS: usize = 4;

/// The gradients of a convolution's weights.
pub fn correlate(
    frame: &Frame,
    input: (&[f32], usize),
    gradients: (&[f32], usize),
    sums: &mut [f32],
) {
    for first in (0..gradients.1).step_by(SPAN) {
        // SAFETY: as above; the caller has checked that all numbers are there.
        unsafe { correlate_span(frame, input, gradients, first, sums) };
    }
}

/// The gradients of the weights of a span of outputs.
///
/// # Safety
/// The machine has the instructions; `input` and `gradients` have all places of the frame, `sums`
/// all taps, inputs and outputs; inputs are a multiple of [`INPUTS`].
#[target_feature(enable = "avx2,fma")]
unsafe fn correlate_span(
    frame: &Frame,
    (input, inputs): (&[f32], usize),
    (gradients, outputs): (&[f32], usize),
    first: usize,
    sums: &mut [f32],
) {
    for (tap, step) in frame.taps().into_iter().enumerate() {
        for group in (0..inputs).step_by(INPUTS) {
            let mut added = [[_mm256_setzero_ps(); REGISTERS]; INPUTS];
            for &cell in frame.cells() {
                let place = cell.wrapping_add_signed(step);
                // SAFETY: both places are in the frame, whose numbers are there.
                unsafe {
                    let gradients = gradients.as_ptr().add(cell * outputs + first);
                    let loaded: [__m256; REGISTERS] =
                        std::array::from_fn(|v| _mm256_loadu_ps(gradients.add(LANES * v)));
                    let row = input.as_ptr().add(place * inputs + group);
                    for (one, added) in added.iter_mut().enumerate() {
                        let read = _mm256_set1_ps(*row.add(one));
                        for (added, loaded) in added.iter_mut().zip(loaded) {
                            *added = _mm256_fmadd_ps(read, loaded, *added);
                        }
                    }
                }
            }
            for (one, added) in added.iter().enumerate() {
                let at = (tap * inputs + group + one) * outputs + first;
                let row = &mut sums[at..at + SPAN];
                for (v, added) in added.iter().enumerate() {
                    let mut numbers = [0.0; LANES];
                    // SAFETY: the slice holds a register.
                    unsafe { _mm256_storeu_ps(numbers.as_mut_ptr(), *added) };
                    for (sum, number) in row[LANES * v..].iter_mut().zip(numbers) {
                        *sum += number;
                    }
                }
            }
        }
    }
}
