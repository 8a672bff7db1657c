//! A stone more, and back: the connections of the new position made from those of the old.
//!
//! **The opponent's stone** on c. Connections that end at c are gone. A full whose carrier holds c
//! leaves a semi, its carrier less c: the answer that the full promised is its key. A semi whose
//! carrier holds c is gone.
//!
//! **An own stone** on c. Every carrier loses c. c and the chains that it joins become one end;
//! their connections are merged. Fulls at the new chain meet again, since what met in the empty c
//! was a semi and now is a full. Two fulls that overlapped in c alone no longer do: those that had
//! c are tried with each other, and with no others, for nothing has changed between a full that had
//! c and one that had not.
//!
//! Then the closure goes on as always. Whatever is changed is saved first, pair by pair, so that
//! [`Connections::undo`] puts back exactly what was there.

use super::captured::Captured;
use super::closure::Connections;
use super::options::Lists;
use super::store::{Arm, Carrier};
use crate::board::{Cell, CellSet, Colour, End, EndSet};
use crate::think::NoObserver;

/// What an undo puts back besides the store.
#[derive(Clone)]
pub struct Frame<const W: usize> {
    ends: EndSet<W>,
    coloured: EndSet<W>,
    complete: bool,
    captured: Vec<(End, Captured<W>)>,
    /// How many stones came at once.
    stones: usize,
}

impl<const W: usize> Connections<W> {
    /// Follows a stone of either colour. Panics if the cell is not empty.
    pub fn place(&mut self, colour: Colour, cell: Cell) {
        self.place_all(&[(colour, cell)]);
    }

    /// Follows stones that come at once: one [`Connections::undo`] takes them all back, and the
    /// rules are applied once, so this costs less than stone after stone.
    pub fn place_all(&mut self, stones: &[(Colour, Cell)]) {
        self.store.begin();
        let (ends, coloured, complete) = (self.ends, self.coloured, self.complete);
        self.frames.push(Frame {
            ends,
            coloured,
            complete,
            captured: Vec::new(),
            stones: stones.len(),
        });
        for &(colour, cell) in stones {
            if colour == self.colour {
                self.place_own(cell);
            } else {
                self.place_theirs(cell);
            }
        }
        let was_complete = self.complete;
        self.close(&NoObserver);
        self.complete &= was_complete;
        debug_assert_eq!(self.check_laws(), Ok(()));
    }

    /// Takes the last stone back, or the last stones that came at once.
    pub fn undo(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        for _ in 0..frame.stones {
            self.chains.undo();
        }
        self.store.undo();
        (self.ends, self.coloured, self.complete) = (frame.ends, frame.coloured, frame.complete);
        for (end, captured) in frame.captured.into_iter().rev() {
            self.captured[end.index()] = captured;
        }
        debug_assert_eq!(self.check_laws(), Ok(()));
    }

    /// Takes what was placed for good: it can no longer be undone.
    pub fn forget_past(&mut self) {
        self.frames.clear();
        self.store.forget_log();
        self.chains.forget_past();
    }

    fn place_theirs(&mut self, cell: Cell) {
        self.chains.place(!self.colour, cell);
        let gone = End::cell(cell);
        self.remove_end(gone);
        self.store.drop_arms_through(cell);
        self.capture_again(cell, None);
        let all = self.chains.geometry().all();
        let mut wanting = Vec::new();
        for (x, y) in self.store.pairs_through(cell) {
            let pair = self.store.pair(x, y);
            let broken: Vec<Carrier<W>> = pair
                .fulls
                .iter()
                .filter(|held| held.cells.contains(cell))
                .copied()
                .collect();
            let pair = self.store.pair_mut(x, y);
            pair.fulls.retain(|held| !held.cells.contains(cell));
            pair.semis.retain(|held| !held.cells.contains(cell));
            pair.meet_again(all);
            let served = self.store.served(x).contains(y);
            self.serve(x, y);
            for held in &broken {
                self.keep_semi(x, y, held.cells.without(cell), true);
            }
            if served && !self.store.served(x).contains(y) {
                wanting.push((x, y));
            }
            self.offer_again(x, y);
        }
        for (x, y) in wanting {
            self.and_between(x, y);
        }
    }

