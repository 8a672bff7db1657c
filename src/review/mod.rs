//! Judging a finished game: every move, and what it lost.
//!
//! Positions are proved from the last one backwards: near the end proofs are cheap, and what the
//! solver has found out serves the positions before. A position that a move turns into a proved win
//! of the mover's is a win too, at no cost. What stays open is judged by a Monte Carlo search, from
//! the first position on, whose tree is kept from move to move. A game takes the time that it is
//! given, whatever its length.
//!
//! A move's **loss** is by how much it lowers the mover's share of games won; what is proved counts
//! as 0 or 1. A move that looks best loses nothing. What is proved and what is judged stay apart in
//! [`MoveVerdict`].
//!
//! - [`Reviewer`]: the work, step by step; [`ReviewLimits`]: what it may take;
//! - [`Review`], [`ReviewedMove`], [`MoveVerdict`], [`Symbol`], [`SwapVerdict`]: what came out;
//! - [`text`], [`json`], [`annotate`], [`svg`]: the same for people, programs and front-ends.

mod annotate;
mod picture;
mod position;
mod report;
mod reviewer;
mod verdict;

pub use annotate::annotate;
pub use picture::svg;
pub use report::{FORMAT, json, text};
pub use reviewer::{ReviewLimits, Reviewer};
pub use verdict::{MoveVerdict, Review, ReviewedMove, Standing, SwapVerdict, Symbol};
