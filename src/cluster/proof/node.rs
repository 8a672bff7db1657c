//! A node of the upper part of a proof tree.

use super::{WideCells, WidePosition};
use crate::hex::{Cell, Colour, Image};
use crate::solver::{Fact, ProofNumbers, ProveOptions};
use std::collections::BTreeSet;

/// The identifier of a node.
pub type JobNodeId = i64;

/// The state of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobNodeState {
    /// It has no children: a job can search it.
    Leaf,
    /// A leaf set aside because the workers of its jobs died.
    Aside,
    /// Its moves are nodes.
    Inner,
    /// The winner is known.
    Decided(Colour),
}

/// A node.
#[derive(Clone, Debug)]
pub struct JobNode {
    /// Its identifier.
    pub id: JobNodeId,
    /// The position.
    pub position: WidePosition,
    /// What is known of it.
    pub state: JobNodeState,
    /// The moves of an inner node that may still win.
    pub open: WideCells,
    /// The cells with which the opponent refutes all other moves; once the node is decided, the
    /// winner's carrier.
    pub cover: WideCells,
    /// The winning move, if it is known.
    pub best: Option<Cell>,
    /// Its numbers.
    pub numbers: ProofNumbers,
    /// The probability that the best free leaf below it is needed if the node is; of a leaf, 1 if it
    /// is free and 0 otherwise.
    pub need: f64,
    /// The free leaves below it, or the leaf itself; leaves with several paths count several times.
    pub free: u32,
    /// Positions searched for it, as a leaf.
    pub positions: u64,
    /// Seconds spent on it, as a leaf.
    pub seconds: f64,
    /// Finished jobs of it.
    pub visits: u32,
    /// Deaths of workers at it in a row.
    pub deaths: u32,
    /// The worker whose table knows most about it; 0 for none.
    pub worker: i64,
}

impl JobNode {
    /// A leaf of which only the numbers are known.
    pub fn leaf(id: JobNodeId, position: WidePosition, numbers: ProofNumbers) -> Self {
        Self {
            id,
            position,
            state: JobNodeState::Leaf,
            open: WideCells::EMPTY,
            cover: WideCells::EMPTY,
            best: None,
            numbers,
            need: 1.0,
            free: 1,
            positions: 0,
            seconds: 0.0,
            visits: 0,
            deaths: 0,
            worker: 0,
        }
    }

    /// The winner, once it is known.
    pub fn winner(&self) -> Option<Colour> {
        match self.state {
            JobNodeState::Decided(winner) => Some(winner),
            _ => None,
        }
    }

    /// Records the winner and the cells that it needs.
    pub fn decide(&mut self, winner: Colour, carrier: WideCells, best: Option<Cell>) {
        self.state = JobNodeState::Decided(winner);
        self.numbers = ProofNumbers::decided(winner == self.position.to_move());
        self.need = 0.0;
        (self.open, self.cover, self.best, self.free) = (WideCells::EMPTY, carrier, best, 0);
    }

    /// The number of its stones; each move adds one.
    pub fn stones(&self) -> usize {
        let [black, white] = Colour::ALL.map(|colour| self.position.stones(colour).len());
        black + white
    }
}

/// A move of an inner node.
#[derive(Clone, Debug)]
pub struct JobEdge {
    /// The move.
    pub cell: Cell,
    /// The symmetry from the position after it to the node's.
    pub image: Image,
    /// The node of the position after it.
    pub child: JobNode,
}

/// Which of the remaining moves count for the numbers of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Widening {
    /// A fixed number of them,
    pub base: usize,
    /// and this fraction of them.
    pub factor: f64,
    /// How many leaves each move counts besides the hardest; 0 adds up all numbers.
    pub siblings: u32,
}

impl Widening {
    /// The same as in a solver with these options.
    pub fn of(options: &ProveOptions) -> Self {
        Self {
            base: options.base,
            factor: options.factor,
            siblings: options.siblings,
        }
    }

    /// How many moves count, out of this many.
    #[allow(clippy::cast_sign_loss)] // Shares are never below 0.
    pub fn width(&self, moves: usize) -> usize {
        let share = (self.factor * moves as f64).ceil() as usize;
        (self.base + share).clamp(1, moves.max(1))
    }
}

/// The storage of nodes.
pub trait ProofTree {
    /// The error of reading or writing.
    type Fault;

    /// A node.
    fn node(&mut self, id: JobNodeId) -> Result<JobNode, Self::Fault>;

    /// The moves of an inner node, in the order of its creation, best first.
    fn edges(&mut self, node: &JobNode) -> Result<Vec<JobEdge>, Self::Fault>;

    /// The parents of a node.
    fn parents(&mut self, id: JobNodeId) -> Result<Vec<JobNodeId>, Self::Fault>;

    /// The cells that the winner of a node needs if its moves decide it, without cells that are
    /// useless to the winner.
    fn needed(&self, node: &JobNode) -> WideCells {
        let fact = |winner| Fact::of_result(&node.position, winner, node.cover, None, 0);
        node.winner()
            .map_or(node.cover, |winner| fact(winner).carrier())
    }

    /// Checks that an inner node and its moves fit together; `fresh` are the nodes whose results the
    /// node need not know yet.
    fn check(
        &self,
        _node: &JobNode,
        _edges: &[JobEdge],
        _fresh: &BTreeSet<JobNodeId>,
    ) -> Result<(), Self::Fault> {
        Ok(())
    }

    /// Stores a changed node.
    fn save(&mut self, node: &JobNode) -> Result<(), Self::Fault>;
}
