//! The gradients of all weights, by backpropagation.

use super::loss::{Losses, TargetCounts, losses};
use super::passes::{PassBack, Passed, through_head, through_pool, through_value};
use super::sparsity::Sparsity;
use crate::network::float::{self, FloatNetwork, Pooled, Record, Tape};
use crate::network::kernel::{CHANNELS, Row, Whole};
use crate::network::{Full, Weights};
use crate::train::self_play::Sample;
use std::mem::swap;

/// Sums of gradients over samples, and the memory in which they are computed.
#[derive(Debug)]
pub struct Gradients<R: Row> {
    /// Of the weights of the convolutions.
    full: Full,
    /// Of the free weights; those of convolutions once they are folded.
    free: Vec<f32>,
    record: Record<R>,
    passed: Passed<R>,
}

/// A network with what its forward and backward passes need.
#[derive(Debug)]
pub struct TrainedNetwork<'a, R: Row> {
    /// The network.
    pub network: FloatNetwork<'a, R>,
    /// From the outputs back to the inputs of each convolution but the first, which reads planes.
    pub transposed: Vec<R::Weights>,
}

impl<'a, R: Row> From<FloatNetwork<'a, R>> for TrainedNetwork<'a, R> {
    fn from(network: FloatNetwork<'a, R>) -> Self {
        Self {
            transposed: network.transposed(),
            network,
        }
    }
}

/// Divides samples into those that are run at once: of one size, and not too many for the caches.
pub fn stacks<R: Row>(samples: &[Sample]) -> impl Iterator<Item = &[Sample]> {
    let of_one_size = samples.chunk_by(|one, other| one.frame.size() == other.frame.size());
    of_one_size.flat_map(|samples| {
        let most = (R::PLACES / samples[0].frame.places()).max(1);
        samples.chunks(samples.len().div_ceil(samples.len().div_ceil(most)))
    })
}

/// Runs a network on samples of one size.
pub fn forward<R: Row>(
    network: &FloatNetwork<R>,
    samples: &[Sample],
    record: &mut Record<R>,
) -> Vec<Tape> {
    let boards = samples
        .iter()
        .map(|sample| (sample.frame, &sample.planes[..]));
    network.forward(&boards.collect::<Vec<_>>(), record)
}

impl<R: Row> Gradients<R> {
    /// Zero gradients.
    pub fn new(network: &FloatNetwork<R>) -> Self {
        Self {
            full: network.full.zeroed(),
            free: vec![0.0; network.weights.free.len()],
            record: Record::default(),
            passed: Passed::default(),
        }
    }

    /// Makes them 0.
    pub fn clear(&mut self) {
        self.full.clear();
        self.free.fill(0.0);
    }

    /// Adds the gradients of samples of one size, with this weight of the activations that are not
    /// zero, and returns their losses without that.
    pub fn add(
        &mut self,
        network: &TrainedNetwork<R>,
        samples: &[Sample],
        counts: TargetCounts,
        sparsity: f32,
    ) -> Losses {
        let tapes = forward(&network.network, samples, &mut self.record);
        self.passed.begin(&self.record, network.network.rows());
        let mut all = Losses::default();
        for (board, (tape, sample)) in tapes.iter().zip(samples).enumerate() {
            let (losses, heads, value) = losses(tape, sample, counts);
            all = all.plus(losses);
            self.heads(&network.network, (board, tape), &heads, value);
        }
        self.convolutions(network, samples, sparsity);
        all
    }

    /// The gradients of the free weights.
    pub fn folded(&self, weights: &Weights) -> Vec<f32> {
        let mut free = self.free.clone();
        self.full.fold(weights, &mut free);
        free
    }

