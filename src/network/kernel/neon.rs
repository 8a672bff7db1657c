//! Convolutions by NEON.
//!
//! The sums of a cell for up to 64 outputs stay in registers while the inputs that are not zero go
//! by. Where the machine has `SDOT`, these are groups of four, whose products one instruction adds
//! to sums of 32 bits. Where not, they are single inputs: products are added up in 16 bits and
//! widened together, as many as fit ([`Active::fitting`]).
//!
//! Convolutions in floating point are those of [`portable`](super::portable), as every such machine
//! has the instructions that the compiler then uses.
#![allow(
    unsafe_code,
    reason = "instructions of a machine, loads and stores by address"
)]

use super::active::{Active, RUNS};
use super::{Finish, Task8};
use std::arch::aarch64::{
    int8x16_t, int16x8_t, int32x4_t, vaddw_high_s16, vaddw_s16, vdupq_n_s8, vdupq_n_s16,
    vdupq_n_s32, vget_low_s8, vget_low_s16, vld1q_s8, vmlal_high_s8, vmlal_s8,
    vreinterpretq_s8_s32, vst1q_s32,
};
use std::arch::asm;

/// Numbers of 32 bits in a register.
const LANES: usize = 4;

/// A convolution of eight bits with `SDOT`.
pub fn convolve_8_by_dots(task: &Task8, active: &mut Active, finish: &mut Finish) {
    active.list::<4>(task, &[]);
    let outputs = task.weights.outputs();
    let mut first = 0;
    while first < outputs {
        // SAFETY: this function is called only where the instructions are there
        // (`InstructionSet`), with a task that is checked, and whose inputs were listed.
        unsafe {
            if outputs - first >= 64 {
                span_by_dots::<16, 64>(task, active, first, finish);
                first += 64;
            } else {
                span_by_dots::<8, 32>(task, active, first, finish);
                first += 32;
            }
        }
    }
}

/// `N` outputs, in `V` registers.
///
/// # Safety
/// The machine has the instructions, the task is checked ([`convolve_8`](super::convolve_8)), and
/// its groups of four are listed.
#[target_feature(enable = "neon,dotprod")]
unsafe fn span_by_dots<const V: usize, const N: usize>(
    task: &Task8,
    active: &Active,
    first: usize,
    finish: &mut Finish,
) {
    const { assert!(V * LANES == N) };
    let tap_bytes = task.weights.inputs() * task.weights.outputs();
    let weights = task.weights.bytes().as_ptr().wrapping_add(4 * first);
    for &cell in task.frame.cells() {
        let mut sums = [vdupq_n_s32(0); V];
        for (tap, count) in RUNS {
            let place = task.frame.tap(cell, tap);
            let run = active.run(place, count);
            let weights = weights.wrapping_add(tap * tap_bytes);
            let weights = weights.wrapping_sub(place * tap_bytes);
            let values = &active.values[run.clone()];
            for (&value, &offset) in values.iter().zip(&active.offsets[run]) {
                let read = vreinterpretq_s8_s32(vdupq_n_s32(value.cast_signed()));
                let weights = weights.wrapping_add(offset as usize);
                for (v, sum) in sums.iter_mut().enumerate() {
                    // SAFETY: a run's entry is of a place as far from `place` as a tap is from
                    // `tap`: so this is where the four weights of its group for `N` outputs are.
                    let loaded = unsafe { vld1q_s8(weights.add(4 * LANES * v)) };
                    // SAFETY: the machine has the instruction.
                    *sum = unsafe { add_dots(*sum, read, loaded) };
                }
            }
        }
        store(&sums, cell, first, finish);
    }
}

