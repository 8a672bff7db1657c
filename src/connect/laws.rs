//! What must hold of a store whenever a closure has come to rest; tests ask in every build.

use super::closure::Connections;
use super::store::{Arm, PairConnections};
use crate::board::{Chains, End, EndSet, Graph};

impl<const W: usize> Connections<W> {
    /// Checks everything that a closure keeps true of itself; the first fault found, in words.
    pub fn check_laws(&self) -> Result<(), String> {
        let graph = Graph::new(&self.chains, self.colour);
        if self.ends != graph.ends() || self.coloured != graph.ends() - graph.empty().as_ends() {
            return Err("the ends are not those of the graph".to_owned());
        }
        let ends: Vec<End> = self.ends.iter().collect();
        let mut arms: Vec<Vec<Arm<W>>> = vec![Vec::new(); self.captured.len()];
        for (n, &x) in ends.iter().enumerate() {
            if self.captured[x.index()] != self.captured_by(x) {
                return Err(format!("what {} captures", x.name(self.size())));
            }
            for &y in &ends[..n] {
                self.check_pair(&graph, x, y)
                    .map_err(|fault| self.fault(&fault, x, y))?;
                let carriers = self
                    .store
                    .pair(x, y)
                    .fulls
                    .iter()
                    .filter(|held| !held.fresh)
                    .map(|held| held.cells);
                let empty = self.is_adjacent(x, y).then(Default::default);
                for cells in carriers.chain(empty) {
                    arms[x.index()].push(Arm {
                        reach: cells.as_ends().with(y),
                        far: y,
                    });
                    arms[y.index()].push(Arm {
                        reach: cells.as_ends().with(x),
                        far: x,
                    });
                }
            }
        }
        for &x in &ends {
            let key = |arm: &Arm<W>| (arm.far, arm.reach.words());
            let (mut held, mut due) = (
                self.store.arms(x).to_vec(),
                std::mem::take(&mut arms[x.index()]),
            );
            held.sort_by_key(key);
            due.sort_by_key(key);
            if self.complete && held != due {
                return Err(format!("the arms of {}", x.name(self.size())));
            }
        }
        Ok(())
    }

    fn fault(&self, fault: &str, x: End, y: End) -> String {
        format!("{fault} ({} {})", x.name(self.size()), y.name(self.size()))
    }

    fn check_pair(&self, graph: &Graph<W>, x: End, y: End) -> Result<(), String> {
        let pair: &PairConnections<W> = self.store.pair(x, y);
        if self.is_adjacent(x, y) != self.is_adjacent(y, x) {
            return Err("adjacency goes one way".to_owned());
        }
        if graph.adjacent(x).contains(y) && !self.is_adjacent(x, y) {
            return Err("neighbours without an empty full".to_owned());
        }
        if self.is_adjacent(x, y) && !pair.is_empty() {
            return Err("more than an empty full".to_owned());
        }
        let fulls: Vec<_> = pair.fulls.iter().map(|held| held.cells).collect();
        let semis: Vec<_> = pair.semis.iter().map(|held| held.cells).collect();
        let outside = EndSet::<W>::of(x).with(y);
        for (n, &cells) in fulls.iter().chain(&semis).enumerate() {
            if !cells.is_subset(graph.empty()) || !cells.as_ends().is_disjoint(outside) {
                return Err("a carrier holds a stone or an end".to_owned());
            }
            let others = if n < fulls.len() {
                &fulls[..]
            } else {
                &semis[..]
            };
            if others
                .iter()
                .filter(|&&other| other.is_subset(cells))
                .count()
                > 1
            {
                return Err("a carrier is not minimal".to_owned());
            }
        }
        let mut again = pair.clone();
        again.meet_again(self.chains.geometry().all());
        if again != *pair {
            return Err("what the carriers have in common".to_owned());
        }
        let waits = pair.fulls.iter().any(|held| held.fresh);
        if self.complete && waits {
            return Err("a full still waits".to_owned());
        }
        Ok(())
    }

    /// Whether two closures hold the same, in the same order.
    pub fn is_same(&self, other: &Self) -> bool {
        let ends: Vec<End> = self.ends.iter().collect();
        let same = |(n, &x): (usize, &End)| {
            self.store.arms(x) == other.store.arms(x)
                && self.store.adjacent(x) == other.store.adjacent(x)
                && ends[..n]
                    .iter()
                    .all(|&y| self.store.pair(x, y) == other.store.pair(x, y))
        };
        self.ends == other.ends
            && self.coloured == other.coloured
            && ends.iter().enumerate().all(same)
    }

    /// The chains of the position.
    pub fn chains(&self) -> &Chains<W> {
        &self.chains
    }
}
