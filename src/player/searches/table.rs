//! The transposition table of alpha-beta, carried from move to move.

use crate::hex::Position;
use crate::search::alpha_beta::{
    Numbering, SearchOptions, TableEntry, TableKeys, TranspositionTable, carry_over,
};

/// Which entries are carried to the next root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Carried {
    All,
    Proofs,
    Nothing,
}

/// A transposition table with the root that its keys count from.
pub(super) struct CarriedTable<const W: usize> {
    table: TranspositionTable,
    carried: Carried,
    numbering: Option<Numbering<W>>,
    /// Whether the keys count from the present root.
    is_at_root: bool,
}

impl<const W: usize> CarriedTable<W> {
    /// The table of a search with these options; `carried` applies unless they set another size.
    pub fn new(options: &SearchOptions, carried: Carried) -> Self {
        let bytes = match options.keys {
            TableKeys::Off => 0,
            _ => options.table_bytes,
        };
        Self {
            table: TranspositionTable::new(bytes),
            carried: match options.keys {
                TableKeys::Combinatorial if options.keep => Carried::All,
                TableKeys::Combinatorial => carried,
                _ => Carried::Nothing,
            },
            numbering: None,
            is_at_root: false,
        }
    }

    /// Another root comes: the next search is from there.
    pub fn leave_root(&mut self) {
        self.is_at_root = false;
    }

    /// The table for a search from the present root, which is this position.
    pub fn at_root(&mut self, position: &Position<W>) -> &TranspositionTable {
        if !self.is_at_root {
            self.is_at_root = true;
            self.carry_over_to(position);
        }
        &self.table
    }

    fn carry_over_to(&mut self, position: &Position<W>) {
        match self.numbering.take() {
            Some(old) if self.carried != Carried::Nothing => {
                let all = self.carried == Carried::All;
                carry_over(&self.table, &old, position, |entry: &TableEntry| {
                    all || entry.is_proof()
                });
            }
            _ => self.table.clear(),
        }
        self.numbering = Some(Numbering::new(position));
    }

    pub fn forget(&mut self) {
        self.table.clear();
        self.numbering = None;
        self.is_at_root = false;
    }
}
