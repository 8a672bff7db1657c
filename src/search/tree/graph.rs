//! The graph: each position once, whatever the order of the moves that lead to it.

use super::node::{NONE, Outcome, PuctEdge, PuctNode};
use crate::hex::{Cell, CellSet, Colour, Position};
use crate::network::Judgement;
use crate::solver::OpenLeaves;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// A position as a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PositionKey<const W: usize> {
    hash: u64,
    stones: [CellSet<W>; 2],
    to_move: Colour,
}

impl<const W: usize> PositionKey<W> {
    pub fn new(position: &Position<W>) -> Self {
        Self {
            hash: position.hash(),
            stones: Colour::ALL.map(|colour| position.stones(colour)),
            to_move: position.to_move(),
        }
    }
}

impl<const W: usize> Hash for PositionKey<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// What an analysis leaves of the moves of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look<const W: usize> {
    /// The moves worth considering.
    pub moves: CellSet<W>,
    /// What their priors are multiplied by, so that their sum is 1.
    pub scale: f64,
    /// As how many visits the chance of its judgement counts.
    pub weight: f64,
    /// What the solver left when it gave up.
    pub open_leaves: OpenLeaves,
}

/// Positions with their judgements and what visits found.
#[derive(Clone, Debug)]
pub(super) struct PuctGraph<const W: usize> {
    pub judgements: Vec<Judgement>,
    judged: HashMap<PositionKey<W>, u32>,
    pub nodes: Vec<PuctNode>,
    index: HashMap<PositionKey<W>, u32>,
    pub looks: Vec<Look<W>>,
}

impl<const W: usize> Default for PuctGraph<W> {
    fn default() -> Self {
        Self {
            judgements: Vec::new(),
            judged: HashMap::new(),
            nodes: Vec::new(),
            index: HashMap::new(),
            looks: Vec::new(),
        }
    }
}

