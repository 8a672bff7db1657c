//! Tree search on the networks. Its graph follows the game by itself.

use super::root::downcast;
use super::{PlayerOptions, Search, SearchRoot};
use crate::at_width;
use crate::base::random::SplitMix64;
use crate::hex::{Board, BoardSize, Cell, Position};
use crate::knowledge::analysis::{Analysis, AnalysisOptions};
use crate::knowledge::evaluate::ShortestWays;
use crate::network::Quantised;
use crate::search::tree::{KeptTree, TreeOptions, TreeSearch};
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

    fn restore(&mut self, board: &Board, tree: &KeptTree) -> u32 {
        self.search.restore(&board.resize(), tree)
    }

    fn kept_tree(&self, most: usize) -> Option<KeptTree> {
        Some(self.search.kept_tree(most))
    }

    fn suits_solver(&self) -> bool {
        self.size.has_connections()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Colour;
    use crate::position;
    use crate::think::NoObserver;

    /// A search of 7x7 whose moves are chosen so.
    fn search(short_sight: f64, oversight: f64) -> NetworkSearch<1> {
        let options = PlayerOptions::default()
            .with("puct_short_sight", short_sight)
            .and_then(|options| options.with("puct_oversight", oversight))
            .and_then(|options| options.with("puct_memory", 2))
            .unwrap();
        NetworkSearch::new("7".parse().unwrap(), &options)
    }

    /// The move that a beginner plays here.
    fn beginner_move(search: &mut NetworkSearch<1>, position: &Position<1>) -> Cell {
        search.set_root(&position.resize(), &NoObserver);
        assert!(search.beginner.is_some());
        let found = search.search(Limits::default(), &NoObserver);
        assert_eq!(found.pv, found.best.into_iter().collect::<Vec<_>>());
        found.best.unwrap()
    }

    #[test]
    fn a_beginner_plays_where_the_shortest_ways_cross() {
        let position: Position<1> = position! { 7 x 7:
            . . . . . . .
             . . . W . . .
              . . . . . . .
               . . B . . . .
                . . . . W . .
                 . B . . . . .
                  . . . . . . .
        };
        let ways = [Colour::Black, Colour::White].map(|side| ShortestWays::of(&position, side));
        let crossing = ways[0].cells & ways[1].cells;
        assert!(!crossing.is_empty());
        let mut sees = search(1.0, 0.0);
        let mut overlooks = search(1.0, 1.0);
        let mut elsewhere = 0;
        for _ in 0..50 {
            assert!(crossing.contains(beginner_move(&mut sees, &position)));
            let cell = beginner_move(&mut overlooks, &position);
            assert!(ways[0].cells.contains(cell));
            elsewhere += usize::from(!crossing.contains(cell));
        }
        assert!(ways[1].stones > Some(URGENT) && elsewhere > 0);
    }

    /// Whatever it overlooks, it wins in one move and stops a win in one.
    #[test]
    fn a_beginner_wins_and_saves_what_one_stone_decides() {
        let mut position: Position<1> = position! { 7 x 7:
            . . B . . . .
             . . B . . . .
              W W . . W W W
               . . B . . . .
                . . B . . . .
                 . . B . . . .
                  . . B . . . .
        };
        let decisive = position.size().read("c3").unwrap();
        for colour in [Colour::Black, Colour::White] {
            position.set_to_move(colour);
            for oversight in [0.0, 1.0] {
                let mut search = search(1.0, oversight);
                for _ in 0..20 {
                    assert_eq!(beginner_move(&mut search, &position), decisive);
                }
            }
        }
    }

    #[test]
    fn such_a_share_of_the_moves_is_a_beginners() {
        let position = Position::<1>::new("7".parse().unwrap());
        let board = position.resize();
        for (share, wanted) in [(0.0, 0..=0), (0.3, 90..=150), (1.0, 400..=400)] {
            let mut search = search(share, 0.0);
            let mut found = 0;
            for _ in 0..400 {
                search.set_root(&board, &NoObserver);
                found += i32::from(search.beginner.is_some());
            }
            assert!(wanted.contains(&found), "{share}: {found} of 400");
            // An analysis is never a beginner's.
            search.set_root_to_analyse(&board, &NoObserver);
            assert!(search.beginner.is_none());
        }
    }
}
