//! The solver: the winner, and the moves that win.

use super::claims::Claims;
use super::image::Image;
use super::leaf::LeafEvaluator;
use super::node::{INFINITE, ProofNode};
use super::options::ProveOptions;
use super::search::{ProofWorker, SearchEnd, SharedSearch};
use super::spare::SpareThreads;
use super::table::ProofTable;
use crate::board::{BoardSize, Cell, CellSet, Colour, Position};
use crate::think::{Found, Observer, Progress, WorkKind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockWriteGuard};
use std::time::{Duration, Instant};

/// Plies that a progress estimate descends below the moves of a position.
const ESTIMATE_PLIES: u32 = 1;

/// How often progress is reported.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// The most that a proof may take.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProofLimits {
    /// When it has to end.
    pub until: Option<Instant>,
    /// Positions.
    pub nodes: Option<u64>,
}

impl ProofLimits {
    /// The limits of these options, from now on.
    pub fn of(options: &ProveOptions) -> Self {
        let time = Duration::try_from_secs_f64(options.seconds).ok();
        let time = time.filter(|time| !time.is_zero());
        Self {
            until: time.and_then(|time| Instant::now().checked_add(time)),
            nodes: Some(options.nodes).filter(|&nodes| nodes > 0),
        }
    }

    /// Whether the time is up or the observer ends it.
    pub(super) fn is_over(&self, observer: &dyn Observer) -> bool {
        let limited = self.until.is_some() || self.nodes.is_some();
        let work = if limited {
            WorkKind::Limited
        } else {
            WorkKind::Endless
        };
        self.until.is_some_and(|until| Instant::now() >= until) || observer.should_stop(work)
    }
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofResult<const W: usize> {
    /// The winner; `None` if that is not known.
    pub winner: Option<Colour>,
    /// The cells that the winner needs, whatever happens elsewhere.
    pub carrier: CellSet<W>,
    /// A winning move, if the side to move wins; else the move that looks best, if there is one.
    pub best: Option<Cell>,
    /// The proof and the disproof number of the side to move: how many leaves would have to be
    /// proved for it to win, and to lose; 0 and `u32::MAX` once it is known.
    pub proof_numbers: [u32; 2],
    /// Positions.
    pub nodes: u64,
    /// How many times connections were brought up to date.
    pub builds: u64,
}

impl<const W: usize> ProofResult<W> {
    /// The same with a carrier of another width.
    pub fn resize<const V: usize>(self) -> ProofResult<V> {
        ProofResult {
            winner: self.winner,
            carrier: self.carrier.resize(),
            best: self.best,
            proof_numbers: self.proof_numbers,
            nodes: self.nodes,
            builds: self.builds,
        }
    }
}

/// Proves the winner of positions. What it has found out stays in its table.
pub struct Solver<const W: usize> {
    size: BoardSize,
    options: ProveOptions,
    table: ProofTable<W>,
    claims: RwLock<Claims<W>>,
    /// Whether several searches may store in the table at a time.
    shared: bool,
    /// Threads that may take part in searches.
    spare: SpareThreads,
}

/// Stops a search when one of its threads has ended, or failed.
struct StopAtEnd<'a>(&'a AtomicBool, &'a SpareThreads);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.1.stop(self.0);
    }
}

/// The work from which on what was found in one position of several is kept for good.
pub(super) const KEPT_WORK: u32 = 100;

impl<const W: usize> Solver<W> {
    /// A solver for boards of one size that knows nothing yet.
    pub fn new(size: BoardSize, options: ProveOptions) -> Self {
        Self::with(size, options, false)
    }

    /// A solver of several positions, which may be searched at a time. It keeps what took much
    /// work.
    pub(super) fn of_several(size: BoardSize, options: ProveOptions) -> Self {
        Self::with(size, options, true)
    }

