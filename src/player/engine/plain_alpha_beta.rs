//! Alpha-beta with stones and two-distances alone ([`PlainPosition`]): a hundred times as fast as
//! with connections.

use super::alpha_beta::{ponder_options, search_options};
use super::table::{Carried, CarriedTable};
use super::{Engine, PlayerOptions};
use crate::hex::{BoardSize, Position};
use crate::knowledge::evaluate::{EdgePatterns, Neighbours};
use crate::papers::engines::queenbee::{self, QueenbeeOptions};
use crate::search::alpha_beta::{self, PlainPosition, SearchOptions};
use crate::think::{Observer, SearchLimits, SearchOutcome};
use std::sync::Arc;

pub(in crate::player) struct PlainAlphaBeta<const W: usize> {
    options: SearchOptions,
    queenbee: QueenbeeOptions,
    /// The patterns that join chains to edges, if they count.
    patterns: Option<Arc<EdgePatterns<W>>>,
    table: CarriedTable<W>,
}

impl<const W: usize> PlainAlphaBeta<W> {
    fn search_with(
        &self,
        root: &Position<W>,
        options: &SearchOptions,
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        let position = PlainPosition::new(root, self.patterns.clone()).evaluated_by(options.judge);
        let selection = queenbee::selection(options, &self.queenbee);
        alpha_beta::search(
            position,
            options,
            &*selection,
            self.table.table(),
            limits,
            observer,
        )
    }
}

impl<const W: usize> Engine<W> for PlainAlphaBeta<W> {
    type Root = Position<W>;

    const HAS_SOLVER: bool = false;

    fn new(size: BoardSize, options: &PlayerOptions) -> Self {
        let search = search_options(options);
        let extended = options.evaluation.neighbours != Neighbours::Touching;
        Self {
            table: CarriedTable::new(&search, Carried::Nothing),
            options: search,
            queenbee: options.queenbee.clone(),
            patterns: extended.then(|| Arc::new(EdgePatterns::new(size))),
        }
    }

    fn prepare_root(&self, position: &Position<W>, _observer: &dyn Observer) -> Position<W> {
        *position
    }

    fn carry_over_to(&mut self, position: &Position<W>) {
        self.table.carry_over_to(position);
    }

    fn search(
        &mut self,
        root: &Position<W>,
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        self.search_with(root, &self.options, limits, observer)
    }

    fn ponder(&mut self, root: &Position<W>, limits: SearchLimits, observer: &dyn Observer) {
        let _ = self.search_with(root, &ponder_options(&self.options), limits, observer);
    }

    fn forget(&mut self) {
        self.table.forget();
    }
}
