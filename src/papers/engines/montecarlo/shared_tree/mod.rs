//! The tree with all that a search of it needs, for one worker at a time. A visit selects a leaf,
//! attaches its evaluation or plays out from it, and backs the result up.
//!
//! The evaluation of a position depends on the moves that lead to it from the base, the position
//! whose analysis was built from scratch, not on the worker or the time. So workers may evaluate
//! leaves ahead that the search is likely to come to: these evaluations wait here until it does,
//! and the tree becomes what a single worker would make of it. To predict them,
//! `claim_leaf` simulates visits with expected values and undoes them.

mod proofs;

use super::evaluation::{FilledBoard, LeafEvaluation};
use super::options::MonteCarloOptions;
use super::playout::Playout;
use super::tree::{NodeState, Tree};
use super::weights::PatternWeights;
use super::xorshift::XorShift;
use crate::hex::{BoardSize, Cell, CellSet, Colour};
use crate::knowledge::analysis::CursorPool;
use crate::solver::ProofTask;
use std::collections::HashMap;

/// How many evaluations may wait for the search, where there is memory for them.
const MOST_WAITING: usize = 4096;

/// How many visits ahead of the search leaves are evaluated.
const LOOKAHEAD: usize = 24;

/// The work that a search has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WorkCounts {
    /// Playouts.
    pub playouts: u64,
    /// Leaves that the search came to and that got an evaluation.
    pub evaluations: u64,
    /// Positions that the solver searched.
    pub proof_positions: u64,
    /// The longest line that was evaluated.
    pub depth: u32,
}

/// What a visit does at the selected leaf.
enum LeafTask<const W: usize> {
    /// The leaf is due for an evaluation.
    Evaluate,
    /// Playouts from this board.
    PlayOut(FilledBoard<W>),
    /// Nothing: the leaf is solved.
    Nothing,
}

/// How a visit ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Visit {
    /// The result was backed up.
    Done,
    /// The selected leaf has no evaluation yet.
    MissingEvaluation,
    /// There is nothing to visit.
    NothingLeft,
}

/// The tree, the random numbers, and the evaluations made ahead.
pub(super) struct SharedTree<const W: usize> {
    options: MonteCarloOptions,
    pub tree: Tree<W>,
    pub counts: WorkCounts,
    pub cursors: CursorPool<W>,
    /// The side to move at the root.
    root_to_move: Colour,
    playout: Playout,
    random: XorShift,
    /// The nodes from the root to the selected leaf.
    path: Vec<usize>,
    /// The moves from the base to the selected leaf.
    moves: Vec<Cell>,
    /// How many of them lead from the base to the root.
    root_depth: usize,
    /// Evaluations that the search has not come to, by the moves from the base.
    evaluated: HashMap<Vec<Cell>, LeafEvaluation<W>>,
    /// How many of them may wait.
    most_waiting: usize,
    /// The leaves that workers evaluate at this moment, by the same moves.
    in_progress: Vec<Vec<Cell>>,
    /// The nodes that the solver is to try after the last visit, the last one first.
    due: Vec<ProofTask>,
    /// Whether a worker proves: until it has, the tree stays as it is.
    is_proving: bool,
}

impl<const W: usize> SharedTree<W> {
    /// An empty tree for boards of this size.
    pub fn new(size: BoardSize, options: MonteCarloOptions, seed: u64) -> Self {
        let policy = options
            .pattern_playouts
            .then(|| PatternWeights::shipped().policy());
        Self {
            tree: Tree::new(options.tree_bytes()),
            counts: WorkCounts::default(),
            cursors: CursorPool::new(size.cells(), options.look_bytes() / 6 * 5),
            most_waiting: {
                let each = 128 + size.cells() * size_of::<(Cell, f32)>();
                (options.look_bytes() / 6 / each).clamp(1, MOST_WAITING)
            },
            root_to_move: Colour::Black,
            playout: Playout::new(size, policy),
            random: XorShift::new(seed),
            path: Vec::new(),
            moves: Vec::new(),
            root_depth: 0,
            evaluated: HashMap::new(),
            in_progress: Vec::new(),
            due: Vec::new(),
            is_proving: false,
            options,
        }
    }

