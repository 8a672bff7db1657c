//! The state of a page between its requests: a player with its tree, an explainer, and the current
//! proof.

use crate::certificate::ProofWalk;
use crate::hex::BoardSize;
use crate::player::{self, Player, PlayerName, PlayerOptions};
use crate::solver::ProveOptions;
use crate::teach::explain::{AnyExplainer, explainer};
use std::any::Any;

/// The size of a solver's table in bytes.
const SOLVER_TABLE: usize = if cfg!(target_arch = "wasm32") {
    16 << 20
} else {
    64 << 20
};

/// A share of the memory, which is given back when it is dropped.
pub type Share = Box<dyn Any + Send + Sync>;

/// What is kept.
#[derive(Default)]
pub struct PageState {
    player: Option<(u64, u64, Box<dyn Player>)>,
    explainer: Option<(BoardSize, Box<dyn AnyExplainer>)>,
    /// The proof that was loaded or found last.
    pub proof: Option<ProofWalk>,
    /// The share of the memory that the player and the explainer take.
    pub share: Option<Share>,
    /// The megabytes that a player may set for its search.
    pub player_memory: usize,
}

/// The options of a level.
pub fn options(level: u64, seed: u64) -> PlayerOptions {
    let mut options = PlayerOptions::of(PlayerName::MUSTPLAY, level);
    options.set_seed(seed);
    options
}

/// The options of a solver.
pub fn solver_options() -> ProveOptions {
    ProveOptions {
        table_bytes: SOLVER_TABLE,
        ..ProveOptions::default()
    }
}

impl PageState {
    /// The player of this level and seed.
    pub fn player(&mut self, level: u64, seed: u64) -> &mut dyn Player {
        let kept = self.player.take();
        let kept = kept.filter(|&(of, by, _)| (of, by) == (level, seed));
        let memory = self.player_memory as u64;
        let new = || {
            let mut options = options(level, seed);
            // Every share is in the range of the option.
            let _ = options.set_memory(memory);
            (level, seed, player::make(&options))
        };
        let (_, _, player) = self.player.insert(kept.unwrap_or_else(new));
        player.as_mut()
    }

    /// The explainer for boards of this size.
    pub fn explainer(&mut self, size: BoardSize) -> &mut dyn AnyExplainer {
        let kept = self.explainer.take().filter(|(of, _)| *of == size);
        let new = || (size, explainer(size));
        let (_, explainer) = self.explainer.insert(kept.unwrap_or_else(new));
        explainer.as_mut()
    }

    /// Whether nothing is kept that takes a share of the memory.
    pub fn is_light(&self) -> bool {
        self.player.is_none() && self.explainer.is_none()
    }

    /// Drops what takes memory, and gives its share back. The proof stays.
    pub fn forget(&mut self) {
        self.player = None;
        self.explainer = None;
        self.share = None;
    }
}
