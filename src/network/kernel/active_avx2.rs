//! Lists the groups of four inputs that are not zero by AVX2: eight groups at a time, of which one
//! permutation brings those that are not zero to the front.
#![allow(
    unsafe_code,
    reason = "instructions of a machine, loads and stores by address"
)]

use super::Task8;
use super::active::{Active, SPARE};
use std::arch::x86_64::{
    _mm_loadl_epi64, _mm256_add_epi32, _mm256_castsi256_ps, _mm256_cmpeq_epi32,
    _mm256_cvtepu8_epi32, _mm256_loadu_si256, _mm256_movemask_ps, _mm256_mullo_epi32,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_setr_epi32, _mm256_setzero_si256,
    _mm256_storeu_si256,
};

/// Groups that are read at a time.
pub(super) const GROUPS: usize = 8;

/// Inputs of a group.
const FOUR: usize = 4;

/// For each set of lanes, these lanes.
pub(super) const LANES_OF: [[u8; GROUPS]; 1 << GROUPS] = {
    let mut table = [[0; GROUPS]; 1 << GROUPS];
    let mut set = 0;
    while set < table.len() {
        let (mut lane, mut next) = (0, 0);
        while lane < GROUPS {
            if set >> lane & 1 == 1 {
                table[set][next] = lane as u8;
                next += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    table
};

/// These bytes, with zeros behind them in `padded` if they are fewer.
#[inline]
pub(super) fn filled_up<'a, const B: usize>(
    bytes: &'a [u8],
    padded: &'a mut [u8; B],
) -> &'a [u8; B] {
    bytes.first_chunk().unwrap_or_else(|| {
        padded[..bytes.len()].copy_from_slice(bytes);
        padded
    })
}

/// Lists the groups of four inputs.
#[target_feature(enable = "avx2")]
pub fn list_fours(active: &mut Active, task: &Task8) {
    const { assert!(SPARE >= GROUPS) };
    active.clear::<FOUR>(task);
    let (inputs, outputs) = (task.weights.inputs(), task.weights.outputs());
    let tap = (inputs * outputs) as u32;
    let group = (FOUR * outputs) as u32;
    let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    let steps = _mm256_mullo_epi32(lanes, _mm256_set1_epi32(group.cast_signed()));
    let mut count = 0;
    let rows = task.input.chunks_exact(inputs).take(task.frame.places());
    for (place, row) in rows.enumerate() {
        active.starts.push(count as u32);
        let mut offset = place as u32 * tap;
        for bytes in row.chunks(FOUR * GROUPS) {
            let mut padded = [0; FOUR * GROUPS];
            let bytes = filled_up(bytes, &mut padded);
            // SAFETY: the bytes fill a register.
            let values = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) };
            let zeros = _mm256_cmpeq_epi32(values, _mm256_setzero_si256());
            let filled = !_mm256_movemask_ps(_mm256_castsi256_ps(zeros)).cast_unsigned() as u8;
            // SAFETY: an entry of the table has eight bytes.
            let order = unsafe { _mm_loadl_epi64(LANES_OF[usize::from(filled)].as_ptr().cast()) };
            let order = _mm256_cvtepu8_epi32(order);
            let put = |numbers: &mut [u32], register| {
                let numbers = &mut numbers[count..count + GROUPS];
                let ordered = _mm256_permutevar8x32_epi32(register, order);
                // SAFETY: the slice holds a register.
                unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), ordered) };
            };
            let offsets = _mm256_add_epi32(steps, _mm256_set1_epi32(offset.cast_signed()));
            put(&mut active.values, values);
            put(&mut active.offsets, offsets);
            count += filled.count_ones() as usize;
            offset += GROUPS as u32 * group;
        }
    }
    active.starts.push(count as u32);
}

#[cfg(test)]
mod tests {
    use super::super::{Frame, TAPS, Weights8};
    use super::*;
    use crate::base::random::SplitMix64;

    #[test]
    fn lists_are_those_without_the_instructions() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        let mut random = SplitMix64::new(7);
        let (mut active, mut expected) = (Active::default(), Active::default());
        let (size, shapes) = if cfg!(miri) {
            ("2x1", &[(4, 32), (16, 32)][..])
        } else {
            ("5x4", &[(4, 32), (16, 64), (96, 32), (64, 64)][..])
        };
        for &(inputs, outputs) in shapes {
            let frame = Frame::of(size.parse().unwrap());
            let mut input = vec![0; frame.places() * inputs];
            input.fill_with(|| (random.below(128) as u8).saturating_sub(random.below(400) as u8));
            let mut weights = vec![0; TAPS * inputs * outputs];
            weights.fill_with(|| (random.below(255) as u8).wrapping_sub(127).cast_signed());
            let weights = Weights8::new(inputs, outputs, &weights);
            let task = Task8 {
                frame,
                input: &input,
                weights: &weights,
            };
            // SAFETY: the instructions are there.
            unsafe { list_fours(&mut active, &task) };
            expected.list::<4>(&task, &[]);
            assert_eq!(active.starts, expected.starts);
            let entries = active.run(0, active.starts.len() - 1);
            assert_eq!(
                active.values[entries.clone()],
                expected.values[entries.clone()]
            );
            assert_eq!(active.offsets[entries.clone()], expected.offsets[entries]);
        }
    }
}
