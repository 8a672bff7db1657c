//! Convolutions for learning whose products are of numbers of 16 bits (bfloat16: the upper half of
//! 32), with sums of 32 bits: twice as many products a cycle where the machine has them.
//!
//! Two numbers that are multiplied and added at once lie in one word of 32 bits: two channels of a
//! place in a convolution, two places of a channel for the gradients of its weights. The two
//! channels are half a row apart, so that rows are packed and unpacked without moving numbers
//! between lanes.

#[cfg(target_arch = "x86_64")]
use super::instruction_set::Level;
use super::{CHANNELS, Frame, InstructionSet, Row, TAPS, Then};
use std::array::from_fn;

/// Words of a row, and of a line of the cache.
pub(super) const WORDS: usize = CHANNELS / 2;

/// A row of numbers of 16 bits: in each word a channel in the lower half, and in the upper half the
/// channel that is half a row further on.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, Default)]
pub struct Halves(pub(super) [u32; WORDS]);

/// The upper half of a number, rounded to even, in the place of the upper half.
#[allow(clippy::inline_always, reason = "for the instructions of the caller")]
#[inline(always)]
fn upper(number: f32) -> u32 {
    let bits = number.to_bits();
    bits.wrapping_add(0x7fff + ((bits >> 16) & 1)) & 0xffff_0000
}

/// Two numbers in a word.
#[allow(clippy::inline_always, reason = "for the instructions of the caller")]
#[inline(always)]
fn word(one: f32, other: f32) -> u32 {
    upper(one) >> 16 | upper(other)
}

/// The numbers in a word.
#[allow(clippy::inline_always, reason = "for the instructions of the caller")]
#[inline(always)]
fn both(word: u32) -> [f32; 2] {
    [
        f32::from_bits(word << 16),
        f32::from_bits(word & 0xffff_0000),
    ]
}

/// Weights by tap, word of a place and output.
#[derive(Clone, Debug)]
pub struct HalfWeights(Vec<Halves>);

impl HalfWeights {
    fn new(weights: &[f32], outputs: usize) -> Self {
        let mut lines = Vec::with_capacity(weights.len() / CHANNELS);
        for rows in weights.chunks_exact(CHANNELS * outputs) {
            let (first, second) = rows.split_at(WORDS * outputs);
            let lanes = first.as_chunks().0.iter().zip(second.as_chunks().0);
            let line = |(one, other): (&[f32; WORDS], &[f32; WORDS])| {
                Halves(from_fn(|lane| word(one[lane], other[lane])))
            };
            lines.extend(lanes.map(line));
        }
        Self(lines)
    }
}

/// A convolution of pairs of channels.
pub(super) struct HalfTask<'a> {
    pub frame: &'a Frame,
    /// Words of a place.
    pub words: usize,
    pub outputs: usize,
    /// Rows by place.
    pub input: &'a [Halves],
    /// Lines by tap, word of a place, and outputs.
    pub weights: &'a [Halves],
}

/// Memory that [`HalfGradients`] lie in.
#[derive(Clone, Debug, Default)]
pub struct HalfScratch {
    columns: Vec<Halves>,
    gradients: [Vec<Halves>; 2],
}

impl Row for Halves {
    type Weights = HalfWeights;
    type Scratch = HalfScratch;
    const PLACES: usize = 1600;

    fn weights(weights: &[f32], inputs: usize, outputs: usize) -> HalfWeights {
        assert_eq!(weights.len(), TAPS * inputs * outputs);
        assert!(inputs.is_multiple_of(CHANNELS) && outputs.is_multiple_of(CHANNELS));
        HalfWeights::new(weights, outputs)
    }

    #[allow(clippy::inline_always, reason = "for the instructions of the caller")]
    #[inline(always)]
    fn of(numbers: &[f32; CHANNELS]) -> Self {
        let mut words = [0; WORDS];
        for lane in 0..WORDS {
            words[lane] = word(numbers[lane], numbers[lane + WORDS]);
        }
        Self(words)
    }

