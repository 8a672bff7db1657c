//! Playing a full out: an answer to every intrusion until the ends are joined.
//!
//! A full records that it holds, not why. What it was made of is still in the store, or something
//! smaller is: limits refuse what is new, they never take away what is kept. So the defence takes a
//! copy of the store that the full stands in, gives every empty cell outside the carrier to the
//! opponent, colours empty ends, and follows the stones from there: what the full was made of lies
//! inside its carrier, and stays. After an intrusion the answer is
//!
//! 1. the other cell of a pair that one of our stones has captured: the intruder is then dead and
//!    counts as ours; else
//! 2. a cell after which the ends are joined by a full once more, the smallest one.
//!
//! If no answer keeps a full, connections are built anew from what is on the board, under wider and
//! wider rules, and at last answers are tried one after the other ([`super::deep`]): what was found
//! by trying may need it.

use super::connections::Connections;
use super::options::{ConnectOptions, OrRule};
use crate::hex::{Cell, CellSet, Colour, End, EndSet, Position};

/// A full being defended.
#[derive(Clone)]
pub struct Defence<const W: usize> {
    connections: Connections<W>,
    ends: [End; 2],
    /// Whether a full is known that the connections do not show.
    proved: bool,
}

/// How many answers in a row are tried at most.
const DEEPEST: usize = 2;

/// From quick and narrow to slow and wide.
fn rules() -> [ConnectOptions; 3] {
    let narrow = ConnectOptions::default();
    let wide = ConnectOptions {
        or_rule: OrRule::Limited,
        max_fulls: 0,
        max_carriers: 0,
        max_comparisons: 50_000_000,
        ..narrow
    };
    let all = ConnectOptions {
        or_rule: OrRule::Semis,
        max_fulls: 0,
        max_carriers: 0,
        max_comparisons: 500_000_000,
        ..narrow
    };
    [narrow, wide, all]
}

impl<const W: usize> Defence<W> {
    /// The defence of a full that stands in these connections, between two ends with this carrier.
    pub fn new(connections: &Connections<W>, x: End, y: End, carrier: CellSet<W>) -> Self {
        let mut connections = connections.clone();
        let colour = connections.colour();
        let ends: EndSet<W> = EndSet::of(x).with(y);
        for cell in connections.chains().empty() {
            if ends.contains(cell.into()) {
                connections.place(colour, cell);
            } else if !carrier.contains(cell) {
                connections.place(!colour, cell);
            }
        }
        connections.forget_past();
        Self {
            connections,
            ends: [x, y],
            proved: false,
        }
    }

    /// The first move of a semi that stands in these connections: the key by which it was found, or
    /// else a cell of its carrier after which a full is found inside the rest.
    pub fn key(connections: &Connections<W>, x: End, y: End, carrier: CellSet<W>) -> Option<Cell> {
        if let Some(&key) = connections.keys(x, y, carrier).first() {
            return Some(key);
        }
        let mut defence = Self::new(connections, x, y, carrier);
        defence.best_answer()
    }

    /// Whether the ends are joined by stones.
    pub fn is_joined(&self) -> bool {
        self.connections.leading(self.ends[0]) == self.connections.leading(self.ends[1])
    }

    /// Whether they are joined by a full.
    pub fn holds(&self) -> bool {
        self.proved || self.smallest().is_some()
    }

    /// The size of the smallest full.
    fn smallest(&self) -> Option<usize> {
        let [x, y] = self.ends.map(|end| self.connections.leading(end));
        self.connections.fulls(x, y).iter().map(CellSet::len).min()
    }

    /// The cells in which it can be attacked.
    pub fn carrier(&self) -> CellSet<W> {
        self.connections.chains().empty()
    }

    /// Applies an intrusion and answers it; `None` if nothing more needs to be done, or nothing can
    /// be done ([`Defence::holds`] distinguishes the two). Panics if the cell is not in the
    /// carrier.
    pub fn answer(&mut self, intrusion: Cell) -> Option<Cell> {
        let colour = self.connections.colour();
        if let Some(other) = self.captured_partner(intrusion) {
            for cell in [intrusion, other] {
                self.connections.place(colour, cell);
            }
            return Some(other);
        }
        self.connections.place(!colour, intrusion);
        self.proved = false;
        if self.holds() {
            return None;
        }
        let answer = self.best_answer().or_else(|| {
            let position = self.position();
            let found = rules().into_iter().find_map(|options| {
                self.connections = Connections::new(&position, colour, options);
                self.best_answer()
            });
            found.or_else(|| self.tried_answer())
        })?;
        self.connections.place(colour, answer);
        Some(answer)
    }

    /// The board of the defence.
    fn position(&self) -> Position<W> {
        let chains = self.connections.chains();
        let mut position = Position::new(chains.size());
        for colour in Colour::ALL {
            for chain in chains.leads(colour).filter_map(|lead| chains.chain(lead)) {
                for cell in chain.members.cells_in(chains.geometry().all()) {
                    position.place(colour, cell);
                }
            }
        }
        position
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
        self.answers().into_iter().min().map(|(_, cell)| cell)
    }

    /// An answer after which a full is found by trying.
    fn tried_answer(&mut self) -> Option<Cell> {
        let [.., all] = rules();
        let colour = self.connections.colour();
        self.connections = Connections::new(&self.position(), colour, all);
        let [x, y] = self.ends;
        let answer = (1..=DEEPEST).find_map(|depth| {
            self.carrier().into_iter().find(|&cell| {
                self.connections.place(colour, cell);
                let proved = self.connections.prove(x, y, depth).is_some();
                self.connections.undo();
                proved
            })
        });
        self.proved = answer.is_some();
        answer
    }

    /// All answers that leave a full, with its size.
    fn answers(&mut self) -> Vec<(usize, Cell)> {
        let colour = self.connections.colour();
        let mut found = Vec::new();
        for cell in self.carrier() {
            self.connections.place(colour, cell);
            found.extend(self.smallest().map(|size| (size, cell)));
            self.connections.undo();
        }
        found
    }

    /// The cells that answer an intrusion, lowest first; nothing is played. Empty if no answer is
    /// needed.
    pub fn responses(&self, intrusion: Cell) -> Vec<Cell> {
        let mut after = self.clone();
        let partner = after.captured_partner(intrusion);
        after
            .connections
            .place(!after.connections.colour(), intrusion);
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
