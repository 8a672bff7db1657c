//! Why a side wins or a move loses, what must be defended, and what to play: as data, and in words.
//!
//! What is **proved** and what is **estimated** are different types. A [`Win`] is proved, by the
//! rules of the game, by a connection ([`crate::knowledge::connect`]), by the solver
//! ([`crate::solver`]) or by a search that came to an end. It names its carrier, the empty cells
//! that the winner needs: the win holds even if every other empty cell were the loser's. An
//! [`Estimate`] is the result of a tree search.
//!
//! ```text
//!     .   .   x   .        Black's win from c1 down: [`DirectLink`]s between stones and edges,
//!       .   .   .   .      each with its own cells, so the loser cannot break two at once. c1 to
//!         .   x   .   .    b3 is a bridge (b2, c2), b3 touches the bottom.
//! ```
//!
//! A win takes **at most** half as many moves of the winner's as its carrier has cells: a move of
//! the loser's elsewhere may be taken for one in the carrier, so that two cells go for each move
//! that the winner makes.
//!
//! - [`Explainer`]: explains positions of one size, and keeps what it finds out; [`AnyExplainer`]:
//!   the same for any size;
//! - [`Explanation`], [`MoveHint`], [`MoveExplanation`]: of a position, of the move to play, of a
//!   move;
//! - [`Win`], [`DirectLink`], [`Mustplay`], [`Estimate`]: what these are made of.

mod any;
mod estimate;
mod explainer;
mod explanation;
mod link;
mod mustplay;
mod win;
mod words;

pub use any::{AnyExplainer, explainer};
pub use estimate::Estimate;
pub use explainer::Explainer;
pub use explanation::{Explanation, MoveExplanation, MoveHint};
pub use link::{DirectLink, LinkKind};
pub use mustplay::{Cut, Mustplay};
pub use win::{Proof, Win};
