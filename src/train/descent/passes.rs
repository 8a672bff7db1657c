//! The steps of backpropagation that go through all numbers of a board or a stack.

use super::sparsity::Sparsity;
use crate::network::float::{PAIRS, Pooled, Record, Tape, dot};
use crate::network::kernel::{CHANNELS, Row, Then, Whole};
use crate::network::{FullConvolution, Weights};

/// What has been passed back to a convolution, by place of the stack.
#[derive(Debug)]
pub(super) struct Passed<R> {
    /// The gradients of its sums.
    pub rows: Vec<R>,
    /// Those of its input.
    pub next: Vec<R>,
    /// Those of the trunk.
    pub trunk: Vec<Whole>,
    /// For each board those of all its sums of a channel together.
    pub biases: Vec<Whole>,
}

impl<R> Default for Passed<R> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            next: Vec::new(),
            trunk: Vec::new(),
            biases: Vec::new(),
        }
    }
}

impl<R: Row> Passed<R> {
    /// Makes room for the boards of a record, with zeros in the border.
    pub fn begin(&mut self, record: &Record<R>, rows: usize) {
        let length = record.inputs[0].len();
        for list in [&mut self.rows, &mut self.next] {
            list.clear();
            list.resize(length, R::default());
        }
        self.trunk.clear();
        self.trunk.resize(length, Whole::default());
        self.biases.clear();
        self.biases
            .resize(record.frame.boards().len() * rows, Whole::default());
    }

    /// Adds the gradients of the biases.
    pub fn add_biases(&self, sums: &mut FullConvolution) {
        for biases in self.biases.as_flattened().chunks_exact(sums.bias.len()) {
            for (sum, gradient) in sums.bias.iter_mut().zip(biases) {
                *sum += gradient;
            }
        }
    }

    /// Takes the gradients of a board's features, and of what was pooled of them.
    #[allow(clippy::inline_always, reason = "for the instructions of the caller")]
    #[inline(always)]
    #[allow(clippy::type_complexity, reason = "the arguments of a function")]
    pub fn features(
        (passed, board, cells, inputs, seen, pooled, gradients): (
            &mut Self,
            usize,
            &[usize],
            &[R],
            &Pooled,
            &[f32],
            &mut [Whole],
        ),
    ) {
        let rows = gradients.len() / cells.len();
        let channels = rows * CHANNELS;
        let share = 1.0 / cells.len() as f32;
        for (channel, &place) in seen.places.iter().enumerate() {
            if let Ok(cell) = cells.binary_search(&(place as usize)) {
                gradients[cell * rows + channel / CHANNELS][channel % CHANNELS] +=
                    pooled[channels + channel];
            }
        }
        let means = pooled[..channels].as_chunks::<CHANNELS>().0;
        let biases = &mut passed.biases[board * rows..][..rows];
        for (&cell, gradients) in cells.iter().zip(gradients.chunks_exact(rows)) {
            for (row, gradients) in gradients.iter().enumerate() {
                let at = cell * rows + row;
                let activations = inputs[at].numbers();
                let mut numbers = *gradients;
                for lane in 0..CHANNELS {
                    let number = numbers[lane] + share * means[row][lane];
                    numbers[lane] = if activations[lane] > 0.0 { number } else { 0.0 };
                    biases[row][lane] += numbers[lane];
                }
                passed.rows[at] = R::of(&numbers);
            }
        }
    }
}

/// What follows a convolution on the way back.
pub(super) struct PassBack<'a, R> {
    /// Of the activations.
    pub sparsity: Sparsity,
    /// For each place its board.
    pub boards: &'a [u32],
    /// Rows of a place.
    pub rows: usize,
    /// By board and row what is added to all cells; empty if nothing is.
    pub shares: &'a [Whole],
    /// The gradient is 0 where the activation is 0.
    pub activations: &'a [R],
    /// To which the gradients are added, if they are.
    pub trunk: Option<&'a mut Vec<Whole>>,
    pub out: &'a mut [R],
    /// By board and row the sums of all gradients.
    pub biases: &'a mut [Whole],
}

