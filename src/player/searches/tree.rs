//! Tree search on the networks. Its graph follows the game by itself.

use super::root::downcast;
use super::{PlayerOptions, Search, SearchRoot};
use crate::at_width;
use crate::base::random::SplitMix64;
use crate::hex::{Board, BoardSize, Cell};
use crate::knowledge::analysis::{Analysis, AnalysisOptions};
use crate::network::Quantised;
use crate::search::tree::{TreeOptions, TreeSearch};
use crate::solver::AnySolver;
use crate::think::{Limits, Observer, SearchOutcome};
use std::sync::Arc;

/// Tree search with the networks of these options.
pub fn tree(size: BoardSize, options: &PlayerOptions) -> Box<dyn Search> {
    at_width!(size, W => Box::new(NetworkSearch::<W>::new(size, options)))
}

struct NetworkSearch<const W: usize> {
    size: BoardSize,
    options: TreeOptions,
    networks: [Arc<Quantised>; 2],
    analysis: AnalysisOptions,
    root: Option<Arc<Analysis<W>>>,
    search: TreeSearch<W>,
    /// Draws moves, if they are drawn.
    random: SplitMix64,
}

impl<const W: usize> NetworkSearch<W> {
    fn new(size: BoardSize, options: &PlayerOptions) -> Self {
        let networks = [options.stones_network(), options.analysis_network()];
        let analysis = options.analysis();
        let random = SplitMix64::new(options.player.seed);
        let options = options.tree.varied(options.player.seed);
        Self {
            size,
            random,
            options,
            analysis,
            root: None,
            search: TreeSearch::with_networks(size, options, networks),
            networks: networks.map(Arc::clone),
        }
    }
}

impl<const W: usize> Search for NetworkSearch<W> {
    fn set_root(&mut self, board: &Board, observer: &dyn Observer) -> &mut dyn SearchRoot {
        let analysis = Analysis::watched(&board.resize(), self.analysis, observer);
        self.root.insert(Arc::new(analysis))
    }

    fn restore_root(&mut self, root: Box<dyn SearchRoot>) {
        self.root = downcast(root).or(self.root.take());
    }

    fn root(&self) -> Option<Box<dyn SearchRoot>> {
        self.root.as_ref().map(SearchRoot::copied)
    }

    fn search(&mut self, limits: Limits, observer: &dyn Observer) -> SearchOutcome {
        let Some(root) = &self.root else {
            return SearchOutcome::default();
        };
        let mut outcome = self.search.run(root, limits, observer);
        // An analysis says what is best.
        if self.options.temperature > 0.0 && !limits.search_forced_moves {
            let cell = self
                .search
                .root()
                .drawn(self.options.temperature, &mut self.random);
            if outcome.best != Some(cell) {
                outcome.best = Some(cell);
                outcome.pv = vec![cell];
            }
        }
        outcome
    }

    fn search_among(
        &mut self,
        moves: &[Cell],
        limits: Limits,
        observer: &dyn Observer,
    ) -> Option<SearchOutcome> {
        let root = self.root.as_ref()?;
        Some(self.search.run_among(root, moves, limits, observer))
    }

    fn suits_solver(&self) -> bool {
        true
    }

    fn solver(&mut self) -> Option<&mut dyn AnySolver> {
        self.search
            .solver()
            .map(|solver| solver as &mut dyn AnySolver)
    }

    fn forget(&mut self) {
        let networks = self.networks.each_ref();
        self.search = TreeSearch::with_networks(self.size, self.options, networks);
    }
}
