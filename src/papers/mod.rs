//! The engines of the papers, and their experiments, which anyone can repeat.

pub mod engines;
#[cfg(not(target_arch = "wasm32"))]
pub mod experiments;

use crate::player::registry;

/// Registers the players of the papers.
pub fn register() {
    registry::register(&engines::players::PLAYERS);
}
