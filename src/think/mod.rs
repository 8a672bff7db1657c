//! What all engines share: what a search may spend, what it finds, and the observer that receives
//! it.
//!
//! - [`Score`]: an estimate, or a proof with its distance; [`ScoreScale`]: what estimates mean;
//! - [`Budget`]: what a piece of work may spend, from when it begins; [`Limits`]: when a search ends;
//!   [`TimeManager`] (`time`): how long a player thinks about a move;
//! - [`SearchOutcome`]: what a search found, with its [`RootMove`]s;
//! - [`Observer`]: receives [`Progress`] with what was [`Found`], and may stop the work.

mod limits;
mod observer;
mod outcome;
mod score;
mod time;

pub use limits::{Budget, Limits};
pub use observer::{Found, NoObserver, Observer, Progress, Until, WorkKind};
pub use outcome::{RootMove, SearchOutcome};
pub use score::{NotAScore, Score, ScoreScale};
pub use time::{TimeManager, is_half_over, is_late, is_lead_safe};
