//! Learning of [policy and value](crate::network) from games that the network played itself.
//!
//! - [`TrainingData`]: the games, and what is seen of their positions;
//! - [`Gradients`]: what a sample asks of each weight;
//! - [`Losses`]: how far the network is from what is to be learned;
//! - [`Learner`]: steps along the slopes, the same for any number of threads;
//! - [`Checkpoint`](Learner::bytes): a learner as a file.

mod backward;
mod learner;
mod loss;
mod training_data;

pub use backward::{Gradients, transposed};
pub use learner::{BadCheckpoint, Learner, LearningSchedule};
pub use loss::{Losses, TargetCounts};
pub use training_data::{Place, TrainingData};
