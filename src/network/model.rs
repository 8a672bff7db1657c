//! The weights, as one row of numbers and as a file, and the evaluation by them.

use super::forward::{CHANNELS, LayerActivations, forward};
use super::planes::{PLANES, Planes, SCALARS};
use crate::board::Cell;
use crate::shipped::checked;
use std::ops::Range;
use std::sync::LazyLock;
use thiserror::Error;

/// The residual layers behind the first.
pub const DEPTH: usize = 4;

/// The input of the value head: the mean and the maximum of each channel, and the scalars.
pub const SUMMARY: usize = 2 * CHANNELS + SCALARS;

/// The width of the hidden layer of the value head.
pub const HIDDEN: usize = 32;

/// The first words of a file.
const MAGIC: &[u8] = b"mustplay-network/1\n";

/// The ranges of the layers in the row of weights.
#[derive(Clone, Debug)]
pub struct NetworkLayout {
    /// The first layer: for each of seven steps and each plane the weights of all channels, and
    /// then their biases.
    pub first: Range<usize>,
    /// The layers that follow, the same with channels for planes.
    pub layers: [Range<usize>; DEPTH],
    /// The policy head: a weight of each channel.
    pub moves: Range<usize>,
    /// The hidden layer of the value head: for each number of the summary its weights, and then the
    /// biases.
    pub hidden: Range<usize>,
    /// The value head: a weight of each hidden number, then of each scalar, then a bias.
    pub chance: Range<usize>,
}

impl NetworkLayout {
    /// The layout of all networks.
    pub fn new() -> Self {
        let mut end = 0;
        let mut take = |count: usize| {
            let start = end;
            end += count;
            start..end
        };
        Self {
            first: take((7 * PLANES + 1) * CHANNELS),
            layers: [(); DEPTH].map(|()| take((7 * CHANNELS + 1) * CHANNELS)),
            moves: take(CHANNELS),
            hidden: take((SUMMARY + 1) * HIDDEN),
            chance: take(HIDDEN + SCALARS + 1),
        }
    }

    /// The number of weights.
    pub fn count(&self) -> usize {
        self.chance.end
    }
}

impl Default for NetworkLayout {
    fn default() -> Self {
        Self::new()
    }
}

/// A network.
#[derive(Clone, Debug)]
pub struct Network {
    /// The weights.
    pub weights: Vec<f32>,
    /// Their layout.
    pub layout: NetworkLayout,
}

/// The evaluation of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkOutput {
    /// The policy: the probability of each of the moves worth considering to be the best.
    pub moves: Vec<(Cell, f32)>,
    /// The value: the probability that the side to move wins.
    pub chance: f32,
}

/// Why bytes are not a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoNetwork {
    /// They have another head.
    #[error("this is no network of mustplay")]
    Unknown,
    /// Their number is wrong.
    #[error("a network has {expected} bytes, not {found}")]
    Length {
        /// The number of bytes of a network.
        expected: usize,
        /// The number of these bytes.
        found: usize,
    },
    /// A weight is not finite.
    #[error("a weight is no number")]
    NoNumber,
}

impl Network {
    /// The network shipped with the program.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Network> = LazyLock::new(|| {
            let bytes = include_bytes!("../../positions/learned/network.bin");
            checked("positions/learned/network.bin", Network::read(bytes))
        });
        &SHIPPED
    }

    /// A network of zeros: all moves have the same probability, and so have both sides.
    pub fn zero() -> Self {
        let layout = NetworkLayout::new();
        Self {
            weights: vec![0.0; layout.count()],
            layout,
        }
    }

    /// Reads what [`Network::bytes`] wrote.
    pub fn read(bytes: &[u8]) -> Result<Self, NoNetwork> {
        let mut network = Self::zero();
        let numbers = bytes.strip_prefix(MAGIC).ok_or(NoNetwork::Unknown)?;
        if numbers.len() != 4 * network.weights.len() {
            return Err(NoNetwork::Length {
                expected: MAGIC.len() + 4 * network.weights.len(),
                found: bytes.len(),
            });
        }
        let (numbers, _) = numbers.as_chunks::<4>();
        for (weight, &bytes) in network.weights.iter_mut().zip(numbers) {
            *weight = f32::from_le_bytes(bytes);
            if !weight.is_finite() {
                return Err(NoNetwork::NoNumber);
            }
        }
        Ok(network)
    }

    /// The bytes of a file of the weights.
    pub fn bytes(&self) -> Vec<u8> {
        let numbers = self.weights.iter().flat_map(|weight| weight.to_le_bytes());
        MAGIC.iter().copied().chain(numbers).collect()
    }

    /// Policy and value of a position.
    pub fn evaluate(&self, planes: &Planes) -> NetworkOutput {
        let mut activity = LayerActivations::new(&planes.grid);
        forward(self, planes, &mut activity);
        let moves = planes.moves.iter().zip(softmax(&activity.moves));
        NetworkOutput {
            moves: moves.map(|(&cell, chance)| (cell, chance)).collect(),
            chance: 1.0 / (1.0 + (-activity.win).exp()),
        }
    }
}

