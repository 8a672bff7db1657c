//! The gradient of a network's loss, by backpropagation. Written here: one fixed shape of network
//! needs no framework, which would be most of the program's dependencies.

use crate::network::forward::{CHANNELS, LayerActivations, Pixel, forward};
use crate::network::{DEPTH, HIDDEN, Network, Planes, SCALARS, SUMMARY, softmax};

/// A position to train on.
#[derive(Clone, Debug)]
pub struct TrainingSample {
    /// The input.
    pub planes: Planes,
    /// Which of the moves was played, if it is one of those worth considering.
    pub played: Option<usize>,
    /// Whether the mover won the game.
    pub won: bool,
}

/// The loss of a network on samples.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Loss {
    /// The cross entropy of the move played.
    pub moves: f64,
    /// The cross entropy of the winner.
    pub win: f64,
    /// How often the move played was the likeliest.
    pub first: f64,
    /// How often the winner was the likelier side.
    pub right: f64,
    /// The numbers of moves and of winners.
    pub counts: [f64; 2],
}

impl Loss {
    /// The sum of both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            moves: self.moves + other.moves,
            win: self.win + other.win,
            first: self.first + other.first,
            right: self.right + other.right,
            counts: [0, 1].map(|one| self.counts[one] + other.counts[one]),
        }
    }

    /// The means.
    #[must_use]
    pub fn mean(self) -> Self {
        let [moves, wins] = self.counts.map(|count| count.max(1.0));
        Self {
            moves: self.moves / moves,
            win: self.win / wins,
            first: self.first / moves,
            right: self.right / wins,
            counts: self.counts,
        }
    }
}

/// The loss of a sample, and its gradient by the outputs: of each move, and of the win.
fn loss_of(sample: &TrainingSample, activity: &LayerActivations) -> (Loss, Vec<f32>, f32) {
    let mut loss = Loss::default();
    let mut moves = vec![0.0; activity.moves.len()];
    if let Some(played) = sample.played {
        moves = softmax(&activity.moves);
        loss.moves = -f64::from(moves[played].max(1e-12)).ln();
        let best = moves.iter().fold(0.0, |a: f32, &b| a.max(b));
        loss.first = if moves[played] >= best { 1.0 } else { 0.0 };
        loss.counts[0] = 1.0;
        moves[played] -= 1.0;
    }
    let chance = 1.0 / (1.0 + (-activity.win).exp());
    let (given, asked) = if sample.won {
        (chance, chance - 1.0)
    } else {
        (1.0 - chance, chance)
    };
    loss.win = -f64::from(given.max(1e-12)).ln();
    loss.right = if given > 0.5 { 1.0 } else { 0.0 };
    loss.counts[1] = 1.0;
    (loss, moves, asked)
}

/// The loss of a sample.
pub fn loss(network: &Network, sample: &TrainingSample) -> Loss {
    let mut activity = LayerActivations::new(&sample.planes.grid);
    forward(network, &sample.planes, &mut activity);
    loss_of(sample, &activity).0
}

/// Adds the gradient of a sample, and returns its loss.
pub fn backward(network: &Network, sample: &TrainingSample, gradient: &mut [f32]) -> Loss {
    let planes = &sample.planes;
    let mut activity = LayerActivations::new(&planes.grid);
    forward(network, planes, &mut activity);
    let (loss, moves, win) = loss_of(sample, &activity);
    let layout = &network.layout;
    let mut asked = vec![[0.0; CHANNELS]; planes.places.len()];
    back_moves(network, planes, &activity, &moves, &mut asked, gradient);
    back_win(network, &activity, win, &mut asked, gradient);
    let steps = planes.grid.steps();
    let inside = &activity.inside;
    for layer in (0..DEPTH).rev() {
        back_rectifier(&activity.layers[layer + 1], inside, &mut asked);
        let before = &activity.layers[layer];
        let range = layout.layers[layer].clone();
        back_weights(before, &asked, inside, steps, &mut gradient[range.clone()]);
        // The residual path, and the input.
        let mut below = asked.clone();
        back_input(&network.weights[range], &asked, inside, steps, &mut below);
        asked = below;
    }
    back_rectifier(&activity.layers[0], inside, &mut asked);
    let first = &mut gradient[layout.first.clone()];
    back_weights(&activity.input, &asked, inside, steps, first);
    loss
}

fn back_moves(
    network: &Network,
    planes: &Planes,
    activity: &LayerActivations,
    moves: &[f32],
    asked: &mut [Pixel],
    gradient: &mut [f32],
) {
    let range = network.layout.moves.clone();
    let last = &activity.layers[DEPTH];
    for (&cell, &error) in planes.moves.iter().zip(moves) {
        let place = planes.grid.place(cell);
        let weights = &network.weights[range.clone()];
        let gradient = &mut gradient[range.clone()];
        for channel in 0..CHANNELS {
            gradient[channel] += error * last[place][channel];
            asked[place][channel] += error * weights[channel];
        }
    }
}

