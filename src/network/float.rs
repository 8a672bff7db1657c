//! The network in floating point. It keeps the activations from which the gradients of its weights
//! are computed.

use super::kernel::InstructionSet;
use super::{Frame, Full, FullConvolution, HEADS, Weights};

/// What a pooling has seen.
#[derive(Clone, Debug, Default)]
pub struct Pooled {
    /// The mean of each channel, then its maximum.
    pub numbers: Vec<f32>,
    /// Where each maximum is.
    pub places: Vec<usize>,
}

impl Pooled {
    /// Mean and maximum over the cells of all channels.
    fn of(frame: &Frame, channels: usize, numbers: &[f32]) -> Self {
        let mut mean = vec![0.0; channels];
        let mut most = vec![f32::NEG_INFINITY; channels];
        let mut places = vec![0; channels];
        for &cell in frame.cells() {
            let row = &numbers[cell * channels..][..channels];
            for channel in 0..channels {
                mean[channel] += row[channel];
                if row[channel] > most[channel] {
                    most[channel] = row[channel];
                    places[channel] = cell;
                }
            }
        }
        let share = 1.0 / frame.cells().len() as f32;
        let mean = mean.iter().map(|sum| sum * share);
        Self {
            numbers: mean.chain(most.iter().copied()).collect(),
            places,
        }
    }
}

/// All numbers of the network for one position.
#[derive(Clone, Debug)]
pub struct Tape {
    /// Where.
    pub frame: &'static Frame,
    /// What each convolution reads; then the features.
    pub inputs: Vec<Vec<f32>>,
    /// What each convolution has pooled, if it pools; then the pooled features.
    pub pooled: Vec<Pooled>,
    /// The outputs for each cell as logits: policy, soft policy, reply, owner.
    pub heads: [Vec<f32>; HEADS],
    /// The inputs and outputs of the value's hidden layer.
    pub hidden: [Vec<f32>; 2],
    /// The value, as a logit.
    pub value: f32,
}

/// What is added to all places of each channel.
fn biases(one: &FullConvolution, pooled: &Pooled) -> Vec<f32> {
    let mut biases = one.bias.clone();
    for (number, row) in pooled.numbers.iter().zip(one.pool.chunks(biases.len())) {
        for (bias, weight) in biases.iter_mut().zip(row) {
            *bias += number * weight;
        }
    }
    biases
}

/// Runs the network on the planes of a position.
pub fn forward(
    set: InstructionSet,
    weights: &Weights,
    full: &Full,
    (frame, planes): (&'static Frame, &[u8]),
) -> Tape {
    let channels = weights.shape().channels();
    let last = weights.shape().convolutions() - 1;
    let length = frame.places() * channels;
    let step = weights.shape().input().step();
    let first = planes.iter().map(|&plane| f32::from(plane) * step);
    let mut inputs: Vec<Vec<f32>> = vec![first.collect()];
    let mut pooled = Vec::new();
    let mut trunk = vec![0.0; length];
    let mut sums = vec![0.0; length];
    for (index, one) in full.convolutions.iter().enumerate() {
        let input = &inputs[index];
        one.run(set, frame, input, &mut sums);
        let pools = !one.pool.is_empty();
        let pool = if pools {
            Pooled::of(frame, channels, input)
        } else {
            Pooled::default()
        };
        let biases = biases(one, &pool);
        pooled.push(pool);
        // Even convolutions add to the trunk.
        let ends_block = index.is_multiple_of(2);
        debug_assert!(index != last || !ends_block);
        let mut next = vec![0.0; length];
        for &cell in frame.cells() {
            let places = cell * channels..(cell + 1) * channels;
            let rows = next[places.clone()]
                .iter_mut()
                .zip(&mut trunk[places.clone()]);
            for (((next, trunk), sum), bias) in rows.zip(&sums[places]).zip(&biases) {
                let mut number = sum + bias;
                if ends_block {
                    *trunk += number;
                    number = *trunk;
                }
                *next = number.max(0.0);
            }
        }
        inputs.push(next);
    }
    heads(weights, frame, inputs, pooled)
}

fn heads(
    weights: &Weights,
    frame: &'static Frame,
    inputs: Vec<Vec<f32>>,
    mut pooled: Vec<Pooled>,
) -> Tape {
    let (shape, layout) = (weights.shape(), weights.layout());
    let (channels, half) = (shape.channels(), shape.half());
    let features = inputs.last().map_or(&[][..], Vec::as_slice);
    let head = |head: usize| -> Vec<f32> {
        let weights = &weights.free[layout.heads[head].clone()];
        let logit = |&cell: &usize| {
            let (first, second) = features[cell * channels..][..channels].split_at(half);
            let pairs = first.iter().zip(second);
            pairs
                .zip(weights)
                .map(|((one, twin), weight)| (one + twin) * weight)
                .sum()
        };
        frame.cells().iter().map(logit).collect()
    };
    let mut heads = [0, 1, 2, 3].map(head);
    let bias = weights.free[layout.owner_bias.start];
    for owner in &mut heads[3] {
        *owner += bias;
    }
    let pool = Pooled::of(frame, channels, features);
    let read: Vec<f32> = pool
        .numbers
        .chunks(channels)
        .flat_map(|numbers| (0..half).map(|channel| numbers[channel] + numbers[channel + half]))
        .collect();
    pooled.push(pool);
    let mut hidden = weights.free[layout.hidden_bias.clone()].to_vec();
    let rows = weights.free[layout.hidden.clone()].chunks(hidden.len());
    for (number, row) in read.iter().zip(rows) {
        for (sum, weight) in hidden.iter_mut().zip(row) {
            *sum += number * weight;
        }
    }
    for number in &mut hidden {
        *number = number.max(0.0);
    }
    let last = hidden.iter().zip(&weights.free[layout.value.clone()]);
    let value = last.map(|(number, weight)| number * weight).sum::<f32>();
    let value = value + weights.free[layout.value_bias.start];
    Tape {
        frame,
        inputs,
        pooled,
        heads,
        hidden: [read, hidden],
        value,
    }
}
