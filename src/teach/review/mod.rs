//! Reviews a finished game: every move and what it lost.
//!
//! Positions are proved from the last one backwards: near the end proofs are cheap, and the
//! solver's results serve the positions before. A position that a move turns into a proved win of
//! the mover's is a win too, at no cost. Positions that stay open are estimated by a tree
//! search, from the first position on, whose tree is kept from move to move. The time of a review
//! does not depend on the length of the game.
//!
//! A move's **loss** is the difference by which it lowers the mover's share of games won; proved
//! positions count as 0 or 1. A move that is estimated best has no loss. [`MoveVerdict`] keeps
//! proofs and estimates apart.
//!
//! ```
//! use mustplay::hex::{Colour, Game};
//! use mustplay::teach::review::{MoveVerdict, Reviewer, text};
//! use mustplay::think::{Budget, NoObserver};
//!
//! let mut game = Game::new("3".parse()?);
//! for name in ["b2", "b1", "c1", "a3", "b3"] {
//!     game.place(game.to_move(), game.size().read(name)?)?;
//! }
//! let review = Reviewer::new(&game, Budget::nodes(10)).finish(&NoObserver);
//! assert_eq!(review.winner, Some(Colour::Black));
//! assert_eq!(review.moves[2].verdict, MoveVerdict::Wins);
//! println!("{}", text(&review));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Reviewer`]: the work, step by step;
//! - [`Review`], [`ReviewedMove`], [`MoveVerdict`], [`Symbol`], [`SwapVerdict`]: the results;
//! - [`text`], [`json`], [`annotate`], [`svg`]: the same for people, programs and front-ends.

mod annotate;
mod picture;
mod position;
mod report;
mod reviewer;
#[cfg(test)]
mod sample;
mod verdict;

pub use annotate::annotate;
pub use picture::svg;
pub use report::{FORMAT, json, text};
pub use reviewer::Reviewer;
pub use verdict::{MoveVerdict, Review, ReviewedMove, Standing, SwapVerdict, Symbol};
