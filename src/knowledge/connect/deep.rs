//! Fulls that no rule finds in one go: found by trying stones, with the rules at the leaves.
//!
//! Two ends are joined by a full if, wherever the opponent plays, a semi is left or we have an
//! answer after which they are joined by a full. The opponent need only be tried where all known
//! semis meet: elsewhere he leaves one untouched. What it costs grows steeply with the depth, so
//! this serves where time does not matter: to defend what no rule finds ([`super::Defence`]).

use super::connections::Connections;
use crate::hex::{Cell, CellSet, End, EndSet};
use std::cmp::Reverse;

impl<const W: usize> Connections<W> {
    /// A carrier in which two ends are joined by a full, if one is found with so many answers tried
    /// in a row.
    pub fn prove(&mut self, x: End, y: End, depth: usize) -> Option<CellSet<W>> {
        let (a, b) = (self.leading(x), self.leading(y));
        let smallest = |list: Vec<CellSet<W>>| list.into_iter().min_by_key(CellSet::len);
        let known = smallest(self.fulls(a, b));
        if known.is_some() || depth == 0 {
            return known;
        }
        let mut semis = self.semis(a, b);
        semis.sort_by_key(CellSet::len);
        let mut open = self.chains().empty();
        let mut carrier = CellSet::EMPTY;
        for &semi in &semis {
            if !open.is_subset(semi) {
                open &= semi;
                carrier |= semi;
            }
        }
        if semis.is_empty() {
            return None;
        }
        for intrusion in open {
            carrier |= self.answer_to(intrusion, x, y, depth)?.with(intrusion);
        }
        Some(carrier)
    }

    /// What is needed to join two ends after this intrusion.
    fn answer_to(&mut self, intrusion: Cell, x: End, y: End, depth: usize) -> Option<CellSet<W>> {
        self.place(!self.colour(), intrusion);
        let (a, b) = (self.leading(x), self.leading(y));
        let left = self.semis(a, b).into_iter().chain(self.fulls(a, b));
        let found = left.min_by_key(CellSet::len).or_else(|| {
            self.promising(a, b).into_iter().find_map(|answer| {
                self.place(self.colour(), answer);
                let proved = self.prove(x, y, depth - 1);
                self.undo();
                proved.map(|carrier| carrier.with(answer))
            })
        });
        self.undo();
        found
    }

    /// Cells that are joined to one of two ends at least, the best joined first.
    fn promising(&self, a: End, b: End) -> Vec<Cell> {
        let [full_a, semi_a, full_b, semi_b] =
            [(a, true), (a, false), (b, true), (b, false)].map(|(e, full)| self.joined_to(e, full));
        let score = |end: End, full: EndSet<W>, semi: EndSet<W>| {
            if full.contains(end) {
                2
            } else {
                usize::from(semi.contains(end))
            }
        };
        let mut cells: Vec<(Reverse<usize>, Cell)> = self
            .chains()
            .empty()
            .iter()
            .map(|cell| {
                let end = cell.into();
                let score = score(end, full_a, semi_a) + score(end, full_b, semi_b);
                (Reverse(score), cell)
            })
            .filter(|(Reverse(score), _)| *score > 0)
            .collect();
        cells.sort_unstable();
        cells.into_iter().map(|(_, cell)| cell).collect()
    }
}
