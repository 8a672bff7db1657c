//! Which move of a node is visited: by prior and mean value.

use super::descent::is_over;
use super::graph::PositionKey;
use super::node::{NONE, Outcome, PuctEdge};
use super::search::PuctSearch;
use crate::hex::Position;
use crate::network::WHOLE;
use std::collections::{HashMap, HashSet};

/// How many visits ahead judgements are predicted.
const LOOKAHEAD: usize = 16;

/// What is done at a node.
pub(super) enum Choice {
    /// The move at this index is visited.
    Visit(usize),
    /// Its moves decide it.
    Decided(Outcome, u16),
}

/// Visits that are expected to be made next.
#[derive(Default)]
pub(super) struct Ahead {
    edges: HashMap<(u32, usize), u32>,
    all: HashMap<u32, u32>,
}

impl Ahead {
    /// Adds one; how many there were.
    fn visit(&mut self, at: u32, index: usize) -> u32 {
        *self.all.entry(at).or_default() += 1;
        let visits = self.edges.entry((at, index)).or_default();
        *visits += 1;
        *visits - 1
    }
}

impl<const W: usize> PuctSearch<W> {
    /// The move to visit, after what was visited ahead.
    pub(super) fn select(&self, at: u32, ahead: &Ahead) -> Choice {
        let graph = &self.graph;
        let node = graph.node(at);
        let forced = if at == 0 { self.forced } else { 0.0 };
        let look = graph.look(node);
        let scale = look.map_or(1.0, |look| look.scale) / f64::from(WHOLE);
        let all = f64::from(node.visits + ahead.all.get(&at).copied().unwrap_or(0));
        let reach = self.options.exploration * all.sqrt();
        let (mut best, mut most) = (None, f64::NEG_INFINITY);
        let mut tried = 0.0;
        let mut has_unseen = false;
        for (index, &(cell, prior)) in graph.moves(node).iter().enumerate() {
            if look.is_some_and(|look| !look.moves.contains(cell)) {
                continue;
            }
            let prior = f64::from(prior) * scale;
            let edge = node.edges.get(index).copied().unwrap_or(PuctEdge::NEW);
            let more = ahead.edges.get(&(at, index)).copied().unwrap_or(0);
            if edge.child == NONE && more == 0 {
                // The others that were not visited have lower priors.
                let unseen = node.mean() - self.options.reduction * f64::sqrt(tried);
                let score = unseen.max(0.0) + reach * prior;
                if !has_unseen && score > most {
                    (best, most) = (Some(index), score);
                }
                has_unseen = true;
                if index >= node.edges.len() {
                    break;
                }
                continue;
            }
            tried += prior;
            let visits = f64::from(edge.visits + more);
            if edge.child == NONE {
                // Visited ahead: nothing is known of it.
                let score = node.mean() + reach * prior / (1.0 + visits);
                if score > most {
                    (best, most) = (Some(index), score);
                }
                continue;
            }
            let child = graph.node(edge.child);
            let score = match child.outcome {
                Outcome::Lost => return Choice::Decided(Outcome::Won, child.distance + 1),
                Outcome::Won => continue,
                Outcome::Open if visits < forced * (prior * all).sqrt() => 10.0 + prior,
                Outcome::Open => 1.0 - child.mean() + reach * prior / (1.0 + visits),
            };
            if score > most {
                (best, most) = (Some(index), score);
            }
        }
        match (best, graph.conclusion(node)) {
            (Some(index), _) => Choice::Visit(index),
            (None, Some((outcome, distance))) => Choice::Decided(outcome, distance),
            (None, None) => unreachable!("a node without moves left is lost"),
        }
    }

    /// A position that the next visits are likely to need a judgement of, if each finds what is
    /// expected: the first one that is not among these.
    pub(super) fn predict(&self, busy: &HashSet<PositionKey<W>>) -> Option<Position<W>> {
        let mut ahead = Ahead::default();
        for _ in 0..LOOKAHEAD {
            let (mut position, mut at) = (self.root, 0);
            loop {
                let node = self.graph.node(at);
                let Choice::Visit(index) = self.select(at, &ahead) else {
                    break;
                };
                position.play(self.graph.moves(node)[index].0);
                let edge = node.edges.get(index).copied().unwrap_or(PuctEdge::NEW);
                let before = edge.visits + ahead.visit(at, index);
                if edge.child == NONE {
                    let is_known = self.graph.judged(&position).is_some() || is_over(&position);
                    if !is_known && !busy.contains(&PositionKey::new(&position)) {
                        return Some(position);
                    }
                    break;
                }
                let child = self.graph.node(edge.child);
                let visits = child.visits + ahead.all.get(&edge.child).copied().unwrap_or(0);
                if child.outcome != Outcome::Open || visits > before {
                    break;
                }
                at = edge.child;
            }
        }
        None
    }
}
