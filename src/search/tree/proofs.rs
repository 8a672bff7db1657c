//! The solver at nodes of the graph: which nodes it tries, and what follows from a proof with a
//! carrier.

use super::graph::PuctGraph;
use super::node::{NONE, Outcome, PuctEdge, PuctNode};
use super::search::PuctSearch;
use crate::hex::{Cell, CellSet, Position};
use crate::solver::{NodeProver, OpenLeaves, ProofResult, ProofTask, Solver};
use std::time::Duration;

/// How far the solver is trusted: where its tries fail, in the middle of a game, they cost visits
/// and bring nothing; where they succeed, there is more to prove. At 0.2 s a move on 11x11, after
/// 14, 22 and 30 moves, the solver takes 3, 12 and 25% of the time so; 13, 26 and 43% if it begins
/// without caution, for as many proofs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Caution(f32);

impl Default for Caution {
    fn default() -> Self {
        Self(Self::FIRST)
    }
}

impl Caution {
    const FIRST: f32 = 16.0;
    const MOST: f32 = 32.0;
    const AFTER_FAILURE: f32 = 1.2;
    const AFTER_PROOF: f32 = 0.25;

    /// So many positions, as far as it goes.
    fn times(self, positions: f32) -> f32 {
        self.0 * positions
    }

    /// Learns from a try.
    fn learn(&mut self, has_proved: bool) {
        let change = if has_proved {
            Self::AFTER_PROOF
        } else {
            Self::AFTER_FAILURE
        };
        self.0 = (self.0 * change).clamp(1.0, Self::MOST);
    }
}

impl<const W: usize> PuctSearch<W> {
    /// The solver that tries nodes of the graph, if it does.
    pub fn solver(&mut self) -> Option<&mut Solver<W>> {
        (self.options.proofs > 0.0).then(|| self.prover_mut().solver())
    }

    fn prover_mut(&mut self) -> &mut NodeProver<W> {
        let (size, bytes) = (self.root.size(), self.options.proof_bytes());
        self.prover
            .get_or_insert_with(|| NodeProver::new(size, bytes))
    }

    /// Takes the solver out for a task, for which it is needed.
    pub(super) fn take_prover(&mut self) -> Option<NodeProver<W>> {
        self.prover_mut();
        self.prover.take()
    }

    /// Puts the solver back.
    pub(super) fn put_prover(&mut self, prover: Option<NodeProver<W>>) {
        self.work.solving = prover.as_ref().map_or(Duration::ZERO, NodeProver::spent);
        self.prover = prover;
    }

    /// Notes the nodes on the way of a visit whose visits have doubled, where the solver may decide
    /// them with the positions that go with their visits.
    pub(super) fn note_due(&mut self, path: &[(u32, usize)], line: &[Cell]) {
        if self.options.proofs <= 0.0 || self.lookout.is_none() {
            return;
        }
        let first = self.options.proofs_from;
        let from = usize::from(!self.root_is_whole);
        for (depth, &(at, _)) in path.iter().enumerate().skip(from) {
            let node = self.graph.node(at);
            let has_doubled = node.visits.is_multiple_of(first)
                && (node.visits / first).is_power_of_two()
                && node.outcome == Outcome::Open;
            let look = self.graph.look(node).filter(|_| has_doubled);
            let Some(look) = look else {
                continue;
            };
            let positions = (f64::from(node.visits) * self.options.proofs).ceil();
            let open = self.graph.open_moves(node);
            let expected = self
                .caution
                .times(look.open_leaves.expected_positions(open));
            if positions >= f64::from(expected) {
                let nodes = path[..=depth].iter().map(|&(node, _)| node as usize);
                #[allow(clippy::cast_sign_loss, reason = "visits are never less than 0")]
                self.due.push(ProofTask {
                    path: nodes.collect(),
                    moves: line[..depth].to_vec(),
                    positions: positions as u64,
                });
            }
        }
    }

    /// The next node for the solver, with so many positions at most, if one is due.
    pub(super) fn next_proof(&mut self, left: Option<u64>) -> Option<ProofTask> {
        while let Some(mut task) = self.due.pop() {
            task.positions = left.map_or(task.positions, |left| task.positions.min(left));
            let mut nodes = task.path.iter().map(|&at| self.graph.node(at as u32));
            if task.positions > 0 && nodes.all(|node| node.outcome == Outcome::Open) {
                return Some(task);
            }
        }
        None
    }

