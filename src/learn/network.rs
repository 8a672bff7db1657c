//! Learning the weights of a network from games: steps down the slope of its error on some lessons
//! at a time (Adam, Kingma and Ba 2015), the longer the smaller.

use super::gradient::{Lesson, Loss, backward, loss};
use crate::analysis::{Analysis, AnalysisOptions};
use crate::board::{Cell, Colour, Position};
use crate::network::forward::CHANNELS;
use crate::network::{HIDDEN, Network, PLANES, Planes, SUMMARY};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

/// Lessons of one step.
const BATCH: usize = 64;

/// Parts of a step that may be taken at once. Their sums are added in order, whoever made them.
const PARTS: usize = 2;

/// How fast the means of slopes and of their squares follow.
const FOLLOW: [f32; 2] = [0.9, 0.999];

/// How much weights shrink, beside what lessons ask.
const SHRINK: f32 = 0.05;

/// The lessons in a game that this side won: its positions but so many of the first, up to the one
/// that a look decides.
pub fn lessons<const W: usize>(
    game: &[Cell],
    start: Position<W>,
    opening: usize,
    looks: AnalysisOptions,
    winner: Colour,
) -> Vec<Lesson> {
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
                found.push(Lesson {
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

/// A network that learns.
pub struct Learner {
    network: Network,
    /// The means of slopes, and of their squares.
    means: [Vec<f32>; 2],
    steps: i32,
    chance: StdRng,
}

impl Learner {
    /// A network whose weights are drawn by a seed.
    pub fn new(seed: u64) -> Self {
        let mut chance = StdRng::seed_from_u64(seed);
        let mut network = Network::silent();
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

    /// What it has learned.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Goes through all lessons once, in a new order, each seen from one end or the other; `rate`
    /// says how long the steps are as a function of the share of the round that is done. The mean
    /// loss before each step.
    pub fn round(&mut self, lessons: &[Lesson], rate: impl Fn(f32) -> f32) -> Loss {
        let mut order: Vec<(usize, bool)> = (0..lessons.len())
            .map(|place| (place, self.chance.random_bool(0.5)))
            .collect();
        order.shuffle(&mut self.chance);
        let mut all = Loss::default();
        let mut done = 0;
        for batch in order.chunks(BATCH) {
            let (gradient, loss) = self.slope(lessons, batch);
            let step = rate(done as f32 / order.len() as f32);
            self.step(&gradient, 1.0 / batch.len() as f32, step);
            all = all.with(loss);
            done += batch.len();
        }
        all.mean()
    }

    /// What some lessons ask.
    fn slope(&self, lessons: &[Lesson], batch: &[(usize, bool)]) -> (Vec<f32>, Loss) {
        let part = |part: &[(usize, bool)]| {
            let mut gradient = vec![0.0; self.network.weights.len()];
            let mut all = Loss::default();
            for &(place, turned) in part {
                let lesson = &lessons[place];
                all = all.with(if turned {
                    let lesson = Lesson {
                        planes: lesson.planes.turned(),
                        ..*lesson
                    };
                    backward(&self.network, &lesson, &mut gradient)
                } else {
                    backward(&self.network, lesson, &mut gradient)
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
        let ready = FOLLOW.map(|follow| 1.0 - follow.powi(self.steps));
        let [first, second] = &mut self.means;
        let means = first.iter_mut().zip(second);
        let weights = self.network.weights.iter_mut().zip(means);
        for ((weight, (first, second)), &slope) in weights.zip(gradient) {
            let slope = slope * scale;
            *first += (1.0 - FOLLOW[0]) * (slope - *first);
            *second += (1.0 - FOLLOW[1]) * (slope * slope - *second);
            let move_by = (*first / ready[0]) / ((*second / ready[1]).sqrt() + 1e-8);
            *weight -= rate * (move_by + SHRINK * *weight);
        }
    }

    /// The mean loss of lessons that it does not learn from.
    pub fn test(&self, lessons: &[Lesson]) -> Loss {
        let some = |part: &[Lesson]| {
            let losses = part.iter().map(|lesson| loss(&self.network, lesson));
            losses.fold(Loss::default(), Loss::with)
        };
        let half = lessons.len().div_ceil(PARTS).max(1);
        let parts: Vec<Loss> = lessons.par_chunks(half).map(some).collect();
        parts.into_iter().fold(Loss::default(), Loss::with).mean()
    }
}
