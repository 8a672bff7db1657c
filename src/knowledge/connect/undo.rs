//! The log of changes to a [`super::store::ConnectionStore`], in frames that are taken back one by
//! one.

use super::arm::Arm;
use super::captured::Captured;
use super::pair::{Carrier, PairConnections, SavedPair, put_back};
use crate::hex::{CellSet, End, EndSet};

/// A change, as it is taken back. The lists themselves lie one behind the other in long vectors, so
/// that saving one allocates nothing.
#[derive(Clone)]
pub enum Change<const W: usize> {
    /// Both lists of a pair.
    Pair {
        /// The place of the pair.
        index: usize,
        /// Its lists.
        saved: SavedPair<W>,
        /// What its carriers held together, or more.
        reach: CellSet<W>,
    },
    /// The processed fulls of an end, so many.
    Arms {
        /// The end.
        end: End,
        /// Their number.
        arms: usize,
    },
    /// The sets of ends of an end.
    Ends {
        /// The end.
        end: End,
        /// Those with an empty full.
        adjacent: EndSet<W>,
        /// Those to which no more semis were wanted.
        saturated: EndSet<W>,
    },
    /// What an end captured.
    Captured {
        /// The end.
        end: End,
    },
}

/// The values that a step changes as a whole.
#[derive(Clone)]
pub struct UndoValues<const W: usize> {
    /// The ends.
    pub ends: EndSet<W>,
    /// The ends that are chains or edges.
    pub coloured: EndSet<W>,
    /// Whether the closure had ended by itself.
    pub complete: bool,
    /// How many stones the step places.
    pub stones: usize,
}

/// All changes since the log was last forgotten. Each pair, list and set is saved once a frame.
#[derive(Clone)]
pub struct UndoLog<const W: usize> {
    changes: Vec<Change<W>>,
    carriers: Vec<Carrier<W>>,
    arms: Vec<Arm<W>>,
    captured: Vec<Captured<W>>,
    /// The frames, and where the changes of each begin.
    frames: Vec<(UndoValues<W>, usize)>,
    /// Where the changes begin that are being taken back.
    start: usize,
    /// The frame in which a pair, arms or sets of ends were last saved.
    pair_saved: Vec<u32>,
    arms_saved: Vec<u32>,
    ends_saved: Vec<u32>,
    /// The number of the present frame, never used twice; 0 without a frame.
    frame: u32,
    next_frame: u32,
}

impl<const W: usize> UndoLog<W> {
    /// An empty log for so many ends and pairs.
    pub fn new(ends: usize, pairs: usize) -> Self {
        Self {
            changes: Vec::new(),
            carriers: Vec::new(),
            arms: Vec::new(),
            captured: Vec::new(),
            frames: Vec::new(),
            start: 0,
            pair_saved: vec![0; pairs],
            arms_saved: vec![0; ends],
            ends_saved: vec![0; ends],
            frame: 0,
            next_frame: 1,
        }
    }

    /// The bytes that it takes, but for what ends captured.
    pub fn bytes(&self) -> usize {
        self.changes.capacity() * size_of::<Change<W>>()
            + self.carriers.capacity() * size_of::<Carrier<W>>()
            + self.arms.capacity() * size_of::<Arm<W>>()
            + self.pair_saved.capacity() * size_of::<u32>()
    }

    /// Forgets all changes.
    pub fn forget(&mut self) {
        self.changes.clear();
        self.carriers.clear();
        self.arms.clear();
        self.captured.clear();
        self.frames.clear();
        self.frame = 0;
    }

    /// Begins a frame.
    pub fn begin(&mut self, frame: UndoValues<W>) {
        self.frames.push((frame, self.changes.len()));
        self.renumber();
    }

    /// Ends the last frame: its changes are the next that [`UndoLog::pop`] gives.
    pub fn end(&mut self) -> Option<UndoValues<W>> {
        let (frame, start) = self.frames.pop()?;
        self.start = start;
        // A frame below may have saved less than the one above touched: it gets a new number, so
        // that what it changes from now on is saved (again, at worst).
        self.renumber();
        if self.frames.is_empty() {
            self.frame = 0;
        }
        Some(frame)
    }

    /// The last change of the frame that was ended.
    pub fn pop(&mut self) -> Option<Change<W>> {
        if self.changes.len() == self.start {
            return None;
        }
        self.changes.pop()
    }

    fn renumber(&mut self) {
        self.frame = self.next_frame;
        self.next_frame += 1;
    }

    /// Whether a pair must be saved before it changes; asked once, it is taken as saved.
    #[inline]
    pub fn wants_pair(&mut self, index: usize) -> bool {
        self.frame != std::mem::replace(&mut self.pair_saved[index], self.frame) && self.frame != 0
    }

    /// Saves a pair.
    pub fn save_pair(&mut self, index: usize, pair: &PairConnections<W>, reach: CellSet<W>) {
        let saved = pair.save(&mut self.carriers);
        self.changes.push(Change::Pair {
            index,
            saved,
            reach,
        });
    }

    /// Takes the pair back that was saved last.
    pub fn restore_pair(&mut self, pair: &mut PairConnections<W>, saved: SavedPair<W>) {
        pair.restore(saved, &mut self.carriers);
    }

    /// Whether the processed fulls of an end must be saved before they change; asked once, they are
    /// taken as saved.
    #[inline]
    pub fn wants_arms(&mut self, end: End) -> bool {
        let saved = &mut self.arms_saved[end.index()];
        self.frame != std::mem::replace(saved, self.frame) && self.frame != 0
    }

    /// Saves the processed fulls of an end.
    pub fn save_arms(&mut self, end: End, arms: &[Arm<W>]) {
        self.arms.extend_from_slice(arms);
        let arms = arms.len();
        self.changes.push(Change::Arms { end, arms });
    }

    /// Takes the processed fulls back that were saved last, so many.
    pub fn restore_arms(&mut self, arms: &mut Vec<Arm<W>>, count: usize) {
        put_back(arms, &mut self.arms, count);
    }

    /// Saves the sets of ends of an end, unless they are saved in this frame.
    pub fn save_ends(&mut self, end: End, adjacent: EndSet<W>, saturated: EndSet<W>) {
        let saved = std::mem::replace(&mut self.ends_saved[end.index()], self.frame);
        if self.frame != saved && self.frame != 0 {
            self.changes.push(Change::Ends {
                end,
                adjacent,
                saturated,
            });
        }
    }

    /// Saves what an end captured.
    pub fn save_captured(&mut self, end: End, before: Captured<W>) {
        if self.frame != 0 {
            self.captured.push(before);
            self.changes.push(Change::Captured { end });
        }
    }

    /// What was saved last of what ends captured.
    pub fn take_captured(&mut self) -> Captured<W> {
        self.captured.pop().unwrap_or_default()
    }
}
