//! Convolutions for learning whose products are of numbers of 16 bits (bfloat16: the upper half of
//! 32), with sums of 32 bits: twice as many products a cycle where the machine has them.
//!
//! Two numbers that are multiplied and added at once lie in one word of 32 bits: two channels of a
//! place in a convolution, two places of a channel in the slopes of its weights.

use super::{Frame, InstructionSet, TAPS};

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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HalfWeights(Vec<u32>);

impl HalfWeights {
    /// These weights by tap, input and output.
    pub fn new(weights: &[f32], outputs: usize) -> Self {
        let pairs = weights.chunks_exact(2 * outputs);
        let words = pairs.flat_map(|rows| {
            let (first, second) = rows.split_at(outputs);
            let pairs = first.iter().zip(second);
            pairs.map(|(&one, &other)| half(one) | half(other) << 16)
        });
        Self(words.collect())
    }
}

/// A convolution of pairs of channels.
pub(super) struct HalfTask<'a> {
    pub frame: &'a Frame,
    /// Pairs of inputs of a place.
    pub pairs: usize,
    pub outputs: usize,
    pub input: Vec<u32>,
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
    let (pairs, _) = input.as_chunks::<2>();
    let task = HalfTask {
        frame,
        pairs: inputs / 2,
        outputs,
        input: pairs
            .iter()
            .map(|&[one, other]| half(one) | half(other) << 16)
            .collect(),
        weights: &weights.0,
    };
    assert!(task.weights.len() >= TAPS * task.pairs * outputs);
    #[cfg(target_arch = "x86_64")]
    if set.has_half() {
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

/// Slopes of weights, as sums over pairs of places that lie side by side.
pub(super) struct HalfSlopes {
    pub taps: [isize; TAPS],
    pub inputs: usize,
    pub outputs: usize,
    /// The first place of each pair.
    pub pairs: Vec<usize>,
    /// For each input its numbers at all places.
    pub columns: Vec<u16>,
    /// Places of a column.
    pub places: usize,
    /// For each pair and output both slopes.
    pub slopes: Vec<u32>,
}

impl HalfSlopes {
    fn new(
        frame: &Frame,
        (input, inputs): (&[f32], usize),
        (slopes, outputs): (&[f32], usize),
    ) -> Self {
        let places = frame.places();
        let mut columns = vec![0; inputs * places];
        let mut pairs = Vec::new();
        let mut words = Vec::new();
        for (place, row) in input.chunks(inputs).take(places).enumerate() {
            for (channel, &number) in row.iter().enumerate() {
                columns[channel * places + place] = half(number) as u16;
            }
        }
        for row in frame.cells().chunks(frame.size().width()) {
            for pair in row.chunks(2) {
                pairs.push(pair[0]);
                let of = |cell: usize| &slopes[cell * outputs..][..outputs];
                match *pair {
                    [one, other] => {
                        let both = of(one).iter().zip(of(other));
                        words.extend(both.map(|(&one, &other)| half(one) | half(other) << 16));
                    }
                    _ => words.extend(of(pair[0]).iter().map(|&one| half(one))),
                }
            }
        }
        Self {
            taps: frame.taps(),
            inputs,
            outputs,
            pairs,
            columns,
            places,
            slopes: words,
        }
    }
}

/// Adds the slopes of a convolution's weights, where `slopes` are those of its sums, to `sums`.
pub fn correlate_half(
    set: InstructionSet,
    frame: &Frame,
    input: (&[f32], usize),
    slopes: (&[f32], usize),
    sums: &mut [f32],
) {
    let (inputs, outputs) = (input.1, slopes.1);
    assert!(inputs.is_multiple_of(4) && outputs.is_multiple_of(32));
    assert!(sums.len() >= TAPS * inputs * outputs);
    assert!(input.0.len() >= frame.places() * inputs);
    assert!(slopes.0.len() >= frame.places() * outputs);
    let task = HalfSlopes::new(frame, input, slopes);
    #[cfg(target_arch = "x86_64")]
    if set.has_half() {
        return super::avx512_half::correlate(&task, sums);
    }
    let _ = set;
    correlate(&task, sums);
}

fn correlate(task: &HalfSlopes, sums: &mut [f32]) {
    for (row, sums) in sums.chunks_mut(task.outputs).enumerate() {
        let (tap, input) = (row / task.inputs, row % task.inputs);
        for (pair, &cell) in task.pairs.iter().enumerate() {
            let place = input * task.places + cell.wrapping_add_signed(task.taps[tap]);
            let [one, other] = [place, place + 1].map(|place| u32::from(task.columns[place]));
            add(
                sums,
                one | other << 16,
                &task.slopes[pair * task.outputs..][..task.outputs],
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Task, convolve as whole, correlate as whole_slopes};
    use super::*;
    use crate::network::Chance;

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
        let mut chance = Chance::new(4);
        let best = InstructionSet::best();
        let portable = InstructionSet::all()[0];
        for text in ["3", "4x7", "6x3", "8", "11", "19x5"] {
            let frame = Frame::of(text.parse().unwrap());
            for (inputs, outputs) in [(4, 32), (64, 64), (32, 96)] {
                let mut some = |count: usize, channels: usize| -> Vec<f32> {
                    let mut numbers = vec![0.0; count];
                    for (place, row) in numbers.chunks_mut(channels).enumerate() {
                        if count != frame.places() * channels || frame.cells().contains(&place) {
                            row.fill_with(|| f32::from(chance.below(17) as u8) / 8.0 - 1.0);
                        }
                    }
                    numbers
                };
                let input = some(frame.places() * inputs, inputs);
                let slopes = some(frame.places() * outputs, outputs);
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
                let (read, told) = ((&input[..], inputs), (&slopes[..], outputs));
                whole_slopes(portable, frame, read, told, &mut expected_sums);
                let packed = HalfWeights::new(&weights, outputs);
                for set in [portable, best] {
                    let mut out = vec![0.0; frame.places() * outputs];
                    convolve_half(set, frame, read, (&packed, outputs), &mut out);
                    let mut sums = vec![0.0; weights.len()];
                    correlate_half(set, frame, read, told, &mut sums);
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
