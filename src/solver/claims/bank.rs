//! The claims of one winner, and an index of the cells that they need.
//!
//! A position is compared with hundreds of thousands of claims at once. Every cell has a row with a
//! bit for each claim: whether it needs the cell, empty or as a stone. The rows of the cells that
//! the opponent has taken leave the few claims from which something may follow; those are compared
//! one by one. The rows are read block by block, those that rule out most first, until no claim of
//! the block is left.
//!
//! Tried, no help: first the cells and stones that all claims of a word need. With 400,000 claims of
//! 9x9 too few words are ruled out to save time.

use super::claim::KeptClaim;
use crate::hex::{BoardSize, Cell, CellSet, Colour};
use std::cmp::Reverse;
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};

/// Words in a block of a row.
const WORDS: usize = 8;

/// Claims in a block.
pub const CLAIMS: usize = 64 * WORDS;

/// A bit for each claim of a block.
type ClaimBits = [u64; WORDS];

fn any(bits: &ClaimBits) -> bool {
    bits.iter().fold(0, |all, word| all | word) != 0
}

/// The places of bits, the last first.
fn places(bits: ClaimBits) -> impl Iterator<Item = usize> {
    let words = bits.into_iter().enumerate().rev();
    words.flat_map(|(word, mut bits)| {
        iter::from_fn(move || {
            let last = bits.checked_ilog2()?;
            bits ^= 1 << last;
            Some(64 * word + last as usize)
        })
    })
}

/// The claims of one winner.
pub struct ClaimBank<const W: usize> {
    claims: Vec<KeptClaim<W>>,
    /// For each cell, in blocks, the claims that need it.
    rows: Vec<Vec<ClaimBits>>,
    /// How many claims need each cell.
    counts: Vec<usize>,
    next: usize,
    /// Which have been of use since a new one passed their places.
    used: Vec<AtomicBool>,
    /// Which have been of use before that.
    served: Vec<bool>,
}

impl<const W: usize> ClaimBank<W> {
    /// None.
    pub const EMPTY: Self = Self {
        claims: Vec::new(),
        rows: Vec::new(),
        counts: Vec::new(),
        next: 0,
        used: Vec::new(),
        served: Vec::new(),
    };

    /// The bytes that each takes on a board of this size.
    pub fn bytes_each(size: BoardSize) -> usize {
        size_of::<KeptClaim<W>>()
            + size_of::<AtomicBool>()
            + size_of::<bool>()
            + size.cells() * size_of::<ClaimBits>() / CLAIMS
    }

    /// All of them.
    #[cfg(test)]
    pub fn claims(&self) -> impl Iterator<Item = &KeptClaim<W>> {
        self.claims.iter()
    }

    /// Whose they are; nothing if there is none.
    pub fn winner(&self) -> Option<Colour> {
        self.claims.first().map(|kept| kept.claim.winner)
    }

    /// Takes one, of a board of so many cells. Of more than so many the oldest gives way that has
    /// been of no use since a new one passed it: it is given back if it was of use before.
    pub fn store(&mut self, kept: KeptClaim<W>, cells: usize, most: usize) -> Option<KeptClaim<W>> {
        if most == 0 {
            return None;
        }
        self.rows.resize_with(cells, Vec::new);
        self.counts.resize(cells, 0);
        if self.claims.len() == most {
            while std::mem::take(self.used[self.next].get_mut()) {
                self.served[self.next] = true;
                self.next = (self.next + 1) % most;
            }
        }
        let (block, place) = (self.next / CLAIMS, self.next % CLAIMS);
        let (word, bit) = (place / 64, 1 << (place % 64));
        let mut gone = None;
        if self.next == self.claims.len() {
            if place == 0 {
                self.rows.iter_mut().for_each(|row| row.push([0; WORDS]));
                self.claims.reserve_exact(CLAIMS);
            }
            self.claims.push(kept);
            self.used.push(AtomicBool::new(false));
            self.served.push(false);
        } else {
            let old = std::mem::replace(&mut self.claims[self.next], kept);
            gone = std::mem::take(&mut self.served[self.next]).then_some(old);
            for cell in old.claim.needed() {
                self.rows[cell.index()][block][word] ^= bit;
                self.counts[cell.index()] -= 1;
            }
        }
        for cell in kept.claim.needed() {
            self.rows[cell.index()][block][word] ^= bit;
            self.counts[cell.index()] += 1;
        }
        self.next = (self.next + 1) % most;
        gone
    }

    /// The claims that need none of these cells, with their places, the last places first.
    pub fn without(&self, cells: CellSet<W>) -> impl Iterator<Item = (usize, &KeptClaim<W>)> {
        let mut cells: Vec<Cell> = cells.iter().collect();
        cells.sort_by_key(|cell| Reverse(self.counts.get(cell.index())));
        let blocks = (0..self.claims.len().div_ceil(CLAIMS)).rev();
        let blocks = blocks.map(move |block| (block, self.left(block, &cells)));
        let blocks = blocks.filter(|(_, left)| any(left));
        let places = blocks.flat_map(|(block, left)| {
            let places = places(left);
            places.map(move |place| CLAIMS * block + place)
        });
        // Places that were not taken yet seem to need nothing.
        places.filter_map(|place| Some((place, self.claims.get(place)?)))
    }

    /// The claim at a place is of use.
    pub fn mark(&self, place: usize) {
        self.used[place].store(true, Ordering::Relaxed);
    }

    /// The claims of a block that need none of these cells.
    fn left(&self, block: usize, cells: &[Cell]) -> ClaimBits {
        let mut left = [u64::MAX; WORDS];
        for cell in cells {
            let needed = &self.rows[cell.index()][block];
            for (left, needed) in left.iter_mut().zip(needed) {
                *left &= !needed;
            }
            if !any(&left) {
                break;
            }
        }
        left
    }
}