    fn with(size: BoardSize, options: ProveOptions, shared: bool) -> Self {
        // Claims may take up to a tenth of the table's bytes besides.
        let bytes = options.table_bytes / 10;
        Self {
            size,
            table: ProofTable::new(options.table_bytes),
            claims: RwLock::new(Claims::new(size, options.claims, bytes, shared)),
            options,
            shared,
            spare: SpareThreads::default(),
        }
    }

    /// The same, in whose searches so many threads that are spare may take part.
    #[must_use]
    pub(super) fn with_spare(self, most: usize) -> Self {
        let spare = SpareThreads::new(most);
        Self { spare, ..self }
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
        limits: ProofLimits,
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
        limits: ProofLimits,
        observer: &dyn Observer,
    ) -> ProofResult<W> {
        let position = &leaves.begin_after(moves);
        let mut result = self.search_at(position, leaves, &[], limits, SearchEnd::NEVER, observer);
        self.find_move(position, &mut result, limits, observer);
        result
    }

    /// Finds a winning move where it is only known that there is one: one of the carrier, on the
    /// board on which the opponent has all other cells.
    pub(super) fn find_move(
        &self,
        position: &Position<W>,
        result: &mut ProofResult<W>,
        limits: ProofLimits,
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
        let (moves, more) = if alone.winner().is_some() {
            (position.empty().iter().take(1).collect(), 0)
        } else {
            self.winning_moves(&alone, true, limits, observer)
        };
        result.nodes += more;
        result.best = moves.first().copied();
    }

    /// The claims, to keep or to take some.
    pub(super) fn claims(&self) -> RwLockWriteGuard<'_, Claims<W>> {
        let claims = self.claims.write();
        claims.unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches a position, these moves first.
    pub(super) fn search(
        &self,
        position: &Position<W>,
        first: &[Cell],
        limits: ProofLimits,
        observer: &dyn Observer,
    ) -> ProofResult<W> {
        self.search_until(position, first, limits, SearchEnd::NEVER, observer)
    }

    /// The same, which also ends when its numbers have grown.
    pub(super) fn search_until(
        &self,
        position: &Position<W>,
        first: &[Cell],
        limits: ProofLimits,
        ends: SearchEnd,
        observer: &dyn Observer,
    ) -> ProofResult<W> {
        let mut leaves = LeafEvaluator::new(position, self.options.looks());
        self.search_at(position, &mut leaves, first, limits, ends, observer)
    }

