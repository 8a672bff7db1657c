//! What positions and stones change.

use super::Known;
use crate::hex::{Cell, CellSet, End, EndSet};
use crate::knowledge::connect::arm::Arm;
use crate::knowledge::connect::captured::Captured;
use crate::knowledge::connect::pair::{Carrier, is_covered};

impl<const W: usize> Known<W> {
    /// Forgets all connections, and keeps their memory.
    pub fn clear(&mut self) {
        self.store.clear();
        self.agenda.clear();
    }

    /// Sets all ends.
    pub fn set_ends(&mut self, ends: EndSet<W>, coloured: EndSet<W>) {
        self.store.set_ends(ends, coloured);
    }

    /// Sets what an end captures.
    pub fn set_captured(&mut self, end: End, captured: Captured<W>) {
        self.store.set_captured(end, captured);
    }

    /// Starts a step of so many stones, which [`Known::undo`] takes back.
    pub fn begin_step(&mut self, stones: usize) {
        self.store.begin(stones);
    }

    /// Takes the last step back: how many stones it placed; `None` if there is no step.
    pub fn undo(&mut self) -> Option<usize> {
        self.store.undo()
    }

    /// Makes all changes so far final.
    pub fn forget_steps(&mut self) {
        self.store.forget_log();
    }

    /// Gives a cell to the opponent as an end and as part of processed fulls.
    pub fn lose_end(&mut self, cell: Cell) {
        self.remove_end(End::cell(cell));
        self.store.drop_arms_through(cell);
    }

    /// Gives a cell to the opponent as part of carriers: a full that needs it leaves a semi, a semi
    /// that does is gone. The pairs that may keep more fulls than before.
    pub fn lose_cell(&mut self, cell: Cell) -> Vec<(End, End)> {
        let all = self.store.all();
        let mut wanting = Vec::new();
        for (x, y) in self.store.pairs_through(cell) {
            let fulls = self.store.pair(x, y).fulls().iter();
            let broken = fulls.filter(|held| held.cells.contains(cell));
            let broken: Vec<Carrier<W>> = broken.copied().collect();
            self.store.pair_mut(x, y).drop_through(cell, all);
            let saturated = self.store.saturated(x).contains(y);
            self.saturate(x, y);
            for held in &broken {
                self.put_semi(x, y, held.cells.without(cell), true);
            }
            if saturated && !self.store.saturated(x).contains(y) {
                wanting.push((x, y));
            }
            self.requeue_pair_for_or(x, y);
        }
        wanting
    }

    /// Takes an own stone's cell out of every carrier; the fulls that had it, by both of their
    /// ends. They stay processed: what they make with fulls that did not have the cell is known,
    /// and is shrunk itself.
    pub fn gain_cell(&mut self, cell: Cell) -> Vec<(End, Arm<W>)> {
        let mut shrunk = Vec::new();
        self.store.shrink_arms(cell);
        for (x, y) in self.store.pairs_through(cell) {
            let fulls = self.store.pair(x, y).fulls().iter();
            for held in fulls.filter(|held| held.cells.contains(cell)) {
                let cells = held.cells.without(cell);
                shrunk.push((x, Arm::new(cells, y)));
                shrunk.push((y, Arm::new(cells, x)));
                if held.fresh {
                    // It waits under its old carrier, which nothing will find.
                    self.agenda.push_full((x, y, cells));
                }
            }
            self.store.pair_mut(x, y).shrink(cell);
            let mut fulls = self.store.pair(x, y).fulls().iter();
            if let Some(joined) = fulls.find(|held| held.cells.is_empty()) {
                if joined.fresh {
                    self.add_full(x, y, CellSet::EMPTY);
                } else {
                    self.keep_processed(x, y, CellSet::EMPTY);
                }
                continue;
            }
            self.make_minimal(x, y);
            self.saturate(x, y);
            self.enqueue_pair_for_or(x, y);
        }
        shrunk
    }

    /// Forgets the carriers of a pair that contain another.
    fn make_minimal(&mut self, x: End, y: End) {
        let fulls = self.store.pair(x, y).fulls().iter();
        let fulls: Vec<CellSet<W>> = fulls.map(|held| held.cells).collect();
        self.drop_arms(x, y, |cells| is_covered(cells, &fulls));
        let all = self.store.all();
        let order = self.options.carrier_order;
        self.store.pair_mut(x, y).make_minimal(order, all);
    }

    /// Makes an end a chain, with no limit on what its pairs keep.
    pub fn add_chain(&mut self, end: End) {
        self.store.add_chain(end);
        for other in self.store.saturated(end) {
            self.store.set_saturated(end, other, false);
        }
    }

    /// Moves the connections of an end to the end it is now part of, except those to other parts of
    /// the latter.
    pub fn merge(&mut self, part: End, lead: End, parts: EndSet<W>) {
        for other in self.store.ends().without(part) {
            if parts.contains(other) || other == lead {
                continue;
            }
            let pair = self.store.pair(part, other);
            let (fulls, semis) = (pair.fulls().to_vec(), pair.semis().to_vec());
            if self.store.adjacent(part).contains(other) {
                self.keep_processed(lead, other, CellSet::EMPTY);
            }
            for held in fulls {
                if held.fresh {
                    self.keep_full(lead, other, held.cells);
                } else {
                    self.keep_processed(lead, other, held.cells);
                }
            }
            for held in semis {
                self.put_semi(lead, other, held.cells, true);
            }
        }
        self.remove_end(part);
    }

    /// Forgets an end and all its connections.
    fn remove_end(&mut self, gone: End) {
        for other in self.store.ends().without(gone) {
            let adjacent = self.store.adjacent(gone).contains(other);
            if adjacent {
                self.store.part(gone, other);
            }
            if adjacent || !self.store.pair(gone, other).fulls().is_empty() {
                self.store.arms_mut(other).retain(|arm| arm.far != gone);
            }
            if !self.store.pair(gone, other).is_empty() {
                self.store.clear_pair(gone, other);
            }
        }
        self.store.arms_mut(gone).clear();
        self.store.remove_end(gone);
    }
}
