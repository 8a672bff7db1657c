//! The network in floating point, for many boards at once. It keeps the activations from which the
//! gradients of its weights are computed.

mod first;
mod heads;
mod pooled;

pub use first::add_gradients;
pub use heads::{PAIRS, dot};
pub use pooled::Pooled;

use super::kernel::{CHANNELS, InstructionSet, Row, Then, Whole};
use super::{Frame, Full, FullConvolution, HEADS, Weights};
use crate::hex::BoardSize;
use rayon::prelude::*;

/// A board to run the network on: its frame, and the planes of its position.
pub type Board<'a> = (&'static Frame, &'a [u8]);

/// The outputs of the network for one position.
#[derive(Clone, Debug)]
pub struct Tape {
    /// The outputs for each cell as logits: policy, soft policy, reply, owner.
    pub heads: [Vec<f32>; HEADS],
    /// The value, as a logit.
    pub value: f32,
    /// For each cell the sum of each pair of features.
    pub pairs: Vec<[f32; PAIRS]>,
    /// The inputs and outputs of the value's hidden layer.
    pub hidden: [Vec<f32>; 2],
}

/// A network whose convolutions compute with such rows.
#[derive(Debug)]
pub struct FloatNetwork<'a, R: Row> {
    /// The kernel.
    pub set: InstructionSet,
    /// The free weights.
    pub weights: &'a Weights,
    /// All weights.
    pub full: Full,
    /// The weights of all convolutions but the first.
    pub packed: Vec<R::Weights>,
}

/// What the network has computed for the boards that it has last run on; used again for others.
#[derive(Debug)]
pub struct Record<R: Row> {
    /// The boards, one below the other.
    pub frame: Frame,
    /// For each place of that the number of its board.
    pub boards: Vec<u32>,
    /// What each convolution but the first reads, by place; then the features.
    pub inputs: Vec<Vec<R>>,
    /// What has been pooled of these for each board; none where nothing is.
    pub pooled: Vec<Vec<Pooled>>,
    /// The trunk.
    trunk: Vec<Whole>,
    /// For the kernel.
    pub scratch: R::Scratch,
}

impl<R: Row> Default for Record<R> {
    fn default() -> Self {
        Self {
            frame: Frame::stack(BoardSize::square(1).expect("a size"), 0),
            boards: Vec::new(),
            inputs: Vec::new(),
            pooled: Vec::new(),
            trunk: Vec::new(),
            scratch: R::Scratch::default(),
        }
    }
}

impl<R: Row> Record<R> {
    /// Makes room for these boards, with zeros in the border.
    fn begin(&mut self, boards: &[Board], (convolutions, rows): (usize, usize)) {
        let size = boards[0].0.size();
        assert!(boards.iter().all(|(frame, _)| frame.size() == size));
        let length = self.frame.places() * rows;
        if self.frame.size() != size
            || self.frame.boards().len() != boards.len()
            || self.inputs.len() != convolutions
            || self.trunk.len() != length
        {
            self.frame = Frame::stack(size, boards.len());
            let length = self.frame.places() * rows;
            self.boards = vec![0; self.frame.places()];
            for (board, cells) in self.frame.boards().enumerate() {
                for &cell in cells {
                    self.boards[cell] = board as u32;
                }
            }
            self.inputs.resize_with(convolutions, Vec::new);
            for input in &mut self.inputs {
                input.clear();
                input.resize(length, R::default());
            }
            self.trunk.resize(length, Whole::default());
        }
        self.trunk.fill(Whole::default());
        self.pooled.clear();
    }

    /// All numbers that a convolution but the first reads, or the features: for each cell of each
    /// board its channels.
    pub fn numbers(&self, convolution: usize) -> impl Iterator<Item = f32> {
        let input = &self.inputs[convolution - 1];
        let rows = input.len() / self.frame.places();
        let cells = self.frame.cells().iter();
        let all = cells.flat_map(move |&cell| &input[cell * rows..][..rows]);
        all.flat_map(R::numbers)
    }
}

/// What follows a convolution.
struct Activate<'a, R> {
    /// For each place its board.
    boards: &'a [u32],
    /// Rows of a place.
    rows: usize,
    /// By board and row.
    biases: &'a [Whole],
    /// To which the sums are added, if they are.
    trunk: Option<&'a mut [Whole]>,
    out: &'a mut [R],
}

