//! Tree search on the networks. Its graph follows the game by itself.

use super::root::downcast;
use super::{PlayerOptions, Search, SearchRoot};
use crate::at_width;
use crate::base::random::SplitMix64;
use crate::hex::{Board, BoardSize, Cell, Position};
use crate::knowledge::analysis::{Analysis, AnalysisOptions};
use crate::knowledge::evaluate::ShortestWays;
use crate::network::Quantised;
use crate::search::tree::{TreeOptions, TreeSearch};
use crate::solver::AnySolver;
use crate::think::{Limits, Observer, SearchOutcome};
use std::sync::Arc;

/// Even a beginner sees the opponent's ways if it needs no more stones than this.
const URGENT: u32 = 3;

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
    /// The position, if this move is chosen as a beginner does.
    beginner: Option<Position<W>>,
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
            beginner: None,
            search: TreeSearch::with_networks(size, options, networks),
            networks: networks.map(Arc::clone),
        }
    }
}

impl<const W: usize> NetworkSearch<W> {
    /// A move where the shortest ways cross.
    fn beginner_move(&mut self, position: &Position<W>) -> SearchOutcome {
        let [own, other] = [position.to_move(), !position.to_move()]
            .map(|colour| ShortestWays::of(position, colour));
        let overlooks = self.random.unit() < self.options.oversight;
        let overlooks = overlooks && other.stones.is_none_or(|stones| stones > URGENT);
        let crossing = own.cells & other.cells;
        let choices = [crossing, own.cells, position.empty()];
        let mut choices = choices.into_iter().skip(usize::from(overlooks));
        let cells = choices.find(|cells| !cells.is_empty()).unwrap_or_default();
        let best = cells.iter().nth(self.random.below(cells.len().max(1)));
        SearchOutcome {
            best,
            pv: best.into_iter().collect(),
            ..SearchOutcome::default()
        }
    }

    /// The move that is drawn in place of the best one, if moves are drawn.
    fn drawn(&mut self) -> Option<Cell> {
        let temperature = self.options.temperature;
        let draws = temperature > 0.0;
        draws.then(|| self.search.root().drawn(temperature, &mut self.random))
    }
}

impl<const W: usize> Search for NetworkSearch<W> {
    fn set_root(&mut self, board: &Board, observer: &dyn Observer) -> &mut dyn SearchRoot {
        let share = self.options.short_sight;
        if share > 0.0 && self.random.unit() < share {
            return self.beginner.insert(board.resize());
        }
        self.set_root_to_analyse(board, observer)
    }

    fn set_root_to_analyse(
        &mut self,
        board: &Board,
        observer: &dyn Observer,
    ) -> &mut dyn SearchRoot {
        self.beginner = None;
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
        if let Some(position) = self.beginner {
            return self.beginner_move(&position);
        }
        let Some(root) = &self.root else {
            return SearchOutcome::default();
        };
        let mut outcome = self.search.run(root, limits, observer);
        // An analysis says what is best.
        if !limits.search_forced_moves
            && let Some(cell) = self.drawn()
            && outcome.best != Some(cell)
        {
            outcome.best = Some(cell);
            outcome.pv = vec![cell];
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
