//! A search within limits: when it ends, and what it reports.

use super::graph::SearchGraph;
use super::outcome::Outcome;
use super::root::{MoveStatistics, TreeRoot};
use super::search::TreeWork;
use crate::base::instant::Instant;
use crate::hex::Cell;
use crate::think::{
    Found, Limits, Observer, Progress, RootMove, Score, ScoreScale, SearchOutcome, is_lead_safe,
};
use std::cmp::Reverse;
use std::time::Duration;

/// The time between two reports of progress.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// A move with a better value counts as a rival if it has one of so many visits that the best has.
const RIVAL_PART: u32 = 8;

/// Visits between two questions to the observer whether to stop.
const ASK_EVERY: u64 = 8;

/// One search: what it may spend, and the observer of its progress.
pub(super) struct TreeRun<'a> {
    limits: Limits,
    observer: &'a dyn Observer,
    start: Instant,
    /// When it ends: later, once that time has come and the choice of the move is unsure.
    end: Option<Instant>,
    last_report: Instant,
    /// What was done before.
    before: TreeWork,
}

impl<'a> TreeRun<'a> {
    /// A search that begins now, after so much work was done.
    pub fn new(limits: Limits, observer: &'a dyn Observer, before: &TreeWork) -> Self {
        let start = Instant::now();
        Self {
            end: limits.until,
            limits,
            observer,
            start,
            last_report: start,
            before: *before,
        }
    }

    /// When it ends, as far as that is known.
    pub fn end(&self) -> Option<Instant> {
        self.end
    }

    /// When it ends at the latest: analyses are to be over then.
    pub fn latest_end(&self) -> Option<Instant> {
        self.limits.unsure_until.or(self.limits.until)
    }

    /// The observer.
    pub fn observer(&self) -> &'a dyn Observer {
        self.observer
    }

    /// Visits of this search, and positions of its solver.
    fn nodes(&self, work: &TreeWork) -> u64 {
        let before = &self.before;
        work.visits + work.proof_positions - before.visits - before.proof_positions
    }

    /// What is left of its nodes, if they are limited.
    pub fn left(&self, work: &TreeWork) -> Option<u64> {
        let nodes = self.nodes(work);
        self.limits.nodes.map(|most| most.saturating_sub(nodes))
    }

    /// Whether there is nothing more to do, or no time for it.
    pub fn is_over<const W: usize>(&mut self, graph: &SearchGraph<W>, work: &TreeWork) -> bool {
        let (root, limits) = (graph.root(), self.limits);
        let nodes = self.nodes(work);
        if root.outcome() != Outcome::Open || limits.nodes.is_some_and(|most| nodes >= most) {
            return true;
        }
        // A visit with an analysis may take as long as a hundred without.
        let now = Instant::now();
        if self.end.is_some_and(|end| now >= end) && !self.goes_on(root, now) {
            return true;
        }
        if !nodes.is_multiple_of(ASK_EVERY) {
            return false;
        }
        if graph.is_full()
            || self.observer.should_stop(limits.work())
            || self.is_settled(root, nodes, now)
        {
            return true;
        }
        if now - self.last_report >= REPORT_EVERY {
            self.last_report = now;
            self.report(root, work);
        }
        false
    }

    /// Goes on for longer, if the limits have time for a choice that is unsure.
    fn goes_on<const W: usize>(&mut self, root: TreeRoot<W>, now: Instant) -> bool {
        let most = self.limits.unsure_until.filter(|&most| now < most);
        let goes_on = most.is_some() && is_unsure(root.best(), &root.moves());
        if goes_on {
            self.end = most;
        }
        goes_on
    }

    /// Whether the choice of the move is settled: one move is left, or no other can become the most
    /// visited in time.
    fn is_settled<const W: usize>(&self, root: TreeRoot<W>, nodes: u64, now: Instant) -> bool {
        let limits = &self.limits;
        if limits.is_endless() || limits.search_forced_moves {
            return false;
        }
        if root.is_forced() {
            return limits.nodes.is_none();
        }
        let moves = root.moves();
        let mut visits: Vec<u32> = moves.iter().map(|one| one.visits).collect();
        visits.sort_by_key(|&visits| Reverse(visits));
        let &[most, next, ..] = visits.as_slice() else {
            return false;
        };
        let Some(end) = self.end.filter(|_| limits.saves_time()) else {
            return false;
        };
        let lead = [most, next].map(|visits| visits as f32);
        is_lead_safe([self.start, now, end], nodes as f32, lead)
    }

    fn report<const W: usize>(&self, root: TreeRoot<W>, work: &TreeWork) {
        self.observer.progress(&Progress {
            depth: work.depth,
            nodes: self.nodes(work),
            time: self.start.elapsed(),
            colour: root.to_move(),
            score: Some(root.score()),
            pv: root.pv(),
            found: Found::Search(moves(root), ScoreScale::Mean),
        });
    }

    /// Ends the search.
    pub fn outcome<const W: usize>(self, root: TreeRoot<W>, work: &TreeWork) -> SearchOutcome {
        self.report(root, work);
        SearchOutcome {
            best: Some(root.best()),
            score: Some(root.score()),
            pv: root.pv(),
            depth: work.depth,
            nodes: self.nodes(work),
            evaluations: work.evaluations - self.before.evaluations,
            solving: work.solving.saturating_sub(self.before.solving),
            moves: moves(root),
            scale: ScoreScale::Mean,
        }
    }
}

/// Whether another move at the root may be better than the one with the most visits: it has nearly
/// as many, or as good a value.
fn is_unsure(best: Cell, moves: &[MoveStatistics]) -> bool {
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
fn moves<const W: usize>(root: TreeRoot<W>) -> Vec<RootMove> {
    let best = root.best();
    let mut moves = root.moves();
    let unsolved = |one: &MoveStatistics| match one.outcome {
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
    let answered = root.answered();
    let answered = answered.map(|cell| RootMove::known(cell, Score::LOST));
    moves.chain(answered).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::BoardSize;

    /// The first move is the best one; the others have these visits, means and outcomes.
    fn unsure(others: &[(u32, f64, Outcome)]) -> bool {
        let size: BoardSize = "5".parse().unwrap();
        let all = [(80, 0.6, Outcome::Open)];
        let moves = all.iter().chain(others).enumerate();
        let moves = moves.map(|(index, &(visits, mean, outcome))| MoveStatistics {
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
