//! Convolutions over a [`Frame`], for each instruction set: the only module with unsafe code.
//!
//! Activations lie by place and channel. Weights lie by tap, input and output; those of eight bits
//! ([`Weights8`]) by tap, group of four inputs, output and input in the group, so that one
//! instruction multiplies four inputs of a place and adds the products up for several outputs.
//!
//! Activations of eight bits are 0 to 127: the sum of two products stays within 16 bits, which is
//! what AVX2 and NEON have. That of more depends on the activations: AVX2 has large ones listed in
//! parts, NEON adds up as many as their bounds allow. Most activations are zero, and some kernels
//! skip these ([`Active`]). Sums are whole numbers and what follows them ([`Finish`]) are single
//! operations of floating point, in one order and never fused: so all instruction sets give the same
//! bits. Convolutions in floating point, for learning, are equal but for rounding; where the machine
//! multiplies numbers of 16 bits, learning uses these ([`Halves`]).

mod active;
#[cfg(target_arch = "x86_64")]
mod active_avx2;
mod aligned;
#[cfg(target_arch = "x86_64")]
mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512_half;
#[cfg(target_arch = "x86_64")]
mod avxvnni;
mod finish;
#[cfg(target_arch = "x86_64")]
mod float_avx2;
mod half;
mod instruction_set;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod pairs_avx2;
mod portable;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    target_feature = "simd128"
))]
mod regrouped;
mod row;
#[cfg(target_feature = "simd128")]
mod simd128;
mod weights_8;

pub use active::Active;
pub use aligned::Aligned;
pub use finish::{Finish, MOST, quantise};
pub use half::Halves;
pub use instruction_set::{InstructionSet, NoInstructionSet};
pub use row::{CHANNELS, Row, Then, Whole};
pub use weights_8::Weights8;

use super::{Frame, TAPS};
use instruction_set::Level;

/// The numbers of a convolution of eight bits.
#[derive(Clone, Copy, Debug)]
pub struct Task8<'a> {
    /// Where.
    pub frame: &'a Frame,
    /// What it reads.
    pub input: &'a [u8],
    /// Its weights.
    pub weights: &'a Weights8,
}

/// The numbers of a convolution.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// Where.
    pub frame: &'a Frame,
    /// How many channels it reads, a multiple of 4.
    pub inputs: usize,
    /// How many channels it writes, a multiple of 32.
    pub outputs: usize,
    /// What it reads.
    pub input: &'a [f32],
    /// Its weights.
    pub weights: &'a [f32],
}

impl Task<'_> {
    /// Panics unless all places, channels and weights are there: the kernels rely on it.
    fn check(&self) {
        assert!(self.inputs.is_multiple_of(4) && self.outputs.is_multiple_of(32));
        assert!(self.input.len() >= self.frame.places() * self.inputs);
        assert!(self.weights.len() >= TAPS * self.inputs * self.outputs);
    }
}

/// A convolution of eight bits: each cell's sums go through `finish`. `active` is memory for those
/// kernels that list the inputs that are not zero.
#[cfg_attr(
    not(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_feature = "simd128"
    )),
    allow(unused_variables, reason = "the portable kernel lists nothing")
)]
pub fn convolve_8(set: InstructionSet, task: &Task8, active: &mut Active, finish: &mut Finish) {
    assert!(task.input.len() >= task.frame.places() * task.weights.inputs());
    finish.check(task.frame, task.weights.outputs());
    match set.level() {
        Level::Portable => portable::convolve_8(task, finish),
        #[cfg(target_arch = "aarch64")]
        Level::Neon => neon::convolve_8(task, active, finish),
        #[cfg(target_arch = "aarch64")]
        Level::DotProd => neon::convolve_8_by_dots(task, active, finish),
        #[cfg(target_feature = "simd128")]
        Level::Simd128 => simd128::convolve_8(task, active, finish),
        #[cfg(target_feature = "relaxed-simd")]
        Level::Relaxed => simd128::convolve_8_relaxed(task, active, finish),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => avx2::convolve_8(task, active, finish),
        #[cfg(target_arch = "x86_64")]
        Level::AvxVnni => avxvnni::convolve_8(task, active, finish),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => avx512::convolve_8(task, finish),
        #[cfg(target_arch = "x86_64")]
        Level::Amx => amx::convolve_8(task, finish),
    }
}

/// A convolution: the sums of each cell.
pub fn convolve(set: InstructionSet, task: &Task, out: &mut [f32]) {
    task.check();
    assert!(out.len() >= task.frame.places() * task.outputs);
    match set.level() {
        Level::Portable => portable::convolve(task, out),
        #[cfg(target_arch = "aarch64")]
        Level::Neon | Level::DotProd => portable::convolve(task, out),
        #[cfg(target_feature = "simd128")]
        Level::Simd128 => portable::convolve(task, out),
        #[cfg(target_feature = "relaxed-simd")]
        Level::Relaxed => portable::convolve(task, out),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 | Level::AvxVnni => float_avx2::convolve(task, out),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 | Level::Amx => avx512::convolve(task, out),
    }
}

