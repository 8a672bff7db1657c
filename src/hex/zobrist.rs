//! Hash keys of stones, side to move and size: constants of the program, so that a hash means the
//! same in every run and a saved table stays valid.

use super::{BoardSize, Cell, Colour};

/// One step of SplitMix64 (Steele, Lea and Flood 2014): a bijection of 64-bit numbers that mixes
/// well.
const fn mix(counter: u64) -> u64 {
    let mut x = counter.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

const CELLS: usize = BoardSize::MOST_CELLS;

static STONES: [[u64; CELLS]; 2] = {
    let mut keys = [[0; CELLS]; 2];
    let mut i = 0;
    while i < CELLS {
        keys[0][i] = mix(1 + 2 * i as u64);
        keys[1][i] = mix(2 + 2 * i as u64);
        i += 1;
    }
    keys
};

/// In the hash while White is to move.
pub(super) const WHITE_TO_MOVE: u64 = mix(1 << 20);

/// The key of a stone.
pub(super) fn stone(colour: Colour, cell: Cell) -> u64 {
    STONES[colour.index()][cell.index()]
}

/// The hash of an empty board of this size.
pub(super) fn size(size: BoardSize) -> u64 {
    mix((1 << 21) + (size.width() * 32 + size.height()) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_are_distinct_and_constant() {
        let keys: HashSet<u64> = STONES
            .iter()
            .flatten()
            .copied()
            .chain([WHITE_TO_MOVE])
            .collect();
        assert_eq!(keys.len(), 2 * CELLS + 1);
        // Known from the first release: a change would silently spoil saved tables.
        assert_eq!(STONES[0][0], 0xE220_A839_7B1D_CDAF);
    }
}