fn back_win(
    network: &Network,
    activity: &LayerActivations,
    win: f32,
    asked: &mut [Pixel],
    gradient: &mut [f32],
) {
    let layout = &network.layout;
    let chance = &network.weights[layout.chance.clone()];
    let scalars = &activity.summary[2 * CHANNELS..];
    let said = activity.hidden.iter().chain(scalars).chain(&[1.0]);
    for (gradient, number) in gradient[layout.chance.clone()].iter_mut().zip(said) {
        *gradient += win * number;
    }
    let mut hidden = [0.0; HIDDEN];
    for (place, asked) in hidden.iter_mut().enumerate() {
        if activity.hidden[place] > 0.0 {
            *asked = win * chance[place];
        }
    }
    let (rows, _) = network.weights[layout.hidden.clone()].as_chunks::<HIDDEN>();
    let (gradients, _) = gradient[layout.hidden.clone()].as_chunks_mut::<HIDDEN>();
    let mut summary = [0.0; SUMMARY];
    let numbers = activity.summary.iter().chain(&[1.0]);
    for (row, (gradients, number)) in gradients.iter_mut().zip(numbers).enumerate() {
        for (place, gradient) in gradients.iter_mut().enumerate() {
            *gradient += hidden[place] * number;
            if row < SUMMARY {
                summary[row] += hidden[place] * rows[row][place];
            }
        }
    }
    let count = activity.inside.len() as f32;
    for &place in &activity.inside {
        for (asked, mean) in asked[place].iter_mut().zip(&summary) {
            *asked += mean / count;
        }
    }
    for (channel, &place) in activity.most.iter().enumerate() {
        asked[place][channel] += summary[CHANNELS + channel];
    }
    debug_assert_eq!(scalars.len(), SCALARS);
}

/// The gradient through a rectifier.
fn back_rectifier(layer: &[Pixel], inside: &[usize], asked: &mut [Pixel]) {
    for &place in inside {
        for (asked, &number) in asked[place].iter_mut().zip(&layer[place]) {
            if number <= 0.0 {
                *asked = 0.0;
            }
        }
    }
}

/// The gradient of the weights of a convolution.
fn back_weights<const I: usize>(
    input: &[[f32; I]],
    asked: &[Pixel],
    inside: &[usize],
    steps: [usize; 7],
    gradient: &mut [f32],
) {
    let (rows, _) = gradient.as_chunks_mut::<CHANNELS>();
    let Some((bias, rows)) = rows.split_last_mut() else {
        return;
    };
    let (kernels, _) = rows.as_chunks_mut::<I>();
    for &place in inside {
        let asked = asked[place];
        for (sum, error) in bias.iter_mut().zip(&asked) {
            *sum += error;
        }
        let corner = place - steps[3];
        for (&step, kernel) in steps.iter().zip(kernels.iter_mut()) {
            for (&number, row) in input[corner + step].iter().zip(kernel) {
                if number != 0.0 {
                    for (sum, &error) in row.iter_mut().zip(&asked) {
                        *sum += number * error;
                    }
                }
            }
        }
    }
}

/// The gradient of the input of a convolution.
fn back_input(
    weights: &[f32],
    asked: &[Pixel],
    inside: &[usize],
    steps: [usize; 7],
    below: &mut [Pixel],
) {
    let (rows, _) = weights.as_chunks::<CHANNELS>();
    let (kernels, _) = rows.as_chunks::<CHANNELS>();
    for (&step, kernel) in steps.iter().zip(kernels) {
        let mut turned = [[0.0; CHANNELS]; CHANNELS];
        for (from, row) in kernel.iter().enumerate() {
            for (to, &weight) in row.iter().enumerate() {
                turned[to][from] = weight;
            }
        }
        for &place in inside {
            let target = place - steps[3] + step;
            let mut sum = below[target];
            for (&error, row) in asked[place].iter().zip(&turned) {
                if error != 0.0 {
                    for (sum, &weight) in sum.iter_mut().zip(row) {
                        *sum += error * weight;
                    }
                }
            }
            below[target] = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Analysis, AnalysisOptions};
    use crate::board::{BoardSize, Colour, Position};
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// Each weight changes the loss as the gradient says.
    #[test]
    fn the_gradient_is_how_the_loss_changes() {
        let size = BoardSize::new(4, 5).unwrap();
        let mut position = Position::<1>::new(size);
        position.place(Colour::Black, size.read("b3").unwrap());
        position.place(Colour::White, size.read("c2").unwrap());
        position.set_to_move(Colour::White);
        let look = Analysis::new(&position, AnalysisOptions::default());
        let planes = Planes::new(&look, &look.resistance());
        let sample = TrainingSample {
            played: Some(planes.moves.len() / 2),
            planes,
            won: true,
        };
        let mut chance = StdRng::seed_from_u64(1);
        let mut network = Network::zero();
        for weight in &mut network.weights {
            *weight = chance.random_range(-0.15..0.15);
        }
        let mut gradient = vec![0.0; network.weights.len()];
        backward(&network, &sample, &mut gradient);
        let layout = network.layout.clone();
        let parts = [layout.first, layout.moves, layout.hidden, layout.chance];
        let mut steep = 0;
        for part in parts.into_iter().chain(layout.layers) {
            for _ in 0..40 {
                let place = chance.random_range(part.clone());
                let at = |step: f32| {
                    let mut network = network.clone();
                    network.weights[place] += step;
                    let loss = loss(&network, &sample);
                    loss.moves + loss.win
                };
                let step = 2e-3;
                let slope = (at(step) - at(-step)) / f64::from(2.0 * step);
                let said = f64::from(gradient[place]);
                assert!(
                    (slope - said).abs() < 0.02 + 0.05 * said.abs(),
                    "{place}: {slope} is said to be {said}"
                );
                steep += usize::from(said.abs() > 0.1);
            }
        }
        assert!(steep > 20, "{steep}");
    }
}
