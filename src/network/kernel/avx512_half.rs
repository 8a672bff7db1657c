//! Convolutions of numbers of 16 bits by AVX-512: as in [`super::avx512`], with two products at
//! once.
#![allow(
    unsafe_code,
    reason = "instructions of a machine, loads and stores by address"
)]

use super::avx512::{LANES, PLACES, block};
use super::half::{BUNDLE, HalfGradients, HalfTask, Halves, WORDS};
use super::{CHANNELS, Then};
use std::arch::x86_64::{
    __m512, __m512bh, __m512i, _mm512_dpbf16_ps, _mm512_loadu_si512, _mm512_set1_epi32,
    _mm512_setzero_ps, _mm512_shuffle_i32x4, _mm512_storeu_ps, _mm512_storeu_si512,
    _mm512_unpackhi_epi32, _mm512_unpackhi_epi64, _mm512_unpacklo_epi32, _mm512_unpacklo_epi64,
};
use std::mem::transmute;

/// A convolution.
pub fn convolve(task: &HalfTask, then: &mut impl Then) {
    let mut first = 0;
    while first < task.outputs {
        // SAFETY: this is called only where the instructions are there
        // (`InstructionSet::has_half`); `Halves::convolve` has checked that all numbers are there.
        unsafe {
            if task.outputs - first >= 4 * LANES {
                group::<4>(task, first, then);
                first += 4 * LANES;
            } else {
                group::<2>(task, first, then);
                first += 2 * LANES;
            }
        }
    }
}