    /// The same of the position at which the lines of these leaves begin.
    fn search_at(
        &self,
        position: &Position<W>,
        leaves: &mut LeafEvaluator<W>,
        first: &[Cell],
        limits: ProofLimits,
        ends: SearchEnd,
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
            merges: all > 1 || self.shared,
            kept_work: if self.shared { KEPT_WORK } else { u32::MAX },
            first,
            ends,
        };
        let run = |number, leaves: &mut LeafEvaluator<W>| {
            let _end = StopAtEnd(&shared.stopped, &self.spare);
            let before = leaves.builds;
            let node = ProofWorker::new(&shared, number, position, leaves).run();
            (node, leaves.builds - before)
        };
        let run_other = |number| {
            let mut leaves = LeafEvaluator::new(position, self.options.looks());
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
    /// found; and the positions looked at.
    pub fn winning_moves(
        &self,
        position: &Position<W>,
        first: bool,
        limits: ProofLimits,
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
            let rest = ProofLimits {
                nodes: limits.nodes.map(|most| most - nodes),
                ..limits
            };
            let result = self.search(&after, &[], rest, observer);
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

    /// What both sides do, as far as the table knows: the winner its winning moves, the loser what
    /// held out longest.
    pub fn line(&self, position: &Position<W>) -> Vec<Cell> {
        let mut position = *position;
        let mut line = Vec::new();
        while position.winner().is_none() {
            let Some(cell) = self.expected(&position) else {
                break;
            };
            position.play(cell);
            line.push(cell);
        }
        line
    }

    /// The proof and the disproof number of each move of which something is known, for the side to
    /// move before the move.
    pub fn proof_numbers(&self, position: &Position<W>) -> Vec<(Cell, [u32; 2])> {
        let known = position.empty().iter().filter_map(|cell| {
            let mut after = *position;
            after.play(cell);
            let node = self.probe(&after)?;
            Some((cell, [node.disproof, node.proof]))
        });
        known.collect()
    }

    /// The share of the work that is done below each move of a position that is open.
    fn shares(&self, position: &Position<W>, node: &ProofNode<W>) -> Vec<(Cell, f64)> {
        let share = |cell| (cell, self.share_after(position, cell, ESTIMATE_PLIES));
        node.moves().into_iter().map(share).collect()
    }

    /// An estimate, as if all moves of a position took the same: those that are ruled out are done,
    /// and of the others what is done below them, so many plies on.
    fn share_after(&self, position: &Position<W>, cell: Cell, plies: u32) -> f64 {
        let mut after = *position;
        after.play(cell);
        let Some(node) = self.probe(&after) else {
            return 0.0;
        };
        if node.wins().is_some() {
            return 1.0;
        }
        let all = after.empty().len().max(1) as f64;
        let open = node.open.iter();
        let below = open.map(|cell| match plies {
            0 => 0.0,
            _ => self.share_after(&after, cell, plies - 1),
        });
        (all - node.open.len() as f64 + below.sum::<f64>()) / all
    }

    fn expected(&self, position: &Position<W>) -> Option<Cell> {
        let node = self.probe(position)?;
        match node.wins() {
            Some(true) => node.best().filter(|&cell| position.empty().contains(cell)),
            wins => {
                let after = |cell: Cell| {
                    let mut after = *position;
                    after.play(cell);
                    self.probe(&after).map(|node| (node, cell))
                };
                let known = position.empty().iter().filter_map(after);
                let hardest = |(node, cell): &(ProofNode<W>, Cell)| {
                    let order = if wins.is_some() {
                        0
                    } else {
                        INFINITE - node.disproof
                    };
                    (order, node.work, std::cmp::Reverse(cell.index()))
                };
                known.max_by_key(hardest).map(|(_, cell)| cell)
            }
        }
    }

    /// Takes in what another knows of a position.
    pub(super) fn merge(&self, position: &Position<W>, node: ProofNode<W>) {
        let rotated = position.rotated();
        let (one, other) = (position.hash(), rotated.hash());
        let node = match self.probe(position) {
            Some(mut known) if known.work >= node.work => {
                known.merge(&node);
                known
            }
            Some(known) => {
                let mut node = node;
                node.merge(&known);
                node
            }
            None => node,
        };
        let node = if other < one {
            node.rotated(position)
        } else {
            node
        };
        self.table.store(one.min(other), node);
    }

    /// What decides a position, if the table knows that of it or of one of its images.
    pub(super) fn decided(&self, position: &Position<W>) -> Option<ProofNode<W>> {
        let is_decided = |node: &ProofNode<W>| node.wins().is_some();
        let size = self.size;
        self.probe(position).filter(is_decided).or_else(|| {
            let images = Image::of(size).iter();
            // The table takes turned positions for the same.
            images.skip(2).take(1).find_map(|&image| {
                let node = self.probe(&image.position(position)).filter(is_decided)?;
                Some(node.image(image, size))
            })
        })
    }

    /// The same as a result, with a winning move. None is searched, unless that move is not known.
    pub(super) fn known(
        &self,
        position: &Position<W>,
        limits: ProofLimits,
        observer: &dyn Observer,
    ) -> Option<ProofResult<W>> {
        let node = self.decided(position)?;
        let mut result = result_of(position, &node);
        self.find_move(position, &mut result, limits, observer);
        Some(result)
    }

    pub(super) fn probe(&self, position: &Position<W>) -> Option<ProofNode<W>> {
        let rotated = position.rotated();
        let (one, other) = (position.hash(), rotated.hash());
        let node = self.table.probe(one.min(other))?;
        Some(if other < one {
            node.rotated(position)
        } else {
            node
        })
    }
}

/// What is known of a position, as a result that took nothing.
fn result_of<const W: usize>(position: &Position<W>, node: &ProofNode<W>) -> ProofResult<W> {
    let mover = position.to_move();
    ProofResult {
        winner: node.wins().map(|wins| if wins { mover } else { !mover }),
        carrier: node.cover,
        best: node.best().filter(|_| node.wins() != Some(false)),
        proof_numbers: [node.proof, node.disproof],
        nodes: 0,
        builds: 0,
    }
}

/// Reports progress to an observer.
struct Reporter<'a> {
    limits: ProofLimits,
    observer: &'a dyn Observer,
    colour: Colour,
    start: Instant,
    /// The moves at the root when they were first heard of, and when the last report was made.
    last: Mutex<(Option<usize>, Instant)>,
}

impl<'a> Reporter<'a> {
    fn new<const W: usize>(
        position: &Position<W>,
        limits: ProofLimits,
        observer: &'a dyn Observer,
    ) -> Self {
        let start = Instant::now();
        Self {
            limits,
            observer,
            colour: position.to_move(),
            start,
            last: Mutex::new((None, start)),
        }
    }

