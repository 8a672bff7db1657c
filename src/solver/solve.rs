//! The solver: the winner, and the moves that win.

use super::claims::Claims;
use super::options::ProveOptions;
use super::result::{ProofResult, result_of};
use super::search::{
    LeafEvaluator, ProofNode, ProofTable, ProofWorker, RegionBook, Reporter, SearchEnd,
    SharedSearch, SpareThreads,
};
use crate::base::lock::unpoisoned;
use crate::hex::{BoardSize, Cell, Position};
use crate::think::{Limits, Observer};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Proves the winner of positions. What it has found out stays in its table.
pub struct Solver<const W: usize> {
    size: BoardSize,
    options: ProveOptions,
    pub(super) table: ProofTable<W>,
    claims: RwLock<Claims<W>>,
    regions: RegionBook<W>,
    /// Whether several searches may store in the table at a time.
    shared: bool,
    /// Threads that may take part in searches.
    spare: SpareThreads,
    /// Threads that write certificates.
    writers: usize,
}

/// Stops a search when one of its threads has ended, or failed.
struct StopAtEnd<'a>(&'a AtomicBool, &'a SpareThreads);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.1.stop(self.0);
    }
}

/// How a position is searched.
#[derive(Clone, Copy)]
struct SearchWish<'a> {
    /// The moves that are tried first.
    first: &'a [Cell],
    /// When the search ends though the position is open.
    ends: SearchEnd,
    /// Whether a winning move is wanted where it is known who wins.
    a_move: bool,
}

impl Default for SearchWish<'_> {
    fn default() -> Self {
        Self {
            first: &[],
            ends: SearchEnd::NEVER,
            a_move: false,
        }
    }
}

/// The work from which on what was found in one position of several is kept for good.
pub(super) const KEPT_WORK: u32 = 100;

impl<const W: usize> Solver<W> {
    /// A solver for boards of one size that knows nothing yet.
    pub fn new(size: BoardSize, options: ProveOptions) -> Self {
        // Claims may take up to a tenth of the table's bytes besides.
        let claims = Claims::new(size, options.claims, options.table_bytes / 10);
        Self {
            size,
            table: ProofTable::new(options.table_bytes),
            claims: RwLock::new(claims),
            regions: RegionBook::default(),
            writers: options.threads.max(1),
            options,
            shared: false,
            spare: SpareThreads::default(),
        }
    }

    /// A solver of several positions, which may be searched at a time. It keeps what took much
    /// work.
    pub(super) fn of_several(size: BoardSize, options: ProveOptions) -> Self {
        let solver = Self::new(size, options);
        solver.claims().let_some_last();
        Self {
            shared: true,
            ..solver
        }
    }

    /// Lets so many threads that are spare take part in searches.
    pub(super) fn set_spare(&mut self, most: usize) {
        self.spare = SpareThreads::new(most);
    }

    /// Ends all searches: from now on the threads that were spare write certificates, for which
    /// claims that have given way count again.
    pub(super) fn end_searches(&mut self) {
        self.writers = self.writers.max(self.spare.most() + 1);
        self.spare = SpareThreads::default();
        self.claims().recall_former();
    }

    /// The threads that write certificates.
    pub(super) fn writers(&self) -> usize {
        self.writers
    }

    /// The threads that are spare.
    pub(super) fn spare(&self) -> &SpareThreads {
        &self.spare
    }

    /// The board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The options.
    pub fn options(&self) -> &ProveOptions {
        &self.options
    }

