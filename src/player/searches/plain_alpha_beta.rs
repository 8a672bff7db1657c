//! Alpha-beta with stones and two-distances alone ([`PlainPosition`]): a hundred times as fast as
//! with connections.

use super::alpha_beta::ponder_options;
use super::root::downcast;
use super::table::{Carried, CarriedTable};
use super::{PlayerOptions, Search, SearchRoot};
use crate::at_width;
use crate::hex::{Board, BoardSize, Position};
use crate::knowledge::evaluate::{EdgePatterns, Neighbours};
use crate::search::alpha_beta::{self, PlainPosition, SearchOptions, Selection, WidthSelection};
use crate::think::{Limits, Observer, SearchOutcome};
use std::sync::Arc;

/// Selects the moves of plain alpha-beta.
pub trait Selections: Clone + Send {
    /// The selection for a search with these options.
    fn selection<'a, const W: usize>(
        &'a self,
        search: &'a SearchOptions,
    ) -> Box<dyn Selection<PlainPosition<W>, W> + 'a>;
}

/// Moves by width.
#[derive(Clone, Copy)]
struct ByWidth;

impl Selections for ByWidth {
    fn selection<'a, const W: usize>(
        &'a self,
        search: &'a SearchOptions,
    ) -> Box<dyn Selection<PlainPosition<W>, W> + 'a> {
        Box::new(WidthSelection::new(search))
    }
}

/// Plain alpha-beta by these options, with moves by width.
pub(super) fn by_width(size: BoardSize, options: &PlayerOptions) -> Box<dyn Search> {
    plain_alpha_beta(size, options, ByWidth)
}

/// Plain alpha-beta by these options and selections.
pub fn plain_alpha_beta<S: Selections + 'static>(
    size: BoardSize,
    options: &PlayerOptions,
    selections: S,
) -> Box<dyn Search> {
    at_width!(size, W => Box::new(PlainAlphaBeta::<S, W>::new(size, options, selections)))
}

struct PlainAlphaBeta<S, const W: usize> {
    options: SearchOptions,
    selections: S,
    /// The patterns that join chains to edges, if they count.
    patterns: Option<Arc<EdgePatterns<W>>>,
    root: Option<Position<W>>,
    table: CarriedTable<W>,
}

impl<S: Selections, const W: usize> PlainAlphaBeta<S, W> {
    fn new(size: BoardSize, options: &PlayerOptions, selections: S) -> Self {
        let extended = options.evaluation.neighbours != Neighbours::Touching;
        Self {
            table: CarriedTable::new(
                options.search.table_bytes,
                Carried::of(options, Carried::Nothing),
            ),
            options: options.search.clone(),
            selections,
            patterns: extended.then(|| Arc::new(EdgePatterns::new(size))),
            root: None,
        }
    }

    fn search_with(
        &mut self,
        options: &SearchOptions,
        limits: Limits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        let Some(root) = &self.root else {
            return SearchOutcome::default();
        };
        let position =
            PlainPosition::new(root, self.patterns.clone()).evaluated_by(options.evaluate_by);
        alpha_beta::search(
            position,
            options,
            &*self.selections.selection(options),
            self.table.at_root(root),
            limits,
            observer,
        )
    }
}

impl<S: Selections, const W: usize> Search for PlainAlphaBeta<S, W> {
    fn set_root(&mut self, board: &Board, _observer: &dyn Observer) -> &mut dyn SearchRoot {
        self.table.leave_root();
        self.root.insert(board.resize())
    }

    fn restore_root(&mut self, root: Box<dyn SearchRoot>) {
        self.root = downcast(root).or(self.root.take());
    }

    fn root(&self) -> Option<Box<dyn SearchRoot>> {
        self.root.as_ref().map(SearchRoot::copied)
    }

    fn search(&mut self, limits: Limits, observer: &dyn Observer) -> SearchOutcome {
        let options = self.options.clone();
        self.search_with(&options, limits, observer)
    }

    fn ponder(&mut self, limits: Limits, observer: &dyn Observer) {
        let options = ponder_options(&self.options);
        let _ = self.search_with(&options, limits, observer);
    }

    fn suits_solver(&self) -> bool {
        false
    }

    fn forget(&mut self) {
        self.table.forget();
    }
}
