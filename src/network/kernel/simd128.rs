//! Convolutions by the registers of WebAssembly, 16 bytes wide.
//!
//! The sums of a cell for up to 64 outputs stay in registers while the inputs that are not zero go
//! by: with relaxed SIMD groups of four, whose products one instruction adds to sums of 32 bits,
//! without it pairs, widened to 16 bits. The relaxed instruction leaves open what it does with
//! inputs above 127, and none is; so all machines give the same bits.
//!
//! A module is compiled for what its host understands. Relaxed SIMD is also tried before it is used
//! ([`relaxed_is_right`]): one of the two compilers of V8 11.3 (node 20) takes wrong registers for
//! that instruction.
//!
//! Convolutions in floating point are those of [`portable`](super::portable).
#![allow(unsafe_code, reason = "loads and stores by address")]

use super::active::{Active, RUNS};
use super::{Finish, Task8};
#[cfg(target_feature = "relaxed-simd")]
use super::{Frame, TAPS, Weights8, portable};
#[cfg(target_feature = "relaxed-simd")]
use crate::hex::BoardSize;
use std::arch::wasm32::{
    i16x8_load_extend_i8x8, i32x4_add, i32x4_dot_i16x8, i32x4_splat, v128, v128_store,
};
#[cfg(target_feature = "relaxed-simd")]
use std::arch::wasm32::{i32x4_relaxed_dot_i8x16_i7x16_add, v128_load};
#[cfg(target_feature = "relaxed-simd")]
use std::sync::OnceLock;

/// Numbers of 32 bits in a register.
const LANES: usize = 4;

/// A way to multiply the inputs of an entry.
trait Products {
    /// Bytes of the weights of a register of sums.
    const BYTES: usize;

    /// The inputs of an entry for every output of a register.
    fn spread(value: u32) -> v128;

    /// Adds their products with weights.
    ///
    /// # Safety
    /// So many weights are at this address.
    unsafe fn add(sum: v128, read: v128, weights: *const i8) -> v128;
}

/// Pairs of inputs.
struct Pairs;

impl Products for Pairs {
    const BYTES: usize = 2 * LANES;

    #[inline]
    fn spread(value: u32) -> v128 {
        i32x4_splat((value & 0xFF | (value & 0xFF00) << 8).cast_signed())
    }

    #[inline]
    unsafe fn add(sum: v128, read: v128, weights: *const i8) -> v128 {
        // SAFETY: the caller's.
        let loaded = unsafe { i16x8_load_extend_i8x8(weights) };
        i32x4_add(sum, i32x4_dot_i16x8(loaded, read))
    }
}

/// Groups of four inputs.
#[cfg(target_feature = "relaxed-simd")]
struct Fours;

#[cfg(target_feature = "relaxed-simd")]
impl Products for Fours {
    const BYTES: usize = 4 * LANES;

    #[inline]
    fn spread(value: u32) -> v128 {
        i32x4_splat(value.cast_signed())
    }

    #[inline]
    unsafe fn add(sum: v128, read: v128, weights: *const i8) -> v128 {
        // SAFETY: the caller's.
        let loaded = unsafe { v128_load(weights.cast()) };
        i32x4_relaxed_dot_i8x16_i7x16_add(loaded, read, sum)
    }
}

/// A convolution of eight bits.
pub fn convolve_8(task: &Task8, active: &mut Active, finish: &mut Finish) {
    active.list::<2>(task, &[]);
    spans::<Pairs>(task, &task.weights.regrouped().bytes, active, finish);
}

/// A convolution of eight bits with relaxed SIMD.
#[cfg(target_feature = "relaxed-simd")]
pub fn convolve_8_relaxed(task: &Task8, active: &mut Active, finish: &mut Finish) {
    active.list::<4>(task, &[]);
    spans::<Fours>(task, task.weights.bytes(), active, finish);
}

