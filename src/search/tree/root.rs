//! What a search has found about its root.

use super::graph::SearchGraph;
use super::node::{Child, NodeIndex, SearchNode};
use super::outcome::Outcome;
use super::selection::puct;
use crate::base::random::SplitMix64;
use crate::hex::{Cell, Colour};
use crate::network::WHOLE;
use crate::think::Score;

/// What a search has found about a move of the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveStatistics {
    /// The move.
    pub cell: Cell,
    /// Its prior, noise included.
    pub prior: f64,
    /// Its visits.
    pub visits: u32,
    /// The mean value for the side that makes it.
    pub mean: f64,
    /// The standard error of the mean value.
    pub error: f64,
    /// What is proved of it, for the side that makes it.
    pub outcome: Outcome,
    /// The same as a score.
    pub score: Score,
}

/// The root of a search.
#[derive(Clone, Copy)]
pub struct TreeRoot<'a, const W: usize> {
    graph: &'a SearchGraph<W>,
}

/// The least weight of a move that may be drawn, compared with the largest.
const LEAST_DRAWN: f64 = 0.01;

/// A move is chosen by its value if the most visited one has at most so many times its visits.
const WELL_KNOWN: f64 = 6.0;

impl<'a, const W: usize> TreeRoot<'a, W> {
    /// The root of a graph.
    pub(super) fn new(graph: &'a SearchGraph<W>) -> Self {
        Self { graph }
    }