/// The probabilities of these logits.
pub fn softmax(numbers: &[f32]) -> Vec<f32> {
    let most = numbers.iter().fold(f32::NEG_INFINITY, |a, &b| a.max(b));
    let mut shares: Vec<f32> = numbers.iter().map(|number| (number - most).exp()).collect();
    let all: f32 = shares.iter().sum();
    for share in &mut shares {
        *share /= all;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Analysis, AnalysisOptions};
    use crate::board::{BoardSize, Colour, Position};

    /// A network of different weights.
    fn some() -> Network {
        let mut network = Network::zero();
        for (place, weight) in network.weights.iter_mut().enumerate() {
            *weight = ((place * 7919 % 1000) as f32 / 1000.0 - 0.5) / 8.0;
        }
        network
    }

    fn planes(size: BoardSize, stones: &[(Colour, &str)], to_move: Colour) -> Planes {
        let mut position = Position::<2>::new(size);
        for &(colour, name) in stones {
            position.place(colour, size.read(name).unwrap());
        }
        position.set_to_move(to_move);
        let analysis = Analysis::new(&position, AnalysisOptions::default());
        Planes::new(&analysis, &analysis.resistance())
    }

    #[test]
    fn exchanged_colours_on_the_transposed_board_change_nothing() {
        let network = some();
        let size = BoardSize::new(7, 9).unwrap();
        let stones = [
            (Colour::Black, "c5"),
            (Colour::White, "e4"),
            (Colour::Black, "b8"),
        ];
        let turned = [
            (Colour::White, "e3"),
            (Colour::Black, "d5"),
            (Colour::White, "h2"),
        ];
        let one = network.evaluate(&planes(size, &stones, Colour::White));
        let other = network.evaluate(&planes(size.transposed(), &turned, Colour::Black));
        assert!(
            (one.chance - other.chance).abs() < 1e-3,
            "{one:?} {other:?}"
        );
        assert!((one.chance - 0.5).abs() > 1e-4);
        assert_eq!(one.moves.len(), other.moves.len());
        for (cell, chance) in one.moves {
            let (column, row) = (size.column(cell), size.row(cell));
            let twin = size.transposed().cell(row, column).unwrap();
            let found = other.moves.iter().find(|(cell, _)| *cell == twin).unwrap();
            assert!((found.1 - chance).abs() < 1e-3);
        }
    }

    #[test]
    fn a_turned_board_is_the_position_turned() {
        let size = BoardSize::new(6, 5).unwrap();
        let one = planes(
            size,
            &[(Colour::Black, "b2"), (Colour::White, "d3")],
            Colour::Black,
        );
        let other = planes(
            size,
            &[(Colour::Black, "e4"), (Colour::White, "c3")],
            Colour::Black,
        );
        let turned = one.turned();
        // Stones, and the plane of the cells; connections may differ.
        let stones = |planes: &Planes| -> Vec<[u8; 4]> {
            let places = planes.places.iter();
            places
                .map(|seen| [seen[0], seen[1], seen[2], seen[11]])
                .collect()
        };
        assert_eq!(stones(&turned), stones(&other));
        assert_ne!(stones(&turned), stones(&one));
        for (seen, before) in turned.places.iter().zip(one.places.iter().rev()) {
            let [_, _, _, _, _, _, _, top, bottom, left, right, _] = *before;
            assert_eq!(seen[7..11], [bottom, top, right, left]);
        }
        assert_eq!(turned.turned(), one);
    }

    #[test]
    fn files_hold_what_was_written() {
        let network = some();
        let bytes = network.bytes();
        assert_eq!(Network::read(&bytes).unwrap().weights, network.weights);
        let expected = bytes.len();
        assert_eq!(Network::read(b"a network").unwrap_err(), NoNetwork::Unknown);
        for found in [expected - 1, expected + 4] {
            let mut wrong = bytes.clone();
            wrong.resize(found, 0);
            let why = NoNetwork::Length { expected, found };
            assert_eq!(Network::read(&wrong).unwrap_err(), why);
        }
        let mut wrong = bytes;
        wrong[expected - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(Network::read(&wrong).unwrap_err(), NoNetwork::NoNumber);
    }

    #[test]
    fn the_shipped_network_prefers_the_centre() {
        let network = Network::shipped();
        let size = BoardSize::square(11).unwrap();
        // A stone in the middle against one in a corner.
        let ahead = [(Colour::Black, "f6"), (Colour::White, "a1")];
        let said = network.evaluate(&planes(size, &ahead, Colour::Black));
        let behind = [(Colour::White, "f6"), (Colour::Black, "a1")];
        let other = network.evaluate(&planes(size, &behind, Colour::Black));
        assert!(said.chance > other.chance + 0.3, "{said:?} {other:?}");
        let all: f32 = said.moves.iter().map(|&(_, chance)| chance).sum();
        assert!((all - 1.0).abs() < 1e-3);
    }
}
