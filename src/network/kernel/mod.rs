//! Convolutions over a [`Frame`], for each instruction set: the only module with unsafe code.
//!
//! Activations lie by place and channel. Weights lie by tap, input and output; those of eight bits
//! ([`Weights8`]) by tap, group of four inputs, output and input in the group, so that one
//! instruction multiplies four inputs of a place and adds the products up for several outputs.
//!
//! Activations of eight bits are 0 to 127: the sum of two products stays within 16 bits, which is
//! what AVX2 has, and of more, depending on the weights (`bundles`). Sums are whole numbers and
//! what follows them ([`Finish`]) are single operations of floating point, in one order and never
//! fused: so all instruction sets give the same bits. Convolutions in floating point, for learning,
//! are equal but for rounding; where the machine multiplies numbers of 16 bits, learning uses these
//! ([`Halves`]).

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
mod bundles;
mod finish;
mod half;
mod portable;
mod row;
mod weights_8;

pub use aligned::Aligned;
pub use finish::{Finish, MOST, quantise};
pub use half::Halves;
pub use row::{CHANNELS, Row, Then, Whole};
pub use weights_8::Weights8;

use super::{Frame, TAPS};
use std::fmt;
use std::str::FromStr;

/// An instruction set that this machine has: there is no way to name one that it lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionSet(Level);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Level {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Amx,
}

impl InstructionSet {
    /// All that this machine has, the fastest last.
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self(Level::Portable)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                all.push(Self(Level::Avx2));
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vnni")
            {
                all.push(Self(Level::Avx512));
                if amx::is_there() {
                    all.push(Self(Level::Amx));
                }
            }
        }
        all
    }

    /// The fastest one.
    pub fn best() -> Self {
        Self::all().pop().unwrap_or(Self(Level::Portable))
    }

    /// Whether it multiplies numbers of 16 bits faster than those of 32 ([`Halves`]).
    pub fn has_half(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        if matches!(self.0, Level::Avx512 | Level::Amx) {
            return is_x86_feature_detected!("avx512bf16");
        }
        false
    }

    /// Calls a function, compiled for the widest registers of this machine if the function is
    /// always inlined.
    #[inline]
    pub fn run<A, T>(self, work: impl FnOnce(A) -> T, with: A) -> T {
        match self.0 {
            Level::Portable => work(with),
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => avx2::run(work, with),
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 | Level::Amx => avx512::run(work, with),
        }
    }

    /// Its name on the command line.
    fn name(self) -> &'static str {
        match self.0 {
            Level::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => "avx512",
            #[cfg(target_arch = "x86_64")]
            Level::Amx => "amx",
        }
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no instruction set of this machine has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this machine has no kernel {name:.40}; choose from {}", names(&InstructionSet::all()))]
pub struct NoInstructionSet {
    name: String,
}

/// The names of instruction sets, in one line.
fn names(sets: &[InstructionSet]) -> String {
    let names: Vec<&str> = sets.iter().map(|set| set.name()).collect();
    names.join(", ")
}

impl FromStr for InstructionSet {
    type Err = NoInstructionSet;

    fn from_str(name: &str) -> Result<Self, NoInstructionSet> {
        let set = Self::all().into_iter().find(|set| set.name() == name);
        set.ok_or_else(|| NoInstructionSet {
            name: name.to_owned(),
        })
    }
}

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

/// A convolution of eight bits: each cell's sums go through `finish`.
pub fn convolve_8(set: InstructionSet, task: &Task8, finish: &mut Finish) {
    assert!(task.input.len() >= task.frame.places() * task.weights.inputs());
    finish.check(task.frame, task.weights.outputs());
    match set.0 {
        Level::Portable => portable::convolve_8(task, finish),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => avx2::convolve_8(task, finish),
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
    match set.0 {
        Level::Portable => portable::convolve(task, out),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => avx2::convolve(task, out),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 | Level::Amx => avx512::convolve(task, out),
    }
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
    match set.0 {
        Level::Portable => portable::correlate(frame, (input, inputs), (gradients, outputs), sums),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => avx2::correlate(frame, (input, inputs), (gradients, outputs), sums),
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

    const SHAPES: [(usize, usize); 6] = [(4, 32), (4, 64), (32, 32), (64, 64), (96, 96), (160, 32)];

    fn sizes() -> impl Iterator<Item = &'static Frame> {
        let texts = [
            "3", "4x7", "5", "6x3", "7", "8", "9", "10", "11", "12", "13", "14", "19",
        ];
        texts
            .into_iter()
            .map(|text| Frame::of(text.parse().unwrap()))
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

    #[test]
    fn instruction_sets_are_read_by_name_and_missing_ones_are_refused() {
        let all = InstructionSet::all();
        for set in &all {
            assert_eq!(set.to_string().parse::<InstructionSet>(), Ok(*set));
        }
        assert_eq!(all[0].to_string(), "portable");
        assert_eq!(all.last(), Some(&InstructionSet::best()));
        let error = "neon128".parse::<InstructionSet>().unwrap_err().to_string();
        let expected = "this machine has no kernel neon128; choose from portable";
        assert!(error.starts_with(expected), "{error}");
        assert!(error.ends_with(&InstructionSet::best().to_string()));
    }

    #[test]
    fn all_instruction_sets_give_the_same_bits() {
        let mut random = SplitMix64::new(5);
        for frame in sizes() {
            for (inputs, outputs) in SHAPES {
                // The largest activations with the largest weights are among them.
                let extreme = random.below(4) == 0;
                let input = filled(frame, inputs, || {
                    if extreme {
                        127
                    } else {
                        random.below(128) as u8
                    }
                });
                let mut weight = || {
                    if extreme {
                        -127
                    } else {
                        i32::from(random.below(255) as u8) - 127
                    }
                };
                let weights: Vec<i8> = (0..TAPS * inputs * outputs)
                    .map(|_| weight() as i8)
                    .collect();
                let spread = |random: &mut SplitMix64| random.normal() as f32;
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
                    convolve_8(set, &task, &mut finish);
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
            for (inputs, outputs) in SHAPES {
                let input = filled(frame, inputs, || random.normal() as f32);
                let gradients = filled(frame, outputs, || random.normal() as f32);
                let weights: Vec<f32> = (0..TAPS * inputs * outputs)
                    .map(|_| random.normal() as f32)
                    .collect();
                let task = Task {
                    frame,
                    inputs,
                    outputs,
                    input: &input,
                    weights: &weights,
                };
                let results = InstructionSet::all().into_iter().map(|set| {
                    let mut out = vec![0.0; frame.places() * outputs];
                    convolve(set, &task, &mut out);
                    let mut sums = weights.clone();
                    correlate(
                        set,
                        frame,
                        (&input, inputs),
                        (&gradients, outputs),
                        &mut sums,
                    );
                    out.append(&mut sums);
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
