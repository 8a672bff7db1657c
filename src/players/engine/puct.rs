//! Tree search on the network of policy and value. The graph follows the game by itself.

use super::{Engine, PlayerOptions};
use crate::analysis::{Analysis, AnalysisOptions};
use crate::board::{BoardSize, Position};
use crate::network::{Evaluator, Input};
use crate::prove::Solver;
use crate::puct::{PuctOptions, PuctSearch};
use crate::think::{Observer, SearchLimits, SearchOutcome};
use std::sync::Arc;

pub(in crate::players) struct Puct<const W: usize> {
    size: BoardSize,
    options: PuctOptions,
    /// Those of stones and of looks.
    evaluators: [Evaluator; 2],
    analysis: AnalysisOptions,
    search: PuctSearch<W>,
}

fn new_search<const W: usize>(
    size: BoardSize,
    options: PuctOptions,
    [stones, looks]: &[Evaluator; 2],
) -> PuctSearch<W> {
    let search = PuctSearch::new(stones.clone(), options, &Position::new(size));
    search.judging_looks(looks.clone())
}

impl<const W: usize> Engine<W> for Puct<W> {
    type Root = Analysis<W>;

    const HAS_SOLVER: bool = true;

    fn new(size: BoardSize, options: &PlayerOptions) -> Self {
        let evaluators = Input::ALL.map(|input| Evaluator::new(Arc::clone(options.network(input))));
        Self {
            size,
            options: options.puct,
            analysis: options.analysis(),
            search: new_search(size, options.puct, &evaluators),
            evaluators,
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

    fn solver(&mut self) -> Option<&mut Solver<W>> {
        self.search.solver()
    }

    fn forget(&mut self) {
        self.search = new_search(self.size, self.options, &self.evaluators);
    }
}
