//! A search within limits: when it ends, and what it reports.

use super::node::Outcome;
use super::root::PuctRootMove;
use super::search::{PuctSearch, PuctWork};
use crate::analysis::Analysis;
use crate::think::{Observer, Progress, RootMove, SearchLimits, SearchOutcome};
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// The time between two reports of progress.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// Visits between two questions whether to stop.
const ASK_EVERY: u32 = 8;

/// A search that is on its way.
struct Run<'a, const W: usize> {
    search: &'a mut PuctSearch<W>,
    limits: SearchLimits,
    observer: &'a dyn Observer,
    start: Instant,
    last_report: Instant,
    /// What was done before.
    before: PuctWork,
}

impl<const W: usize> PuctSearch<W> {
    /// Searches a position from its analysis, which does not decide it.
    pub fn run(
        &mut self,
        analysis: &Analysis<W>,
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        let start = Instant::now();
        let before = self.work();
        self.follow(analysis);
        let mut run = Run {
            before,
            search: self,
            limits,
            observer,
            start,
            last_report: start,
        };
        while !run.is_over() {
            let most = run.limits.nodes.map_or(u64::MAX, |most| most - run.nodes());
            let visits = u64::from(ASK_EVERY).min(most) as u32;
            for _ in 0..visits {
                if run.search.outcome() == Outcome::Open {
                    run.search.visit();
                }
            }
        }
        run.outcome()
    }
}

impl<const W: usize> Run<'_, W> {
    /// Visits of this search.
    fn nodes(&self) -> u64 {
        self.search.work().visits - self.before.visits
    }

    /// Whether there is nothing more to do, or no time for it.
    fn is_over(&mut self) -> bool {
        let limits = &self.limits;
        if self.search.outcome() != Outcome::Open || self.search.is_full() {
            return true;
        }
        if limits.nodes.is_some_and(|most| self.nodes() >= most) {
            return true;
        }
        let now = Instant::now();
        if limits.until.is_some_and(|until| now >= until)
            || self.observer.should_stop(limits.work())
            || self.is_settled(now)
        {
            return true;
        }
        if now - self.last_report >= REPORT_EVERY {
            self.last_report = now;
            self.report();
        }
        false
    }

    /// Whether the choice of the move is settled: one move is left, or no other can become the most
    /// visited in time.
    fn is_settled(&self, now: Instant) -> bool {
        let limits = &self.limits;
        if limits.endless || limits.search_forced_moves {
            return false;
        }
        let moves = self.search.root();
        if self.search.is_forced() {
            return limits.nodes.is_none();
        }
        let mut visits: Vec<u32> = moves.iter().map(|one| one.visits).collect();
        visits.sort_by_key(|&visits| Reverse(visits));
        let &[most, next, ..] = visits.as_slice() else {
            return false;
        };
        let (Some(until), Some(_)) = (limits.until, limits.last_start) else {
            return false;
        };
        let spent = (now - self.start).as_secs_f32();
        let left = until.saturating_duration_since(now).as_secs_f32();
        let pace = self.nodes() as f32 / spent.max(1e-3);
        spent > left / 4.0 && next as f32 + pace * left < most as f32
    }

    /// The moves at the root, the best first.
    fn moves(&self) -> Vec<RootMove> {
        let best = self.search.best();
        let mut moves = self.search.root();
        let unsolved = |one: &PuctRootMove| match one.outcome {
            Outcome::Lost => 0,
            _ => one.visits,
        };
        moves.sort_by_key(|one| Reverse((one.cell == best, unsolved(one))));
        let moves = moves.into_iter().map(|one| RootMove {
            cell: one.cell,
            score: Some(one.score),
            visits: one.visits,
        });
        moves.collect()
    }

    fn report(&self) {
        let moves = self.moves();
        let scored = moves.iter().filter_map(|root| {
            let score = root.score?;
            Some((root.cell, score.to_string()))
        });
        self.observer.progress(&Progress {
            depth: self.search.work().depth,
            nodes: self.nodes(),
            time: self.start.elapsed(),
            colour: self.search.to_move(),
            score: Some(self.search.score().to_string()),
            pv: self.search.pv(),
            moves: scored.collect(),
        });
    }

    /// Ends the search.
    fn outcome(self) -> SearchOutcome {
        self.report();
        let work = self.search.work();
        SearchOutcome {
            best: Some(self.search.best()),
            score: Some(self.search.score()),
            pv: self.search.pv(),
            depth: work.depth,
            nodes: self.nodes(),
            evaluations: work.evaluations - self.before.evaluations,
            moves: self.moves(),
        }
    }
}
