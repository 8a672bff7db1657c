//! A network in training: Adam with weight decay (Loshchilov and Hutter 2019). The mean of the
//! weights of the last steps is the network that plays.
//!
//! Each batch is divided into the same parts for any number of threads, and their gradients are
//! added in order. The same games and seed therefore give the same network.

mod checkpoint;

pub use checkpoint::BadCheckpoint;

use super::backward::{TrainedNetwork, forward, stacks};
use super::idle::Idle;
use super::loss::{self, Losses, TargetCounts};
use super::training_data::{Place, TrainingData};
use crate::network::float::{FloatNetwork, Record};
use crate::network::kernel::{Halves, InstructionSet, MOST, Row, Whole, quantise};
use crate::network::{Evaluator, Part, Quantised, Shape, Weights};
use crate::train::self_play::{Sample, ValueTarget};
use rayon::prelude::*;
use std::mem::take;
use std::sync::Arc;

/// Parts of a batch.
const PARTS: usize = 8;
/// Weights whose gradients are added up at a time.
const BLOCK: usize = 1 << 14;
/// Positions whose losses are measured at a time.
const MEASURED: usize = 64;
/// How much of the running means of the gradients and of their squares a step keeps.
const KEPT: [f32; 2] = [0.9, 0.99];
/// A gradient longer than so many usual ones is made as short as that: with a single long one the
/// steps grow, and gradients with them.
const LONGEST: f32 = 2.0;
/// How much of the usual length a step keeps.
const USUAL: f32 = 0.98;

/// The schedule of training.
#[derive(Clone, PartialEq, Debug)]
pub struct LearningSchedule {
    /// The highest learning rate.
    pub rate: f32,
    /// The weight decay for a learning rate of 1.
    pub decay: f32,
    /// What the value target is made of.
    pub value: ValueTarget,
    /// The weight of each target in the loss.
    pub counts: TargetCounts,
    /// The weight in the loss of activations that are not zero.
    pub sparsity: f32,
    /// The parts that are left out of the network.
    pub without: Vec<Part>,
    /// How much of the mean weights a step keeps.
    pub averaged: f32,
    /// The number of steps; [`u64::MAX`] keeps the rate constant.
    pub steps: u64,
}

impl LearningSchedule {
    /// The learning rate of a step: a short warm-up, then a cosine down to a twentieth.
    fn rate(&self, step: u64) -> f32 {
        let warm = (step as f32 / 100.0).min(1.0);
        let done = (step as f32 / self.steps.max(1) as f32).min(1.0);
        let wave = 0.5 * (1.0 + libm::cosf(std::f32::consts::PI * done));
        self.rate * warm * (0.05 + 0.95 * wave)
    }
}

/// A network in training.
#[derive(Clone, PartialEq, Debug)]
pub struct Learner {
    weights: Weights,
    means: [Vec<f32>; 2],
    averaged: Vec<f32>,
    steps: u64,
    /// The usual length of a gradient; 0 before the first step.
    usual: f32,
    whole: Idle<Whole>,
    halves: Idle<Halves>,
}

impl Learner {
    /// Starts from these weights.
    pub fn new(weights: Weights) -> Self {
        let zeros = || vec![0.0; weights.free.len()];
        Self {
            means: [zeros(), zeros()],
            averaged: weights.free.clone(),
            steps: 0,
            usual: 0.0,
            weights,
            whole: Idle::default(),
            halves: Idle::default(),
        }
    }

    /// The size of the network.
    pub fn shape(&self) -> Shape {
        self.weights.shape()
    }

    /// Steps so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The network to play with: the mean of the weights of the last steps.
    pub fn network(&self) -> Weights {
        let mut network = self.weights.clone();
        network.free.clone_from(&self.averaged);
        network
    }

    /// Takes a step by the gradient of a batch and returns its losses.
    pub fn step(
        &mut self,
        data: &TrainingData,
        batch: &[Place],
        schedule: &LearningSchedule,
    ) -> Losses {
        self.silence(&schedule.without);
        let set = InstructionSet::best();
        let (gradients, losses) = if set.has_half() {
            let idle = take(&mut self.halves);
            let all = self.gradients(set, &idle, (data, batch), schedule);
            self.halves = idle;
            all
        } else {
            let idle = take(&mut self.whole);
            let all = self.gradients(set, &idle, (data, batch), schedule);
            self.whole = idle;
            all
        };
        self.follow(&gradients, 1.0 / batch.len().max(1) as f32, schedule);
        self.silence(&schedule.without);
        losses
    }

