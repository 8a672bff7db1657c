//! The search: a graph of positions that follows the game, and what makes visits in it.

use super::expansion::is_over;
use super::graph::SearchGraph;
use super::node::{NodeIndex, SearchNode};
use super::noise::Noise;
use super::options::TreeOptions;
use super::outcome::Outcome;
use super::root::TreeRoot;
use super::run::TreeRun;
use super::shared::SharedGraph;
use super::worker::TreeWorker;
use crate::base::random::SplitMix64;
use crate::hex::{BoardSize, Cell, CellSet, Position};
use crate::knowledge::analysis::Analysis;
use crate::network::{Evaluator, Prediction, Quantised, WHOLE};
use crate::solver::Solver;
use crate::think::{Limits, Observer, SearchOutcome};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// What was done so far, all searches together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TreeWork {
    /// Visits of roots.
    pub visits: u64,
    /// Evaluations of leaves and roots by the network.
    pub evaluations: u64,
    /// Analyses below roots.
    pub analyses: u64,
    /// Positions that the solver searched.
    pub proof_positions: u64,
    /// The time of the solver.
    pub solving: Duration,
    /// The longest line of the last search.
    pub depth: u32,
}

/// A search of one position after another.
pub struct TreeSearch<const W: usize> {
    graph: SearchGraph<W>,
    worker: TreeWorker<W>,
}

impl<const W: usize> TreeSearch<W> {
    /// A search of this position by a network that sees stones.
    pub fn new(evaluator: Evaluator, options: TreeOptions, root: &Position<W>) -> Self {
        Self::at_root(root, options, evaluator, None)
    }

    /// A search on boards of this size by a network that sees stones, and one that reads analyses:
    /// its evaluation takes the place of the first one where a position is analysed.
    pub fn with_networks(
        size: BoardSize,
        options: TreeOptions,
        networks: [&Arc<Quantised>; 2],
    ) -> Self {
        let evaluators = networks.map(|one| Evaluator::new(Arc::clone(one)));
        Self::with_evaluators(size, options, evaluators)
    }

    /// The same by evaluators of these networks.
    pub fn with_evaluators(
        size: BoardSize,
        options: TreeOptions,
        [stones, analyses]: [Evaluator; 2],
    ) -> Self {
        Self::at_root(&Position::new(size), options, stones, Some(analyses))
    }

    /// The same by the shipped networks.
    pub fn shipped(size: BoardSize, options: TreeOptions) -> Self {
        let networks = [Quantised::shipped(), Quantised::shipped_for_analyses()];
        Self::with_networks(size, options, networks)
    }

    fn at_root(
        root: &Position<W>,
        options: TreeOptions,
        stones: Evaluator,
        analyses: Option<Evaluator>,
    ) -> Self {
        // Without connections no analysis shows more than the network.
        let has_connections = root.size().has_connections();
        let analyses = analyses.filter(|_| has_connections);
        let mut options = options;
        if !has_connections {
            options.analysis_visits = 0;
        }
        let mut search = Self {
            graph: SearchGraph::new(options, root),
            worker: TreeWorker::new(stones, analyses, root.size(), &options),
        };
        search.start(root, None);
        search
    }

    /// Begins anew with this position, which neither side has won, and noise at the root if that is
    /// wanted. No node below it is analysed.
    pub fn start(&mut self, root: &Position<W>, noise: Option<(Noise, &mut SplitMix64)>) {
        self.worker.restart();
        self.graph.restart(root);
        let mut evaluation = self.worker.evaluate_root(&mut self.graph, root);
        if let Some((noise, random)) = noise {
            let noisy = noise.added(&evaluation, random);
            self.graph.store_evaluation(root, evaluation);
            self.graph.force_visits(noise.forced);
            evaluation = noisy;
        }
        self.graph.insert(root, SearchNode::new(evaluation));
    }

    /// Leaves out the moves that an analysis of the root, which does not decide it, rules out.
    pub fn analyze_root(&mut self, analysis: &Analysis<W>) {
        self.worker.analyze_root(&mut self.graph, analysis);
    }

