//! A stone more, and back: the connections of the new position made from those of the old.
//!
//! **The opponent's stone** on c. Connections that end at c are gone. A full whose carrier holds c leaves a semi, its
//! carrier less c: the answer that the full promised is its key. A semi whose carrier holds c is gone.
//!
//! **An own stone** on c. Every carrier loses c. c and the chains that it joins become one end; their connections are
//! merged. Fulls at the new chain are fresh, since what met in the empty c was a semi and now is a full; so are all
//! carriers that c was taken from, since two that overlapped in c alone no longer do.
//!
//! Then the closure goes on as always. Whatever is changed is saved first, pair by pair, so that
//! [`Connections::undo`] puts back exactly what was there.

use super::captured::Captured;
use super::closure::Connections;
use super::store::Held;
use crate::board::{Cell, CellSet, Colour, End, EndSet};
use crate::observer::Nobody;

/// What an undo puts back besides the store.
#[derive(Clone)]
pub struct Frame<const W: usize> {
    ends: EndSet<W>,
    coloured: EndSet<W>,
    complete: bool,
    captured: Vec<(End, Captured<W>)>,
}

impl<const W: usize> Connections<W> {
    /// Follows a stone of either colour. Panics if the cell is not empty.
    pub fn place(&mut self, colour: Colour, cell: Cell) {
        self.store.begin();
        let (ends, coloured, complete) = (self.ends, self.coloured, self.complete);
        self.frames.push(Frame {
            ends,
            coloured,
            complete,
            captured: Vec::new(),
        });
        if colour == self.colour {
            self.place_own(cell);
        } else {
            self.place_theirs(cell);
        }
        let was_complete = self.complete;
        self.close(&Nobody);
        self.complete &= was_complete;
        debug_assert_eq!(self.check_laws(), Ok(()));
    }

    /// Takes the last stone back.
    pub fn undo(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        self.chains.undo();
        self.store.undo();
        (self.ends, self.coloured, self.complete) = (frame.ends, frame.coloured, frame.complete);
        for (end, captured) in frame.captured.into_iter().rev() {
            self.captured[end.index()] = captured;
        }
        debug_assert_eq!(self.check_laws(), Ok(()));
    }

    fn place_theirs(&mut self, cell: Cell) {
        self.chains.place(!self.colour, cell);
        let gone = End::cell(cell);
        self.remove_end(gone);
        self.capture_again(cell, None);
        let all = self.chains.geometry().all();
        for (x, y) in self.pairs_through(cell) {
            let pair = self.store.pair(x, y);
            let broken: Vec<Held<W>> = pair
                .fulls
                .iter()
                .filter(|held| held.cells.contains(cell))
                .copied()
                .collect();
            self.drop_arms(x, y, |cells| cells.contains(cell));
            let pair = self.store.pair_mut(x, y);
            pair.fulls.retain(|held| !held.cells.contains(cell));
            pair.semis.retain(|held| !held.cells.contains(cell));
            pair.meet_again(all);
            for held in &broken {
                self.add_semi(x, y, held.cells.without(cell));
            }
            self.offer_again(x, y);
        }
    }

    fn place_own(&mut self, cell: Cell) {
        let here = End::cell(cell);
        let near = self.chains.geometry().near(cell).iter();
        let own = near.filter_map(|end| self.chains.lead(end));
        let own = own.filter(|&lead| {
            self.chains
                .chain(lead)
                .is_some_and(|chain| chain.colour == self.colour)
        });
        let parts: EndSet<W> = own.chain([here]).collect();
        self.chains.place(self.colour, cell);
        let lead = self.chains.lead(here).unwrap_or(here);
        self.ends.insert(lead);
        self.coloured.insert(lead);
        self.capture_again(cell, Some(lead));
        self.shrink_carriers(cell);
        if lead == here {
            self.refresh(lead);
        }
        for part in parts.iter().filter(|&part| part != lead) {
            self.merge(part, lead, parts);
        }
        for y in self.ends.without(lead) {
            self.offer(lead, y);
        }
    }

    /// The pairs that keep a carrier with this cell.
    fn pairs_through(&self, cell: Cell) -> Vec<(End, End)> {
        let ends: Vec<End> = self.ends.iter().collect();
        let mut found = Vec::new();
        for (n, &x) in ends.iter().enumerate() {
            for &y in &ends[..n] {
                let pair = self.store.pair(x, y);
                if pair
                    .fulls
                    .iter()
                    .chain(&pair.semis)
                    .any(|held| held.cells.contains(cell))
                {
                    found.push((x, y));
                }
            }
        }
        found
    }

