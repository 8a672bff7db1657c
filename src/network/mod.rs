//! A small neural network that judges a position and its moves from one look ([`crate::analysis`]).
//!
//! It sees the filled board as its mover does: who is to move joins top and bottom, so that one set
//! of weights serves both colours and boards of every size. What it sees is what a look knows
//! already: stones and edges, the moves worth considering, the power through each cell, and how
//! cells are connected to edges. Some layers of convolutions over a cell and its six neighbours
//! follow, and two heads: how likely each move is to be the best, and how likely the mover is to
//! win.
//!
//! - [`Grid`]: the board with a ring around it, as a block of memory;
//! - [`Planes`]: what is seen;
//! - [`Network`]: the weights, and what they say; [`crate::learn`] finds them, and a file is
//!   shipped with the program.
//!
//! Sums are taken in the same order everywhere, so the same weights say the same on every machine.

pub mod forward;
mod grid;
mod model;
mod planes;

pub use grid::Grid;
pub use model::{DEPTH, HIDDEN, Layout, Network, NoNetwork, SUMMARY, Thought, likely};
pub use planes::{PLANES, Planes, SCALARS};
