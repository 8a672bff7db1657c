//! The forward pass: the activations of all layers, kept for the backward pass of training.

// Only inlined code is compiled for the widest registers of the machine.
#![allow(clippy::inline_always)]

use super::grid::Grid;
use super::model::{DEPTH, HIDDEN, Network, SUMMARY};
use super::planes::{PLANES, Planes, SCALARS};

/// The channels of a layer.
pub const CHANNELS: usize = 32;

/// The channels of a place.
pub type Pixel = [f32; CHANNELS];

/// The activations of all layers.
#[derive(Clone, Debug)]
pub struct LayerActivations {
    /// The places of the cells, in order.
    pub inside: Vec<usize>,
    /// The input.
    pub input: Vec<[f32; PLANES]>,
    /// The output of each layer at each place.
    pub layers: Vec<Vec<Pixel>>,
    /// The place of the maximum of each channel of the last layer.
    pub most: [usize; CHANNELS],
    /// The mean and the maximum of each channel of the last layer, and the scalars.
    pub summary: [f32; SUMMARY],
    /// The hidden layer of the value head.
    pub hidden: [f32; HIDDEN],
    /// The policy, as logits of the moves.
    pub moves: Vec<f32>,
    /// The value, as the logit of a win.
    pub win: f32,
}

impl LayerActivations {
    /// Room for the activations of boards of one shape.
    pub fn new(grid: &Grid) -> Self {
        Self {
            inside: grid.inside().collect(),
            input: Vec::new(),
            layers: vec![vec![[0.0; CHANNELS]; grid.places()]; DEPTH + 1],
            most: [0; CHANNELS],
            summary: [0.0; SUMMARY],
            hidden: [0.0; HIDDEN],
            moves: Vec::new(),
            win: 0.0,
        }
    }
}

/// Computes all layers.
pub fn forward(network: &Network, planes: &Planes, activity: &mut LayerActivations) {
    let places = planes.places.iter();
    activity.input.clear();
    activity
        .input
        .extend(places.map(|place| place.map(|number| f32::from(number) / 200.0)));
    // With the widest registers of this machine; sums are the same with all.
    pulp::Arch::new().dispatch(|| convolutions(network, planes, activity));
    policy_head(network, planes, activity);
    value_head(network, planes, activity);
}

#[inline(always)]
fn convolutions(network: &Network, planes: &Planes, activity: &mut LayerActivations) {
    let (weights, layout) = (&network.weights, &network.layout);
    let steps = planes.grid.steps();
    let inside = &activity.inside;
    let first = &mut activity.layers[0];
    convolve(
        &weights[layout.first.clone()],
        &activity.input,
        inside,
        steps,
        first,
    );
    relu(first, inside);
    for (layer, range) in layout.layers.iter().enumerate() {
        let (before, after) = activity.layers.split_at_mut(layer + 1);
        let (before, after) = (&before[layer], &mut after[0]);
        convolve(&weights[range.clone()], before, inside, steps, after);
        for &place in inside {
            for (out, &old) in after[place].iter_mut().zip(&before[place]) {
                *out += old;
            }
        }
        relu(after, inside);
    }
}

#[inline(always)]
fn relu(pixels: &mut [Pixel], inside: &[usize]) {
    for &place in inside {
        for number in &mut pixels[place] {
            *number = number.max(0.0);
        }
    }
}

/// The channels of a place that are not zero.
struct NotZero<const I: usize> {
    channels: [u8; I],
    count: usize,
}

impl<const I: usize> NotZero<I> {
    #[inline(always)]
    fn of(numbers: &[f32; I]) -> Self {
        let mut some = Self {
            channels: [0; I],
            count: 0,
        };
        for (channel, &number) in numbers.iter().enumerate() {
            some.channels[some.count] = channel as u8;
            some.count += usize::from(number != 0.0);
        }
        some
    }
}

/// A convolution over each cell and its neighbours. Zeros, most of the numbers, are skipped.
#[inline(always)]
fn convolve<const I: usize>(
    weights: &[f32],
    input: &[[f32; I]],
    inside: &[usize],
    steps: [usize; 7],
    output: &mut [Pixel],
) {
    let (rows, _) = weights.as_chunks::<CHANNELS>();
    let Some((bias, rows)) = rows.split_last() else {
        return;
    };
    let (kernels, _) = rows.as_chunks::<I>();
    let some: Vec<NotZero<I>> = input.iter().map(NotZero::of).collect();
    for &place in inside {
        let corner = place - steps[3];
        let mut sum = *bias;
        for (&step, kernel) in steps.iter().zip(kernels) {
            let numbers = &input[corner + step];
            let some = &some[corner + step];
            for &channel in &some.channels[..some.count] {
                let (number, row) = (numbers[usize::from(channel)], &kernel[usize::from(channel)]);
                for (sum, &weight) in sum.iter_mut().zip(row) {
                    *sum += number * weight;
                }
            }
        }
        output[place] = sum;
    }
}

/// The logits of the moves.
fn policy_head(network: &Network, planes: &Planes, activity: &mut LayerActivations) {
    let weights = &network.weights[network.layout.moves.clone()];
    let last = &activity.layers[DEPTH];
    let logits = planes.moves.iter().map(|&cell| {
        let pixel = &last[planes.grid.place(cell)];
        pixel.iter().zip(weights).map(|(a, b)| a * b).sum::<f32>()
    });
    activity.moves.clear();
    activity.moves.extend(logits);
}

/// The logit of a win.
fn value_head(network: &Network, planes: &Planes, activity: &mut LayerActivations) {
    let (weights, layout) = (&network.weights, &network.layout);
    let last = &activity.layers[DEPTH];
    let mut mean = [0.0; CHANNELS];
    let mut most = [f32::NEG_INFINITY; CHANNELS];
    for &place in &activity.inside {
        for (channel, &number) in last[place].iter().enumerate() {
            mean[channel] += number;
            if number > most[channel] {
                (most[channel], activity.most[channel]) = (number, place);
            }
        }
    }
    let count = activity.inside.len() as f32;
    let summary = mean.iter().map(|sum| sum / count).chain(most);
    let summary = summary.chain(planes.scalars);
    for (place, number) in activity.summary.iter_mut().zip(summary) {
        *place = number;
    }
    let (rows, _) = weights[layout.hidden.clone()].as_chunks::<HIDDEN>();
    activity.hidden = rows[SUMMARY];
    for (number, row) in activity.summary.iter().zip(rows) {
        for (sum, weight) in activity.hidden.iter_mut().zip(row) {
            *sum += number * weight;
        }
    }
    for sum in &mut activity.hidden {
        *sum = sum.max(0.0);
    }
    let weights = &weights[layout.chance.clone()];
    let inputs = activity.hidden.iter().chain(&planes.scalars);
    let sum: f32 = inputs.zip(weights).map(|(a, b)| a * b).sum();
    activity.win = sum + weights[HIDDEN + SCALARS];
}