/// Whether this host's relaxed SIMD gives the sums that it should, found by one convolution.
#[cfg(target_feature = "relaxed-simd")]
pub fn relaxed_is_right() -> bool {
    static RIGHT: OnceLock<bool> = OnceLock::new();
    *RIGHT.get_or_init(|| {
        const INPUTS: usize = 8;
        // Of both kinds of spans.
        const OUTPUTS: usize = 96;
        let frame = Frame::of(BoardSize::USUAL);
        let mut input = vec![0; frame.places() * INPUTS];
        for &cell in frame.cells() {
            for (channel, value) in input[cell * INPUTS..][..INPUTS].iter_mut().enumerate() {
                *value = ((cell * INPUTS + channel) * 37 % 128) as u8;
            }
        }
        let weights: Vec<i8> = (0..TAPS * INPUTS * OUTPUTS)
            .map(|index| ((index * 91 % 255) as u8).cast_signed())
            .map(|weight| weight.max(-127))
            .collect();
        let task = Task8 {
            frame,
            input: &input,
            weights: &Weights8::new(INPUTS, OUTPUTS, &weights),
        };
        let sums = |convolve: &dyn Fn(&mut Finish)| {
            let mut trunk = vec![0.0; frame.places() * OUTPUTS];
            convolve(&mut Finish {
                scale: &[1.0; OUTPUTS],
                bias: &[0.0; OUTPUTS],
                trunk: Some(&mut trunk),
                inverse: 1.0,
                out: &mut vec![0; frame.places() * OUTPUTS],
            });
            trunk
        };
        let relaxed = sums(&|finish| convolve_8_relaxed(&task, &mut Active::default(), finish));
        relaxed == sums(&|finish| portable::convolve_8(&task, finish))
    })
}

fn spans<P: Products>(task: &Task8, weights: &[i8], active: &Active, finish: &mut Finish) {
    let outputs = task.weights.outputs();
    let mut first = 0;
    while first < outputs {
        let weights = weights[P::BYTES / LANES * first..].as_ptr();
        // SAFETY: this function is called with a task that is checked, and whose inputs were
        // listed as these products need them.
        unsafe {
            if outputs - first >= 64 {
                span::<P, 16, 64>(task, active, (weights, first), finish);
                first += 64;
            } else {
                span::<P, 8, 32>(task, active, (weights, first), finish);
                first += 32;
            }
        }
    }
}

/// `N` outputs, in `V` registers.
///
/// # Safety
/// The task is checked ([`convolve_8`](super::convolve_8)), its inputs are listed, and these are
/// the weights for the outputs from `first` on.
// Not inlined: so what was tried is what is used.
#[inline(never)]
unsafe fn span<P: Products, const V: usize, const N: usize>(
    task: &Task8,
    active: &Active,
    (weights, first): (*const i8, usize),
    finish: &mut Finish,
) {
    const { assert!(V * LANES == N) };
    let tap_bytes = task.weights.inputs() * task.weights.outputs();
    for &cell in task.frame.cells() {
        let mut sums = [i32x4_splat(0); V];
        for (tap, count) in RUNS {
            let place = task.frame.tap(cell, tap);
            let run = active.run(place, count);
            let weights = weights.wrapping_add(tap * tap_bytes);
            let weights = weights.wrapping_sub(place * tap_bytes);
            let values = &active.values[run.clone()];
            for (&value, &offset) in values.iter().zip(&active.offsets[run]) {
                let read = P::spread(value);
                let weights = weights.wrapping_add(offset as usize);
                for (v, sum) in sums.iter_mut().enumerate() {
                    // SAFETY: a run's entry is of a place as far from `place` as a tap is from
                    // `tap`: so this is where the weights of its group for `N` outputs are.
                    *sum = unsafe { P::add(*sum, read, weights.add(P::BYTES * v)) };
                }
            }
        }
        let mut stored = [0_i32; N];
        for (stored, &sum) in stored.as_chunks_mut::<LANES>().0.iter_mut().zip(&sums) {
            // SAFETY: so many numbers are a register.
            unsafe { v128_store(stored.as_mut_ptr().cast(), sum) };
        }
        finish.place(cell, first, &stored);
    }
}