    #[allow(clippy::inline_always, reason = "for the instructions of the caller")]
    #[inline(always)]
    fn numbers(&self) -> [f32; CHANNELS] {
        let mut numbers = [0.0; CHANNELS];
        for lane in 0..WORDS {
            [numbers[lane], numbers[lane + WORDS]] = both(self.0[lane]);
        }
        numbers
    }

    fn convolve(
        set: InstructionSet,
        frame: &Frame,
        input: &[Self],
        (weights, outputs): (&HalfWeights, usize),
        _: &mut HalfScratch,
        then: &mut impl Then,
    ) {
        let task = HalfTask {
            frame,
            words: input.len() / frame.places() * WORDS,
            outputs,
            input,
            weights: &weights.0,
        };
        assert!(outputs.is_multiple_of(CHANNELS) && task.words > 0);
        assert!(task.weights.len() >= TAPS * task.words * outputs / WORDS);
        #[cfg(target_arch = "x86_64")]
        if set.level() == Level::Amx {
            return super::amx::convolve_half(&task, then);
        } else if set.has_half() {
            return super::avx512_half::convolve(&task, then);
        }
        let _ = set;
        convolve(&task, then);
    }

    fn correlate(
        set: InstructionSet,
        frame: &Frame,
        input: &[Self],
        gradients: &[Self],
        scratch: &mut HalfScratch,
        sums: &mut [f32],
    ) {
        let [inputs, outputs] = [input, gradients].map(|rows| rows.len() / frame.places());
        assert!(sums.len() >= TAPS * inputs * outputs * CHANNELS * CHANNELS);
        let rows = [(input, inputs), (gradients, outputs)];
        set.run(HalfScratch::fill, (&mut *scratch, set, frame, rows));
        let task = HalfGradients::new(frame, scratch, (inputs, outputs));
        #[cfg(target_arch = "x86_64")]
        if set.level() == Level::Amx {
            return super::amx::correlate_half(&task, sums);
        } else if set.has_half() {
            return super::avx512_half::correlate(&task, sums);
        }
        correlate(&task, sums);
    }
}

fn convolve(task: &HalfTask, then: &mut impl Then) {
    let rows = task.words / WORDS;
    for &cell in task.frame.cells() {
        for row in 0..task.outputs / CHANNELS {
            let mut sums = [0.0; CHANNELS];
            for (tap, step) in task.frame.taps().into_iter().enumerate() {
                let place = cell.wrapping_add_signed(step);
                let read = task.input[place * rows..][..rows]
                    .iter()
                    .flat_map(|row| row.0);
                for (index, read) in read.enumerate() {
                    let first = (tap * task.words + index) * task.outputs / WORDS + 2 * row;
                    add(&mut sums, read, &task.weights[first..][..2]);
                }
            }
            then.then(cell, row, &sums);
        }
    }
}

/// Adds the two products of a word and each of these.
fn add(sums: &mut [f32], read: u32, lines: &[Halves]) {
    let [one, other] = both(read);
    for (sum, word) in sums.iter_mut().zip(lines.iter().flat_map(|line| line.0)) {
        let [first, second] = both(word);
        *sum += one * first + other * second;
    }
}

/// Gradients of weights, as sums over pairs of places, from about the first cell to the last: the
/// border places between have gradients of 0.
///
/// The pairs of the input begin at even places. A tap moves the gradients instead, so these are
/// there in pairs from even places and in pairs from odd places.
pub(super) struct HalfGradients<'a> {
    /// For each tap the list of gradients, and the pair in it that belongs to the first one of the
    /// columns.
    pub taps: [(usize, usize); TAPS],
    pub inputs: usize,
    pub outputs: usize,
    /// For each bundle of so many pairs a line for each input.
    pub columns: &'a [Halves],
    /// For each pair and output both gradients.
    pub gradients: [&'a [Halves]; 2],
}

/// Pairs of places that are read at a time.
pub(super) const BUNDLE: usize = WORDS;

/// Where the pairs of a frame begin and end.
struct Span {
    /// The first place of the columns.
    start: usize,
    /// Bundles of pairs in a column.
    bundles: usize,
    /// Pairs of zeros in front of the gradients.
    lead: usize,
    /// Pairs of gradients.
    pairs: usize,
}

