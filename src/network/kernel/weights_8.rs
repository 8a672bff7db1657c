//! Weights of eight bits as the kernels read them.

#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    target_feature = "simd128"
))]
use super::regrouped::Regrouped;
use super::{Aligned, TAPS};
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    target_feature = "simd128"
))]
use std::sync::OnceLock;

/// Weights of a convolution by tap, group of four inputs, output and input in the group.
#[derive(Clone, Debug)]
pub struct Weights8 {
    inputs: usize,
    outputs: usize,
    bytes: Aligned<i8>,
    /// The same in another order, for the kernel that needs it.
    #[cfg(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_feature = "simd128"
    ))]
    regrouped: OnceLock<Regrouped>,
}

impl Weights8 {
    /// Packs weights by tap, input and output: of a multiple of 4 inputs and of 32 outputs.
    ///
    /// # Panics
    /// With another number of channels or weights.
    #[must_use]
    pub fn new(inputs: usize, outputs: usize, weights: &[i8]) -> Self {
        assert!(inputs.is_multiple_of(4) && outputs.is_multiple_of(32));
        assert_eq!(weights.len(), TAPS * inputs * outputs);
        let mut bytes = Aligned::zeros(weights.len());
        for (row, weights) in weights.chunks(outputs).enumerate() {
            for (output, &weight) in weights.iter().enumerate() {
                bytes[((row / 4) * outputs + output) * 4 + row % 4] = weight;
            }
        }
        Self {
            inputs,
            outputs,
            bytes,
            #[cfg(any(
                target_arch = "x86_64",
                target_arch = "aarch64",
                target_feature = "simd128"
            ))]
            regrouped: OnceLock::new(),
        }
    }

    /// Channels that are read.
    pub(super) fn inputs(&self) -> usize {
        self.inputs
    }

    /// Channels that are written.
    pub(super) fn outputs(&self) -> usize {
        self.outputs
    }

    /// The weights.
    pub(in crate::network) fn bytes(&self) -> &[i8] {
        &self.bytes
    }

    /// The weights by pairs of inputs.
    #[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
    pub(super) fn regrouped(&self) -> &Regrouped {
        self.regrouped.get_or_init(|| Regrouped::in_pairs(self))
    }

    /// The weights by single inputs.
    #[cfg(target_arch = "aarch64")]
    pub(super) fn regrouped(&self) -> &Regrouped {
        self.regrouped.get_or_init(|| Regrouped::one_by_one(self))
    }
}