    /// Makes visits until the root has so many, or is decided.
    pub fn grow(&mut self, visits: u32) {
        let is_over =
            |root: TreeRoot<W>| root.visits() >= visits || root.outcome() != Outcome::Open;
        let shared = SharedGraph::new(&mut self.graph);
        while !is_over(shared.lock().graph.root()) {
            self.worker.visit(&shared, None);
        }
    }

    /// Searches a position from its analysis, which does not decide it. The graph of the searches
    /// before is kept below the position if the options want that.
    pub fn run(
        &mut self,
        analysis: &Arc<Analysis<W>>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        self.follow(analysis);
        self.search(limits, observer)
    }

    /// Searches as if these moves could not be made at the root: a score of a loss holds for the
    /// others only. There is no move and no score if no other move is worth considering. What
    /// visits found is neither taken from searches before nor kept for those that follow.
    pub fn run_without(
        &mut self,
        analysis: &Arc<Analysis<W>>,
        without: &[Cell],
        limits: Limits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        let moves = analysis.consider() - without.iter().copied().collect();
        if moves.is_empty() {
            return SearchOutcome::default();
        }
        let root = analysis.position();
        self.start(root, None);
        self.follow(analysis);
        if !without.is_empty() {
            self.graph.restrict_root(moves);
        }
        let outcome = self.search(limits, observer);
        self.start(root, None);
        outcome
    }

    /// Searches these moves of a position alone, whatever its analysis says of them or decides. A
    /// score of a win is right, since one of them wins; a score of a loss, and every estimate, holds
    /// for these moves only. There is no move and no score if none of them is an empty cell. A
    /// search of the same moves goes on with the graph of the last one.
    pub fn run_among(
        &mut self,
        analysis: &Arc<Analysis<W>>,
        moves: &[Cell],
        limits: Limits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        let root = analysis.position();
        let moves = moves.iter().copied().collect::<CellSet<W>>() & root.empty();
        if moves.is_empty() {
            return SearchOutcome::default();
        }
        let options = *self.graph.options();
        let found = self.graph.find(root);
        if found.is_none() {
            // Nothing of another game is of use.
            self.graph = SearchGraph::new(options, root);
            self.worker.forget_game();
        }
        let is_same = found == Some(NodeIndex::ROOT) && self.graph.root_moves() == Some(moves);
        if !(is_same && options.keep_tree) {
            self.start_among(root, moves);
        }
        self.worker.follow(analysis, &options);
        self.search(limits, observer)
    }

    /// Begins anew with a position of which these moves alone are searched.
    fn start_among(&mut self, root: &Position<W>, moves: CellSet<W>) {
        self.worker.restart();
        self.graph.restart(root);
        let evaluation = self.worker.evaluate_root(&mut self.graph, root);
        let restricted = restricted(&evaluation, moves);
        self.graph.store_evaluation(root, evaluation);
        self.graph.insert(root, SearchNode::new(restricted));
        self.graph.choose_root_moves(moves);
    }

    /// Makes a position the root, with what the graph knows of it.
    pub(super) fn move_root(&mut self, root: &Position<W>) {
        let options = *self.graph.options();
        match self.graph.find(root) {
            Some(NodeIndex::ROOT) if options.keep_tree && self.graph.root_is_whole() => {}
            Some(node) if options.keep_tree && node != NodeIndex::ROOT => {
                self.graph.keep(node, root);
            }
            Some(_) => self.start(root, None),
            None => {
                // Nothing of another game is of use.
                self.graph = SearchGraph::new(options, root);
                self.worker.forget_game();
                self.start(root, None);
            }
        }
        if self.graph.node(NodeIndex::ROOT).evaluation().is_none() {
            // Proved by the solver, and never visited.
            let evaluation = self.worker.evaluate_root(&mut self.graph, root);
            let node = self.graph.node_mut(NodeIndex::ROOT);
            node.set_evaluation(evaluation);
        }
    }

