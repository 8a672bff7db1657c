//! Tuning of a player's options by games against itself: [`spsa`] compares two settings, one pair
//! of games for each comparison, and moves towards the better one.
//!
//! ```text
//!   TunedParameter ─▶ Spsa ── comparisons of an iteration ─▶ games, --jobs at a time (course)
//!                      ▲                                          │
//!                      └────── results, in order ◀────────────────┘─▶ a line of the file (state)
//! ```
//!
//! All games of an iteration start from the same θ, so several can be played at a time, and their
//! results count in the order of the comparisons: the run is the same whatever `jobs` is, if the
//! games are. The price is that threads wait for the last game of an iteration. Openings, colours
//! and seeds are those of a [`Schedule`](super::Schedule): both games of a pair have the same
//! opening.
//!
//! A run is fixed by its header and the results of its comparisons, so the file holds these, a line
//! for each iteration; a killed run loses the iteration in play.

mod chart;
mod course;
mod parameter;
mod plan;
mod report;
mod request;
pub mod spsa;
mod state;

pub use chart::svg;
pub use course::{Course, TuningObserver};
pub use parameter::TunedParameter;
pub use plan::{BadTuning, Tuning, TuningPlan};
pub use report::{json, table, verdict};
pub use request::{BadParameter, ParameterRequest};
