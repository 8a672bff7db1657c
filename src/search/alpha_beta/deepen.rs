//! Iterative deepening: one iteration after another until a limit is reached or the game is
//! decided.
//!
//! An iteration orders the moves at the root for the next one. An iteration that is cut short
//! counts as far as it got: its first move is the best of the iteration before, so what it found is
//! at least as good.
//!
//! Several threads search the same tree with one table (lazy SMP). The first thread's result
//! counts; with one thread it is the same on every machine.

use super::node::Node;
use super::number::Numbering;
use super::options::SearchOptions;
use super::position::{Candidate, SearchPosition};
use super::selection::Selection;
use super::table::TranspositionTable;
use super::window::Window;
use super::worker::{PvsWorker, SearchStopped, Shared};
use crate::base::instant::Instant;
use crate::hex::Cell;
use crate::think::{
    Found, Limits, Observer, Progress, RootMove, Score, ScoreScale, SearchOutcome, is_half_over,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A search needs deeper iterations than there are cells only where moves cost more than a ply.
const DEEPEST: u32 = 10;

/// Searches a position with what the table holds.
pub fn search<P: SearchPosition<W>, const W: usize>(
    position: P,
    options: &SearchOptions,
    selection: &dyn Selection<P, W>,
    table: &TranspositionTable,
    limits: Limits,
    observer: &dyn Observer,
) -> SearchOutcome {
    let numbering = Numbering::new(position.position());
    // The nodes of the first thread count.
    let others = Limits {
        nodes: limits.nodes.map(|_| u64::MAX),
        ..limits
    };
    let shared = Shared {
        options,
        selection,
        numbering: &numbering,
        table,
        observer,
        stopped: AtomicBool::new(false),
    };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..limits.threads)
            .map(|number| {
                let worker = PvsWorker::new(position.clone(), &shared, others);
                scope.spawn(move || {
                    let mut deepening = Deepening::new(worker, None);
                    deepening.run(1 + number as u32 % 2);
                    (deepening.worker.nodes, deepening.worker.evaluations)
                })
            })
            .collect();
        let worker = PvsWorker::new(position, &shared, limits);
        let mut deepening = Deepening::new(worker, Some(observer));
        deepening.run(1);
        shared.stopped.store(true, Ordering::Relaxed);
        let mut outcome = deepening.outcome();
        for helper in helpers {
            if let Ok((nodes, evaluations)) = helper.join() {
                outcome.nodes += nodes;
                outcome.evaluations += evaluations;
            }
        }
        outcome
    })
}

/// A move at the root with its score.
#[derive(Clone, Copy, Debug)]
struct RootCandidate {
    candidate: Candidate,
    /// The score, or an upper bound of it; `None` if the move was never searched.
    score: Option<Score>,
}

impl RootCandidate {
    fn cell(&self) -> Cell {
        self.candidate.cell
    }

    fn is_lost(&self) -> bool {
        self.score.is_some_and(Score::is_lost)
    }
}

/// The iterations of one thread.
struct Deepening<'a, P: SearchPosition<W>, const W: usize> {
    worker: PvsWorker<'a, P, W>,
    observer: Option<&'a dyn Observer>,
    start: Instant,
    root: Vec<RootCandidate>,
    score: Option<Score>,
    pv: Vec<Cell>,
    depth: u32,
}

impl<'a, P: SearchPosition<W>, const W: usize> Deepening<'a, P, W> {
    fn new(worker: PvsWorker<'a, P, W>, observer: Option<&'a dyn Observer>) -> Self {
        let moves = worker.position.moves().into_iter();
        let unsearched = |candidate| RootCandidate {
            candidate,
            score: None,
        };
        Self {
            root: moves.map(unsearched).collect(),
            worker,
            observer,
            start: Instant::now(),
            score: None,
            pv: Vec::new(),
            depth: 0,
        }
    }

    fn run(&mut self, first: u32) {
        let limits = self.worker.limits;
        let step = self.worker.selection().iteration_step();
        let deepest = self.worker.position.position().empty().len() as u32 + 1;
        let deepest = limits.depth.unwrap_or(deepest).min(DEEPEST * deepest);
        let saving = limits.until.filter(|_| limits.saves_time());
        let mut iteration = first;
        while iteration <= deepest.max(1) && !self.root.is_empty() {
            if self.iterate(iteration).is_err() || self.is_settled() {
                break;
            }
            if saving.is_some_and(|until| is_half_over(self.start, until)) {
                break;
            }
            iteration += step;
        }
    }

