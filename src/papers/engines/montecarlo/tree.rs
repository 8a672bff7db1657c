//! The tree: nodes in a block of memory of fixed size, with their statistics and proofs.
//!
//! The children of a node are contiguous and created together, when the node is expanded. The
//! statistics of a node are for the side that moved into it, because its parent chooses by them.
//! Proofs are for the side to move: a node with a lost child is won. An expanded node whose
//! children are all won is lost, because its children are all moves worth considering, and no other
//! move could save it. A tree that moves on with the game is copied into another block, so each may
//! use half of the memory.

use super::evaluation::{FilledBoard, LeafEvaluation};
use super::options::MonteCarloOptions;
use super::playout::Playout;
use crate::base::memory;
use crate::hex::{Cell, Colour};
use std::ops::Range;

/// How much lower than its position a move without visits is rated (first-play urgency).
const FPU_REDUCTION: f32 = 0.05;

/// The state of a node, for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NodeState {
    /// It has no evaluation.
    #[default]
    Leaf,
    /// It has an evaluation and all children worth considering.
    Expanded,
    /// It is proved to be won.
    Won,
    /// It is proved to be lost.
    Lost,
}

/// A node.
#[derive(Clone, Copy, Debug)]
pub struct TreeNode {
    /// The move that leads to it.
    pub cell: Cell,
    /// Its state.
    pub state: NodeState,
    /// The number of moves from it to the deciding position, once it is solved.
    pub proof_distance: u16,
    /// The number of its children.
    child_count: u16,
    /// The index of the first child.
    first_child: u32,
    /// The index of its filled board.
    board: u32,
    /// Playouts through it, plus the weights of evaluations.
    pub visits: f32,
    /// The sum of the values for the side that moved into it.
    value_sum: f32,
    /// Playouts through its parent in which the side that moved into it had its cell in the end,
    /// and how many of them that side won.
    amaf_visits: f32,
    amaf_wins: f32,
    /// The prior probability of the move.
    pub prior: f32,
}

impl TreeNode {
    fn new(cell: Cell, prior: f32) -> Self {
        Self {
            cell,
            state: NodeState::Leaf,
            proof_distance: 0,
            child_count: 0,
            first_child: 0,
            board: 0,
            visits: 0.0,
            value_sum: 0.0,
            amaf_visits: 0.0,
            amaf_wins: 0.0,
            prior,
        }
    }

    /// Its mean value for the side that moved into it; `None` before the first visit.
    pub fn mean_value(&self) -> Option<f32> {
        (self.visits > 0.0).then(|| self.value_sum / self.visits)
    }

    /// The indices of its children.
    pub fn child_range(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from(self.child_count)
    }

    /// Whether it is proved.
    pub fn is_solved(&self) -> bool {
        matches!(self.state, NodeState::Won | NodeState::Lost)
    }
}

/// The tree. The root is the first node.
#[derive(Clone, Debug)]
pub struct Tree<const W: usize> {
    pub(super) nodes: Vec<TreeNode>,
    boards: Vec<FilledBoard<W>>,
    max_nodes: usize,
    max_boards: usize,
}

impl<const W: usize> Tree<W> {
    /// A root without evaluation, in at most this many bytes.
    pub fn new(bytes: usize) -> Self {
        // Half is for a copy. An eighth of the rest is for boards, since most nodes have eight or
        // more children.
        let max_nodes = (bytes / 2 / 8 * 7 / size_of::<TreeNode>()).max(1000);
        let max_boards = (bytes / 2 / 8 / size_of::<FilledBoard<W>>()).max(16);
        let mut tree = Self::empty(max_nodes, max_boards);
        tree.nodes.push(TreeNode::new(Cell::new(0), 1.0));
        tree
    }

    /// A tree without nodes, of this size or smaller if memory is short.
    fn empty(max_nodes: usize, max_boards: usize) -> Self {
        let (nodes, boards) = (memory::list(max_nodes), memory::list(max_boards));
        Self {
            max_nodes: max_nodes.min(nodes.capacity()),
            max_boards: max_boards.min(boards.capacity()),
            nodes,
            boards,
        }
    }

