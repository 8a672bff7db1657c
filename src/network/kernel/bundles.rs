//! Weights of eight bits for a machine without an instruction that adds products to sums of 32
//! bits.
//!
//! It adds up two products in 16 bits, which no activations can make too large, and widening such a
//! sum takes two instructions more. So the sums of several groups of four inputs are added up
//! before that, as many as stay within 16 bits whatever the activations are: with large weights one
//! group alone, with small ones many. Which groups go together is free, as the sum of all is the
//! same; so they are packed like goods into boxes, the largest weights first.

use super::{TAPS, Weights8};

/// Outputs whose sums are kept side by side.
pub(super) const SPAN: usize = 16;
/// The most groups in a bundle. With the shipped weights the instructions that multiply are 64% of
/// those without bundles; with 5 or 6 they would be 63%.
pub(super) const MOST_GROUPS: usize = 4;

/// The largest activation.
const LARGEST: i32 = 127;
/// Sums of two products that a span has.
const PAIRS: usize = 2 * SPAN;

/// The groups of four inputs by which a span of outputs is summed, bundle after bundle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Span {
    /// Of each group the tap and the first of its inputs.
    pub groups: Vec<(usize, usize)>,
    /// Four weights for each group and output.
    pub weights: Vec<i8>,
    /// How many bundles have so many groups: the largest ones are the first.
    pub bundles: [usize; MOST_GROUPS + 1],
}

/// The most and the least that each pair of products comes to.
#[derive(Clone, Copy, Debug)]
struct Extremes([[i32; 2]; PAIRS]);

impl Extremes {
    /// With these weights.
    fn of(weights: &[i8]) -> Self {
        let (pairs, _) = weights.as_chunks::<2>();
        Self(std::array::from_fn(|pair| {
            let products = pairs[pair].map(|weight| i32::from(weight) * LARGEST);
            let above = products.iter().map(|&product| product.max(0)).sum();
            let below = products.iter().map(|&product| product.min(0)).sum();
            [above, below]
        }))
    }

    /// Both together.
    fn plus(mut self, other: &Self) -> Self {
        for (one, other) in self.0.iter_mut().zip(&other.0) {
            one[0] += other[0];
            one[1] += other[1];
        }
        self
    }

    /// Whether they are within 16 bits.
    fn fit(&self) -> bool {
        let [least, most] = [i16::MIN, i16::MAX].map(i32::from);
        self.0
            .iter()
            .all(|&[above, below]| above <= most && below >= least)
    }

    /// The largest one.
    fn largest(&self) -> i32 {
        let all = self.0.as_flattened().iter();
        all.map(|number| number.abs()).max().unwrap_or(0)
    }
}

impl Span {
    /// The outputs from this one on.
    pub fn new(all: &Weights8, first: usize) -> Self {
        let (inputs, outputs) = (all.inputs(), all.outputs());
        let groups = TAPS * inputs / 4;
        let of = |group: usize| &all.bytes()[4 * (group * outputs + first)..][..4 * SPAN];
        let mut left: Vec<(usize, Extremes)> = (0..groups)
            .map(|group| (group, Extremes::of(of(group))))
            .collect();
        left.sort_by_key(|(_, extremes)| std::cmp::Reverse(extremes.largest()));
        let mut bundles: Vec<Vec<usize>> = Vec::new();
        while !left.is_empty() {
            let (group, mut filled) = left.remove(0);
            let mut bundle = vec![group];
            while bundle.len() < MOST_GROUPS {
                let fitting = left.iter().position(|(_, one)| filled.plus(one).fit());
                let Some(fitting) = fitting else {
                    break;
                };
                let (group, extremes) = left.remove(fitting);
                filled = filled.plus(&extremes);
                bundle.push(group);
            }
            bundles.push(bundle);
        }
        bundles.sort_by_key(|bundle| std::cmp::Reverse(bundle.len()));
        let mut counts = [0; MOST_GROUPS + 1];
        for bundle in &bundles {
            counts[bundle.len()] += 1;
        }
        let order = bundles.concat();
        let place = |&group: &usize| (4 * group / inputs, 4 * group % inputs);
        Self {
            groups: order.iter().map(place).collect(),
            weights: order.iter().flat_map(|&group| of(group)).copied().collect(),
            bundles: counts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::SplitMix64;

    const INPUTS: usize = 16;
    const GROUPS: usize = TAPS * INPUTS / 4;

    /// The spans of a convolution whose weights depend on row and output.
    fn spans(mut weight: impl FnMut(usize, usize) -> i8) -> Vec<Span> {
        let mut weights = Vec::new();
        for row in 0..TAPS * INPUTS {
            weights.extend((0..32).map(|output| weight(row, output)));
        }
        let all = Weights8::new(INPUTS, 32, &weights);
        all.spans().to_vec()
    }

    #[test]
    fn bundles_are_as_large_as_weights_allow() {
        let bundles = |weight: i8| spans(|_, _| weight)[0].bundles;
        assert_eq!(bundles(127), [0, GROUPS, 0, 0, 0]);
        // 258 times 127 is the most.
        assert_eq!(bundles(65), [0, GROUPS, 0, 0, 0]);
        assert_eq!(bundles(64), [0, 0, GROUPS / 2, 0, 0]);
        assert_eq!(bundles(-33), [0, 1, 0, GROUPS / 3, 0]);
        assert_eq!(bundles(-32), [0, 0, 0, 0, GROUPS / 4]);
        // What is above 0 does not make up for what is below: activations may be 0.
        let signs = spans(|row, _| if row % 2 == 0 { 86 } else { -86 });
        assert_eq!(signs[0].bundles, [0, 1, 0, GROUPS / 3, 0]);
        // One output alone matters to its span, and to no other.
        let uneven = spans(|_, output| if output == 16 { 127 } else { 1 });
        assert_eq!(uneven[0].bundles, [0, 0, 0, 0, GROUPS / 4]);
        assert_eq!(uneven[1].bundles, [0, GROUPS, 0, 0, 0]);
        // Large and small weights go together.
        let mixed = spans(|row, _| if row < 4 * GROUPS / 4 { 90 } else { 13 });
        assert_eq!(mixed[0].bundles, [0, 0, 0, 0, GROUPS / 4]);
    }

    #[test]
    fn bundles_hold_every_group_once_and_fit() {
        let mut random = SplitMix64::new(8);
        let spread = |random: &mut SplitMix64| (random.normal() * 35.0).clamp(-127.0, 127.0) as i8;
        let all = spans(|_, _| spread(&mut random));
        for span in &all {
            let mut groups = span.groups.clone();
            groups.sort_unstable();
            let every = (0..TAPS).flat_map(|tap| {
                let firsts = (0..INPUTS).step_by(4);
                firsts.map(move |first| (tap, first))
            });
            assert_eq!(groups, every.collect::<Vec<_>>());
            let mut rest = span.weights.as_slice();
            for size in (1..=MOST_GROUPS).rev() {
                for _ in 0..span.bundles[size] {
                    let (bundle, others) = rest.split_at(4 * SPAN * size);
                    let sums = bundle.chunks(4 * SPAN).map(Extremes::of);
                    let sums = sums.reduce(|one, other| one.plus(&other)).unwrap();
                    assert!(sums.fit());
                    rest = others;
                }
            }
            assert!(rest.is_empty());
            assert!(span.bundles[MOST_GROUPS] > GROUPS / 8, "{:?}", span.bundles);
        }
    }
}
