//! A small convolutional network: policy and value of a position from its analysis
//! ([`crate::analysis`]).
//!
//! Its input is the filled board from the view of the side to move, which always joins top and
//! bottom, so that one set of weights serves both colours and boards of every size. The planes are
//! what the analysis knows: stones and edges, the moves worth considering, the power through each
//! cell, and the connections of cells to edges. Residual layers of convolutions over a cell and its
//! six neighbours follow, and two heads: the policy, and the probability that the side to move
//! wins.
//!
//! - [`Grid`]: the board with a margin of one cell, as a block of memory;
//! - [`Planes`]: the input;
//! - [`Network`]: the weights, and the evaluation by them; `learn` trains them, and a file
//!   is shipped with the program;
//! - [`forward`]: the layers.
//!
//! Sums are taken in the same order everywhere, so the output is the same on every machine.

pub mod forward;
mod grid;
mod model;
mod planes;

pub use grid::Grid;
pub use model::{
    DEPTH, HIDDEN, Network, NetworkLayout, NetworkOutput, NoNetwork, SUMMARY, softmax,
};
pub use planes::{PLANES, Planes, SCALARS};