    /// Proves the winner, if that can be done within the limits. Panics if the board has
    /// another size.
    pub fn solve(
        &self,
        position: &Position<W>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> ProofResult<W> {
        assert_eq!(position.size(), self.size);
        let mut result = self.search(position, &[], limits, observer);
        self.find_move(position, &mut result, limits, observer);
        result
    }

    /// The same after moves from the root of these leaves, whose analysis goes on from where it was
    /// left.
    pub(super) fn solve_below(
        &self,
        leaves: &mut LeafEvaluator<W>,
        moves: &[Cell],
        limits: Limits,
        observer: &dyn Observer,
    ) -> ProofResult<W> {
        let position = &leaves.begin_after(moves);
        let mut result = self.search_at(position, leaves, SearchWish::default(), limits, observer);
        self.find_move(position, &mut result, limits, observer);
        result
    }

    /// Finds a winning move where it is only known that there is one: one of the carrier, on the
    /// board on which the opponent has all other cells.
    pub(super) fn find_move(
        &self,
        position: &Position<W>,
        result: &mut ProofResult<W>,
        limits: Limits,
        observer: &dyn Observer,
    ) {
        let mover = position.to_move();
        let known = result
            .best
            .is_some_and(|cell| position.empty().contains(cell));
        if result.winner != Some(mover) || known || position.winner().is_some() {
            return;
        }
        let mut alone = *position;
        for cell in position.empty() - result.carrier {
            alone.place(!mover, cell);
        }
        if alone.winner().is_some() {
            result.best = position.empty().first();
            return;
        }
        let mut leaves = LeafEvaluator::new(&alone, &self.options);
        let wanted = SearchWish {
            a_move: true,
            ..SearchWish::default()
        };
        let found = self.search_at(&alone, &mut leaves, wanted, limits, observer);
        result.nodes += found.nodes;
        result.best = found.best;
        if found.best.is_none() {
            // By connections any move will do, or the limits have ended the search.
            let rest = limits.after(found.nodes);
            let (moves, more) = self.winning_moves(&alone, true, rest, observer);
            result.nodes += more;
            result.best = moves.first().copied();
        }
    }

    /// The claims, to keep or to take some.
    pub(super) fn claims(&self) -> RwLockWriteGuard<'_, Claims<W>> {
        unpoisoned(self.claims.write())
    }

