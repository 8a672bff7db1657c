//! The free weights of a network, as numbers and as a file.
//!
//! A file is a line that names [what the network reads](title), the shape (channels and blocks, 16
//! bits each), the ranges of the quantised activations and the weights (32-bit floating point
//! numbers), and a checksum of all that (64 bits); everything with the lowest byte first. A packed
//! file has its weights as [`super::packed`] describes.

use super::Input;
use super::packed::{self, pack, unpack};
use super::shape::{Layout, NoShape, Shape};
use crate::base::hash::checksum;
use crate::base::random::SplitMix64;
use crate::knowledge::analysis::{Recipe, UnknownRecipe};
use thiserror::Error;

/// The first line of the file of a network that reads stones alone.
const STONES: &str = "mustplay-policy-value/1";
/// The same of a network that reads analyses; the name of their recipe follows.
const ANALYSES: &str = "mustplay-policy-value/2 ";
/// The same without a recipe, which is `quick`.
const QUICK_ANALYSES: &str = "mustplay-policy-value-looks/1";
/// Precedes the first line of a packed file.
const PACKED: &str = "mustplay-packed/1 ";

/// The first line of a file: what the network reads.
fn title(input: Input) -> String {
    match input {
        Input::Stones => format!("{STONES}\n"),
        Input::Analysis(recipe) => format!("{ANALYSES}{recipe}\n"),
    }
}

/// By the first line of a file: what its network reads, and whether it is packed; and the bytes
/// after that.
fn split_title(bytes: &[u8]) -> Result<(Input, bool, &[u8]), NoWeights> {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let (line, rest) = bytes.split_at(end.ok_or(NoWeights::Unknown)?);
    let line = str::from_utf8(line).map_err(|_| NoWeights::Unknown)?;
    let unpacked = line.strip_prefix(PACKED);
    let input = match unpacked.unwrap_or(line) {
        STONES => Input::Stones,
        QUICK_ANALYSES => Input::Analysis(Recipe::Quick),
        line => {
            let recipe = line.strip_prefix(ANALYSES).ok_or(NoWeights::Unknown)?;
            Input::Analysis(recipe.parse()?)
        }
    };
    Ok((input, unpacked.is_some(), &rest[1..]))
}

/// What is learned.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    shape: Shape,
    layout: Layout,
    /// The largest activation that each convolution but the first reads, and of the features:
    /// what is larger is cut off where activations are quantised.
    pub ranges: Vec<f32>,
    /// The free weights.
    pub free: Vec<f32>,
}

