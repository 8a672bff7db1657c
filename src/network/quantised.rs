//! The network in weights and activations of eight bits.
//!
//! The weights of each output are scaled so that the largest has 127; activations so that the
//! largest seen in training has. The trunk stays in 32 bits. Means are made of whole sums, and what
//! is added up in floating point is added in pairs of twins: so a position and the position turned
//! give the same bits.

use super::kernel::{Active, Aligned, Finish, InstructionSet, MOST, Task8, Weights8, convolve_8};
use super::packed::parts;
use super::{Frame, Full, FullConvolution, Shape, Weights};

/// A convolution in eight bits.
#[derive(Clone, Debug)]
struct QuantisedConvolution {
    weights: Weights8,
    scale: Vec<f32>,
    bias: Vec<f32>,
    pool: Vec<f32>,
    /// What a unit of what it reads stands for.
    step: f32,
    /// Units of what it writes for one.
    inverse: f32,
}

impl QuantisedConvolution {
    fn new(one: &FullConvolution, step: f32, range: f32) -> Self {
        let outputs = one.bias.len();
        let (most, weights) = parts(&one.weights, outputs);
        Self {
            weights: Weights8::new(one.inputs, outputs, &weights),
            scale: most.iter().map(|most| most / MOST * step).collect(),
            bias: one.bias.clone(),
            pool: one.pool.clone(),
            step,
            inverse: MOST / range,
        }
    }
}

/// A network in eight bits.
#[derive(Clone, Debug)]
pub struct Quantised {
    convolutions: Vec<QuantisedConvolution>,
    weights: Weights,
}

/// What the network makes of a position.
#[derive(Clone, Debug, Default)]
pub struct Activity {
    /// The planes of the position.
    pub planes: Vec<u8>,
    /// The features, with what is negative.
    pub features: Aligned<f32>,
    /// The mean of each pair of pooled features, then the maxima.
    pub summary: Vec<f32>,
    units: [Aligned<u8>; 2],
    trunk: Aligned<f32>,
    biases: Vec<f32>,
    active: Active,
}

impl Quantised {
    /// A number that differs from those of other networks.
    pub fn identity(&self) -> u64 {
        self.weights.identity()
    }

    /// The network of these weights.
    pub fn new(weights: &Weights) -> Self {
        let full = Full::new(weights);
        let ranges = &weights.ranges;
        let convolution = |(index, one): (usize, &FullConvolution)| {
            let step = match index {
                0 => weights.shape().input().step(),
                _ => ranges[index - 1] / MOST,
            };
            QuantisedConvolution::new(one, step, ranges[index])
        };
        Self {
            convolutions: full
                .convolutions
                .iter()
                .enumerate()
                .map(convolution)
                .collect(),
            weights: weights.clone(),
        }
    }

    /// The weights that it is made of.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Its size.
    pub fn shape(&self) -> Shape {
        self.weights.shape()
    }

    /// Runs the network on the planes of a position.
    pub fn forward(&self, set: InstructionSet, frame: &Frame, activity: &mut Activity) {
        let channels = self.shape().channels();
        let length = frame.places() * channels;
        let Activity {
            planes,
            features,
            summary,
            units: [read, written],
            trunk,
            biases,
            active,
        } = activity;
        assert_eq!(planes.len(), frame.places() * self.shape().input().planes());
        for numbers in [&mut *trunk, &mut *features] {
            numbers.clear_to(length);
        }
        for units in [&mut *read, &mut *written] {
            units.clear_to(length);
        }
        let last = self.convolutions.len() - 1;
        for (index, one) in self.convolutions.iter().enumerate() {
            biases.clone_from(&one.bias);
            if !one.pool.is_empty() {
                let pooled = pooled(frame, channels, read, one.step);
                add_pooled(&one.pool, &pooled, biases);
            }
            let mut finish = Finish {
                scale: &one.scale,
                bias: biases,
                trunk: match index {
                    _ if index == last => Some(&mut *features),
                    _ if index.is_multiple_of(2) => Some(&mut *trunk),
                    _ => None,
                },
                inverse: one.inverse,
                out: written,
            };
            let task = Task8 {
                frame,
                input: if index == 0 { planes } else { read },
                weights: &one.weights,
            };
            convolve_8(set, &task, active, &mut finish);
            std::mem::swap(read, written);
        }
        let step = self.weights.ranges[last] / MOST;
        let pooled = pooled(frame, channels, read, step);
        let half = channels / 2;
        summary.clear();
        for numbers in pooled.chunks(channels) {
            summary.extend((0..half).map(|channel| numbers[channel] + numbers[channel + half]));
        }
    }
}