    /// Whether another iteration cannot find anything new.
    fn is_settled(&self) -> bool {
        if self.score.is_some_and(Score::is_proved) {
            return true;
        }
        // With one move left there is nothing to choose, but its value may be asked for.
        let open = self.root.iter().filter(|root| !root.is_lost());
        let limits = &self.worker.limits;
        let value_wanted =
            limits.is_endless() || limits.search_forced_moves || limits.depth.is_some();
        open.count() <= 1 && !value_wanted
    }

    fn iterate(&mut self, iteration: u32) -> Result<(), SearchStopped> {
        self.score = Some(self.search_root(iteration)?);
        self.depth = iteration;
        self.report(iteration);
        Ok(())
    }

    /// Searches the root once; what it finds before it is stopped counts.
    fn search_root(&mut self, iteration: u32) -> Result<Score, SearchStopped> {
        self.worker.last_pv.clone_from(&self.pv);
        let node = Node::root(self.worker.selection().root_depth(iteration), iteration);
        let order: Vec<Candidate> = self.root.iter().map(|root| root.candidate).collect();
        let mut found: Option<(Cell, Score, Vec<Cell>)> = None;
        let moves = &mut self.root;
        let result = self.worker.search_root(
            node,
            Window::ALL,
            &order,
            &mut |worker, cell, score, raised| {
                if let Some(root) = moves.iter_mut().find(|root| root.cell() == cell) {
                    root.score = Some(score);
                }
                if raised {
                    found = Some((cell, score, worker.pv().to_vec()));
                }
            },
        );
        if let Some((cell, score, pv)) = found {
            self.move_to_front(cell);
            self.pv = pv;
            if result.is_err() && self.score.is_none_or(|last| score > last || iteration == 1) {
                self.score = Some(score);
            }
        } else if let Ok(Some(best)) = result {
            // No move raised alpha: the best still comes first.
            self.move_to_front(best.cell);
            self.pv = vec![best.cell];
        }
        result.map(|best| best.map_or(Score::MIN, |best| best.score))
    }

    fn move_to_front(&mut self, cell: Cell) {
        let place = self.root.iter().position(|root| root.cell() == cell);
        if let Some(place) = place {
            self.root[..=place].rotate_right(1);
        }
    }

    /// The moves at the root in their present order.
    fn moves(&self) -> Vec<RootMove> {
        let moves = self.root.iter().map(|root| RootMove {
            cell: root.cell(),
            score: root.score,
            visits: 0,
            prior: None,
        });
        moves.collect()
    }

    fn report(&self, iteration: u32) {
        let Some(observer) = self.observer else {
            return;
        };
        observer.progress(&Progress {
            depth: iteration,
            nodes: self.worker.nodes,
            time: self.start.elapsed(),
            colour: self.worker.root_colour(),
            score: self.score,
            pv: self.pv.clone(),
            found: Found::Search(self.moves(), ScoreScale::LogOdds),
        });
    }

    /// Puts another move first if an iteration that was cut short has proved that the first one
    /// loses.
    fn replace_lost_best(&mut self) {
        if !self.root.first().is_some_and(RootCandidate::is_lost) {
            return;
        }
        let open = self.root.iter().filter(|root| !root.is_lost());
        // Among equals, the one that stands first.
        let best = open.rev().max_by_key(|root| root.score);
        if let Some(cell) = best.map(RootCandidate::cell) {
            self.move_to_front(cell);
            self.pv = vec![cell];
            self.score = self.root.first().and_then(|root| root.score);
        }
    }

    fn outcome(mut self) -> SearchOutcome {
        self.replace_lost_best();
        if let Some((_, rest)) = self.root.split_first_mut() {
            rest.sort_by_key(|root| std::cmp::Reverse(root.score));
        }
        SearchOutcome {
            best: self.root.first().map(RootCandidate::cell),
            score: self.score,
            pv: self.worker.pv_with_table(&self.pv),
            depth: self.depth,
            nodes: self.worker.nodes,
            evaluations: self.worker.evaluations,
            solving: Duration::ZERO,
            moves: self.moves(),
            scale: ScoreScale::LogOdds,
        }
    }
}
