//! Patterns: stones near an edge, and the width of the window.

use crate::knowledge::template::{EdgeTemplate, Point};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Stones near an edge, and the window in which their templates are searched.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Pattern {
    /// The row of the stone, the row at the edge being 1.
    pub row: usize,
    /// The other stones, none of them higher.
    pub others: BTreeSet<Point>,
    /// Columns of the window to each side of the stone, on its row.
    pub reach: usize,
    /// Whether the window has cells on the row above the stone, to its right.
    pub above: bool,
}

/// A row, and the reach of the window below it.
pub type RowReach = (usize, usize);

/// Which patterns to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternPlan {
    /// One stone.
    pub single: Vec<RowReach>,
    /// One stone, with cells above it.
    pub above: Vec<RowReach>,
    /// Two stones.
    pub pairs: Vec<RowReach>,
}

impl PatternPlan {
    /// The patterns, one of each two mirror images.
    pub fn patterns(&self) -> Vec<Pattern> {
        let one = |row, reach, above| Pattern {
            row,
            others: BTreeSet::new(),
            reach,
            above,
        };
        let singles = [(&self.single, false), (&self.above, true)];
        let singles = singles
            .into_iter()
            .flat_map(|(rows, above)| rows.iter().map(move |&(row, reach)| one(row, reach, above)));
        let pairs = self.pairs.iter().flat_map(|&(row, reach)| {
            let alone = one(row, reach, false);
            let with = |other| Pattern {
                others: [other].into(),
                ..alone.clone()
            };
            let both: Vec<Pattern> = alone.points().into_iter().map(with).collect();
            both.into_iter().filter(Pattern::is_canonical)
        });
        singles.chain(pairs).collect()
    }
}

impl Pattern {
    /// The stones as a template without a carrier.
    pub fn stones(&self) -> EdgeTemplate {
        EdgeTemplate {
            row: self.row,
            others: self.others.clone(),
            carrier: BTreeSet::new(),
        }
    }

    fn is_canonical(&self) -> bool {
        self.stones() == self.stones().canonical()
    }

    /// Whether the window and the stones are their own mirror image.
    pub fn is_symmetric(&self) -> bool {
        !self.above && self.stones() == self.stones().mirrored()
    }

    /// The points of the window: on each row as many to the left as the mirror image has to the
    /// right.
    pub fn points(&self) -> BTreeSet<Point> {
        let reach = self.reach.cast_signed();
        let rows = 0..self.row + usize::from(self.above);
        let points = rows.flat_map(|row| {
            let up = row.cast_signed() + 1 - self.row.cast_signed();
            let left = if up > 0 { 1 } else { up - reach };
            (left..=reach).map(move |column| (column, row))
        });
        let stones = self.stones();
        let taken: BTreeSet<Point> = stones.points().collect();
        points.filter(|point| !taken.contains(point)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_their_mirror_images() {
        let plan = PatternPlan {
            single: vec![(2, 2), (3, 2), (4, 2)],
            above: vec![(3, 2)],
            pairs: vec![(2, 2), (3, 2)],
        };
        let patterns = plan.patterns();
        let mut seen = BTreeSet::new();
        for pattern in &patterns {
            assert!(seen.insert(pattern.clone()));
            let window = EdgeTemplate {
                carrier: pattern.points(),
                others: BTreeSet::new(),
                row: pattern.row,
            };
            let symmetric = pattern.is_symmetric();
            assert_eq!(window.mirrored() == window, symmetric, "{pattern:?}");
        }
        // Of two stones on the second row: six of the row at the edge, two of the row itself.
        let second = patterns.iter().filter(|one| one.row == 2);
        assert_eq!(second.filter(|one| !one.others.is_empty()).count(), 3 + 2);
    }
}
