//! The search: visits from the root, one after another. From move to move it keeps the part of the
//! tree below the moves played.

use super::evaluation::{FilledBoard, LeafEvaluation};
use super::options::MonteCarloOptions;
use super::patterns::{PatternBoard, PatternWeights};
use super::playout::Playout;
use super::run::Run;
use super::tree::{NodeState, Tree};
use crate::base::xorshift::XorShift;
use crate::hex::{BoardSize, Cell, CellSet, Colour, Position};
use crate::knowledge::analysis::{Analysis, AnalysisCursor, CursorPool};
use crate::think::{Limits, Observer, SearchOutcome};

/// The most moves that a tree advances at once: an own move and the reply.
const MAX_ADVANCE: usize = 2;

/// After this many moves of a game the root becomes the base, because an analysis that was updated
/// along a line finds somewhat less than a new one.
const MAX_BASE_DISTANCE: usize = 16;

/// The work of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    /// Playouts.
    pub playouts: u64,
    /// Leaves that were evaluated.
    pub evaluations: u64,
    /// The longest evaluated line.
    pub depth: u32,
}

impl Work {
    /// Playouts and evaluations, which count against the limit of nodes.
    pub fn nodes(self) -> u64 {
        self.playouts + self.evaluations
    }
}

/// A search that keeps its tree from move to move.
pub struct MonteCarloSearch<const W: usize> {
    options: MonteCarloOptions,
    tree: Tree<W>,
    /// The position at the root of the tree.
    root: Option<Position<W>>,
    /// The analysis from which those of all leaves are updated, by the moves to them.
    base: Option<Analysis<W>>,
    /// Analyses along lines of the tree.
    cursors: CursorPool<W>,
    patterns: PatternBoard,
    playout: Playout,
    random: XorShift,
    /// The nodes from the root to the selected leaf.
    path: Vec<usize>,
    /// The moves from the base to the selected leaf; the first of them lead to the root.
    line: Vec<Cell>,
    root_depth: usize,
    /// The side to move at the root.
    root_to_move: Colour,
    work: Work,
}

impl<const W: usize> MonteCarloSearch<W> {
    /// A search on boards of this size, with the random seed of its playouts.
    pub fn new(size: BoardSize, options: MonteCarloOptions, seed: u64) -> Self {
        let policy = options
            .pattern_playouts
            .then(|| PatternWeights::shipped().policy());
        Self {
            tree: Tree::new(options.tree_bytes()),
            root: None,
            base: None,
            cursors: CursorPool::new(size.cells(), options.analysis_bytes()),
            patterns: PatternBoard::new(size),
            playout: Playout::new(size, policy),
            random: XorShift::new(seed),
            path: Vec::new(),
            line: Vec::new(),
            root_depth: 0,
            root_to_move: Colour::Black,
            work: Work::default(),
            options,
        }
    }

    /// The bytes that its tree and the copy of it may take.
    pub fn bytes(&self) -> usize {
        2 * self.tree.bytes()
    }

    pub(super) fn tree(&self) -> &Tree<W> {
        &self.tree
    }

    pub(super) fn work(&self) -> Work {
        self.work
    }

    /// Searches a position from its analysis, which does not decide it.
    pub fn search(
        &mut self,
        analysis: &Analysis<W>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        let mut run = Run::new(analysis.position().to_move(), limits, observer);
        self.follow(analysis.position());
        self.work = Work::default();
        let base = self.take_base(analysis);
        if self.tree.root().state == NodeState::Leaf {
            self.select();
            let evaluation = self.evaluation(analysis);
            self.attach(&evaluation);
        }
        while !run.is_over(self) {
            self.visit(&base);
        }
        // After an analysis that was cut short the next search begins with a better one.
        self.base = (!analysis.is_cut()).then_some(base);
        run.outcome(self)
    }

    /// Moves the root to a position: in the same tree if it contains the position, otherwise in a
    /// new one.
    fn follow(&mut self, position: &Position<W>) {
        let root = self.root.replace(*position);
        self.root_to_move = position.to_move();
        let moves = root.and_then(|root| moves_between(&root, position));
        let is_kept = match moves.as_deref() {
            Some([]) => !self.tree.children(0).is_empty(),
            Some(moves) => self.advance(moves),
            None => false,
        };
        if !is_kept {
            self.tree.clear();
            self.base = None;
        }
    }

    /// Makes the node that these moves lead to the root. False, and nothing changes, if it is not
    /// in the tree or has no children.
    fn advance(&mut self, moves: &[Cell]) -> bool {
        let Some(subtree) = self.tree.subtree(moves) else {
            return false;
        };
        self.tree = subtree;
        self.line.truncate(self.root_depth);
        self.line.extend(moves);
        self.root_depth = self.line.len();
        true
    }

