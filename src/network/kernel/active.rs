//! The inputs of a convolution that are not zero, for kernels that skip the others.
//!
//! Four of five activations of the shipped network are zero. So a kernel goes through a list of
//! entries: each is a group of `K` inputs of a place that are not all zero (half of the groups of
//! four, a third of the pairs; AVX2 lists these in its own way, see `pairs_avx2`). The lists of all
//! places lie one after the other, so that those of neighbours in a row are one list, and the seven
//! taps of a cell are three runs of entries ([`RUNS`]).
//!
//! An entry of place p has the offset of its weights as if p were the number of its tap. Within a
//! run the taps are numbered as the places are, so that the offset of the first place is all that
//! the kernel subtracts.
//!
//! Listing takes a few instructions for each group of inputs, once for all taps and outputs.

#![cfg_attr(
    not(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_feature = "simd128"
    )),
    allow(dead_code, reason = "the portable kernel lists nothing")
)]

use super::Task8;
#[cfg(target_arch = "x86_64")]
use super::pairs_avx2::Pairs;
use std::ops::Range;

/// The first tap of each run, and how many there are.
pub(super) const RUNS: [(usize, usize); 3] = [(0, 2), (2, 3), (5, 2)];

/// Entries whose products are added up in 16 bits if those of a whole run do not fit: of more, too
/// many bundles do not fit either.
#[cfg(target_arch = "aarch64")]
pub(super) const BUNDLE: usize = 6;

/// The largest sum of 16 bits.
#[cfg(target_arch = "aarch64")]
const LARGEST_SUM: u32 = i16::MAX as u32;

/// Numbers behind the last entry that may be written.
pub(super) const SPARE: usize = 8;

/// The lists of all places.
#[derive(Clone, Debug, Default)]
pub struct Active {
    /// The first entry of each place, and where the last list ends.
    pub(super) starts: Vec<u32>,
    /// The inputs of each entry, repeated to four bytes.
    pub(super) values: Vec<u32>,
    /// The offset of the weights of each entry.
    pub(super) offsets: Vec<u32>,
    /// For NEON, the bounds of all entries before each one, and of all.
    pub(super) bounds: Vec<u32>,
    /// What AVX2 lists instead.
    #[cfg(target_arch = "x86_64")]
    pub(super) pairs: Pairs,
}

impl Active {
    /// Makes space for the groups of `K` inputs, and removes all lists.
    pub(super) fn clear<const K: usize>(&mut self, task: &Task8) {
        let places = task.frame.places();
        let weights = places * task.weights.inputs() * task.weights.outputs();
        assert!(u32::try_from(weights).is_ok(), "offsets have 32 bits");
        let most = places * (task.weights.inputs() / K) + SPARE;
        for numbers in [&mut self.values, &mut self.offsets, &mut self.bounds] {
            if numbers.len() < most {
                numbers.resize(most, 0);
            }
        }
        self.starts.clear();
    }

    /// Replaces the bounds of so many entries by those of all entries before each, so that a
    /// subtraction gives the bound of any entries in a row.
    #[cfg(any(test, target_arch = "aarch64", target_feature = "simd128"))]
    pub(super) fn add_bounds(&mut self, entries: usize) {
        let mut sum = 0_u32;
        for bound in &mut self.bounds[..=entries] {
            sum = sum.wrapping_add(std::mem::replace(bound, sum));
        }
    }

    /// Lists the groups of `K` inputs; with the largest weights of each input, a bound of each entry.
    #[cfg(any(test, target_arch = "aarch64", target_feature = "simd128"))]
    pub(super) fn list<const K: usize>(&mut self, task: &Task8, largest: &[i8]) {
        self.clear::<K>(task);
        let (inputs, outputs) = (task.weights.inputs(), task.weights.outputs());
        let (largest, _) = largest.as_chunks::<K>();
        let mut count = 0;
        let rows = task.input.chunks_exact(inputs).take(task.frame.places());
        for (place, row) in rows.enumerate() {
            self.starts.push(count as u32);
            let (groups, _) = row.as_chunks::<K>();
            for (index, group) in groups.iter().enumerate() {
                // An entry of zeros is written over by the next one.
                self.values[count] =
                    u32::from_le_bytes(std::array::from_fn(|byte| group[byte % K]));
                self.offsets[count] = ((place * inputs + K * index) * outputs) as u32;
                if let Some(largest) = largest.get(index) {
                    let products = group.iter().zip(largest);
                    let products = products
                        .map(|(&one, &other)| u32::from(one) * u32::from(other.unsigned_abs()));
                    self.bounds[count] = products.sum();
                }
                count += usize::from(*group != [0; K]);
            }
        }
        self.starts.push(count as u32);
        self.add_bounds(count);
    }

    /// The entries of so many places in a row.
    #[inline]
    pub(super) fn run(&self, place: usize, count: usize) -> Range<usize> {
        self.starts[place] as usize..self.starts[place + count] as usize
    }

    /// How many entries of a run, from its first on, have a sum of products within 16 bits: all, a
    /// bundle, or one.
    #[cfg(target_arch = "aarch64")]
    #[inline]
    pub(super) fn fitting(&self, run: &Range<usize>) -> usize {
        let bounds = &self.bounds[run.start..=run.end];
        let fit = |count: usize| bounds[count].wrapping_sub(bounds[0]) <= LARGEST_SUM;
        if fit(run.len()) {
            run.len()
        } else if run.len() > BUNDLE && fit(BUNDLE) {
            BUNDLE
        } else {
            1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Frame, TAPS, Weights8};
    use super::*;

    #[test]
    fn runs_are_all_taps_and_their_places_are_neighbours() {
        let taps: Vec<usize> = RUNS
            .iter()
            .flat_map(|&(tap, count)| tap..tap + count)
            .collect();
        assert_eq!(taps, (0..TAPS).collect::<Vec<_>>());
        let size = "5x4".parse().unwrap();
        for frame in [Frame::of(size), &Frame::stack(size, 2)] {
            for &cell in frame.cells() {
                for (tap, count) in RUNS {
                    for next in 0..count {
                        assert_eq!(frame.tap(cell, tap + next), frame.tap(cell, tap) + next);
                    }
                }
            }
        }
    }

    #[test]
    fn lists_are_the_inputs_and_bounds_their_products() {
        const INPUTS: usize = 16;
        let frame = Frame::of("3x2".parse().unwrap());
        let input: Vec<u8> = (0..frame.places() * INPUTS)
            .map(|index| {
                if index % 3 == 0 {
                    (index % 128) as u8
                } else {
                    0
                }
            })
            .collect();
        let weights = Weights8::new(INPUTS, 32, &[1; TAPS * INPUTS * 32]);
        let task = Task8 {
            frame,
            input: &input,
            weights: &weights,
        };
        let largest: Vec<i8> = (1..=INPUTS as i8).collect();
        let mut active = Active::default();
        active.list::<2>(&task, &largest);
        let mut found = vec![0; input.len()];
        for place in 0..frame.places() {
            for entry in active.run(place, 1) {
                let bytes = active.values[entry].to_le_bytes();
                let first = active.offsets[entry] as usize / 32;
                assert_eq!(first / INPUTS, place);
                found[first..first + 2].copy_from_slice(&bytes[..2]);
                let bound = (0..2).map(|one| {
                    u32::from(bytes[one])
                        * u32::from(largest[(first + one) % INPUTS].unsigned_abs())
                });
                let bounds = &active.bounds[entry..];
                assert_eq!(bounds[1] - bounds[0], bound.sum::<u32>());
                assert_ne!(bytes, [0; 4]);
            }
        }
        assert_eq!(found, input);
    }
}
