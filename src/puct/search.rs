//! The search.

use super::graph::{Look, PuctGraph};
use super::look::{Lookout, Seen};
use super::node::{NONE, Outcome, PuctEdge, PuctNode};
use super::noise::Noise;
use super::options::PuctOptions;
use crate::analysis::Analysis;
use crate::board::{Cell, Colour, Position};
use crate::policy_value::{Chance, Evaluator, Judgement, WHOLE};

/// So many judgements are kept before all are forgotten, where the tree is not kept.
const MOST_JUDGEMENTS: usize = 200_000;

/// What is done at a node.
enum Choice {
    /// The move at this index is visited.
    Visit(usize),
    /// Its moves decide it.
    Decided(Outcome, u16),
}

/// What was done so far, all searches together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PuctWork {
    /// Visits of roots.
    pub visits: u64,
    /// Evaluations by the network.
    pub evaluations: u64,
    /// Analyses below roots.
    pub looks: u64,
    /// The longest line of the last search.
    pub depth: u32,
}

/// The graph of one position after another.
pub struct PuctSearch<const W: usize> {
    evaluator: Evaluator,
    pub(super) options: PuctOptions,
    pub(super) graph: PuctGraph<W>,
    root: Position<W>,
    lookout: Option<Lookout<W>>,
    pub(super) forced: f64,
    work: PuctWork,
}

impl<const W: usize> PuctSearch<W> {
    /// A search of this position.
    pub fn new(evaluator: Evaluator, options: PuctOptions, root: &Position<W>) -> Self {
        let mut search = Self {
            evaluator,
            options,
            graph: PuctGraph::default(),
            root: *root,
            lookout: None,
            forced: 0.0,
            work: PuctWork::default(),
        };
        search.start(root, None);
        search
    }

    /// Begins anew with this position, which neither side has won, and noise at the root if that is
    /// wanted. There are no looks.
    pub fn start(&mut self, root: &Position<W>, noise: Option<(Noise, &mut Chance)>) {
        if self.graph.judgements.len() > MOST_JUDGEMENTS {
            self.graph = PuctGraph::default();
        }
        self.root = *root;
        self.lookout = None;
        self.forced = 0.0;
        self.work.depth = 0;
        self.graph.clear();
        let mut judgement = self.judge(root);
        if let Some((noise, chance)) = noise {
            self.forced = noise.forced;
            let noisy = noise.added(&self.graph.judgements[judgement as usize], chance);
            judgement = self.graph.judgements.len() as u32;
            self.graph.judgements.push(noisy);
        }
        self.add(root, judgement);
    }

    /// Begins with an analysed position, which is not decided; what is known of it stays if the
    /// options want that. Below it, positions are looked at.
    pub fn follow(&mut self, analysis: &Analysis<W>) {
        let root = analysis.position();
        match self.graph.find(root) {
            Some(_) if !self.options.keep_tree => self.start(root, None),
            Some(0) => {}
            Some(node) => self.graph.keep(node, root),
            None => {
                // Nothing of another game is of use.
                self.graph = PuctGraph::default();
                self.start(root, None);
            }
        }
        self.root = *root;
        self.work.depth = 0;
        if self.outcome() == Outcome::Open {
            self.see(0, Seen::of(analysis));
            self.graph.renew(0);
        }
        self.lookout = (self.options.look_visits > 0).then(|| Lookout::new(analysis));
    }