/// From the gradients of a convolution's sums to those of what it reads.
#[derive(Clone, Copy, Debug)]
pub struct BackTask<'a> {
    /// Where.
    pub frame: &'a Frame,
    /// How many channels the convolution reads, and how many it writes; multiples of 32.
    pub channels: [usize; 2],
    /// The gradients of its sums, with zeros in the border.
    pub gradients: &'a [f32],
    /// What it has read. Where that is zero, the result may be anything.
    pub input: &'a [f32],
    /// Its weights.
    pub weights: &'a [f32],
    /// The weights that lead back from its outputs to its inputs.
    pub transposed: &'a [f32],
}

/// Passes gradients back: the sums of all cells, where the convolution has read other than zero.
pub fn convolve_back(set: InstructionSet, task: &BackTask, out: &mut [f32]) {
    let [inputs, outputs] = task.channels;
    let there = Task {
        frame: task.frame,
        inputs,
        outputs,
        input: task.input,
        weights: task.weights,
    };
    let back = Task {
        inputs: outputs,
        outputs: inputs,
        input: task.gradients,
        weights: task.transposed,
        ..there
    };
    there.check();
    back.check();
    assert!(out.len() >= task.frame.places() * inputs);
    #[cfg(target_arch = "x86_64")]
    if matches!(set.level(), Level::Avx2 | Level::AvxVnni) {
        return float_avx2::convolve_back(&there, &back, out);
    }
    convolve(set, &back, out);
}