    /// The gradients of a batch, and its losses.
    fn gradients<R: Row>(
        &self,
        set: InstructionSet,
        idle: &Idle<R>,
        (data, batch): (&TrainingData, &[Place]),
        schedule: &LearningSchedule,
    ) -> (Vec<f32>, Losses) {
        let network = TrainedNetwork::<R>::from(FloatNetwork::new(set, &self.weights));
        // Boards of a size are run together.
        let mut batch = batch.to_vec();
        batch.sort_by_key(|place| data.games()[place.0 as usize].size);
        let part = |places: &[Place]| {
            let samples = data.samples(places, schedule.value);
            let mut gradients = idle.take(&network.network);
            let losses = stacks::<R>(&samples)
                .map(|samples| gradients.add(&network, samples, schedule.counts, schedule.sparsity))
                .fold(Losses::default(), Losses::plus);
            let folded = gradients.folded(&self.weights);
            idle.give(gradients);
            (folded, losses)
        };
        let parts: Vec<_> = batch
            .par_chunks(batch.len().div_ceil(PARTS).max(1))
            .map(part)
            .collect();
        let mut gradients = vec![0.0; self.weights.free.len()];
        let blocks = gradients.par_chunks_mut(BLOCK).enumerate();
        blocks.for_each(|(block, sums)| {
            for (one, _) in &parts {
                for (sum, gradient) in sums.iter_mut().zip(&one[block * BLOCK..]) {
                    *sum += gradient;
                }
            }
        });
        let losses = parts.iter().map(|(_, losses)| *losses);
        (gradients, losses.fold(Losses::default(), Losses::plus))
    }

    /// Removes parts of the network by setting their weights to 0.
    fn silence(&mut self, parts: &[Part]) {
        let shape = self.shape();
        for range in parts
            .iter()
            .flat_map(|part| part.weights(shape, self.weights.layout()))
            .collect::<Vec<_>>()
        {
            self.weights.free[range.clone()].fill(0.0);
            self.averaged[range].fill(0.0);
        }
    }

    /// Updates the weights by the gradient.
    fn follow(&mut self, gradients: &[f32], share: f32, schedule: &LearningSchedule) {
        self.steps += 1;
        let rate = schedule.rate(self.steps);
        let length = share
            * gradients
                .iter()
                .map(|gradient| gradient * gradient)
                .sum::<f32>()
                .sqrt();
        if self.usual == 0.0 {
            self.usual = length;
        }
        let longest = LONGEST * self.usual;
        self.usual += (1.0 - USUAL) * (length.min(longest) - self.usual);
        let share = if length > longest {
            share * longest / length
        } else {
            share
        };
        let ready = KEPT.map(|kept| 1.0 - libm::powf(kept, self.steps as f32));
        let recent = (1.0 + self.steps as f32) / (10.0 + self.steps as f32);
        let averaged = schedule.averaged.min(recent);
        let [first, second] = &mut self.means;
        let means = first.iter_mut().zip(second);
        let weights = self.weights.free.iter_mut().zip(&mut self.averaged);
        for (((weight, average), (first, second)), &gradient) in weights.zip(means).zip(gradients) {
            let gradient = gradient * share;
            *first += (1.0 - KEPT[0]) * (gradient - *first);
            *second += (1.0 - KEPT[1]) * (gradient * gradient - *second);
            let step = (*first / ready[0]) / ((*second / ready[1]).sqrt() + 1e-8);
            *weight -= rate * (step + schedule.decay * *weight);
            *average += (1.0 - averaged) * (*weight - *average);
        }
    }

    /// The losses of the mean weights on held-out samples.
    pub fn test(&self, data: &TrainingData, places: &[Place]) -> Losses {
        let set = InstructionSet::best();
        if set.has_half() {
            self.losses::<Halves>(set, data, places)
        } else {
            self.losses::<Whole>(set, data, places)
        }
    }

    fn losses<R: Row>(&self, set: InstructionSet, data: &TrainingData, places: &[Place]) -> Losses {
        let weights = self.network();
        let network = FloatNetwork::<R>::new(set, &weights);
        let some = |record: &mut Record<R>, places: &[Place]| {
            let mut sums = Losses::default();
            for stack in stacks::<R>(&data.samples(places, ValueTarget::RESULT)) {
                let tapes = forward(&network, stack, record);
                for (tape, sample) in tapes.iter().zip(stack) {
                    sums = sums.plus(loss::losses(tape, sample, TargetCounts::default()).0);
                }
            }
            sums
        };
        let parts: Vec<Losses> = places
            .par_chunks(MEASURED)
            .map_init(Record::default, some)
            .collect();
        let all = parts.into_iter().fold(Losses::default(), Losses::plus);
        all.mean()
    }