    /// The evaluator, for questions beside the search.
    pub fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.evaluator
    }

    /// The index of the judgement of a position.
    fn judge(&mut self, position: &Position<W>) -> u32 {
        let evaluator = &mut self.evaluator;
        let (index, is_new) = self.graph.judge(position, || evaluator.judge(position));
        self.work.evaluations += u64::from(is_new);
        index
    }

    /// Adds a node with a judgement.
    fn add(&mut self, position: &Position<W>, judgement: u32) -> u32 {
        let chance = self.graph.judgements[judgement as usize].win();
        let node = PuctNode::new(judgement, chance);
        self.graph.insert(position, node)
    }

    /// The judgement of the root.
    pub fn judgement(&self) -> &Judgement {
        &self.graph.judgements[self.graph.node(0).judgement as usize]
    }

    /// Visits of the root.
    pub fn visits(&self) -> u32 {
        self.graph.node(0).visits
    }

    /// What was done since the search was made.
    pub fn work(&self) -> PuctWork {
        self.work
    }

    /// The mean chance of the side to move at the root.
    pub fn mean(&self) -> f64 {
        self.graph.node(0).mean()
    }

    /// What is proved of the root.
    pub fn outcome(&self) -> Outcome {
        self.graph.node(0).outcome
    }

    /// Whether nodes and judgements have taken the memory that they may take.
    pub fn is_full(&self) -> bool {
        self.graph.bytes(self.root.size().cells()) >= self.options.memory_bytes
    }

    /// Visits until the root has so many, or is decided.
    pub fn grow(&mut self, visits: u32) {
        while self.visits() < visits && self.outcome() == Outcome::Open {
            self.visit();
        }
    }

    /// The side to move at the root.
    pub fn to_move(&self) -> Colour {
        self.root.to_move()
    }

    /// Whether all moves of the root but one are refuted or need not be considered.
    pub fn is_forced(&self) -> bool {
        let root = self.graph.node(0);
        let look = self.graph.look(root);
        let moves = self.graph.moves(root).iter().enumerate();
        let left = moves.filter(|&(index, (cell, _))| {
            let edge = root.edges.get(index).filter(|edge| edge.child != NONE);
            let refuted =
                edge.is_some_and(|edge| self.graph.node(edge.child).outcome == Outcome::Won);
            !refuted && look.is_none_or(|look| look.moves.contains(*cell))
        });
        left.take(2).count() == 1
    }

    /// One visit: down to a new node, to a decided one, or to one that was visited more often by
    /// other ways than from here; and what was found back up.
    pub(super) fn visit(&mut self) {
        let mut position = self.root;
        let mut path: Vec<(u32, usize)> = Vec::new();
        let mut line: Vec<Cell> = Vec::new();
        let mut at = 0_u32;
        while self.graph.node(at).outcome == Outcome::Open {
            if self.is_look_due(at)
                && let Some(lookout) = &mut self.lookout
            {
                let seen = lookout.look(&line);
                self.work.looks += 1;
                self.see(at, seen);
                continue;
            }
            let index = match self.select(at) {
                Choice::Visit(index) => index,
                Choice::Decided(outcome, distance) => {
                    self.graph.node_mut(at).decide(outcome, distance);
                    break;
                }
            };
            let cell = self.graph.moves(self.graph.node(at))[index].0;
            position.play(cell);
            path.push((at, index));
            line.push(cell);
            let edges = &mut self.graph.node_mut(at).edges;
            edges.resize((index + 1).max(edges.len()), PuctEdge::NEW);
            let edge = edges[index];
            if edge.child != NONE {
                at = edge.child;
                if self.graph.node(at).visits > edge.visits {
                    break;
                }
                continue;
            }
            let (child, is_new) = match self.graph.find(&position) {
                Some(child) => (child, false),
                None => (self.expand(&position), true),
            };
            self.graph.node_mut(at).edges[index].child = child;
            debug_assert!(is_new || self.graph.node(child).visits > 0);
            break;
        }
        self.work.visits += 1;
        self.work.depth = self.work.depth.max(line.len() as u32);
        for &(node, index) in path.iter().rev() {
            self.graph.node_mut(node).edges[index].visits += 1;
            self.graph.renew(node);
            self.conclude(node, index);
        }
    }

    /// Adds a position that is not there.
    fn expand(&mut self, position: &Position<W>) -> u32 {
        let mover = !position.to_move();
        if position.geometry().joins(position.stones(mover), mover) {
            let mut node = PuctNode::new(NONE, 0.0);
            node.decide(Outcome::Lost, 0);
            return self.graph.insert(position, node);
        }
        let judgement = self.judge(position);
        self.add(position, judgement)
    }

    /// Whether a node is to be analysed now.
    fn is_look_due(&self, at: u32) -> bool {
        let node = self.graph.node(at);
        node.look == NONE && self.lookout.is_some() && node.visits >= self.options.look_visits
    }

    /// Adds what an analysis says of a node.
    fn see(&mut self, at: u32, seen: Seen<W>) {
        let judgement = self.graph.node(at).judgement;
        match seen {
            Seen::Decided(won) => {
                let outcome = if won { Outcome::Won } else { Outcome::Lost };
                self.graph.node_mut(at).decide(outcome, 0);
            }
            Seen::Moves(moves) => {
                let look = Look::new(&self.graph.judgements[judgement as usize], moves);
                let next = self.graph.looks.len() as u32;
                self.graph.looks.push(look);
                self.graph.node_mut(at).look = next;
                self.graph.renew(at);
            }
        }
    }

    /// Decides a node if its move at this index does.
    fn conclude(&mut self, at: u32, index: usize) {
        let node = self.graph.node(at);
        let child = self.graph.node(node.edges[index].child);
        if node.outcome == Outcome::Open
            && child.outcome != Outcome::Open
            && let Some((outcome, distance)) = self.graph.conclusion(node)
        {
            self.graph.node_mut(at).decide(outcome, distance);
        }
    }

    /// The move to visit.
    fn select(&self, at: u32) -> Choice {
        let graph = &self.graph;
        let node = graph.node(at);
        let forced = if at == 0 { self.forced } else { 0.0 };
        let look = graph.look(node);
        let scale = look.map_or(1.0, |look| look.scale) / f64::from(WHOLE);
        let reach = self.options.exploration * f64::from(node.visits).sqrt();
        let (mut best, mut most) = (None, f64::NEG_INFINITY);
        let mut tried = 0.0;
        for (index, &(cell, prior)) in graph.moves(node).iter().enumerate() {
            if look.is_some_and(|look| !look.moves.contains(cell)) {
                continue;
            }
            let prior = f64::from(prior) * scale;
            let edge = node.edges.get(index).copied().unwrap_or(PuctEdge::NEW);
            if edge.child == NONE {
                // The others that were not visited have lower priors.
                let unseen = node.mean() - self.options.reduction * f64::sqrt(tried);
                if unseen.max(0.0) + reach * prior > most {
                    best = Some(index);
                }
                break;
            }
            tried += prior;
            let visits = f64::from(edge.visits);
            let child = graph.node(edge.child);
            let score = match child.outcome {
                Outcome::Lost => return Choice::Decided(Outcome::Won, child.distance + 1),
                Outcome::Won => continue,
                Outcome::Open if visits < forced * (prior * f64::from(node.visits)).sqrt() => {
                    10.0 + prior
                }
                Outcome::Open => 1.0 - child.mean() + reach * prior / (1.0 + visits),
            };
            if score > most {
                (best, most) = (Some(index), score);
            }
        }
        match (best, graph.conclusion(node)) {
            (Some(index), _) => Choice::Visit(index),
            (None, Some((outcome, distance))) => Choice::Decided(outcome, distance),
            (None, None) => unreachable!("a node without moves left is lost"),
        }
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