    /// Resets the tree to a root without evaluation.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.boards.clear();
        self.nodes.push(TreeNode::new(Cell::new(0), 1.0));
    }

    /// The bytes of its block.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<TreeNode>()
            + self.boards.capacity() * size_of::<FilledBoard<W>>()
    }

    /// The node at an index.
    pub fn node(&self, index: usize) -> &TreeNode {
        &self.nodes[index]
    }

    /// The root.
    pub fn root(&self) -> &TreeNode {
        &self.nodes[0]
    }

    /// The children of a node.
    pub fn children(&self, index: usize) -> &[TreeNode] {
        &self.nodes[self.nodes[index].child_range()]
    }

    /// The filled board of an expanded node.
    pub fn filled_board(&self, index: usize) -> FilledBoard<W> {
        self.boards[self.nodes[index].board as usize]
    }

    /// Whether another node with this many children fits.
    pub fn has_capacity(&self, children: usize) -> bool {
        self.nodes.len() + children <= self.max_nodes && self.boards.len() < self.max_boards
    }

    /// The child to visit next, by its mean value, all-moves-as-first and its prior; `None` if
    /// every child loses for the side to move.
    pub fn select_child(&self, index: usize, options: &MonteCarloOptions) -> Option<usize> {
        let node = &self.nodes[index];
        // An evaluation's weight plus one is the unit of visits.
        let unit = 1.0 + options.evaluation_weight;
        let exploration = options.exploration * (node.visits.max(1.0) * unit).sqrt();
        let fpu_value = 1.0 - node.mean_value().unwrap_or(0.5) - FPU_REDUCTION;
        let urgency = |child: &TreeNode| {
            let visits = child.visits + 1.0;
            let mut value = (child.value_sum + fpu_value) / visits;
            let bias = options.rave_bias;
            if bias > 0.0 {
                let amaf = child.amaf_visits;
                if amaf > 0.0 {
                    let share = amaf / (amaf + visits + amaf * visits * bias);
                    value += share * (child.amaf_wins / amaf - value);
                }
            }
            value + exploration * child.prior / (child.visits + unit)
        };
        let mut best: Option<(f32, usize)> = None;
        for index in node.child_range() {
            let child = &self.nodes[index];
            if child.state == NodeState::Won {
                continue;
            }
            let urgency = urgency(child);
            if best.is_none_or(|(most, _)| urgency > most) {
                best = Some((urgency, index));
            }
        }
        best.map(|(_, index)| index)
    }

    /// Adds visits, each with this value for Black, to the nodes of a path from the root.
    pub fn backup(&mut self, path: &[usize], root_to_move: Colour, for_black: f32, visits: f32) {
        let mut to_move = root_to_move;
        for &index in path {
            let value = match !to_move {
                Colour::Black => for_black,
                Colour::White => 1.0 - for_black,
            };
            self.nodes[index].visits += visits;
            self.nodes[index].value_sum += visits * value;
            to_move = !to_move;
        }
    }

    /// Adds a finished playout to the all-moves-as-first statistics of the children of a path's
    /// nodes: those whose cell their side has in the end.
    pub fn backup_amaf(
        &mut self,
        path: &[usize],
        root_to_move: Colour,
        playout: &Playout,
        winner: Colour,
    ) {
        let mut to_move = root_to_move;
        for &index in path {
            let won = if winner == to_move { 1.0 } else { 0.0 };
            let children = self.nodes[index].child_range();
            for child in &mut self.nodes[children] {
                if playout.has(to_move, child.cell) {
                    child.amaf_visits += 1.0;
                    child.amaf_wins += won;
                }
            }
            to_move = !to_move;
        }
    }

    /// Attaches an evaluation to the last node of a path, and solves its ancestors as far as that
    /// follows. Returns false if the tree is full.
    pub fn attach(&mut self, path: &[usize], evaluation: &LeafEvaluation<W>) -> bool {
        let Some(&leaf) = path.last() else {
            return false;
        };
        match evaluation.won {
            Some(won) => self.solve(leaf, won, 0),
            None if !self.has_capacity(evaluation.moves.len()) => return false,
            None => {
                self.expand(leaf, evaluation);
                if !self.solve_by_children(leaf) {
                    return true;
                }
            }
        }
        self.solve_ancestors(path, evaluation.carrier);
        true
    }

    /// Gives a leaf the moves of its evaluation as children.
    fn expand(&mut self, leaf: usize, evaluation: &LeafEvaluation<W>) {
        let first = self.nodes.len() as u32;
        let moves = evaluation.moves.iter();
        self.nodes
            .extend(moves.map(|&(cell, prior)| TreeNode::new(cell, prior)));
        let node = &mut self.nodes[leaf];
        (node.first_child, node.child_count) = (first, evaluation.moves.len() as u16);
        (node.board, node.state) = (self.boards.len() as u32, NodeState::Expanded);
        self.boards.push(evaluation.filled_board);
    }

    /// The best child to play: one that wins, else the most visited that does not lose, else the
    /// one that loses last.
    pub fn best_child(&self, index: usize) -> Option<usize> {
        let rank = |&child: &usize| {
            let child = &self.nodes[child];
            match child.state {
                NodeState::Lost => (2, -f32::from(child.proof_distance)),
                NodeState::Won => (0, f32::from(child.proof_distance)),
                _ => (1, child.visits),
            }
        };
        // Ties go to the first child, which has the highest prior.
        self.nodes[index].child_range().rev().max_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        })
    }

    /// A copy of the tree below the node after these moves; `None` if it does not exist or has no
    /// children.
    pub fn subtree(&self, moves: &[Cell]) -> Option<Self> {
        let mut index = 0;
        for &cell in moves {
            let mut children = self.nodes[index].child_range();
            index = children.find(|&child| self.nodes[child].cell == cell)?;
        }
        // A node solved by its own evaluation has no children to choose from.
        if self.nodes[index].child_count == 0 {
            return None;
        }
        let mut tree = Self::empty(self.max_nodes, self.max_boards);
        if tree.max_nodes < self.nodes.len() || tree.max_boards < self.boards.len() {
            // There is no memory for a copy: the tree starts empty.
            return None;
        }
        tree.nodes.push(self.nodes[index]);
        let mut done = 0;
        while done < tree.nodes.len() {
            let node = tree.nodes[done];
            if node.child_count > 0 {
                tree.nodes[done].first_child = tree.nodes.len() as u32;
                tree.nodes[done].board = tree.boards.len() as u32;
                tree.boards.push(self.boards[node.board as usize]);
                tree.nodes
                    .extend_from_slice(&self.nodes[node.child_range()]);
            }
            done += 1;
        }
        Some(tree)
    }
}
