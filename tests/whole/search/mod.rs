//! Searches.

mod alpha_beta;
mod tree;
