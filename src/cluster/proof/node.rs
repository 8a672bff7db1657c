//! A node of the upper part of a proof tree.

use super::{WideCells, WidePosition};
use crate::hex::{Cell, Colour};
use crate::solver::{Fact, Image, ProofNumbers, ProveOptions};

/// The name of a node.
pub type JobNodeId = i64;

/// What a leaf counts for whose job is as if it had failed: more than any number that is not
/// infinite, so that others come first, and less than infinite, so that nothing is decided by it.
pub const FAILED: u32 = 1 << 24;

/// What is known of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobNodeState {
    /// It has no children: a job may work at it.
    Leaf,
    /// A leaf whose jobs killed their workers.
    Aside,
    /// Its moves are nodes.
    Inner,
    /// The winner is known.
    Decided(Colour),
}

/// A node.
#[derive(Clone, Debug)]
pub struct JobNode {
    /// Its name.
    pub id: JobNodeId,
    /// The position.
    pub position: WidePosition,
    /// What is known of it.
    pub state: JobNodeState,
    /// The moves that may still win, of an inner node.
    pub open: WideCells,
    /// The cells by which the opponent beats all others; once it is decided, the winner's carrier.
    pub cover: WideCells,
    /// The move that wins, where it is known.
    pub best: Option<Cell>,
    /// Its numbers.
    pub numbers: ProofNumbers,
    /// The same while leaves at which workers are busy count as failed.
    pub busy: ProofNumbers,
    /// How many leaves below it, or it itself, may be worked at; those with several ways to them
    /// count several times.
    pub free: u32,
    /// Positions searched for it, as a leaf.
    pub positions: u64,
    /// Seconds spent on it, as a leaf.
    pub seconds: f64,
    /// Jobs that came back from it.
    pub visits: u32,
    /// Workers in a row that did not come back from it.
    pub deaths: u32,
    /// The worker whose table knows most of it; 0 for none.
    pub worker: i64,
}

impl JobNode {
    /// A leaf of which nothing is known but its numbers.
    pub fn leaf(id: JobNodeId, position: WidePosition, numbers: ProofNumbers) -> Self {
        Self {
            id,
            position,
            state: JobNodeState::Leaf,
            open: WideCells::EMPTY,
            cover: WideCells::EMPTY,
            best: None,
            numbers,
            busy: numbers,
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
        self.busy = self.numbers;
        (self.open, self.cover, self.best, self.free) = (WideCells::EMPTY, carrier, best, 0);
    }

    /// How many stones it has; each move adds one.
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
    /// The symmetry that takes the position after it to the node's.
    pub image: Image,
    /// The node of the position after it.
    pub child: JobNode,
}

/// Which of the moves that are left count for the numbers of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Widening {
    /// So many, whatever their number.
    pub base: usize,
    /// And this share of them.
    pub factor: f64,
    /// How many leaves a move counts for beside the hardest; 0 adds up all.
    pub siblings: u32,
}

impl Widening {
    /// As a solver with these options does it.
    pub fn of(options: &ProveOptions) -> Self {
        Self {
            base: options.base,
            factor: options.factor,
            siblings: options.siblings,
        }
    }

    /// How many of so many moves count.
    #[allow(clippy::cast_sign_loss)] // Shares are never below 0.
    pub fn width(&self, moves: usize) -> usize {
        let share = (self.factor * moves as f64).ceil() as usize;
        (self.base + share).clamp(1, moves.max(1))
    }
}

/// Where nodes are kept.
pub trait ProofTree {
    /// Why something cannot be read or written.
    type Fault;

    /// A node.
    fn node(&mut self, id: JobNodeId) -> Result<JobNode, Self::Fault>;

    /// The moves of an inner node, best first as they looked when it was made.
    fn edges(&mut self, node: &JobNode) -> Result<Vec<JobEdge>, Self::Fault>;

    /// The nodes of which a node is a move.
    fn parents(&mut self, id: JobNodeId) -> Result<Vec<JobNodeId>, Self::Fault>;

    /// The cells that the winner of a node needs, as far as it is decided by its moves: what is of
    /// no use to the winner is left out.
    fn needed(&self, node: &JobNode) -> WideCells {
        let fact = |winner| Fact::of_result(&node.position, winner, node.cover, None, 0);
        node.winner()
            .map_or(node.cover, |winner| fact(winner).carrier())
    }

    /// Keeps what has changed in a node.
    fn save(&mut self, node: &JobNode) -> Result<(), Self::Fault>;
}
