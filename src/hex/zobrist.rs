//! Hash keys of stones, side to move and size: constants of the program, so that a hash means the
//! same in every run and a saved table stays valid.

use super::{BoardSize, Cell, Colour};
use crate::base::random::SplitMix64;

/// A key: all differ, as the numbers of a sequence do.
const fn key(place: u64) -> u64 {
    SplitMix64::nth(0, place)
}

const CELLS: usize = BoardSize::MOST_CELLS;

static STONES: [[u64; CELLS]; 2] = {
    let mut keys = [[0; CELLS]; 2];
    let mut i = 0;
    while i < CELLS {
        keys[0][i] = key(1 + 2 * i as u64);
        keys[1][i] = key(2 + 2 * i as u64);
        i += 1;
    }
    keys
};

/// In the hash while White is to move.
pub(super) const WHITE_TO_MOVE: u64 = key(1 << 20);

/// The key of a stone.
pub(super) fn stone(colour: Colour, cell: Cell) -> u64 {
    STONES[colour.index()][cell.index()]
}

/// The hash of an empty board of this size.
pub(super) fn size(size: BoardSize) -> u64 {
    key((1 << 21) + (size.width() * 32 + size.height()) as u64)
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
        assert_eq!(WHITE_TO_MOVE, 0xC4AF_A1C0_D1BE_3393);
        assert_eq!(size(BoardSize::USUAL), 0x8E13_2EE2_D584_917E);
    }
}
