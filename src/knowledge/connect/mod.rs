//! Connections: which ends a colour can join although the opponent moves first (fulls), or if it
//! moves first (semis), and which cells it needs for that (Anshelevich 2002; Pawlewicz et al.
//! 2014).
//!
//! Ends are empty cells, chains and the colour's two edges; a chain that has reached an edge is
//! that edge. An empty end counts as coloured: its connections hold once a stone is there. The base
//! case is neighbours, joined by a full with an empty carrier; two rules derive the rest:
//!
//! - **AND**: a full from x to u and one from u to y that share no cell make a full from x to y if
//!   u is coloured, else a semi whose key is u;
//! - **OR**: semis from x to y that have no cell in common make a full.
//!
//! Edge templates that no rule composes are known beforehand ([`crate::knowledge::template`]), and
//! the rules go on from them.
//!
//! ```text
//!     .   x   .        x-a and a-y are neighbours, so are x-b and b-y: two semis, [a] and [b].
//!       a   b   .      They have no cell in common: a full with the carrier [a b], the bridge.
//!     .   y   .
//! ```
//!
//! - [`Connections`]: the connections of one colour in one position, from scratch or after a stone
//!   more, and questions to them;
//! - [`ConnectOptions`]: which OR rule, which limits;
//! - [`Defence`]: a full played out against any intruder.
//!
//! The files, each of which imports only those before it: a full as the rules read it (`arm`),
//! what ends capture (`captured`), where `templates` fit, the lists of a pair (`pair`), the undo
//! log (`undo`), the `store` and the `agenda` of the work left; `known`, which alone writes both;
//! who may end it early (`watch`); the rules as functions of `known`: `and`, `combine` and `or`;
//! the loop that applies them (`closure`), what a stone changes (`stone`), and `connections`, which
//! owns all of it. The rest asks `connections` and writes nothing.
//!
//! Everything is deterministic, and everything that is claimed is tested against exhaustive play.

mod agenda;
mod and;
mod arm;
mod captured;
mod closure;
mod combine;
mod connections;
mod counts;
mod deep;
mod defence;
mod known;
mod laws;
mod options;
mod or;
mod pair;
mod queries;
mod stone;
mod store;
mod templates;
mod undo;
mod watch;

pub use connections::Connections;
pub use counts::{Combination, RuleCounts};
pub use defence::Defence;
pub use options::{CarrierOrder, ConnectOptions, OrRule, OrSchedule};
pub use pair::{Carrier, PairConnections};
pub use queries::Rule;
