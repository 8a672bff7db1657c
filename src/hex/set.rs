//! Sets of cells or ends as a few machine words: `Copy`, no allocation, a handful of instructions
//! each.
//!
//! `W` words hold 64 W bits. What the bits mean is the first type parameter's business (see
//! [`super::cell`]): a carrier is a [`CellSet`], a neighbourhood an [`EndSet`]. Cells have the same
//! bits in both, so one becomes the other for free.

use super::{Bit, Cell, End};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub, SubAssign};

/// A set of `T` in `W` words.
pub struct Set<T, const W: usize> {
    words: [u64; W],
    of: PhantomData<T>,
}

/// A set of cells.
pub type CellSet<const W: usize> = Set<Cell, W>;

/// A set of ends: empty cells, chains by the cell that names them, edges.
pub type EndSet<const W: usize> = Set<End, W>;

impl<T, const W: usize> Set<T, W> {
    /// The empty set.
    pub const EMPTY: Self = Self::from_words([0; W]);

    const fn from_words(words: [u64; W]) -> Self {
        Self {
            words,
            of: PhantomData,
        }
    }

    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        Self::from_words(std::array::from_fn(|i| op(self.words[i], other.words[i])))
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many are in it.
    pub fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether all of it is in `other` too.
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// Whether the sets have no common element.
    pub fn is_disjoint(self, other: Self) -> bool {
        (self & other).is_empty()
    }

    /// The words themselves, lowest bits first.
    pub fn words(self) -> [u64; W] {
        self.words
    }

    /// Each bit so many places further up; bits beyond the last word are lost.
    #[must_use]
    pub fn shifted_up(self, places: usize) -> Self {
        let (words, bits) = (places / 64, places % 64);
        let word = |i: usize| self.words.get(i).copied().unwrap_or(0);
        Self::from_words(std::array::from_fn(|i| {
            let Some(from) = i.checked_sub(words) else {
                return 0;
            };
            let below = from.checked_sub(1).map_or(0, word);
            // Two shifts: one by 64 places would overflow.
            word(from) << bits | (below >> 1) >> (63 - bits)
        }))
    }

    /// Each bit so many places further down; bits below the first are lost.
    #[must_use]
    pub fn shifted_down(self, places: usize) -> Self {
        let (words, bits) = (places / 64, places % 64);
        let word = |i: usize| self.words.get(i).copied().unwrap_or(0);
        Self::from_words(std::array::from_fn(|i| {
            let from = i + words;
            word(from) >> bits | (word(from + 1) << 1) << (63 - bits)
        }))
    }

    /// The first so many bits in the opposite order; the others are not set.
    #[must_use]
    pub fn reversed(self, count: usize) -> Self {
        let all = Self::from_words(std::array::from_fn(|i| {
            self.words[W - 1 - i].reverse_bits()
        }));
        all.shifted_down(64 * W - count)
    }

    /// The same bits in `V` words. Asserts that none is lost.
    pub fn resize<const V: usize>(self) -> Set<T, V> {
        assert!(
            self.words.iter().skip(V).all(|&word| word == 0),
            "a set too large for {V} words"
        );
        Set::from_words(std::array::from_fn(|i| {
            self.words.get(i).copied().unwrap_or(0)
        }))
    }
}

impl<T: Bit, const W: usize> Set<T, W> {
    /// The set of just this one.
    pub fn of(one: T) -> Self {
        let (at, bit) = (one.bit() / 64, one.bit() % 64);
        assert!(at < W, "bit {} of {W} words", one.bit());
        Self::from_words(std::array::from_fn(|word| u64::from(word == at) << bit))
    }

    /// Puts `one` in.
    pub fn insert(&mut self, one: T) {
        *self = self.with(one);
    }

    /// Takes `one` out.
    pub fn remove(&mut self, one: T) {
        *self = self.without(one);
    }

    /// The set with `one` in it.
    #[must_use]
    pub fn with(self, one: T) -> Self {
        // All words are written: after one alone is, the processor waits before it reads them at once.
        self | Self::of(one)
    }

    /// The set without `one`.
    #[must_use]
    pub fn without(self, one: T) -> Self {
        self - Self::of(one)
    }

    /// Whether `one` is in it; false also for what no set of this width can hold.
    pub fn contains(&self, one: T) -> bool {
        self.words
            .get(one.bit() / 64)
            .is_some_and(|word| word >> (one.bit() % 64) & 1 == 1)
    }

    /// The lowest.
    pub fn first(self) -> Option<T> {
        self.iter().next()
    }

    /// All of it, lowest first (cells row by row).
    pub fn iter(self) -> Iter<T, W> {
        Iter {
            rest: self,
            word: 0,
        }
    }
}

impl<const W: usize> Set<Cell, W> {
    /// The same cells as a set of ends.
    pub fn as_ends(self) -> EndSet<W> {
        Set::from_words(self.words)
    }
}

impl<const W: usize> Set<End, W> {
    /// The ends of it that are among these cells.
    pub fn cells_in(self, cells: CellSet<W>) -> CellSet<W> {
        Set::from_words(self.words) & cells
    }
}