impl Span {
    fn of(frame: &Frame) -> Self {
        let cells = frame.cells();
        let start = cells[0] & !1;
        let bundles = (cells[cells.len() - 1] + 1 - start).div_ceil(2 * BUNDLE);
        let most = frame.taps()[TAPS - 1].unsigned_abs();
        let lead = most.div_ceil(2) + 1;
        Self {
            start,
            bundles,
            lead,
            pairs: 2 * lead + start / 2 + BUNDLE * bundles + 1,
        }
    }
}

/// Two rows of neighbouring places as a line for the lower channels and one for the upper ones,
/// each with pairs of places in its words.
#[allow(clippy::inline_always, reason = "for the instructions of the caller")]
#[inline(always)]
fn pairs(one: &Halves, other: &Halves) -> [Halves; 2] {
    let mut lines = [Halves::default(); 2];
    for lane in 0..WORDS {
        lines[0].0[lane] = one.0[lane] & 0xffff | other.0[lane] << 16;
        lines[1].0[lane] = one.0[lane] >> 16 | other.0[lane] & 0xffff_0000;
    }
    lines
}

/// Rows by place, with so many for a place.
type Rows<'a> = (&'a [Halves], usize);

impl HalfScratch {
    #[allow(clippy::inline_always, reason = "for the instructions of the caller")]
    #[inline(always)]
    fn fill((scratch, set, frame, rows): (&mut Self, InstructionSet, &Frame, [Rows; 2])) {
        let [(input, inputs), (gradients, outputs)] = rows;
        let (zeros, span) = (Halves::default(), Span::of(frame));
        let end = frame.cells()[frame.cells().len() - 1] + 1;
        for (odd, list) in scratch.gradients.iter_mut().enumerate() {
            list.resize(span.pairs * 2 * outputs, zeros);
            list[..span.lead * 2 * outputs].fill(zeros);
            let mut at = span.lead * 2 * outputs;
            for place in (odd..end).step_by(2) {
                for row in place * outputs..(place + 1) * outputs {
                    let both = pairs(&gradients[row], &gradients[row + outputs]);
                    list[at..][..2].copy_from_slice(&both);
                    at += 2;
                }
            }
            list[at..].fill(zeros);
        }
        scratch
            .columns
            .resize(span.bundles * inputs * CHANNELS, zeros);
        for (bundle, lines) in scratch
            .columns
            .chunks_exact_mut(inputs * CHANNELS)
            .enumerate()
        {
            let first = span.start + 2 * BUNDLE * bundle;
            for (row, lines) in lines.chunks_exact_mut(CHANNELS).enumerate() {
                let mut block = [[zeros; BUNDLE]; 2];
                let [lower, higher] = &mut block;
                for (pair, lines) in lower.iter_mut().zip(higher).enumerate() {
                    // The last cell is followed by a place of the border.
                    let place = first + 2 * pair;
                    if place < end {
                        let at = place * inputs + row;
                        let both = pairs(&input[at], &input[at + inputs]);
                        (*lines.0, *lines.1) = (both[0], both[1]);
                    }
                }
                for (lines, block) in lines.as_chunks_mut().0.iter_mut().zip(&block) {
                    turn(set, block, lines);
                }
            }
        }
    }
}

/// Rows become columns.
#[inline]
fn turn(set: InstructionSet, block: &[Halves; WORDS], lines: &mut [Halves; WORDS]) {
    #[cfg(target_arch = "x86_64")]
    if matches!(set.level(), Level::Avx512 | Level::Amx) {
        return super::avx512_half::turn(block, lines);
    }
    let _ = set;
    for (lane, line) in lines.iter_mut().enumerate() {
        *line = Halves(from_fn(|row| block[row].0[lane]));
    }
}

