//! The search.

use super::graph::PuctGraph;
use super::look::{Lookout, Seen};
use super::node::{NONE, Outcome, PuctNode};
use super::noise::Noise;
use super::options::PuctOptions;
use super::proofs::Caution;
use crate::base::random::SplitMix64;
use crate::hex::{BoardSize, Colour, Position};
use crate::knowledge::analysis::Analysis;
use crate::network::{Evaluator, Judgement, Quantised};
use crate::solver::{NodeProver, ProofTask};
use std::sync::Arc;
use std::time::Duration;

/// So many judgements are kept before all are forgotten, where the tree is not kept.
const MOST_JUDGEMENTS: usize = 200_000;

/// What was done so far, all searches together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PuctWork {
    /// Visits of roots.
    pub visits: u64,
    /// Positions that were evaluated by the network and came into the graph.
    pub evaluations: u64,
    /// Analyses below roots.
    pub looks: u64,
    /// Positions that the solver searched.
    pub proof_positions: u64,
    /// The time of the solver.
    pub solving: Duration,
    /// The longest line of the last search.
    pub depth: u32,
}

/// The graph of one position after another.
pub struct PuctSearch<const W: usize> {
    pub(super) evaluator: Evaluator,
    pub(super) options: PuctOptions,
    pub(super) graph: PuctGraph<W>,
    pub(super) root: Position<W>,
    /// Judges what analyses see.
    pub(super) deep: Option<Evaluator>,
    pub(super) lookout: Option<Lookout<W>>,
    /// The solver, once it was needed.
    pub(super) prover: Option<NodeProver<W>>,
    /// Nodes for it, the next one last.
    pub(super) due: Vec<ProofTask>,
    /// How many times the positions that a proof is expected to take must be there for the solver
    /// to try.
    pub(super) caution: Caution,
    /// Whether the root has all its moves.
    pub(super) root_is_whole: bool,
    pub(super) forced: f64,
    pub(super) work: PuctWork,
}

impl<const W: usize> PuctSearch<W> {
    /// A search of this position.
    pub fn new(evaluator: Evaluator, options: PuctOptions, root: &Position<W>) -> Self {
        let mut search = Self {
            evaluator,
            options,
            graph: PuctGraph::default(),
            root: *root,
            deep: None,
            lookout: None,
            prover: None,
            due: Vec::new(),
            caution: Caution::default(),
            root_is_whole: true,
            forced: 0.0,
            work: PuctWork::default(),
        };
        search.start(root, None);
        search
    }

    /// A search on boards of this size by a network that sees stones, and one that reads analyses:
    /// its judgement takes the place of the first one where a position is analysed.
    pub fn with_networks(
        size: BoardSize,
        options: PuctOptions,
        [stones, looks]: [&Arc<Quantised>; 2],
    ) -> Self {
        let [stones, looks] = [stones, looks].map(|one| Evaluator::new(Arc::clone(one)));
        let mut search = Self::new(stones, options, &Position::new(size));
        search.deep = Some(looks);
        search
    }

    /// The same by the shipped networks.
    pub fn shipped(size: BoardSize, options: PuctOptions) -> Self {
        let networks = [Quantised::shipped(), Quantised::shipped_looks()];
        Self::with_networks(size, options, networks)
    }

    /// Begins anew with this position, which neither side has won, and noise at the root if that is
    /// wanted. There are no looks.
    pub fn start(&mut self, root: &Position<W>, noise: Option<(Noise, &mut SplitMix64)>) {
        if self.graph.judgements.len() > MOST_JUDGEMENTS {
            self.graph = PuctGraph::default();
        }
        self.root = *root;
        self.lookout = None;
        self.due.clear();
        self.forced = 0.0;
        self.work.depth = 0;
        self.graph.clear();
        let mut judgement = self.judge(root);
        self.work.evaluations += 1;
        if let Some((noise, random)) = noise {
            self.forced = noise.forced;
            let noisy = noise.added(&self.graph.judgements[judgement as usize], random);
            judgement = self.graph.judgements.len() as u32;
            self.graph.judgements.push(noisy);
        }
        self.add(root, judgement);
    }