/// What [`Set::iter`] gives.
pub struct Iter<T, const W: usize> {
    rest: Set<T, W>,
    word: usize,
}

impl<T: Bit, const W: usize> Iterator for Iter<T, W> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        while let Some(word) = self.rest.words.get_mut(self.word) {
            if *word != 0 {
                let bit = self.word * 64 + word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(T::from_bit(bit));
            }
            self.word += 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rest.len(), Some(self.rest.len()))
    }
}

impl<T: Bit, const W: usize> ExactSizeIterator for Iter<T, W> {}

impl<T: Bit, const W: usize> IntoIterator for Set<T, W> {
    type Item = T;
    type IntoIter = Iter<T, W>;

    fn into_iter(self) -> Iter<T, W> {
        self.iter()
    }
}

impl<T: Bit, const W: usize> FromIterator<T> for Set<T, W> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        all.into_iter().fold(Self::EMPTY, Self::with)
    }
}

// Derived, these would ask the same of `T`, which is only a name here.
impl<T, const W: usize> Clone for Set<T, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const W: usize> Copy for Set<T, W> {}

impl<T, const W: usize> PartialEq for Set<T, W> {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl<T, const W: usize> Eq for Set<T, W> {}

impl<T, const W: usize> std::hash::Hash for Set<T, W> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.words.hash(state);
    }
}

impl<T, const W: usize> Default for Set<T, W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T: Bit + fmt::Debug, const W: usize> fmt::Debug for Set<T, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<T, const W: usize> BitAnd for Set<T, W> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<T, const W: usize> BitOr for Set<T, W> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<T, const W: usize> BitXor for Set<T, W> {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

/// `a - b` holds the elements of `a` that are not in `b`.
impl<T, const W: usize> Sub for Set<T, W> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl<T, const W: usize> BitAndAssign for Set<T, W> {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<T, const W: usize> BitOrAssign for Set<T, W> {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<T, const W: usize> SubAssign for Set<T, W> {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &[usize]) -> CellSet<3> {
        cells.iter().map(|&i| Cell::new(i)).collect()
    }

    #[test]
    fn bits_are_shifted_and_reversed_across_words() {
        let cells = set(&[0, 1, 62, 63, 64, 130, 191]);
        for places in [0, 1, 5, 63, 64, 65, 128, 191] {
            let moved = |step: fn(usize, usize) -> Option<usize>| -> CellSet<3> {
                let cells = cells.iter().filter_map(|cell| step(cell.index(), places));
                cells.filter(|&at| at < 192).map(Cell::new).collect()
            };
            let up = moved(|at, places| Some(at + places));
            assert_eq!(cells.shifted_up(places), up, "{places}");
            assert_eq!(
                cells.shifted_down(places),
                moved(usize::checked_sub),
                "{places}"
            );
        }
        let reversed: CellSet<3> = [0, 1, 62, 63, 64, 130]
            .iter()
            .map(|&at| Cell::new(130 - at))
            .collect();
        assert_eq!(cells.without(Cell::new(191)).reversed(131), reversed);
    }

    #[test]
    fn operations_across_words() {
        let (a, b) = (set(&[0, 63, 64, 130]), set(&[63, 64, 191]));
        assert_eq!(a | b, set(&[0, 63, 64, 130, 191]));
        assert_eq!(a & b, set(&[63, 64]));
        assert_eq!(a ^ b, set(&[0, 130, 191]));
        assert_eq!(a - b, set(&[0, 130]));
        assert!(set(&[63, 64]).is_subset(a) && !b.is_subset(a));
        assert!(set(&[1, 129]).is_disjoint(a) && !b.is_disjoint(a));
        assert_eq!(
            (a.len(), a.is_empty(), CellSet::<3>::EMPTY.is_empty()),
            (4, false, true)
        );
    }

    #[test]
    fn iteration_is_in_order_and_exact() {
        let a = set(&[130, 0, 64, 63]);
        let indices: Vec<_> = a.iter().map(Cell::index).collect();
        assert_eq!(indices, [0, 63, 64, 130]);
        assert_eq!(a.iter().len(), 4);
        assert_eq!(a.first(), Some(Cell::new(0)));
        assert_eq!(CellSet::<3>::EMPTY.first(), None);
        assert!(a.contains(Cell::new(130)) && !a.contains(Cell::new(131)));
        assert!(!a.contains(Cell::new(300)));
        assert_eq!(
            a.without(Cell::new(0)).with(Cell::new(5)),
            set(&[5, 63, 64, 130])
        );
    }

    #[test]
    fn width_changes_keep_the_bits() {
        let a = set(&[0, 63, 64]);
        assert_eq!(a.resize::<2>().resize::<6>().resize::<3>(), a);
    }

    #[test]
    #[should_panic(expected = "a set too large")]
    fn a_set_does_not_shrink_below_its_bits() {
        let _ = set(&[130]).resize::<2>();
    }
}
