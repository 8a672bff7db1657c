//! The gradients of all weights, by backpropagation.

use super::loss::{Losses, TargetCounts, losses};
use crate::network::float::{Pooled, Tape, forward};
use crate::network::kernel::{HalfWeights, InstructionSet};
use crate::network::{Frame, Full, FullConvolution, TAPS, Weights};
use crate::train::self_play::Sample;

/// Sums of gradients over samples.
#[derive(Clone, Debug)]
pub struct Gradients {
    /// Of the weights of the convolutions.
    full: Full,
    /// Of the free weights; those of convolutions once they are folded.
    free: Vec<f32>,
}

/// The weights of each convolution, transposed: from its outputs to its inputs.
pub fn transposed(full: &Full) -> Full {
    let turn = |one: &FullConvolution| {
        let (inputs, outputs) = (one.inputs, one.bias.len());
        let mut turned = vec![0.0; one.weights.len()];
        for tap in 0..TAPS {
            let rows = &one.weights[tap * inputs * outputs..][..inputs * outputs];
            let turned = &mut turned[(TAPS - 1 - tap) * inputs * outputs..][..inputs * outputs];
            for (input, row) in rows.chunks(outputs).enumerate() {
                for (output, &weight) in row.iter().enumerate() {
                    turned[output * inputs + input] = weight;
                }
            }
        }
        FullConvolution {
            inputs: outputs,
            halves: one
                .halves
                .as_ref()
                .map(|_| HalfWeights::new(&turned, inputs)),
            weights: turned,
            bias: vec![0.0; inputs],
            pool: Vec::new(),
        }
    };
    // The first one reads planes, which need no gradients.
    Full {
        convolutions: full.convolutions[1..].iter().map(turn).collect(),
    }
}

/// A network with what its forward and backward passes need.
#[derive(Clone, Copy, Debug)]
pub struct TrainedNetwork<'a> {
    /// The kernel.
    pub set: InstructionSet,
    /// The free weights.
    pub weights: &'a Weights,
    /// All weights.
    pub full: &'a Full,
    /// From outputs back to inputs.
    pub transposed: &'a Full,
}

impl TrainedNetwork<'_> {
    /// The forward pass of a sample.
    pub fn forward(&self, sample: &Sample) -> Tape {
        forward(
            self.set,
            self.weights,
            self.full,
            (sample.frame, &sample.planes),
        )
    }
}

impl Gradients {
    /// Zero gradients.
    pub fn new(weights: &Weights, full: &Full) -> Self {
        Self {
            full: full.zeroed(),
            free: vec![0.0; weights.free.len()],
        }
    }

    /// Adds the gradients of a sample and returns its losses.
    pub fn add(
        &mut self,
        network: &TrainedNetwork,
        sample: &Sample,
        counts: TargetCounts,
    ) -> Losses {
        let tape = network.forward(sample);
        let (losses, heads, value) = losses(&tape, sample, counts);
        let features = self.heads(network, &tape, &heads, value);
        self.convolutions(network, &tape, &features);
        losses
    }

    /// The gradients of the free weights.
    pub fn folded(self, weights: &Weights) -> Vec<f32> {
        let Self { full, mut free } = self;
        full.fold(weights, &mut free);
        free
    }

    /// Through the heads: returns the gradients of the sums of the features.
    fn heads(
        &mut self,
        network: &TrainedNetwork,
        tape: &Tape,
        heads: &[Vec<f32>],
        value: f32,
    ) -> Vec<f32> {
        let (shape, layout) = (network.weights.shape(), network.weights.layout());
        let (channels, half) = (shape.channels(), shape.half());
        let features = &tape.inputs[shape.convolutions()];
        let mut gradients = vec![0.0; features.len()];
        for (head, head_gradients) in heads.iter().enumerate() {
            let weights = &network.weights.free[layout.heads[head].clone()];
            let sums = &mut self.free[layout.heads[head].clone()];
            for (&cell, &gradient) in tape.frame.cells().iter().zip(head_gradients) {
                if gradient == 0.0 {
                    continue;
                }
                let row = &features[cell * channels..][..channels];
                let gradients = &mut gradients[cell * channels..][..channels];
                for channel in 0..half {
                    sums[channel] += gradient * (row[channel] + row[channel + half]);
                    gradients[channel] += gradient * weights[channel];
                    gradients[channel + half] += gradient * weights[channel];
                }
            }
        }
        self.free[layout.owner_bias.start] += heads[3].iter().sum::<f32>();
        let pooled = self.value(network, tape, value);
        spread(
            tape.frame,
            &tape.pooled[shape.convolutions()],
            &pooled,
            &mut gradients,
        );
        without_negative(&mut gradients, features);
        gradients
    }

