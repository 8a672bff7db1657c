//! `mustplay`, a Hex engine. The rooms, each of which knows only those before it:
//!
//! - [`board`]: geometry, cells, sets, position, chains and the group-condensed graph.
//! - [`game`]: a game as people keep it: moves, setup, swap, clock, SGF; drawing as text and SVG.
pub mod board;
pub mod game;
