//! What a person learns from.
//!
//! - [`explain`]: why a side wins or a move loses, and what must be defended: as data, and in
//!   words;
//! - [`lesson`]: a first lesson in six steps, whose answers are proved;
//! - [`overlay`]: what can be laid over a drawing of a board;
//! - [`review`]: reviews a finished game: what each move lost, proved where possible;
//! - [`puzzle`]: positions with one winning move: made, proved, kept.

pub mod explain;
pub mod lesson;
pub mod overlay;
pub mod puzzle;
pub mod review;
#[cfg(test)]
mod truth;