    fn node(self) -> &'a SearchNode<W> {
        self.graph.node(NodeIndex::ROOT)
    }

    /// The side to move.
    pub fn to_move(self) -> Colour {
        self.graph.position().to_move()
    }

    /// What is proved, for the side to move.
    pub fn outcome(self) -> Outcome {
        self.node().outcome()
    }

    /// The visits, and one for its own evaluation.
    pub fn visits(self) -> u32 {
        self.node().visits()
    }

    /// The mean value for the side to move.
    pub fn mean(self) -> f64 {
        self.node().mean()
    }

    /// The score for the side to move.
    pub fn score(self) -> Score {
        score(self.node())
    }

    /// Whether all moves but one are refuted or need not be considered.
    pub fn is_forced(self) -> bool {
        self.graph.moves_left(self.node()).take(2).count() == 1
    }

    /// The moves that were visited and are worth considering, in the order of their priors.
    pub fn moves(self) -> Vec<MoveStatistics> {
        let root = self.node();
        let children = root.children().filter(|child| root.considers(child.cell));
        children.map(|child| self.statistics(child)).collect()
    }

    /// Of the moves that the search was restricted to, those that the refutation of another one
    /// answers too: they lose.
    pub fn answered(self) -> impl Iterator<Item = Cell> {
        let chosen = self.graph.root_moves().unwrap_or_default();
        let root = self.node();
        let mut moves = root.moves().iter().map(|&(cell, _)| cell);
        std::iter::from_fn(move || {
            moves.find(|&cell| chosen.contains(cell) && !root.considers(cell))
        })
    }

    fn statistics(self, child: Child) -> MoveStatistics {
        let node = self.graph.node(child.node);
        MoveStatistics {
            cell: child.cell,
            prior: f64::from(child.prior) / f64::from(WHOLE),
            visits: child.visits,
            mean: 1.0 - node.mean(),
            error: (node.variance() / f64::from(child.visits.max(1))).sqrt(),
            outcome: node.outcome().opposite(),
            score: match node.outcome() {
                Outcome::Open => Score::of_win_rate(1.0 - node.mean()),
                _ => score(node).to_parent(),
            },
        }
    }

    /// The best move: one that is proved to win, the soonest; else of those that are not proved to
    /// lose and well known, the one that is worth the most after standard errors are taken off (or
    /// without caution the one with the most visits); else the one whose refutation took the most
    /// visits, as it is the hardest to find.
    pub fn best(self) -> Cell {
        let moves = self.moves();
        let caution = self.graph.options().caution;
        let open = moves.iter().filter(|one| one.outcome == Outcome::Open);
        let most = open.map(|one| one.visits).max().unwrap_or(0);
        let rank = |one: &MoveStatistics| match one.outcome {
            Outcome::Won => (3, f64::from(one.score.value())),
            Outcome::Open
                if caution > 0.0 && WELL_KNOWN * f64::from(one.visits) >= f64::from(most) =>
            {
                (2, one.mean - caution * one.error)
            }
            Outcome::Open => (1, f64::from(one.visits)),
            Outcome::Lost => (0, f64::from(one.visits)),
        };
        // Among equals the first, whose prior is the highest.
        let better = |one: &&MoveStatistics, other: &&MoveStatistics| {
            let (one, other) = (rank(one), rank(other));
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        };
        let best = moves.iter().rev().max_by(better);
        best.map_or_else(|| self.likeliest(), |best| best.cell)
    }

    /// The move with the highest prior that is worth considering.
    fn likeliest(self) -> Cell {
        let root = self.node();
        let first = root.candidates().next();
        first.map_or(root.moves()[0].0, |(_, cell, _)| cell)
    }

    /// A move that is drawn by its share of visits and prior, at this temperature; the best one if
    /// the root is decided. Moves that are refuted, ruled out or much less likely are not drawn.
    pub fn drawn(self, temperature: f64, random: &mut SplitMix64) -> Cell {
        let root = self.node();
        if root.outcome() != Outcome::Open {
            return self.best();
        }
        let visited = self.moves();
        let weigh = |(_, cell, prior): (usize, Cell, u16)| {
            let found = visited.iter().find(|one| one.cell == cell);
            let is_lost = found.is_some_and(|one| one.outcome == Outcome::Lost);
            let visits = found.map_or(0.0, |one| f64::from(one.visits));
            let share = f64::from(prior) * root.prior_scale() + visits;
            (cell, if is_lost { 0.0 } else { share })
        };
        let mut weights: Vec<(Cell, f64)> = root.candidates().map(weigh).collect();
        let most = weights.iter().map(|one| one.1).fold(0.0, f64::max);
        weights.retain(|one| one.1 > 0.0 && one.1 >= LEAST_DRAWN * most);
        let powers = weights
            .iter()
            .map(|one| libm::pow(one.1 / most, 1.0 / temperature));
        let powers: Vec<f64> = powers.collect();
        if powers.is_empty() {
            return self.best();
        }
        weights[random.pick(&powers)].0
    }

    /// The principal variation: the best move, then the moves with the most visits one after
    /// another.
    pub fn pv(self) -> Vec<Cell> {
        let mut pv = Vec::new();
        let mut node = self.node();
        let mut first = Some(self.best());
        loop {
            let children = node
                .children()
                .filter(|child| child.visits > 0 && first.is_none_or(|first| child.cell == first));
            let rank = |child: &Child| {
                let is_won = self.graph.node(child.node).outcome() == Outcome::Lost;
                (is_won, child.visits)
            };
            let Some(child) = children.rev().max_by_key(rank) else {
                return pv;
            };
            first = None;
            pv.push(child.cell);
            node = self.graph.node(child.node);
        }
    }

    /// The visits of the root's moves without those that were forced: what remains of them is what
    /// selection by value and prior would have given at least.
    pub fn target(self) -> Vec<(Cell, u32)> {
        let moves = self.moves();
        if let Some(won) = moves.iter().find(|one| one.outcome == Outcome::Won) {
            return vec![(won.cell, 1)];
        }
        let Some(best) = moves.iter().rev().max_by_key(|one| one.visits) else {
            return Vec::new();
        };
        let all = f64::from(self.visits());
        let exploration = self.graph.options().exploration * all.sqrt();
        let forced = self.graph.forced_at(NodeIndex::ROOT);
        let score =
            |one: &MoveStatistics, visits: f64| puct(one.mean, exploration, one.prior, visits);
        let most = score(best, f64::from(best.visits));
        let kept = moves.iter().map(|one| {
            let mut visits = one.visits;
            if one.cell != best.cell && forced > 0.0 {
                #[allow(clippy::cast_sign_loss, reason = "a root is not negative")]
                let forced = (forced * (one.prior * all).sqrt()) as u32;
                let least = visits.saturating_sub(forced);
                while visits > least && score(one, f64::from(visits - 1)) < most {
                    visits -= 1;
                }
                if visits <= 1 || one.outcome == Outcome::Lost {
                    visits = 0;
                }
            }
            (one.cell, visits)
        });
        kept.filter(|&(_, visits)| visits > 0).collect()
    }
}

/// The score of a node for its side to move.
fn score<const W: usize>(node: &SearchNode<W>) -> Score {
    let end = match node.outcome() {
        Outcome::Open => return estimate(node.mean()),
        // An even number of moves before the end the same side is to move.
        outcome if (outcome == Outcome::Won) == node.distance().is_multiple_of(2) => Score::WON,
        _ => Score::LOST,
    };
    (0..node.distance()).fold(end, |score, _| score.to_parent())
}

/// A chance to win as a score between -1000 and 1000.
fn estimate(chance: f64) -> Score {
    Score::estimate(((2.0 * chance - 1.0) * 1000.0).round() as i32)
}
