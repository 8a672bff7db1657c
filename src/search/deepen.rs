//! Iterative deepening: one iteration after another until the time is up, the depth is reached or
//! the game is decided.
//!
//! An iteration puts the moves at the root in order for the next. One that is cut short counts as
//! far as it got: its first move is the best of the iteration before, so whatever it found is at
//! least as good.
//!
//! Several threads search the same tree with one table (lazy SMP): what one has found the others
//! need not play. The first thread's result counts, and with one thread it is the same on every
//! machine.

use super::number::Numbering;
use super::options::{LeafSide, SearchOptions, SelectionKind};
use super::position::SearchPosition;
use super::select::Selection;
use super::table::TranspositionTable;
use super::worker::{Limit, PvsWorker, RootCandidate, Stopped, Window};
use crate::board::Cell;
use crate::think::{Observer, Progress, Score, SearchLimits, SearchOutcome};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Searches a position. Nothing that was known before is used but what the table holds.
pub fn search<F: SearchPosition<W>, const W: usize>(
    field: &F,
    options: &SearchOptions,
    table: &TranspositionTable,
    limits: SearchLimits,
    observer: &dyn Observer,
) -> SearchOutcome {
    let numbering = Numbering::new(field.position());
    let stopped = AtomicBool::new(false);
    let work = limits.work();
    let asked = || observer.should_stop(work);
    let limit = |nodes| Limit {
        until: limits.until,
        nodes,
        asked: &asked,
        stopped: &stopped,
    };
    let (main, others) = (limit(limits.nodes), limit(None));
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..limits.threads)
            .map(|number| {
                let walk = PvsWorker::new(field.clone(), options, &numbering, table, &others);
                scope.spawn(move || {
                    let mut deepening = Deepening::new(walk, limits, None);
                    deepening.run(1 + number as u32 % 2);
                    (deepening.walk.nodes, deepening.walk.evaluations)
                })
            })
            .collect();
        let walk = PvsWorker::new(field.clone(), options, &numbering, table, &main);
        let mut deepening = Deepening::new(walk, limits, Some(observer));
        deepening.run(1);
        stopped.store(true, Ordering::Relaxed);
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

/// The iterations of one thread.
struct Deepening<'a, F, const W: usize> {
    walk: PvsWorker<'a, F, W>,
    limits: SearchLimits,
    observer: Option<&'a dyn Observer>,
    start: Instant,
    root: Vec<RootCandidate>,
    score: Option<Score>,
    line: Vec<Cell>,
    depth: u32,
}

impl<'a, F: SearchPosition<W>, const W: usize> Deepening<'a, F, W> {
    fn new(
        walk: PvsWorker<'a, F, W>,
        limits: SearchLimits,
        observer: Option<&'a dyn Observer>,
    ) -> Self {
        let moves = walk.field.moves().into_iter();
        Self {
            root: moves
                .map(|candidate| RootCandidate {
                    candidate,
                    score: None,
                })
                .collect(),
            walk,
            limits,
            observer,
            start: Instant::now(),
            score: None,
            line: Vec::new(),
            depth: 0,
        }
    }