    /// Applies the AND rule to all that joins two ends: what the limits refused while they had
    /// enough.
    fn and_between(&mut self, x: End, y: End) {
        let (x, y) = if self.store.arms(x).len() <= self.store.arms(y).len() {
            (x, y)
        } else {
            (y, x)
        };
        let board = self.chains.geometry().all();
        // A copy: a full that is found may take the place of one that is seen from here.
        let arms = self.store.arms(x).to_vec();
        let mut on = std::mem::take(&mut self.on);
        for arm in arms.iter().filter(|arm| arm.far != y) {
            let u = arm.far;
            on.clear();
            if self.store.adjacent(u).contains(y) {
                on.push(Arm {
                    reach: EndSet::of(y),
                    far: y,
                });
            }
            let fulls = self.store.pair(u, y).fulls.iter();
            on.extend(fulls.filter(|held| !held.fresh).map(|held| Arm {
                reach: held.cells.as_ends().with(y),
                far: y,
            }));
            if !on.is_empty() {
                self.and_with(x, arm.reach.without(u).cells_in(board), u, &on);
            }
        }
        self.on = on;
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
        let shrunk = self.shrink_carriers(cell);
        self.ends.insert(lead);
        self.coloured.insert(lead);
        for y in self.store.served(lead) {
            self.store.serve(lead, y, false);
        }
        let known = if lead == here {
            Vec::new()
        } else {
            self.store.arms(lead).to_vec()
        };
        for part in parts.iter().filter(|&part| part != lead) {
            self.merge(part, lead, parts);
        }
        let captured = self.captured[lead.index()].all();
        self.capture_again(cell, Some(lead));
        self.meet_at(lead, &known);
        self.combine_shrunk(shrunk, lead);
        let may_share_more = !self.captured[lead.index()].all().is_subset(captured);
        for y in self.ends.without(lead) {
            if may_share_more {
                self.offer_again(lead, y);
            } else {
                self.offer(lead, y);
            }
        }
    }

    /// Takes a cell out of every carrier; the fulls that had it, by both of their ends. They stay
    /// processed: what they make with fulls that did not have the cell is known, and is shrunk
    /// itself.
    fn shrink_carriers(&mut self, cell: Cell) -> Vec<(End, Arm<W>)> {
        let all = self.chains.geometry().all();
        let mut shrunk = Vec::new();
        self.store.shrink_arms(cell);
        for (x, y) in self.store.pairs_through(cell) {
            for held in self
                .store
                .pair(x, y)
                .fulls
                .iter()
                .filter(|held| held.cells.contains(cell))
            {
                let reach = held.cells.without(cell).as_ends();
                shrunk.push((
                    x,
                    Arm {
                        reach: reach.with(y),
                        far: y,
                    },
                ));
                shrunk.push((
                    y,
                    Arm {
                        reach: reach.with(x),
                        far: x,
                    },
                ));
            }
            let pair = self.store.pair_mut(x, y);
            for held in &mut pair.fulls {
                if held.fresh && held.cells.contains(cell) {
                    // It waits under its old carrier, which nothing will find.
                    self.waiting.push_back((x, y, held.cells.without(cell)));
                }
                held.cells.remove(cell);
            }
            for held in pair
                .semis
                .iter_mut()
                .filter(|held| held.cells.contains(cell))
            {
                held.cells.remove(cell);
                held.fresh = true;
            }
            if let Some(joined) = pair.fulls.iter().find(|held| held.cells.is_empty()) {
                if joined.fresh {
                    self.add_full(x, y, CellSet::EMPTY);
                } else {
                    self.take_in(x, y, CellSet::EMPTY);
                }
                continue;
            }
            self.make_minimal(x, y);
            self.serve(x, y);
            self.store.pair_mut(x, y).meet_again(all);
            self.offer(x, y);
        }
        shrunk
    }

