//! What all engines share: what a search may spend, what it finds, and the observer that receives
//! it.
//!
//! - [`Score`]: an estimate, or a proof with its distance; [`ScoreScale`]: what estimates mean;
//! - [`SearchLimits`]: what a search may spend; [`MoveTime`]: the time for one move, by the clock;
//!   [`is_late`]: whether a time has come;
//! - [`SearchOutcome`]: what a search found, with its [`RootMove`]s;
//! - [`Observer`]: receives [`Progress`] with what was [`Found`], and may stop the work.

mod limits;
mod observer;
mod outcome;
mod score;
mod time;

pub use limits::SearchLimits;
pub use observer::{Found, NoObserver, Observer, Progress, Until, WorkKind};
pub use outcome::{RootMove, SearchOutcome};
pub use score::{NotAScore, Score, ScoreScale};
pub use time::{MoveTime, is_late};
