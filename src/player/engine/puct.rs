//! Tree search on the networks of policy and value. The graph follows the game by itself.

use super::{Engine, PlayerOptions};
use crate::hex::{BoardSize, Position};
use crate::knowledge::analysis::{Analysis, AnalysisOptions};
use crate::network::{Input, Quantised};
use crate::search::tree::{PuctOptions, PuctSearch};
use crate::solver::Solver;
use crate::think::{Observer, SearchLimits, SearchOutcome};
use std::sync::Arc;

pub(in crate::player) struct Puct<const W: usize> {
    size: BoardSize,
    options: PuctOptions,
    networks: [Arc<Quantised>; 2],
    analysis: AnalysisOptions,
    search: PuctSearch<W>,
}

impl<const W: usize> Engine<W> for Puct<W> {
    type Root = Arc<Analysis<W>>;

    const HAS_SOLVER: bool = true;

    fn new(size: BoardSize, options: &PlayerOptions) -> Self {
        let networks = Input::ALL.map(|input| options.network(input));
        let analysis = options.analysis();
        let options = options.puct.varied(options.player.seed);
        Self {
            size,
            options,
            analysis,
            search: PuctSearch::with_networks(size, options, networks),
            networks: networks.map(Arc::clone),
        }
    }

    fn prepare_root(&self, position: &Position<W>, observer: &dyn Observer) -> Self::Root {
        Arc::new(Analysis::watched(position, self.analysis, observer))
    }

    /// Nothing to do: a search finds its position in the graph of the last one.
    fn carry_over_to(&mut self, _position: &Position<W>) {}

    fn search(
        &mut self,
        root: &Self::Root,
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        self.search.run(root, limits, observer)
    }

    fn solver(&mut self) -> Option<&mut Solver<W>> {
        self.search.solver()
    }

    fn forget(&mut self) {
        let networks = self.networks.each_ref();
        self.search = PuctSearch::with_networks(self.size, self.options, networks);
    }
}
