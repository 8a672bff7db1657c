//! Colouring dead and captured cells until nothing changes.
//!
//! The work is local. A stone changes the neighbours of cells near it: these are **stale**, and
//! their flaws are computed again ([`super::reduced`]). A cell without a flaw is dead and is
//! filled, which makes more cells stale. A flaw stays valid whatever stones are added, because a
//! dead cell stays dead; of a stale cell more may be known now.
//!
//! When no cell is stale, the flaws give the cells that each stone would kill. Two cells such that
//! a stone on either kills the other are **captured** by the owner of these stones: the reply to a
//! move on one is the other. When there is no such pair either, the next search is for cells on no
//! path ([`super::paths`]), which needs a pass over the board, and for regions without use
//! ([`super::region`]).
//!
//! Each step keeps the winner with either side to move, so all of them together do. On 11x11 that
//! takes 15 to 20 microseconds, most of it for one pass over all cells.

use super::paths::off_all_paths;
use super::reduced::{Flaw, ReducedGraph};
use super::region::without_use;
use crate::hex::{Cell, CellSet, Colour, Position};

/// Why a cell is filled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FillKind {
    /// Its colour matters to neither side.
    Dead,
    /// Its colour's side holds it against any intruder.
    Captured,
}

impl FillKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Dead, Self::Captured];

    /// The protocol's name of a cell that is filled for this reason with this colour: `fdb`, `fdw`,
    /// `fcb`, `fcw`.
    pub fn code(self, colour: Colour) -> &'static str {
        match (self, colour) {
            (Self::Dead, Colour::Black) => "fdb",
            (Self::Dead, Colour::White) => "fdw",
            (Self::Captured, Colour::Black) => "fcb",
            (Self::Captured, Colour::White) => "fcw",
        }
    }
}

/// The kinds of cells that may be filled.
#[derive(Clone, Copy, Debug)]
pub(super) struct FillRules {
    /// Dead cells.
    pub dead: bool,
    /// Pairs captured by Black, by White.
    pub captured: [bool; 2],
    /// Cells on no path, too.
    pub paths: bool,
    /// Regions in which a side has nothing to join.
    pub regions: bool,
    /// The colour that dead cells get; `None` for the opponent of the colour in whose graph they
    /// are seen to be dead.
    pub dead_as: Option<Colour>,
}

/// A board that is being filled.
#[derive(Clone, Debug)]
pub(super) struct Fill<const W: usize> {
    position: Position<W>,
    empty: CellSet<W>,
    graphs: [ReducedGraph<W>; 2],
    /// The flaw of each empty cell in each graph, unless the cell is stale.
    flaws: [Vec<Flaw<W>>; 2],
    stale: [CellSet<W>; 2],
    /// The cells whose flaws are computed.
    checked: [CellSet<W>; 2],
    /// Cells whose flaws changed since the last search for pairs.
    fresh: CellSet<W>,
    /// Whether the board is unchanged since the last search for cells on no path.
    walked: bool,
    filled: [[CellSet<W>; 2]; 2],
}

impl<const W: usize> Fill<W> {
    pub fn new(position: &Position<W>) -> Self {
        let empty = position.empty();
        let flaws = vec![Flaw::default(); position.size().cells()];
        Self {
            position: *position,
            empty,
            graphs: Colour::ALL.map(|colour| ReducedGraph::new(position, colour)),
            flaws: [flaws.clone(), flaws],
            stale: [empty; 2],
            checked: [CellSet::EMPTY; 2],
            fresh: CellSet::EMPTY,
            walked: false,
            filled: [[CellSet::EMPTY; 2]; 2],
        }
    }

    /// Clears the record of filled cells: only cells filled from now on are in it.
    pub fn forget_filled(&mut self) {
        self.filled = [[CellSet::EMPTY; 2]; 2];
    }

    /// A copy on which to try stones, and to take them back again and again.
    pub fn scratch(&self) -> Self {
        let mut copy = self.clone();
        copy.checked = [CellSet::EMPTY; 2];
        for graph in &mut copy.graphs {
            graph.note_changes();
        }
        copy
    }

    /// Takes back what has changed since this was a scratch copy of another.
    pub fn restore(&mut self, other: &Self) {
        for colour in [0, 1] {
            self.graphs[colour].restore(&other.graphs[colour]);
            for cell in self.checked[colour] {
                self.flaws[colour][cell.index()] = other.flaws[colour][cell.index()];
            }
        }
        self.checked = [CellSet::EMPTY; 2];
        self.position = other.position;
        self.empty = other.empty;
        self.stale = other.stale;
        self.fresh = other.fresh;
        self.walked = other.walked;
        self.filled = other.filled;
    }

    /// The cells that are still empty.
    pub fn empty(&self) -> CellSet<W> {
        self.empty
    }

