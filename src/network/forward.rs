//! What the layers of a network say, one after the other, kept for those who go back through them
//! to learn.

// What is not inlined is not compiled for the registers that this machine has.
#![allow(clippy::inline_always)]

use super::grid::Grid;
use super::model::{DEPTH, HIDDEN, Network, SUMMARY};
use super::planes::{PLANES, Planes, SCALARS};

/// How many numbers a place has between layers.
pub const CHANNELS: usize = 32;

/// The numbers of a place.
pub type Pixel = [f32; CHANNELS];

/// What each layer says.
#[derive(Clone, Debug)]
pub struct Activity {
    /// The places of the cells, in order.
    pub inside: Vec<usize>,
    /// What is seen.
    pub seen: Vec<[f32; PLANES]>,
    /// What each layer says of each place.
    pub layers: Vec<Vec<Pixel>>,
    /// Where each channel of the last is the most.
    pub most: [usize; CHANNELS],
    /// The mean and the most of each channel, and the scalars.
    pub summary: [f32; SUMMARY],
    /// The hidden layer.
    pub hidden: [f32; HIDDEN],
    /// What is said for each move.
    pub moves: Vec<f32>,
    /// What is said for a win.
    pub win: f32,
}

impl Activity {
    /// Room for all that is said of boards of one shape.
    pub fn new(grid: &Grid) -> Self {
        Self {
            inside: grid.inside().collect(),
            seen: Vec::new(),
            layers: vec![vec![[0.0; CHANNELS]; grid.places()]; DEPTH + 1],
            most: [0; CHANNELS],
            summary: [0.0; SUMMARY],
            hidden: [0.0; HIDDEN],
            moves: Vec::new(),
            win: 0.0,
        }
    }
}

/// Goes through all layers.
pub fn forward(network: &Network, planes: &Planes, activity: &mut Activity) {
    let seen = planes.places.iter();
    activity.seen.clear();
    activity
        .seen
        .extend(seen.map(|place| place.map(|number| f32::from(number) / 200.0)));
    // With the widest registers that this machine has; sums are the same with all.
    pulp::Arch::new().dispatch(|| go_through(network, planes, activity));
    say_moves(network, planes, activity);
    say_win(network, planes, activity);
}

#[inline(always)]
fn go_through(network: &Network, planes: &Planes, activity: &mut Activity) {
    let (weights, layout) = (&network.weights, &network.layout);
    let steps = planes.grid.steps();
    let inside = &activity.inside;
    let first = &mut activity.layers[0];
    convolve(
        &weights[layout.first.clone()],
        &activity.seen,
        inside,
        steps,
        first,
    );
    relu(first, inside);
    for (layer, range) in layout.layers.iter().enumerate() {
        let (before, after) = activity.layers.split_at_mut(layer + 1);
        let (before, after) = (&before[layer], &mut after[0]);
        convolve(&weights[range.clone()], before, inside, steps, after);
        for &place in inside {
            for (out, &old) in after[place].iter_mut().zip(&before[place]) {
                *out += old;
            }
        }
        relu(after, inside);
    }
}

#[inline(always)]
fn relu(pixels: &mut [Pixel], inside: &[usize]) {
    for &place in inside {
        for number in &mut pixels[place] {
            *number = number.max(0.0);
        }
    }
}

/// The numbers of a place that are not zero, by their channels.
struct NotZero<const I: usize> {
    channels: [u8; I],
    count: usize,
}

impl<const I: usize> NotZero<I> {
    #[inline(always)]
    fn of(numbers: &[f32; I]) -> Self {
        let mut some = Self {
            channels: [0; I],
            count: 0,
        };
        for (channel, &number) in numbers.iter().enumerate() {
            some.channels[some.count] = channel as u8;
            some.count += usize::from(number != 0.0);
        }
        some
    }
}

/// For each cell a sum over it and its neighbours. What is zero adds nothing, and most numbers are.
#[inline(always)]
fn convolve<const I: usize>(
    weights: &[f32],
    input: &[[f32; I]],
    inside: &[usize],
    steps: [usize; 7],
    output: &mut [Pixel],
) {
    let (rows, _) = weights.as_chunks::<CHANNELS>();
    let Some((bias, rows)) = rows.split_last() else {
        return;
    };
    let (kernels, _) = rows.as_chunks::<I>();
    let some: Vec<NotZero<I>> = input.iter().map(NotZero::of).collect();
    for &place in inside {
        let corner = place - steps[3];
        let mut sum = *bias;
        for (&step, kernel) in steps.iter().zip(kernels) {
            let numbers = &input[corner + step];
            let some = &some[corner + step];
            for &channel in &some.channels[..some.count] {
                let (number, row) = (numbers[usize::from(channel)], &kernel[usize::from(channel)]);
                for (sum, &weight) in sum.iter_mut().zip(row) {
                    *sum += number * weight;
                }
            }
        }
        output[place] = sum;
    }
}

/// What the last layer says for each move.
fn say_moves(network: &Network, planes: &Planes, activity: &mut Activity) {
    let weights = &network.weights[network.layout.moves.clone()];
    let last = &activity.layers[DEPTH];
    let said = planes.moves.iter().map(|&cell| {
        let pixel = &last[planes.grid.place(cell)];
        pixel.iter().zip(weights).map(|(a, b)| a * b).sum::<f32>()
    });
    activity.moves.clear();
    activity.moves.extend(said);
}

/// What the last layer says for a win.
fn say_win(network: &Network, planes: &Planes, activity: &mut Activity) {
    let (weights, layout) = (&network.weights, &network.layout);
    let last = &activity.layers[DEPTH];
    let mut mean = [0.0; CHANNELS];
    let mut most = [f32::NEG_INFINITY; CHANNELS];
    for &place in &activity.inside {
        for (channel, &number) in last[place].iter().enumerate() {
            mean[channel] += number;
            if number > most[channel] {
                (most[channel], activity.most[channel]) = (number, place);
            }
        }
    }
    let count = activity.inside.len() as f32;
    let summary = mean.iter().map(|sum| sum / count).chain(most);
    let summary = summary.chain(planes.scalars);
    for (place, number) in activity.summary.iter_mut().zip(summary) {
        *place = number;
    }
    let (rows, _) = weights[layout.hidden.clone()].as_chunks::<HIDDEN>();
    activity.hidden = rows[SUMMARY];
    for (number, row) in activity.summary.iter().zip(rows) {
        for (sum, weight) in activity.hidden.iter_mut().zip(row) {
            *sum += number * weight;
        }
    }
    for sum in &mut activity.hidden {
        *sum = sum.max(0.0);
    }
    let weights = &weights[layout.chance.clone()];
    let inputs = activity.hidden.iter().chain(&planes.scalars);
    let said: f32 = inputs.zip(weights).map(|(a, b)| a * b).sum();
    activity.win = said + weights[HIDDEN + SCALARS];
}
