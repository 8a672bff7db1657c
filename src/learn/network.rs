//! Training the weights of a network on games: gradient descent in batches (Adam, Kingma and Ba
//! 2015), with steps that get smaller.

use super::gradient::{Loss, TrainingSample, backward, loss};
use crate::analysis::{Analysis, AnalysisOptions};
use crate::board::{Cell, Colour, Position};
use crate::network::forward::CHANNELS;
use crate::network::{HIDDEN, Network, PLANES, Planes, SUMMARY};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

/// Samples of a batch.
const BATCH: usize = 64;

/// Parts of a batch that may run at once. Their sums are added in order, whichever ends first.
const PARTS: usize = 2;

/// The decay of the means of gradients and of their squares.
const DECAY: [f32; 2] = [0.9, 0.999];

/// The decay of weights.
const WEIGHT_DECAY: f32 = 0.05;

/// The samples in a game that this side won: its positions after the opening, up to the one that
/// its analysis decides.
pub fn training_samples<const W: usize>(
    game: &[Cell],
    start: Position<W>,
    opening: usize,
    looks: AnalysisOptions,
    winner: Colour,
) -> Vec<TrainingSample> {
    let mut look = Analysis::new(&start, looks);
    let mut found = Vec::new();
    for (number, &cell) in game.iter().enumerate() {
        let position = *look.position();
        if look.decided().is_some() || !position.empty().contains(cell) {
            break;
        }
        if number >= opening {
            let planes = Planes::new(&look, &look.resistance());
            if !planes.moves.is_empty() {
                found.push(TrainingSample {
                    played: planes.moves.iter().position(|&other| other == cell),
                    planes,
                    won: position.to_move() == winner,
                });
            }
        }
        look.play(cell);
    }
    found
}

/// A network in training.
pub struct Trainer {
    network: Network,
    /// The means of gradients, and of their squares.
    means: [Vec<f32>; 2],
    steps: i32,
    chance: StdRng,
}

impl Trainer {
    /// A network whose weights are drawn from a seed.
    pub fn new(seed: u64) -> Self {
        let mut chance = StdRng::seed_from_u64(seed);
        let mut network = Network::zero();
        let layout = network.layout.clone();
        let mut draw = |range: std::ops::Range<usize>, inputs: usize, spread: f32| {
            let bound = spread * (6.0 / inputs as f32).sqrt();
            for weight in &mut network.weights[range] {
                *weight = chance.random_range(-bound..bound);
            }
        };
        draw(layout.first, 7 * PLANES / 2, 1.0);
        for layer in layout.layers {
            draw(layer, 7 * CHANNELS, 0.5);
        }
        draw(layout.moves, CHANNELS, 0.3);
        draw(layout.hidden, SUMMARY, 0.5);
        draw(
            layout.chance.start..layout.chance.start + HIDDEN,
            HIDDEN,
            0.5,
        );
        let zeros = vec![0.0; network.weights.len()];
        Self {
            network,
            means: [zeros.clone(), zeros],
            steps: 0,
            chance,
        }
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Trains on all samples once, in a new order, each rotated or not; `rate` is the learning rate
    /// as a function of the share of the epoch that is done. Returns the mean loss before each step.
    pub fn epoch(&mut self, samples: &[TrainingSample], rate: impl Fn(f32) -> f32) -> Loss {
        let mut order: Vec<(usize, bool)> = (0..samples.len())
            .map(|place| (place, self.chance.random_bool(0.5)))
            .collect();
        order.shuffle(&mut self.chance);
        let mut all = Loss::default();
        let mut done = 0;
        for batch in order.chunks(BATCH) {
            let (gradient, loss) = self.gradient(samples, batch);
            let step = rate(done as f32 / order.len() as f32);
            self.step(&gradient, 1.0 / batch.len() as f32, step);
            all = all.with(loss);
            done += batch.len();
        }
        all.mean()
    }

    /// The gradient of a batch, and its loss.
    fn gradient(&self, samples: &[TrainingSample], batch: &[(usize, bool)]) -> (Vec<f32>, Loss) {
        let part = |part: &[(usize, bool)]| {
            let mut gradient = vec![0.0; self.network.weights.len()];
            let mut all = Loss::default();
            for &(place, turned) in part {
                let sample = &samples[place];
                all = all.with(if turned {
                    let sample = TrainingSample {
                        planes: sample.planes.turned(),
                        ..*sample
                    };
                    backward(&self.network, &sample, &mut gradient)
                } else {
                    backward(&self.network, sample, &mut gradient)
                });
            }
            (gradient, all)
        };
        let parts: Vec<(Vec<f32>, Loss)> = batch
            .par_chunks(batch.len().div_ceil(PARTS))
            .map(part)
            .collect();
        let mut parts = parts.into_iter();
        let (mut gradient, mut all) = parts.next().unwrap_or_default();
        for (other, loss) in parts {
            for (sum, number) in gradient.iter_mut().zip(other) {
                *sum += number;
            }
            all = all.with(loss);
        }
        (gradient, all)
    }

    /// Takes a step.
    fn step(&mut self, gradient: &[f32], scale: f32, rate: f32) {
        self.steps += 1;
        let ready = DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        let [first, second] = &mut self.means;
        let means = first.iter_mut().zip(second);
        let weights = self.network.weights.iter_mut().zip(means);
        for ((weight, (first, second)), &slope) in weights.zip(gradient) {
            let slope = slope * scale;
            *first += (1.0 - DECAY[0]) * (slope - *first);
            *second += (1.0 - DECAY[1]) * (slope * slope - *second);
            let move_by = (*first / ready[0]) / ((*second / ready[1]).sqrt() + 1e-8);
            *weight -= rate * (move_by + WEIGHT_DECAY * *weight);
        }
    }

    /// The mean loss of samples that are not trained on.
    pub fn test(&self, samples: &[TrainingSample]) -> Loss {
        let some = |part: &[TrainingSample]| {
            let losses = part.iter().map(|sample| loss(&self.network, sample));
            losses.fold(Loss::default(), Loss::with)
        };
        let half = samples.len().div_ceil(PARTS).max(1);
        let parts: Vec<Loss> = samples.par_chunks(half).map(some).collect();
        parts.into_iter().fold(Loss::default(), Loss::with).mean()
    }
}
