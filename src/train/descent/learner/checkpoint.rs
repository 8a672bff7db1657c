//! A learner as a file.

use super::Learner;
use crate::base::hash::checksum;
use crate::network::{NoWeights, Weights};
use crate::train::descent::idle::Idle;

/// The first bytes of a checkpoint.
const MAGIC: &[u8] = b"mustplay-checkpoint/2\n";

/// Why bytes are not a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadCheckpoint {
    /// The first bytes are wrong, or the end is missing.
    #[error("not a mustplay checkpoint, or one of another version")]
    Unknown,
    /// The checksum is wrong.
    #[error("the checksum of the checkpoint is wrong")]
    Checksum,
    /// The network in it is invalid.
    #[error(transparent)]
    Weights(#[from] NoWeights),
}

impl Learner {
    /// A checkpoint: the weights, the means and the steps.
    pub fn bytes(&self) -> Vec<u8> {
        let weights = self.weights.bytes();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.steps.to_le_bytes());
        bytes.extend(self.usual.to_le_bytes());
        bytes.extend((weights.len() as u64).to_le_bytes());
        bytes.extend(weights);
        let numbers = self.means.iter().chain([&self.averaged]).flatten();
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a checkpoint.
    pub fn read(bytes: &[u8]) -> Result<Self, BadCheckpoint> {
        let unknown = || BadCheckpoint::Unknown;
        let (content, sum) = bytes.split_last_chunk::<8>().ok_or_else(unknown)?;
        let rest = content.strip_prefix(MAGIC).ok_or_else(unknown)?;
        if checksum(content).to_le_bytes() != *sum {
            return Err(BadCheckpoint::Checksum);
        }
        let (&steps, rest) = rest.split_first_chunk().ok_or_else(unknown)?;
        let (&usual, rest) = rest.split_first_chunk().ok_or_else(unknown)?;
        let (&length, rest) = rest.split_first_chunk().ok_or_else(unknown)?;
        let length = u64::from_le_bytes(length) as usize;
        let (weights, rest) = rest.split_at_checked(length).ok_or_else(unknown)?;
        let weights = Weights::read(weights)?;
        let count = weights.free.len();
        let (numbers, _) = rest.as_chunks::<4>();
        if numbers.len() != 3 * count {
            return Err(unknown());
        }
        let mut numbers = numbers.iter().map(|&number| f32::from_le_bytes(number));
        let mut take = || -> Vec<f32> { numbers.by_ref().take(count).collect() };
        Ok(Self {
            means: [take(), take()],
            averaged: take(),
            steps: u64::from_le_bytes(steps),
            usual: f32::from_le_bytes(usual),
            weights,
            whole: Idle::default(),
            halves: Idle::default(),
        })
    }
}
