//! What learning computes with: numbers by place and row of 32 channels, kept whole or as
//! [`Halves`](super::Halves).

use super::{Aligned, BackTask, Frame, InstructionSet, Task, convolve, convolve_back, correlate};
use std::fmt::Debug;

/// Channels of a row.
pub const CHANNELS: usize = 32;

/// What becomes of the sums of a convolution.
pub trait Then {
    /// Takes the sums of a row of channels at the place of a cell.
    fn then(&mut self, place: usize, row: usize, sums: &[f32; CHANNELS]);
}

/// A row of channels of a place.
pub trait Row: Copy + Debug + Default + Send + Sync + 'static {
    /// The weights of a convolution.
    type Weights: Debug + Send + Sync;
    /// Memory that is used again.
    type Scratch: Debug + Default + Send;
    /// With about so many places at once, what is needed at a time stays near.
    const PLACES: usize;

    /// These weights by tap, input and output.
    fn weights(weights: &[f32], inputs: usize, outputs: usize) -> Self::Weights;

    /// These numbers.
    fn of(numbers: &[f32; CHANNELS]) -> Self;

    /// Its numbers.
    fn numbers(&self) -> [f32; CHANNELS];

    /// A convolution of these rows, with so many outputs.
    fn convolve(
        set: InstructionSet,
        frame: &Frame,
        input: &[Self],
        weights: (&Self::Weights, usize),
        scratch: &mut Self::Scratch,
        then: &mut impl Then,
    );

    /// From the gradients of a convolution's sums to those of what it has read; where that is zero,
    /// the result may be anything. The weights are those of the convolution, and those that lead
    /// back to so many inputs.
    fn convolve_back(
        set: InstructionSet,
        frame: &Frame,
        (gradients, _): (&[Self], &[Self]),
        (_, transposed, inputs): (&Self::Weights, &Self::Weights, usize),
        scratch: &mut Self::Scratch,
        then: &mut impl Then,
    ) {
        Self::convolve(set, frame, gradients, (transposed, inputs), scratch, then);
    }

    /// Adds the gradients of a convolution's weights, where `gradients` are those of its sums, to
    /// `sums`.
    fn correlate(
        set: InstructionSet,
        frame: &Frame,
        input: &[Self],
        gradients: &[Self],
        scratch: &mut Self::Scratch,
        sums: &mut [f32],
    );
}

/// Goes through the sums of these cells.
#[allow(clippy::inline_always, reason = "for the instructions of the caller")]
#[inline(always)]
fn each((cells, outputs, sums, then): (&[usize], usize, &[f32], &mut impl Then)) {
    for &cell in cells {
        let (rows, _) = sums[cell * outputs..][..outputs].as_chunks();
        for (row, sums) in rows.iter().enumerate() {
            then.then(cell, row, sums);
        }
    }
}

/// Numbers of 32 bits.
pub type Whole = [f32; CHANNELS];

impl Row for Whole {
    type Weights = Aligned<f32>;
    type Scratch = Aligned<f32>;
    const PLACES: usize = 300;

    fn weights(weights: &[f32], _: usize, _: usize) -> Aligned<f32> {
        let mut aligned = Aligned::zeros(weights.len());
        aligned.copy_from_slice(weights);
        aligned
    }

    #[allow(clippy::inline_always, reason = "for the instructions of the caller")]
    #[inline(always)]
    fn of(numbers: &Self) -> Self {
        *numbers
    }

    #[allow(clippy::inline_always, reason = "for the instructions of the caller")]
    #[inline(always)]
    fn numbers(&self) -> Self {
        *self
    }

    fn convolve(
        set: InstructionSet,
        frame: &Frame,
        input: &[Self],
        (weights, outputs): (&Aligned<f32>, usize),
        sums: &mut Aligned<f32>,
        then: &mut impl Then,
    ) {
        sums.clear_to(frame.places() * outputs);
        let task = Task {
            frame,
            inputs: input.len() / frame.places() * CHANNELS,
            outputs,
            input: input.as_flattened(),
            weights,
        };
        convolve(set, &task, sums);
        set.run(each, (frame.cells(), outputs, sums, then));
    }

    fn convolve_back(
        set: InstructionSet,
        frame: &Frame,
        (gradients, input): (&[Self], &[Self]),
        (weights, transposed, inputs): (&Aligned<f32>, &Aligned<f32>, usize),
        sums: &mut Aligned<f32>,
        then: &mut impl Then,
    ) {
        sums.clear_to(frame.places() * inputs);
        let task = BackTask {
            frame,
            channels: [inputs, gradients.len() / frame.places() * CHANNELS],
            gradients: gradients.as_flattened(),
            input: input.as_flattened(),
            weights,
            transposed,
        };
        convolve_back(set, &task, sums);
        set.run(each, (frame.cells(), inputs, sums, then));
    }

    fn correlate(
        set: InstructionSet,
        frame: &Frame,
        input: &[Self],
        gradients: &[Self],
        _: &mut Aligned<f32>,
        sums: &mut [f32],
    ) {
        let [input, gradients] = [input, gradients].map(|rows| {
            let channels = rows.len() / frame.places() * CHANNELS;
            (rows.as_flattened(), channels)
        });
        correlate(set, frame, input, gradients, sums);
    }
}
