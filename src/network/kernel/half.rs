//! Convolutions for learning whose products are of numbers of 16 bits (bfloat16: the upper half of
//! 32), with sums of 32 bits: twice as many products a cycle where the machine has them.
//!
//! Two numbers that are multiplied and added at once lie in one word of 32 bits: two channels of a
//! place in a convolution, two places of a channel for the gradients of its weights.

#[cfg(target_arch = "x86_64")]
use super::Level;
use super::{Aligned, Frame, InstructionSet, TAPS};

/// The upper half of a number, rounded to even.
fn half(number: f32) -> u32 {
    let bits = number.to_bits();
    bits.wrapping_add(0x7fff + ((bits >> 16) & 1)) >> 16
}

/// Both halves of a word as numbers.
fn both(word: u32) -> [f32; 2] {
    [word << 16, word & 0xffff_0000].map(f32::from_bits)
}

/// Weights by tap, pair of inputs and output.
#[derive(Clone, Debug)]
pub struct HalfWeights(Aligned<u32>);

impl HalfWeights {
    /// These weights by tap, input and output.
    pub fn new(weights: &[f32], outputs: usize) -> Self {
        let pairs = weights.chunks_exact(2 * outputs);
        let mut all = Aligned::zeros(weights.len() / 2);
        for (words, rows) in all.chunks_exact_mut(outputs).zip(pairs) {
            let (first, second) = rows.split_at(outputs);
            for (word, (&one, &other)) in words.iter_mut().zip(first.iter().zip(second)) {
                *word = half(one) | half(other) << 16;
            }
        }
        Self(all)
    }
}

/// A convolution of pairs of channels.
pub(super) struct HalfTask<'a> {
    pub frame: &'a Frame,
    /// Pairs of inputs of a place.
    pub pairs: usize,
    pub outputs: usize,
    pub input: Aligned<u32>,
    pub weights: &'a [u32],
}

/// A convolution: the sums of each cell.
pub fn convolve_half(
    set: InstructionSet,
    frame: &Frame,
    (input, inputs): (&[f32], usize),
    (weights, outputs): (&HalfWeights, usize),
    out: &mut [f32],
) {
    assert!(inputs.is_multiple_of(4) && outputs.is_multiple_of(32));
    assert!(input.len() >= frame.places() * inputs && out.len() >= frame.places() * outputs);
    let mut words = Aligned::zeros(input.len() / 2);
    for (word, &[one, other]) in words.iter_mut().zip(input.as_chunks::<2>().0) {
        *word = half(one) | half(other) << 16;
    }
    let task = HalfTask {
        frame,
        pairs: inputs / 2,
        outputs,
        input: words,
        weights: &weights.0,
    };
    assert!(task.weights.len() >= TAPS * task.pairs * outputs);
    #[cfg(target_arch = "x86_64")]
    if set.0 == Level::Amx {
        return super::amx::convolve_half(&task, out);
    } else if set.has_half() {
        return super::avx512_half::convolve(&task, out);
    }
    let _ = set;
    convolve(&task, out);
}

fn convolve(task: &HalfTask, out: &mut [f32]) {
    for &cell in task.frame.cells() {
        let sums = &mut out[cell * task.outputs..][..task.outputs];
        sums.fill(0.0);
        for (tap, step) in task.frame.taps().into_iter().enumerate() {
            let place = cell.wrapping_add_signed(step);
            let read = &task.input[place * task.pairs..][..task.pairs];
            for (pair, &read) in read.iter().enumerate() {
                let row = (tap * task.pairs + pair) * task.outputs;
                add(sums, read, &task.weights[row..][..task.outputs]);
            }
        }
    }
}

/// Adds the two products of a word and each of these.
fn add(sums: &mut [f32], read: u32, words: &[u32]) {
    let [one, other] = both(read);
    for (sum, &word) in sums.iter_mut().zip(words) {
        let [first, second] = both(word);
        *sum += one * first + other * second;
    }
}

/// Gradients of weights, as sums over pairs of places, from the first cell to the last: the border
/// places between have gradients of 0.
pub(super) struct HalfGradients {
    pub taps: [isize; TAPS],
    pub inputs: usize,
    pub outputs: usize,
    /// The place of the first cell.
    pub start: usize,
    pub pairs: usize,
    /// For each input its numbers at all places, and zeros up to `height`.
    pub columns: Aligned<u16>,
    /// Numbers of a column: as many as whole [`BUNDLE`]s of pairs need.
    pub height: usize,
    /// For each pair and output both gradients, padded with zeros to a whole [`BUNDLE`].
    pub gradients: Aligned<u32>,
}

/// Pairs that may be read at a time.
pub(super) const BUNDLE: usize = 16;

