//! Subcommands.

mod game;
mod learn;
mod papers;
mod review;
mod solve;
