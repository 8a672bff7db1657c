//! A pattern on a board, and whether a set of cells is a carrier.
//!
//! The board is as wide as the window and a row or two higher. A chain straight up connects Black's
//! stone to the north edge; its own edge is the south. White has every other cell outside the
//! pattern and the set. So Black wins with White to move exactly if the set is a carrier.
//!
//! ```text
//!     o   o   o   x   o   o          The chain touches the two upper neighbours of the stone's
//!       .   .   .   X   .   .        row and nothing else of the window but cells that touch the
//!     .   .   .   .   .   .   .      stone X itself.
//! ```

use super::Pattern;
use crate::hex::{BoardSize, Cell, CellSet, Chains, Colour, Edge, End, Position};
use crate::knowledge::analysis::AnalysisOptions;
use crate::knowledge::connect::{ConnectOptions, Connections};
use crate::knowledge::template::{EdgeTemplate, Point, cell_along};
use crate::solver::{ProveOptions, Solver};
use crate::think::{Limits, Observer};
use std::collections::BTreeMap;

/// Words of a set of cells: 128 bits.
pub(super) const W: usize = 2;

/// A set of cells of a window's board.
pub type Cells = CellSet<W>;

/// Bytes of the solver's table.
const TABLE_BYTES: usize = 64_000_000;

/// A pattern on a board.
pub struct TemplateWindow {
    size: BoardSize,
    /// The column of the stone.
    column: isize,
    pattern: Pattern,
    solver: Solver<W>,
    /// Positions solved.
    pub solved: u64,
    /// Nodes of the solver.
    pub nodes: u64,
}

/// Connections without templates: the rules alone.
pub(super) fn rules() -> ConnectOptions {
    ConnectOptions {
        templates: false,
        ..ConnectOptions::default()
    }
}

/// A solver without templates, with a table of this many bytes.
pub(super) fn solver(size: BoardSize, table_bytes: usize) -> Solver<W> {
    let plain = ProveOptions {
        table_bytes,
        ..ProveOptions::default()
    };
    let analysis = plain.analysis();
    let options = ProveOptions {
        analysis: Some(AnalysisOptions {
            connections: ConnectOptions {
                templates: false,
                ..analysis.connections
            },
            ..analysis
        }),
        ..plain
    };
    Solver::new(size, options)
}

/// The board on which these stones are Black's, these cells alone are empty and White is to move.
pub(super) fn laid_out(
    size: BoardSize,
    stones: impl Iterator<Item = Cell>,
    empty: Cells,
) -> Position<W> {
    let mut position = Position::new(size);
    for cell in stones {
        position.place(Colour::Black, cell);
    }
    for cell in position.empty() - empty {
        position.place(Colour::White, cell);
    }
    position.set_to_move(Colour::White);
    position
}

/// The cells of these that Black needs to win (`None` if it loses; an error if the observer stopped
/// the proof), and the nodes searched.
pub(super) fn enough(
    solver: &Solver<W>,
    position: &Position<W>,
    cells: Cells,
    observer: &dyn Observer,
) -> Result<(Option<Cells>, u64), Ended> {
    let proved = solver.solve(position, Limits::default(), observer);
    match proved.winner {
        Some(Colour::Black) => Ok((Some(proved.carrier & cells), proved.nodes)),
        Some(Colour::White) => Ok((None, proved.nodes)),
        None => Err(Ended),
    }
}

impl TemplateWindow {
    /// The window of a pattern; `None` if it is too wide.
    pub fn new(pattern: &Pattern) -> Option<Self> {
        let left = pattern.reach + pattern.row - 1;
        let height = pattern.row + 1 + usize::from(pattern.above);
        let size = BoardSize::new(left + pattern.reach + 1, height).ok()?;
        let size = size.with_connections().ok()?;
        if size.words() > W {
            return None;
        }
        Some(Self {
            size,
            column: left.cast_signed(),
            pattern: pattern.clone(),
            solver: solver(size, TABLE_BYTES),
            solved: 0,
            nodes: 0,
        })
    }

    fn cell(&self, (right, row): Point) -> Option<Cell> {
        cell_along(self.size, Edge::South, self.column + right, row)
    }

    /// The cells of the window.
    pub fn all(&self) -> Cells {
        let points = self.pattern.points().into_iter();
        points.filter_map(|point| self.cell(point)).collect()
    }

    /// The mirror image of each cell of the window.
    pub fn mirror(&self) -> Option<BTreeMap<Cell, Cell>> {
        if !self.pattern.is_symmetric() {
            return None;
        }
        let points = self.pattern.points().into_iter();
        let pair = |(right, row): Point| {
            let up = row.cast_signed() + 1 - self.pattern.row.cast_signed();
            Some((self.cell((right, row))?, self.cell((up - right, row))?))
        };
        points.map(pair).collect()
    }

    /// The board on which only these cells are empty; the other stones can be left out.
    fn position(&self, carrier: Cells, with_others: bool) -> Position<W> {
        let chain = (self.pattern.row - 1..self.size.height()).map(|row| (0, row));
        let others = self.pattern.others.iter().copied();
        let others = others.filter(|_| with_others);
        let stones = chain.chain(others).filter_map(|point| self.cell(point));
        laid_out(self.size, stones, carrier)
    }

    /// The cells of these that connect the stone to the edge with the opponent to move; `None` if
    /// they do not suffice, an error if the observer stopped the proof.
    pub fn carrier(
        &mut self,
        cells: Cells,
        with_others: bool,
        observer: &dyn Observer,
    ) -> Result<Option<Cells>, Ended> {
        let position = self.position(cells, with_others);
        let (enough, nodes) = enough(&self.solver, &position, cells, observer)?;
        self.solved += 1;
        self.nodes += nodes;
        Ok(enough)
    }

    /// Whether the rules alone find the full in its carrier.
    pub fn is_composed(&self, carrier: Cells) -> bool {
        let position = self.position(carrier, true);
        let connections = Connections::new(&position, Colour::Black, rules());
        connections.has_won()
    }

    /// A carrier as a template.
    pub fn template(&self, carrier: Cells) -> EdgeTemplate {
        let point = |cell: Cell| {
            let right = self.size.column(cell).cast_signed() - self.column;
            (right, self.size.height() - 1 - self.size.row(cell))
        };
        EdgeTemplate {
            carrier: carrier.iter().map(point).collect(),
            ..self.pattern.stones()
        }
    }

    /// Whether the stone already touches the edge.
    pub fn is_joined(&self) -> bool {
        let position = self.position(Cells::EMPTY, true);
        let chains = Chains::new(&position);
        let [north, south] = [Edge::North, Edge::South].map(|edge| End::edge(self.size, edge));
        chains.lead(north) == chains.lead(south)
    }
}

/// The observer stopped the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended;
