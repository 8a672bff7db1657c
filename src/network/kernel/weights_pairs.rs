//! Weights of eight bits for a kernel that multiplies pairs of inputs.

use super::{Aligned, TAPS, Weights8};

/// Outputs of a register.
const OUTPUTS: usize = 16;

/// Weights by tap, pair of inputs, output and input in the pair. Of sixteen outputs the first eight
/// have the even lanes: so a register of sums of 16 bits widens to two of neighbouring outputs.
#[derive(Clone, Debug)]
pub(super) struct WeightsInPairs {
    pub bytes: Aligned<i8>,
    /// The largest weight of each input, and zeros up to a multiple of 16.
    pub largest: Vec<i8>,
}

impl WeightsInPairs {
    /// The same weights; panics if one is -128.
    pub fn new(all: &Weights8) -> Self {
        let (inputs, outputs) = (all.inputs(), all.outputs());
        let mut bytes = Aligned::zeros(all.bytes().len());
        let mut largest = vec![0_i8; inputs.next_multiple_of(16)];
        for row in 0..TAPS * inputs {
            for output in 0..outputs {
                let weight = all.bytes()[(row / 4 * outputs + output) * 4 + row % 4];
                let (register, lane) = (output / OUTPUTS, output % OUTPUTS);
                let lane = 2 * (lane % (OUTPUTS / 2)) + lane / (OUTPUTS / 2);
                let at = row / 2 * outputs + OUTPUTS * register + lane;
                bytes[2 * at + row % 2] = weight;
                let largest = &mut largest[row % inputs];
                let size = weight.checked_abs().expect("weights go from -127 to 127");
                *largest = size.max(*largest);
            }
        }
        Self { bytes, largest }
    }
}
