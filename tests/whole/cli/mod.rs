//! Subcommands.

mod game;
#[cfg(feature = "sqlite")]
mod games;
mod learn;
mod papers;
mod review;
mod solve;
mod swapmap;