impl<R: Row> Then for PassBack<'_, R> {
    #[allow(clippy::inline_always, reason = "for the instructions of the caller")]
    #[inline(always)]
    fn then(&mut self, place: usize, row: usize, sums: &Whole) {
        let at = place * self.rows + row;
        let board = self.boards[place] as usize * self.rows + row;
        let mut numbers = *sums;
        if let Some(shares) = self.shares.get(board) {
            for lane in 0..CHANNELS {
                numbers[lane] += shares[lane];
            }
        }
        let activations = self.activations[at].numbers();
        self.sparsity.add(&activations, &mut numbers);
        for lane in 0..CHANNELS {
            numbers[lane] = if activations[lane] > 0.0 {
                numbers[lane]
            } else {
                0.0
            };
        }
        if let Some(trunk) = &mut self.trunk {
            let trunk = &mut trunk[at];
            for lane in 0..CHANNELS {
                numbers[lane] += trunk[lane];
            }
            *trunk = numbers;
        }
        let biases = &mut self.biases[board];
        for lane in 0..CHANNELS {
            biases[lane] += numbers[lane];
        }
        self.out[at] = R::of(&numbers);
    }
}

impl<R: Row> PassBack<'_, R> {
    /// Adds the gradient of a maximum.
    pub fn add(&mut self, board: usize, place: usize, channel: usize, gradient: f32) {
        let (row, lane) = (channel / CHANNELS, channel % CHANNELS);
        let at = place * self.rows + row;
        if self.activations[at].numbers()[lane] > 0.0 {
            let mut numbers = self.out[at].numbers();
            numbers[lane] += gradient;
            if let Some(trunk) = &mut self.trunk {
                trunk[at][lane] += gradient;
                numbers[lane] = trunk[at][lane];
            }
            self.out[at] = R::of(&numbers);
            self.biases[board * self.rows + row][lane] += gradient;
        }
    }
}

/// Through a head, to the gradients of the features by cell.
#[allow(clippy::type_complexity, reason = "the arguments of a function")]
#[allow(clippy::inline_always, reason = "for the instructions of the caller")]
#[inline(always)]
pub(super) fn through_head(
    (gradients, weights, sums, pairs, features): (
        &[f32],
        &[f32],
        &mut [f32],
        &[[f32; PAIRS]],
        &mut [Whole],
    ),
) {
    let rows = features.len() / gradients.len();
    let half = rows * PAIRS;
    let cells = pairs
        .chunks_exact(rows)
        .zip(features.chunks_exact_mut(rows));
    for (&gradient, (pairs, features)) in gradients.iter().zip(cells) {
        if gradient == 0.0 {
            continue;
        }
        for (sum, pair) in sums.iter_mut().zip(pairs.as_flattened()) {
            *sum += gradient * pair;
        }
        for features in features.as_flattened_mut().chunks_exact_mut(half) {
            for (feature, weight) in features.iter_mut().zip(weights) {
                *feature += gradient * weight;
            }
        }
    }
}

/// Through the value: returns the gradients of the pooled features.
#[allow(clippy::inline_always, reason = "for the instructions of the caller")]
#[inline(always)]
pub(super) fn through_value(
    (weights, tape, value, sums): (&Weights, &Tape, f32, &mut [f32]),
) -> Vec<f32> {
    let (shape, layout) = (weights.shape(), weights.layout());
    let (half, free) = (shape.half(), &weights.free);
    let [read, hidden] = &tape.hidden;
    let last = &free[layout.value.clone()];
    sums[layout.value_bias.start] += value;
    let mut inner = vec![0.0; hidden.len()];
    for (unit, &number) in hidden.iter().enumerate() {
        sums[layout.value.start + unit] += value * number;
        if number > 0.0 {
            inner[unit] = value * last[unit];
            sums[layout.hidden_bias.start + unit] += inner[unit];
        }
    }
    let mut pooled = vec![0.0; 2 * shape.channels()];
    for (index, &number) in read.iter().enumerate() {
        let row = layout.hidden.start + index * hidden.len();
        let gradient = dot(&free[row..row + hidden.len()], &inner);
        for (sum, gradient) in sums[row..row + hidden.len()].iter_mut().zip(&inner) {
            *sum += number * gradient;
        }
        let (kind, channel) = (index / half, index % half);
        pooled[kind * 2 * half + channel] = gradient;
        pooled[kind * 2 * half + channel + half] = gradient;
    }
    pooled
}

/// From the gradients of all of a board's sums together to those of what was pooled of it.
#[allow(clippy::inline_always, reason = "for the instructions of the caller")]
#[inline(always)]
pub(super) fn through_pool(
    (one, pooled, biases, sums): (&FullConvolution, &Pooled, &[f32], &mut FullConvolution),
) -> Vec<f32> {
    let outputs = biases.len();
    let rows = one
        .pool
        .chunks_exact(outputs)
        .zip(sums.pool.chunks_exact_mut(outputs));
    let through = pooled
        .numbers
        .iter()
        .zip(rows)
        .map(|(number, (weights, sums))| {
            for (sum, gradient) in sums.iter_mut().zip(biases) {
                *sum += number * gradient;
            }
            dot(weights, biases)
        });
    through.collect()
}
