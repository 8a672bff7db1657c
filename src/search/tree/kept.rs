//! The most visited part of a graph as a list, which can be kept outside the program, and a search
//! that goes on from such a list.

use super::graph::SearchGraph;
use super::node::{Child, NodeIndex, ValueBefore};
use super::outcome::Outcome;
use super::search::TreeSearch;
use crate::hex::{Cell, Position};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// A node with fewer visits is soon found again.
const LEAST: u32 = 4;

/// What a search found: the most visited nodes of its graph.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct KeptTree {
    /// The visits of the root.
    pub visits: u32,
    /// The mean value of the root for its side to move, from 0 to 1.
    pub mean: f64,
    /// The nodes below it, each after the one above it.
    pub nodes: Vec<KeptNode>,
}

impl KeptTree {
    /// The most nodes that are kept of a search, and that another one takes over.
    pub const MOST: usize = 300;
}

/// A node of such a list. Where two lines lead to one position, it is in the list twice, and what
/// lies below it once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KeptNode {
    /// The number of the node above it in the list, from 1; 0 for the root.
    pub above: u32,
    /// The move that leads to it from there.
    pub cell: Cell,
    /// The visits by this move.
    pub from_above: u32,
    /// All visits of the node.
    pub visits: u32,
    /// Its mean value for the side to move, from 0 to 1.
    pub mean: f64,
}

impl<const W: usize> TreeSearch<W> {
    /// What the search has found about its root, in at most so many nodes. What is proved is not
    /// in it.
    pub fn kept_tree(&self, most: usize) -> KeptTree {
        let root = self.root();
        KeptTree {
            visits: root.visits(),
            mean: root.mean(),
            nodes: self.graph().most_visited(most),
        }
    }

    /// Goes on from what a search of this position found before, which neither side has won, unless
    /// this search has visited it as often. Returns the visits that are known now. Nodes that do
    /// not fit the position are left out.
    pub fn restore(&mut self, root: &Position<W>, tree: &KeptTree) -> u32 {
        self.move_root(root);
        if self.root().outcome() == Outcome::Open && self.root().visits() < tree.visits {
            self.start(root, None);
            self.insert_kept(root, tree);
        }
        self.root().visits()
    }

    fn insert_kept(&mut self, root: &Position<W>, tree: &KeptTree) {
        // Each with the visits that its moves may have together.
        let mut placed = vec![Some((NodeIndex::ROOT, *root, tree.visits))];
        for one in tree.nodes.iter().take(KeptTree::MOST) {
            let above = placed.get_mut(one.above as usize);
            let here = above
                .and_then(Option::as_mut)
                .and_then(|(above, position, left)| {
                    let mut position = *position;
                    position.check(one.cell).ok()?;
                    position.play(one.cell);
                    *left = left.checked_sub(one.from_above)?;
                    let at = self.node_of(&position)?;
                    let node = self.graph_mut().node_mut(*above);
                    node.add_child(one.cell, at);
                    node.set_child_visits(one.cell, one.from_above);
                    let visits = one.visits.clamp(1, tree.visits);
                    let node = self.graph_mut().node_mut(at);
                    node.set_value_before(visits, chance(one.mean));
                    Some((at, position, visits))
                });
            placed.push(here);
        }
        let graph = self.graph_mut();
        let node = graph.node_mut(NodeIndex::ROOT);
        node.set_value_before(tree.visits, chance(tree.mean));
        let mut seen = HashSet::new();
        for (at, ..) in placed.into_iter().flatten() {
            if seen.insert(at) {
                graph.share_value_before(at);
            }
        }
    }
}

impl<const W: usize> SearchGraph<W> {
    fn most_visited(&self, most: usize) -> Vec<KeptNode> {
        let mut nodes: Vec<KeptNode> = Vec::new();
        let mut left = BinaryHeap::new();
        let mut seen = HashSet::from([NodeIndex::ROOT]);
        let mut order = 0;
        let mut add = |left: &mut BinaryHeap<_>, at: NodeIndex, above: u32| {
            let node = self.node(at);
            let is_kept = |child: &Child| {
                child.visits >= LEAST
                    && node.considers(child.cell)
                    && self.node(child.node).is_open()
            };
            for child in node.children().filter(is_kept) {
                order += 1;
                left.push((child.visits, Reverse(order), above, child.cell, child.node));
            }
        };
        add(&mut left, NodeIndex::ROOT, 0);
        while nodes.len() < most
            && let Some((from_above, _, above, cell, at)) = left.pop()
        {
            let node = self.node(at);
            nodes.push(KeptNode {
                above,
                cell,
                from_above,
                visits: node.visits(),
                mean: node.mean(),
            });
            if seen.insert(at) {
                add(&mut left, at, nodes.len() as u32);
            }
        }
        nodes
    }

