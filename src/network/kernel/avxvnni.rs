//! Convolutions by AVX-VNNI: the sums of a cell for up to 64 outputs stay in registers while the
//! groups of four inputs that are not zero go by. All but the convolution of eight bits is that of
//! AVX2.
#![allow(
    unsafe_code,
    reason = "instructions of a machine, loads and stores by address"
)]

use super::active::{Active, RUNS};
use super::active_avx2::list_fours;
use super::{Finish, Task8};
use std::arch::x86_64::{
    __m256i, _mm256_dpbusd_avx_epi32, _mm256_loadu_si256, _mm256_set1_epi32, _mm256_setzero_si256,
    _mm256_storeu_si256,
};

/// Numbers of 32 bits in a register.
const LANES: usize = 8;

/// A convolution of eight bits.
pub fn convolve_8(task: &Task8, active: &mut Active, finish: &mut Finish) {
    // SAFETY: this function is called only where the instructions are there (`InstructionSet`).
    unsafe { list_fours(active, task) };
    let outputs = task.weights.outputs();
    let mut first = 0;
    while first < outputs {
        // SAFETY: as above, with a task that is checked, and whose inputs were listed.
        unsafe {
            if outputs - first >= 64 {
                span::<8, 64>(task, active, first, finish);
                first += 64;
            } else {
                span::<4, 32>(task, active, first, finish);
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
#[target_feature(enable = "avx2,fma,avxvnni")]
unsafe fn span<const V: usize, const N: usize>(
    task: &Task8,
    active: &Active,
    first: usize,
    finish: &mut Finish,
) {
    const { assert!(V * LANES == N) };
    let tap_bytes = task.weights.inputs() * task.weights.outputs();
    let weights = task.weights.bytes().as_ptr().wrapping_add(4 * first);
    for &cell in task.frame.cells() {
        let mut sums: [__m256i; V] = [_mm256_setzero_si256(); V];
        for (tap, count) in RUNS {
            let place = task.frame.tap(cell, tap);
            let run = active.run(place, count);
            let weights = weights.wrapping_add(tap * tap_bytes);
            let weights = weights.wrapping_sub(place * tap_bytes);
            let values = &active.values[run.clone()];
            for (&value, &offset) in values.iter().zip(&active.offsets[run]) {
                let read = _mm256_set1_epi32(value.cast_signed());
                let weights = weights.wrapping_add(offset as usize);
                for (v, sum) in sums.iter_mut().enumerate() {
                    // SAFETY: a run's entry is of a place as far from `place` as a tap is from
                    // `tap`: so this is where the four weights of its group for `N` outputs are.
                    let loaded = unsafe { _mm256_loadu_si256(weights.add(4 * LANES * v).cast()) };
                    *sum = _mm256_dpbusd_avx_epi32(*sum, read, loaded);
                }
            }
        }
        let mut stored = [0_i32; N];
        for (stored, sum) in stored.as_chunks_mut::<LANES>().0.iter_mut().zip(sums) {
            // SAFETY: so many numbers are a register.
            unsafe { _mm256_storeu_si256(stored.as_mut_ptr().cast(), sum) };
        }
        finish.place(cell, first, &stored);
    }
}
