//! Playing a full out: an answer to every intrusion until the ends are joined.
//!
//! A full says that it holds, not how. The defence looks at its carrier as a board of its own: every other empty
//! cell is given to the opponent, empty ends are coloured, and connections are built there, first with the
//! usual limits, then with wider ones, until one of them finds the full again. From then on the set is kept
//! up to date stone by stone. After an intrusion the answer is
//!
//! 1. the other cell of a pair that one of our stones has captured: the intruder is then dead and counts as
//!    ours; else
//! 2. a cell after which the ends are joined by a full once more, the smallest one.
//!
//! If no answer keeps a full, because limits cut off what would have been found, the wider rules are asked
//! again from scratch.

use super::closure::Connections;
use super::options::{Options, OrRule};
use crate::board::{Cell, CellSet, Colour, End, EndSet, Position};

/// A full being defended.
#[derive(Clone)]
pub struct Defence<const W: usize> {
    position: Position<W>,
    connections: Connections<W>,
    ends: [End; 2],
}

/// From quick and narrow to slow and wide.
fn rules() -> [Options; 4] {
    let narrow = Options::default();
    let limited = Options {
        or_rule: OrRule::Limited,
        max_fulls: 4,
        max_semis: 16,
        ..narrow
    };
    let wide = Options {
        or_rule: OrRule::Limited,
        max_fulls: 0,
        max_semis: 0,
        budget: 50_000_000,
        ..narrow
    };
    let all = Options {
        or_rule: OrRule::Semis,
        max_fulls: 0,
        max_semis: 0,
        budget: 500_000_000,
        ..narrow
    };
    [narrow, limited, wide, all]
}

impl<const W: usize> Defence<W> {
    /// The defence of a full of `colour` between two ends with this carrier; `None` if no rule finds the full
    /// again inside it.
    pub fn new(
        position: &Position<W>,
        colour: Colour,
        x: End,
        y: End,
        carrier: CellSet<W>,
    ) -> Option<Self> {
        let mut local = *position;
        let ends: EndSet<W> = EndSet::of(x).with(y);
        for cell in position.empty() {
            if ends.contains(cell.into()) {
                local.place(colour, cell);
            } else if !carrier.contains(cell) {
                local.place(!colour, cell);
            }
        }
        Self::search(local, colour, [x, y])
    }

    /// The first move of a semi: a cell of its carrier after which a full is found inside the rest.
    pub fn key(
        position: &Position<W>,
        colour: Colour,
        x: End,
        y: End,
        carrier: CellSet<W>,
    ) -> Option<Cell> {
        let makes_full = |&key: &Cell| {
            let mut after = *position;
            after.place(colour, key);
            Self::new(&after, colour, x, y, carrier.without(key)).is_some()
        };
        carrier.iter().find(makes_full)
    }

    fn search(position: Position<W>, colour: Colour, ends: [End; 2]) -> Option<Self> {
        let build = |options| {
            let connections = Connections::new(&position, colour, options);
            Self {
                position,
                connections,
                ends,
            }
        };
        rules().into_iter().map(build).find(Self::holds)
    }

    fn lead(&self, end: End) -> End {
        self.connections.chains().lead(end).unwrap_or(end)
    }

    /// Whether the ends are joined by stones.
    pub fn is_joined(&self) -> bool {
        self.lead(self.ends[0]) == self.lead(self.ends[1])
    }

    /// Whether they are joined by a full.
    pub fn holds(&self) -> bool {
        self.smallest().is_some()
    }

    /// The size of the smallest full.
    fn smallest(&self) -> Option<usize> {
        let [x, y] = self.ends.map(|end| self.lead(end));
        self.connections.fulls(x, y).iter().map(CellSet::len).min()
    }

    /// The cells in which it can be attacked.
    pub fn carrier(&self) -> CellSet<W> {
        self.position.empty()
    }

    /// Takes an intrusion in, and answers it; `None` if nothing more is to be done there, or nothing can be
    /// done ([`Defence::holds`] tells which). Panics if the cell is not in the carrier.
    pub fn answer(&mut self, intrusion: Cell) -> Option<Cell> {
        let colour = self.connections.colour();
        if let Some(other) = self.captured_partner(intrusion) {
            for cell in [intrusion, other] {
                self.place(colour, cell);
            }
            return Some(other);
        }
        self.place(!colour, intrusion);
        if self.holds() {
            return None;
        }
        let answer = self.best_answer().or_else(|| {
            let position = self.position;
            rules().into_iter().find_map(|options| {
                self.connections = Connections::new(&position, colour, options);
                self.best_answer()
            })
        })?;
        self.place(colour, answer);
        Some(answer)
    }

    fn place(&mut self, colour: Colour, cell: Cell) {
        self.position.place(colour, cell);
        self.connections.place(colour, cell);
    }

    /// The other cell of a pair that one of our stones has captured.
    fn captured_partner(&self, cell: Cell) -> Option<Cell> {
        let pairs = self.connections.captured_pairs_of_stones(cell);
        pairs
            .into_iter()
            .find_map(|pair| pair.without(cell).first())
    }

    /// The answer that leaves the smallest full.
    fn best_answer(&mut self) -> Option<Cell> {
        let answers = self.answers();
        answers.into_iter().min().map(|(_, cell)| cell)
    }

    /// All answers that leave a full, with its size.
    fn answers(&mut self) -> Vec<(usize, Cell)> {
        let colour = self.connections.colour();
        let mut found = Vec::new();
        for cell in self.position.empty() {
            self.connections.place(colour, cell);
            found.extend(self.smallest().map(|size| (size, cell)));
            self.connections.undo();
        }
        found
    }

    /// The cells that answer an intrusion, lowest first; nothing is played. Empty if no answer is needed.
    pub fn responses(&self, intrusion: Cell) -> Vec<Cell> {
        let mut after = self.clone();
        let partner = after.captured_partner(intrusion);
        after.place(!after.connections.colour(), intrusion);
        if after.holds() {
            return Vec::new();
        }
        let mut cells: Vec<Cell> = after.answers().into_iter().map(|(_, cell)| cell).collect();
        cells.extend(partner);
        if cells.is_empty() {
            cells.extend(self.clone().answer(intrusion));
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}