    /// Through the value: returns the gradients of the pooled features.
    fn value(&mut self, network: &TrainedNetwork, tape: &Tape, value: f32) -> Vec<f32> {
        let (shape, layout) = (network.weights.shape(), network.weights.layout());
        let (half, free) = (shape.half(), &network.weights.free);
        let [read, hidden] = &tape.hidden;
        let last = &free[layout.value.clone()];
        self.free[layout.value_bias.start] += value;
        let mut inner = vec![0.0; hidden.len()];
        for (unit, &number) in hidden.iter().enumerate() {
            self.free[layout.value.start + unit] += value * number;
            if number > 0.0 {
                inner[unit] = value * last[unit];
                self.free[layout.hidden_bias.start + unit] += inner[unit];
            }
        }
        let mut pooled = vec![0.0; 2 * shape.channels()];
        for (index, &number) in read.iter().enumerate() {
            let row = layout.hidden.start + index * hidden.len();
            let weights = &free[row..row + hidden.len()];
            let gradient: f32 = weights
                .iter()
                .zip(&inner)
                .map(|(weight, gradient)| weight * gradient)
                .sum();
            for (sum, gradient) in self.free[row..row + hidden.len()].iter_mut().zip(&inner) {
                *sum += number * gradient;
            }
            let (kind, channel) = (index / half, index % half);
            pooled[kind * 2 * half + channel] = gradient;
            pooled[kind * 2 * half + channel + half] = gradient;
        }
        pooled
    }

    /// Through all convolutions, from the gradients of the sums of the features.
    fn convolutions(&mut self, network: &TrainedNetwork, tape: &Tape, features: &[f32]) {
        let last = network.weights.shape().convolutions() - 1;
        let mut trunk = self.convolution(network, tape, last, features);
        without_negative(&mut trunk, &tape.inputs[last]);
        for second in (2..last).rev().step_by(2) {
            let mut inner = self.convolution(network, tape, second, &trunk);
            without_negative(&mut inner, &tape.inputs[second]);
            let first = second - 1;
            let mut added = self.convolution(network, tape, first, &inner);
            without_negative(&mut added, &tape.inputs[first]);
            for (trunk, added) in trunk.iter_mut().zip(&added) {
                *trunk += added;
            }
        }
        self.convolution(network, tape, 0, &trunk);
    }

    /// From the gradients of a convolution's sums to those of its input (none for the first).
    fn convolution(
        &mut self,
        network: &TrainedNetwork,
        tape: &Tape,
        index: usize,
        gradients: &[f32],
    ) -> Vec<f32> {
        let (one, sums) = (
            &network.full.convolutions[index],
            &mut self.full.convolutions[index],
        );
        let (frame, input) = (tape.frame, &tape.inputs[index]);
        let outputs = one.bias.len();
        one.add_gradients(network.set, frame, (input, gradients), &mut sums.weights);
        let mut bias = vec![0.0_f32; outputs];
        for &cell in frame.cells() {
            for (sum, gradient) in bias.iter_mut().zip(&gradients[cell * outputs..][..outputs]) {
                *sum += gradient;
            }
        }
        for (sum, gradient) in sums.bias.iter_mut().zip(&bias) {
            *sum += gradient;
        }
        if index == 0 {
            return Vec::new();
        }
        let mut back = vec![0.0; frame.places() * one.inputs];
        let turned = &network.transposed.convolutions[index - 1];
        turned.run(network.set, frame, gradients, &mut back);
        if !one.pool.is_empty() {
            let pooled = &tape.pooled[index];
            let rows = one.pool.chunks(outputs).zip(sums.pool.chunks_mut(outputs));
            let through = pooled
                .numbers
                .iter()
                .zip(rows)
                .map(|(number, (weights, sums))| {
                    for (sum, gradient) in sums.iter_mut().zip(&bias) {
                        *sum += number * gradient;
                    }
                    weights
                        .iter()
                        .zip(&bias)
                        .map(|(weight, gradient)| weight * gradient)
                        .sum()
                });
            let through: Vec<f32> = through.collect();
            spread(frame, pooled, &through, &mut back);
        }
        back
    }
}

/// Adds the gradients of means to all cells, and those of maxima to the cells of the maxima.
fn spread(frame: &Frame, pooled: &Pooled, gradients: &[f32], out: &mut [f32]) {
    let channels = gradients.len() / 2;
    let (means, most) = gradients.split_at(channels);
    let share = 1.0 / frame.cells().len() as f32;
    for &cell in frame.cells() {
        for (out, mean) in out[cell * channels..][..channels].iter_mut().zip(means) {
            *out += share * mean;
        }
    }
    for (channel, (&place, gradient)) in pooled.places.iter().zip(most).enumerate() {
        out[place * channels + channel] += gradient;
    }
}

