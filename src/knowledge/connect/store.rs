//! The store of what is known of one colour's connections: its ends and what they capture, for each
//! pair of ends its fulls and semis, and for each end its processed fulls once more in the form in
//! which the AND rule reads them. One log undoes every change.
//!
//! `adjacent` holds the pairs with an empty full, for which nothing else is kept: nothing beats it.
//! On boards without connections there is nothing else, and no pairs are kept.
//! Only [`super::known`] writes here.

use super::arm::Arm;
use super::captured::Captured;
use super::pair::PairConnections;
use super::undo::{Change, UndoLog, UndoValues};
use crate::hex::{Bit, BoardSize, Cell, CellSet, Edge, End, EndSet};

/// All connections of a colour.
#[derive(Clone)]
pub struct ConnectionStore<const W: usize> {
    all: CellSet<W>,
    ends: EndSet<W>,
    coloured: EndSet<W>,
    captured: Vec<Captured<W>>,
    /// By [`pair_index`]; empty on a board without connections.
    pairs: Vec<PairConnections<W>>,
    /// A pair of such a board.
    unconnected: PairConnections<W>,
    /// What the carriers of each pair hold together, or more: to find those that hold a cell.
    reach: Vec<CellSet<W>>,
    arms: Vec<Vec<Arm<W>>>,
    adjacent: Vec<EndSet<W>>,
    saturated: Vec<EndSet<W>>,
    complete: bool,
    log: UndoLog<W>,
}

/// The place of a pair in a triangle.
#[inline]
pub fn pair_index(x: End, y: End) -> usize {
    let (low, high) = (x.index().min(y.index()), x.index().max(y.index()));
    high * (high - 1) / 2 + low
}

/// How many ends a board may have.
pub fn end_count(size: BoardSize) -> usize {
    size.cells() + Edge::ALL.len()
}

/// How many pairs of ends a board may have; none are kept on a board without connections.
pub fn pair_count(size: BoardSize) -> usize {
    let ends = end_count(size);
    if size.has_connections() {
        ends * (ends - 1) / 2
    } else {
        0
    }
}

/// Reading.
impl<const W: usize> ConnectionStore<W> {
    /// A store without ends.
    pub fn new(size: BoardSize, all: CellSet<W>) -> Self {
        let (ends, pairs) = (end_count(size), pair_count(size));
        Self {
            all,
            ends: EndSet::EMPTY,
            coloured: EndSet::EMPTY,
            captured: vec![Captured::default(); ends],
            pairs: vec![PairConnections::new(all); pairs],
            unconnected: PairConnections::new(all),
            reach: vec![CellSet::EMPTY; pairs],
            arms: vec![Vec::new(); ends],
            adjacent: vec![EndSet::EMPTY; ends],
            saturated: vec![EndSet::EMPTY; ends],
            complete: false,
            log: UndoLog::new(ends, pairs),
        }
    }

    /// The cells of the board.
    #[inline]
    pub fn all(&self) -> CellSet<W> {
        self.all
    }

    /// The ends.
    #[inline]
    pub fn ends(&self) -> EndSet<W> {
        self.ends
    }

    /// The ends that are chains or edges.
    #[inline]
    pub fn coloured(&self) -> EndSet<W> {
        self.coloured
    }

    /// What an end captures.
    #[inline]
    pub fn captured(&self, end: End) -> &Captured<W> {
        &self.captured[end.index()]
    }

    /// The connections of two ends.
    #[inline]
    pub fn pair(&self, x: End, y: End) -> &PairConnections<W> {
        let pair = self.pairs.get(pair_index(x, y));
        pair.unwrap_or(&self.unconnected)
    }

    /// The processed fulls of an end.
    #[inline]
    pub fn arms(&self, end: End) -> &[Arm<W>] {
        &self.arms[end.index()]
    }

    /// The ends that have an empty full to this one.
    #[inline]
    pub fn adjacent(&self, end: End) -> EndSet<W> {
        self.adjacent[end.index()]
    }

    /// The ends to which no more semis are wanted from this one.
    #[inline]
    pub fn saturated(&self, end: End) -> EndSet<W> {
        self.saturated[end.index()]
    }

    /// The bytes that it takes, but for what ends capture.
    pub fn bytes(&self) -> usize {
        let pairs = self.pairs.iter().map(PairConnections::bytes);
        let arms = self
            .arms
            .iter()
            .map(|arms| arms.capacity() * size_of::<Arm<W>>());
        pairs.sum::<usize>()
            + arms.sum::<usize>()
            + self.reach.capacity() * size_of::<CellSet<W>>()
            + self.log.bytes()
    }

    /// Whether the closure ended by itself, in this position and all before it.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The pairs that keep a carrier with this cell.
    pub fn pairs_through(&self, cell: Cell) -> Vec<(End, End)> {
        let mut found = Vec::new();
        if self.pairs.is_empty() {
            return found;
        }
        let mut index = 0;
        for high in 1..self.arms.len() {
            for low in 0..high {
                if self.reach[index].contains(cell) && self.pairs[index].needs(cell) {
                    found.push((End::from_bit(high), End::from_bit(low)));
                }
                index += 1;
            }
        }
        found
    }

    fn ends_with_arms_through(&self, cell: Cell) -> Vec<End> {
        let lists = self.arms.iter().enumerate();
        lists
            .filter(|(_, arms)| arms.iter().any(|arm| arm.needs(cell)))
            .map(|(n, _)| End::from_bit(n))
            .collect()
    }
}