/// The outputs of `V` registers.
///
/// # Safety
/// The machine has the instructions; every place of the frame has its words, and every tap and word
/// its outputs.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")]
unsafe fn group<const V: usize>(task: &HalfTask, first: usize, then: &mut impl Then) {
    let taps = task.frame.taps();
    let input: *const u32 = task.input.as_ptr().cast();
    let weights: *const u32 = task.weights.as_ptr().cast();
    for cells in task.frame.cells().chunks(PLACES) {
        let places = block(cells);
        let mut sums: [[__m512; V]; PLACES] = [[_mm512_setzero_ps(); V]; PLACES];
        for (tap, step) in taps.into_iter().enumerate() {
            let rows: [*const u32; PLACES] = std::array::from_fn(|index| {
                let place = places[index].wrapping_add_signed(step);
                input.wrapping_add(place * task.words)
            });
            let weights = weights.wrapping_add(tap * task.words * task.outputs + first);
            for word in 0..task.words {
                // SAFETY: every tap of a cell is a place of the frame; the rest as above.
                unsafe {
                    let weights = weights.add(word * task.outputs);
                    let loaded: [__m512bh; V] = std::array::from_fn(|v| {
                        transmute(_mm512_loadu_si512(weights.add(LANES * v).cast()))
                    });
                    for place in 0..PLACES {
                        let read = _mm512_set1_epi32((*rows[place].add(word)).cast_signed());
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
            for (row, sums) in sums.as_chunks::<2>().0.iter().enumerate() {
                then.then(cell, first / CHANNELS + row, &stored(sums));
            }
        }
    }
}

/// The numbers of two registers.
#[inline]
#[target_feature(enable = "avx512f")]
fn stored(registers: &[__m512; 2]) -> [f32; CHANNELS] {
    let mut numbers = [0.0; CHANNELS];
    for (numbers, register) in numbers.chunks_exact_mut(LANES).zip(registers) {
        // SAFETY: the slice holds a register.
        unsafe { _mm512_storeu_ps(numbers.as_mut_ptr(), *register) };
    }
    numbers
}

/// Inputs whose gradients are summed together.
const INPUTS: usize = 4;

/// The gradients of a convolution's weights.
pub fn correlate(task: &HalfGradients, sums: &mut [f32]) {
    for first in (0..task.outputs).step_by(CHANNELS) {
        // SAFETY: as above.
        unsafe { correlate_row(task, first, sums) };
    }
}

/// The gradients of the weights of a row of outputs.
///
/// # Safety
/// The machine has the instructions.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")]
unsafe fn correlate_row(task: &HalfGradients, first: usize, sums: &mut [f32]) {
    for (tap, (odd, start)) in task.taps.into_iter().enumerate() {
        for group in (0..task.inputs).step_by(INPUTS) {
            let mut added = [[_mm512_setzero_ps(); 2]; INPUTS];
            for (bundle, lines) in task.columns.chunks_exact(task.inputs).enumerate() {
                for pair in 0..BUNDLE {
                    let line = (start + BUNDLE * bundle + pair) * task.outputs + first;
                    let line = &task.gradients[odd][line / WORDS..][..2];
                    // SAFETY: a line holds a register.
                    let loaded: [__m512bh; 2] = std::array::from_fn(|v| unsafe {
                        transmute(_mm512_loadu_si512((&raw const line[v]).cast()))
                    });
                    for (column, added) in lines[group..][..INPUTS].iter().zip(&mut added) {
                        let read = _mm512_set1_epi32(column.0[pair].cast_signed());
                        // SAFETY: both are 64 bytes of any content.
                        let read = unsafe { transmute::<__m512i, __m512bh>(read) };
                        for v in 0..2 {
                            added[v] = _mm512_dpbf16_ps(added[v], read, loaded[v]);
                        }
                    }
                }
            }
            for (one, added) in added.iter().enumerate() {
                let at = (tap * task.inputs + group + one) * task.outputs + first;
                for (sum, number) in sums[at..][..CHANNELS].iter_mut().zip(stored(added)) {
                    *sum += number;
                }
            }
        }
    }
}

/// Rows become columns.
pub fn turn(block: &[Halves; WORDS], lines: &mut [Halves; WORDS]) {
    // SAFETY: this is called only where the instructions are there (`InstructionSet`).
    unsafe { turn_registers(block, lines) };
}

/// The same.
#[target_feature(enable = "avx512f")]
fn turn_registers(block: &[Halves; WORDS], lines: &mut [Halves; WORDS]) {
    // SAFETY: a line holds a register.
    let load = |line: &Halves| unsafe { _mm512_loadu_si512((&raw const *line).cast()) };
    let mut turned = [[load(&block[0]); 4]; 4];
    for (index, turned) in turned.iter_mut().enumerate() {
        // In each quarter of these registers four rows of one column.
        let rows: [__m512i; 4] = std::array::from_fn(|row| load(&block[4 * index + row]));
        let low = [0, 2].map(|row| _mm512_unpacklo_epi32(rows[row], rows[row + 1]));
        let high = [0, 2].map(|row| _mm512_unpackhi_epi32(rows[row], rows[row + 1]));
        *turned = [
            _mm512_unpacklo_epi64(low[0], low[1]),
            _mm512_unpackhi_epi64(low[0], low[1]),
            _mm512_unpacklo_epi64(high[0], high[1]),
            _mm512_unpackhi_epi64(high[0], high[1]),
        ];
    }
    for column in 0..4 {
        let [one, two, three, four] = turned.map(|turned| turned[column]);
        let even = [
            _mm512_shuffle_i32x4::<0x88>(one, two),
            _mm512_shuffle_i32x4::<0x88>(three, four),
        ];
        let odd = [
            _mm512_shuffle_i32x4::<0xdd>(one, two),
            _mm512_shuffle_i32x4::<0xdd>(three, four),
        ];
        let quarters = [
            _mm512_shuffle_i32x4::<0x88>(even[0], even[1]),
            _mm512_shuffle_i32x4::<0x88>(odd[0], odd[1]),
            _mm512_shuffle_i32x4::<0xdd>(even[0], even[1]),
            _mm512_shuffle_i32x4::<0xdd>(odd[0], odd[1]),
        ];
        for (quarter, register) in quarters.into_iter().enumerate() {
            let line = &raw mut lines[4 * quarter + column];
            // SAFETY: as above.
            unsafe { _mm512_storeu_si512(line.cast(), register) };
        }
    }
}