impl HalfGradients {
    fn new(
        frame: &Frame,
        (input, inputs): (&[f32], usize),
        (gradients, outputs): (&[f32], usize),
    ) -> Self {
        let cells = frame.cells();
        let start = cells[0];
        let pairs = (cells[cells.len() - 1] + 1 - start).div_ceil(2);
        let height = (frame.places() + 2 * BUNDLE).next_multiple_of(2 * BUNDLE);
        let mut columns = Aligned::zeros(inputs * height);
        for (place, row) in input.chunks(inputs).take(frame.places()).enumerate() {
            for (channel, &number) in row.iter().enumerate() {
                columns[channel * height + place] = half(number) as u16;
            }
        }
        let mut words = Aligned::zeros(pairs.next_multiple_of(BUNDLE) * outputs);
        for &cell in cells {
            let (pair, side) = ((cell - start) / 2, (cell - start) % 2);
            let row = &gradients[cell * outputs..][..outputs];
            for (word, &gradient) in words[pair * outputs..].iter_mut().zip(row) {
                *word |= half(gradient) << (16 * side);
            }
        }
        Self {
            taps: frame.taps(),
            inputs,
            outputs,
            start,
            pairs,
            columns,
            height,
            gradients: words,
        }
    }
}

/// Adds the gradients of a convolution's weights, where `gradients` are those of its sums, to
/// `sums`.
pub fn correlate_half(
    set: InstructionSet,
    frame: &Frame,
    input: (&[f32], usize),
    gradients: (&[f32], usize),
    sums: &mut [f32],
) {
    let (inputs, outputs) = (input.1, gradients.1);
    assert!(inputs.is_multiple_of(4) && outputs.is_multiple_of(32));
    assert!(sums.len() >= TAPS * inputs * outputs);
    assert!(input.0.len() >= frame.places() * inputs);
    assert!(gradients.0.len() >= frame.places() * outputs);
    let task = HalfGradients::new(frame, input, gradients);
    #[cfg(target_arch = "x86_64")]
    if set.0 == Level::Amx {
        return super::amx::correlate_half(&task, sums);
    } else if set.has_half() {
        return super::avx512_half::correlate(&task, sums);
    }
    let _ = set;
    correlate(&task, sums);
}

fn correlate(task: &HalfGradients, sums: &mut [f32]) {
    for (row, sums) in sums.chunks_mut(task.outputs).enumerate() {
        let (tap, input) = (row / task.inputs, row % task.inputs);
        for pair in 0..task.pairs {
            let place = (task.start + 2 * pair).wrapping_add_signed(task.taps[tap]);
            let place = input * task.height + place;
            let [one, other] = [place, place + 1].map(|place| u32::from(task.columns[place]));
            add(
                sums,
                one | other << 16,
                &task.gradients[pair * task.outputs..][..task.outputs],
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Task, convolve as whole, correlate as whole_gradients};
    use super::*;
    use crate::base::random::SplitMix64;

    #[test]
    fn halves_are_rounded_to_even() {
        let unit = 1.0 / 128.0;
        for (number, bits) in [
            (1.0, 0x3f80),
            (1.0 + 0.5 * unit, 0x3f80),
            (1.0 + 1.5 * unit, 0x3f82),
        ] {
            assert_eq!(half(number), bits);
        }
        let word = half(-2.0) | half(3.0) << 16;
        assert_eq!(
            both(word).map(f32::to_bits),
            [-2.0_f32, 3.0].map(f32::to_bits)
        );
    }

    /// With numbers that 16 bits hold, all ways give nearly the same sums.
    #[test]
    fn halves_give_what_whole_numbers_give() {
        let mut random = SplitMix64::new(4);
        let all = InstructionSet::all();
        let portable = all[0];
        for text in ["3", "4x7", "6x3", "8", "11", "19x5"] {
            let frame = Frame::of(text.parse().unwrap());
            for (inputs, outputs) in [(4, 32), (64, 64), (32, 96)] {
                let mut some = |count: usize, channels: usize| -> Vec<f32> {
                    let mut numbers = vec![0.0; count];
                    for (place, row) in numbers.chunks_mut(channels).enumerate() {
                        if count != frame.places() * channels || frame.cells().contains(&place) {
                            row.fill_with(|| f32::from(random.below(17) as u8) / 8.0 - 1.0);
                        }
                    }
                    numbers
                };
                let input = some(frame.places() * inputs, inputs);
                let gradients = some(frame.places() * outputs, outputs);
                let weights = some(TAPS * inputs * outputs, outputs);
                let task = Task {
                    frame,
                    inputs,
                    outputs,
                    input: &input,
                    weights: &weights,
                };
                let mut expected = vec![0.0; frame.places() * outputs];
                whole(portable, &task, &mut expected);
                let mut expected_sums = vec![0.0; weights.len()];
                let (read, gradient_rows) = ((&input[..], inputs), (&gradients[..], outputs));
                whole_gradients(portable, frame, read, gradient_rows, &mut expected_sums);
                let packed = HalfWeights::new(&weights, outputs);
                for &set in &all {
                    let mut out = vec![0.0; frame.places() * outputs];
                    convolve_half(set, frame, read, (&packed, outputs), &mut out);
                    let mut sums = vec![0.0; weights.len()];
                    correlate_half(set, frame, read, gradient_rows, &mut sums);
                    let pairs = out
                        .iter()
                        .zip(&expected)
                        .chain(sums.iter().zip(&expected_sums));
                    for (one, other) in pairs {
                        assert!((one - other).abs() < 2e-3, "{text} {one} {other}");
                    }
                }
            }
        }
    }
}
