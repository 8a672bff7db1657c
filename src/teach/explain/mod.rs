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
//! ```
//! use mustplay::hex::{Board, Colour};
//! use mustplay::teach::explain::explainer;
//! use mustplay::think::{Budget, NoObserver};
//!
//! let board: Board = mustplay::position! { 5 x 5:
//!     . . . . .
//!      . . B . .
//!       . W . . .
//!        . B . . .
//!         . . . . .
//! };
//! let size = board.size();
//! let mut explainer = explainer(size);
//! let budget = Budget::nodes(100);
//!
//! let hint = explainer.hint(&board, budget, &NoObserver);
//! let hint = hint.expect("the game is not over");
//! assert_eq!(size.name(hint.cell), "c3");
//! println!("{}", hint.words());
//!
//! let a1 = explainer.explain_move(&board, size.read("a1")?, budget, &NoObserver)?;
//! let win = a1.after.win.as_ref().expect("a proof");
//! assert_eq!(win.winner, Colour::Black);
//! println!("{}", a1.words());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! - [`Explainer`]: explains positions of one size, and keeps what it finds out; [`AnyExplainer`]:
//!   the same for any size;
//! - [`Explanation`], [`MoveHint`], [`MoveExplanation`]: of a position, of the move to play, of a
//!   move;
//! - [`hint_in`], [`GameHint`]: the move to play in a game, with the swap rule;
//! - [`connection_words`]: whether two ends are connected;
//! - [`Win`], [`DirectLink`], [`Mustplay`], [`Estimate`]: what these are made of.

mod any;
mod connection;
mod estimate;
mod explainer;
mod explanation;
mod link;
mod mustplay;
mod swap;
mod win;
mod words;

pub use any::{AnyExplainer, explainer};
pub use connection::{connection_report, connection_words};
pub use estimate::Estimate;
pub use explainer::Explainer;
pub use explanation::{Explanation, MoveExplanation, MoveHint};
pub use link::{DirectLink, LinkKind};
pub use mustplay::{Cut, Mustplay};
pub use swap::{GameHint, StoneValue, SwapAdvice, hint_in};
pub use win::{Proof, Win};
