//! A number for every position that can be reached from a root, and no number for two (McMahan
//! 2000, §4.2.6).
//!
//! Since the root, d cells have been played, the mover's and the opponent's by turns: the mover has
//! k = ⌈d/2⌉ of them. Of n cells that were empty, which d are played is one of C(n, d) choices, and
//! which k of these are the mover's one of C(d, k). So
//!
//! ```text
//!     number    = offset(d) + rank(played) · C(d, k) + rank(shares)
//!     offset(d) = Σ C(n, i) · C(i, ⌈i/2⌉) for i < d
//! ```
//!
//! where the rank of a set of places p₁ < p₂ < … is C(p₁, 1) + C(p₂, 2) + …, its place among the
//! sets of its size. The number fits 128 bits to 32 moves from the root on an empty 11x11 board,
//! and to 20 on 19x19; positions further away have none. It can be turned back into the position,
//! so entries under numbers can be kept when the root changes.

use crate::hex::{Cell, CellSet, Position};

/// The numbers of the positions that come after a root.
#[derive(Clone, Debug)]
pub struct Numbering<const W: usize> {
    root: Position<W>,
    /// The empty cells of the root, and the place of each among them.
    cells: Vec<Cell>,
    places: Vec<usize>,
    /// C(n, k) at `[k][n]`, as far as it fits.
    choices: Vec<Vec<u128>>,
    /// Where the positions with so many moves begin, as far as they fit; one more marks the end.
    offsets: Vec<u128>,
}

/// C(n, k) for n up to `most` at each k, while all fit.
fn choices(most: usize) -> Vec<Vec<u128>> {
    let mut all = vec![vec![1_u128; most + 1]];
    while all.len() <= most {
        let last = &all[all.len() - 1];
        let mut row = vec![0_u128];
        for n in 1..=most {
            // C(n, k) = C(n - 1, k) + C(n - 1, k - 1).
            match row[n - 1].checked_add(last[n - 1]) {
                Some(sum) => row.push(sum),
                None => return all,
            }
        }
        all.push(row);
    }
    all
}

/// How many of so many moves are the first side's.
fn share(moves: usize) -> usize {
    moves.div_ceil(2)
}

impl<const W: usize> Numbering<W> {
    /// The numbers of the positions after this one.
    pub fn new(root: &Position<W>) -> Self {
        let cells: Vec<Cell> = root.empty().iter().collect();
        let mut places = vec![0; root.size().cells()];
        for (place, cell) in cells.iter().enumerate() {
            places[cell.index()] = place;
        }
        let choices = choices(cells.len());
        let mut offsets = vec![0_u128];
        for moves in 0..=cells.len().min(choices.len() - 1) {
            let count = choices[moves][cells.len()].checked_mul(choices[share(moves)][moves]);
            match count.and_then(|count| offsets[moves].checked_add(count)) {
                Some(end) => offsets.push(end),
                None => break,
            }
        }
        Self {
            root: *root,
            cells,
            places,
            choices,
            offsets,
        }
    }

    /// The position that they start from.
    pub fn root(&self) -> &Position<W> {
        &self.root
    }

    /// The number of the position after the mover and the opponent have played these cells; `None`
    /// if it does not fit.
    pub fn of(&self, played: [CellSet<W>; 2]) -> Option<u128> {
        let all = played[0] | played[1];
        let moves = all.len();
        if moves + 1 >= self.offsets.len() {
            return None;
        }
        let (mut rank, mut shares, mut own) = (0, 0, 0);
        for (number, cell) in all.iter().enumerate() {
            rank += self.choices[number + 1][self.places[cell.index()]];
            if played[0].contains(cell) {
                own += 1;
                shares += self.choices[own][number];
            }
        }
        debug_assert_eq!(own, share(moves));
        Some(self.offsets[moves] + rank * self.choices[share(moves)][moves] + shares)
    }

    /// The cells that the mover and the opponent have played in the position of this number. Panics
    /// if there is none.
    pub fn played(&self, number: u128) -> [CellSet<W>; 2] {
        let moves = self.offsets.partition_point(|&start| start <= number) - 1;
        assert!(moves + 1 < self.offsets.len(), "no position {number}");
        let number = number - self.offsets[moves];
        let per_set = self.choices[share(moves)][moves];
        let places = self.set(number / per_set, moves, self.cells.len());
        let own = self.set(number % per_set, share(moves), moves);
        let mut played = [CellSet::EMPTY; 2];
        for (number, &place) in places.iter().enumerate() {
            played[usize::from(!own.contains(&number))].insert(self.cells[place]);
        }
        played
    }

    /// The set of this rank among those of so many places below `most`, lowest first.
    fn set(&self, mut rank: u128, count: usize, most: usize) -> Vec<usize> {
        let mut places = vec![0; count];
        let mut below = most;
        for number in (1..=count).rev() {
            let row = &self.choices[number][..below];
            let place = row.partition_point(|&choices| choices <= rank) - 1;
            rank -= row[place];
            places[number - 1] = place;
            below = place;
        }
        places
    }

    /// How many moves from the root still have numbers.
    pub fn reach(&self) -> usize {
        self.offsets.len().saturating_sub(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{BoardSize, Colour};
    use proptest::prelude::*;
    use std::collections::HashSet;

    #[test]
    fn every_position_of_a_small_board_has_its_own_number() {
        let mut root = Position::<1>::new(BoardSize::new(3, 2).unwrap());
        root.place(Colour::White, Cell::new(4));
        let numbering = Numbering::new(&root);
        assert_eq!(numbering.reach(), 5);
        let mut seen = HashSet::new();
        let mut todo = vec![[CellSet::EMPTY; 2]];
        while let Some(played) = todo.pop() {
            let number = numbering.of(played).unwrap();
            assert_eq!(numbering.played(number), played);
            if !seen.insert(number) {
                continue;
            }
            let side = (played[0] | played[1]).len() % 2;
            for cell in root.empty() - played[0] - played[1] {
                let mut next = played;
                next[side].insert(cell);
                todo.push(next);
            }
        }
        // Σ C(5, d) · C(d, ⌈d/2⌉), with no gaps.
        assert_eq!(seen.len(), 1 + 5 + 20 + 30 + 30 + 10);
        assert_eq!(seen.iter().max(), Some(&95));
    }

    #[test]
    fn numbers_reach_far_enough() {
        for (side, expected) in [(5, 25), (11, 32), (13, 27), (19, 20)] {
            let root = Position::<6>::new(BoardSize::square(side).unwrap());
            assert_eq!(Numbering::new(&root).reach(), expected, "{side}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

        #[test]
        fn positions_come_back_from_their_numbers(picks in proptest::collection::vec(any::<u16>(), 0..33)) {
            let root = Position::<2>::new(BoardSize::square(11).unwrap());
            let numbering = Numbering::new(&root);
            let mut free: Vec<Cell> = root.empty().iter().collect();
            let mut played = [CellSet::<2>::EMPTY; 2];
            for (number, pick) in picks.into_iter().enumerate() {
                played[number % 2].insert(free.swap_remove(usize::from(pick) % free.len()));
            }
            prop_assert_eq!(numbering.played(numbering.of(played).unwrap()), played);
        }
    }
}