/// The mean of each channel, then its maximum.
fn pooled(frame: &Frame, channels: usize, units: &[u8], step: f32) -> Vec<f32> {
    /// So many units are added up in sixteen bits.
    const AT_ONCE: usize = 512;
    const { assert!(AT_ONCE as f32 * MOST < u16::MAX as f32) };
    let mut sums = vec![0_f32; channels];
    let mut most = vec![0_u8; channels];
    for cells in frame.cells().chunks(AT_ONCE) {
        let mut part = vec![0_u16; channels];
        for &cell in cells {
            let row = &units[cell * channels..][..channels];
            for ((sum, most), &unit) in part.iter_mut().zip(&mut most).zip(row) {
                *sum += u16::from(unit);
                *most = unit.max(*most);
            }
        }
        for (sum, part) in sums.iter_mut().zip(part) {
            *sum += f32::from(part);
        }
    }
    let share = step / frame.cells().len() as f32;
    let means = sums.iter().map(|&sum| sum * share);
    means
        .chain(most.iter().map(|&most| f32::from(most) * step))
        .collect()
}

/// Adds what the matrices make of the pooled numbers, each channel with its twin.
fn add_pooled(pool: &[f32], pooled: &[f32], biases: &mut [f32]) {
    let channels = biases.len();
    let half = channels / 2;
    for (numbers, rows) in pooled
        .chunks(channels)
        .zip(pool.chunks(channels * channels))
    {
        for input in 0..half {
            let (one, twin) = (numbers[input], numbers[input + half]);
            let ones = &rows[input * channels..][..channels];
            let twins = &rows[(input + half) * channels..][..channels];
            for ((bias, first), second) in biases.iter_mut().zip(ones).zip(twins) {
                *bias += one * first + twin * second;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::SplitMix64;
    use crate::network::Evaluator;
    use std::sync::Arc;

    /// Whether packing the weights changes nothing of the network.
    fn assert_packs(weights: &Weights) {
        let packed = weights.packed();
        let read = Weights::read(&packed).unwrap();
        let [before, after] = [weights, &read].map(Quantised::new);
        let numbers = |one: &QuantisedConvolution| {
            let numbers = [&one.scale, &one.bias, &one.pool].map(Vec::as_slice);
            let numbers = [&[one.step, one.inverse], &numbers.concat()[..]].concat();
            numbers.into_iter().map(f32::to_bits).collect::<Vec<_>>()
        };
        for (before, after) in before.convolutions.iter().zip(&after.convolutions) {
            assert!(before.weights.bytes() == after.weights.bytes());
            assert!(numbers(before) == numbers(after));
        }
        let first = weights.layout().heads[0].start;
        assert_eq!(weights.free[first..], read.free[first..]);
        assert_eq!(weights.ranges, read.ranges);
        assert!(read.packed() == packed);

        let mut random = SplitMix64::new(7);
        let mut evaluators = [before, after].map(|one| Evaluator::new(Arc::new(one)));
        for size in ["3", "5x8", "11", "13"] {
            let frame = Frame::of(size.parse().unwrap());
            let count = weights.shape().input().planes();
            let mut planes = vec![0; frame.places() * count];
            for &cell in frame.cells() {
                planes[cell * count..][..count].fill_with(|| random.below(128) as u8);
            }
            let cells: Vec<usize> = (0..frame.cells().len()).collect();
            let [before, after] = evaluators
                .each_mut()
                .map(|one| one.logits(frame, &planes, &cells));
            assert_eq!(before, after);
        }
    }

    #[test]
    fn packed_weights_make_the_same_network() {
        let shipped = [
            Quantised::shipped(),
            Quantised::shipped_for_analyses(),
            Quantised::shipped_for_solver(),
        ];
        for shipped in shipped {
            assert_packs(shipped.weights());
        }
        for (seed, shape) in ["32x1", "64x3", "32x4+quick", "96x2+thorough"]
            .iter()
            .enumerate()
        {
            let mut weights = Weights::random(shape.parse().unwrap(), seed as u64);
            assert_packs(&weights);
            // Outputs without weights, and with very small and very large ones.
            let half = weights.shape().half();
            for (one, factor) in [0.0, 1e-42, f32::MIN_POSITIVE, 1e-20, 1e36]
                .iter()
                .enumerate()
            {
                for index in 0..weights.shape().convolutions() {
                    let range = weights.layout().convolutions[index].weights.clone();
                    for row in weights.free[range].chunks_mut(half) {
                        row[one] *= factor;
                    }
                }
            }
            assert_packs(&weights);
        }
    }
}
