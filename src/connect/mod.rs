//! Connections: which ends a colour can join although the opponent moves first (fulls), or if it
//! moves first (semis), and which cells it needs for that (Anshelevich 2002; Pawlewicz et al.
//! 2014).
//!
//! Ends are empty cells, chains and the colour's two edges; a chain that has reached an edge is
//! that edge. An empty end counts as coloured: its connections say what holds once a stone is
//! there. All begins with neighbours, which are joined by a full with an empty carrier, and goes on
//! by two rules:
//!
//! - **AND**: a full from x to u and one from u to y that share no cell make a full from x to y if
//!   u is coloured, else a semi whose key is u;
//! - **OR**: semis from x to y that have no cell in common make a full.
//!
//! ```text
//!     .   x   .        x-a and a-y are neighbours, so are x-b and b-y: two semis, [a] and [b].
//!       a   b   .      They have no cell in common: a full with the carrier [a b], the bridge.
//!     .   y   .
//! ```
//!
//! - [`Connections`]: the store and the loop that closes it under the rules, from scratch or after
//!   a stone more;
//! - [`ConnectOptions`]: which OR rule, which limits;
//! - [`Defence`]: a full played out against any intruder;
//! - [`EdgeFull`]: fulls to an edge that the rules do not find, remembered;
//!
//! Everything is deterministic, and everything that is claimed is tested against exhaustive play.

mod captured;
mod closure;
mod combine;
mod deep;
mod defence;
mod edge;
mod incremental;
mod keep;
mod laws;
mod options;
mod queries;
mod store;
mod tally;

pub use closure::Connections;
pub use defence::Defence;
pub use edge::{EdgeFull, NotAnEdgeFull};
pub use options::{ConnectOptions, Driver, Lists, OrRule, Order};
pub use queries::Rule;
pub use store::{Carrier, PairConnections};
pub use tally::{Combination, RuleCounts};
