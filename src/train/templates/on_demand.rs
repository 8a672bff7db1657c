//! Measures proofs on demand near the edge, the alternative to stored templates.
//!
//! The stones of interest are near their own edge and not connected to it by any known connection.
//! The cells below and beside such a stone are a window as in the finder (`window`), with the
//! stones there; all cells outside belong to the opponent. The solver decides whether the stone is
//! connected. Each window needs only one proof, wherever it occurs.

use super::pattern::Pattern;
use super::window::{Cells, W, laid_out, solver};
use crate::base::instant::Instant;
use crate::hex::{Board, BoardSize, CellSet, Colour, Edge, End, Position};
use crate::knowledge::connect::{ConnectOptions, Connections};
use crate::knowledge::template::{Point, cell_along, place_along};
use crate::think::{Limits, Observer};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Bytes of the solver's table: windows are small.
const TABLE_BYTES: usize = 4_000_000;

/// Words of a set of cells on the largest board with connections.
const WIDEST: usize = BoardSize::WORDS_WITH_CONNECTIONS;

/// The limits of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnDemand {
    /// Stones up to this row, the row at the edge being 1.
    pub rows: usize,
    /// Columns of the window to each side of the stone on its row.
    pub reach: usize,
    /// The most positions of a proof.
    pub nodes: u64,
}

/// The free cells of a window and its stones of the stone's colour, as points relative to the
/// stone.
type LocalPosition = [BTreeSet<Point>; 2];

/// The counts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OnDemandCounts {
    /// Positions.
    pub positions: usize,
    /// The time of the connections of both sides in all of them.
    pub builds: Duration,
    /// Stones near an edge without a known connection to it.
    pub stones: usize,
    /// Different windows among these.
    pub windows: usize,
    /// Windows in which the stone is proved to be connected, is proved not to be, or stays open.
    pub outcomes: [usize; 3],
    /// Stones whose window is of the first kind.
    pub joined_stones: usize,
    /// The time of all proofs.
    pub proofs: Duration,
}

impl OnDemand {
    /// Counts in these positions.
    pub fn count(&self, boards: &[Board], observer: &dyn Observer) -> OnDemandCounts {
        let mut counts = OnDemandCounts::default();
        let mut known: BTreeMap<(usize, LocalPosition), Option<bool>> = BTreeMap::new();
        for board in boards
            .iter()
            .filter_map(|board| board.with_connections().ok())
        {
            counts.positions += 1;
            for colour in Colour::ALL {
                let begun = Instant::now();
                let connections = Connections::new(&board, colour, ConnectOptions::default());
                counts.builds += begun.elapsed();
                for (row, local) in self.windows(&board, &connections) {
                    counts.stones += 1;
                    let outcome = *known
                        .entry((row, local))
                        .or_insert_with_key(|(row, local)| {
                            let begun = Instant::now();
                            let outcome = self.prove(*row, local, observer);
                            counts.proofs += begun.elapsed();
                            let place = match outcome {
                                Some(true) => 0,
                                Some(false) => 1,
                                None => 2,
                            };
                            counts.outcomes[place] += 1;
                            outcome
                        });
                    counts.joined_stones += usize::from(outcome == Some(true));
                }
            }
        }
        counts.windows = known.len();
        counts
    }

    /// The windows of stones without a known connection to their edge, with the row of the stone.
    fn windows(
        &self,
        board: &Position<WIDEST>,
        connections: &Connections<WIDEST>,
    ) -> Vec<(usize, LocalPosition)> {
        let colour = connections.colour();
        let mut windows = Vec::new();
        for edge in colour.edges() {
            for stone in board.stones(colour) {
                let (column, row) = place_along(board.size(), edge, stone);
                let of = |end| connections.end_of(end);
                let ends = of(stone.into()).zip(of(End::edge(board.size(), edge)));
                let is_joined =
                    ends.is_none_or(|(x, y)| x == y || !connections.fulls(x, y).is_empty());
                if row > 0 && row < self.rows && !is_joined {
                    windows.push((row + 1, self.local(board, edge, column, row)));
                }
            }
        }
        windows
    }

    fn pattern(&self, row: usize) -> Pattern {
        Pattern {
            row,
            others: BTreeSet::new(),
            reach: self.reach,
            above: false,
        }
    }

    fn local(
        &self,
        board: &Position<WIDEST>,
        edge: Edge,
        column: usize,
        row: usize,
    ) -> LocalPosition {
        let points = self.pattern(row + 1).points();
        let of = |cells: CellSet<WIDEST>| {
            let is_there = |&&(right, row): &&Point| {
                let along = column.cast_signed() + right;
                let cell = cell_along(board.size(), edge, along, row);
                cell.is_some_and(|cell| cells.contains(cell))
            };
            points.iter().filter(is_there).copied().collect()
        };
        [of(board.empty()), of(board.stones(edge.colour()))]
    }

    /// Whether the stone is connected in its window; `None` if that stays open.
    fn prove(
        &self,
        row: usize,
        [empty, own]: &LocalPosition,
        observer: &dyn Observer,
    ) -> Option<bool> {
        let left = self.reach + row - 1;
        let size = BoardSize::new(left + self.reach + 1, row + 1).ok()?;
        let size = size.with_connections().ok()?;
        if size.words() > W {
            return None;
        }
        let cell =
            |(right, row): Point| cell_along(size, Edge::South, left.cast_signed() + right, row);
        let chain = [(0, row - 1), (0, row)];
        let stones = chain.iter().chain(own).filter_map(|&point| cell(point));
        let free: Cells = empty.iter().filter_map(|&point| cell(point)).collect();
        let position: Position<W> = laid_out(size, stones, free);
        let limits = Limits::nodes(self.nodes);
        let proved = solver(size, TABLE_BYTES).solve(&position, limits, observer);
        proved.winner.map(|winner| winner == Colour::Black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::think::NoObserver;

    /// A known template connects a stone on the fourth row of an open edge. With a white stone
    /// below it, a proof decides.
    #[test]
    fn what_is_missed_is_proved_or_refuted() {
        let search = OnDemand {
            rows: 5,
            reach: 4,
            nodes: 10_000,
        };
        let size: BoardSize = "11x11".parse().expect("a size");
        let mut board = Board::new(size);
        let cell = |name: &str| size.read(name).expect("a cell");
        board.place(Colour::Black, cell("f8"));
        let counts = search.count(&[board], &NoObserver);
        assert_eq!((counts.stones, counts.windows), (0, 0));
        board.place(Colour::White, cell("e11"));
        board.place(Colour::White, cell("e9"));
        let counts = search.count(&[board, board], &NoObserver);
        assert_eq!(counts.positions, 2);
        assert_eq!(counts.windows, counts.outcomes.iter().sum::<usize>());
        assert_eq!(counts.stones, 2 * counts.windows);
        assert!(counts.outcomes[2] == 0 && counts.windows > 0, "{counts:?}");
    }
}
