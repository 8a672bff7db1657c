//! The pairs of inputs of a convolution that are not both zero, for AVX2.
//!
//! The products of [`BUNDLE`] pairs are added up in 16 bits. A pair whose products could take more
//! than their share of these, with the largest weights of its inputs, is listed as several pairs
//! that add up to it: so the sums of any [`BUNDLE`] entries fit. With the shipped network one pair in
//! sixty is.
//!
//! The lists of all places lie one after the other, so that the seven taps of a cell are three runs
//! of entries ([`RUNS`]). The last branch of a loop over each of them would be mispredicted: so the
//! entries of a cell are first copied together ([`Pairs::gather`]), for each span of outputs.
#![allow(
    unsafe_code,
    reason = "instructions of a machine, loads and stores by address"
)]

use super::Task8;
use super::active::RUNS;
use super::active_avx2::{self, GROUPS, filled_up};
use crate::network::TAPS;
use std::arch::x86_64::{
    __m128i, __m256i, _mm_and_si128, _mm_cmpeq_epi16, _mm_cmpgt_epi16, _mm_cvtsi32_si128,
    _mm_loadl_epi64, _mm_loadu_si128, _mm_maddubs_epi16, _mm_movemask_epi8, _mm_packs_epi16,
    _mm_set1_epi8, _mm_set1_epi16, _mm_setzero_si128, _mm_srl_epi16, _mm_sub_epi8,
    _mm256_add_epi32, _mm256_cvtepu8_epi32, _mm256_cvtepu16_epi32, _mm256_loadu_si256,
    _mm256_mullo_epi32, _mm256_or_si256, _mm256_permutevar8x32_epi32, _mm256_set1_epi32,
    _mm256_setr_epi32, _mm256_slli_epi32, _mm256_storeu_si256, _mm256_unpackhi_epi32,
    _mm256_unpacklo_epi32,
};

/// Pairs whose products are added up in 16 bits. With more, more pairs have to be listed as several;
/// with fewer, sums are widened more often.
pub(super) const BUNDLE: usize = 3;

/// The most that the products of an entry come to.
const LIMIT: i16 = i16::MAX / (BUNDLE as u16).cast_signed();

/// The most entries that a pair becomes: two quarters of what is left, a half, and the rest.
const PARTS: usize = 4;

// A quarter of the largest products is within the limit.
const _: () = assert!(2 * 127 * 127 / 4 <= LIMIT as i32);

/// Entries of a register.
const PER_REGISTER: usize = GROUPS / 2;

const _: () = assert!(PER_REGISTER * size_of::<Pair>() == 32);

/// Entries that are copied at a time for each place of a run: nearly all runs fit.
const COPIED: usize = 2 * GROUPS;

/// For each set of lanes, these lanes, in the order that interleaving them with others asks for.
const INTERLEAVED_LANES: [[u8; GROUPS]; 1 << GROUPS] = {
    let mut table = [[0; GROUPS]; 1 << GROUPS];
    let mut set = 0;
    while set < table.len() {
        let [a, b, c, d, e, f, g, h] = active_avx2::LANES_OF[set];
        table[set] = [a, b, e, f, c, d, g, h];
        set += 1;
    }
    table
};

/// A pair of inputs.
#[repr(C, align(8))]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pair {
    /// The inputs, repeated to four bytes.
    pub inputs: u32,
    /// Where its weights begin. In the lists of places, as if a place had the number of its tap.
    pub offset: u32,
}

/// The lists of all places, and that of a cell.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// The first entry of each place, and where the last list ends.
    starts: Vec<u32>,
    entries: Vec<Pair>,
    gathered: Vec<Pair>,
}

/// A bit for each lane of 16 bits that is set.
#[inline]
#[target_feature(enable = "avx2")]
fn lanes_set(mask: __m128i) -> u8 {
    _mm_movemask_epi8(_mm_packs_epi16(mask, mask)).cast_unsigned() as u8
}

impl Pairs {
    /// Lists the pairs of all places, where `largest` are the largest weights of each input, and zeros
    /// up to a multiple of 16.
    #[target_feature(enable = "avx2")]
    pub(super) fn list(&mut self, task: &Task8, largest: &[i8]) {
        let (inputs, outputs) = (task.weights.inputs(), task.weights.outputs());
        let places = task.frame.places();
        assert!(
            u32::try_from(places * inputs * outputs).is_ok(),
            "offsets have 32 bits"
        );
        let most = PARTS * inputs / 2;
        for (list, places) in [(&mut self.entries, places), (&mut self.gathered, TAPS)] {
            let length = places * most + TAPS * COPIED;
            if list.len() < length {
                list.resize(length, Pair::default());
            }
        }
        self.starts.clear();
        let (largest, _) = largest.as_chunks::<16>();
        let group = (2 * outputs) as u32;
        let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
        let steps = _mm256_mullo_epi32(lanes, _mm256_set1_epi32(group.cast_signed()));
        let mut count = 0;
        let rows = task.input.chunks_exact(inputs);
        for (place, row) in rows.take(places).enumerate() {
            self.starts.push(count as u32);
            // Places of the border are zero, but for the input of the first convolution.
            if row.iter().fold(0, |all, one| all | one) == 0 {
                continue;
            }
            let mut offset = (place * inputs * outputs) as u32;
            for (bytes, largest) in row.chunks(16).zip(largest) {
                let mut padded = [0; 16];
                let bytes = filled_up(bytes, &mut padded);
                let offsets = _mm256_add_epi32(steps, _mm256_set1_epi32(offset.cast_signed()));
                self.list_some(&mut count, bytes, largest, offsets);
                offset += GROUPS as u32 * group;
            }
        }
        self.starts.push(count as u32);
    }

