//! Convolutions by AVX-512: blocks of six places times up to four registers of sixteen outputs stay
//! in registers while all taps and inputs go by.
#![allow(
    unsafe_code,
    reason = "instructions of a machine, loads and stores by address"
)]

use super::finish::ROUND;
use super::{Finish, Frame, MOST, TAPS, Task, Task8};
use std::arch::x86_64::{
    __m512, __m512i, _mm_storeu_si128, _mm512_add_ps, _mm512_castps_si512, _mm512_cvtepi32_epi8,
    _mm512_cvtepi32_ps, _mm512_dpbusd_epi32, _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_loadu_si512,
    _mm512_max_ps, _mm512_min_ps, _mm512_mul_ps, _mm512_set1_epi32, _mm512_set1_ps,
    _mm512_setzero_ps, _mm512_setzero_si512, _mm512_storeu_ps, _mm512_storeu_si512,
};

/// Places of a block.
pub(super) const PLACES: usize = 6;
/// Numbers of 32 bits in a register.
pub(super) const LANES: usize = 16;

/// The cells of a block; a short one repeats its last cell.
pub(super) fn block(cells: &[usize]) -> [usize; PLACES] {
    std::array::from_fn(|index| cells[index.min(cells.len() - 1)])
}

/// Calls a function, compiled for registers of 64 bytes.
#[inline]
pub fn run<A, T>(work: impl FnOnce(A) -> T, with: A) -> T {
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    fn wide<A, T>(work: impl FnOnce(A) -> T, with: A) -> T {
        work(with)
    }
    // SAFETY: this is called only where the instructions are there (`InstructionSet`).
    unsafe { wide(work, with) }
}

/// A convolution of eight bits.
pub fn convolve_8(task: &Task8, finish: &mut Finish) {
    let outputs = task.weights.outputs();
    let mut first = 0;
    while first < outputs {
        let left = outputs - first;
        // SAFETY: this function is called only where the instructions are there
        // (`InstructionSet`), with a task that is checked.
        unsafe {
            if left >= 4 * LANES {
                group_8::<4>(task, first, finish);
                first += 64;
            } else {
                group_8::<2>(task, first, finish);
                first += 32;
            }
        }
    }
}

/// The outputs of `V` registers.
///
/// # Safety
/// The machine has the instructions, and the task is checked ([`convolve_8`](super::convolve_8)).
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
unsafe fn group_8<const V: usize>(task: &Task8, first: usize, finish: &mut Finish) {
    let taps = task.frame.taps();
    let (inputs, outputs) = (task.weights.inputs(), task.weights.outputs());
    let groups = inputs / 4;
    for cells in task.frame.cells().chunks(PLACES) {
        let places = block(cells);
        let mut sums: [[__m512i; V]; PLACES] = [[_mm512_setzero_si512(); V]; PLACES];
        for (tap, step) in taps.into_iter().enumerate() {
            let rows: [*const u8; PLACES] = std::array::from_fn(|index| {
                let place = places[index].wrapping_add_signed(step);
                task.input.as_ptr().wrapping_add(place * inputs)
            });
            let weights = task.weights.bytes().as_ptr();
            let weights = weights.wrapping_add(4 * (tap * groups * outputs + first));
            for group in 0..groups {
                // SAFETY: every tap of a cell is a place of the frame, which has `inputs` bytes,
                // and `Weights8` has 4 weights for each tap, group and output.
                unsafe {
                    let weights = weights.add(4 * group * outputs);
                    let loaded: [__m512i; V] =
                        std::array::from_fn(|v| _mm512_loadu_si512(weights.add(64 * v).cast()));
                    for place in 0..PLACES {
                        let read = rows[place].add(4 * group).cast::<i32>().read_unaligned();
                        let read = _mm512_set1_epi32(read);
                        for v in 0..V {
                            let sum = &mut sums[place][v];
                            *sum = _mm512_dpbusd_epi32(*sum, read, loaded[v]);
                        }
                    }
                }
            }
        }
        for (&cell, sums) in cells.iter().zip(&sums) {
            let mut stored = [[0_i32; LANES]; V];
            for (stored, sum) in stored.iter_mut().zip(sums) {
                // SAFETY: the slice holds a register.
                unsafe { _mm512_storeu_si512(stored.as_mut_ptr().cast(), *sum) };
            }
            for (v, stored) in stored.iter().enumerate() {
                finish_lanes(finish, cell, first + LANES * v, stored);
            }
        }
    }
}

