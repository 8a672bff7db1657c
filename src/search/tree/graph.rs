//! The graph of positions below a root: each position is one node, whatever the order of the moves
//! that lead to it.

use super::node::{NodeIndex, SearchEdge, SearchNode};
use super::options::TreeOptions;
use super::root::TreeRoot;
use crate::hex::{Cell, CellSet, Colour, Position};
use crate::network::Prediction;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// So many evaluations are kept from one root to the next where the tree is not.
const MOST_EVALUATIONS: usize = 200_000;

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

/// The nodes below a root, and evaluations of positions that have no node yet.
pub(super) struct SearchGraph<const W: usize> {
    options: TreeOptions,
    root: Position<W>,
    /// The moves of the root that are searched, if others were left out although they may be good.
    root_moves: Option<CellSet<W>>,
    /// Visits of a move of the root that are made whatever its value, for a unit of the root of
    /// prior times visits.
    forced: f64,
    nodes: Vec<SearchNode<W>>,
    index: HashMap<PositionKey<W>, NodeIndex>,
    evaluations: HashMap<PositionKey<W>, Prediction>,
}

impl<const W: usize> SearchGraph<W> {
    /// A graph without nodes; the first one that is inserted is the root.
    pub fn new(options: TreeOptions, root: &Position<W>) -> Self {
        Self {
            options,
            root: *root,
            root_moves: None,
            forced: 0.0,
            nodes: Vec::new(),
            index: HashMap::new(),
            evaluations: HashMap::new(),
        }
    }

    /// Begins anew with this root, which is to be inserted. Evaluations are kept.
    pub fn restart(&mut self, root: &Position<W>) {
        let mut old = std::mem::replace(self, Self::new(self.options, root));
        if old.nodes.len() + old.evaluations.len() > MOST_EVALUATIONS {
            return;
        }
        self.evaluations = old.evaluations;
        for (key, at) in old.index {
            if let Some(evaluation) = old.nodes[at.get()].take_evaluation() {
                self.evaluations.entry(key).or_insert(evaluation);
            }
        }
    }

    /// Keeps the nodes that can be reached from this one, which becomes the root; `position` is its
    /// position.
    pub fn keep(&mut self, root: NodeIndex, position: &Position<W>) {
        let old = std::mem::replace(self, Self::new(self.options, position));
        let mut old = old.nodes;
        let mut moved = vec![None; old.len()];
        let mut order = vec![(root, *position)];
        moved[root.get()] = Some(NodeIndex::ROOT);
        let mut next = 0;
        while let Some(&(at, position)) = order.get(next) {
            next += 1;
            let mut node = std::mem::replace(&mut old[at.get()], SearchNode::lost());
            for (cell, child) in node.children_mut() {
                let new = moved[child.get()].get_or_insert_with(|| {
                    let mut position = position;
                    position.play(cell);
                    order.push((*child, position));
                    NodeIndex::after(order.len() - 1)
                });
                *child = *new;
            }
            self.insert(&position, node);
        }
    }

    /// Leaves out the moves of the root that are not among these, although they may be good.
    pub fn restrict_root(&mut self, moves: CellSet<W>) {
        self.node_mut(NodeIndex::ROOT).restrict(moves);
        self.root_moves = Some(moves);
    }

    /// Searches these moves of the root, which is new, whatever an analysis would say of them.
    pub fn choose_root_moves(&mut self, moves: CellSet<W>) {
        self.node_mut(NodeIndex::ROOT).set_analysis(moves, 1.0);
        self.root_moves = Some(moves);
    }

    /// The moves of the root that are searched, if others were left out although they may be good.
    pub fn root_moves(&self) -> Option<CellSet<W>> {
        self.root_moves
    }

    /// Whether no move of the root was left out although it may be good.
    pub fn root_is_whole(&self) -> bool {
        self.root_moves.is_none()
    }

    /// Forces visits of moves of the root, as in [`super::Noise::forced`].
    pub fn force_visits(&mut self, forced: f64) {
        self.forced = forced;
    }

    /// The visits that are forced at a node, as in [`super::Noise::forced`].
    pub fn forced_at(&self, at: NodeIndex) -> f64 {
        if at == NodeIndex::ROOT {
            self.forced
        } else {
            0.0
        }
    }

    /// How the search explores.
    pub fn options(&self) -> &TreeOptions {
        &self.options
    }

    /// The position of the root.
    pub fn position(&self) -> &Position<W> {
        &self.root
    }

    /// What is known of the root.
    pub fn root(&self) -> TreeRoot<'_, W> {
        TreeRoot::new(self)
    }

    /// The node at a place.
    pub fn node(&self, at: NodeIndex) -> &SearchNode<W> {
        &self.nodes[at.get()]
    }

    /// The node at a place.
    pub fn node_mut(&mut self, at: NodeIndex) -> &mut SearchNode<W> {
        &mut self.nodes[at.get()]
    }

    /// The node of a position.
    pub fn find(&self, position: &Position<W>) -> Option<NodeIndex> {
        self.index.get(&PositionKey::new(position)).copied()
    }

    /// Adds a node.
    pub fn insert(&mut self, position: &Position<W>, node: SearchNode<W>) -> NodeIndex {
        let at = NodeIndex::after(self.nodes.len());
        self.index.insert(PositionKey::new(position), at);
        self.nodes.push(node);
        at
    }

    /// Whether a position that has no node is evaluated.
    pub fn has_evaluation(&self, position: &Position<W>) -> bool {
        self.evaluations.contains_key(&PositionKey::new(position))
    }

    /// Keeps the evaluation of a position until it has a node.
    pub fn store_evaluation(&mut self, position: &Position<W>, evaluation: Prediction) {
        self.evaluations
            .insert(PositionKey::new(position), evaluation);
    }

    /// Takes the evaluation of a position that has no node.
    pub fn take_evaluation(&mut self, position: &Position<W>) -> Option<Prediction> {
        self.evaluations.remove(&PositionKey::new(position))
    }

    /// Whether nodes and evaluations take the memory that they may take.
    pub fn is_full(&self) -> bool {
        let beside = self.options.analysis_bytes() + self.options.proof_bytes();
        self.bytes() >= self.options.memory_bytes - beside
    }

    /// Bytes that nodes and evaluations take, about. Few nodes are analysed: these bytes do not
    /// count.
    fn bytes(&self) -> usize {
        // An evaluation has most cells, a node a dozen edges, each a block of the allocator.
        let block = 16;
        let moves = self.root.size().cells() * size_of::<(Cell, u16)>() + block;
        let edges = 12 * size_of::<SearchEdge>() + block;
        // A map keeps an eighth of its places free, and has a byte for each.
        let places = |capacity: usize, place: usize| capacity / 7 * 8 * (place + 1);
        let node = size_of::<(PositionKey<W>, NodeIndex)>();
        let evaluation = size_of::<(PositionKey<W>, Prediction)>();
        self.nodes.capacity() * size_of::<SearchNode<W>>()
            + self.nodes.len() * (edges + moves)
            + self.evaluations.len() * moves
            + places(self.index.capacity(), node)
            + places(self.evaluations.capacity(), evaluation)
    }
}