    /// Leaves out what an analysis of the root rules out. It does not decide the position.
    pub fn see_root(&mut self, analysis: &Analysis<W>) {
        if self.deep.is_some() && self.graph.node(0).look != NONE {
            // What it saw below another root stands.
            return;
        }
        let seen = Seen::of(analysis, self.deep.as_mut());
        self.see(0, seen);
        self.graph.renew(0);
    }

    /// Begins with an analysed position, which is not decided; what is known of it stays if the
    /// options want that. Below it, positions are looked at.
    pub fn follow(&mut self, analysis: &Arc<Analysis<W>>) {
        let root = analysis.position();
        let slowest_look = self
            .lookout
            .take()
            .map_or(analysis.slowest_move(), |out| out.slowest);
        match self.graph.find(root) {
            Some(_) if !self.options.keep_tree => self.start(root, None),
            Some(0) => {}
            Some(node) => self.graph.keep(node, root),
            None => {
                // Nothing of another game is of use.
                self.graph = PuctGraph::default();
                self.caution = Caution::default();
                self.start(root, None);
            }
        }
        if self.graph.node(0).judgement == NONE {
            // Proved by the solver, and never visited.
            self.graph.node_mut(0).judgement = self.judge(root);
        }
        self.root = *root;
        self.work.depth = 0;
        self.due.clear();
        if self.outcome() == Outcome::Open {
            self.see_root(analysis);
        }
        self.lookout = (self.options.look_visits > 0).then(|| {
            let bytes = self.options.look_bytes();
            Lookout::new(analysis, bytes, self.deep.clone(), slowest_look)
        });
    }

    /// The evaluator, for questions beside the search.
    pub fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.evaluator
    }

    /// The index of the judgement of a position.
    fn judge(&mut self, position: &Position<W>) -> u32 {
        let evaluator = &mut self.evaluator;
        self.graph.judge(position, || evaluator.judge(position))
    }

    /// Adds a node with a judgement.
    pub(super) fn add(&mut self, position: &Position<W>, judgement: u32) -> u32 {
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
        let beside = self.options.look_bytes() + self.options.proof_bytes();
        let most = self.options.memory_bytes - beside;
        self.graph.bytes(self.root.size().cells()) >= most
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
}

#[cfg(test)]
mod tests {
    use super::super::PuctRootMove;
    use super::*;
    use crate::network::Weights;
    use crate::position;

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
    fn with_caution_the_best_move_is_the_surest() {
        let mut differ = 0;
        for visits in [60, 90, 130, 180, 240, 310, 390, 480] {
            let [cautious, by_visits] = [4.0, 0.0].map(|caution| {
                let options = PuctOptions {
                    caution,
                    ..PuctOptions::default()
                };
                let position = Position::<2>::new("9".parse().unwrap());
                let mut search = PuctSearch::new(evaluator(), options, &position);
                search.grow(visits);
                assert_eq!(search.pv()[0], search.best());
                let moves = search.root();
                let best = search.best();
                let best = *moves.iter().find(|one| one.cell == best).unwrap();
                (moves, best)
            });
            let (moves, best) = by_visits;
            assert!(moves.iter().all(|one| one.visits <= best.visits));
            let most = best.visits;
            let (moves, best) = cautious;
            let sure = |one: &PuctRootMove| one.mean - 4.0 * one.error;
            assert!(6 * best.visits >= most && best.error > 0.0);
            let rivals = moves.iter().filter(|one| 6 * one.visits >= most);
            assert!(rivals.clone().all(|one| sure(one) <= sure(&best)));
            differ += u32::from(best.visits < most);
        }
        assert!(differ > 0);
    }

    #[test]
    fn visits_are_counted_and_repeat() {
        let position = Position::<2>::new("9".parse().unwrap());
        let grown = |noise: Option<u64>| {
            let mut search = PuctSearch::new(evaluator(), PuctOptions::default(), &position);
            if let Some(seed) = noise {
                search.start(
                    &position,
                    Some((Noise::default(), &mut SplitMix64::new(seed))),
                );
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
