//! The tree of one iteration: principal variation search (PVS), which is alpha-beta with zero
//! windows after the first move.
//!
//! Probes the table for children before playing them, because playing a move costs most. A score is
//! a proof only where it may be: a win as soon as one move wins, a loss when every move that may
//! matter is lost. Where a selection omits moves and all others are proved lost, the omitted moves
//! are searched one by one, until one is not lost.

use super::node::{Node, RemainingDepth};
use super::number::Numbering;
use super::options::SearchOptions;
use super::ordering::MoveOrdering;
use super::position::{Candidate, SearchPosition};
use super::selection::Selection;
use super::table::{Bound, TableEntry, TranspositionTable};
use super::window::Window;
use crate::base::instant::Instant;
use crate::hex::{Cell, CellSet, Colour};
use crate::think::{Limits, Observer, Score};
use std::sync::atomic::{AtomicBool, Ordering};

/// The longest principal variation that is read from the table.
const LONGEST_PV: usize = 64;

/// The search was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchStopped;

/// What all workers of a search share.
pub(super) struct Shared<'a, P: SearchPosition<W>, const W: usize> {
    pub options: &'a SearchOptions,
    pub selection: &'a dyn Selection<P, W>,
    pub numbering: &'a Numbering<W>,
    pub table: &'a TranspositionTable,
    pub observer: &'a dyn Observer,
    /// Set once any worker has ended.
    pub stopped: AtomicBool,
}

/// The search of one thread.
pub struct PvsWorker<'a, P: SearchPosition<W>, const W: usize> {
    /// The position of the node that is searched.
    pub position: P,
    shared: &'a Shared<'a, P, W>,
    pub(super) limits: Limits,
    /// The moves from the root to the node; `None` is a pass.
    path: Vec<Option<Cell>>,
    /// The cells that the side to move at the root and the other have played since.
    played: [CellSet<W>; 2],
    /// Whether a pass is among the moves: such positions have no keys.
    passed: bool,
    /// The principal variation from each ply.
    pvs: Vec<Vec<Cell>>,
    /// The principal variation of the last iteration.
    pub(super) last_pv: Vec<Cell>,
    ordering: MoveOrdering,
    pub(super) nodes: u64,
    pub(super) evaluations: u64,
    /// The observer is asked every millisecond.
    last_observed: Instant,
}

/// A move among those of its node.
#[derive(Clone, Copy)]
struct RankedCandidate<'a> {
    moves: &'a [Candidate],
    rank: usize,
    /// Whether it is the first that is searched.
    first: bool,
    /// Whether the selection omits it.
    omitted: bool,
}

/// The best of the moves that were searched.
#[derive(Clone, Copy)]
pub(super) struct BestMove {
    pub score: Score,
    pub cell: Cell,
}

impl<'a, P: SearchPosition<W>, const W: usize> PvsWorker<'a, P, W> {
    pub(super) fn new(position: P, shared: &'a Shared<'a, P, W>, limits: Limits) -> Self {
        let cells = position.position().size().cells();
        // A line may hold a pass.
        let plies = cells + 4;
        let options = shared.options;
        Self {
            position,
            shared,
            limits,
            path: Vec::new(),
            played: [CellSet::EMPTY; 2],
            passed: false,
            pvs: vec![Vec::new(); plies],
            last_pv: Vec::new(),
            ordering: MoveOrdering::new(cells, options.history),
            nodes: 0,
            evaluations: 0,
            last_observed: Instant::now(),
        }
    }