/// The gradient is 0 where the activation is 0.
fn without_negative(gradients: &mut [f32], activations: &[f32]) {
    for (gradient, &activation) in gradients.iter_mut().zip(activations) {
        if activation <= 0.0 {
            *gradient = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::SplitMix64;
    use crate::hex::Cell;
    use crate::train::self_play::{Played, PlayedGame};

    fn game() -> PlayedGame {
        let played = |cell: usize, visits: &[(usize, u16)]| Played {
            cell: Cell::new(cell),
            value: 30_000,
            visits: visits
                .iter()
                .map(|&(cell, count)| (Cell::new(cell), count))
                .collect(),
        };
        let moves = vec![
            played(5, &[]),
            played(2, &[(2, 6), (6, 3), (9, 1)]),
            played(1, &[(1, 8), (9, 2)]),
            played(0, &[]),
            played(9, &[(9, 3)]),
        ];
        PlayedGame {
            size: "4x3".parse().unwrap(),
            seed: 1,
            moves,
        }
    }

    #[test]
    fn gradients_match_finite_differences() {
        let mut weights = Weights::random("32x2".parse().unwrap(), 5);
        let mut random = SplitMix64::new(2);
        // No sum may be at zero, where the activation is not differentiable.
        for weight in &mut weights.free {
            *weight += (0.05 * random.normal()) as f32;
        }
        let sample = Sample::new(&game(), 1, 0.5);
        for set in InstructionSet::all() {
            let loss = |weights: &Weights| {
                let full = Full::new(weights);
                let network = TrainedNetwork {
                    set,
                    weights,
                    full: &full,
                    transposed: &full,
                };
                losses(&network.forward(&sample), &sample, TargetCounts::default())
                    .0
                    .total()
            };
            let full = Full::new(&weights);
            let transposed = transposed(&full);
            let network = TrainedNetwork {
                set,
                weights: &weights,
                full: &full,
                transposed: &transposed,
            };
            let mut gradients = Gradients::new(&weights, &full);
            gradients.add(&network, &sample, TargetCounts::default());
            let gradients = gradients.folded(&weights);
            let layout = weights.layout();
            let mut ranges = layout.heads.to_vec();
            for one in &layout.convolutions {
                ranges.extend([one.weights.clone(), one.bias.clone()]);
                ranges.extend(one.pool.clone());
            }
            ranges.extend([layout.hidden.clone(), layout.hidden_bias.clone()]);
            ranges.extend([layout.value.clone(), layout.value_bias.clone()]);
            ranges.push(layout.owner_bias.clone());
            for range in ranges {
                // One place may be off if an activation reaches zero in between.
                let mut off = 0;
                for _ in 0..4 {
                    let place = range.start + random.below(range.len());
                    let mut changed = weights.clone();
                    let step = 1e-3;
                    changed.free[place] += step;
                    let more = loss(&changed);
                    changed.free[place] -= 2.0 * step;
                    let gradient = (more - loss(&changed)) / f64::from(2.0 * step);
                    let difference = (gradient - f64::from(gradients[place])).abs();
                    off += u32::from(difference > 2e-3 + 0.03 * gradient.abs());
                }
                assert!(off <= 1, "{range:?}");
            }
        }
    }

    /// 16-bit numbers change the gradients little.
    #[test]
    fn half_precision_gradients_point_the_same_way() {
        let weights = Weights::random("32x2".parse().unwrap(), 5);
        let sample = Sample::new(&game(), 1, 0.5);
        let set = InstructionSet::best();
        let gradients = |full: Full| {
            let transposed = transposed(&full);
            let network = TrainedNetwork {
                set,
                weights: &weights,
                full: &full,
                transposed: &transposed,
            };
            let mut gradients = Gradients::new(&weights, &full);
            gradients.add(&network, &sample, TargetCounts::default());
            gradients.folded(&weights)
        };
        let whole = gradients(Full::new(&weights));
        let halves = gradients(Full::new(&weights).in_halves());
        let product = |one: &[f32], other: &[f32]| -> f32 {
            one.iter().zip(other).map(|(one, other)| one * other).sum()
        };
        let cosine =
            product(&whole, &halves) / (product(&whole, &whole) * product(&halves, &halves)).sqrt();
        assert!(whole != halves && cosine > 0.999, "{cosine}");
    }
}
