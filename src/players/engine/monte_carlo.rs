//! Monte Carlo tree search with connections. The tree follows the game by itself.

use super::{Engine, PlayerOptions};
use crate::analysis::{Analysis, AnalysisOptions};
use crate::board::{BoardSize, Position};
use crate::montecarlo::{MonteCarloOptions, MonteCarloSearch};
use crate::think::{Observer, SearchLimits, SearchOutcome};

pub(in crate::players) struct MonteCarlo<const W: usize> {
    size: BoardSize,
    options: MonteCarloOptions,
    seed: u64,
    analysis: AnalysisOptions,
    search: MonteCarloSearch<W>,
}

impl<const W: usize> Engine<W> for MonteCarlo<W> {
    type Root = Analysis<W>;

    const HAS_SOLVER: bool = true;

    fn new(size: BoardSize, options: &PlayerOptions) -> Self {
        let seed = options.player.seed;
        let analysis = options.analysis();
        let options = options.montecarlo;
        Self {
            size,
            options,
            seed,
            analysis,
            search: MonteCarloSearch::new(size, options, seed),
        }
    }

    fn prepare_root(&self, position: &Position<W>, observer: &dyn Observer) -> Analysis<W> {
        Analysis::watched(position, self.analysis, observer)
    }

    /// Nothing to do: a search finds its position in the tree of the last one.
    fn carry_over_to(&mut self, _position: &Position<W>) {}

    fn search(
        &mut self,
        root: &Analysis<W>,
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        self.search.search(root, limits, observer)
    }

    fn forget(&mut self) {
        self.search = MonteCarloSearch::new(self.size, self.options, self.seed);
    }
}