    /// Through the heads of a board, to the gradients of the sums of the features.
    fn heads(
        &mut self,
        network: &FloatNetwork<R>,
        (board, tape): (usize, &Tape),
        heads: &[Vec<f32>],
        value: f32,
    ) {
        let layout = network.weights.layout();
        let last = self.record.inputs.len() - 1;
        let cells = self.record.frame.boards().nth(board).unwrap_or_default();
        let mut features = vec![Whole::default(); cells.len() * network.rows()];
        for (head, gradients) in heads.iter().enumerate() {
            let weights = &network.weights.free[layout.heads[head].clone()];
            let sums = &mut self.free[layout.heads[head].clone()];
            let (pairs, features) = (&tape.pairs[..], &mut features[..]);
            let gradients = &gradients[..];
            let set = network.set;
            set.run(through_head, (gradients, weights, sums, pairs, features));
        }
        self.free[layout.owner_bias.start] += heads[3].iter().sum::<f32>();
        let free = &mut self.free;
        let pooled = network
            .set
            .run(through_value, (network.weights, tape, value, free));
        let seen = &self.record.pooled[last][board];
        let inputs = &self.record.inputs[last];
        let passed = &mut self.passed;
        network.set.run(
            Passed::features,
            (
                passed,
                board,
                cells,
                inputs,
                seen,
                &pooled[..],
                &mut features[..],
            ),
        );
    }

    /// Through all convolutions, from the gradients of the sums of the features.
    fn convolutions(&mut self, network: &TrainedNetwork<R>, samples: &[Sample], sparsity: f32) {
        let FloatNetwork { set, weights, .. } = network.network;
        let last = weights.shape().convolutions() - 1;
        for index in (1..=last).rev() {
            // The input of the features, and those of the first convolutions of blocks, are the
            // trunk.
            self.convolution(network, index, !index.is_multiple_of(2), sparsity);
        }
        let sums = &mut self.full.convolutions[0];
        self.passed.add_biases(sums);
        let step = weights.shape().input().step();
        for (cells, sample) in self.record.frame.boards().zip(samples) {
            let board = (sample.frame, &sample.planes[..]);
            let gradients = (cells, &self.passed.trunk[..]);
            set.run(float::add_gradients, (board, step, gradients, &mut *sums));
        }
    }