    /// The losses of policy and value in eight bits, as the network plays, and for each sample the
    /// predicted win rate with the result.
    pub fn test_as_played(
        &self,
        data: &TrainingData,
        places: &[Place],
    ) -> (Losses, Vec<(f32, bool)>) {
        let evaluator = Evaluator::new(Arc::new(Quantised::new(&self.network())));
        let one = |evaluator: &mut Evaluator, sample: &Sample| {
            let (policy, value) = evaluator.logits(sample.frame, &sample.planes, &sample.empty);
            let content = 1.0 / (1.0 + libm::expf(-value));
            let losses = loss::main_losses(&policy, value, sample);
            (losses, (content, sample.value > 0.5))
        };
        let some = |places: &[Place]| {
            let mut evaluator = evaluator.clone();
            let samples = data.samples(places, ValueTarget::RESULT);
            let each = samples.iter().map(|sample| one(&mut evaluator, sample));
            each.collect::<Vec<_>>()
        };
        let each = places.par_chunks(MEASURED).flat_map_iter(some);
        let (losses, chances): (Vec<Losses>, _) = each.unzip();
        let losses = losses.into_iter().fold(Losses::default(), Losses::plus);
        (losses.mean(), chances)
    }

    /// How many of the channels that convolutions read, of their pairs and of their fours are not
    /// zero in eight bits, as shares.
    pub fn active(&self, data: &TrainingData, places: &[Place]) -> [f64; 3] {
        let weights = self.network();
        let network = FloatNetwork::<Whole>::new(InstructionSet::best(), &weights);
        let mut record = Record::default();
        let (mut active, mut all) = ([0_usize; 3], 0);
        for stack in stacks::<Whole>(&data.samples(places, ValueTarget::RESULT)) {
            forward(&network, stack, &mut record);
            // The heads read the last activations.
            for (index, range) in weights.ranges.iter().enumerate().rev().skip(1) {
                let numbers: Vec<bool> = record
                    .numbers(index + 1)
                    .map(|number| quantise(number, MOST / range) > 0)
                    .collect();
                all += numbers.len();
                for (kind, active) in active.iter_mut().enumerate() {
                    let groups = numbers.chunks(1 << kind);
                    *active += groups.filter(|group| group.contains(&true)).count() << kind;
                }
            }
        }
        active.map(|active| active as f64 / all.max(1) as f64)
    }

