//! What is known: for each pair of ends its fulls and semis, and for each end its processed fulls
//! once more in the form in which the AND rule reads them. Every change can be taken back.
//!
//! The lists of a pair hold minimal carriers only, in the order in which they came. `adjacent`
//! holds the pairs with an empty full, for which nothing else is kept: nothing beats it.

use crate::board::{Bit, BoardSize, Cell, CellSet, Edge, End, EndSet};

/// A carrier in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carrier<const W: usize> {
    /// The cells.
    pub cells: CellSet<W>,
    /// Whether it is still to be used by its rule: a full by AND, a semi by OR.
    pub fresh: bool,
}

/// The connections of two ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairConnections<const W: usize> {
    /// The fulls.
    pub fulls: Vec<Carrier<W>>,
    /// The semis.
    pub semis: Vec<Carrier<W>>,
    /// What all fulls have in common; everything if there is none.
    pub full_meet: CellSet<W>,
    /// What all semis have in common.
    pub semi_meet: CellSet<W>,
}

/// A processed full as seen from one end: its carrier and, as one more bit, the far end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arm<const W: usize> {
    /// Carrier and far end.
    pub reach: EndSet<W>,
    /// The far end.
    pub far: End,
}

impl<const W: usize> Arm<W> {
    /// Whether a cell is in its carrier.
    pub fn needs(&self, cell: Cell) -> bool {
        self.reach.contains(cell.into()) && self.far != cell.into()
    }
}

/// What a frame of the log must put back. Lists are kept one behind the other in two long vectors,
/// so that saving one allocates nothing: `fulls`, `semis` and `arms` count how many of the last
/// there are its own.
#[derive(Clone)]
enum Undo<const W: usize> {
    Pair {
        index: usize,
        fulls: usize,
        semis: usize,
        full_meet: CellSet<W>,
        semi_meet: CellSet<W>,
        reach: CellSet<W>,
    },
    Arms {
        end: End,
        arms: usize,
    },
    Ends {
        end: End,
        adjacent: EndSet<W>,
        served: EndSet<W>,
    },
}

/// All connections of a colour.
#[derive(Clone)]
pub struct Store<const W: usize> {
    all: CellSet<W>,
    pairs: Vec<PairConnections<W>>,
    /// What the carriers of each pair hold together, or more: to find those that hold a cell.
    reach: Vec<CellSet<W>>,
    arms: Vec<Vec<Arm<W>>>,
    adjacent: Vec<EndSet<W>>,
    served: Vec<EndSet<W>>,
    log: Vec<Undo<W>>,
    saved_carriers: Vec<Carrier<W>>,
    saved_arms: Vec<Arm<W>>,
    frames: Vec<usize>,
    /// The frame in which a pair, arms or sets of ends were last saved: see `Store::is_saved`.
    pair_saved: Vec<u32>,
    arms_saved: Vec<u32>,
    ends_saved: Vec<u32>,
    /// The number of the present frame, never used twice; 0 without a frame.
    frame: u32,
    next_frame: u32,
}

/// The place of a pair in a triangle.
#[inline]
pub fn pair_index(x: End, y: End) -> usize {
    let (low, high) = (x.index().min(y.index()), x.index().max(y.index()));
    high * (high - 1) / 2 + low
}

/// How many pairs of ends a board has.
pub fn pair_count(size: BoardSize) -> usize {
    let ends = size.cells() + Edge::ALL.len();
    ends * (ends - 1) / 2
}

impl<const W: usize> Store<W> {
    /// Nothing known.
    pub fn new(size: BoardSize, all: CellSet<W>) -> Self {
        let ends = size.cells() + Edge::ALL.len();
        let nothing = PairConnections {
            fulls: Vec::new(),
            semis: Vec::new(),
            full_meet: all,
            semi_meet: all,
        };
        let pairs = pair_count(size);
        Self {
            all,
            pairs: vec![nothing; pairs],
            reach: vec![CellSet::EMPTY; pairs],
            arms: vec![Vec::new(); ends],
            adjacent: vec![EndSet::EMPTY; ends],
            served: vec![EndSet::EMPTY; ends],
            log: Vec::new(),
            saved_carriers: Vec::new(),
            saved_arms: Vec::new(),
            frames: Vec::new(),
            pair_saved: vec![0; pairs],
            arms_saved: vec![0; ends],
            ends_saved: vec![0; ends],
            frame: 0,
            next_frame: 1,
        }
    }

