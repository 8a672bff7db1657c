//! A search within limits: when it ends, and what it reports.

use super::node::Outcome;
use super::root::PuctRootMove;
use super::search::{PuctSearch, PuctWork};
use super::shared::SharedSearch;
use crate::hex::{Cell, Position};
use crate::knowledge::analysis::Analysis;
use crate::solver::{NodeProver, ProofResult, ProofTask};
use crate::think::{Found, Observer, Progress, RootMove, ScoreScale, SearchLimits, SearchOutcome};
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time between two reports of progress.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// A move with a better value counts as a rival if it has one of so many visits that the best has.
const RIVAL_PART: u32 = 8;

/// Visits between two questions to the observer whether to stop.
const ASK_EVERY: u64 = 8;

/// A search that is on its way, as it is limited and watched.
pub(super) struct Run<'a> {
    limits: SearchLimits,
    observer: &'a dyn Observer,
    start: Instant,
    /// When it ends: later, once that time has come and the choice of the move is unsure.
    end: Option<Instant>,
    last_report: Instant,
    /// What was done before.
    before: PuctWork,
}

impl<const W: usize> PuctSearch<W> {
    /// Searches a position from its analysis, which does not decide it.
    pub fn run(
        &mut self,
        analysis: &Arc<Analysis<W>>,
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        self.follow(analysis);
        self.run_from_root(limits, observer)
    }

    /// Searches as if these moves could not be made at the root: a score of a loss holds for the
    /// others only. There is no move and no score if no other move is worth considering. What
    /// visits found is neither taken from searches before nor kept for those that follow.
    pub fn run_without(
        &mut self,
        analysis: &Arc<Analysis<W>>,
        without: &[Cell],
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        let moves = analysis.consider() - without.iter().copied().collect();
        if moves.is_empty() {
            return SearchOutcome::default();
        }
        self.start(analysis.position(), None);
        self.follow(analysis);
        self.graph.leave_out(0, moves);
        self.root_is_whole = without.is_empty();
        let outcome = self.run_from_root(limits, observer);
        self.root_is_whole = true;
        self.start(analysis.position(), None);
        outcome
    }

    fn run_from_root(&mut self, limits: SearchLimits, observer: &dyn Observer) -> SearchOutcome {
        let start = Instant::now();
        if let Some(lookout) = &mut self.lookout {
            lookout.until = limits.unsure_until.or(limits.until);
        }
        let mut run = Run {
            before: self.work(),
            end: limits.until,
            limits,
            observer,
            start,
            last_report: start,
        };
        if limits.threads > 1 {
            let evaluator = self.evaluator.clone();
            let shared = SharedSearch::new(self);
            shared.run(&evaluator, limits.threads - 1, &mut run);
        } else {
            while !run.is_over(self) {
                self.visit();
                while let Some(task) = self.next_proof(run.left(self)) {
                    let mut prover = self.take_prover();
                    let result = run.prove(prover.as_mut(), &self.root, &task);
                    self.put_prover(prover);
                    self.settle(&task, result.as_ref());
                }
            }
        }
        run.outcome(self)
    }
}