impl<R: Row> Then for Activate<'_, R> {
    #[allow(clippy::inline_always, reason = "for the instructions of the caller")]
    #[inline(always)]
    fn then(&mut self, place: usize, row: usize, sums: &Whole) {
        let at = place * self.rows + row;
        let bias = &self.biases[self.boards[place] as usize * self.rows + row];
        let mut numbers = *sums;
        for lane in 0..CHANNELS {
            numbers[lane] += bias[lane];
        }
        if let Some(trunk) = &mut self.trunk {
            let trunk = &mut trunk[at];
            for lane in 0..CHANNELS {
                numbers[lane] += trunk[lane];
            }
            *trunk = numbers;
        }
        for number in &mut numbers {
            *number = number.max(0.0);
        }
        self.out[at] = R::of(&numbers);
    }
}

/// For each board what is added to all places of each channel.
#[allow(clippy::inline_always, reason = "for the instructions of the caller")]
#[inline(always)]
fn biases((one, pooled, boards): (&FullConvolution, &[Pooled], usize)) -> Vec<Whole> {
    let bias = one.bias.as_chunks().0;
    let mut biases = bias.repeat(boards);
    for (pooled, biases) in pooled.iter().zip(biases.chunks_exact_mut(bias.len())) {
        let rows = one.pool.chunks_exact(one.bias.len());
        for (number, row) in pooled.numbers.iter().zip(rows) {
            for (bias, weight) in biases.as_flattened_mut().iter_mut().zip(row) {
                *bias += number * weight;
            }
        }
    }
    biases
}

impl<'a, R: Row> FloatNetwork<'a, R> {
    /// The network of these weights.
    pub fn new(set: InstructionSet, weights: &'a Weights) -> Self {
        let full = Full::new(weights);
        let pack = |one: &FullConvolution| R::weights(&one.weights, one.inputs, one.bias.len());
        Self {
            set,
            weights,
            packed: full.convolutions[1..].par_iter().map(pack).collect(),
            full,
        }
    }

    /// The weights that lead from the outputs of all convolutions but the first to their inputs.
    pub fn transposed(&self) -> Vec<R::Weights> {
        let turn =
            |one: &FullConvolution| R::weights(&one.transposed(), one.bias.len(), one.inputs);
        self.full.convolutions[1..].par_iter().map(turn).collect()
    }

    /// Rows of channels.
    pub fn rows(&self) -> usize {
        self.weights.shape().channels() / CHANNELS
    }

    /// Runs the network on boards of one size.
    pub fn forward(&self, boards: &[Board], record: &mut Record<R>) -> Vec<Tape> {
        let (set, rows) = (self.set, self.rows());
        let shape = self.weights.shape();
        let channels = shape.channels();
        record.begin(boards, (shape.convolutions(), rows));
        for (index, one) in self.full.convolutions.iter().enumerate() {
            if let Some(input) = index.checked_sub(1) {
                let pools = !one.pool.is_empty();
                record.pool(set, pools.then_some(input), channels);
            }
            let pooled = record.pooled.last().map_or(&[][..], Vec::as_slice);
            let biases = set.run(biases, (one, pooled, boards.len()));
            let (inputs, outputs) = record.inputs.split_at_mut(index);
            let mut then = Activate {
                boards: &record.boards,
                rows,
                biases: &biases,
                // Even convolutions add to the trunk.
                trunk: index.is_multiple_of(2).then_some(&mut record.trunk),
                out: &mut outputs[0],
            };
            let frame = &record.frame;
            if let Some(input) = inputs.last() {
                let weights = (&self.packed[index - 1], channels);
                R::convolve(set, frame, input, weights, &mut record.scratch, &mut then);
            } else {
                let step = shape.input().step();
                for board in frame.boards().zip(boards) {
                    set.run(first::run, (one, board, step, &mut then));
                }
            }
        }
        record.pool(set, Some(shape.convolutions() - 1), channels);
        let features = &record.inputs[shape.convolutions() - 1];
        let pooled = record.pooled.last().into_iter().flatten();
        let stack = record.frame.boards().zip(pooled);
        let tape =
            |(cells, pooled)| set.run(heads::run, (self.weights, cells, &features[..], pooled));
        stack.map(tape).collect()
    }
}

impl<R: Row> Record<R> {
    /// Pools one of the inputs, or none.
    fn pool(&mut self, set: InstructionSet, input: Option<usize>, channels: usize) {
        let pool = |input: usize| {
            let numbers = &self.inputs[input];
            let boards = self.frame.boards();
            let pooled = boards.map(|cells| set.run(Pooled::of, (cells, channels, &numbers[..])));
            pooled.collect()
        };
        self.pooled.push(input.map_or_else(Vec::new, pool));
    }
}

/// Runs the network on one position, with numbers of 32 bits.
pub fn forward(set: InstructionSet, weights: &Weights, board: Board) -> (Tape, Record<Whole>) {
    let mut record = Record::default();
    let mut tapes = FloatNetwork::new(set, weights).forward(&[board], &mut record);
    (tapes.remove(0), record)
}