    /// From the gradients of a convolution's sums to those of the sums from which its input came.
    fn convolution(
        &mut self,
        network: &TrainedNetwork<R>,
        index: usize,
        adds: bool,
        sparsity: f32,
    ) {
        let set = network.network.set;
        let weights = network.network.weights;
        let one = &network.network.full.convolutions[index];
        let sums = &mut self.full.convolutions[index];
        let Record {
            frame,
            boards,
            inputs,
            pooled,
            scratch,
            ..
        } = &mut self.record;
        let (input, pooled) = (&inputs[index - 1], &pooled[index - 1]);
        let cells = frame.size().cells();
        let passed = &mut self.passed;
        R::correlate(set, frame, input, &passed.rows, scratch, &mut sums.weights);
        passed.add_biases(sums);
        let pooled: Vec<(&Pooled, Vec<f32>)> = pooled
            .iter()
            .zip(passed.biases.chunks_exact(one.bias.len() / CHANNELS))
            .map(|(pooled, biases)| {
                (
                    pooled,
                    set.run(
                        through_pool,
                        (one, pooled, biases.as_flattened(), &mut *sums),
                    ),
                )
            })
            .collect();
        let rows = one.inputs / CHANNELS;
        let share = 1.0 / cells as f32;
        let shares: Vec<Whole> = pooled
            .iter()
            .flat_map(|(_, gradients)| {
                let (means, _) = gradients[..one.inputs].as_chunks::<CHANNELS>();
                means.iter().map(|means| means.map(|mean| share * mean))
            })
            .collect();
        passed.biases.fill(Whole::default());
        let mut then = PassBack {
            sparsity: Sparsity::new(weights, index, cells, sparsity),
            boards,
            rows,
            shares: &shares,
            activations: input,
            trunk: adds.then_some(&mut passed.trunk),
            out: &mut passed.next,
            biases: &mut passed.biases,
        };
        let packed = &network.network.packed[index - 1];
        let weights = (packed, &network.transposed[index - 1], one.inputs);
        let rows = (&passed.rows[..], &input[..]);
        R::convolve_back(set, frame, rows, weights, scratch, &mut then);
        for (board, (pooled, gradients)) in pooled.iter().enumerate() {
            for (channel, (&place, &gradient)) in pooled
                .places
                .iter()
                .zip(&gradients[one.inputs..])
                .enumerate()
            {
                then.add(board, place as usize, channel, gradient);
            }
        }
        swap(&mut passed.rows, &mut passed.next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::SplitMix64;
    use crate::hex::Cell;
    use crate::network::kernel::{Halves, InstructionSet};
    use crate::train::self_play::{Played, PlayedGame, ValueTarget};

    const SPARSITY: f32 = 0.7;
    const HALF: ValueTarget = ValueTarget {
        searched: 0.5,
        later: 1.0,
    };

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
        let samples = [1, 3].map(|index| Sample::new(&game(), index, HALF));
        for set in InstructionSet::all() {
            let mut record = Record::default();
            let mut loss = |weights: &Weights| {
                let network = FloatNetwork::<Whole>::new(set, weights);
                let tapes = forward(&network, &samples, &mut record);
                let all = tapes.iter().zip(&samples);
                let read = 1..weights.shape().convolutions();
                let sparsity = read.map(|index| {
                    let one = Sparsity::new(weights, index, samples[0].owners.len(), SPARSITY);
                    one.loss(record.numbers(index))
                });
                all.map(|(tape, sample)| losses(tape, sample, TargetCounts::default()).0.total())
                    .chain(sparsity)
                    .sum::<f64>()
            };
            let network = TrainedNetwork::<Whole>::from(FloatNetwork::new(set, &weights));
            let mut gradients = Gradients::new(&network.network);
            gradients.add(&network, &samples, TargetCounts::default(), SPARSITY);
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

    fn gradients<R: Row>(weights: &Weights, samples: &[Sample]) -> Vec<f32> {
        let network = FloatNetwork::<R>::new(InstructionSet::best(), weights);
        let network = TrainedNetwork::from(network);
        let mut gradients = Gradients::new(&network.network);
        gradients.add(&network, samples, TargetCounts::default(), 0.0);
        gradients.folded(weights)
    }

    /// Gradients are sums over samples, whatever was computed before in the same memory.
    #[test]
    fn samples_are_added_one_by_one_or_together() {
        let weights = Weights::random("32x2".parse().unwrap(), 5);
        let samples = [1, 3, 1].map(|index| Sample::new(&game(), index, HALF));
        let together = gradients::<Whole>(&weights, &samples);
        let network = FloatNetwork::<Whole>::new(InstructionSet::best(), &weights);
        let network = TrainedNetwork::from(network);
        let mut one_by_one = Gradients::new(&network.network);
        one_by_one.add(
            &network,
            &[Sample::new(&game(), 2, HALF)],
            TargetCounts::default(),
            0.0,
        );
        one_by_one.clear();
        for sample in samples.chunks(1) {
            one_by_one.add(&network, sample, TargetCounts::default(), 0.0);
        }
        for (one, other) in together.iter().zip(one_by_one.folded(&weights)) {
            assert!((one - other).abs() < 1e-4, "{one} {other}");
        }
    }

    /// 16-bit numbers change the gradients little.
    #[test]
    fn half_precision_gradients_point_the_same_way() {
        let weights = Weights::random("32x2".parse().unwrap(), 5);
        let samples = [1, 3].map(|index| Sample::new(&game(), index, HALF));
        let whole = gradients::<Whole>(&weights, &samples);
        let halves = gradients::<Halves>(&weights, &samples);
        let product = |one: &[f32], other: &[f32]| -> f32 {
            one.iter().zip(other).map(|(one, other)| one * other).sum()
        };
        let cosine =
            product(&whole, &halves) / (product(&whole, &whole) * product(&halves, &halves)).sqrt();
        assert!(whole != halves && cosine > 0.999, "{cosine}");
    }
}
