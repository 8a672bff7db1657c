//! The engines of the papers, and their experiments, which anyone can repeat.

pub mod engines;
pub mod experiments;

use crate::player::registry;

/// Registers the players of the papers.
pub fn register() {
    registry::register(&engines::players::PLAYERS);
}