    /// The options of the search.
    pub fn options(&self) -> &'a SearchOptions {
        self.shared.options
    }

    /// The selection of the search.
    pub(super) fn selection(&self) -> &'a dyn Selection<P, W> {
        self.shared.selection
    }

    /// The principal variation from the root, as far as this iteration has found it.
    pub(super) fn pv(&self) -> &[Cell] {
        &self.pvs[0]
    }

    /// The side to move at the root.
    pub(super) fn root_colour(&self) -> Colour {
        self.shared.numbering.root().to_move()
    }

    /// Ends the search if it is time.
    fn check_limits(&mut self) -> Result<(), SearchStopped> {
        let now = Instant::now();
        let (limits, shared) = (&self.limits, self.shared);
        let mut over = shared.stopped.load(Ordering::Relaxed)
            || limits.nodes.is_some_and(|most| self.nodes >= most)
            || limits.until.is_some_and(|until| now >= until);
        if !over && now.duration_since(self.last_observed).as_micros() >= 1000 {
            self.last_observed = now;
            over = shared.observer.should_stop(limits.work());
        }
        if over {
            shared.stopped.store(true, Ordering::Relaxed);
            return Err(SearchStopped);
        }
        Ok(())
    }

    /// Searches the root with its moves in this order. `on_score` is called with each score and
    /// whether it raised alpha.
    pub(super) fn search_root(
        &mut self,
        node: Node,
        window: Window,
        order: &[Candidate],
        on_score: &mut dyn FnMut(&Self, Cell, Score, bool),
    ) -> Result<Option<BestMove>, SearchStopped> {
        // Ranks are by merit, whatever the order.
        let mut moves = order.to_vec();
        moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.merit));
        let rank = |one: &Candidate| moves.iter().position(|other| other.cell == one.cell);
        let order: Vec<usize> = order.iter().filter_map(rank).collect();
        self.pvs[0].clear();
        self.search_moves(node, window, &moves, &order, on_score)
    }

    /// The score of the node whose position stands, for the side to move.
    pub fn search_node(
        &mut self,
        node: Node,
        window: Window,
        key: Option<u128>,
        hint: Option<Cell>,
    ) -> Result<Score, SearchStopped> {
        self.check_limits()?;
        self.nodes += 1;
        self.pvs[node.ply].clear();
        let selection = self.shared.selection;
        let to_move = self.position.position().to_move();
        // 1. Decided positions.
        if let Some(winner) = self.position.decided() {
            let won = winner == to_move;
            let score = if won { Score::WON } else { Score::LOST };
            self.store(key, score, Bound::Exact, node, None);
            return Ok(score);
        }
        // 2. Leaves.
        if selection.is_leaf(node) {
            return Ok(self.evaluate_leaf(key, node));
        }
        // 3. Cut-offs without moves.
        if let Some(score) = selection.cut_off(self, node, window)? {
            return Ok(score);
        }
        // 4. Moves, in order.
        let moves = self.position.moves();
        let order = self.ordering.order(&moves, to_move, hint);
        let Some(best) = self.search_moves(node, window, &moves, &order, &mut |_, _, _, _| ())?
        else {
            // No move could be paid for: this is a leaf after all.
            return Ok(self.evaluate_leaf(key, node));
        };
        // 5. The table.
        let bound = if best.score >= window.beta {
            self.ordering.reward(best.cell, to_move, node);
            Bound::Lower
        } else if best.score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store(key, best.score, bound, node, Some(best.cell));
        Ok(best.score)
    }

    /// Searches the selected moves of a node, and the omitted ones as long as all are lost. `None`
    /// if no selected move could be paid for.
    fn search_moves(
        &mut self,
        node: Node,
        window: Window,
        moves: &[Candidate],
        order: &[usize],
        on_score: &mut dyn FnMut(&Self, Cell, Score, bool),
    ) -> Result<Option<BestMove>, SearchStopped> {
        let mut best: Option<BestMove> = None;
        let mut inside = window;
        for omitted in [false, true] {
            for &rank in order {
                let selected = self.shared.selection.selects(node, moves, rank);
                let lost = best.is_none_or(|best| best.score.is_lost());
                if selected == omitted || (omitted && !lost) {
                    continue;
                }
                let ranked = RankedCandidate {
                    moves,
                    rank,
                    first: best.is_none(),
                    omitted,
                };
                let Some(score) = self.search_move(node, ranked, inside)? else {
                    continue;
                };
                let cell = moves[rank].cell;
                if best.is_none_or(|best| score > best.score) {
                    best = Some(BestMove { score, cell });
                }
                let raised = score > inside.alpha;
                if raised {
                    inside.alpha = score;
                    self.extend_pv(node.ply, cell);
                }
                on_score(self, cell, score, raised);
                if score >= window.beta {
                    return Ok(best);
                }
            }
            if best.is_none() {
                break;
            }
        }
        Ok(best)
    }

    /// The score of a move; `None` if it costs more than there is.
    fn search_move(
        &mut self,
        node: Node,
        ranked: RankedCandidate,
        window: Window,
    ) -> Result<Option<Score>, SearchStopped> {
        let cell = ranked.moves[ranked.rank].cell;
        let on_pv = ranked.first
            && self.last_pv.get(node.ply) == Some(&cell)
            && self.is_on_last_pv(node.ply);
        let Some(depth) = self.depth_after(node, ranked, on_pv) else {
            return Ok(None);
        };
        let zero = self.shared.options.zero_window && !ranked.first;
        let first = if zero {
            Window::zero(window.alpha)
        } else {
            window
        };
        let mut score = self.search_child(node, cell, depth, first)?;
        if zero && window.contains(score) {
            // It becomes the principal variation.
            let depth = self.depth_after(node, ranked, true).unwrap_or(depth);
            score = self.search_child(node, cell, depth, window)?;
        }
        Ok(Some(score))
    }

    fn depth_after(
        &mut self,
        node: Node,
        ranked: RankedCandidate,
        on_pv: bool,
    ) -> Option<RemainingDepth> {
        let selection = self.shared.selection;
        if ranked.omitted {
            return Some(selection.depth_after_omitted(node));
        }
        selection.depth_after(&mut self.position, node, ranked.moves, ranked.rank, on_pv)
    }

    /// The score of a move with this depth below it: from the table, or by playing it.
    fn search_child(
        &mut self,
        node: Node,
        cell: Cell,
        depth: RemainingDepth,
        window: Window,
    ) -> Result<Score, SearchStopped> {
        let window = window.of_child();
        let key = self.key_after(cell, node.ply);
        let known = key.and_then(|key| self.shared.table.get(key));
        let settled = known.and_then(|entry| entry.settles(depth, window.alpha, window.beta));
        if let Some(score) = settled {
            self.pvs[node.ply + 1].clear();
            return Ok(score.to_parent());
        }
        let side = node.ply % 2;
        self.position.play(cell);
        self.path.push(Some(cell));
        self.played[side].insert(cell);
        let hint = known.and_then(|entry| entry.best);
        let score = self.search_node(node.child(depth), window, key, hint);
        self.played[side].remove(cell);
        self.path.pop();
        self.position.undo();
        Ok(score?.to_parent())
    }

    /// Searches with the turn passed to the other side; `None` if the position cannot pass or a
    /// pass is already on the path.
    pub fn with_pass<T>(&mut self, search: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.passed || !self.position.pass() {
            return None;
        }
        self.passed = true;
        self.path.push(None);
        let found = search(self);
        self.path.pop();
        self.passed = false;
        self.position.pass();
        Some(found)
    }

    fn evaluate_leaf(&mut self, key: Option<u128>, node: Node) -> Score {
        self.evaluations += 1;
        let last = self.path.last().copied().flatten();
        let score = self.shared.selection.evaluate(&mut self.position, last);
        self.store(key, score, Bound::Exact, node, None);
        score
    }

    /// The key of the position after a move, if it has one.
    fn key_after(&self, cell: Cell, ply: usize) -> Option<u128> {
        if self.passed || self.shared.table.is_empty() {
            return None;
        }
        let mut played = self.played;
        played[ply % 2].insert(cell);
        self.shared.numbering.of(played)
    }

    fn store(&self, key: Option<u128>, score: Score, bound: Bound, node: Node, best: Option<Cell>) {
        if let Some(key) = key {
            let entry = TableEntry {
                score,
                bound,
                depth: node.depth,
                best,
            };
            self.shared.table.put(key, entry);
        }
    }

    /// Makes a move, followed by the principal variation below it, that of its ply.
    fn extend_pv(&mut self, ply: usize, cell: Cell) {
        let (above, below) = self.pvs.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(cell);
        above[ply].extend_from_slice(&below[0]);
    }

    /// Whether the cells played are those of the last principal variation up to this ply.
    fn is_on_last_pv(&self, ply: usize) -> bool {
        let pv = self.last_pv.iter().take(ply).enumerate();
        let mut sides = [CellSet::<W>::EMPTY; 2];
        for (number, &cell) in pv {
            sides[number % 2].insert(cell);
        }
        sides == self.played
    }

    /// A principal variation from the root, continued as far as the table goes.
    pub(super) fn pv_with_table(&self, pv: &[Cell]) -> Vec<Cell> {
        let mut pv = pv.to_vec();
        let mut position = *self.position.position();
        let mut played = [CellSet::<W>::EMPTY; 2];
        for (number, &cell) in pv.iter().enumerate() {
            position.play(cell);
            played[number % 2].insert(cell);
        }
        while pv.len() < LONGEST_PV {
            let key = self.shared.numbering.of(played);
            let entry = key.and_then(|key| self.shared.table.get(key));
            let best = entry.and_then(|entry| entry.best);
            let Some(cell) = best.filter(|&cell| position.empty().contains(cell)) else {
                break;
            };
            played[pv.len() % 2].insert(cell);
            position.play(cell);
            pv.push(cell);
        }
        pv
    }
}
