//! The combinatorial transposition table (McMahan 2000, §4.2.6): two bits for each position, by
//! number.
//!
//! After p moves on n cells, a position is *which* p cells have been played, and *which* of those
//! are the connector's: two combinations, each with a number in the lexicographic order of its
//! kind. Of all r-subsets of the cells 1 to m, a₁ < … < aᵣ comes as number
//!
//! ```text
//!     C(m, r) - C(m - a₁, r) - C(m - a₂, r - 1) - … - C(m - aᵣ, 1)        from 1 on; here one less
//! ```
//!
//! and the position is number(played) · C(p, k) + number(the k of them that are the connector's).
//! Distinct positions have distinct numbers, and every number is a position. Each depth has two
//! arrays of bits: whether the position is known, and if so, whether it is connected. An array is
//! allocated when its depth is first stored to. If it would be too long, that depth is not
//! remembered.

use fixedbitset::FixedBitSet;

/// C(n, k) for n to 64; the largest is below 2^61.
static CHOOSE: [[u64; 65]; 65] = {
    let mut table = [[0; 65]; 65];
    let mut n = 0;
    while n < 65 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of subsets of size `k` of a set of `n`, at most 64.
pub fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[n][k]
}

/// The number of a subset of `n` things among those of its size, from 0 on.
pub fn rank(n: usize, subset: u64) -> u64 {
    let size = subset.count_ones() as usize;
    let (mut rest, mut after, mut left) = (subset, 0, size);
    while rest != 0 {
        let place = rest.trailing_zeros() as usize + 1;
        rest &= rest - 1;
        after += choose(n - place, left);
        left -= 1;
    }
    choose(n, size) - after - 1
}

/// The subset of `size` of `n` things that has this number.
pub fn unrank(n: usize, size: usize, mut number: u64) -> u64 {
    let (mut subset, mut left) = (0, size);
    for place in 0..n {
        if left == 0 {
            break;
        }
        // The subsets whose lowest is this one come first.
        let with = choose(n - place - 1, left - 1);
        if number < with {
            subset |= 1 << place;
            left -= 1;
        } else {
            number -= with;
        }
    }
    subset
}

/// The elements of `subset` by their indices within `of`.
fn within(of: u64, subset: u64) -> u64 {
    let (mut rest, mut place, mut places) = (of, 0, 0);
    while rest != 0 {
        places |= u64::from(subset & rest & rest.wrapping_neg() != 0) << place;
        rest &= rest - 1;
        place += 1;
    }
    places
}

/// The reverse of [`within`].
fn spread(of: u64, mut places: u64) -> u64 {
    let (mut rest, mut subset) = (of, 0);
    while rest != 0 {
        if places & 1 == 1 {
            subset |= rest & rest.wrapping_neg();
        }
        rest &= rest - 1;
        places >>= 1;
    }
    subset
}

/// The number of the position where `played` of `cells` are taken, `own` of those by the connector.
pub fn number(cells: usize, played: u64, own: u64) -> u64 {
    let (depth, share) = (played.count_ones() as usize, own.count_ones() as usize);
    rank(cells, played) * choose(depth, share) + rank(depth, within(played, own))
}

/// The cells played, and those of the connector, in the position with this number after `depth`
/// moves, `share` of them the connector's.
pub fn position(cells: usize, depth: usize, share: usize, number: u64) -> (u64, u64) {
    let shares = choose(depth, share);
    let played = unrank(cells, depth, number / shares);
    (
        played,
        spread(played, unrank(depth, share, number % shares)),
    )
}

/// The bits of one depth.
#[derive(Clone, Debug)]
struct Depth {
    known: FixedBitSet,
    connected: FixedBitSet,
}

/// The known positions on a set of cells, by depth.
#[derive(Clone, Debug)]
pub struct Table {
    cells: usize,
    most: usize,
    depths: Vec<Option<Depth>>,
}

impl Table {
    /// An empty table for this many cells, which remembers a depth if it has at most `most`
    /// positions.
    pub fn new(cells: usize, most: usize) -> Self {
        Self {
            cells,
            most,
            depths: vec![None; cells + 1],
        }
    }