    /// The claims, for queries.
    pub(super) fn read_claims(&self) -> RwLockReadGuard<'_, Claims<W>> {
        unpoisoned(self.claims.read())
    }

    /// Searches a position, these moves first.
    pub(super) fn search(
        &self,
        position: &Position<W>,
        first: &[Cell],
        limits: Limits,
        observer: &dyn Observer,
    ) -> ProofResult<W> {
        self.search_until(position, first, limits, SearchEnd::NEVER, observer)
    }

    /// The same, which also ends when its numbers have grown.
    pub(super) fn search_until(
        &self,
        position: &Position<W>,
        first: &[Cell],
        limits: Limits,
        ends: SearchEnd,
        observer: &dyn Observer,
    ) -> ProofResult<W> {
        let mut leaves = LeafEvaluator::new(position, &self.options);
        let wish = SearchWish {
            first,
            ends,
            ..SearchWish::default()
        };
        self.search_at(position, &mut leaves, wish, limits, observer)
    }

    /// The same of the position at which the lines of these leaves begin.
    fn search_at(
        &self,
        position: &Position<W>,
        leaves: &mut LeafEvaluator<W>,
        wish: SearchWish<'_>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> ProofResult<W> {
        let reporter = Reporter::new(position, limits, observer);
        let shares = |root: &ProofNode<W>| self.shares(position, root);
        let watch = |root: &ProofNode<W>, nodes| reporter.report(root, nodes, &shares);
        let threads = self.options.threads.max(1);
        let all = threads + self.spare.most();
        let depth = position.empty().len() + 2;
        let path = || (0..depth).map(|_| AtomicU64::new(0)).collect();
        let shared = SharedSearch {
            options: &self.options,
            table: &self.table,
            paths: (0..all).map(|_| path()).collect(),
            recalls: (0..all).map(|_| AtomicUsize::new(usize::MAX)).collect(),
            nodes: AtomicU64::new(0),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            stopped: AtomicBool::new(false),
            watch: &watch,
            claims: &self.claims,
            regions: &self.regions,
            merges: all > 1 || self.shared,
            kept_work: if self.shared { KEPT_WORK } else { u32::MAX },
            first: wish.first,
            ends: wish.ends,
            wants_move: wish.a_move,
        };
        let run = |number, leaves: &mut LeafEvaluator<W>| {
            let _end = StopAtEnd(&shared.stopped, &self.spare);
            let before = leaves.builds;
            let node = ProofWorker::new(&shared, number, position, leaves).run();
            (node, leaves.builds - before)
        };
        let run_other = |number| {
            let mut leaves = LeafEvaluator::new(position, &self.options);
            run(number, &mut leaves)
        };
        let found: Vec<(ProofNode<W>, u64)> = std::thread::scope(|scope| {
            let other = |number| scope.spawn(move || run_other(number));
            let mut others: Vec<_> = (1..threads).map(other).collect();
            let (first, lent) = if self.spare.most() == 0 {
                (run(0, leaves), 0)
            } else {
                let first = scope.spawn(|| run(0, leaves));
                let join = |spare| others.push(other(threads + spare));
                let lent = self.spare.lend(&shared.stopped, join);
                let first = first.join();
                (
                    first.unwrap_or_else(|why| std::panic::resume_unwind(why)),
                    lent,
                )
            };
            let mut found = vec![first];
            found.extend(others.into_iter().filter_map(|other| other.join().ok()));
            self.spare.take_back(lent);
            found
        });
        let decided = found.iter().find(|(node, _)| node.wins().is_some());
        let node = decided.map_or(found[0].0, |(node, _)| *node);
        ProofResult {
            nodes: shared.nodes.load(Ordering::Relaxed),
            builds: found.iter().map(|(_, builds)| builds).sum(),
            ..result_of(position, &node)
        }
    }

    /// The moves of the side to move that are proved to win, row by row, or the first that is
    /// found; and the number of positions searched.
    pub fn winning_moves(
        &self,
        position: &Position<W>,
        first: bool,
        limits: Limits,
        observer: &dyn Observer,
    ) -> (Vec<Cell>, u64) {
        let (mover, mut nodes) = (position.to_move(), 0);
        let mut moves = Vec::new();
        let mut left = position.empty();
        while let Some(cell) = left.first() {
            left.remove(cell);
            let over = limits.is_over(observer);
            if over || limits.nodes.is_some_and(|most| nodes >= most) {
                break;
            }
            let mut after = *position;
            after.play(cell);
            let result = self.search(&after, &[], limits.after(nodes), observer);
            nodes += result.nodes;
            if result.winner == Some(mover) {
                moves.push(cell);
                if first {
                    break;
                }
            } else if result.winner.is_some() {
                // Whatever does not touch what the opponent needs loses as well.
                left &= result.carrier;
            }
        }
        (moves, nodes)
    }

    /// The moves that lead from a searched position to all below it whose moves were put in order,
    /// as far as the table still has them.
    pub fn ordered_lines(&self, position: &Position<W>) -> Vec<Vec<Cell>> {
        let (mut lines, mut seen) = (Vec::new(), HashSet::new());
        self.follow_lines(
            &mut position.clone(),
            &mut Vec::new(),
            &mut seen,
            &mut lines,
        );
        lines
    }

    fn follow_lines(
        &self,
        position: &mut Position<W>,
        line: &mut Vec<Cell>,
        seen: &mut HashSet<u64>,
        lines: &mut Vec<Vec<Cell>>,
    ) {
        let Some(node) = self.probe(position) else {
            return;
        };
        // A position that took no more than its own evaluation may have a winning move in its list.
        if node.work < 2 || !node.is_ordered() || !seen.insert(position.hash()) {
            return;
        }
        lines.push(line.clone());
        for ordered in node.all_listed() {
            position.play(ordered.cell);
            line.push(ordered.cell);
            self.follow_lines(position, line, seen, lines);
            line.pop();
            position.undo(ordered.cell);
        }
    }
}
