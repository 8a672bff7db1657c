//! Convolutions by AVX2.
//!
//! In eight bits, the sums of a cell for up to 64 outputs stay in registers while the pairs of
//! inputs that are not zero go by. There is no instruction that adds products to sums of 32 bits:
//! one adds up two products in 16 bits, and widening such sums takes as long as adding two more
//! pairs. So the sums of [`BUNDLE`] pairs are widened together, which are listed so that they fit
//! ([`Pairs`](super::pairs_avx2::Pairs)).
#![allow(
    unsafe_code,
    reason = "instructions of a machine, loads and stores by address"
)]

use super::pairs_avx2::{BUNDLE, Pair, Pairs};
use super::{Active, Finish, MOST, Task8};
use std::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_cvtps_epi32, _mm256_loadu_ps,
    _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_ps, _mm256_min_ps,
    _mm256_mul_ps, _mm256_packs_epi32, _mm256_packus_epi16, _mm256_permutevar8x32_epi32,
    _mm256_set1_epi32, _mm256_set1_ps, _mm256_setr_epi32, _mm256_setzero_ps, _mm256_setzero_si256,
    _mm256_srai_epi32, _mm256_storeu_si256,
};

/// Numbers of 32 bits in a register.
const LANES: usize = 8;
/// Outputs whose sums of 16 bits fill a register.
const SPAN: usize = 16;

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
