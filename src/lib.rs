//! `mustplay`, a Hex engine. The rooms, each of which knows only those before it:
//!
//! - [`board`]: geometry, cells, sets, position, chains and the group-condensed graph.
pub mod board;
