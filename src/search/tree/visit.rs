//! One visit on its way from the root.

use super::node::NodeIndex;
use crate::hex::{Cell, Position};

/// The nodes, moves and position that a visit has come to.
pub(super) struct Visit<const W: usize> {
    position: Position<W>,
    /// From the root to the last node.
    nodes: Vec<NodeIndex>,
    /// The index of the move from each node; the last move may lead to a position without a node.
    indices: Vec<usize>,
    line: Vec<Cell>,
}

impl<const W: usize> Visit<W> {
    /// A visit that begins at the root.
    pub fn new(root: &Position<W>) -> Self {
        Self {
            position: *root,
            nodes: vec![NodeIndex::ROOT],
            indices: Vec::new(),
            line: Vec::new(),
        }
    }

    /// Makes a move of the last node.
    pub fn play(&mut self, index: usize, cell: Cell) {
        self.position.play(cell);
        self.indices.push(index);
        self.line.push(cell);
    }

    /// Adds the node that the last move leads to.
    pub fn enter(&mut self, node: NodeIndex) {
        self.nodes.push(node);
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position<W> {
        &self.position
    }

    /// The last node.
    pub fn node(&self) -> NodeIndex {
        self.nodes.last().copied().unwrap_or(NodeIndex::ROOT)
    }

    /// The nodes from the root.
    pub fn nodes(&self) -> &[NodeIndex] {
        &self.nodes
    }

    /// The moves from the root.
    pub fn line(&self) -> &[Cell] {
        &self.line
    }

    /// The nodes from which moves were made, each with the index of its move.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = (NodeIndex, usize)> {
        let pairs = self.nodes.iter().zip(&self.indices);
        pairs.map(|(&node, &index)| (node, index))
    }
}
