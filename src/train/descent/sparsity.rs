//! A term of the loss for activations that are not zero. Most kernels skip those that are: with AVX2
//! two adjacent channels that are both zero, so a network with more such pairs is faster.
//!
//! For each pair that a convolution reads, the term grows with the logarithm of its sum, since a
//! small activation costs as much as a large one. It is the mean over all pairs of a sample. Units
//! are those of the network's ranges, which `learn network` sets at the end: a small part of what the
//! term gains may be that all activations shrink.

use crate::network::Weights;
use crate::network::kernel::{CHANNELS, MOST, Whole};

/// Up to about so many units of eight bits an activation counts as small: the term grows in
/// proportion to it.
const SMALL: f32 = 4.0;

/// The term for what one convolution reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sparsity {
    /// The weight of a pair in the loss of a sample.
    weight: f32,
    /// [`SMALL`] units.
    small: f32,
}

impl Sparsity {
    /// For what the convolution with this index, which is not the first, reads of each board, where
    /// the term has this weight in the loss.
    pub fn new(weights: &Weights, index: usize, cells: usize, weight: f32) -> Self {
        let shape = weights.shape();
        let pairs = (shape.convolutions() - 1) * cells * shape.channels() / 2;
        Self {
            weight: weight / pairs as f32,
            small: SMALL * weights.ranges[index - 1] / MOST,
        }
    }

    /// Adds the gradients of these activations to others.
    #[allow(clippy::inline_always, reason = "for the instructions of the caller")]
    #[inline(always)]
    pub fn add(self, activations: &Whole, gradients: &mut Whole) {
        if self.weight == 0.0 {
            return;
        }
        for lane in (0..CHANNELS).step_by(2) {
            let sum = activations[lane] + activations[lane + 1];
            let gradient = self.weight / (self.small + sum);
            gradients[lane] += gradient;
            gradients[lane + 1] += gradient;
        }
    }

    /// The term for these activations.
    #[cfg(test)]
    pub fn loss(self, activations: impl Iterator<Item = f32>) -> f64 {
        let activations: Vec<f32> = activations.collect();
        let pairs = activations.chunks(2).map(|pair| {
            let sum = pair[0] + pair[1];
            f64::from(self.weight * libm::log1pf(sum / self.small))
        });
        pairs.sum()
    }
}
