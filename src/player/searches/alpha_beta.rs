//! Alpha-beta with connections, fill-in and mustplay ([`ConnectedPosition`]).

use super::root::downcast;
use super::table::{Carried, CarriedTable};
use super::{PlayerOptions, Search, SearchRoot};
use crate::at_width;
use crate::hex::{Board, BoardSize};
use crate::knowledge::analysis::{Analysis, AnalysisOptions};
use crate::search::alpha_beta::{self, ConnectedPosition, LeafSide, SearchOptions, WidthSelection};
use crate::think::{Limits, Observer, SearchOutcome};

/// Alpha-beta with connections by these options.
pub fn alpha_beta(size: BoardSize, options: &PlayerOptions) -> Box<dyn Search> {
    at_width!(size, W => Box::new(AlphaBeta::<W>::new(size, options)))
}

struct AlphaBeta<const W: usize> {
    suits_solver: bool,
    options: SearchOptions,
    analysis: AnalysisOptions,
    root: Option<Analysis<W>>,
    table: CarriedTable<W>,
}

/// What an analysis takes, about: measured as 4 megabytes on 11x11 and 40 on 19x19; one without
/// connections takes little.
fn analysis_bytes(size: BoardSize) -> usize {
    /// For each pair of cells.
    const PAIR: usize = 320;
    /// For each cell of a board without connections.
    const CELL: usize = 1024;
    if size.has_connections() {
        PAIR * size.cells() * size.cells()
    } else {
        CELL * size.cells()
    }
}

/// The same for the opponent's time. Positions are evaluated with the same side to move as in our
/// own searches, which compare their scores with these.
pub(super) fn ponder_options(options: &SearchOptions) -> SearchOptions {
    SearchOptions {
        leaves: match options.leaves {
            LeafSide::Any => LeafSide::Any,
            LeafSide::Own => LeafSide::Other,
            LeafSide::Other => LeafSide::Own,
        },
        ..options.clone()
    }
}

impl<const W: usize> AlphaBeta<W> {
    fn new(size: BoardSize, options: &PlayerOptions) -> Self {
        let mut search = options.search.clone();
        // The root's analysis, and that of each thread.
        let analyses = (1 + options.player.threads) * analysis_bytes(size);
        let left = search.table_bytes.saturating_sub(analyses);
        search.table_bytes = left.max(search.table_bytes / 8);
        Self {
            suits_solver: size.has_connections(),
            table: CarriedTable::new(search.table_bytes, Carried::of(options, Carried::Proofs)),
            options: search,
            analysis: options.analysis(),
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
        let position = ConnectedPosition::new(root.clone(), options.evaluate_by, options.order);
        alpha_beta::search(
            position,
            options,
            &WidthSelection::new(options),
            self.table.at_root(root.position()),
            limits,
            observer,
        )
    }
}

impl<const W: usize> Search for AlphaBeta<W> {
    fn set_root(&mut self, board: &Board, observer: &dyn Observer) -> &mut dyn SearchRoot {
        self.table.leave_root();
        let analysis = Analysis::watched(&board.resize(), self.analysis, observer);
        self.root.insert(analysis)
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
        self.suits_solver
    }

    fn forget(&mut self) {
        self.table.forget();
    }
}
