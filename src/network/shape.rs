//! How large a network is, and where each of its weights stands.
//!
//! ```text
//! planes -> convolution -> trunk
//! each block:  trunk += convolution(ReLU(convolution(ReLU(trunk))))
//! features = ReLU(convolution(ReLU(trunk)))
//! policy, soft policy, reply, owner of each cell: linear in its features
//! value: two layers on mean and maximum of the features
//! ```
//!
//! The second convolution of every other block, and that of the features, adds to each channel what
//! two matrices make of the mean and the maximum of all channels of its input: what is true of the
//! whole board.
//!
//! The channels come in pairs: channel c + C/2 of a position is channel c of the position turned by
//! 180°. So policy and value are the same for both, and half of the weights follow from the
//! others: only the free ones are kept and learned ([`super::Full`] has them all).

use super::{Input, TAPS};
use crate::base::parameter::Choice;
use crate::knowledge::analysis::Recipe;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The size of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    channels: usize,
    blocks: usize,
    input: Input,
}

/// A text that is no shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "a network is CHANNELSxBLOCKS or CHANNELSxBLOCKS+RECIPE: 32 to 512 channels (a multiple of \
     32), 1 to 64 blocks, and the recipe of the analyses it reads, {words}", words = Recipe::words().join(" or ")
)]
pub struct NoShape;

impl Shape {
    /// So many channels (a multiple of 32) and residual blocks, which read this.
    pub fn new(channels: usize, blocks: usize, input: Input) -> Result<Self, NoShape> {
        let fits = (32..=512).contains(&channels)
            && channels.is_multiple_of(32)
            && (1..=64).contains(&blocks);
        let shape = Self {
            channels,
            blocks,
            input,
        };
        fits.then_some(shape).ok_or(NoShape)
    }

    /// The channels of each place.
    pub fn channels(self) -> usize {
        self.channels
    }

    /// The residual blocks.
    pub fn blocks(self) -> usize {
        self.blocks
    }

    /// What it reads.
    pub fn input(self) -> Input {
        self.input
    }

    /// The channels with free weights.
    pub fn half(self) -> usize {
        self.channels / 2
    }

    /// The convolutions: the first, two in each block, and that of the features.
    pub fn convolutions(self) -> usize {
        2 * self.blocks + 2
    }

    /// The width of the layer between pooled features and value.
    pub fn hidden(self) -> usize {
        self.channels
    }

    /// The channel that is this one where the position is turned.
    pub fn twin(self, channel: usize) -> usize {
        (channel + self.half()) % self.channels
    }

    /// Whether a convolution adds what is true of the whole board.
    fn pools(self, convolution: usize) -> bool {
        convolution + 1 == self.convolutions() || (convolution > 0 && convolution.is_multiple_of(4))
    }
}

/// `64x5`, or `64x5+quick` for one that reads analyses of the recipe `quick`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.channels, self.blocks)?;
        match self.input {
            Input::Stones => Ok(()),
            Input::Analysis(recipe) => write!(f, "+{recipe}"),
        }
    }
}

impl FromStr for Shape {
    type Err = NoShape;

    fn from_str(text: &str) -> Result<Self, NoShape> {
        let (size, input) = match text.split_once('+') {
            Some((size, recipe)) => (size, Input::Analysis(recipe.parse().map_err(|_| NoShape)?)),
            None => (text, Input::Stones),
        };
        let (channels, blocks) = size.split_once('x').ok_or(NoShape)?;
        let number = |text: &str| text.parse().map_err(|_| NoShape);
        Self::new(number(channels)?, number(blocks)?, input)
    }
}

/// Where the free weights of a convolution stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Convolution {
    /// The channels that it reads.
    pub inputs: usize,
    /// For each tap and input the weights of half of the channels.
    pub weights: Range<usize>,
    /// The biases of half of the channels.
    pub bias: Range<usize>,
    /// For the mean and then the maximum of each input the weights of half of the channels.
    pub pool: Option<Range<usize>>,
}

/// Where all free weights stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The convolutions in the order in which they run.
    pub convolutions: Vec<Convolution>,
    /// Policy, soft policy, reply, owner: a weight for each pair of features.
    pub heads: [Range<usize>; HEADS],
    /// What is added to the owner of every cell.
    pub owner_bias: Range<usize>,
    /// For each pair of features its mean, then its maximum: the weights of the hidden layer.
    pub hidden: Range<usize>,
    /// The biases of the hidden layer.
    pub hidden_bias: Range<usize>,
    /// A weight for each unit of the hidden layer.
    pub value: Range<usize>,
    /// The bias of the value.
    pub value_bias: Range<usize>,
}

/// Heads with an output for each cell.
pub const HEADS: usize = 4;

impl Layout {
    /// The layout of networks of this shape.
    pub fn new(shape: Shape) -> Self {
        let mut end = 0;
        let mut take = |count: usize| {
            let start = end;
            end += count;
            start..end
        };
        let half = shape.half();
        let convolution = |index| {
            let inputs = match index {
                0 => shape.input.planes(),
                _ => shape.channels,
            };
            Convolution {
                inputs,
                weights: take(TAPS * inputs * half),
                bias: take(half),
                pool: shape.pools(index).then(|| take(2 * inputs * half)),
            }
        };
        Self {
            convolutions: (0..shape.convolutions()).map(convolution).collect(),
            heads: [(); HEADS].map(|()| take(half)),
            owner_bias: take(1),
            hidden: take(2 * half * shape.hidden()),
            hidden_bias: take(shape.hidden()),
            value: take(shape.hidden()),
            value_bias: take(1),
        }
    }

    /// How many free weights there are.
    pub fn count(&self) -> usize {
        self.value_bias.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_read_back_and_pool_in_every_other_block() {
        let shape: Shape = "64x4".parse().unwrap();
        let shapes = ["64x4", "64x4+quick", "64x4+thorough"].map(|text| {
            let shape: Shape = text.parse().unwrap();
            assert_eq!(shape.to_string(), text);
            shape.input()
        });
        let analysis = Recipe::ALL.map(Input::Analysis);
        assert_eq!(shapes, [Input::Stones, analysis[0], analysis[1]]);
        for text in ["64", "60x4", "64x0", "x", "64x4x4", "64x4+slow"] {
            assert_eq!(text.parse::<Shape>(), Err(NoShape));
        }
        let layout = Layout::new(shape);
        let pools: Vec<bool> = layout
            .convolutions
            .iter()
            .map(|one| one.pool.is_some())
            .collect();
        assert_eq!(pools.iter().filter(|&&pools| pools).count(), 3);
        assert!(pools[4] && pools[8] && pools[9]);
        assert_eq!(layout.heads[0].len(), 32);
    }
}