/// Adds to each sum four products. The intrinsic, `vdotq_s32`, is unstable in Rust 1.95.
///
/// # Safety
/// The machine has the instruction.
#[inline]
#[target_feature(enable = "neon,dotprod")]
unsafe fn add_dots(mut sum: int32x4_t, one: int8x16_t, other: int8x16_t) -> int32x4_t {
    // SAFETY: it reads and writes these registers alone.
    unsafe {
        asm!(
            "sdot {sum:v}.4s, {one:v}.16b, {other:v}.16b",
            sum = inout(vreg) sum,
            one = in(vreg) one,
            other = in(vreg) other,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    sum
}

/// A convolution of eight bits.
pub fn convolve_8(task: &Task8, active: &mut Active, finish: &mut Finish) {
    let weights = task.weights.regrouped();
    active.list::<1>(task, &weights.largest);
    let outputs = task.weights.outputs();
    let mut first = 0;
    while first < outputs {
        let weights = weights.bytes[first..].as_ptr();
        // SAFETY: this function is called with a task that is checked, and whose inputs were
        // listed.
        unsafe {
            if outputs - first >= 64 {
                span::<4, 64>(task, active, (weights, first), finish);
                first += 64;
            } else {
                span::<2, 32>(task, active, (weights, first), finish);
                first += 32;
            }
        }
    }
}

/// The sums of sixteen outputs for each of `V` registers of weights.
type Sums<const V: usize> = [[int32x4_t; 4]; V];

/// `N` outputs, whose weights take `V` registers.
///
/// # Safety
/// The task is checked ([`convolve_8`](super::convolve_8)), its inputs are listed one by one, and
/// these are their weights for the outputs from `first` on.
#[target_feature(enable = "neon")]
unsafe fn span<const V: usize, const N: usize>(
    task: &Task8,
    active: &Active,
    (weights, first): (*const i8, usize),
    finish: &mut Finish,
) {
    const { assert!(4 * V * LANES == N) };
    let tap_bytes = task.weights.inputs() * task.weights.outputs();
    for &cell in task.frame.cells() {
        let mut sums: Sums<V> = [[vdupq_n_s32(0); 4]; V];
        for (tap, count) in RUNS {
            let place = task.frame.tap(cell, tap);
            let weights = weights.wrapping_add(tap * tap_bytes);
            let weights = weights.wrapping_sub(place * tap_bytes);
            let mut run = active.run(place, count);
            while !run.is_empty() {
                let some = run.start..run.start + active.fitting(&run);
                run.start = some.end;
                let (values, offsets) = (&active.values[some.clone()], &active.offsets[some]);
                // SAFETY: a run's entry is of a place as far from `place` as a tap is from `tap`:
                // so its offset leads to its weights for `N` outputs.
                unsafe { add(values, offsets, weights, &mut sums) };
            }
        }
        store(sums.as_flattened(), cell, first, finish);
    }
}

/// Adds the products of entries whose sums stay within 16 bits.
///
/// # Safety
/// Each entry has `V` registers of weights at its offset.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn add<const V: usize>(
    values: &[u32],
    offsets: &[u32],
    weights: *const i8,
    sums: &mut Sums<V>,
) {
    let mut added: [[int16x8_t; 2]; V] = [[vdupq_n_s16(0); 2]; V];
    for (&value, &offset) in values.iter().zip(offsets) {
        let read = vdupq_n_s8((value as u8).cast_signed());
        let weights = weights.wrapping_add(offset as usize);
        for (v, [low, high]) in added.iter_mut().enumerate() {
            // SAFETY: the caller's.
            let loaded = unsafe { vld1q_s8(weights.add(4 * LANES * v)) };
            *low = vmlal_s8(*low, vget_low_s8(read), vget_low_s8(loaded));
            *high = vmlal_high_s8(*high, read, loaded);
        }
    }
    for (sums, added) in sums.iter_mut().zip(added) {
        let (pairs, _) = sums.as_chunks_mut::<2>();
        for ([first, second], added) in pairs.iter_mut().zip(added) {
            *first = vaddw_s16(*first, vget_low_s16(added));
            *second = vaddw_high_s16(*second, added);
        }
    }
}

/// Finishes the sums of a cell, which are those of `N` outputs from `first` on.
#[inline]
#[target_feature(enable = "neon")]
fn store(sums: &[int32x4_t], cell: usize, first: usize, finish: &mut Finish) {
    // Thirty-two at a time, of which every span is a multiple.
    for (index, sums) in sums.chunks_exact(8).enumerate() {
        let mut stored = [0_i32; 8 * LANES];
        for (stored, &sum) in stored.as_chunks_mut::<LANES>().0.iter_mut().zip(sums) {
            // SAFETY: so many numbers are a register.
            unsafe { vst1q_s32(stored.as_mut_ptr(), sum) };
        }
        finish.place(cell, first + 8 * LANES * index, &stored);
    }
}