    /// Forgets the carriers of a pair that contain another.
    fn make_minimal(&mut self, x: End, y: End) {
        let pair = self.store.pair(x, y);
        let fulls: Vec<CellSet<W>> = pair.fulls.iter().map(|held| held.cells).collect();
        let semis: Vec<CellSet<W>> = pair.semis.iter().map(|held| held.cells).collect();
        let covered = |cells: CellSet<W>, by: &[CellSet<W>]| {
            by.iter()
                .any(|&small| small != cells && small.is_subset(cells))
        };
        self.drop_arms(x, y, |cells| covered(cells, &fulls));
        let pair = self.store.pair_mut(x, y);
        pair.fulls.retain(|held| !covered(held.cells, &fulls));
        pair.semis.retain(|held| {
            !covered(held.cells, &semis) && !fulls.iter().any(|full| full.is_subset(held.cells))
        });
        if self.options.lists == Lists::Sorted {
            // Some are smaller than before.
            pair.fulls.sort_by_key(|held| held.cells.len());
            pair.semis.sort_by_key(|held| held.cells.len());
        }
    }

    /// Applies the AND rule to fulls that all had one cell, and so could not be had together
    /// before, nor with a full that ended there: that is now the end `lead`.
    fn combine_shrunk(&mut self, mut shrunk: Vec<(End, Arm<W>)>, lead: End) {
        let board = self.chains.geometry().all();
        shrunk.retain(|(u, arm)| self.ends.contains(*u) && self.ends.contains(arm.far));
        shrunk.sort_by_key(|(u, _)| *u);
        for group in shrunk.chunk_by(|(u, _), (v, _)| u == v) {
            let u = group[0].0;
            let arms: Vec<Arm<W>> = group.iter().map(|&(_, arm)| arm).collect();
            let here: Vec<Arm<W>> = self
                .store
                .arms(u)
                .iter()
                .filter(|arm| arm.far == lead)
                .copied()
                .collect();
            for (n, arm) in arms.iter().enumerate() {
                let cells = arm.reach.without(arm.far).cells_in(board);
                self.and_with(arm.far, cells, u, &arms[..n]);
                self.and_with(arm.far, cells, u, &here);
            }
        }
    }

    /// Applies the AND rule to all fulls at an end with each other, but not to those known before
    /// among themselves. What they make at their other ends is known.
    fn meet_at(&mut self, u: End, known: &[Arm<W>]) {
        let board = self.chains.geometry().all();
        let mut arms = self.store.arms(u).to_vec();
        // Those that are known come first.
        arms.sort_by_key(|arm| !known.contains(arm));
        let old = arms.iter().filter(|arm| known.contains(arm)).count();
        for (n, arm) in arms.iter().enumerate().skip(old) {
            self.and_with(
                arm.far,
                arm.reach.without(arm.far).cells_in(board),
                u,
                &arms[..n],
            );
        }
    }

    /// Keeps a full as one that is processed already: the AND rule has nothing new to find at its
    /// ends.
    fn take_in(&mut self, x: End, y: End, cells: CellSet<W>) {
        if !self.keep_full(x, y, cells, true) {
            return;
        }
        self.waiting.pop_back();
        self.store.add_arms(x, y, cells);
        if !cells.is_empty() {
            let pair = self.store.pair_mut(x, y);
            pair.fulls
                .iter_mut()
                .filter(|held| held.cells == cells)
                .for_each(|held| held.fresh = false);
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
                self.take_in(lead, other, CellSet::EMPTY);
            }
            for held in fulls {
                if held.fresh {
                    self.keep_full(lead, other, held.cells, true);
                } else {
                    self.take_in(lead, other, held.cells);
                }
            }
            for held in semis {
                self.keep_semi(lead, other, held.cells, true);
            }
        }
        self.remove_end(part);
    }

    /// Forgets an end and all its connections.
    fn remove_end(&mut self, gone: End) {
        for other in self.ends.without(gone) {
            let adjacent = self.store.adjacent(gone).contains(other);
            if adjacent {
                self.store.part(gone, other);
            }
            if adjacent || !self.store.pair(gone, other).fulls.is_empty() {
                self.store.arms_mut(other).retain(|arm| arm.far != gone);
            }
            if !self.store.pair(gone, other).is_empty() {
                self.store.clear_pair(gone, other);
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
                if grown && Some(end) != chain {
                    self.meet_at(end, &[]);
                }
            }
        }
    }

    /// Offers a pair that has lost a connection what the limits may have refused: its semis once
    /// more to the OR rule.
    fn offer_again(&mut self, x: End, y: End) {
        if self.store.pair(x, y).semis.is_empty() {
            return;
        }
        for held in &mut self.store.pair_mut(x, y).semis {
            held.fresh = true;
        }
        self.offer(x, y);
    }
}
