//! Alpha-beta with connections, fill-in and mustplay ([`ConnectedPosition`]).

use super::table::{Carried, CarriedTable};
use super::{Engine, PlayerOptions};
use crate::hex::{BoardSize, Position};
use crate::knowledge::analysis::{Analysis, AnalysisOptions};
use crate::papers::engines::queenbee::{self, QueenbeeOptions};
use crate::search::alpha_beta::{self, ConnectedPosition, LeafSide, SearchOptions};
use crate::think::{Observer, SearchLimits, SearchOutcome};

pub(in crate::player) struct AlphaBeta<const W: usize> {
    options: SearchOptions,
    queenbee: QueenbeeOptions,
    analysis: AnalysisOptions,
    table: CarriedTable<W>,
}

/// What an analysis takes, about: measured as 4 megabytes on 11x11 and 40 on 19x19.
fn analysis_bytes(size: BoardSize) -> usize {
    /// For each pair of cells.
    const PAIR: usize = 320;
    PAIR * size.cells() * size.cells()
}

/// The options of an alpha-beta search.
pub(super) fn search_options(options: &PlayerOptions) -> SearchOptions {
    let mut search = options.search.clone();
    // What is found in the opponent's time is of use only if it is kept.
    search.keep |= options.player.ponder;
    search
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
    fn search_with(
        &self,
        root: &Analysis<W>,
        options: &SearchOptions,
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        let position = ConnectedPosition::new(root.clone(), options.judge, options.order);
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

impl<const W: usize> Engine<W> for AlphaBeta<W> {
    type Root = Analysis<W>;

    const HAS_SOLVER: bool = true;

    fn new(size: BoardSize, options: &PlayerOptions) -> Self {
        let mut search = search_options(options);
        // The root's analysis, and that of each thread.
        let analyses = (1 + options.player.threads) * analysis_bytes(size);
        let left = search.table_bytes.saturating_sub(analyses);
        search.table_bytes = left.max(search.table_bytes / 8);
        Self {
            table: CarriedTable::new(&search, Carried::Proofs),
            options: search,
            queenbee: options.queenbee.clone(),
            analysis: options.analysis(),
        }
    }

    fn prepare_root(&self, position: &Position<W>, observer: &dyn Observer) -> Analysis<W> {
        Analysis::watched(position, self.analysis, observer)
    }

    fn carry_over_to(&mut self, position: &Position<W>) {
        self.table.carry_over_to(position);
    }

    fn search(
        &mut self,
        root: &Analysis<W>,
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        self.search_with(root, &self.options, limits, observer)
    }

    fn ponder(&mut self, root: &Analysis<W>, limits: SearchLimits, observer: &dyn Observer) {
        let _ = self.search_with(root, &ponder_options(&self.options), limits, observer);
    }

    fn forget(&mut self) {
        self.table.forget();
    }
}