    /// Takes what the moves of a node are known to be worth out of what was known of the node
    /// itself: the rest stands for the visits whose nodes were not kept.
    fn share_value_before(&mut self, at: NodeIndex) {
        let node = self.node(at);
        let (visits, mean) = (node.visits(), node.mean());
        let (mut others, mut sum) = (0, 0.0);
        for child in node.children() {
            others += child.visits;
            sum += f64::from(child.visits) * (1.0 - self.node(child.node).mean());
        }
        let rest = visits.saturating_sub(others).max(1);
        let value = (f64::from(visits) * mean - sum) / f64::from(rest);
        let before = ValueBefore {
            visits: rest,
            value: chance(value),
        };
        self.node_mut(at).value_before = Some(Box::new(before));
        self.renew(at);
    }
}

/// A number as a chance.
fn chance(value: f64) -> f64 {
    if value.is_nan() {
        0.5
    } else {
        value.clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Evaluator, Quantised, Weights};
    use crate::search::tree::TreeOptions;
    use std::sync::Arc;

    fn search(root: &Position<2>) -> TreeSearch<2> {
        let weights = Weights::random("32x1".parse().unwrap(), 1);
        let evaluator = Evaluator::new(Arc::new(Quantised::new(&weights)));
        TreeSearch::new(evaluator, TreeOptions::default(), root)
    }

    #[test]
    fn a_search_goes_on_from_what_was_kept() {
        let root = Position::<2>::new("9".parse().unwrap());
        let mut first = search(&root);
        first.grow(3_000);
        let tree = first.kept_tree(150);
        assert_eq!((tree.visits, tree.nodes.len()), (3_000, 150));
        let places = tree.nodes.iter().zip(1..);
        assert!(places.clone().all(|(one, place)| one.above < place));
        let most = |search: &TreeSearch<2>| {
            let mut moves = search.root().moves();
            moves.sort_by_key(|one| Reverse(one.visits));
            moves.truncate(8);
            moves
        };
        let mut second = search(&root);
        assert_eq!(second.restore(&root, &tree), 3_000);
        assert!((second.root().mean() - tree.mean).abs() < 1e-9);
        assert_eq!(second.root().pv()[0], first.root().pv()[0]);
        for (one, other) in most(&first).iter().zip(most(&second)) {
            assert_eq!((one.cell, one.visits), (other.cell, other.visits));
            assert!((one.mean - other.mean).abs() < 0.01, "{one:?} {other:?}");
        }
        // It is kept as it was restored, and goes on.
        let again = second.kept_tree(150);
        assert_eq!(again.nodes.len(), 150);
        second.grow(3_400);
        assert_eq!(second.root().visits(), 3_400);
        let below: u32 = second.root().moves().iter().map(|one| one.visits).sum();
        assert!(below <= 3_400);
        // A search that knows more stays as it is.
        let known = second.root().mean();
        assert_eq!(second.restore(&root, &tree), 3_400);
        assert!((second.root().mean() - known).abs() < 1e-12);
        // So does one that gets there by a move, below the root of the search before.
        let cell = second.root().best();
        let mut after = root;
        after.play(cell);
        let found = second.restore(
            &after,
            &KeptTree {
                visits: 0,
                mean: 0.5,
                nodes: Vec::new(),
            },
        );
        assert!(found > 100);
    }

    /// Whatever is in the list, the search goes on, and no visits are lost.
    #[test]
    fn what_does_not_fit_is_left_out() {
        let root = Position::<2>::new("9".parse().unwrap());
        let mut first = search(&root);
        first.grow(500);
        let good = first.kept_tree(40);
        for wrong in 0..6 {
            let mut tree = good.clone();
            let first = tree.nodes[0].cell;
            let node = &mut tree.nodes[5];
            match wrong {
                0 => node.above = 90,
                1 => node.above = 20,
                2 => node.from_above = u32::MAX / 2,
                3 => (node.visits, node.mean) = (0, f64::NAN),
                4 => node.mean = -7.0,
                _ => node.cell = first,
            }
            tree.visits = 600;
            let mut second = search(&root);
            assert!(second.restore(&root, &tree) >= 600);
            let before = second.root().visits();
            second.grow(before + 50);
            assert_eq!(second.root().visits(), before + 50);
            let mean = second.root().mean();
            assert!((0.0..=1.0).contains(&mean), "{wrong}: {mean}");
        }
    }
}
