//! Weights of eight bits for kernels that do not multiply groups of four inputs: pairs with AVX2 and
//! in WebAssembly, single ones with NEON.

use super::{Aligned, TAPS, Weights8};

/// Outputs of a register of sums of 16 bits with AVX2.
#[cfg(target_arch = "x86_64")]
const OUTPUTS: usize = 16;

/// Weights in another order.
#[derive(Clone, Debug)]
pub(super) struct Regrouped {
    pub bytes: Aligned<i8>,
    /// The largest weight of each input, and zeros up to a multiple of 16.
    #[cfg_attr(
        target_arch = "wasm32",
        allow(dead_code, reason = "sums of 32 bits always fit")
    )]
    pub largest: Vec<i8>,
}

impl Regrouped {
    /// The same weights, of which that of a row (tap and input) and an output goes to
    /// `place(row, output)`; panics if one is -128.
    pub fn new(all: &Weights8, place: impl Fn(usize, usize) -> usize) -> Self {
        let (inputs, outputs) = (all.inputs(), all.outputs());
        let mut bytes = Aligned::zeros(all.bytes().len());
        let mut largest = vec![0_i8; inputs.next_multiple_of(16)];
        for row in 0..TAPS * inputs {
            for output in 0..outputs {
                let weight = all.bytes()[(row / 4 * outputs + output) * 4 + row % 4];
                bytes[place(row, output)] = weight;
                let largest = &mut largest[row % inputs];
                let size = weight.checked_abs().expect("weights go from -127 to 127");
                *largest = size.max(*largest);
            }
        }
        Self { bytes, largest }
    }

    /// By tap, pair of inputs, output and input in the pair. Of sixteen outputs the first eight have
    /// the even lanes: so a register of sums of 16 bits widens to two of neighbouring outputs.
    #[cfg(target_arch = "x86_64")]
    pub fn in_pairs(all: &Weights8) -> Self {
        Self::new(all, |row, output| {
            let (register, lane) = (output / OUTPUTS, output % OUTPUTS);
            let lane = 2 * (lane % (OUTPUTS / 2)) + lane / (OUTPUTS / 2);
            2 * (row / 2 * all.outputs() + OUTPUTS * register + lane) + row % 2
        })
    }

    /// By tap, pair of inputs, output and input in the pair.
    #[cfg(target_feature = "simd128")]
    pub fn in_pairs(all: &Weights8) -> Self {
        Self::new(all, |row, output| {
            2 * (row / 2 * all.outputs() + output) + row % 2
        })
    }

    /// By tap, input and output.
    #[cfg(target_arch = "aarch64")]
    pub fn one_by_one(all: &Weights8) -> Self {
        Self::new(all, |row, output| row * all.outputs() + output)
    }
}
