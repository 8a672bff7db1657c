//! Tree search on a network that judges positions from stones alone: selection by prior and mean
//! value (PUCT, Rosin 2011; Silver et al. 2017), one evaluation a visit.
//!
//! - [`PuctSearch`]: the tree of a position and its growth;
//! - [`PuctOptions`], [`Noise`]: how it explores;
//! - [`PuctRootMove`]: what became of each move at the root.
//!
//! A stone that joins its edges ends a line, and what follows from that by logic alone is proved: a
//! node with a move to a lost one is won, and one whose moves all lead to won ones is lost.

mod node;
mod root;
mod search;

pub use node::Outcome;
pub use root::PuctRootMove;
pub use search::{Noise, PuctOptions, PuctSearch};
