//! Learning of [policy and value](crate::network) from games that the network played itself.
//!
//! - [`Lessons`]: the games, and what is seen of their positions;
//! - [`Slopes`]: what a sample asks of each weight;
//! - [`Losses`]: how far the network is from what is to be learned;
//! - [`Learner`]: steps along the slopes, the same for any number of threads;
//! - [`Checkpoint`](Learner::bytes): a learner as a file.

mod backward;
mod learner;
mod lessons;
mod loss;

pub use backward::{Slopes, transposed};
pub use learner::{BadCheckpoint, Learner, LearningSchedule};
pub use lessons::{Lessons, Place};
pub use loss::{Losses, TargetCounts};