/// What [`Finish::place`] does, for the sums of as many channels as there are lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
pub(super) fn finish_lanes(finish: &mut Finish, place: usize, first: usize, sums: &[i32; LANES]) {
    let at = place * finish.scale.len() + first;
    // SAFETY: these fill a register.
    let load = |numbers: &[f32; LANES]| unsafe { _mm512_loadu_ps(numbers.as_ptr()) };
    // SAFETY: so do these.
    let sums = unsafe { _mm512_loadu_si512(sums.as_ptr().cast()) };
    let all = "a multiple of 32 channels of each place (`Finish::check`)";
    let scale = load(finish.scale[first..].first_chunk().expect(all));
    let bias = load(finish.bias[first..].first_chunk().expect(all));
    let mut numbers = _mm512_add_ps(_mm512_mul_ps(_mm512_cvtepi32_ps(sums), scale), bias);
    if let Some(trunk) = &mut finish.trunk {
        let trunk = trunk[at..].first_chunk_mut().expect(all);
        numbers = _mm512_add_ps(load(trunk), numbers);
        // SAFETY: the slice holds a register.
        unsafe { _mm512_storeu_ps(trunk.as_mut_ptr(), numbers) };
    }
    let scaled = _mm512_mul_ps(numbers, _mm512_set1_ps(finish.inverse));
    let above = _mm512_max_ps(scaled, _mm512_setzero_ps());
    let within = _mm512_min_ps(above, _mm512_set1_ps(MOST));
    let rounded = _mm512_castps_si512(_mm512_add_ps(within, _mm512_set1_ps(ROUND)));
    let units = finish.out[at..].first_chunk_mut::<LANES>().expect(all);
    // SAFETY: the slice holds a byte for each lane.
    unsafe { _mm_storeu_si128(units.as_mut_ptr().cast(), _mm512_cvtepi32_epi8(rounded)) };
}

/// A convolution.
pub fn convolve(task: &Task, out: &mut [f32]) {
    let mut first = 0;
    while first < task.outputs {
        let left = task.outputs - first;
        // SAFETY: as above; `out` holds all places and outputs.
        unsafe {
            if left >= 4 * LANES {
                group::<4>(task, first, out);
                first += 64;
            } else {
                group::<2>(task, first, out);
                first += 32;
            }
        }
    }
}

/// The outputs of `V` registers.
///
/// # Safety
/// The machine has the instructions, the task is [checked](Task::check), and `out` holds all places
/// and outputs.
#[target_feature(enable = "avx512f")]
unsafe fn group<const V: usize>(task: &Task, first: usize, out: &mut [f32]) {
    let taps = task.frame.taps();
    for cells in task.frame.cells().chunks(PLACES) {
        let places = block(cells);
        let mut sums: [[__m512; V]; PLACES] = [[_mm512_setzero_ps(); V]; PLACES];
        for (tap, step) in taps.into_iter().enumerate() {
            let rows: [*const f32; PLACES] = std::array::from_fn(|index| {
                let place = places[index].wrapping_add_signed(step);
                task.input.as_ptr().wrapping_add(place * task.inputs)
            });
            let weights = task.weights.as_ptr();
            let weights = weights.wrapping_add(tap * task.inputs * task.outputs + first);
            for input in 0..task.inputs {
                // SAFETY: `Task::check`, as in `group_8`.
                unsafe {
                    let weights = weights.add(input * task.outputs);
                    let loaded: [__m512; V] =
                        std::array::from_fn(|v| _mm512_loadu_ps(weights.add(LANES * v)));
                    for place in 0..PLACES {
                        let read = _mm512_set1_ps(*rows[place].add(input));
                        for v in 0..V {
                            let sum = &mut sums[place][v];
                            *sum = _mm512_fmadd_ps(read, loaded[v], *sum);
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
pub fn correlate(
    frame: &Frame,
    input: (&[f32], usize),
    gradients: (&[f32], usize),
    sums: &mut [f32],
) {
    let mut first = 0;
    while first < gradients.1 {
        // SAFETY: as above; the caller has checked that all numbers are there.
        unsafe {
            if gradients.1 - first >= 4 * LANES {
                correlate_group::<4>(frame, input, gradients, first, sums);
                first += 64;
            } else {
                correlate_group::<2>(frame, input, gradients, first, sums);
                first += 32;
            }
        }
    }
}

/// The gradients of the weights of the outputs in `V` registers.
///
/// # Safety
/// The machine has the instructions; `input` and `gradients` have all places of the frame, `sums`
/// all taps, inputs and outputs; inputs are a multiple of [`INPUTS`].
#[target_feature(enable = "avx512f")]
unsafe fn correlate_group<const V: usize>(
    frame: &Frame,
    (input, inputs): (&[f32], usize),
    (gradients, outputs): (&[f32], usize),
    first: usize,
    sums: &mut [f32],
) {
    for (tap, step) in frame.taps().into_iter().enumerate() {
        debug_assert!(tap < TAPS);
        for group in (0..inputs).step_by(INPUTS) {
            let mut added: [[__m512; V]; INPUTS] = [[_mm512_setzero_ps(); V]; INPUTS];
            for &cell in frame.cells() {
                let place = cell.wrapping_add_signed(step);
                // SAFETY: both places are in the frame, whose numbers are there.
                unsafe {
                    let gradients = gradients.as_ptr().add(cell * outputs + first);
                    let loaded: [__m512; V] =
                        std::array::from_fn(|v| _mm512_loadu_ps(gradients.add(LANES * v)));
                    let row = input.as_ptr().add(place * inputs + group);
                    for (one, added) in added.iter_mut().enumerate() {
                        let read = _mm512_set1_ps(*row.add(one));
                        for v in 0..V {
                            added[v] = _mm512_fmadd_ps(read, loaded[v], added[v]);
                        }
                    }
                }
            }
            for (one, added) in added.iter().enumerate() {
                let at = (tap * inputs + group + one) * outputs + first;
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
