//! What follows from a decided node, up to the root. A node is decided by the end of the game, by
//! an analysis or by the solver; the nodes above it by logic alone: a node with a move to a lost
//! one is won, and one whose moves all lead to won ones is lost.

use super::graph::SearchGraph;
use super::node::{NodeIndex, SearchNode};
use super::outcome::Outcome;
use crate::hex::{Cell, CellSet, Position};
use crate::solver::{ProofResult, ProofTask};

impl<const W: usize> SearchGraph<W> {
    /// Gives a proof of the solver to the node that was its task, and decides the nodes above it as
    /// far as that follows.
    pub fn apply_proof(&mut self, task: &ProofTask<NodeIndex>, result: &ProofResult<W>) {
        let (Some(winner), Some(&at)) = (result.winner, task.path.last()) else {
            return;
        };
        let mut position = *self.position();
        for &cell in &task.moves {
            position.play(cell);
        }
        if winner != position.to_move() {
            self.node_mut(at).decide(Outcome::Lost, 0);
        } else if let Some(best) = result.best {
            self.win_by(at, &position, best);
        } else {
            return;
        }
        self.conclude_above(&task.path, &task.moves, Some(result.carrier));
    }

    /// Decides an analysed node by a move that wins; it is added if it was not worth considering.
    fn win_by(&mut self, at: NodeIndex, position: &Position<W>, cell: Cell) {
        let mut after = *position;
        after.play(cell);
        let child = self
            .find(&after)
            .unwrap_or_else(|| self.insert(&after, SearchNode::lost()));
        self.node_mut(child).decide(Outcome::Lost, 0);
        let node = self.node_mut(at);
        node.add_child(cell, child);
        node.decide(Outcome::Won, 1);
    }

    /// Decides the nodes of a path above its last one, which is decided, as far as that follows.
    /// Leaves out the moves beside a refuted one that the carrier of its refutation leaves out:
    /// what answers that move answers them. The carrier is that of the winner at the last node, if
    /// it is known.
    pub fn conclude_above(
        &mut self,
        path: &[NodeIndex],
        moves: &[Cell],
        mut carrier: Option<CellSet<W>>,
    ) {
        let steps = path.windows(2).zip(moves);
        for (step, &cell) in steps.rev() {
            let (at, below) = (step[0], step[1]);
            let outcome = self.node(below).outcome();
            if let (Outcome::Won, Some(carrier)) = (outcome, carrier) {
                self.node_mut(at).restrict(carrier.with(cell));
            }
            self.renew(at);
            if !self.conclude_node(at) {
                break;
            }
            // The answers to all moves together have no carrier that is known.
            carrier = carrier.filter(|_| outcome == Outcome::Lost);
            carrier = carrier.map(|carrier| carrier.with(cell));
        }
    }

    /// Decides a node if its move at this index does.
    pub fn conclude(&mut self, at: NodeIndex, index: usize) {
        let child = self.node(at).edge(index).child;
        if child.is_some_and(|child| !self.node(child).is_open()) {
            self.conclude_node(at);
        }
    }

    /// Decides an open node if its moves do; whether they do.
    fn conclude_node(&mut self, at: NodeIndex) -> bool {
        let node = self.node(at);
        let conclusion = if node.is_open() {
            self.conclusion(node)
        } else {
            None
        };
        if let Some((outcome, distance)) = conclusion {
            self.node_mut(at).decide(outcome, distance);
        }
        conclusion.is_some()
    }

    /// What follows for a node from its moves, with the distance, if that decides it.
    pub fn conclusion(&self, node: &SearchNode<W>) -> Option<(Outcome, u16)> {
        let distances = |outcome| {
            let children = node.children().map(|child| self.node(child.node));
            let decided = children.filter(move |child| child.outcome() == outcome);
            decided.map(SearchNode::distance)
        };
        if let Some(least) = distances(Outcome::Lost).min() {
            return Some((Outcome::Won, least + 1));
        }
        let is_lost = node.evaluation().is_some() && self.moves_left(node).next().is_none();
        let most = distances(Outcome::Won).max().unwrap_or(0);
        is_lost.then_some((Outcome::Lost, most + 1))
    }

    /// The moves of a node that are worth considering and not refuted.
    pub fn moves_left(&self, node: &SearchNode<W>) -> impl Iterator<Item = Cell> {
        let left = node.candidates().filter(|&(index, ..)| {
            let child = node.edge(index).child;
            child.is_none_or(|child| self.node(child).outcome() != Outcome::Won)
        });
        left.map(|(_, cell, _)| cell)
    }
}
