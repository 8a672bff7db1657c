//! What a search says of the moves at its root.

use super::PuctSearch;
use super::node::{NONE, Outcome, PuctNode};
use crate::hex::Cell;
use crate::network::WHOLE;
use crate::think::Score;

/// What became of a move at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuctRootMove {
    /// The move.
    pub cell: Cell,
    /// Its prior, noise and all.
    pub prior: f64,
    /// Its visits.
    pub visits: u32,
    /// The mean chance of the side that makes it.
    pub mean: f64,
    /// The standard error of it.
    pub error: f64,
    /// What is proved of it, for the side that makes it.
    pub outcome: Outcome,
    /// The same as a score.
    pub score: Score,
}

/// The score of a node for its side to move.
fn score(node: &PuctNode) -> Score {
    let end = match node.outcome {
        Outcome::Open => return Score::of_win_rate(node.mean()),
        // An even number of moves before the end the same side is to move.
        outcome if (outcome == Outcome::Won) == node.distance.is_multiple_of(2) => Score::WON,
        _ => Score::LOST,
    };
    (0..node.distance).fold(end, |score, _| score.to_parent())
}

/// A move is chosen by its value if the most visited one has at most so many times its visits.
const WELL_KNOWN: f64 = 6.0;

impl<const W: usize> PuctSearch<W> {
    /// The score of the root for its side to move.
    pub fn score(&self) -> Score {
        score(self.graph.node(0))
    }

    /// What became of the moves of the root that were visited and are worth considering, in the
    /// order of their priors.
    pub fn root(&self) -> Vec<PuctRootMove> {
        let root = self.graph.node(0);
        let look = self.graph.look(root);
        let edges = root.edges.iter().zip(self.graph.moves(root));
        let moves = edges.filter(|(edge, (cell, _))| {
            edge.child != NONE && look.is_none_or(|look| look.moves.contains(*cell))
        });
        let moves = moves.map(|(edge, &(cell, prior))| {
            let node = self.graph.node(edge.child);
            PuctRootMove {
                cell,
                prior: f64::from(prior) / f64::from(WHOLE),
                visits: edge.visits,
                mean: 1.0 - node.mean(),
                error: (node.variance() / f64::from(edge.visits.max(1))).sqrt(),
                outcome: node.outcome.turned(),
                score: match node.outcome {
                    Outcome::Open => Score::of_win_rate(1.0 - node.mean()),
                    _ => score(node).to_parent(),
                },
            }
        });
        moves.collect()
    }

    /// The best move: one that is proved to win, the soonest; else of those that are not proved to
    /// lose and well known, the one that is worth the most after standard errors are taken off (or
    /// without caution the one with the most visits); else the one whose refutation took the most
    /// visits, as it is the hardest to find.
    pub fn best(&self) -> Cell {
        let moves = self.root();
        let caution = self.options.caution;
        let open = moves.iter().filter(|one| one.outcome == Outcome::Open);
        let most = open.map(|one| one.visits).max().unwrap_or(0);
        let rank = |one: &PuctRootMove| match one.outcome {
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
        let better = |one: &&PuctRootMove, other: &&PuctRootMove| {
            let (one, other) = (rank(one), rank(other));
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        };
        let best = moves.iter().rev().max_by(better);
        best.map_or_else(|| self.likeliest(), |best| best.cell)
    }

    /// The move with the highest prior that is worth considering.
    fn likeliest(&self) -> Cell {
        let root = self.graph.node(0);
        let (look, moves) = (self.graph.look(root), self.graph.moves(root));
        let worth = |cell: Cell| look.is_none_or(|look| look.moves.contains(cell));
        let first = moves.iter().find(|(cell, _)| worth(*cell));
        first.map_or(moves[0].0, |&(cell, _)| cell)
    }

    /// The best move, then the moves with the most visits one after another.
    pub fn pv(&self) -> Vec<Cell> {
        let mut pv = Vec::new();
        let mut at = self.graph.node(0);
        let mut first = Some(self.best());
        loop {
            let visited = at.edges.iter().enumerate();
            let moves = self.graph.moves(at);
            let visited = visited.filter(|&(index, edge)| {
                let is_first = first.is_none_or(|first| moves[index].0 == first);
                edge.child != NONE && edge.visits > 0 && is_first
            });
            let rank = |(_, edge): &(usize, &_)| {
                let edge: &super::node::PuctEdge = edge;
                (
                    self.graph.node(edge.child).outcome == Outcome::Lost,
                    edge.visits,
                )
            };
            let Some((index, edge)) = visited.rev().max_by_key(rank) else {
                return pv;
            };
            first = None;
            pv.push(moves[index].0);
            at = self.graph.node(edge.child);
        }
    }

    /// The visits of the root's moves without those that were forced: what remains of them is what
    /// selection by value and prior would have given at least.
    pub fn target(&self) -> Vec<(Cell, u32)> {
        let moves = self.root();
        if let Some(won) = moves.iter().find(|one| one.outcome == Outcome::Won) {
            return vec![(won.cell, 1)];
        }
        let Some(best) = moves.iter().rev().max_by_key(|one| one.visits) else {
            return Vec::new();
        };
        let all = f64::from(self.visits());
        let reach = self.options.exploration * all.sqrt();
        let score = |one: &PuctRootMove, visits: f64| one.mean + reach * one.prior / (1.0 + visits);
        let most = score(best, f64::from(best.visits));
        let kept = moves.iter().map(|one| {
            let mut visits = one.visits;
            if one.cell != best.cell && self.forced > 0.0 {
                #[allow(clippy::cast_sign_loss, reason = "a root is not negative")]
                let forced = (self.forced * (one.prior * all).sqrt()) as u32;
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