    fn run(&mut self, first: u32) {
        // What lies between has the same leaves.
        let options = self.walk.options;
        let step = match (options.leaves, options.select) {
            (LeafSide::Any, _) | (_, SelectionKind::Sex) => 1,
            _ => 2,
        };
        let deepest = self.walk.field.position().empty().len() as u32 + 1;
        let deepest = self.limits.depth.unwrap_or(deepest).min(10 * deepest);
        let mut iteration = first;
        while iteration <= deepest.max(1) && !self.root.is_empty() {
            if self.iterate(iteration).is_err() || self.is_settled() {
                break;
            }
            let spent = self.start.elapsed();
            if self.limits.enough.is_some_and(|enough| spent >= enough) {
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
        // With one move left there is nothing to decide, but whoever watches wants to know more.
        let open = self
            .root
            .iter()
            .filter(|root| !root.score.is_some_and(Score::is_lost));
        let asked = self.limits.endless || self.limits.thorough || self.limits.depth.is_some();
        open.count() <= 1 && !asked
    }

    fn iterate(&mut self, iteration: u32) -> Result<(), Stopped> {
        let selection = Selection::new(self.walk.options, iteration);
        let delta = self.walk.options.aspiration;
        let window = match self.score.filter(|score| delta > 0 && !score.is_proved()) {
            Some(score) => Window {
                alpha: score.shifted(-delta),
                beta: score.shifted(delta),
            },
            None => Window::ALL,
        };
        let mut score = self.look(selection, window, iteration)?;
        if score <= window.alpha || score >= window.beta {
            score = self.look(selection, Window::ALL, iteration)?;
        }
        self.score = Some(score);
        self.depth = iteration;
        self.report(iteration);
        Ok(())
    }

    /// Searches the root once; what it finds before it is told to end counts.
    fn look(
        &mut self,
        selection: Selection,
        window: Window,
        iteration: u32,
    ) -> Result<Score, Stopped> {
        self.walk.leading.clone_from(&self.line);
        let mut moves = std::mem::take(&mut self.root);
        let mut found: Option<(Cell, Score, Vec<Cell>)> = None;
        let result = self
            .walk
            .root(selection, window, &mut moves, |walk, moves| {
                let line = walk.lines[0].clone();
                let Some(&cell) = line.first() else {
                    return;
                };
                let root = moves.iter().find(|root| root.candidate.cell == cell);
                if let Some(score) = root.and_then(|root| root.score) {
                    found = Some((cell, score, line));
                }
            });
        self.root = moves;
        if let Some((cell, score, line)) = found {
            self.advance(cell);
            self.line = line;
            if result.is_err() && self.score.is_none_or(|last| score > last || iteration == 1) {
                self.score = Some(score);
            }
        } else if let Ok((_, Some(cell))) = result {
            // All is lost, or below the window: the best of it still comes first.
            if window.alpha == Score::MIN {
                self.advance(cell);
                self.line = vec![cell];
            }
        }
        result.map(|(score, _)| score)
    }

    /// Puts a move first.
    fn advance(&mut self, cell: Cell) {
        let place = self
            .root
            .iter()
            .position(|root| root.candidate.cell == cell);
        if let Some(place) = place {
            self.root[..=place].rotate_right(1);
        }
    }

    fn report(&self, iteration: u32) {
        let Some(observer) = self.observer else {
            return;
        };
        observer.progress(&Progress {
            depth: iteration,
            nodes: self.walk.nodes,
            time: self.start.elapsed(),
            colour: self.walk.mover(),
            score: self.score.map(|score| score.to_string()),
            pv: self.line.clone(),
            moves: self
                .root
                .iter()
                .filter_map(|root| Some((root.candidate.cell, root.score?.to_string())))
                .collect(),
        });
    }

    /// Puts another move first if an iteration that was cut short has proved that the first one
    /// loses.
    fn reconsider(&mut self) {
        let lost = |root: &RootCandidate| root.score.is_some_and(Score::is_lost);
        if !self.root.first().is_some_and(lost) {
            return;
        }
        let open = self.root.iter().filter(|root| !lost(root));
        // Among equals, the one that stands first.
        let best = open.rev().max_by_key(|root| root.score);
        if let Some(cell) = best.map(|root| root.candidate.cell) {
            self.advance(cell);
            self.line = vec![cell];
            self.score = self.root.first().and_then(|root| root.score);
        }
    }

    fn outcome(mut self) -> SearchOutcome {
        self.reconsider();
        let line = self.walk.extended_line(&self.line);
        let rest = self.root.split_off(1.min(self.root.len()));
        let mut rest: Vec<RootCandidate> = rest;
        rest.sort_by_key(|root| std::cmp::Reverse(root.score));
        self.root.extend(rest);
        SearchOutcome {
            best: self.root.first().map(|root| root.candidate.cell),
            score: self.score,
            pv: line,
            depth: self.depth,
            nodes: self.walk.nodes,
            evaluations: self.walk.evaluations,
            moves: self.root.iter().map(RootCandidate::outcome).collect(),
        }
    }
}
