//! Convolutions by AVX2.
//!
//! In eight bits, the sums of a cell for up to 64 outputs stay in registers while the pairs of
//! inputs that are not zero go by. There is no instruction that adds products to sums of 32 bits:
//! one adds up two products in 16 bits, and widening such sums takes as long as adding two more
//! pairs. So the sums of [`BUNDLE`] pairs are widened together, which are listed so that they fit
//! ([`Pairs`](super::pairs_avx2::Pairs)).
//!
//! In floating point, a block of three places and a span of outputs stays in registers while all
//! taps and inputs go by.
#![allow(
    unsafe_code,
    reason = "instructions of a machine, loads and stores by address"
)]

use super::pairs_avx2::{BUNDLE, Pair, Pairs};
use super::{Active, Finish, Frame, MOST, Task, Task8};
use std::arch::x86_64::{
    __m256, __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_cvtps_epi32, _mm256_fmadd_ps,
    _mm256_loadu_ps, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_ps,
    _mm256_min_ps, _mm256_mul_ps, _mm256_packs_epi32, _mm256_packus_epi16,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_set1_ps, _mm256_setr_epi32,
    _mm256_setzero_ps, _mm256_setzero_si256, _mm256_srai_epi32, _mm256_storeu_ps,
    _mm256_storeu_si256,
};

/// Places of a block in floating point.
const PLACES: usize = 3;
/// Numbers of 32 bits in a register.
const LANES: usize = 8;
/// Outputs whose gradients are summed side by side, and whose sums of 16 bits fill a register.
const SPAN: usize = 16;
/// Registers of a span.
const REGISTERS: usize = SPAN / LANES;

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
pub fn convolve_8(task: &Task8, active: &mut Active, finish: &mut Finish) {
    let (weights, pairs) = (task.weights.regrouped(), &mut active.pairs);
    // SAFETY: this function is called only where the instructions are there (`InstructionSet`).
    unsafe { pairs.list(task, &weights.largest) };
    let outputs = task.weights.outputs();
    let mut first = 0;
    while first < outputs {
        let weights = weights.bytes[2 * first..].as_ptr();
        // SAFETY: as above, with a task that is checked, and whose inputs were listed.
        unsafe {
            if outputs - first >= 64 {
                span_8::<4, 64>(task, pairs, (weights, first), finish);
                first += 64;
            } else {
                span_8::<2, 32>(task, pairs, (weights, first), finish);
                first += 32;
            }
        }
    }
}

/// The sums of sixteen outputs for each of `V` registers of 16 bits.
type Sums<const V: usize> = [[__m256i; 2]; V];

/// `N` outputs, twice 16 bits wide in `V` registers.
///
/// # Safety
/// The machine has the instructions, the task is checked ([`convolve_8`](super::convolve_8)), its
/// pairs are listed, and these are their weights for the outputs from `first` on.
#[target_feature(enable = "avx2,fma")]
unsafe fn span_8<const V: usize, const N: usize>(
    task: &Task8,
    pairs: &mut Pairs,
    (weights, first): (*const i8, usize),
    finish: &mut Finish,
) {
    const { assert!(V * SPAN == N) };
    for &cell in task.frame.cells() {
        let mut sums: Sums<V> = [[_mm256_setzero_si256(); 2]; V];
        for bundle in pairs.gather(task, cell) {
            // SAFETY: a pair's offset leads to its weights for `N` outputs.
            unsafe { add(bundle, weights, &mut sums) };
        }
        let mut stored = [0_i32; N];
        let halves = stored.as_chunks_mut::<LANES>().0.iter_mut();
        for (stored, sum) in halves.zip(sums.as_flattened()) {
            // SAFETY: so many numbers are a register.
            unsafe { _mm256_storeu_si256(stored.as_mut_ptr().cast(), *sum) };
        }
        let units = |numbers: [f32; N], inverse| quantise(&numbers, inverse);
        finish.place_with(cell, first, &stored, units);
    }
}

/// Numbers as activations: [`quantise`](super::quantise).
#[inline]
#[target_feature(enable = "avx2,fma")]
fn quantise<const N: usize>(numbers: &[f32; N], inverse: f32) -> [u8; N] {
    const { assert!(N.is_multiple_of(4 * LANES)) };
    let mut units = [0; N];
    let blocks = numbers.as_chunks::<{ 4 * LANES }>().0.iter();
    for (block, units) in blocks.zip(units.as_chunks_mut::<{ 4 * LANES }>().0) {
        let [a, b, c, d] = std::array::from_fn(|register| {
            // SAFETY: the block holds four registers.
            let numbers = unsafe { _mm256_loadu_ps(block.as_ptr().add(LANES * register)) };
            let scaled = _mm256_mul_ps(numbers, _mm256_set1_ps(inverse));
            let above = _mm256_max_ps(scaled, _mm256_setzero_ps());
            _mm256_cvtps_epi32(_mm256_min_ps(above, _mm256_set1_ps(MOST)))
        });
        let bytes = _mm256_packus_epi16(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
        let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        let bytes = _mm256_permutevar8x32_epi32(bytes, order);
        // SAFETY: so many bytes are a register.
        unsafe { _mm256_storeu_si256(units.as_mut_ptr().cast(), bytes) };
    }
    units
}

/// Adds the products of a bundle, register by register: so all sums stay in registers.
///
/// # Safety
/// The machine has the instructions, and each entry has `V` registers of weights at its offset.
#[inline]
#[target_feature(enable = "avx2,fma")]
unsafe fn add<const V: usize>(bundle: &[Pair; BUNDLE], weights: *const i8, sums: &mut Sums<V>) {
    let reads = bundle.map(|pair| _mm256_set1_epi32(pair.inputs.cast_signed()));
    let rows = bundle.map(|pair| weights.wrapping_add(pair.offset as usize));
    let even = _mm256_set1_epi32(1);
    for (v, [first, second]) in sums.iter_mut().enumerate() {
        let products: [__m256i; BUNDLE] = std::array::from_fn(|entry| {
            // SAFETY: the caller's.
            let loaded = unsafe { _mm256_loadu_si256(rows[entry].add(4 * LANES * v).cast()) };
            _mm256_maddubs_epi16(reads[entry], loaded)
        });
        let [one, others @ ..] = products;
        let added = others
            .into_iter()
            .fold(one, |one, other| _mm256_add_epi16(one, other));
        *first = _mm256_add_epi32(*first, _mm256_madd_epi16(added, even));
        *second = _mm256_add_epi32(*second, _mm256_srai_epi32(added, 16));
    }
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