    /// Takes the base. The analysis of the root becomes the base if there is none, or if the root
    /// is too far from it.
    fn take_base(&mut self, analysis: &Analysis<W>) -> Analysis<W> {
        let base = self.base.take();
        if let Some(base) = base.filter(|_| self.root_depth < MAX_BASE_DISTANCE) {
            return base;
        }
        self.root_depth = 0;
        self.cursors.clear();
        let mut base = analysis.clone();
        base.forget_past();
        base
    }

    /// Whether the root is solved, or has no moves.
    pub(super) fn is_over(&self) -> bool {
        self.tree.root().is_solved() || self.tree.children(0).is_empty()
    }

    /// Selects a leaf, evaluates it if due, makes playouts from it, and backs the results up.
    fn visit(&mut self, base: &Analysis<W>) {
        let leaf = self.select();
        let node = self.tree.node(leaf);
        let is_due = node.state == NodeState::Leaf && node.visits >= self.options.knowledge as f32;
        if !is_due || !self.tree.has_capacity(self.playout.cells()) {
            // Without a playout the visit would change nothing, and the next would be the same.
            return self.play_out(self.options.playouts.max(1));
        }
        let cursor = self.cursors.take(&self.line);
        let mut cursor = cursor.unwrap_or_else(|| AnalysisCursor::new(base.clone()));
        let evaluation = self.evaluation(cursor.go_to(&self.line));
        self.cursors.give_back(cursor);
        self.attach(&evaluation);
        if !self.tree.node(leaf).is_solved() {
            self.play_out(self.options.playouts);
        }
    }

    /// Selects a leaf: sets the path and the line that lead to it.
    fn select(&mut self) -> usize {
        self.path.clear();
        self.line.truncate(self.root_depth);
        let mut index = 0;
        self.path.push(index);
        while self.tree.node(index).state == NodeState::Expanded {
            let Some(child) = self.tree.select_child(index, &self.options) else {
                break;
            };
            index = child;
            self.path.push(index);
            self.line.push(self.tree.node(index).cell);
        }
        index
    }

    /// The evaluation of the selected leaf, from its analysis.
    fn evaluation(&mut self, analysis: &Analysis<W>) -> LeafEvaluation<W> {
        let mut evaluation = LeafEvaluation::new(analysis);
        if self.options.pattern_power > 0.0 {
            self.patterns.set(evaluation.filled_board);
            let to_move = analysis.position().to_move();
            let mut line = self.line.iter().rev().copied();
            let last = [line.next(), line.next()];
            evaluation.scale_priors(|cell| {
                let features = self.patterns.features(cell, to_move, last);
                let weight = PatternWeights::shipped().weight(&features);
                weight.powf(self.options.pattern_power)
            });
        }
        evaluation
    }

    /// Attaches an evaluation to the selected leaf and backs it up.
    fn attach(&mut self, evaluation: &LeafEvaluation<W>) {
        self.work.evaluations += 1;
        self.work.depth = self.work.depth.max(self.path.len() as u32 - 1);
        self.tree.attach(&self.path, evaluation);
        let visits = self.options.evaluation_weight;
        let for_black = evaluation.for_black;
        self.tree
            .backup(&self.path, self.root_to_move, for_black, visits);
    }

    /// Makes playouts from the selected leaf and backs them up.
    fn play_out(&mut self, count: u32) {
        if count == 0 {
            return;
        }
        let (board, to_move) = (self.filled_board(), self.to_move());
        let mut won = 0.0;
        for _ in 0..count {
            let (playout, random) = (&mut self.playout, &mut self.random);
            let winner = playout.run(board, to_move, self.options.bridges, random);
            if winner == Colour::Black {
                won += 1.0;
            }
            if self.options.rave_bias > 0.0 {
                self.tree
                    .backup_amaf(&self.path, self.root_to_move, playout, winner);
            }
        }
        self.work.playouts += u64::from(count);
        let count = count as f32;
        self.tree
            .backup(&self.path, self.root_to_move, won / count, count);
    }

    /// The side to move at the selected leaf.
    fn to_move(&self) -> Colour {
        match self.path.len() % 2 {
            1 => self.root_to_move,
            _ => !self.root_to_move,
        }
    }

    /// The board on which playouts from the selected leaf begin: the filled board of the last
    /// expanded node, and the move after it.
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
}

/// The moves that lead from a position to another, if they are few.
fn moves_between<const W: usize>(from: &Position<W>, to: &Position<W>) -> Option<Vec<Cell>> {
    let fits = from.size() == to.size()
        && Colour::ALL
            .into_iter()
            .all(|colour| from.stones(colour).is_subset(to.stones(colour)));
    let new = from.empty() - to.empty();
    if !fits || new.len() > MAX_ADVANCE {
        return None;
    }
    let mut position = *from;
    let mut moves = Vec::new();
    while moves.len() < new.len() {
        let own = to.stones(position.to_move()) - from.stones(position.to_move());
        let cell = own.iter().find(|cell| !moves.contains(cell))?;
        position.play(cell);
        moves.push(cell);
    }
    (position == *to).then_some(moves)
}
