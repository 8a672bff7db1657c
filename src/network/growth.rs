//! Makes a network larger without changing its outputs, so that training of the larger one need not
//! start from scratch.
//!
//! What was there keeps its weights. A new channel reads all others by random weights, and nothing
//! that was there reads it at first; a new block adds nothing to the trunk at first. Training can
//! use them because their gradients are not zero (after Chen, Goodfellow and Shlens 2015,
//! "Net2net", whose copies of channels are not needed here).

use super::shape::{Convolution, Shape};
use super::{Input, TAPS, Weights};

/// A shape that a network cannot grow to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "a network of {from} cannot grow to {to}: channels and blocks cannot shrink, and the recipe \
     cannot change"
)]
pub struct NoGrowth {
    from: Shape,
    to: Shape,
}

impl Weights {
    /// A network of this shape with the same outputs.
    pub fn grown(&self, shape: Shape, seed: u64) -> Result<Self, NoGrowth> {
        let from = self.shape();
        let blind = from.input() != Input::Stones && from.input() != shape.input();
        if shape.channels() < from.channels() || shape.blocks() < from.blocks() || blind {
            return Err(NoGrowth { from, to: shape });
        }
        let mut grown = Self::random(shape, seed);
        let growth = Growth {
            from,
            to: shape,
            old: self,
        };
        for index in 0..shape.convolutions() {
            growth.convolution(&mut grown, index);
        }
        growth.heads(&mut grown);
        Ok(grown)
    }
}

struct Growth<'a> {
    from: Shape,
    to: Shape,
    old: &'a Weights,
}

impl Growth<'_> {
    /// The convolution that was this one; none if it is of a new block.
    fn was(&self, index: usize) -> Option<usize> {
        if index + 1 == self.to.convolutions() {
            return Some(self.from.convolutions() - 1);
        }
        (index + 1 < self.from.convolutions()).then_some(index)
    }

    /// The input that was this one; none if it is new.
    fn input(&self, inputs: usize, input: usize) -> Option<usize> {
        if inputs == self.to.input().planes() {
            return (input < self.from.input().planes()).then_some(input);
        }
        let (half, pair) = (self.from.half(), input % self.to.half());
        (pair < half).then_some(if input < self.to.half() {
            pair
        } else {
            half + pair
        })
    }

    fn convolution(&self, grown: &mut Weights, index: usize) {
        let new = grown.layout().convolutions[index].clone();
        let Some(was) = self.was(index) else {
            if index.is_multiple_of(2) {
                grown.free[new.weights].fill(0.0);
            }
            return;
        };
        let old = &self.old.layout().convolutions[was];
        grown.ranges[index] = self.old.ranges[was];
        self.rows(
            grown,
            (&new, old),
            TAPS,
            (new.weights.start, old.weights.start),
        );
        let (to, from) = (new.bias.start, old.bias.start);
        let biases = &self.old.free[from..from + self.from.half()];
        grown.free[to..to + biases.len()].copy_from_slice(biases);
        let (Some(to), Some(from)) = (&new.pool, &old.pool) else {
            return;
        };
        self.rows(grown, (&new, old), 2, (to.start, from.start));
    }

    /// The rows of weights of so many taps: one for each tap and input.
    fn rows(
        &self,
        grown: &mut Weights,
        (new, old): (&Convolution, &Convolution),
        taps: usize,
        (to, from): (usize, usize),
    ) {
        let (wide, half) = (self.to.half(), self.from.half());
        for tap in 0..taps {
            for input in 0..new.inputs {
                let to = to + (tap * new.inputs + input) * wide;
                let row = &mut grown.free[to..to + half];
                match self.input(new.inputs, input) {
                    Some(input) => {
                        let from = from + (tap * old.inputs + input) * half;
                        row.copy_from_slice(&self.old.free[from..from + half]);
                    }
                    None => row.fill(0.0),
                }
            }
        }
    }

    fn heads(&self, grown: &mut Weights) {
        let (to, from) = (grown.layout().clone(), self.old.layout());
        let old = &self.old.free;
        let mut copy = |to: std::ops::Range<usize>, from: std::ops::Range<usize>| {
            grown.free[to.clone()].fill(0.0);
            grown.free[to.start..to.start + from.len()].copy_from_slice(&old[from]);
        };
        for (to, from) in to.heads.iter().zip(&from.heads) {
            copy(to.clone(), from.clone());
        }
        copy(to.owner_bias.clone(), from.owner_bias.clone());
        copy(to.value.clone(), from.value.clone());
        copy(to.value_bias.clone(), from.value_bias.clone());
        copy(to.hidden_bias.clone(), from.hidden_bias.clone());
        let (wide, hidden) = (self.to.hidden(), self.from.hidden());
        for summary in 0..2 {
            for pair in 0..self.to.half() {
                let to = to.hidden.start + (summary * self.to.half() + pair) * wide;
                let row = &mut grown.free[to..to + hidden];
                if pair < self.from.half() {
                    let from = from.hidden.start + (summary * self.from.half() + pair) * hidden;
                    row.copy_from_slice(&old[from..from + hidden]);
                } else {
                    row.fill(0.0);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Position;
    use crate::network::float::forward;
    use crate::network::kernel::InstructionSet;
    use crate::network::write;
    use crate::position;

    #[test]
    fn a_grown_network_predicts_the_same_and_can_learn() {
        let position: Position<1> = position! { 4 x 3:
            B . W .
             . W B .
              . . . W
        };
        let weights = Weights::random("32x3".parse().unwrap(), 5);
        let run = |weights: &Weights| {
            let mut planes = Vec::new();
            let frame = write(&position, &mut planes).frame();
            forward(InstructionSet::best(), weights, (frame, &planes))
        };
        let (before, _) = run(&weights);
        for shape in ["32x3", "64x3", "32x4", "96x5"] {
            let grown = weights.grown(shape.parse().unwrap(), 7).unwrap();
            let (after, _) = run(&grown);
            let close = |one: f32, other: f32| (one - other).abs() < 1e-4 * (1.0 + one.abs());
            assert!(close(before.value, after.value), "{shape}");
            for (before, after) in before.heads.iter().zip(&after.heads) {
                assert!(
                    before
                        .iter()
                        .zip(after)
                        .all(|(&one, &other)| close(one, other))
                );
            }
        }
        let grown = weights.grown("64x4".parse().unwrap(), 7).unwrap();
        assert!(weights.grown("32x2".parse().unwrap(), 7).is_err());
        assert!(grown.grown("32x4".parse().unwrap(), 7).is_err());
        // New channels see the board, so that there is something to learn from.
        let read: Vec<f32> = run(&grown).1.numbers(1).collect();
        assert!(
            read.chunks(64)
                .any(|row| row[16..32].iter().any(|&number| number > 0.0))
        );
    }
}
