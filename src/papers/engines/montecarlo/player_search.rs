//! Monte Carlo tree search as a player's search. The tree follows the game by itself.

use super::{MonteCarloOptions, MonteCarloSearch};
use crate::at_width;
use crate::hex::{Board, BoardSize};
use crate::knowledge::analysis::{Analysis, AnalysisOptions};
use crate::player::PlayerOptions;
use crate::player::searches::{Search, SearchRoot};
use crate::think::{Limits, Observer, SearchOutcome};
use std::any::Any;

/// Monte Carlo tree search by these options.
pub fn search(size: BoardSize, options: &PlayerOptions) -> Box<dyn Search> {
    at_width!(size, W => Box::new(PlayerSearch::<W>::new(size, options)))
}

struct PlayerSearch<const W: usize> {
    size: BoardSize,
    options: MonteCarloOptions,
    seed: u64,
    analysis: AnalysisOptions,
    root: Option<Analysis<W>>,
    search: MonteCarloSearch<W>,
}

impl<const W: usize> PlayerSearch<W> {
    fn new(size: BoardSize, options: &PlayerOptions) -> Self {
        let seed = options.player.seed;
        let analysis = options.analysis();
        let own = options.own::<MonteCarloOptions>().copied();
        let options = own.unwrap_or_default();
        Self {
            size,
            options,
            seed,
            analysis,
            root: None,
            search: MonteCarloSearch::new(size, options, seed),
        }
    }
}

impl<const W: usize> Search for PlayerSearch<W> {
    fn set_root(&mut self, board: &Board, observer: &dyn Observer) -> &mut dyn SearchRoot {
        let analysis = Analysis::watched(&board.resize(), self.analysis, observer);
        self.root.insert(analysis)
    }

    fn restore_root(&mut self, root: Box<dyn SearchRoot>) {
        let root: Box<dyn Any> = root;
        if let Ok(root) = root.downcast() {
            self.root = Some(*root);
        }
    }

    fn root(&self) -> Option<Box<dyn SearchRoot>> {
        self.root.as_ref().map(SearchRoot::copied)
    }

    fn search(&mut self, limits: Limits, observer: &dyn Observer) -> SearchOutcome {
        let root = self.root.as_ref();
        root.map_or_else(SearchOutcome::default, |root| {
            self.search.search(root, limits, observer)
        })
    }

    fn suits_solver(&self) -> bool {
        true
    }

    fn forget(&mut self) {
        self.search = MonteCarloSearch::new(self.size, self.options, self.seed);
    }
}
