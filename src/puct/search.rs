//! The search.

use super::node::{Outcome, PuctNode, UNJUDGED};
use crate::board::{Cell, Position};
use crate::policy_value::{Chance, Evaluator, Judgement};
use std::collections::HashMap;

/// So many judgements are kept before all are forgotten.
const MOST_JUDGEMENTS: usize = 200_000;

/// How a search explores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuctOptions {
    /// The weight of the prior against the mean.
    pub exploration: f64,
    /// How much worse than its parent a move that was not visited counts, once all priors are
    /// visited; less before, by the root of the prior visited.
    pub reduction: f64,
}

impl Default for PuctOptions {
    fn default() -> Self {
        Self {
            exploration: 0.7,
            reduction: 0.1,
        }
    }
}

/// What is changed at the root so that games differ and every move is tried at times.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Noise {
    /// The share of the priors that is drawn from a Dirichlet distribution.
    pub share: f64,
    /// The sum of the parameters of that.
    pub concentration: f64,
    /// Visits of a move that are made whatever its value, for a unit of the root of prior times
    /// visits.
    pub forced: f64,
}

impl Default for Noise {
    fn default() -> Self {
        Self {
            share: 0.25,
            concentration: 10.0,
            forced: 1.4,
        }
    }
}

/// The tree of one position after another; judgements are kept for the next.
#[derive(Debug)]
pub struct PuctSearch<const W: usize> {
    evaluator: Evaluator,
    pub(super) options: PuctOptions,
    pub(super) judgements: Vec<Judgement>,
    known: HashMap<u64, u32>,
    pub(super) nodes: Vec<PuctNode>,
    root: Position<W>,
    /// The moves of the root with their priors, the highest first.
    pub(super) moves: Vec<(Cell, f64)>,
    pub(super) forced: f64,
    /// Evaluations since the search was made.
    evaluations: u64,
}

impl<const W: usize> PuctSearch<W> {
    /// A search of this position.
    pub fn new(evaluator: Evaluator, options: PuctOptions, root: &Position<W>) -> Self {
        let mut search = Self {
            evaluator,
            options,
            judgements: Vec::new(),
            known: HashMap::new(),
            nodes: Vec::new(),
            root: *root,
            moves: Vec::new(),
            forced: 0.0,
            evaluations: 0,
        };
        search.start(root, None);
        search
    }

    /// Begins anew with this position, which neither side has won, and noise at the root if that is
    /// wanted.
    pub fn start(&mut self, root: &Position<W>, noise: Option<(Noise, &mut Chance)>) {
        if self.judgements.len() > MOST_JUDGEMENTS {
            self.judgements.clear();
            self.known.clear();
        }
        self.root = *root;
        self.nodes.clear();
        let judgement = self.judge(root);
        let mut node = PuctNode::new(judgement);
        node.visits = 1;
        let judgement = &self.judgements[judgement as usize];
        node.sum = u64::from(judgement.chance);
        self.nodes.push(node);
        let share = |prior: u16| f64::from(prior) / f64::from(u16::MAX);
        self.moves.clear();
        self.moves.extend(
            judgement
                .moves
                .iter()
                .map(|&(cell, prior)| (cell, share(prior))),
        );
        self.forced = 0.0;
        if let Some((noise, chance)) = noise {
            self.forced = noise.forced;
            let each = noise.concentration / self.moves.len() as f64;
            let drawn: Vec<f64> = self.moves.iter().map(|_| chance.gamma(each)).collect();
            let all = drawn.iter().sum::<f64>().max(f64::MIN_POSITIVE);
            for ((_, prior), drawn) in self.moves.iter_mut().zip(drawn) {
                *prior += noise.share * (drawn / all - *prior);
            }
            self.moves
                .sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        }
    }