    /// Takes a cell out of every carrier, and calls what had it fresh.
    fn shrink_carriers(&mut self, cell: Cell) {
        let all = self.chains.geometry().all();
        for (x, y) in self.pairs_through(cell) {
            self.drop_arms(x, y, |cells| cells.contains(cell));
            let pair = self.store.pair_mut(x, y);
            let has = |held: &&Held<W>| held.cells.contains(cell);
            let fulls: Vec<CellSet<W>> = pair
                .fulls
                .iter()
                .filter(has)
                .map(|held| held.cells)
                .collect();
            let semis: Vec<CellSet<W>> = pair
                .semis
                .iter()
                .filter(has)
                .map(|held| held.cells)
                .collect();
            pair.fulls.retain(|held| !held.cells.contains(cell));
            pair.semis.retain(|held| !held.cells.contains(cell));
            pair.meet_again(all);
            for cells in fulls {
                self.add_full(x, y, cells.without(cell));
            }
            for cells in semis {
                self.add_semi(x, y, cells.without(cell));
            }
        }
    }

    /// Calls all fulls of an end fresh.
    fn refresh(&mut self, end: End) {
        for other in self.ends.without(end) {
            if self.store.adjacent(end).contains(other) {
                self.store.remove_arms(end, other, CellSet::EMPTY);
                self.waiting.push_back((end, other, CellSet::EMPTY));
            } else if !self.store.pair(end, other).fulls.is_empty() {
                self.drop_arms(end, other, |_| true);
                let pair = self.store.pair_mut(end, other);
                for held in &mut pair.fulls {
                    if !held.fresh {
                        held.fresh = true;
                        self.waiting.push_back((end, other, held.cells));
                    }
                }
            }
        }
    }

    /// Hands the connections of an end over to the one that it is now part of.
    fn merge(&mut self, part: End, lead: End, parts: EndSet<W>) {
        for other in self.ends.without(part) {
            let adjacent = self.store.adjacent(part).contains(other);
            let pair = self.store.pair(part, other);
            let (fulls, semis) = (pair.fulls.clone(), pair.semis.clone());
            if parts.contains(other) || other == lead {
                continue;
            }
            if adjacent {
                self.add_full(lead, other, CellSet::EMPTY);
            }
            for held in fulls {
                self.add_full(lead, other, held.cells);
            }
            for held in semis {
                self.add_semi(lead, other, held.cells);
            }
        }
        self.remove_end(part);
    }

    /// Forgets an end and all its connections.
    fn remove_end(&mut self, gone: End) {
        let all = self.chains.geometry().all();
        for other in self.ends.without(gone) {
            if self.store.adjacent(gone).contains(other) {
                self.store.part(gone, other);
                self.store.arms_mut(other).retain(|arm| arm.far != gone);
            } else if !self.store.pair(gone, other).is_empty() {
                if !self.store.pair(gone, other).fulls.is_empty() {
                    self.store.arms_mut(other).retain(|arm| arm.far != gone);
                }
                self.store.pair_mut(gone, other).clear(all);
            }
        }
        self.store.arms_mut(gone).clear();
        self.ends.remove(gone);
        self.coloured.remove(gone);
    }

    /// Works out anew what ends capture: those that captured this cell, and a new chain.
    fn capture_again(&mut self, cell: Cell, chain: Option<End>) {
        for end in self.ends {
            if Some(end) == chain || self.captured[end.index()].all().contains(cell) {
                let now = self.captured_by(end);
                let grown = !now.all().is_subset(self.captured[end.index()].all());
                let before = std::mem::replace(&mut self.captured[end.index()], now);
                if let Some(frame) = self.frames.last_mut() {
                    frame.captured.push((end, before));
                }
                // Carriers that meet here may share more than before.
                if grown {
                    self.refresh(end);
                }
            }
        }
    }

    /// Offers a pair that has lost a connection what the limits may have refused: its semis once more to
    /// the OR rule.
    fn offer_again(&mut self, x: End, y: End) {
        for held in &mut self.store.pair_mut(x, y).semis {
            held.fresh = true;
        }
        self.offer(x, y);
    }
}