impl<const W: usize> PuctGraph<W> {
    /// Forgets all nodes, but no judgement.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.index.clear();
        self.looks.clear();
    }

    /// Bytes that nodes and judgements take, about.
    pub fn bytes(&self, cells: usize) -> usize {
        // A node has a dozen of edges, a judgement most cells, each a block of the allocator.
        let block = 16;
        let edges = 12 * size_of::<PuctEdge>() + block;
        let moves = cells * size_of::<(Cell, u16)>() + block;
        // A map keeps an eighth of its places free, and has a byte for each.
        let place = size_of::<(PositionKey<W>, u32)>() + 1;
        let places = (self.index.capacity() + self.judged.capacity()) / 7 * 8;
        self.nodes.capacity() * size_of::<PuctNode>()
            + self.nodes.len() * edges
            + self.judgements.capacity() * size_of::<Judgement>()
            + self.judgements.len() * moves
            + self.looks.capacity() * size_of::<Look<W>>()
            + places * place
    }

    /// The index of the judgement of a position.
    pub fn judged(&self, position: &Position<W>) -> Option<u32> {
        self.judged.get(&PositionKey::new(position)).copied()
    }

    /// The index of the judgement of a position, which is made if there is none.
    pub fn judge(&mut self, position: &Position<W>, make: impl FnOnce() -> Judgement) -> u32 {
        let next = self.judgements.len() as u32;
        let index = *self
            .judged
            .entry(PositionKey::new(position))
            .or_insert(next);
        if index == next {
            self.judgements.push(make());
        }
        index
    }

    /// Replaces the judgement of a node: its moves are those of the new one.
    pub fn judge_anew(&mut self, at: u32, judgement: Judgement) {
        let old = self.node(at).judgement as usize;
        let old = std::mem::replace(&mut self.judgements[old], judgement);
        let node = &mut self.nodes[at as usize];
        let edges = std::mem::take(&mut node.edges);
        let new = &self.judgements[node.judgement as usize].moves;
        for (edge, (cell, _)) in edges.into_iter().zip(&old.moves) {
            if edge.child == NONE {
                continue;
            }
            if let Some(place) = new.iter().position(|(other, _)| other == cell) {
                let count = node.edges.len().max(place + 1);
                node.edges.resize(count, PuctEdge::NEW);
                node.edges[place] = edge;
            }
        }
    }

    /// The node of a position.
    pub fn find(&self, position: &Position<W>) -> Option<u32> {
        self.index.get(&PositionKey::new(position)).copied()
    }

    /// Adds a node.
    pub fn insert(&mut self, position: &Position<W>, node: PuctNode) -> u32 {
        let index = self.nodes.len() as u32;
        self.index.insert(PositionKey::new(position), index);
        self.nodes.push(node);
        index
    }

    /// The node at an index.
    pub fn node(&self, index: u32) -> &PuctNode {
        &self.nodes[index as usize]
    }

    /// The node at an index.
    pub fn node_mut(&mut self, index: u32) -> &mut PuctNode {
        &mut self.nodes[index as usize]
    }

    /// The moves of a node with their priors, the highest first.
    pub fn moves(&self, node: &PuctNode) -> &[(Cell, u16)] {
        match node.judgement {
            NONE => &[],
            judgement => &self.judgements[judgement as usize].moves,
        }
    }

    /// The look of a node.
    pub fn look(&self, node: &PuctNode) -> Option<&Look<W>> {
        self.looks.get(node.look as usize)
    }

    /// Keeps what can be reached from a node, which becomes the first; `position` is its position.
    pub fn keep(&mut self, root: u32, position: &Position<W>) {
        let mut old = std::mem::take(self);
        let mut moved = vec![NONE; old.nodes.len()];
        let mut order = vec![(root, *position)];
        moved[root as usize] = 0;
        let mut next = 0;
        while let Some(&(at, position)) = order.get(next) {
            next += 1;
            let edges = std::mem::take(&mut old.nodes[at as usize].edges);
            let mut node = old.nodes[at as usize].clone();
            node.edges = edges;
            for (index, edge) in node.edges.iter_mut().enumerate() {
                let Some(new) = moved.get_mut(edge.child as usize) else {
                    continue;
                };
                if *new == NONE {
                    *new = order.len() as u32;
                    let mut position = position;
                    position.play(old.moves(&old.nodes[at as usize])[index].0);
                    order.push((edge.child, position));
                }
                edge.child = *new;
            }
            if let Some(&look) = old.look(&node) {
                node.look = self.looks.len() as u32;
                self.looks.push(look);
            }
            self.insert(&position, node);
        }
        for (node, (_, position)) in self.nodes.iter_mut().zip(&order) {
            if let Some(judgement) = old.judgements.get_mut(node.judgement as usize) {
                node.judgement = self.judgements.len() as u32;
                self.judged
                    .insert(PositionKey::new(position), node.judgement);
                let empty = Judgement {
                    value: 0,
                    moves: Vec::new(),
                };
                self.judgements.push(std::mem::replace(judgement, empty));
            }
        }
    }

    /// What follows for a node from those of its moves, if that decides it: the distance, too.
    pub fn conclusion(&self, node: &PuctNode) -> Option<(Outcome, u16)> {
        let decided = |outcome| {
            let children = node.edges.iter().filter(|edge| edge.child != NONE);
            let children = children.map(|edge| self.node(edge.child));
            children
                .filter(move |child| child.outcome == outcome)
                .map(|child| child.distance)
        };
        if let Some(least) = decided(Outcome::Lost).min() {
            return Some((Outcome::Won, least + 1));
        }
        let look = self.look(node);
        let refuted = |index: usize| {
            let edge = node.edges.get(index).filter(|edge| edge.child != NONE);
            edge.is_some_and(|edge| self.node(edge.child).outcome == Outcome::Won)
        };
        let mut moves = self.moves(node).iter().enumerate();
        let lost = moves.all(|(index, (cell, _))| {
            look.is_some_and(|look| !look.moves.contains(*cell)) || refuted(index)
        });
        let most = decided(Outcome::Won).max().unwrap_or(0);
        (lost && node.judgement != NONE).then_some((Outcome::Lost, most + 1))
    }

    /// Counts the visits of a node and their mean anew. Moves that are refuted or need not be
    /// considered do not count in the mean.
    pub fn renew(&mut self, index: u32) {
        let node = self.node(index);
        if node.judgement == NONE {
            return;
        }
        let look = self.look(node);
        let chance = self.judgements[node.judgement as usize].win();
        let weight = look.map_or(1.0, |look| look.weight);
        let (mut visits, mut count, mut sum) = (1, weight, weight * chance);
        let mut squares = weight * chance * chance;
        for (edge, (cell, _)) in node.edges.iter().zip(self.moves(node)) {
            visits += edge.visits;
            if edge.visits == 0 || look.is_some_and(|look| !look.moves.contains(*cell)) {
                continue;
            }
            let child = self.node(edge.child);
            if child.outcome != Outcome::Won {
                count += f64::from(edge.visits);
                sum += f64::from(edge.visits) * (1.0 - child.mean());
                squares += f64::from(edge.visits) * child.turned_square();
            }
        }
        let node = self.node_mut(index);
        node.visits = visits;
        node.set_mean(sum / count, squares / count);
    }
}
