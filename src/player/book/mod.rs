//! Opening books that learn (van Rijswijck 2000, §8.4, after Buro 1999).
//!
//! A book is a tree of positions, grown together where lines meet. Every position has two values
//! for its side to move:
//!
//! - the *local* value, from a search that leaves out the moves of the book: it is that of the best
//!   other move, the *alternative*;
//! - the *negamax* value: the best of the local one and of what the moves of the book lead to.
//!
//! ```text
//!     negamax +0.04 = max(+0.01, +0.04)
//!       ├─ alternative d5, local +0.01
//!       └─ c2 ─▶ negamax -0.04 = max(-0.10, -0.04)
//!                  ├─ alternative g7, local -0.10
//!                  └─ f6 ─▶ ...
//! ```
//!
//! A position is added below the last one of a line (a *vertical* addition) or beside moves that
//! have become worse than the alternative (a *horizontal* one); either way it takes a search of the
//! new position, and one of each position whose alternative it was. So play leaves a line as soon
//! as it has become worse than the best move outside: the same way is not lost twice.
//!
//! - [`Fold`]: positions that are the same but for turning the board, or for a swap, are one;
//! - [`Book`]: the positions and their values; [`BookMove`]: a move with its value;
//! - [`read`] and [`write()`]: the text of a book, and the conditions that it must meet;
//! - [`Grower`]: its growth, by expansion and by games, with the searches of a
//!   [`PositionEvaluator`];
//! - [`shipped`]: the books that are part of the program.

mod file;
mod fold;
mod grow;
mod shipped;
mod tree;
mod values;

pub use file::{BadBook, FORMAT, read, write};
pub use fold::Fold;
pub use grow::{Grower, PositionEvaluation, PositionEvaluator};
pub use shipped::shipped;
pub use tree::{Book, BookMove, BookNode, CannotAdd};