/// Adds the gradients of a convolution's weights, where `gradients` are those of its sums, to
/// `sums`.
pub fn correlate(
    set: InstructionSet,
    frame: &Frame,
    (input, inputs): (&[f32], usize),
    (gradients, outputs): (&[f32], usize),
    sums: &mut [f32],
) {
    let task = Task {
        frame,
        inputs,
        outputs,
        input,
        weights: &*sums,
    };
    task.check();
    assert!(gradients.len() >= frame.places() * outputs);
    match set.level() {
        Level::Portable => portable::correlate(frame, (input, inputs), (gradients, outputs), sums),
        #[cfg(target_arch = "aarch64")]
        Level::Neon | Level::DotProd => {
            portable::correlate(frame, (input, inputs), (gradients, outputs), sums)
        }
        #[cfg(target_feature = "simd128")]
        Level::Simd128 => portable::correlate(frame, (input, inputs), (gradients, outputs), sums),
        #[cfg(target_feature = "relaxed-simd")]
        Level::Relaxed => portable::correlate(frame, (input, inputs), (gradients, outputs), sums),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 | Level::AvxVnni => {
            float_avx2::correlate(frame, (input, inputs), (gradients, outputs), sums);
        }
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 | Level::Amx => {
            avx512::correlate(frame, (input, inputs), (gradients, outputs), sums);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::SplitMix64;

    /// The largest are too slow for Miri (`.ci/miri`).
    const SHAPES: &[(usize, usize)] = if cfg!(miri) {
        &[(4, 32), (16, 96), (32, 32)]
    } else {
        &[
            (4, 32),
            (4, 64),
            (32, 32),
            (64, 64),
            (96, 96),
            (160, 32),
            (32, 160),
        ]
    };

    fn sizes() -> impl Iterator<Item = &'static Frame> {
        const TEXTS: &[&str] = if cfg!(miri) {
            &["1", "2x1"]
        } else {
            &[
                "1", "1x5", "5x1", "3", "4x7", "5", "6x3", "7", "8", "9", "10", "11", "12", "13",
                "14", "19",
            ]
        };
        TEXTS.iter().map(|text| Frame::of(text.parse().unwrap()))
    }

    /// Numbers on the cells, zeros on the border.
    fn filled<T: Copy + Default>(
        frame: &Frame,
        channels: usize,
        mut one: impl FnMut() -> T,
    ) -> Vec<T> {
        let mut all = vec![T::default(); frame.places() * channels];
        for &cell in frame.cells() {
            all[cell * channels..][..channels].fill_with(&mut one);
        }
        all
    }

    /// A number around 0. Miri lacks the square root that normal ones need.
    fn spread(random: &mut SplitMix64) -> f32 {
        if cfg!(miri) {
            f32::from(random.below(255) as u8) / 127.0 - 1.0
        } else {
            random.normal() as f32
        }
    }

    #[test]
    fn all_instruction_sets_give_the_same_bits() {
        let mut random = SplitMix64::new(5);
        let mut active = Active::default();
        for frame in sizes() {
            for &(inputs, outputs) in SHAPES {
                // The largest activations with the largest weights are among them, and activations
                // that are mostly zero and small, as they are in play.
                // 43 is the largest that AVX2 does not list in parts.
                let extreme = [43, 44, 127].get(random.below(8)).copied();
                let (negative, sparse) = (random.below(2) == 0, random.below(2) == 0);
                // The first convolution reads a border that is not zero.
                let mut input = vec![0; frame.places() * inputs];
                input.fill_with(|| {
                    if let Some(extreme) = extreme {
                        extreme
                    } else if sparse {
                        (random.below(40) as u8).saturating_sub(random.below(160) as u8)
                    } else {
                        random.below(128) as u8
                    }
                });
                let mut weight = || {
                    if extreme.is_some() {
                        if negative { -127 } else { 127 }
                    } else {
                        i32::from(random.below(255) as u8) - 127
                    }
                };
                let weights: Vec<i8> = (0..TAPS * inputs * outputs)
                    .map(|_| weight() as i8)
                    .collect();
                let scale: Vec<f32> = (0..outputs).map(|_| spread(&mut random) / 3e4).collect();
                let bias: Vec<f32> = (0..outputs).map(|_| spread(&mut random)).collect();
                let trunk = filled(frame, outputs, || spread(&mut random));
                let task = Task8 {
                    frame,
                    input: &input,
                    weights: &Weights8::new(inputs, outputs, &weights),
                };
                let results = InstructionSet::all().into_iter().map(|set| {
                    let mut trunk = trunk.clone();
                    let mut out = vec![0; frame.places() * outputs];
                    let mut finish = Finish {
                        scale: &scale,
                        bias: &bias,
                        trunk: Some(&mut trunk),
                        inverse: 31.7,
                        out: &mut out,
                    };
                    convolve_8(set, &task, &mut active, &mut finish);
                    let bits: Vec<u32> = trunk.iter().map(|number| number.to_bits()).collect();
                    (bits, out)
                });
                let results: Vec<_> = results.collect();
                assert!(
                    results.iter().all(|result| *result == results[0]),
                    "{frame:?}"
                );
                assert!(results[0].1.iter().any(|&byte| byte > 0));
            }
        }
    }

    #[test]
    fn all_instruction_sets_agree_in_floating_point() {
        let mut random = SplitMix64::new(6);
        for frame in sizes() {
            for &(inputs, outputs) in SHAPES {
                // All are zero, or most, some or none.
                let mut some = |channels: usize| {
                    let zeros = [0, 0, 10, 19, 19, 20][random.below(6)];
                    filled(frame, channels, || {
                        let number = spread(&mut random);
                        if random.below(20) < zeros {
                            0.0
                        } else {
                            number
                        }
                    })
                };
                let (input, gradients) = (some(inputs), some(outputs));
                let weights: Vec<f32> = (0..TAPS * inputs * outputs)
                    .map(|_| spread(&mut random))
                    .collect();
                let mut transposed = vec![0.0; weights.len()];
                for (index, &weight) in weights.iter().enumerate() {
                    let (tap, input) = (index / outputs / inputs, index / outputs % inputs);
                    let row = ((TAPS - 1 - tap) * outputs + index % outputs) * inputs;
                    transposed[row + input] = weight;
                }
                let task = Task {
                    frame,
                    inputs,
                    outputs,
                    input: &input,
                    weights: &weights,
                };
                let results = InstructionSet::all().into_iter().map(|set| {
                    let mut out = vec![f32::NAN; frame.places() * outputs];
                    convolve(set, &task, &mut out);
                    let rows = frame.cells().iter();
                    let rows = rows.flat_map(|cell| &out[cell * outputs..][..outputs]);
                    let mut out: Vec<f32> = rows.copied().collect();
                    let mut sums = weights.clone();
                    correlate(
                        set,
                        frame,
                        (&input, inputs),
                        (&gradients, outputs),
                        &mut sums,
                    );
                    out.append(&mut sums);
                    if inputs.is_multiple_of(32) {
                        let back = BackTask {
                            frame,
                            channels: [inputs, outputs],
                            gradients: &gradients,
                            input: &input,
                            weights: &weights,
                            transposed: &transposed,
                        };
                        let mut sums = vec![f32::NAN; frame.places() * inputs];
                        convolve_back(set, &back, &mut sums);
                        for &cell in frame.cells() {
                            let cells = cell * inputs..(cell + 1) * inputs;
                            let read = sums[cells.clone()].iter().zip(&input[cells]);
                            out.extend(read.filter(|one| *one.1 != 0.0).map(|one| one.0));
                        }
                    }
                    out
                });
                let results: Vec<_> = results.collect();
                for result in &results[1..] {
                    for (one, other) in results[0].iter().zip(result) {
                        assert!((one - other).abs() < 1e-3, "{one} {other}");
                    }
                }
            }
        }
    }
}