    /// Reports progress when it is time for that; whether to stop.
    fn report<const W: usize>(
        &self,
        root: &ProofNode<W>,
        nodes: u64,
        shares: &dyn Fn(&ProofNode<W>) -> Vec<(Cell, f64)>,
    ) -> bool {
        if let Ok(mut last) = self.last.lock()
            && last.1.elapsed() >= REPORT_INTERVAL
            && root.wins().is_none()
        {
            last.1 = Instant::now();
            let shares = shares(root);
            let all = *last.0.get_or_insert(shares.len());
            self.observer.progress(&Progress {
                depth: 0,
                nodes,
                time: self.start.elapsed(),
                colour: self.colour,
                score: None,
                pv: root.moves().into_iter().take(1).collect(),
                found: Found::Proof {
                    done: done(&shares, all),
                    open: shares,
                },
            });
        }
        self.limits.is_over(self.observer)
    }
}

/// The share of the work that is done, of so many moves, when below those that are left so much is
/// done.
fn done(left: &[(Cell, f64)], all: usize) -> f64 {
    let gone = all.saturating_sub(left.len()) as f64;
    let below: f64 = left.iter().map(|&(_, share)| share).sum();
    (gone + below) / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps the reports.
    #[derive(Default)]
    struct ReportList(Mutex<Vec<(f64, usize)>>);

    impl Observer for ReportList {
        fn should_stop(&self, _: WorkKind) -> bool {
            false
        }

        fn progress(&self, progress: &Progress) {
            let Found::Proof { done, open } = &progress.found else {
                panic!("a solver proves: {progress:?}");
            };
            assert!(open.iter().all(|(_, share)| (0.0..=1.0).contains(share)));
            self.0.lock().unwrap().push((*done, open.len()));
        }
    }

    #[test]
    fn what_is_done_is_a_share_of_the_moves_and_of_what_is_below_them() {
        let left = [(Cell::new(3), 0.5), (Cell::new(7), 0.0)];
        assert!((done(&left, 4) - 0.625).abs() < 1e-9);
        assert!((done(&[], 4) - 1.0).abs() < 1e-9);
        assert!(done(&[], 0) < 1e-9);
    }

    #[test]
    fn a_long_proof_tells_how_far_it_is() {
        let size: BoardSize = "8".parse().unwrap();
        let mut position = Position::<2>::new(size);
        position.play(size.read("a1").unwrap());
        let options = ProveOptions::DEFAULT;
        let solver = Solver::new(size, options);
        let limits = ProofLimits {
            until: Instant::now().checked_add(Duration::from_secs(2)),
            nodes: None,
        };
        let list = ReportList::default();
        let result = solver.solve(&position, limits, &list);
        let said = list.0.into_inner().unwrap();
        assert!(result.winner.is_some() || !said.is_empty());
        for (done, open) in said {
            assert!((0.0..=1.0).contains(&done) && open > 0, "{done}");
        }
    }
}
