//! Learning: networks from games of self-play, weights of features from games, templates by proof.
//!
//! - [`self_play`]: games that the network plays with itself, and the file that keeps them;
//! - [`descent`]: gradient descent on these games;
//! - [`ranking`]: strengths of features that maximize the likelihood of the moves played;
//! - [`templates`]: the finder of edge templates.
//!
//! The folder `gpu` holds no Rust: self-play and learning on one GPU, in Python.

pub mod descent;
pub mod ranking;
pub mod self_play;
pub mod templates;