    /// The evaluator, for questions beside the search.
    pub fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.evaluator
    }

    /// The index of the judgement of a position.
    fn judge(&mut self, position: &Position<W>) -> u32 {
        let next = self.judgements.len() as u32;
        let index = *self.known.entry(position.hash()).or_insert(next);
        if index == next {
            self.judgements.push(self.evaluator.judge(position));
            self.evaluations += 1;
        }
        index
    }

    /// The judgement of the root.
    pub fn judgement(&self) -> &Judgement {
        &self.judgements[self.nodes[0].judgement as usize]
    }

    /// Visits of the root.
    pub fn visits(&self) -> u32 {
        self.nodes[0].visits
    }

    /// Evaluations by the network since the search was made.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The mean chance of the side to move at the root.
    pub fn mean(&self) -> f64 {
        self.nodes[0].mean()
    }

    /// What is proved of the root.
    pub fn outcome(&self) -> Outcome {
        self.nodes[0].outcome
    }

    /// Visits until the root has so many, or is decided.
    pub fn grow(&mut self, visits: u32) {
        while self.nodes[0].visits < visits && self.nodes[0].outcome == Outcome::Open {
            self.visit();
        }
    }

    /// One visit: down to a new node or a decided one, and its chance back up.
    fn visit(&mut self) {
        let mut position = self.root;
        let mut path = vec![0_u32];
        let mut at = 0_u32;
        loop {
            let index = self.select(at);
            let node = &self.nodes[at as usize];
            let (cell, children) = (self.move_of(at, index), &node.children);
            let mover = position.to_move();
            position.play(cell);
            if let Some(&child) = children.get(index) {
                path.push(child);
                at = child;
                if self.nodes[at as usize].outcome != Outcome::Open {
                    break;
                }
                continue;
            }
            let mut node = PuctNode::new(UNJUDGED);
            if position.geometry().joins(position.stones(mover), mover) {
                node.outcome = Outcome::Lost;
            } else {
                node.judgement = self.judge(&position);
            }
            let child = self.nodes.len() as u32;
            self.nodes.push(node);
            self.nodes[at as usize].children.push(child);
            path.push(child);
            break;
        }
        self.back_up(&path);
    }

    /// The move of a node at an index in the order of its priors.
    fn move_of(&self, node: u32, index: usize) -> Cell {
        if node == 0 {
            return self.moves[index].0;
        }
        let judgement = self.nodes[node as usize].judgement;
        self.judgements[judgement as usize].moves[index].0
    }

    /// The index of the move to visit.
    fn select(&self, at: u32) -> usize {
        let node = &self.nodes[at as usize];
        if at == 0 {
            let priors = self.moves.iter().map(|&(_, prior)| prior);
            return self.best_of(node, priors, self.forced);
        }
        let moves = &self.judgements[node.judgement as usize].moves;
        let priors = moves
            .iter()
            .map(|&(_, prior)| f64::from(prior) / f64::from(u16::MAX));
        self.best_of(node, priors, 0.0)
    }

    fn best_of(
        &self,
        node: &PuctNode,
        mut priors: impl Iterator<Item = f64>,
        forced: f64,
    ) -> usize {
        let reach = self.options.exploration * f64::from(node.visits).sqrt();
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        let mut visited = 0.0;
        for (index, &child) in node.children.iter().enumerate() {
            let prior = priors.next().unwrap_or(0.0);
            visited += prior;
            let child = &self.nodes[child as usize];
            let mut score = 1.0 - child.mean() + reach * prior / (1.0 + f64::from(child.visits));
            if child.outcome == Outcome::Won {
                score = -1.0;
            } else if forced > 0.0
                && f64::from(child.visits) < forced * (prior * f64::from(node.visits)).sqrt()
            {
                score = 10.0 + prior;
            }
            if score > most {
                (best, most) = (index, score);
            }
        }
        if let Some(prior) = priors.next() {
            // The others that were not visited have lower priors.
            let unseen = node.mean() - self.options.reduction * visited.sqrt();
            if unseen.max(0.0) + reach * prior > most {
                best = node.children.len();
            }
        }
        best
    }

    /// Adds the chance of the last node of a path to all of them, and what follows if it is
    /// decided.
    fn back_up(&mut self, path: &[u32]) {
        let last = path[path.len() - 1] as usize;
        let mut chance = match self.nodes[last].outcome {
            Outcome::Won => u16::MAX,
            Outcome::Lost => 0,
            Outcome::Open => self.judgements[self.nodes[last].judgement as usize].chance,
        };
        let mut news = self.nodes[last].outcome != Outcome::Open;
        for (depth, &at) in path.iter().enumerate().rev() {
            if news && depth + 1 < path.len() {
                news = self.conclude(at, path[depth + 1]);
            }
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.sum += u64::from(chance);
            chance = u16::MAX - chance;
        }
    }

    /// What follows for a node from a child that is decided; whether it is decided, too.
    fn conclude(&mut self, at: u32, child: u32) -> bool {
        let node = &self.nodes[at as usize];
        let won = |&child: &u32| self.nodes[child as usize].outcome == Outcome::Won;
        let moves = match at {
            0 => self.moves.len(),
            _ => self.judgements[node.judgement as usize].moves.len(),
        };
        let outcome = if self.nodes[child as usize].outcome == Outcome::Lost {
            Outcome::Won
        } else if node.children.len() == moves && node.children.iter().all(won) {
            Outcome::Lost
        } else {
            return false;
        };
        self.nodes[at as usize].outcome = outcome;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Colour;
    use crate::policy_value::{Quantised, Weights};
    use crate::position;
    use std::sync::Arc;

    fn evaluator() -> Evaluator {
        let weights = Weights::random("32x1".parse().unwrap(), 1);
        Evaluator::new(Arc::new(Quantised::new(&weights)))
    }

    #[test]
    fn small_boards_are_decided_and_won_moves_played() {
        let position: Position<1> = position! { 3 x 3:
            . . .
             . W .
              . . B
        };
        let mut search = PuctSearch::new(evaluator(), PuctOptions::default(), &position);
        search.grow(20_000);
        assert_eq!(
            search.outcome(),
            Outcome::Lost,
            "White stands in the middle"
        );
        let mut white = position;
        white.set_to_move(Colour::White);
        search.start(&white, None);
        search.grow(20_000);
        assert_eq!(search.outcome(), Outcome::Won);
        let best = search.best();
        let root = search.root();
        let chosen = root.iter().find(|one| one.cell == best).unwrap();
        assert_eq!(chosen.outcome, Outcome::Won);
        assert_eq!(search.pv()[0], best);
    }

    #[test]
    fn visits_are_counted_and_repeat() {
        let position = Position::<2>::new("9".parse().unwrap());
        let grown = |noise: Option<u64>| {
            let mut search = PuctSearch::new(evaluator(), PuctOptions::default(), &position);
            if let Some(seed) = noise {
                search.start(&position, Some((Noise::default(), &mut Chance::new(seed))));
            }
            search.grow(200);
            let all: u32 = search.root().iter().map(|one| one.visits).sum();
            assert_eq!((all, search.visits()), (199, 200));
            (search.root(), search.target())
        };
        assert_eq!(grown(None), grown(None));
        assert_eq!(grown(Some(3)), grown(Some(3)));
        let ((one, kept), (other, _)) = (grown(Some(3)), grown(Some(4)));
        assert_ne!(one, other);
        let (before, after) = (
            one.iter().map(|one| one.visits),
            kept.iter().map(|kept| kept.1),
        );
        assert!(after.clone().sum::<u32>() < before.clone().sum());
        assert_eq!(before.max(), after.max());
        // Without noise nothing is forced, and nothing taken away.
        let (one, kept) = grown(None);
        assert_eq!(one.len(), kept.len());
    }
}
