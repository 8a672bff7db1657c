//! Learning of [policy and value](crate::policy_value) from games that the network played itself.
//!
//! - [`Slopes`]: what a sample asks of each weight;
//! - [`Losses`]: how far the network is from what is to be learned;
//! - [`Learner`]: steps along the slopes, the same for any number of threads;
//! - [`Checkpoint`](Learner::bytes): a learner as a file.

mod backward;
mod learner;
mod loss;

pub use backward::{Slopes, transposed};
pub use learner::{BadCheckpoint, Learner, LearningSchedule, Place};
pub use loss::Losses;