    /// Sets the ranges of the eight-bit activations from these samples. A thousandth of the
    /// positive activations may be clipped.
    pub fn calibrate(&mut self, data: &TrainingData, places: &[Place]) {
        let weights = self.network();
        let network = FloatNetwork::<Whole>::new(InstructionSet::best(), &weights);
        let mut record = Record::default();
        let mut seen = vec![Vec::new(); weights.ranges.len()];
        for stack in stacks::<Whole>(&data.samples(places, ValueTarget::RESULT)) {
            forward(&network, stack, &mut record);
            for (index, seen) in seen.iter_mut().enumerate() {
                seen.extend(record.numbers(index + 1).filter(|&number| number > 0.0));
            }
        }
        for (range, mut seen) in self.weights.ranges.iter_mut().zip(seen) {
            if !seen.is_empty() {
                let cut = (seen.len() - 1) - seen.len() / 1000;
                let (_, &mut most, _) = seen.select_nth_unstable_by(cut, f32::total_cmp);
                *range = 1.1 * most;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Evaluator, Quantised};
    use crate::train::self_play::{Plan, Sample, SelfPlay};
    use std::sync::Arc;

    fn data() -> (TrainingData, Vec<Place>, Weights) {
        let weights = Weights::random("32x1".parse().unwrap(), 1);
        let evaluator = Evaluator::new(Arc::new(Quantised::new(&weights)));
        let sizes = vec![("4".parse().unwrap(), 1.0), ("3x5".parse().unwrap(), 1.0)];
        let plan = Plan {
            sizes,
            visits: 60,
            full: 0.8,
            analyse: false,
            ..Plan::default()
        };
        let mut play = SelfPlay::new(plan, evaluator);
        let data = TrainingData::new((0..40).map(|seed| play.game(seed)).collect());
        let places = (0..40).flat_map(|game| data.places(game)).collect();
        (data, places, weights)
    }

    fn schedule(without: Vec<Part>) -> LearningSchedule {
        LearningSchedule {
            rate: 0.02,
            decay: 0.01,
            value: ValueTarget {
                searched: 0.2,
                ..ValueTarget::RESULT
            },
            counts: TargetCounts::default(),
            sparsity: 0.0,
            without,
            averaged: 0.999,
            steps: 40,
        }
    }

    #[test]
    fn losses_fall_whatever_the_threads_and_checkpoints_go_on() {
        let (data, places, weights) = data();
        let schedule = schedule(Vec::new());
        let learn = |learner: &mut Learner, steps: usize| {
            for _ in 0..steps {
                learner.step(&data, &places[..64], &schedule);
            }
        };
        let mut learner = Learner::new(weights);
        let before = learner.test(&data, &places[..64]);
        learn(&mut learner, 20);
        let kept = Learner::read(&learner.bytes()).unwrap();
        assert_eq!(kept, learner);
        learn(&mut learner, 20);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .unwrap();
        let mut other = kept;
        pool.install(|| learn(&mut other, 20));
        assert_eq!(other, learner);
        let after = learner.test(&data, &places[..64]);
        assert!(after.total() < 0.9 * before.total(), "{before:?} {after:?}");
        assert!(after.sums[0] > after.entropy);
        learner.calibrate(&data, &places[..32]);
        assert!(
            learner
                .network()
                .ranges
                .iter()
                .all(|&range| range > 0.0 && range < 100.0)
        );
        let bytes = learner.bytes();
        assert_eq!(
            Learner::read(&bytes[..bytes.len() - 1]),
            Err(BadCheckpoint::Checksum)
        );
        assert_eq!(Learner::read(b"else"), Err(BadCheckpoint::Unknown));
    }

    #[test]
    fn sparsity_leaves_fewer_activations() {
        let (data, places, weights) = data();
        let [dense, sparse] = [0.0, 3.0].map(|sparsity| {
            let schedule = LearningSchedule {
                sparsity,
                ..schedule(Vec::new())
            };
            let mut learner = Learner::new(weights.clone());
            for _ in 0..40 {
                learner.step(&data, &places[..64], &schedule);
            }
            learner.calibrate(&data, &places[..32]);
            learner.active(&data, &places[..32])
        });
        for kind in 0..3 {
            assert!(sparse[kind] < 0.8 * dense[kind], "{sparse:?} {dense:?}");
        }
        // A pair is active if one of its channels is, a four if one of its pairs is.
        for [one, two, four] in [dense, sparse] {
            assert!(one <= two && two <= four && four <= 1.0 && two <= 2.0 * one);
        }
    }

    #[test]
    fn a_learner_becomes_like_its_teacher() {
        let (data, places, weights) = data();
        let teacher = Weights::random("32x2".parse().unwrap(), 9);
        let teacher = Evaluator::new(Arc::new(Quantised::new(&teacher)));
        let data = data.taught_by(teacher);
        let mut learner = Learner::new(weights);
        let divergence = |learner: &Learner| {
            let losses = learner.test(&data, &places[..64]);
            losses.sums[0] - losses.entropy
        };
        let before = divergence(&learner);
        for _ in 0..40 {
            learner.step(&data, &places[..64], &schedule(Vec::new()));
        }
        let after = divergence(&learner);
        assert!(after >= 0.0 && after < 0.5 * before, "{before} {after}");
    }

    #[test]
    fn features_left_out_have_no_effect() {
        let (data, places, weights) = data();
        let schedule = schedule(vec![Part::Edges]);
        let mut learner = Learner::new(weights);
        for _ in 0..5 {
            learner.step(&data, &places[..64], &schedule);
        }
        let network = Arc::new(Quantised::new(&learner.network()));
        let mut evaluator = Evaluator::new(network);
        let mut sample = data.samples(&places[..1], ValueTarget::RESULT).remove(0);
        let mut logits =
            |sample: &Sample| evaluator.logits(sample.frame, &sample.planes, &sample.empty);
        let before = logits(&sample);
        for place in sample.planes.chunks_mut(4) {
            place[2..].fill(0);
        }
        assert_eq!(logits(&sample), before);
        sample.planes[4 * sample.frame.cells()[sample.empty[0]]] = 1;
        assert_ne!(logits(&sample), before);
    }
}