/// Writing: what changes is saved first.
impl<const W: usize> ConnectionStore<W> {
    /// Forgets all connections, and keeps their memory.
    pub fn clear(&mut self) {
        for pair in &mut self.pairs {
            pair.clear(self.all);
        }
        self.reach.fill(CellSet::EMPTY);
        self.arms.iter_mut().for_each(Vec::clear);
        self.adjacent.fill(EndSet::EMPTY);
        self.saturated.fill(EndSet::EMPTY);
        self.forget_log();
    }

    /// Sets all ends.
    pub fn set_ends(&mut self, ends: EndSet<W>, coloured: EndSet<W>) {
        (self.ends, self.coloured) = (ends, coloured);
    }

    /// Adds an end that is a chain, or makes an end one.
    pub fn add_chain(&mut self, end: End) {
        self.ends.insert(end);
        self.coloured.insert(end);
    }

    /// Takes an end out, without its connections.
    pub fn remove_end(&mut self, end: End) {
        self.ends.remove(end);
        self.coloured.remove(end);
    }

    /// Sets what an end captures.
    pub fn set_captured(&mut self, end: End, captured: Captured<W>) {
        let before = std::mem::replace(&mut self.captured[end.index()], captured);
        self.log.save_captured(end, before);
    }

    /// Sets whether the closure ended by itself.
    pub fn set_complete(&mut self, complete: bool) {
        self.complete = complete;
    }

    /// The connections of two ends, to be changed.
    #[inline]
    pub fn pair_mut(&mut self, x: End, y: End) -> &mut PairConnections<W> {
        let index = pair_index(x, y);
        if self.log.wants_pair(index) {
            self.log
                .save_pair(index, &self.pairs[index], self.reach[index]);
        }
        &mut self.pairs[index]
    }

    /// Notes that a pair has a carrier with these cells.
    #[inline]
    pub fn reaches(&mut self, x: End, y: End, cells: CellSet<W>) {
        self.reach[pair_index(x, y)] |= cells;
    }

    /// Forgets all carriers of a pair.
    pub fn clear_pair(&mut self, x: End, y: End) {
        if self.pairs.is_empty() {
            return;
        }
        let all = self.all;
        self.pair_mut(x, y).clear(all);
        self.set_saturated(x, y, false);
        self.reach[pair_index(x, y)] = CellSet::EMPTY;
    }

    /// The processed fulls of an end, to be changed.
    #[inline]
    pub fn arms_mut(&mut self, end: End) -> &mut Vec<Arm<W>> {
        let index = end.index();
        if self.log.wants_arms(end) {
            self.log.save_arms(end, &self.arms[index]);
        }
        &mut self.arms[index]
    }

    /// Takes the processed fulls of an end out, to be read while others change.
    #[inline]
    pub fn take_arms(&mut self, end: End) -> Vec<Arm<W>> {
        std::mem::take(&mut self.arms[end.index()])
    }

    /// Puts back what [`ConnectionStore::take_arms`] took.
    #[inline]
    pub fn put_arms(&mut self, end: End, arms: Vec<Arm<W>>) {
        self.arms[end.index()] = arms;
    }

    /// Saves the sets of ends of an end before they change.
    fn save_ends(&mut self, end: End) {
        let index = end.index();
        self.log
            .save_ends(end, self.adjacent[index], self.saturated[index]);
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
    pub fn set_saturated(&mut self, x: End, y: End, saturated: bool) {
        if self.saturated[x.index()].contains(y) == saturated {
            return;
        }
        for (near, far) in [(x, y), (y, x)] {
            self.save_ends(near);
            if saturated {
                self.saturated[near.index()].insert(far);
            } else {
                self.saturated[near.index()].remove(far);
            }
        }
    }

    /// Adds a processed full at both ends.
    pub fn add_arms(&mut self, x: End, y: End, cells: CellSet<W>) {
        for (near, far) in [(x, y), (y, x)] {
            self.arms_mut(near).push(Arm::new(cells, far));
        }
    }

    /// Forgets a processed full at both ends.
    pub fn remove_arms(&mut self, x: End, y: End, cells: CellSet<W>) {
        for (near, far) in [(x, y), (y, x)] {
            let gone = Arm::new(cells, far);
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
}

/// The log.
impl<const W: usize> ConnectionStore<W> {
    /// Makes all changes so far final.
    pub fn forget_log(&mut self) {
        self.log.forget();
    }

    /// Starts a frame for a step of so many stones: [`ConnectionStore::undo`] takes back
    /// what changes from now on.
    pub fn begin(&mut self, stones: usize) {
        self.log.begin(UndoValues {
            ends: self.ends,
            coloured: self.coloured,
            complete: self.complete,
            stones,
        });
    }

    /// Takes back what changed since the last frame began; how many stones it placed, or `None`
    /// where there is no frame.
    pub fn undo(&mut self) -> Option<usize> {
        let frame = self.log.end()?;
        while let Some(change) = self.log.pop() {
            match change {
                Change::Pair {
                    index,
                    saved,
                    reach,
                } => {
                    self.reach[index] = reach;
                    self.log.restore_pair(&mut self.pairs[index], saved);
                }
                Change::Arms { end, arms } => {
                    self.log.restore_arms(&mut self.arms[end.index()], arms);
                }
                Change::Ends {
                    end,
                    adjacent,
                    saturated,
                } => {
                    self.adjacent[end.index()] = adjacent;
                    self.saturated[end.index()] = saturated;
                }
                Change::Captured { end } => {
                    self.captured[end.index()] = self.log.take_captured();
                }
            }
        }
        (self.ends, self.coloured) = (frame.ends, frame.coloured);
        self.complete = frame.complete;
        Some(frame.stones)
    }
}