    /// Forgets everything, and keeps its memory.
    pub fn clear(&mut self) {
        for pair in &mut self.pairs {
            pair.fulls.clear();
            pair.semis.clear();
            (pair.full_meet, pair.semi_meet) = (self.all, self.all);
        }
        self.reach.fill(CellSet::EMPTY);
        self.arms.iter_mut().for_each(Vec::clear);
        self.adjacent.fill(EndSet::EMPTY);
        self.served.fill(EndSet::EMPTY);
        self.forget_log();
    }

    /// The connections of two ends.
    pub fn pair(&self, x: End, y: End) -> &PairConnections<W> {
        &self.pairs[pair_index(x, y)]
    }

    /// The processed fulls of an end.
    pub fn arms(&self, end: End) -> &[Arm<W>] {
        &self.arms[end.index()]
    }

    /// The processed fulls of an end, taken out to be read while others change.
    pub fn take_arms(&mut self, end: End) -> Vec<Arm<W>> {
        std::mem::take(&mut self.arms[end.index()])
    }

    /// Puts them back.
    pub fn put_arms(&mut self, end: End, arms: Vec<Arm<W>>) {
        self.arms[end.index()] = arms;
    }

    /// The ends that have an empty full to this one.
    pub fn adjacent(&self, end: End) -> EndSet<W> {
        self.adjacent[end.index()]
    }

    /// The ends to which no more semis are wanted from this one.
    pub fn served(&self, end: End) -> EndSet<W> {
        self.served[end.index()]
    }

    /// The same, to be changed.
    pub fn pair_mut(&mut self, x: End, y: End) -> &mut PairConnections<W> {
        let index = pair_index(x, y);
        if self.pair_saved[index] != self.frame {
            self.pair_saved[index] = self.frame;
            if self.frame != 0 {
                let pair = &self.pairs[index];
                self.saved_carriers.extend_from_slice(&pair.fulls);
                self.saved_carriers.extend_from_slice(&pair.semis);
                self.log.push(Undo::Pair {
                    index,
                    fulls: pair.fulls.len(),
                    semis: pair.semis.len(),
                    full_meet: pair.full_meet,
                    semi_meet: pair.semi_meet,
                    reach: self.reach[index],
                });
            }
        }
        &mut self.pairs[index]
    }

    /// Notes that a pair has a carrier with these cells.
    pub fn reaches(&mut self, x: End, y: End, cells: CellSet<W>) {
        self.reach[pair_index(x, y)] |= cells;
    }

    /// Forgets all carriers of a pair.
    pub fn clear_pair(&mut self, x: End, y: End) {
        let all = self.all;
        self.pair_mut(x, y).clear(all);
        self.serve(x, y, false);
        self.reach[pair_index(x, y)] = CellSet::EMPTY;
    }

    /// The pairs that keep a carrier with this cell.
    pub fn pairs_through(&self, cell: Cell) -> Vec<(End, End)> {
        let mut found = Vec::new();
        let mut index = 0;
        for high in 1..self.arms.len() {
            for low in 0..high {
                if self.reach[index].contains(cell) {
                    let pair = &self.pairs[index];
                    let mut held = pair.fulls.iter().chain(&pair.semis);
                    if held.any(|held| held.cells.contains(cell)) {
                        found.push((End::from_bit(high), End::from_bit(low)));
                    }
                }
                index += 1;
            }
        }
        found
    }

    /// The processed fulls of an end, to be changed.
    pub fn arms_mut(&mut self, end: End) -> &mut Vec<Arm<W>> {
        let index = end.index();
        if self.arms_saved[index] != self.frame {
            self.arms_saved[index] = self.frame;
            if self.frame != 0 {
                self.saved_arms.extend_from_slice(&self.arms[index]);
                self.log.push(Undo::Arms {
                    end,
                    arms: self.arms[index].len(),
                });
            }
        }
        &mut self.arms[index]
    }

    /// Saves the sets of ends of an end before they change.
    fn save_ends(&mut self, end: End) {
        let index = end.index();
        if self.ends_saved[index] != self.frame {
            self.ends_saved[index] = self.frame;
            if self.frame != 0 {
                self.log.push(Undo::Ends {
                    end,
                    adjacent: self.adjacent[index],
                    served: self.served[index],
                });
            }
        }
    }

    /// Notes an empty full.
    pub fn join(&mut self, x: End, y: End) {
        for (near, far) in [(x, y), (y, x)] {
            self.save_ends(near);
            self.adjacent[near.index()].insert(far);
        }
    }

    /// Forgets an empty full.
    pub fn part(&mut self, x: End, y: End) {
        for (near, far) in [(x, y), (y, x)] {
            self.save_ends(near);
            self.adjacent[near.index()].remove(far);
        }
    }

