//! Derives a connection as claims of a certificate: what the closure derived by its rules is
//! derived again from parts that it still holds.
//!
//! A full of neighbours is a path. Any other is made of two fulls inside its carrier that meet in a
//! chain or an edge, or of semis inside its carrier; a semi of two fulls that meet in its key.
//! Parts need fewer cells, or have fewer empty ends, so the search ends. It fails where the store
//! has let go of a part.

use super::draft::Draft;
use crate::certificate::{CertificateRules, CertificateStep};
use crate::hex::{CellSet, Colour, End, Position};
use crate::knowledge::connect::{ConnectOptions, Connections};
use std::collections::HashMap;

/// Two ends, a carrier, and whether it is a full.
type ConnectionKey<const W: usize> = (End, End, CellSet<W>, bool);

/// The derivation of connections of one position.
pub struct Derivation<'a, const W: usize> {
    draft: &'a Draft<W>,
    connections: Connections<W>,
    own: CellSet<W>,
    known: HashMap<ConnectionKey<W>, Option<usize>>,
}

impl<'a, const W: usize> Derivation<'a, W> {
    /// Those that are found by these options, which must ask for no rule but those of certificates.
    pub fn new(
        draft: &'a Draft<W>,
        position: &Position<W>,
        colour: Colour,
        options: ConnectOptions,
    ) -> Self {
        Self {
            draft,
            connections: Connections::new(position, colour, options),
            own: position.stones(colour),
            known: HashMap::new(),
        }
    }

    /// A claim that the edges are joined by a full.
    pub fn winning_full(&mut self) -> Option<usize> {
        let [a, b] = self.draft.rules.edges();
        if let Some(joined) = self.path(a, b) {
            return Some(joined);
        }
        let carriers = sorted(self.connections.fulls(a, b));
        carriers
            .into_iter()
            .find_map(|carrier| self.full(a, b, carrier))
    }

    /// A claim that they are joined by a semi, a small one.
    pub fn winning_semi(&mut self) -> Option<usize> {
        let [a, b] = self.draft.rules.edges();
        let mut carriers = sorted(self.connections.semis(a, b)).into_iter();
        carriers.find_map(|carrier| self.semi(a, b, carrier))
    }

    /// Claims that they are joined by semis, small ones first, each of which needs not all of the
    /// cells that those before it have in common.
    pub fn winning_semis(&mut self) -> Vec<usize> {
        let [a, b] = self.draft.rules.edges();
        let (mut common, mut claims) = (self.draft.rules.geometry.all(), Vec::new());
        for carrier in sorted(self.connections.semis(a, b)) {
            if common.is_subset(carrier) {
                continue;
            }
            if let Some(claim) = self.semi(a, b, carrier) {
                common &= self.draft.claim(claim).cells;
                claims.push(claim);
            }
        }
        claims
    }

    fn full(&mut self, x: End, y: End, carrier: CellSet<W>) -> Option<usize> {
        let key = (x.min(y), x.max(y), carrier, true);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        self.known.insert(key, None);
        let mut found = carrier.is_empty().then(|| self.path(x, y)).flatten();
        found = found.or_else(|| self.in_a_row(x, y, carrier));
        found = found.or_else(|| self.side_by_side(x, y, carrier));
        self.known.insert(key, found);
        found
    }

    fn semi(&mut self, x: End, y: End, carrier: CellSet<W>) -> Option<usize> {
        let key = (x.min(y), x.max(y), carrier, false);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        self.known.insert(key, None);
        let keys = self.connections.keys(x, y, carrier);
        let found = keys.into_iter().find_map(|cell| {
            let child = self.meeting(x, cell.into(), y, carrier.without(cell))?;
            self.draft.add(CertificateStep::Move { cell, child })
        });
        self.known.insert(key, found);
        found
    }

    /// Stones from one end to the other, as few as will do.
    fn path(&mut self, x: End, y: End) -> Option<usize> {
        let cells = shortest(&self.draft.rules, self.own, [x, y])?;
        self.draft.add(CertificateStep::Path {
            ends: [x, y],
            cells,
        })
    }

    /// Two fulls that meet in a chain or an edge.
    fn in_a_row(&mut self, x: End, y: End, carrier: CellSet<W>) -> Option<usize> {
        let size = self.connections.size();
        let own = self.own;
        let coloured = move |end: End| end.as_cell(size).is_none_or(|cell| own.contains(cell));
        let ends = self.connections.ends().without(x).without(y);
        let mut middles = ends.iter().filter(|&end| coloured(end));
        middles.find_map(|u| self.meeting(x, u, y, carrier))
    }

    /// Two fulls inside these cells that meet in an end.
    fn meeting(&mut self, x: End, u: End, y: End, inside: CellSet<W>) -> Option<usize> {
        let within = |carriers: Vec<CellSet<W>>| {
            let carriers = carriers.into_iter().filter(|full| full.is_subset(inside));
            sorted(carriers.collect())
        };
        let (to_x, to_y) = (
            within(self.connections.fulls(x, u)),
            within(self.connections.fulls(u, y)),
        );
        for a in to_x {
            for &b in to_y.iter().filter(|&&b| a.is_disjoint(b)) {
                let Some(one) = self.full(x, u, a) else {
                    break;
                };
                if let Some(other) = self.full(u, y, b)
                    && let Some(both) = self.draft.add(CertificateStep::And([one, other]))
                {
                    return Some(both);
                }
            }
        }
        None
    }

    /// Semis inside the carrier without a common cell.
    fn side_by_side(&mut self, x: End, y: End, carrier: CellSet<W>) -> Option<usize> {
        let semis = self.connections.semis(x, y).into_iter();
        let semis = semis.filter(|semi| semi.is_subset(carrier)).collect();
        let (mut common, mut claims) = (carrier, Vec::new());
        for semi in sorted(semis) {
            if common.is_subset(semi) {
                continue;
            }
            if let Some(claim) = self.semi(x, y, semi) {
                common &= self.draft.claim(claim).cells;
                claims.push(claim);
            }
            if common.is_empty() {
                return self.draft.side_by_side(&claims, self.own);
            }
        }
        None
    }
}

fn sorted<const W: usize>(mut carriers: Vec<CellSet<W>>) -> Vec<CellSet<W>> {
    carriers.sort_by_key(CellSet::len);
    carriers
}

/// The cells of a shortest path over stones from an end to another, themselves included; `None` if
/// there is none.
pub fn shortest<const W: usize>(
    rules: &CertificateRules<W>,
    stones: CellSet<W>,
    ends: [End; 2],
) -> Option<CellSet<W>> {
    let geometry = rules.geometry;
    let size = geometry.size();
    let cells = ends.iter().filter_map(|end| end.as_cell(size));
    let within = cells.fold(stones, CellSet::with);
    let [from, to] = ends.map(|end| match end.as_edge(size) {
        Some(edge) => geometry.border(edge) & within,
        None => end.as_cell(size).into_iter().collect(),
    });
    // Layers of cells, each one step farther away.
    let mut layers = vec![from];
    let mut reached = from;
    let mut last = from;
    while last.is_disjoint(to) {
        last = geometry.neighbours_of(last) & (within - reached);
        if last.is_empty() {
            return None;
        }
        reached |= last;
        layers.push(last);
    }
    let mut cell = (last & to).first()?;
    let mut path = CellSet::of(cell);
    for &layer in layers.iter().rev().skip(1) {
        cell = (geometry.neighbours(cell) & layer).first()?;
        path.insert(cell);
    }
    Some(path)
}
