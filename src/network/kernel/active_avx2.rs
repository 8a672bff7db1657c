//! Lists the inputs that are not zero by AVX2: eight groups at a time, of which one permutation
//! brings those that are not zero to the front.
#![allow(
    unsafe_code,
    reason = "instructions of a machine, loads and stores by address"
)]

use super::Task8;
use super::active::{Active, SPARE};
use std::arch::x86_64::{
    __m256i, _mm_loadl_epi64, _mm_loadu_si128, _mm_maddubs_epi16, _mm256_add_epi32,
    _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_cvtepu8_epi32, _mm256_cvtepu16_epi32,
    _mm256_loadu_si256, _mm256_movemask_ps, _mm256_mullo_epi32, _mm256_or_si256,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_setr_epi32, _mm256_setzero_si256,
    _mm256_slli_epi32, _mm256_storeu_si256,
};

/// Groups that are read at a time.
const GROUPS: usize = 8;

/// For each set of lanes, these lanes.
const LANES_OF: [[u8; GROUPS]; 1 << GROUPS] = {
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

/// Lists the groups of four inputs.
#[target_feature(enable = "avx2")]
pub fn list_fours(active: &mut Active, task: &Task8) {
    list::<4, 32>(active, task, |bytes, _| {
        // SAFETY: the bytes fill a register.
        let values = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) };
        [values, _mm256_setzero_si256()]
    });
}

/// Lists the pairs of inputs, each with the most that its products come to by the largest weights of
/// each input.
#[target_feature(enable = "avx2")]
pub fn list_pairs(active: &mut Active, task: &Task8, largest: &[i8]) {
    let (largest, _) = largest.as_chunks::<16>();
    let entries = list::<2, 16>(active, task, |bytes, block| {
        // SAFETY: the bytes and the weights fill a register each.
        let [bytes, largest] = [bytes.as_ptr(), largest[block].as_ptr().cast()]
            .map(|numbers: *const u8| unsafe { _mm_loadu_si128(numbers.cast()) });
        let values = _mm256_cvtepu16_epi32(bytes);
        let values = _mm256_or_si256(values, _mm256_slli_epi32(values, 16));
        [
            values,
            _mm256_cvtepu16_epi32(_mm_maddubs_epi16(bytes, largest)),
        ]
    });
    active.add_bounds(entries);
}

/// Lists the groups of `K` inputs; `B` bytes, which are eight groups, become their values and
/// bounds. Returns how many entries there are.
#[inline]
#[target_feature(enable = "avx2")]
fn list<const K: usize, const B: usize>(
    active: &mut Active,
    task: &Task8,
    read: impl Fn(&[u8; B], usize) -> [__m256i; 2],
) -> usize {
    const { assert!(K * GROUPS == B && SPARE >= GROUPS) };
    active.clear::<K>(task);
    let (inputs, outputs) = (task.weights.inputs(), task.weights.outputs());
    let tap = (inputs * outputs) as u32;
    let group = (K * outputs) as u32;
    let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    let steps = _mm256_mullo_epi32(lanes, _mm256_set1_epi32(group.cast_signed()));
    let mut count = 0;
    let rows = task.input.chunks_exact(inputs).take(task.frame.places());
    for (place, row) in rows.enumerate() {
        active.starts.push(count as u32);
        let mut offset = place as u32 * tap;
        for (block, bytes) in row.chunks(B).enumerate() {
            let mut padded = [0; B];
            let bytes = bytes.first_chunk().unwrap_or_else(|| {
                padded[..bytes.len()].copy_from_slice(bytes);
                &padded
            });
            let [values, bounds] = read(bytes, block);
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
            if K == 2 {
                put(&mut active.bounds, bounds);
            }
            count += filled.count_ones() as usize;
            offset += GROUPS as u32 * group;
        }
    }
    active.starts.push(count as u32);
    count
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
            let largest = &weights.regrouped().largest;
            // SAFETY: the instructions are there.
            unsafe { list_fours(&mut active, &task) };
            expected.list::<4>(&task, &[]);
            assert_same(&active, &expected);
            // SAFETY: the instructions are there.
            unsafe { list_pairs(&mut active, &task, largest) };
            expected.list::<2>(&task, largest);
            let entries = assert_same(&active, &expected);
            assert_eq!(active.bounds[..=entries], expected.bounds[..=entries]);
        }
    }

    /// Panics unless both have the same entries, and returns how many.
    fn assert_same(one: &Active, other: &Active) -> usize {
        assert_eq!(one.starts, other.starts);
        let entries = one.run(0, one.starts.len() - 1);
        assert_eq!(one.values[entries.clone()], other.values[entries.clone()]);
        assert_eq!(one.offsets[entries.clone()], other.offsets[entries.clone()]);
        entries.end
    }
}