impl Run<'_> {
    /// Visits of this search, and positions of its solver.
    fn nodes<const W: usize>(&self, search: &PuctSearch<W>) -> u64 {
        let [now, before] = [search.work(), self.before];
        now.visits + now.proof_positions - before.visits - before.proof_positions
    }

    /// What is left of its nodes, if they are limited.
    pub fn left<const W: usize>(&self, search: &PuctSearch<W>) -> Option<u64> {
        let nodes = self.nodes(search);
        self.limits.nodes.map(|most| most.saturating_sub(nodes))
    }

    /// Lets the solver try a node below this root.
    pub fn prove<const W: usize>(
        &self,
        prover: Option<&mut NodeProver<W>>,
        root: &Position<W>,
        task: &ProofTask,
    ) -> Option<ProofResult<W>> {
        prover?.prove(root, task, self.end, self.observer)
    }

    /// Whether there is nothing more to do, or no time for it.
    pub fn is_over<const W: usize>(&mut self, search: &PuctSearch<W>) -> bool {
        let limits = self.limits;
        let nodes = self.nodes(search);
        if search.outcome() != Outcome::Open || limits.nodes.is_some_and(|most| nodes >= most) {
            return true;
        }
        // A visit with an analysis may take as long as a hundred without.
        let now = Instant::now();
        if self.end.is_some_and(|end| now >= end) && !self.goes_on(search, now) {
            return true;
        }
        if !nodes.is_multiple_of(ASK_EVERY) {
            return false;
        }
        if search.is_full()
            || self.observer.should_stop(limits.work())
            || self.is_settled(search, now)
        {
            return true;
        }
        if now - self.last_report >= REPORT_EVERY {
            self.last_report = now;
            self.report(search);
        }
        false
    }

    /// Goes on for longer, if the limits have time for a choice that is unsure.
    fn goes_on<const W: usize>(&mut self, search: &PuctSearch<W>, now: Instant) -> bool {
        let most = self.limits.unsure_until.filter(|&most| now < most);
        let goes_on = most.is_some() && is_unsure(search.best(), &search.root());
        if goes_on {
            self.end = most;
        }
        goes_on
    }

    /// Whether the choice of the move is settled: one move is left, or no other can become the most
    /// visited in time.
    fn is_settled<const W: usize>(&self, search: &PuctSearch<W>, now: Instant) -> bool {
        let limits = &self.limits;
        if limits.endless || limits.search_forced_moves {
            return false;
        }
        if search.is_forced() {
            return limits.nodes.is_none();
        }
        let moves = search.root();
        let mut visits: Vec<u32> = moves.iter().map(|one| one.visits).collect();
        visits.sort_by_key(|&visits| Reverse(visits));
        let &[most, next, ..] = visits.as_slice() else {
            return false;
        };
        let Some(end) = self.end.filter(|_| limits.saves_time) else {
            return false;
        };
        let spent = (now - self.start).as_secs_f32();
        let left = end.saturating_duration_since(now).as_secs_f32();
        let pace = self.nodes(search) as f32 / spent.max(1e-3);
        spent > left / 4.0 && next as f32 + pace * left < most as f32
    }

    fn report<const W: usize>(&self, search: &PuctSearch<W>) {
        self.observer.progress(&Progress {
            depth: search.work().depth,
            nodes: self.nodes(search),
            time: self.start.elapsed(),
            colour: search.to_move(),
            score: Some(search.score()),
            pv: search.pv(),
            found: Found::Search(moves(search), ScoreScale::Mean),
        });
    }

    /// Ends the search.
    fn outcome<const W: usize>(self, search: &PuctSearch<W>) -> SearchOutcome {
        self.report(search);
        let work = search.work();
        SearchOutcome {
            best: Some(search.best()),
            score: Some(search.score()),
            pv: search.pv(),
            depth: work.depth,
            nodes: self.nodes(search),
            evaluations: work.evaluations - self.before.evaluations,
            solving: work.solving.saturating_sub(self.before.solving),
            moves: moves(search),
            scale: ScoreScale::Mean,
        }
    }
}

/// Whether another move at the root may be better than the one with the most visits: it has nearly
/// as many, or as good a value.
fn is_unsure(best: Cell, moves: &[PuctRootMove]) -> bool {
    let Some(best) = moves.iter().find(|one| one.cell == best) else {
        return false;
    };
    let rivals = moves.iter().filter(|one| one.cell != best.cell);
    let mut rivals = rivals.filter(|one| one.outcome == Outcome::Open);
    best.outcome == Outcome::Open
        && rivals.any(|one| {
            let is_as_good = one.mean >= best.mean && RIVAL_PART * one.visits >= best.visits;
            is_as_good || 2 * one.visits >= best.visits
        })
}

/// The moves at the root, the best first.
fn moves<const W: usize>(search: &PuctSearch<W>) -> Vec<RootMove> {
    let best = search.best();
    let mut moves = search.root();
    let unsolved = |one: &PuctRootMove| match one.outcome {
        Outcome::Lost => 0,
        _ => one.visits,
    };
    moves.sort_by_key(|one| Reverse((one.cell == best, unsolved(one))));
    let moves = moves.into_iter().map(|one| RootMove {
        cell: one.cell,
        score: Some(one.score),
        visits: one.visits,
        prior: Some(one.prior as f32),
    });
    moves.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::BoardSize;
    use crate::think::Score;

    /// The first move is the best one; of the others visits, mean and outcome are told.
    fn unsure(others: &[(u32, f64, Outcome)]) -> bool {
        let size: BoardSize = "5".parse().unwrap();
        let all = [(80, 0.6, Outcome::Open)];
        let moves = all.iter().chain(others).enumerate();
        let moves = moves.map(|(index, &(visits, mean, outcome))| PuctRootMove {
            cell: size.cell(index, 0).unwrap(),
            prior: 0.2,
            visits,
            mean,
            error: 0.01,
            outcome,
            score: Score::estimate(0),
        });
        is_unsure(size.cell(0, 0).unwrap(), &moves.collect::<Vec<_>>())
    }

    #[test]
    fn a_choice_is_unsure_where_another_move_comes_close() {
        let open = Outcome::Open;
        assert!(!unsure(&[]));
        assert!(!unsure(&[(30, 0.55, open), (9, 0.59, open)]));
        assert!(
            unsure(&[(30, 0.55, open), (10, 0.6, open)]),
            "a better value"
        );
        assert!(!unsure(&[(9, 0.7, open)]), "of too few visits");
        assert!(unsure(&[(40, 0.5, open)]), "nearly as many visits");
        assert!(!unsure(&[(60, 0.0, Outcome::Lost)]), "refuted");
    }
}
