//! Training of [policy and value](crate::network) on self-play games.
//!
//! - [`TrainingData`]: the games, and the network's input for their positions;
//! - [`Gradients`]: the gradient of a sample by each weight;
//! - [`Losses`]: how far the network is from its targets;
//! - [`Learner`]: gradient steps, the same for any number of threads;
//! - [`Checkpoint`](Learner::bytes): a learner as a file.

mod backward;
mod idle;
mod learner;
mod loss;
mod passes;
mod sparsity;
mod training_data;

pub use backward::Gradients;
pub use learner::{BadCheckpoint, Learner, LearningSchedule};
pub use loss::{Losses, TargetCounts};
pub use training_data::{Place, TrainingData};
