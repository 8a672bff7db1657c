//! Monte Carlo tree search with connections. The tree follows the game by itself.

use super::{Engine, PlayerOptions};
use crate::hex::{BoardSize, Position};
use crate::knowledge::analysis::{Analysis, AnalysisOptions};
use crate::network::{Input, Quantised};
use crate::papers::engines::montecarlo::{MonteCarloOptions, MonteCarloSearch};
use crate::solver::Solver;
use crate::think::{Observer, SearchLimits, SearchOutcome};
use std::sync::Arc;

pub(in crate::player) struct MonteCarlo<const W: usize> {
    size: BoardSize,
    options: MonteCarloOptions,
    seed: u64,
    network: Arc<Quantised>,
    analysis: AnalysisOptions,
    search: MonteCarloSearch<W>,
}

impl<const W: usize> Engine<W> for MonteCarlo<W> {
    type Root = Analysis<W>;

    const HAS_SOLVER: bool = true;

    fn new(size: BoardSize, options: &PlayerOptions) -> Self {
        let seed = options.player.seed;
        let analysis = options.analysis();
        let network = options.network(Input::Looks);
        let options = options.montecarlo;
        Self {
            size,
            options,
            seed,
            analysis,
            search: MonteCarloSearch::with_network(size, options, Arc::clone(network), seed),
            network: Arc::clone(network),
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

    fn solver(&mut self) -> Option<&mut Solver<W>> {
        self.search.solver()
    }

    fn forget(&mut self) {
        let network = Arc::clone(&self.network);
        self.search = MonteCarloSearch::with_network(self.size, self.options, network, self.seed);
    }
}