impl<'a> HalfGradients<'a> {
    fn new(frame: &Frame, scratch: &'a HalfScratch, (inputs, outputs): (usize, usize)) -> Self {
        let span = Span::of(frame);
        let tap = |tap: isize| {
            let place = (2 * span.lead + span.start).wrapping_add_signed(-tap);
            (place % 2, place / 2)
        };
        Self {
            taps: frame.taps().map(tap),
            inputs: inputs * CHANNELS,
            outputs: outputs * CHANNELS,
            columns: &scratch.columns,
            gradients: [0, 1].map(|odd| &scratch.gradients[odd][..]),
        }
    }

    /// Pairs of a column.
    pub fn pairs(&self) -> usize {
        self.columns.len() / self.inputs * BUNDLE
    }
}

fn correlate(task: &HalfGradients, sums: &mut [f32]) {
    let lines = task.outputs / WORDS;
    for (row, sums) in sums.chunks_mut(task.outputs).enumerate() {
        let ((odd, first), input) = (task.taps[row / task.inputs], row % task.inputs);
        for pair in 0..task.pairs() {
            let column = &task.columns[pair / BUNDLE * task.inputs + input];
            let gradients = &task.gradients[odd][(first + pair) * lines..][..lines];
            add(sums, column.0[pair % BUNDLE], gradients);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Task, Whole, convolve as whole, correlate as whole_gradients};
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
            assert_eq!(upper(number), bits << 16);
        }
        let numbers: Whole = from_fn(|channel| channel as f32 - 7.0);
        let bits = |numbers: Whole| numbers.map(f32::to_bits);
        assert_eq!(bits(Halves::of(&numbers).numbers()), bits(numbers));
    }

    /// Collects sums by place and channel.
    struct Collected(Vec<f32>, usize);

    impl Then for Collected {
        fn then(&mut self, place: usize, row: usize, sums: &Whole) {
            self.0[place * self.1 + CHANNELS * row..][..CHANNELS].copy_from_slice(sums);
        }
    }

    #[test]
    fn rows_become_columns() {
        let block: [Halves; WORDS] =
            from_fn(|row| Halves(from_fn(|lane| (row * WORDS + lane) as u32)));
        for set in InstructionSet::all() {
            let mut lines = [Halves::default(); WORDS];
            turn(set, &block, &mut lines);
            for (lane, line) in lines.iter().enumerate() {
                let column: [u32; WORDS] = from_fn(|row| block[row].0[lane]);
                assert_eq!(line.0, column, "{set}");
            }
        }
    }

    /// With numbers that 16 bits hold, all ways give nearly the same sums.
    #[test]
    #[cfg_attr(miri, ignore = "slow, and Miri lacks the instructions")]
    fn halves_give_what_whole_numbers_give() {
        let mut random = SplitMix64::new(4);
        let all = InstructionSet::all();
        for (text, boards) in [
            ("1", 1),
            ("3", 1),
            ("4x7", 2),
            ("6x3", 9),
            ("11", 3),
            ("19x5", 1),
        ] {
            let frame = &Frame::stack(text.parse().unwrap(), boards);
            for (inputs, outputs) in [(32, 32), (64, 64), (32, 96), (96, 64)] {
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
                whole(all[0], &task, &mut expected);
                let mut expected_sums = vec![0.0; weights.len()];
                let (read, gradient_rows) = ((&input[..], inputs), (&gradients[..], outputs));
                whole_gradients(all[0], frame, read, gradient_rows, &mut expected_sums);
                let packed = Halves::weights(&weights, inputs, outputs);
                let [input, gradients] = [&input, &gradients].map(|numbers| {
                    let rows = numbers.as_chunks().0.iter();
                    rows.map(Halves::of).collect::<Vec<_>>()
                });
                let mut scratch = HalfScratch::default();
                for &set in &all {
                    let mut out = Collected(vec![0.0; frame.places() * outputs], outputs);
                    let weights = (&packed, outputs);
                    Halves::convolve(set, frame, &input, weights, &mut scratch, &mut out);
                    let mut sums = vec![0.0; expected_sums.len()];
                    Halves::correlate(set, frame, &input, &gradients, &mut scratch, &mut sums);
                    let pairs = out
                        .0
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