    /// Takes what the solver found at a node, if it had the time to try.
    pub(super) fn settle(&mut self, task: &ProofTask, result: Option<&ProofResult<W>>) {
        let (Some(result), Some((&at, above))) = (result, task.path.split_last()) else {
            return;
        };
        let at = at as u32;
        self.work.proof_positions += result.nodes;
        self.caution.learn(result.winner.is_some());
        let mut position = self.root;
        for &cell in &task.moves {
            position.play(cell);
        }
        if let Some(winner) = result.winner {
            let won = winner == position.to_move();
            match result.best.filter(|_| won) {
                Some(best) => self.graph.win_by(at, &position, best),
                None if won => return,
                None => self.graph.node_mut(at).decide(Outcome::Lost, 0),
            }
            let path: Vec<u32> = above.iter().map(|&node| node as u32).collect();
            self.conclude_above(&path, &task.moves, at, Some(result.carrier));
        } else {
            let leaves = result.numbers.least();
            let look = self.graph.node(at).look;
            if let Some(look) = self.graph.looks.get_mut(look as usize) {
                look.open_leaves = OpenLeaves::of(leaves);
            }
            self.due.extend(task.rest(leaves));
        }
    }

    /// Decides the nodes above a decided one as far as that follows, and leaves out the moves
    /// beside a refuted one that the carrier of its refutation leaves out: what answers that move
    /// answers them. The carrier is that of the winner at the decided node, if it is known.
    pub(super) fn conclude_above(
        &mut self,
        path: &[u32],
        moves: &[Cell],
        mut below: u32,
        mut carrier: Option<CellSet<W>>,
    ) {
        for (&at, &cell) in path.iter().zip(moves).rev() {
            let outcome = self.graph.node(below).outcome;
            if let (Outcome::Won, Some(carrier)) = (outcome, carrier) {
                self.graph.leave_out(at, carrier.with(cell));
            }
            self.graph.renew(at);
            let node = self.graph.node(at);
            let open = node.outcome == Outcome::Open;
            let Some((decided, distance)) = self.graph.conclusion(node).filter(|_| open) else {
                break;
            };
            self.graph.node_mut(at).decide(decided, distance);
            // The answers to all moves together have no carrier that is known.
            carrier = carrier.filter(|_| outcome == Outcome::Lost);
            carrier = carrier.map(|carrier| carrier.with(cell));
            below = at;
        }
    }
}

impl<const W: usize> PuctGraph<W> {
    /// How many moves of a node are worth considering and not refuted.
    fn open_moves(&self, node: &PuctNode) -> usize {
        let look = self.look(node);
        let open = |index: usize, cell: Cell| {
            let edge = node.edges.get(index).filter(|edge| edge.child != NONE);
            look.is_none_or(|look| look.moves.contains(cell))
                && edge.is_none_or(|edge| self.node(edge.child).outcome != Outcome::Won)
        };
        let moves = self.moves(node).iter().enumerate();
        moves
            .filter(|&(index, &(cell, _))| open(index, cell))
            .count()
    }

    /// Decides a node, which has a look, by a move that wins: it is added if it was not worth
    /// considering.
    fn win_by(&mut self, at: u32, position: &Position<W>, cell: Cell) {
        let mut after = *position;
        after.play(cell);
        let child = self
            .find(&after)
            .unwrap_or_else(|| self.insert(&after, PuctNode::new(NONE, 0.0)));
        self.node_mut(child).decide(Outcome::Lost, 0);
        let (look, judgement) = (self.node(at).look, self.node(at).judgement);
        if let Some(look) = self.looks.get_mut(look as usize) {
            look.moves.insert(cell);
        }
        let moves = &mut self.judgements[judgement as usize].moves;
        let known = moves.iter().position(|&(known, _)| known == cell);
        let index = known.unwrap_or(moves.len());
        if known.is_none() {
            moves.push((cell, 0));
        }
        let node = self.node_mut(at);
        let count = node.edges.len().max(index + 1);
        node.edges.resize(count, PuctEdge::NEW);
        node.edges[index].child = child;
        node.decide(Outcome::Won, 1);
    }

    /// Leaves out the moves of a node that are not among these, if it has a look.
    pub fn leave_out(&mut self, at: u32, cells: CellSet<W>) {
        let (look, judgement) = (self.node(at).look, self.node(at).judgement);
        if let Some(look) = self.looks.get_mut(look as usize) {
            look.keep_moves(&self.judgements[judgement as usize], cells);
        }
    }
}