    /// The board as a colour sees it.
    pub fn graph(&self, colour: Colour) -> &ReducedGraph<W> {
        &self.graphs[colour.index()]
    }

    /// The cells filled for this reason with this colour.
    pub fn filled(&self, kind: FillKind, colour: Colour) -> CellSet<W> {
        self.filled[kind as usize][colour.index()]
    }

    /// The side that has joined its edges.
    pub fn winner(&self) -> Option<Colour> {
        Colour::ALL
            .into_iter()
            .find(|&colour| self.graph(colour).is_won())
    }

    /// Cells where a stone of `colour` would make an empty cell dead.
    pub fn killers(&self, colour: Colour, cell: Cell) -> CellSet<W> {
        let cut = self.flaws[(!colour).index()][cell.index()].cut_by;
        let joined = self.flaws[colour.index()][cell.index()].joined_by;
        (cut | joined) & self.empty
    }

    /// Puts a stone on an empty cell, and recomputes the flaws of the cells beside it only: cells
    /// further away hardly ever change.
    pub fn try_stone(&mut self, colour: Colour, cell: Cell) {
        let beside = self.graphs[colour.index()].touched_by_cut(cell);
        self.put(colour, cell, beside.cells_in(self.empty));
    }

    /// Puts a stone on an empty cell.
    pub fn place(&mut self, colour: Colour, cell: Cell) {
        let own = colour.index();
        let stale = self.graphs[own].touched_by_join(cell).cells_in(self.empty);
        self.put(colour, cell, stale);
    }

    fn put(&mut self, colour: Colour, cell: Cell, stale: CellSet<W>) {
        let (own, other) = (colour.index(), (!colour).index());
        self.stale[own] |= stale;
        self.stale[other] |= self.graphs[other].touched_by_cut(cell).cells_in(self.empty);
        self.graphs[own].join(cell);
        self.graphs[other].cut(cell);
        self.position.place(colour, cell);
        self.empty.remove(cell);
        self.walked = false;
    }

    /// Fills all cells that can be filled, until none is left or a side has won.
    pub fn run(&mut self, rules: FillRules) {
        while self.winner().is_none() {
            self.settle(rules);
            if !(self.fill_pair(rules) || self.fill_off_paths(rules)) {
                return;
            }
        }
    }

    fn fill(&mut self, kind: FillKind, colour: Colour, cell: Cell) {
        self.place(colour, cell);
        self.filled[kind as usize][colour.index()].insert(cell);
    }

    /// Recomputes the flaws of all stale cells, and fills those without a flaw.
    fn settle(&mut self, rules: FillRules) {
        while let Some(cell) = ((self.stale[0] | self.stale[1]) & self.empty).first() {
            let dead_to = Colour::ALL
                .into_iter()
                .find(|&colour| self.check(colour, cell));
            match dead_to {
                Some(colour) if rules.dead => {
                    self.fill(FillKind::Dead, rules.dead_as.unwrap_or(!colour), cell);
                }
                _ => self.fresh.insert(cell),
            }
        }
    }

    /// Recomputes the flaw of a cell if it is stale in this colour's graph; whether the cell is
    /// dead.
    fn check(&mut self, colour: Colour, cell: Cell) -> bool {
        let colour = colour.index();
        if !self.stale[colour].contains(cell) {
            return false;
        }
        self.stale[colour].remove(cell);
        self.checked[colour].insert(cell);
        let flaw = self.graphs[colour].flaw(cell);
        self.flaws[colour][cell.index()] = flaw.unwrap_or_default();
        flaw.is_none()
    }

    /// Fills a captured pair, if there is one.
    fn fill_pair(&mut self, rules: FillRules) -> bool {
        while let Some(cell) = (self.fresh & self.empty).first() {
            self.fresh.remove(cell);
            for colour in Colour::ALL {
                if !rules.captured[colour.index()] {
                    continue;
                }
                let killers = self.killers(colour, cell).iter();
                let mut pairs = killers.filter(|&other| self.killers(colour, other).contains(cell));
                if let Some(other) = pairs.next() {
                    self.fill(FillKind::Captured, colour, cell);
                    self.fill(FillKind::Captured, colour, other);
                    return true;
                }
            }
        }
        false
    }

    /// Fills the cells on no path, if there are any.
    fn fill_off_paths(&mut self, rules: FillRules) -> bool {
        if self.walked {
            return false;
        }
        self.walked = true;
        for colour in Colour::ALL {
            let mut off = CellSet::EMPTY;
            if rules.dead && rules.paths {
                off = off_all_paths(self.graph(colour), self.empty);
            }
            if rules.regions && off.is_empty() {
                off = without_use(&self.position, colour);
            }
            for cell in off {
                self.fill(FillKind::Dead, rules.dead_as.unwrap_or(!colour), cell);
            }
            if !off.is_empty() {
                return true;
            }
        }
        false
    }
}
