//! Tree search on the network of policy and value. The graph follows the game by itself.

use super::{Engine, PlayerOptions};
use crate::analysis::{Analysis, AnalysisOptions};
use crate::board::{BoardSize, Position};
use crate::policy_value::{Evaluator, Quantised};
use crate::puct::{PuctOptions, PuctSearch};
use crate::think::{Observer, SearchLimits, SearchOutcome};
use std::sync::Arc;

pub(in crate::players) struct Puct<const W: usize> {
    size: BoardSize,
    options: PuctOptions,
    evaluator: Evaluator,
    analysis: AnalysisOptions,
    search: PuctSearch<W>,
}

fn new_search<const W: usize>(
    size: BoardSize,
    options: PuctOptions,
    evaluator: &Evaluator,
) -> PuctSearch<W> {
    PuctSearch::new(evaluator.clone(), options, &Position::new(size))
}

impl<const W: usize> Engine<W> for Puct<W> {
    type Root = Analysis<W>;

    const HAS_SOLVER: bool = true;

    fn new(size: BoardSize, options: &PlayerOptions) -> Self {
        let network = options.network.as_ref();
        let network = network.unwrap_or_else(|| Quantised::shipped());
        let evaluator = Evaluator::new(Arc::clone(network));
        Self {
            size,
            options: options.puct,
            analysis: options.analysis(),
            search: new_search(size, options.puct, &evaluator),
            evaluator,
        }
    }

    fn prepare_root(&self, position: &Position<W>, observer: &dyn Observer) -> Analysis<W> {
        Analysis::watched(position, self.analysis, observer)
    }

    /// Nothing to do: a search finds its position in the graph of the last one.
    fn carry_over_to(&mut self, _position: &Position<W>) {}

    fn search(
        &mut self,
        root: &Analysis<W>,
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        self.search.run(root, limits, observer)
    }

    fn forget(&mut self) {
        self.search = new_search(self.size, self.options, &self.evaluator);
    }
}