    /// Begins with an analysed position, which is not decided. Nodes below it are analysed.
    fn follow(&mut self, analysis: &Arc<Analysis<W>>) {
        let root = analysis.position();
        let options = *self.graph.options();
        self.move_root(root);
        if self.root().outcome() == Outcome::Open {
            self.analyze_root(analysis);
        }
        self.worker.follow(analysis, &options);
    }

    /// Makes visits until the search is over, while other threads evaluate ahead.
    fn search(&mut self, limits: Limits, observer: &dyn Observer) -> SearchOutcome {
        let mut run = TreeRun::new(limits, observer, self.worker.work());
        let shared = SharedGraph::new(&mut self.graph);
        thread::scope(|scope| {
            for _ in 1..limits.threads {
                let evaluator = self.worker.evaluator().clone();
                scope.spawn(|| shared.evaluate_ahead(evaluator));
            }
            while !run.is_over(shared.lock().graph, self.worker.work()) {
                self.worker.visit(&shared, Some(&run));
            }
            shared.stop();
        });
        run.outcome(self.graph.root(), self.worker.work())
    }

    /// What the search has found about its root.
    pub fn root(&self) -> TreeRoot<'_, W> {
        self.graph.root()
    }

    /// What was done since the search was made.
    pub fn work(&self) -> TreeWork {
        *self.worker.work()
    }

    /// The network that sees stones, for questions beside the search.
    pub fn evaluator(&mut self) -> &mut Evaluator {
        self.worker.evaluator()
    }

    /// The graph.
    pub(super) fn graph(&self) -> &SearchGraph<W> {
        &self.graph
    }

    /// The graph, to be changed.
    pub(super) fn graph_mut(&mut self) -> &mut SearchGraph<W> {
        &mut self.graph
    }

    /// The node of a position below the root, which is made if need be; `None` if the position is
    /// over.
    pub(super) fn node_of(&mut self, position: &Position<W>) -> Option<NodeIndex> {
        let found = self.graph.find(position);
        found.or_else(|| {
            (!is_over(position)).then(|| {
                let evaluation = self.worker.evaluate_root(&mut self.graph, position);
                self.graph.insert(position, SearchNode::new(evaluation))
            })
        })
    }

    /// The solver that tries nodes, if there is one.
    pub fn solver(&mut self) -> Option<&mut Solver<W>> {
        (self.graph.options().proofs > 0.0).then(|| self.worker.solver())
    }
}

/// An evaluation for a search of these moves alone. Half of their priors is shared out evenly, so
/// that each of them is tried, also one that an analysis has left out of the evaluation.
fn restricted<const W: usize>(evaluation: &Prediction, moves: CellSet<W>) -> Prediction {
    let among = evaluation.moves.iter().copied();
    let mut among: Vec<(Cell, u16)> = among.filter(|&(cell, _)| moves.contains(cell)).collect();
    let known: CellSet<W> = among.iter().map(|&(cell, _)| cell).collect();
    among.extend((moves - known).into_iter().map(|cell| (cell, 0)));
    let sum: u32 = among.iter().map(|&(_, prior)| u32::from(prior)).sum();
    let even = u32::from(WHOLE) / among.len().max(1) as u32;
    for (_, prior) in &mut among {
        let share = u32::from(*prior) * u32::from(WHOLE) / sum.max(1);
        *prior = share.midpoint(even).min(u32::from(WHOLE)) as u16;
    }
    Prediction {
        value: evaluation.value,
        moves: among,
    }
}