    /// Leaves a root without evaluation, which is also the new base.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.move_base_to_root();
    }

    /// Makes the root the base. Cursors and evaluations of the old base are dropped.
    pub fn move_base_to_root(&mut self) {
        self.moves.clear();
        self.root_depth = 0;
        self.cursors.clear();
        self.evaluated.clear();
    }

    /// Makes the node that these moves lead to the root. False, and nothing changes, if it is not
    /// in the tree or has no children.
    pub fn advance(&mut self, moves: &[Cell]) -> bool {
        let Some(subtree) = self.tree.subtree(moves) else {
            return false;
        };
        self.tree = subtree;
        self.moves.truncate(self.root_depth);
        self.moves.extend(moves);
        self.root_depth = self.moves.len();
        self.evaluated
            .retain(|line, _| line.starts_with(&self.moves));
        true
    }

    /// How many moves lead from the base to the root.
    pub fn root_depth(&self) -> usize {
        self.root_depth
    }

    /// Begins a search.
    pub fn begin(&mut self, to_move: Colour) {
        self.root_to_move = to_move;
        self.counts = WorkCounts::default();
        self.in_progress.clear();
        self.due.clear();
        self.is_proving = false;
    }

    /// Whether the root has no evaluation yet.
    pub fn root_is_leaf(&self) -> bool {
        self.tree.root().state == NodeState::Leaf
    }

    /// Expands the root by its evaluation.
    pub fn expand_root(&mut self, evaluation: &LeafEvaluation<W>) {
        self.path.clear();
        self.moves.truncate(self.root_depth);
        self.path.push(0);
        self.attach(evaluation);
    }

    /// Whether the root is solved, or has no moves.
    pub fn is_over(&self) -> bool {
        self.tree.root().is_solved() || self.tree.children(0).is_empty()
    }

    /// Playouts, evaluations and positions of the solver, which count against the limit of nodes.
    pub fn spent(&self) -> u64 {
        self.counts.playouts + self.counts.evaluations + self.counts.proof_positions
    }

    /// Selects a leaf, attaches its evaluation or plays out from it, and backs the result up.
    pub fn visit(&mut self) -> Visit {
        match self.select() {
            LeafTask::Evaluate => {
                let Some(evaluation) = self.evaluated.remove(&self.moves) else {
                    return Visit::MissingEvaluation;
                };
                self.attach(&evaluation);
                let leaf = self.path.last().copied().unwrap_or_default();
                if !self.tree.node(leaf).is_solved() {
                    let board = self.filled_board();
                    self.play_out(board, self.options.playouts);
                }
            }
            // Without a playout the visit would change nothing, and the next would be the same.
            LeafTask::PlayOut(board) => self.play_out(board, self.options.playouts.max(1)),
            LeafTask::Nothing => return Visit::NothingLeft,
        }
        Visit::Done
    }

    /// Claims a leaf for a worker to evaluate, after a visit that missed an evaluation, and gives
    /// the moves from the base to it. That leaf or, if another worker has it, one that the search
    /// is likely to come to.
    pub fn claim_leaf(&mut self) -> Option<Vec<Cell>> {
        let mut before = Vec::new();
        let mut predicted = Vec::new();
        let mut found = self.is_unclaimed();
        while !found && predicted.len() < LOOKAHEAD {
            let for_black = self.predict(predicted.contains(&self.path));
            for &index in &self.path {
                before.push((index, self.tree.statistics(index)));
            }
            let count = self.options.evaluation_weight + self.options.playouts as f32;
            self.tree
                .backup(&self.path, self.root_to_move, for_black, count);
            predicted.push(self.path.clone());
            found = match self.select() {
                LeafTask::Evaluate => self.is_unclaimed(),
                LeafTask::PlayOut(_) => false,
                LeafTask::Nothing => break,
            };
        }
        for (index, statistics) in before.into_iter().rev() {
            self.tree.set_statistics(index, statistics);
        }
        if !found {
            return None;
        }
        self.in_progress.push(self.moves.clone());
        Some(self.moves.clone())
    }

    /// Whether the selected leaf has no evaluation and no worker evaluates it.
    fn is_unclaimed(&self) -> bool {
        !self.in_progress.contains(&self.moves) && !self.evaluated.contains_key(&self.moves)
    }

    /// The expected value of the selected leaf for Black: that of its evaluation, if there is one,
    /// or the mean value of its parent. A leaf that was predicted before and is selected again
    /// counts as lost for the side that moved into it, so that the search goes elsewhere.
    fn predict(&self, again: bool) -> f32 {
        let evaluation = self.evaluated.get(&self.moves);
        if let Some(evaluation) = evaluation.filter(|_| !again) {
            return evaluation.for_black;
        }
        // The mean value of the parent is for the side that moved into it: the side to move at the
        // leaf.
        let value = match self.path[..] {
            [.., parent, _] if !again => self.tree.node(parent).mean_value(),
            _ => Some(1.0),
        };
        let value = value.unwrap_or(0.5);
        match self.to_move() {
            Colour::Black => value,
            Colour::White => 1.0 - value,
        }
    }

    /// Keeps an evaluation until the search comes to its leaf.
    pub fn store(&mut self, moves: Vec<Cell>, evaluation: LeafEvaluation<W>) {
        self.in_progress.retain(|line| *line != moves);
        if self.evaluated.len() >= self.most_waiting {
            self.evaluated.clear();
        }
        self.evaluated.insert(moves, evaluation);
    }

    /// Selects a leaf: sets the path and the moves that lead to it.
    fn select(&mut self) -> LeafTask<W> {
        let options = self.options;
        self.path.clear();
        self.moves.truncate(self.root_depth);
        let mut index = 0;
        self.path.push(index);
        let is_due = loop {
            let node = self.tree.node(index);
            if node.state != NodeState::Expanded {
                break node.state == NodeState::Leaf && node.visits >= options.knowledge as f32;
            }
            let Some(child) = self.tree.select_child(index, &options) else {
                break false;
            };
            index = child;
            self.path.push(index);
            self.moves.push(self.tree.node(index).cell);
        };
        if is_due && self.tree.has_room(self.playout.cells()) {
            return LeafTask::Evaluate;
        }
        if self.tree.node(index).is_solved() {
            return LeafTask::Nothing;
        }
        LeafTask::PlayOut(self.filled_board())
    }

    /// The side to move at the selected leaf.
    fn to_move(&self) -> Colour {
        match self.path.len() % 2 {
            1 => self.root_to_move,
            _ => !self.root_to_move,
        }
    }

    /// The board on which playouts from the selected leaf begin.
    fn filled_board(&self) -> FilledBoard<W> {
        match self.path[..] {
            [.., parent, leaf] if self.tree.children(leaf).is_empty() => {
                let mut stones = self.tree.filled_board(parent);
                stones[(!self.to_move()).index()].insert(self.tree.node(leaf).cell);
                stones
            }
            [.., leaf] => self.tree.filled_board(leaf),
            [] => [CellSet::EMPTY; 2],
        }
    }

    /// Attaches an evaluation to the selected leaf and backs it up.
    fn attach(&mut self, evaluation: &LeafEvaluation<W>) {
        self.counts.evaluations += 1;
        self.counts.depth = self.counts.depth.max(self.path.len() as u32 - 1);
        self.tree.attach(&self.path, evaluation);
        let count = self.options.evaluation_weight;
        self.tree
            .backup(&self.path, self.root_to_move, evaluation.for_black, count);
        self.note_due(count);
    }

    /// Makes playouts from the selected leaf and backs them up.
    fn play_out(&mut self, board: FilledBoard<W>, count: u32) {
        let to_move = self.to_move();
        let options = self.options;
        let mut won = 0.0;
        for _ in 0..count {
            let (playout, random) = (&mut self.playout, &mut self.random);
            let winner = playout.run(board, to_move, options.bridges, random);
            if winner == Colour::Black {
                won += 1.0;
            }
            if options.rave_bias > 0.0 {
                self.tree
                    .backup_amaf(&self.path, self.root_to_move, playout, winner);
            }
        }
        self.counts.playouts += u64::from(count);
        if count > 0 {
            let count = count as f32;
            self.tree
                .backup(&self.path, self.root_to_move, won / count, count);
            self.note_due(count);
        }
    }
}