    /// The number of positions after `depth` moves, `share` of them the connector's; `None` if they
    /// do not fit in the table.
    pub fn positions(&self, depth: usize, share: usize) -> Option<usize> {
        let all = u128::from(choose(self.cells, depth)) * u128::from(choose(depth, share));
        usize::try_from(all).ok().filter(|&all| all <= self.most)
    }

    /// Whether a position is connected, if known.
    pub fn get(&self, played: u64, own: u64) -> Option<bool> {
        let depth = self.depths[played.count_ones() as usize].as_ref()?;
        let number = number(self.cells, played, own) as usize;
        let known = depth.known.contains(number);
        known.then(|| depth.connected.contains(number))
    }

    /// Records whether a position is connected, if it fits. A depth must always have the same
    /// share.
    pub fn set(&mut self, played: u64, own: u64, connected: bool) {
        let (depth, share) = (played.count_ones() as usize, own.count_ones() as usize);
        let Some(positions) = self.positions(depth, share) else {
            return;
        };
        let number = number(self.cells, played, own) as usize;
        let bits = self.depths[depth].get_or_insert_with(|| Depth {
            known: FixedBitSet::with_capacity(positions),
            connected: FixedBitSet::with_capacity(positions),
        });
        bits.known.insert(number);
        bits.connected.set(number, connected);
    }

    /// Drops positions that are not connected, because a deeper search may connect them.
    pub fn forget_failures(&mut self) {
        for depth in self.depths.iter_mut().flatten() {
            depth.known.intersect_with(&depth.connected);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_come_in_the_order_of_a_dictionary() {
        let all: Vec<u64> = (0..4).map(|number| unrank(4, 3, number)).collect();
        // 123, 124, 134, 234.
        assert_eq!(all, [0b0111, 0b1011, 0b1101, 0b1110]);
    }

    #[test]
    fn subsets_and_numbers_are_one_to_one() {
        for n in 0..=10 {
            for size in 0..=n {
                for number in 0..choose(n, size) {
                    let subset = unrank(n, size, number);
                    assert_eq!(subset.count_ones() as usize, size);
                    assert_eq!(rank(n, subset), number);
                }
            }
            for subset in 0..1_u64 << n {
                let size = subset.count_ones() as usize;
                assert!(rank(n, subset) < choose(n, size));
                assert_eq!(unrank(n, size, rank(n, subset)), subset);
            }
        }
        let high = 1 << 63 | 1 << 40 | 0b1011;
        assert_eq!(unrank(64, 5, rank(64, high)), high);
        assert_eq!(choose(64, 32), 1_832_624_140_942_590_534);
    }

    #[test]
    fn positions_and_numbers_are_one_to_one() {
        for cells in 0..=7 {
            for depth in 0..=cells {
                for share in 0..=depth {
                    let all = choose(cells, depth) * choose(depth, share);
                    let mut met = std::collections::HashSet::new();
                    for place in 0..all {
                        let (played, own) = position(cells, depth, share, place);
                        assert_eq!(number(cells, played, own), place);
                        assert_eq!(own & !played, 0);
                        assert!(met.insert((played, own)));
                    }
                }
            }
        }
    }

    #[test]
    fn a_table_remembers_as_much_as_fits() {
        let mut table = Table::new(6, 60);
        assert_eq!(
            (table.positions(2, 1), table.positions(3, 1)),
            (Some(30), Some(60))
        );
        assert_eq!(table.positions(4, 2), None);
        table.set(0b11, 0b01, true);
        table.set(0b101, 0b100, false);
        table.set(0b1111, 0b11, true);
        assert_eq!(table.get(0b11, 0b01), Some(true));
        assert_eq!(table.get(0b101, 0b100), Some(false));
        assert_eq!(
            (table.get(0b11, 0b10), table.get(0b1111, 0b11)),
            (None, None)
        );
        table.forget_failures();
        assert_eq!(table.get(0b101, 0b100), None);
        assert_eq!(table.get(0b11, 0b01), Some(true));
    }
}
