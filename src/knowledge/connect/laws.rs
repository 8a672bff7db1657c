//! What must hold of a store whenever a closure has come to rest; tests ask in every build.

use super::arm::Arm;
use super::connections::Connections;
use super::pair::PairConnections;
use super::store::{ConnectionStore, end_count};
use crate::hex::{End, EndSet, Graph};

impl<const W: usize> Connections<W> {
    /// Checks everything that a closure keeps true of itself; the first fault found, in words.
    // For tests alone.
    #[doc(hidden)]
    pub fn check_laws(&self) -> Result<(), String> {
        let (graph, store) = (Graph::new(self.chains(), self.colour()), self.store());
        if store.ends() != graph.ends()
            || store.coloured() != graph.ends() - graph.empty().as_ends()
        {
            return Err("the ends are not those of the graph".to_owned());
        }
        let ends: Vec<End> = store.ends().iter().collect();
        let mut arms: Vec<Vec<Arm<W>>> = vec![Vec::new(); end_count(self.size())];
        for (n, &x) in ends.iter().enumerate() {
            if *store.captured(x) != self.captures().by(x, self.chains()) {
                return Err(format!("what {} captures", x.name(self.size())));
            }
            for &y in &ends[..n] {
                self.check_pair(&graph, x, y)
                    .map_err(|fault| self.fault(&fault, x, y))?;
                let fulls = store.pair(x, y).fulls().iter();
                let carriers = fulls.filter(|held| !held.fresh).map(|held| held.cells);
                let empty = self.is_adjacent(x, y).then(Default::default);
                for cells in carriers.chain(empty) {
                    arms[x.index()].push(Arm::new(cells, y));
                    arms[y.index()].push(Arm::new(cells, x));
                }
            }
        }
        let key = |arm: &Arm<W>| (arm.far, arm.reach.words());
        for &x in &ends {
            let mut held = store.arms(x).to_vec();
            let mut due = std::mem::take(&mut arms[x.index()]);
            held.sort_by_key(key);
            due.sort_by_key(key);
            if store.is_complete() && held != due {
                return Err(format!("the arms of {}", x.name(self.size())));
            }
        }
        Ok(())
    }

    fn fault(&self, fault: &str, x: End, y: End) -> String {
        format!("{fault} ({} {})", x.name(self.size()), y.name(self.size()))
    }

    fn check_pair(&self, graph: &Graph<W>, x: End, y: End) -> Result<(), String> {
        let store: &ConnectionStore<W> = self.store();
        let pair: &PairConnections<W> = store.pair(x, y);
        if self.is_adjacent(x, y) != self.is_adjacent(y, x) {
            return Err("adjacency goes one way".to_owned());
        }
        if graph.adjacent(x).contains(y) && !self.is_adjacent(x, y) {
            return Err("neighbours without an empty full".to_owned());
        }
        if self.is_adjacent(x, y) && !pair.is_empty() {
            return Err("more than an empty full".to_owned());
        }
        let [fulls, semis] = [pair.fulls(), pair.semis()]
            .map(|list| list.iter().map(|held| held.cells).collect::<Vec<_>>());
        let outside = EndSet::<W>::of(x).with(y);
        for (n, &cells) in fulls.iter().chain(&semis).enumerate() {
            if !cells.is_subset(graph.empty()) || !cells.as_ends().is_disjoint(outside) {
                return Err("a carrier holds a stone or an end".to_owned());
            }
            let others = if n < fulls.len() { &fulls } else { &semis };
            let inside = others.iter().filter(|&&other| other.is_subset(cells));
            if inside.count() > 1 {
                return Err("a carrier is not minimal".to_owned());
            }
        }
        if pair.meets(store.all()) != [pair.full_intersection(), pair.semi_intersection()] {
            return Err("what the carriers have in common".to_owned());
        }
        let waits = pair.fulls().iter().any(|held| held.fresh);
        if store.is_complete() && waits {
            return Err("a full still waits".to_owned());
        }
        Ok(())
    }

    /// Whether two closures hold the same, in the same order.
    // For tests alone.
    #[doc(hidden)]
    pub fn is_same(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.store(), other.store());
        let ends: Vec<End> = mine.ends().iter().collect();
        let same = |(n, &x): (usize, &End)| {
            mine.arms(x) == theirs.arms(x)
                && mine.adjacent(x) == theirs.adjacent(x)
                && ends[..n]
                    .iter()
                    .all(|&y| mine.pair(x, y) == theirs.pair(x, y))
        };
        mine.ends() == theirs.ends()
            && mine.coloured() == theirs.coloured()
            && ends.iter().enumerate().all(same)
    }
}
