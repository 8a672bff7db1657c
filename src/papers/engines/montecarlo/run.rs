//! A search within its limits: when it stops, and what it reports.

use super::search::MonteCarloSearch;
use super::tree::{NodeState, Tree, TreeNode};
use crate::base::instant::Instant;
use crate::hex::{Cell, Colour};
use crate::think::{
    Found, Limits, Observer, Progress, RootMove, Score, ScoreScale, SearchOutcome, is_lead_safe,
};
use std::time::Duration;

/// The time between two reports of progress.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// The observer can stop the search after this many playouts, and after each evaluation, which
/// takes milliseconds on large boards.
const ASK_EVERY: u64 = 64;

/// A running search.
pub(super) struct Run<'a> {
    to_move: Colour,
    limits: Limits,
    observer: &'a dyn Observer,
    start: Instant,
    last_report: Instant,
    /// The count of playouts at which the observer is called next.
    ask_from: u64,
    /// The count of evaluations at the last call of the observer.
    last_evaluations: u64,
}

impl<'a> Run<'a> {
    /// A search that starts now.
    pub fn new(to_move: Colour, limits: Limits, observer: &'a dyn Observer) -> Self {
        let now = Instant::now();
        Self {
            to_move,
            limits,
            observer,
            start: now,
            last_report: now,
            ask_from: 0,
            last_evaluations: 0,
        }
    }

    /// Whether nothing is left to do, or time is up.
    pub fn is_over<const W: usize>(&mut self, search: &MonteCarloSearch<W>) -> bool {
        let limits = self.limits;
        let work = search.work();
        if search.is_over() || limits.nodes.is_some_and(|most| work.nodes() >= most) {
            return true;
        }
        if work.nodes() == 0 {
            return false;
        }
        let now = Instant::now();
        if limits.until.is_some_and(|until| now >= until) {
            return true;
        }
        if work.playouts < self.ask_from && work.evaluations == self.last_evaluations {
            return false;
        }
        self.ask_from = work.playouts + ASK_EVERY;
        self.last_evaluations = work.evaluations;
        if self.observer.should_stop(limits.work()) || self.is_settled(search.tree(), now) {
            return true;
        }
        if now - self.last_report >= REPORT_EVERY {
            self.last_report = now;
            self.report(search);
        }
        false
    }

    /// Whether the choice of the move is settled: only one move is left, or no other can become the
    /// most visited in time.
    fn is_settled<const W: usize>(&self, tree: &Tree<W>, now: Instant) -> bool {
        let limits = &self.limits;
        if limits.is_endless() || limits.search_forced_moves {
            return false;
        }
        let open = tree.children(0).iter();
        let open = open.filter(|child| child.state != NodeState::Won);
        let mut visits: Vec<f32> = open.map(|child| child.visits).collect();
        visits.sort_by(|a, b| b.total_cmp(a));
        let &[most, next, ..] = visits.as_slice() else {
            return limits.nodes.is_none();
        };
        let Some(until) = limits.until.filter(|_| limits.saves_time()) else {
            return false;
        };
        let all = visits.iter().sum();
        is_lead_safe([self.start, now, until], all, [most, next])
    }

    fn report<const W: usize>(&self, search: &MonteCarloSearch<W>) {
        let (tree, work) = (search.tree(), search.work());
        self.observer.progress(&Progress {
            depth: work.depth,
            nodes: work.playouts,
            time: self.start.elapsed(),
            colour: self.to_move,
            score: root_score(tree),
            pv: principal_variation(tree),
            found: Found::Search(root_moves(tree), ScoreScale::Mean),
        });
    }

    /// Ends the search.
    pub fn outcome<const W: usize>(self, search: &MonteCarloSearch<W>) -> SearchOutcome {
        self.report(search);
        let (tree, work) = (search.tree(), search.work());
        let moves = root_moves(tree);
        SearchOutcome {
            best: moves.first().map(|root| root.cell),
            score: root_score(tree),
            pv: principal_variation(tree),
            depth: work.depth,
            nodes: work.playouts,
            evaluations: work.evaluations,
            solving: Duration::ZERO,
            moves,
            scale: ScoreScale::Mean,
        }
    }
}

fn principal_variation<const W: usize>(tree: &Tree<W>) -> Vec<Cell> {
    let mut line = Vec::new();
    let mut index = 0;
    while let Some(child) = tree.best_child(index) {
        index = child;
        line.push(tree.node(child).cell);
    }
    line
}

/// The moves at the root, best first.
fn root_moves<const W: usize>(tree: &Tree<W>) -> Vec<RootMove> {
    let best = tree.best_child(0).map(|best| tree.node(best).cell);
    let mut moves: Vec<&TreeNode> = tree.children(0).iter().collect();
    let order = |child: &TreeNode| {
        let is_won = child.state == NodeState::Won;
        (
            best == Some(child.cell),
            if is_won { 0.0 } else { child.visits },
        )
    };
    moves.sort_by(|a, b| {
        let (a, b) = (order(a), order(b));
        b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    #[allow(clippy::cast_sign_loss, reason = "visits are counts")]
    let root = |child: &TreeNode| RootMove {
        cell: child.cell,
        score: score(child),
        visits: child.visits as u32,
        prior: Some(child.prior),
    };
    moves.into_iter().map(root).collect()
}

/// The score of the root, for its side to move.
fn root_score<const W: usize>(tree: &Tree<W>) -> Option<Score> {
    let root = tree.root();
    if root.is_solved() {
        return Some(proved(root));
    }
    // Before the first visit of a child, the value of the evaluation.
    let best = tree.best_child(0).and_then(|best| score(tree.node(best)));
    best.or_else(|| root.mean_value().map(|value| estimate(1.0 - value)))
}

/// The proved score of a solved node, for its side to move.
fn proved(node: &TreeNode) -> Score {
    let won = node.state == NodeState::Won;
    // The same side is to move after an even number of moves.
    let end = if won == (node.proof_distance.is_multiple_of(2)) {
        Score::WON
    } else {
        Score::LOST
    };
    (0..node.proof_distance).fold(end, |score, _| score.to_parent())
}

/// The score of a node for the side that moved into it: what is proved, or an estimate by its mean
/// value; `None` without a visit.
fn score(node: &TreeNode) -> Option<Score> {
    if node.is_solved() {
        return Some(proved(node).to_parent());
    }
    node.mean_value().map(estimate)
}

/// A win rate as a score between -1000 and 1000.
fn estimate(value: f32) -> Score {
    Score::estimate(((2.0 * value - 1.0) * 1000.0).round() as i32)
}