#[cfg(test)]
mod tests {
    use super::super::MoveStatistics;
    use super::*;
    use crate::hex::Colour;
    use crate::network::Weights;
    use crate::position;
    use std::collections::HashMap;

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
        let mut search = TreeSearch::new(evaluator(), TreeOptions::default(), &position);
        search.grow(20_000);
        assert_eq!(
            search.root().outcome(),
            Outcome::Lost,
            "White stands in the middle"
        );
        let mut white = position;
        white.set_to_move(Colour::White);
        search.start(&white, None);
        search.grow(20_000);
        assert_eq!(search.root().outcome(), Outcome::Won);
        let best = search.root().best();
        let root = search.root().moves();
        let chosen = root.iter().find(|one| one.cell == best).unwrap();
        assert_eq!(chosen.outcome, Outcome::Won);
        assert_eq!(search.root().pv()[0], best);
    }

    #[test]
    fn with_caution_the_best_move_is_the_surest() {
        let mut differ = 0;
        for visits in [60, 90, 130, 180, 240, 310, 390, 480] {
            let [cautious, by_visits] = [4.0, 0.0].map(|caution| {
                let options = TreeOptions {
                    caution,
                    ..TreeOptions::default()
                };
                let position = Position::<2>::new("9".parse().unwrap());
                let mut search = TreeSearch::new(evaluator(), options, &position);
                search.grow(visits);
                assert_eq!(search.root().pv()[0], search.root().best());
                let moves = search.root().moves();
                let best = search.root().best();
                let best = *moves.iter().find(|one| one.cell == best).unwrap();
                (moves, best)
            });
            let (moves, best) = by_visits;
            assert!(moves.iter().all(|one| one.visits <= best.visits));
            let most = best.visits;
            let (moves, best) = cautious;
            let sure = |one: &MoveStatistics| one.mean - 4.0 * one.error;
            assert!(6 * best.visits >= most && best.error > 0.0);
            let rivals = moves.iter().filter(|one| 6 * one.visits >= most);
            assert!(rivals.clone().all(|one| sure(one) <= sure(&best)));
            differ += u32::from(best.visits < most);
        }
        assert!(differ > 0);
    }

    #[test]
    fn moves_are_drawn_by_weight_but_never_if_refuted_or_unlikely() {
        let position = Position::<2>::new("9".parse().unwrap());
        let mut search = TreeSearch::new(evaluator(), TreeOptions::default(), &position);
        search.grow(200);
        let root = search.root().moves();
        let most = root.iter().map(|one| one.visits).max().unwrap();
        let mut random = SplitMix64::new(1);
        let mut draw = |temperature: f64| {
            let mut drawn: HashMap<Cell, u32> = HashMap::new();
            for _ in 0..2000 {
                let cell = search.root().drawn(temperature, &mut random);
                *drawn.entry(cell).or_default() += 1;
            }
            drawn
        };
        // The colder, the more often the most visited.
        let often = |drawn: &HashMap<Cell, u32>| {
            let of = |cell| drawn.get(&cell).copied().unwrap_or(0);
            let favourites = root.iter().filter(|one| one.visits == most);
            favourites.map(|one| of(one.cell)).sum::<u32>()
        };
        let [cold, warm, hot] = [0.1, 1.0, 4.0].map(&mut draw);
        assert!(often(&cold) > often(&warm) && often(&warm) > often(&hot));
        assert!(cold.len() <= warm.len() && warm.len() <= hot.len() && hot.len() > 3);

        // Black, to move, loses: one move after another is refuted.
        let position: Position<1> = position! { 3 x 3:
            . . .
             . W .
              . . B
        };
        let mut search = TreeSearch::new(evaluator(), TreeOptions::default(), &position);
        let mut refuted = 0;
        for visits in 1..20_000 {
            search.grow(visits);
            if search.root().outcome() != Outcome::Open {
                break;
            }
            let cell = search.root().drawn(4.0, &mut random);
            let root = search.root().moves();
            let lost = |one: &&MoveStatistics| one.outcome == Outcome::Lost;
            refuted = refuted.max(root.iter().filter(lost).count());
            assert!(root.iter().filter(lost).all(|one| one.cell != cell));
        }
        assert!(refuted > 0);
    }

    #[test]
    fn visits_are_counted_and_repeat() {
        let position = Position::<2>::new("9".parse().unwrap());
        let grown = |noise: Option<u64>| {
            let mut search = TreeSearch::new(evaluator(), TreeOptions::default(), &position);
            if let Some(seed) = noise {
                search.start(
                    &position,
                    Some((Noise::default(), &mut SplitMix64::new(seed))),
                );
            }
            search.grow(200);
            let all: u32 = search.root().moves().iter().map(|one| one.visits).sum();
            assert_eq!((all, search.root().visits()), (199, 200));
            (search.root().moves(), search.root().target())
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
