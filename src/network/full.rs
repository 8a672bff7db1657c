//! All weights of the convolutions, as they run, from the free ones.
//!
//! What channel o makes of input i by tap t, its twin makes of the twin of i by the opposite tap.

use super::shape::{Convolution, Shape};
use super::{TAPS, Weights};

/// A convolution with the weights of all its channels.
#[derive(Clone, Debug)]
pub struct FullConvolution {
    /// The channels that it reads.
    pub inputs: usize,
    /// For each tap and input those of all channels.
    pub weights: Vec<f32>,
    /// The biases.
    pub bias: Vec<f32>,
    /// For the mean and the maximum of each input those of all channels; empty without pooling.
    pub pool: Vec<f32>,
}

impl FullConvolution {
    /// The weights from its outputs to its inputs.
    pub fn transposed(&self) -> Vec<f32> {
        let (inputs, outputs) = (self.inputs, self.bias.len());
        let mut turned = vec![0.0; self.weights.len()];
        let blocks = turned.chunks_exact_mut(inputs * outputs).rev();
        for (turned, rows) in blocks.zip(self.weights.chunks_exact(inputs * outputs)) {
            for (output, turned) in turned.chunks_exact_mut(inputs).enumerate() {
                for (turned, row) in turned.iter_mut().zip(rows.chunks_exact(outputs)) {
                    *turned = row[output];
                }
            }
        }
        turned
    }
}

/// The full convolutions of a network.
#[derive(Clone, Debug)]
pub struct Full {
    /// In the order in which they run.
    pub convolutions: Vec<FullConvolution>,
}

/// The input that is this one where the position is turned.
fn twin(shape: Shape, inputs: usize, input: usize) -> usize {
    if inputs == shape.input().planes() {
        shape.input().twin(input)
    } else {
        shape.twin(input)
    }
}

impl Full {
    /// The full weights of a network.
    pub fn new(weights: &Weights) -> Self {
        let shape = weights.shape();
        let convolution = |one: &Convolution| {
            let (inputs, channels) = (one.inputs, shape.channels());
            let mut full = vec![0.0; TAPS * inputs * channels];
            expand(
                shape,
                inputs,
                TAPS,
                &weights.free[one.weights.clone()],
                &mut full,
            );
            let bias = &weights.free[one.bias.clone()];
            let mut pool = Vec::new();
            if let Some(range) = &one.pool {
                let one = inputs * channels;
                pool.resize(2 * one, 0.0);
                let halves = weights.free[range.clone()].chunks(one / 2);
                for (free, full) in halves.zip(pool.chunks_mut(one)) {
                    expand(shape, inputs, 1, free, full);
                }
            }
            FullConvolution {
                inputs,
                weights: full,
                bias: [bias, bias].concat(),
                pool,
            }
        };
        let convolutions = weights.layout().convolutions.iter().map(convolution);
        Self {
            convolutions: convolutions.collect(),
        }
    }

    /// Zeros in the same places.
    #[must_use]
    pub fn zeroed(&self) -> Self {
        let mut zeroed = self.clone();
        zeroed.clear();
        zeroed
    }

    /// Makes all weights 0.
    pub fn clear(&mut self) {
        for one in &mut self.convolutions {
            one.weights.fill(0.0);
            one.bias.fill(0.0);
            one.pool.fill(0.0);
        }
    }

    /// Adds the gradients of all weights to those of the free ones.
    pub fn fold(&self, weights: &Weights, gradients: &mut [f32]) {
        let shape = weights.shape();
        for (full, one) in self.convolutions.iter().zip(&weights.layout().convolutions) {
            let inputs = one.inputs;
            fold(
                shape,
                inputs,
                TAPS,
                &full.weights,
                &mut gradients[one.weights.clone()],
            );
            let (first, second) = full.bias.split_at(shape.half());
            let biases = gradients[one.bias.clone()].iter_mut();
            for ((gradient, &first), &second) in biases.zip(first).zip(second) {
                *gradient += first + second;
            }
            if let Some(range) = &one.pool {
                let one = inputs * shape.channels();
                let halves = gradients[range.clone()].chunks_mut(one / 2);
                for (full, free) in full.pool.chunks(one).zip(halves) {
                    fold(shape, inputs, 1, full, free);
                }
            }
        }
    }
}

/// Calls with the place of each row of free weights, and the places of the two rows of full weights
/// that it stands for.
fn rows(shape: Shape, inputs: usize, taps: usize, mut each: impl FnMut(usize, usize, usize)) {
    let (channels, half) = (shape.channels(), shape.half());
    for tap in 0..taps {
        for input in 0..inputs {
            let opposite = (taps - 1 - tap) * inputs + twin(shape, inputs, input);
            let row = tap * inputs + input;
            each(row * half, row * channels, opposite * channels + half);
        }
    }
}

fn expand(shape: Shape, inputs: usize, taps: usize, free: &[f32], full: &mut [f32]) {
    let half = shape.half();
    rows(shape, inputs, taps, |place, one, other| {
        let free = &free[place..][..half];
        full[one..][..half].copy_from_slice(free);
        full[other..][..half].copy_from_slice(free);
    });
}

fn fold(shape: Shape, inputs: usize, taps: usize, full: &[f32], free: &mut [f32]) {
    let half = shape.half();
    rows(shape, inputs, taps, |place, one, other| {
        let both = full[one..][..half].iter().zip(&full[other..][..half]);
        for (free, (one, other)) in free[place..][..half].iter_mut().zip(both) {
            *free += one + other;
        }
    });
}
