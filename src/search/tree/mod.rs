//! Tree search on a network that judges positions from stones alone: selection by prior and mean
//! value (PUCT, Rosin 2011; Silver et al. 2017), one evaluation a visit.
//!
//! - [`PuctSearch`]: the graph of positions below one, and its growth;
//! - [`PuctOptions`], [`Noise`]: how it explores;
//! - [`PuctRootMove`]: what became of each move at the root.
//!
//! A position is one node by whatever moves it is reached; the mean of a node is made of its own
//! evaluation and of the means of its moves, by how often each was visited from there. A visit that
//! comes to a node which other ways have visited more often ends there: its mean is known better
//! than one more evaluation would tell.
//!
//! A node with enough visits is analysed ([`crate::knowledge::analysis`]): that may decide it, and leaves out
//! moves that need not be considered. A stone that joins its edges ends a line, too. What follows
//! from that by logic alone is proved: a node with a move to a lost one is won, and one whose moves
//! all lead to won ones is lost. Where a proof seems near, the solver tries a node
//! ([`crate::solver::NodeProver`]). What the network says is never told as proved.

mod descent;
mod graph;
mod look;
mod node;
mod noise;
mod options;
mod proofs;
mod root;
mod run;
mod search;
mod selection;
mod shared;

pub use node::Outcome;
pub use noise::Noise;
pub use options::PuctOptions;
pub use root::PuctRootMove;
pub use search::{PuctSearch, PuctWork};