/// Bytes that are no network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoWeights {
    /// They begin otherwise.
    #[error("not a mustplay network, or one of another version")]
    Unknown,
    /// It reads analyses that this program does not make.
    #[error("the network reads analyses of an {0}")]
    Recipe(#[from] UnknownRecipe),
    /// The shape is impossible.
    #[error(transparent)]
    Shape(#[from] NoShape),
    /// They are too few or too many.
    #[error("a network of {shape} has {expected} bytes, not {found}")]
    Length {
        /// The shape that the bytes name.
        shape: Shape,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// They were changed.
    #[error("the checksum of the network is wrong")]
    Checksum,
    /// A weight is infinite or no number, or a range is not above 0.
    #[error("the network contains an invalid number")]
    NoNumber,
}

impl Weights {
    /// An untrained network: the weights are random and the outputs small.
    pub fn random(shape: Shape, seed: u64) -> Self {
        let layout = Layout::new(shape);
        let mut weights = Self {
            shape,
            ranges: vec![8.0; shape.convolutions()],
            free: vec![0.0; layout.count()],
            layout,
        };
        let mut random = SplitMix64::new(seed);
        let layout = weights.layout.clone();
        for (index, one) in layout.convolutions.iter().enumerate() {
            let second = index > 0 && index + 1 < shape.convolutions() && index.is_multiple_of(2);
            // Residual branches start small, so that the trunk keeps its scale.
            let share = if second {
                0.5 / (shape.blocks() as f64).sqrt()
            } else {
                1.0
            };
            let inputs = if index == 0 { 1 } else { one.inputs };
            let spread = share * (2.0 / (7 * inputs) as f64).sqrt();
            for weight in &mut weights.free[one.weights.clone()] {
                *weight = (spread * random.normal()) as f32;
            }
        }
        let heads = layout.heads.iter().chain([&layout.hidden, &layout.value]);
        for range in heads {
            let spread = (1.0 / (2 * shape.channels()) as f64).sqrt();
            for weight in &mut weights.free[range.clone()] {
                *weight = (spread * random.normal()) as f32;
            }
        }
        weights
    }

    /// The size of the network.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Where its weights stand.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Multiplies the logits of the policy.
    pub fn scale_policy(&mut self, factor: f32) {
        for weight in &mut self.free[self.layout.heads[0].clone()] {
            *weight *= factor;
        }
    }

    /// Reads what [`Weights::bytes`] or [`Weights::packed`] wrote.
    pub fn read(bytes: &[u8]) -> Result<Self, NoWeights> {
        let (input, packed, rest) = split_title(bytes)?;
        let (&[c0, c1, b0, b1], numbers) = rest.split_first_chunk().ok_or(NoWeights::Unknown)?;
        let channels = usize::from(u16::from_le_bytes([c0, c1]));
        let shape = Shape::new(channels, usize::from(u16::from_le_bytes([b0, b1])), input)?;
        let layout = Layout::new(shape);
        let ranges = shape.convolutions();
        let title = bytes.len() - rest.len();
        let length = if packed {
            packed::length(&layout)
        } else {
            4 * layout.count()
        };
        let expected = title + 4 + 4 * ranges + length + 8;
        if bytes.len() != expected {
            let found = bytes.len();
            return Err(NoWeights::Length {
                shape,
                expected,
                found,
            });
        }
        let (content, sum) = bytes.split_at(expected - 8);
        if checksum(content).to_le_bytes() != sum {
            return Err(NoWeights::Checksum);
        }
        let (ranges, numbers) = numbers.split_at(4 * ranges);
        let ranges = floats(ranges);
        let numbers = &numbers[..length];
        let free = if packed {
            unpack(&layout, numbers).ok_or(NoWeights::NoNumber)?
        } else {
            floats(numbers)
        };
        if ranges.iter().any(|&range| range <= 0.0)
            || ranges.iter().chain(&free).any(|number| !number.is_finite())
        {
            return Err(NoWeights::NoNumber);
        }
        Ok(Self {
            shape,
            layout,
            ranges,
            free,
        })
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let free = self.free.iter().flat_map(|number| number.to_le_bytes());
        self.file("", free.collect())
    }

    /// A file of a third of the size. What is read from it has other weights, of which
    /// [`super::Quantised`] makes the same network.
    pub fn packed(&self) -> Vec<u8> {
        self.file(PACKED, pack(&self.layout, &self.free))
    }

    fn file(&self, prefix: &str, free: Vec<u8>) -> Vec<u8> {
        let mut bytes = format!("{prefix}{}", title(self.shape.input())).into_bytes();
        bytes.extend((self.shape.channels() as u16).to_le_bytes());
        bytes.extend((self.shape.blocks() as u16).to_le_bytes());
        bytes.extend(self.ranges.iter().flat_map(|range| range.to_le_bytes()));
        bytes.extend(free);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// A number that distinguishes networks.
    pub fn identity(&self) -> u64 {
        checksum(&self.bytes())
    }
}

/// The numbers of these bytes.
pub(super) fn floats(bytes: &[u8]) -> Vec<f32> {
    let (numbers, _) = bytes.as_chunks::<4>();
    let numbers = numbers.iter().map(|&number| f32::from_le_bytes(number));
    numbers.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_hold_what_was_written_and_faults_are_reported() {
        let weights = Weights::random("32x2".parse().unwrap(), 1);
        let bytes = weights.bytes();
        assert_eq!(Weights::read(&bytes), Ok(weights.clone()));
        for recipe in Recipe::ALL {
            let shape = format!("32x2+{recipe}").parse().unwrap();
            let weights = Weights::random(shape, 1);
            assert_eq!(Weights::read(&weights.bytes()), Ok(weights));
        }
        assert_ne!(
            weights.identity(),
            Weights::random(weights.shape(), 2).identity()
        );
        assert_eq!(Weights::read(b"else"), Err(NoWeights::Unknown));
        let cut = Weights::read(&bytes[..bytes.len() - 3]);
        assert!(matches!(cut, Err(NoWeights::Length { .. })), "{cut:?}");
        let mut wrong = bytes.clone();
        wrong[500] ^= 1;
        assert_eq!(Weights::read(&wrong), Err(NoWeights::Checksum));
        let mut endless = weights;
        endless.free[7] = f32::INFINITY;
        assert_eq!(Weights::read(&endless.bytes()), Err(NoWeights::NoNumber));
    }

    #[test]
    fn faults_of_packed_files_are_reported() {
        let weights = Weights::random("32x2".parse().unwrap(), 1);
        let bytes = weights.packed();
        assert!(bytes.len() < weights.bytes().len() / 2);
        let cut = Weights::read(&bytes[..bytes.len() - 3]);
        assert!(matches!(cut, Err(NoWeights::Length { .. })), "{cut:?}");
        let mut wrong = bytes.clone();
        wrong[500] ^= 1;
        assert_eq!(Weights::read(&wrong), Err(NoWeights::Checksum));
        let unpacked = bytes[PACKED.len()..].to_vec();
        let wrong = Weights::read(&unpacked);
        assert!(matches!(wrong, Err(NoWeights::Length { .. })), "{wrong:?}");
        let wrong = Weights::read(&[b"mustplay-packed/2 ", &unpacked[..]].concat());
        assert_eq!(wrong, Err(NoWeights::Unknown));

        // The largest weight of the first output stands after the ranges, then that of others.
        let largest = PACKED.len() + STONES.len() + 5 + 4 * weights.shape().convolutions();
        let parts = largest + 4 * weights.shape().half();
        let written = |place: usize, new: &[u8]| {
            let mut file = bytes[..bytes.len() - 8].to_vec();
            file[place..][..new.len()].copy_from_slice(new);
            file.extend(checksum(&file).to_le_bytes());
            Weights::read(&file)
        };
        assert!(written(largest, &1_f32.to_le_bytes()).is_ok());
        for number in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            let read = written(largest, &number.to_le_bytes());
            assert_eq!(read, Err(NoWeights::NoNumber));
        }
        assert!(written(parts, &[129]).is_ok());
        assert_eq!(written(parts, &[128]), Err(NoWeights::NoNumber));
        let nan = written(bytes.len() - 12, &f32::NAN.to_le_bytes());
        assert_eq!(nan, Err(NoWeights::NoNumber));
    }

    #[test]
    fn files_without_a_recipe_read_quick_analyses_and_unknown_recipes_are_refused() {
        let weights = Weights::random("32x2+quick".parse().unwrap(), 1);
        let bytes = weights.bytes();
        let titled = |title: &str| {
            let (_, _, rest) = split_title(&bytes[..bytes.len() - 8]).unwrap();
            let mut file = [title.as_bytes(), b"\n", rest].concat();
            file.extend(checksum(&file).to_le_bytes());
            Weights::read(&file)
        };
        assert_eq!(titled("mustplay-policy-value-looks/1"), Ok(weights.clone()));
        assert_eq!(titled("mustplay-policy-value/2 quick"), Ok(weights));
        assert_eq!(
            titled("mustplay-policy-value/2 slow")
                .unwrap_err()
                .to_string(),
            "the network reads analyses of an unknown recipe 'slow'; this program has quick and thorough"
        );
        assert_eq!(titled("mustplay-policy-value/3"), Err(NoWeights::Unknown));
    }
}