    /// Lists eight pairs, whose weights begin at these offsets.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn list_some(
        &mut self,
        count: &mut usize,
        bytes: &[u8; 16],
        largest: &[i8; 16],
        offsets: __m256i,
    ) {
        // SAFETY: the bytes and the weights fill a register each.
        let [mut pairs, largest] = [bytes.as_ptr(), largest.as_ptr().cast()]
            .map(|numbers: *const u8| unsafe { _mm_loadu_si128(numbers.cast()) });
        loop {
            let bounds = _mm_maddubs_epi16(pairs, largest);
            let above = _mm_cmpgt_epi16(bounds, _mm_set1_epi16(LIMIT));
            if lanes_set(above) == 0 {
                break;
            }
            // Half of each pair above the limit; or a quarter, if one is above twice the limit.
            let far_above = _mm_cmpgt_epi16(bounds, _mm_set1_epi16(2 * LIMIT));
            let shift = if lanes_set(far_above) == 0 { 1 } else { 2 };
            let part = _mm_srl_epi16(pairs, _mm_cvtsi32_si128(shift));
            let part = _mm_and_si128(part, _mm_set1_epi8(i8::MAX >> shift));
            let part = _mm_and_si128(part, above);
            self.put(count, part, offsets, lanes_set(above));
            pairs = _mm_sub_epi8(pairs, part);
        }
        let zero = _mm_cmpeq_epi16(pairs, _mm_setzero_si128());
        self.put(count, pairs, offsets, !lanes_set(zero));
    }

    /// Adds the chosen ones of eight pairs.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn put(&mut self, count: &mut usize, pairs: __m128i, offsets: __m256i, chosen: u8) {
        // SAFETY: an entry of the table has eight bytes.
        let order =
            unsafe { _mm_loadl_epi64(INTERLEAVED_LANES[usize::from(chosen)].as_ptr().cast()) };
        let order = _mm256_cvtepu8_epi32(order);
        let inputs = _mm256_cvtepu16_epi32(pairs);
        let inputs = _mm256_or_si256(inputs, _mm256_slli_epi32(inputs, 16));
        let [inputs, offsets] =
            [inputs, offsets].map(|numbers| _mm256_permutevar8x32_epi32(numbers, order));
        let entries = &mut self.entries[*count..*count + GROUPS];
        let halves = [
            _mm256_unpacklo_epi32(inputs, offsets),
            _mm256_unpackhi_epi32(inputs, offsets),
        ];
        for (entries, half) in entries
            .as_chunks_mut::<PER_REGISTER>()
            .0
            .iter_mut()
            .zip(halves)
        {
            // SAFETY: so many entries are a register.
            unsafe { _mm256_storeu_si256(entries.as_mut_ptr().cast(), half) };
        }
        *count += chosen.count_ones() as usize;
    }

    /// The entries of a cell, with zeros up to a multiple of [`BUNDLE`].
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn gather(&mut self, task: &Task8, cell: usize) -> &[[Pair; BUNDLE]] {
        let tap_bytes = task.weights.inputs() * task.weights.outputs();
        let mut count = 0;
        for (tap, places) in RUNS {
            let place = task.frame.tap(cell, tap);
            let [start, end] = [place, place + places].map(|place| self.starts[place] as usize);
            let first = (tap * tap_bytes) as u32;
            let first = first.wrapping_sub((place * tap_bytes) as u32).cast_signed();
            let first = _mm256_setr_epi32(0, first, 0, first, 0, first, 0, first);
            let mut write_at = count;
            let copied = places * COPIED;
            for at in (start..end).step_by(copied) {
                let entries = self.entries[at..at + copied].as_chunks::<PER_REGISTER>().0;
                let gathered = self.gathered[write_at..write_at + copied]
                    .as_chunks_mut::<PER_REGISTER>()
                    .0;
                for (entries, gathered) in entries.iter().zip(gathered) {
                    // SAFETY: so many entries are a register.
                    unsafe {
                        let entries = _mm256_loadu_si256(entries.as_ptr().cast());
                        let entries = _mm256_add_epi32(entries, first);
                        _mm256_storeu_si256(gathered.as_mut_ptr().cast(), entries);
                    }
                }
                write_at += copied;
            }
            count += end - start;
        }
        let end = count.next_multiple_of(BUNDLE);
        self.gathered[count..end].fill(Pair::default());
        self.gathered[..end].as_chunks().0
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Frame, Weights8};
    use super::*;
    use crate::base::random::SplitMix64;

    /// Asserts that the entries of all cells stay within the limit and add up to the inputs.
    fn assert_gathers(size: &str, (inputs, outputs): (usize, usize), mut one: impl FnMut() -> u8) {
        let frame = Frame::of(size.parse().unwrap());
        let mut input = vec![0; frame.places() * inputs];
        input.fill_with(&mut one);
        let mut random = SplitMix64::new(9);
        let mut weights = vec![0; TAPS * inputs * outputs];
        weights.fill_with(|| (random.below(255) as u8).wrapping_sub(127).cast_signed());
        let weights = Weights8::new(inputs, outputs, &weights);
        let task = Task8 {
            frame,
            input: &input,
            weights: &weights,
        };
        let largest = &weights.regrouped().largest;
        let mut pairs = Pairs::default();
        // SAFETY: the caller has looked whether the instructions are there.
        unsafe { pairs.list(&task, largest) };
        for &cell in frame.cells() {
            // SAFETY: as above.
            let gathered = unsafe { pairs.gather(&task, cell) }.as_flattened();
            let mut found = vec![0; TAPS * inputs];
            for pair in gathered {
                let (bytes, offset) = (pair.inputs.to_le_bytes(), pair.offset as usize);
                assert_eq!(bytes[..2], bytes[2..]);
                let first = offset / outputs;
                assert_eq!((offset % outputs, first % 2), (0, 0));
                let bound: i32 = (0..2)
                    .map(|one| i32::from(bytes[one]) * i32::from(largest[(first + one) % inputs]))
                    .sum();
                assert!(bound <= i32::from(LIMIT), "{bound}");
                for one in 0..2 {
                    found[first + one] += bytes[one];
                }
            }
            let expected: Vec<u8> = frame
                .taps()
                .iter()
                .flat_map(|step| &input[cell.wrapping_add_signed(*step) * inputs..][..inputs])
                .copied()
                .collect();
            assert!(found == expected, "{size} {inputs} {cell}");
            let zeros = gathered.iter().filter(|pair| pair.inputs == 0);
            assert!(zeros.count() < BUNDLE);
        }
    }

    #[test]
    fn entries_add_up_to_the_inputs() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        let mut random = SplitMix64::new(7);
        let shapes = if cfg!(miri) {
            &[(4, 32), (16, 32)][..]
        } else {
            &[(4, 32), (16, 64), (12, 96), (96, 32), (64, 64)]
        };
        for &shape in shapes {
            let size = if cfg!(miri) { "2x1" } else { "5x4" };
            assert_gathers(size, shape, || {
                (random.below(128) as u8).saturating_sub(random.below(400) as u8)
            });
            assert_gathers(size, shape, || 127);
            assert_gathers(size, shape, || 0);
        }
        if !cfg!(miri) {
            assert_gathers("32", (4, 32), || random.below(128) as u8);
        }
    }

    #[test]
    fn pairs_become_few_entries() {
        const STEP: usize = if cfg!(miri) { 127 } else { 1 };
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        let mut pairs = Pairs {
            entries: vec![Pair::default(); (PARTS + 1) * GROUPS],
            ..Pairs::default()
        };
        let weights = [127, 126, 100, 86, 85, 64, 43, 1];
        for (first, second) in weights
            .iter()
            .flat_map(|&one| weights.map(|two| (one, two)))
        {
            let mut largest = [127; 16];
            largest[..2].copy_from_slice(&[first, second]);
            for one in (0..128).step_by(STEP) {
                for other in (0..128).step_by(STEP) {
                    // A second pair of the register may need quarters.
                    for beside in [0, 127] {
                        let mut bytes = [0; 16];
                        bytes[..4].copy_from_slice(&[one, other, beside, beside]);
                        let mut count = 0;
                        // SAFETY: the instructions are there.
                        unsafe {
                            let offsets = _mm256_setr_epi32(0, 1, 0, 0, 0, 0, 0, 0);
                            pairs.list_some(&mut count, &bytes, &largest, offsets);
                        }
                        let entries = &pairs.entries[..count];
                        let parts = entries.iter().filter(|entry| entry.offset == 0).count();
                        assert!(parts <= PARTS, "{one} {other} {first} {second} {beside}");
                        assert!(count - parts <= PARTS);
                    }
                }
            }
        }
    }
}
