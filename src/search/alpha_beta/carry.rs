//! Entries kept when the root changes: numbers are turned back into positions, and positions that
//! can still occur get their numbers from the new root.

use super::number::Numbering;
use super::table::{TableEntry, TranspositionTable};
use crate::hex::{Colour, Position};

/// Keeps the entries of a table for positions that may follow a new root, and returns their number.
/// The table is emptied if the new root is not reached from the old one by alternate moves, or if
/// it is on another board. Only entries that `keep` accepts are kept.
pub fn carry_over<const W: usize>(
    table: &TranspositionTable,
    old: &Numbering<W>,
    root: &Position<W>,
    keep: impl Fn(&TableEntry) -> bool,
) -> usize {
    let mover = old.root().to_move();
    let since = [mover, !mover].map(|colour: Colour| {
        let (now, then) = (root.stones(colour), old.root().stones(colour));
        then.is_subset(now).then(|| now - then)
    });
    let (same_board, [Some(own), Some(other)]) = (old.root().size() == root.size(), since) else {
        table.clear();
        return 0;
    };
    let turns = own.len() + other.len();
    let by_turns = own.len() == turns.div_ceil(2) && other.len() == turns / 2;
    let to_move = if turns.is_multiple_of(2) {
        mover
    } else {
        !mover
    };
    if !same_board || !by_turns || root.to_move() != to_move {
        table.clear();
        return 0;
    }
    let entries = table.entries();
    table.clear();
    let new = Numbering::new(root);
    let mut kept = 0;
    for (number, entry) in entries {
        if !keep(&entry) {
            continue;
        }
        let played = old.played(number);
        if !(own.is_subset(played[0]) && other.is_subset(played[1])) {
            continue;
        }
        let mut left = [played[0] - own, played[1] - other];
        if !turns.is_multiple_of(2) {
            left.swap(0, 1);
        }
        if let Some(number) = new.of(left) {
            table.put(number, entry);
            kept += 1;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Cell, CellSet};
    use crate::search::alpha_beta::{Bound, RemainingDepth};
    use crate::think::Score;

    #[test]
    fn positions_keep_what_is_known_of_them() {
        let old = Position::<1>::new("4".parse().unwrap());
        let numbering = Numbering::new(&old);
        let table = TranspositionTable::new(1 << 16);
        let entry = |value| TableEntry {
            score: Score::estimate(value),
            bound: Bound::Exact,
            depth: RemainingDepth::plies(100),
            best: None,
        };
        let cells = |cells: &[usize]| cells.iter().map(|&cell| Cell::new(cell)).collect();
        let put = |own: &[usize], other: &[usize], value| {
            let played: [CellSet<1>; 2] = [cells(own), cells(other)];
            table.put(numbering.of(played).unwrap(), entry(value));
        };
        put(&[3], &[], 1);
        put(&[3, 5], &[7], 2);
        put(&[3, 5], &[8], 3);
        put(&[4, 5], &[7], 4);
        put(&[3, 5], &[7, 9], 5);
        let mut root = old;
        root.play(Cell::new(3));
        assert_eq!(carry_over(&table, &numbering, &root, |_| true), 4);
        let next = Numbering::new(&root);
        root.play(Cell::new(7));
        assert_eq!(carry_over(&table, &next, &root, |_| true), 2);
        let last = Numbering::new(&root);
        let value = |own: &[usize], other: &[usize]| {
            let number = last.of([cells(own), cells(other)]).unwrap();
            table.get(number).map(|entry| entry.score.value())
        };
        assert_eq!(value(&[5], &[]), Some(2));
        assert_eq!(value(&[5], &[9]), Some(5));
        assert_eq!(value(&[9], &[]), None);
        // Not reached by alternate moves, or with another side to move: no entry applies.
        let mut other = root;
        other.set_to_move(Colour::White);
        assert_eq!(carry_over(&table, &last, &other, |_| true), 0);
        assert!(table.entries().is_empty());
    }
}