    /// Notes whether a pair wants no more semis.
    pub fn serve(&mut self, x: End, y: End, served: bool) {
        if self.served[x.index()].contains(y) == served {
            return;
        }
        for (near, far) in [(x, y), (y, x)] {
            self.save_ends(near);
            if served {
                self.served[near.index()].insert(far);
            } else {
                self.served[near.index()].remove(far);
            }
        }
    }

    /// Notes a processed full at both ends.
    pub fn add_arms(&mut self, x: End, y: End, cells: CellSet<W>) {
        let reach = cells.as_ends();
        self.arms_mut(x).push(Arm {
            reach: reach.with(y),
            far: y,
        });
        self.arms_mut(y).push(Arm {
            reach: reach.with(x),
            far: x,
        });
    }

    /// Forgets a processed full at both ends.
    pub fn remove_arms(&mut self, x: End, y: End, cells: CellSet<W>) {
        for (near, far) in [(x, y), (y, x)] {
            let gone = Arm {
                reach: cells.as_ends().with(far),
                far,
            };
            self.arms_mut(near).retain(|arm| *arm != gone);
        }
    }

    /// Forgets the processed fulls that need a cell, at all ends.
    pub fn drop_arms_through(&mut self, cell: Cell) {
        for end in self.ends_with_arms_through(cell) {
            self.arms_mut(end).retain(|arm| !arm.needs(cell));
        }
    }

    /// Takes a cell out of all processed fulls.
    pub fn shrink_arms(&mut self, cell: Cell) {
        for end in self.ends_with_arms_through(cell) {
            for arm in self.arms_mut(end).iter_mut().filter(|arm| arm.needs(cell)) {
                arm.reach.remove(cell.into());
            }
        }
    }

    fn ends_with_arms_through(&self, cell: Cell) -> Vec<End> {
        let lists = self.arms.iter().enumerate();
        lists
            .filter(|(_, arms)| arms.iter().any(|arm| arm.needs(cell)))
            .map(|(n, _)| End::from_bit(n))
            .collect()
    }

    /// Keeps all changes for good.
    pub fn forget_log(&mut self) {
        self.log.clear();
        self.saved_carriers.clear();
        self.saved_arms.clear();
        self.frames.clear();
        self.frame = 0;
    }

    /// Starts a frame: what changes from now on can be taken back by [`Store::undo`].
    pub fn begin(&mut self) {
        self.frames.push(self.log.len());
        self.frame = self.next_frame;
        self.next_frame += 1;
    }

    /// Takes everything back that changed since the last frame began.
    pub fn undo(&mut self) {
        let Some(start) = self.frames.pop() else {
            return;
        };
        for undo in self.log.drain(start..).rev() {
            match undo {
                Undo::Pair {
                    index,
                    fulls,
                    semis,
                    full_meet,
                    semi_meet,
                    reach,
                } => {
                    self.reach[index] = reach;
                    let pair = &mut self.pairs[index];
                    (pair.full_meet, pair.semi_meet) = (full_meet, semi_meet);
                    put_back(&mut pair.semis, &mut self.saved_carriers, semis);
                    put_back(&mut pair.fulls, &mut self.saved_carriers, fulls);
                }
                Undo::Arms { end, arms } => {
                    put_back(&mut self.arms[end.index()], &mut self.saved_arms, arms);
                }
                Undo::Ends {
                    end,
                    adjacent,
                    served,
                } => {
                    self.adjacent[end.index()] = adjacent;
                    self.served[end.index()] = served;
                }
            }
        }
        // A frame below may have saved less than the one above touched: it starts a new number, so
        // that what it changes from now on is saved (again, at worst).
        self.frame = if self.frames.is_empty() {
            0
        } else {
            self.next_frame
        };
        self.next_frame += 1;
    }
}

/// Makes a list what the last so many of the saved ones were.
fn put_back<T: Copy>(list: &mut Vec<T>, saved: &mut Vec<T>, count: usize) {
    let start = saved.len() - count;
    list.clear();
    list.extend_from_slice(&saved[start..]);
    saved.truncate(start);
}

impl<const W: usize> PairConnections<W> {
    /// Works out anew what the lists have in common.
    pub fn meet_again(&mut self, all: CellSet<W>) {
        let meet = |list: &[Carrier<W>]| list.iter().fold(all, |meet, held| meet & held.cells);
        self.full_meet = meet(&self.fulls);
        self.semi_meet = meet(&self.semis);
    }

    /// Forgets both lists.
    pub fn clear(&mut self, all: CellSet<W>) {
        self.fulls.clear();
        self.semis.clear();
        (self.full_meet, self.semi_meet) = (all, all);
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.fulls.is_empty() && self.semis.is_empty()
    }
}
