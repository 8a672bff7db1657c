//! Questions to connections: whether they win, the mustplay, the keys of a semi.

use super::connections::Connections;
use super::pair::PairConnections;
use crate::hex::{Cell, CellSet, End, EndSet, Graph};

/// How a connection was derived, as far as the known connections show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Neighbours.
    Base,
    /// Two fulls in a row.
    And,
    /// Semis side by side.
    Or,
}

impl<const W: usize> Connections<W> {
    /// Whether the edges are joined by a full.
    pub fn has_won(&self) -> bool {
        let [a, b] = self.edges();
        a == b || self.known().has_full(a, b)
    }

    /// The captured pairs of this colour's stones that hold a cell.
    pub(super) fn captured_pairs_of_stones(&self, cell: Cell) -> Vec<CellSet<W>> {
        let store = self.store();
        let stones = store.coloured() & store.ends();
        let pairs = stones.iter().flat_map(|end| store.captured(end).pairs());
        pairs.filter(|pair| pair.contains(cell)).collect()
    }

    /// The connections of two ends that are no neighbours.
    pub fn pair(&self, x: End, y: End) -> &PairConnections<W> {
        self.store().pair(x, y)
    }

    /// Whether two ends have an empty full.
    pub fn is_adjacent(&self, x: End, y: End) -> bool {
        self.store().adjacent(x).contains(y)
    }

    /// The ends.
    pub fn ends(&self) -> EndSet<W> {
        self.store().ends()
    }

    /// Pairs with a full, pairs with any connection, fulls, semis.
    pub fn counts(&self) -> [usize; 4] {
        let ends: Vec<End> = self.store().ends().iter().collect();
        let mut counts = [0; 4];
        for (n, &x) in ends.iter().enumerate() {
            for &y in &ends[..n] {
                let pair = self.store().pair(x, y);
                let fulls = pair.fulls().len() + usize::from(self.is_adjacent(x, y));
                let semis = pair.semis().len();
                counts[0] += usize::from(fulls > 0);
                counts[1] += usize::from(fulls + semis > 0);
                counts[2] += fulls;
                counts[3] += semis;
            }
        }
        counts
    }

    /// The carriers of all fulls between two ends; the empty one alone if they are neighbours.
    pub fn fulls(&self, x: End, y: End) -> Vec<CellSet<W>> {
        if x == y || self.is_adjacent(x, y) {
            return vec![CellSet::EMPTY];
        }
        self.store()
            .pair(x, y)
            .fulls()
            .iter()
            .map(|held| held.cells)
            .collect()
    }

    /// The carriers of all semis between two ends.
    pub fn semis(&self, x: End, y: End) -> Vec<CellSet<W>> {
        if x == y {
            Vec::new()
        } else {
            self.store()
                .pair(x, y)
                .semis()
                .iter()
                .map(|held| held.cells)
                .collect()
        }
    }

    /// The carriers of the winning fulls: those that join the two edges.
    pub fn winning_fulls(&self) -> Vec<CellSet<W>> {
        let [a, b] = self.edges();
        self.fulls(a, b)
    }

    /// The carriers of the winning semis.
    pub fn winning_semis(&self) -> Vec<CellSet<W>> {
        let [a, b] = self.edges();
        self.semis(a, b)
    }

    /// The mustplay of the **opponent**, who is to move: the cells that all winning semis have in
    /// common. All other moves lose; all moves lose if there is a winning full, and then it is
    /// empty. Without a winning semi it is every empty cell.
    pub fn mustplay(&self) -> CellSet<W> {
        if self.has_won() {
            return CellSet::EMPTY;
        }
        self.winning_semis()
            .into_iter()
            .fold(self.chains().empty(), |all, semi| all & semi)
    }

    /// The cells of winning semis, of as few as have no more in common than all: moves outside
    /// leave one of them untouched.
    pub fn cover(&self) -> CellSet<W> {
        let mut semis = self.winning_semis();
        semis.sort_by_key(CellSet::len);
        let mut common = self.chains().empty();
        let mut cells = CellSet::EMPTY;
        for semi in semis {
            if !common.is_subset(semi) {
                common &= semi;
                cells |= semi;
            }
        }
        cells
    }

    /// The ends that are joined to an end by a full, or by a semi.
    pub fn joined_to(&self, end: End, full: bool) -> EndSet<W> {
        let joined = |&other: &End| {
            let pair = self.store().pair(end, other);
            if full {
                self.is_adjacent(end, other) || !pair.fulls().is_empty()
            } else {
                !pair.semis().is_empty()
            }
        };
        self.store()
            .ends()
            .without(end)
            .iter()
            .filter(joined)
            .collect()
    }

    /// The end that a cell or edge is part of: itself if it is empty, its chain if it is a stone of
    /// this colour, nothing if it is the opponent's.
    pub fn end_of(&self, end: End) -> Option<End> {
        let end = self.chains().lead(end).unwrap_or(end);
        self.store().ends().contains(end).then_some(end)
    }

    /// The first moves of a semi: cells of its carrier from which both ends are reached by fulls
    /// inside the carrier that do not get in each other's way. Made on demand from what is known
    /// now; a semi that an intrusion left may have none.
    pub fn keys(&self, x: End, y: End, carrier: CellSet<W>) -> Vec<Cell> {
        let ends = EndSet::of(x).with(y);
        let inside = |key: Cell, end: End| {
            let fulls = self.fulls(key.into(), end).into_iter();
            fulls
                .filter(move |full| full.is_subset(carrier.without(key)))
                .collect::<Vec<_>>()
        };
        // Two fulls that meet in a key must not need the same cell, unless the key captures it.
        let fit = |key: Cell, one: CellSet<W>, other: CellSet<W>| {
            let common = one & other;
            let captured = || {
                self.known()
                    .captured_pairs(key.into(), common.as_ends(), ends)
            };
            common.is_empty() || captured().is_some_and(|pairs| pairs.is_subset(carrier))
        };
        let is_key = |&key: &Cell| {
            let (to_x, to_y) = (inside(key, x), inside(key, y));
            to_x.iter()
                .any(|&one| to_y.iter().any(|&other| fit(key, one, other)))
        };
        carrier.iter().filter(is_key).collect()
    }

    /// How a full came about.
    pub fn rule_of_full(&self, x: End, y: End, carrier: CellSet<W>) -> Rule {
        if carrier.is_empty()
            && Graph::new(self.chains(), self.colour())
                .adjacent(x)
                .contains(y)
        {
            return Rule::Base;
        }
        let through = |u: End| {
            let (to_x, to_y) = (self.fulls(u, x), self.fulls(u, y));
            let sum = |&a: &CellSet<W>| {
                let fits = |&b: &CellSet<W>| (a | b) == carrier && a.is_disjoint(b);
                to_y.iter().any(fits)
            };
            to_x.iter().any(sum)
        };
        let middles = (self.store().coloured() & self.store().ends())
            .without(x)
            .without(y);
        if middles.iter().any(through) {
            Rule::And
        } else {
            Rule::Or
        }
    }
}
