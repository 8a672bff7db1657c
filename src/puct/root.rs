//! What a search says of the moves at its root.

use super::PuctSearch;
use super::node::Outcome;
use crate::board::Cell;

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
    /// What is proved of it, for the side that makes it.
    pub outcome: Outcome,
}

impl<const W: usize> PuctSearch<W> {
    /// What became of the moves of the root that were visited, in the order of their priors.
    pub fn root(&self) -> Vec<PuctRootMove> {
        let children = self.nodes[0].children.iter();
        let moves = children.zip(&self.moves).map(|(&child, &(cell, prior))| {
            let node = &self.nodes[child as usize];
            PuctRootMove {
                cell,
                prior,
                visits: node.visits,
                mean: 1.0 - node.mean(),
                outcome: match node.outcome {
                    Outcome::Open => Outcome::Open,
                    Outcome::Won => Outcome::Lost,
                    Outcome::Lost => Outcome::Won,
                },
            }
        });
        moves.collect()
    }

    /// The best move: one that is proved to win, else the one with the most visits that is not
    /// proved to lose, the one with the higher prior of two.
    pub fn best(&self) -> Cell {
        let moves = self.root();
        let rank = |one: &PuctRootMove| match one.outcome {
            Outcome::Won => (2, one.visits),
            Outcome::Open => (1, one.visits),
            Outcome::Lost => (0, one.visits),
        };
        let best = moves.iter().rev().max_by_key(|one| rank(one));
        best.map_or(self.moves[0].0, |best| best.cell)
    }

    /// The moves with the most visits one after another.
    pub fn pv(&self) -> Vec<Cell> {
        let mut pv = Vec::new();
        let mut node = &self.nodes[0];
        while !node.children.is_empty() {
            let visited = node.children.iter().enumerate().rev();
            let rank = |&(_, &child): &(usize, &u32)| {
                let child = &self.nodes[child as usize];
                (child.outcome == Outcome::Lost, child.visits)
            };
            let Some((index, &child)) = visited.max_by_key(rank) else {
                break;
            };
            pv.push(if pv.is_empty() {
                self.moves[index].0
            } else {
                self.judgements[node.judgement as usize].moves[index].0
            });
            node = &self.nodes[child as usize];
        }
        pv
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
        let all = f64::from(self.nodes[0].visits);
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
