//! The search: visits until the time is up, so many playouts are made, or the position is decided.

use super::desk::{Counts, Desk};
use super::hand::{Bell, Hand, Shared, Start, lock};
use super::options::MonteCarloOptions;
use super::tree::{Node, State};
use crate::analysis::Analysis;
use crate::board::{BoardSize, Cell, Colour, Position};
use crate::think::{Observer, Progress, Work};
use crate::think::{RootMove, Score, SearchLimits, SearchOutcome};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often progress is told.
const TELL: Duration = Duration::from_millis(200);

/// After so many playouts somebody is asked whether to end.
const ASK: u64 = 64;

/// The most moves that a tree follows at once: ours and the answer to it.
const FOLLOWED: usize = 2;

/// After so many moves of a game looks start anew, since each knows somewhat less than one that is
/// new.
const ANEW: usize = 16;

/// A search that keeps its tree from move to move.
pub struct Search<const W: usize> {
    options: MonteCarloOptions,
    desk: Shared<W>,
    /// The position at the root of the tree.
    root: Option<Position<W>>,
    /// Where looks start.
    start: Option<Start<W>>,
}

/// One search of it, as who oversees it sees it.
struct Run<'a, const W: usize> {
    desk: &'a Shared<W>,
    mover: Colour,
    limits: SearchLimits,
    observer: &'a dyn Observer,
    start: Instant,
    told: Instant,
    asked: u64,
    /// How many looks there were when somebody was last asked.
    looked: u64,
}

impl<const W: usize> Search<W> {
    /// A search of boards of this size whose chances start at a seed.
    pub fn new(size: BoardSize, options: MonteCarloOptions, seed: u64) -> Self {
        Self {
            desk: Mutex::new(Desk::new(size, options, seed)),
            root: None,
            start: None,
            options,
        }
    }

    /// The bytes that its trees may take.
    pub fn bytes(&self) -> usize {
        2 * lock(&self.desk).tree.bytes()
    }

    /// Searches a position from a look at it that does not decide it.
    pub fn search(
        &mut self,
        look: &Analysis<W>,
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        self.follow(look.position());
        self.run(look, &[], limits, observer)
    }

    /// The same as if these moves could not be made now: what it says is lost is lost but for them.
    /// Its tree is of no use for another search. There is no move and no score if no other is worth
    /// considering.
    pub fn search_without(
        &mut self,
        look: &Analysis<W>,
        without: &[Cell],
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        if look.consider().iter().all(|cell| without.contains(&cell)) {
            return SearchOutcome::default();
        }
        self.forget();
        let outcome = self.run(look, without, limits, observer);
        self.forget();
        outcome
    }

    fn forget(&mut self) {
        lock(&self.desk).clear();
        (self.root, self.start) = (None, None);
    }

    fn run(
        &mut self,
        look: &Analysis<W>,
        without: &[Cell],
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        let mover = look.position().to_move();
        let begun = Instant::now();
        let desk = self.desk.get_mut().unwrap_or_else(PoisonError::into_inner);
        if desk.played() >= ANEW {
            self.start = None;
        }
        let start = &*self.start.get_or_insert_with(|| {
            desk.start_anew();
            let mut look = look.clone();
            look.forget_past();
            Mutex::new(look)
        });
        desk.begin(mover);
        let (options, desk, bell) = (self.options, &self.desk, &Bell::default());
        let mut run = Run {
            desk,
            mover,
            limits,
            observer,
            start: begun,
            told: begun,
            asked: 0,
            looked: 0,
        };
        let hand = || Hand::new(options, desk, bell, start, limits.nodes);
        thread::scope(|scope| {
            let mut own = hand();
            own.begin(look, without);
            for _ in 1..limits.threads {
                let mut other = hand();
                scope.spawn(move || {
                    while !bell.is_over() {
                        other.work();
                    }
                });
            }
            while !run.is_over() {
                own.work();
            }
            bell.stop();
        });
        run.outcome()
    }

    /// Brings the tree to a position: the part of it that is below, or a new one.
    fn follow(&mut self, position: &Position<W>) {
        let root = self.root.replace(*position);
        let moves = root.filter(|_| self.options.keep);
        let moves = moves.and_then(|root| between(&root, position));
        let desk = self.desk.get_mut().unwrap_or_else(PoisonError::into_inner);
        let kept = match moves.as_deref() {
            Some([]) if !desk.tree.kids(0).is_empty() => true,
            Some(moves) => desk.follow(moves),
            None => false,
        };
        if !kept {
            desk.clear();
            self.start = None;
        }
    }
}

/// The moves that lead from a position to another, if they are few.
fn between<const W: usize>(from: &Position<W>, to: &Position<W>) -> Option<Vec<Cell>> {
    let fits = from.size() == to.size()
        && Colour::ALL
            .into_iter()
            .all(|colour| from.stones(colour).is_subset(to.stones(colour)));
    let new = from.empty() - to.empty();
    if !fits || new.len() > FOLLOWED {
        return None;
    }
    let mut position = *from;
    let mut moves = Vec::new();
    while moves.len() < new.len() {
        let own = to.stones(position.to_move()) - from.stones(position.to_move());
        let cell = own.iter().find(|cell| !moves.contains(cell))?;
        position.play(cell);
        moves.push(cell);
    }
    (position == *to).then_some(moves)
}

impl<const W: usize> Run<'_, W> {
    /// Whether there is nothing more to do, or no time for it.
    fn is_over(&mut self) -> bool {
        let limits = &self.limits;
        let (Counts { nodes, looks, .. }, spent) = {
            let desk = lock(self.desk);
            if desk.is_over() {
                return true;
            }
            (desk.counts, desk.spent())
        };
        if limits.nodes.is_some_and(|most| spent >= most) {
            return true;
        }
        if spent == 0 {
            return false;
        }
        let now = Instant::now();
        if limits.until.is_some_and(|until| now >= until) {
            return true;
        }
        // A look takes milliseconds on large boards.
        if nodes < self.asked && looks == self.looked {
            return false;
        }
        (self.asked, self.looked) = (nodes + ASK, looks);
        let work = if limits.endless {
            Work::Endless
        } else {
            Work::Limited
        };
        if self.observer.should_stop(work) || self.is_settled(now) {
            return true;
        }
        if now - self.told >= TELL {
            self.told = now;
            self.report();
        }
        false
    }

    /// Whether it makes no difference what else is found: one move is left, or none can become the
    /// most visited in time.
    fn is_settled(&self, now: Instant) -> bool {
        let limits = &self.limits;
        if limits.endless || limits.thorough {
            return false;
        }
        let tree = &lock(self.desk).tree;
        let open = tree.kids(0).iter();
        let mut visits: Vec<f32> = open
            .filter(|kid| kid.state != State::Won)
            .map(|kid| kid.visits)
            .collect();
        visits.sort_by(|a, b| b.total_cmp(a));
        let &[most, next, ..] = visits.as_slice() else {
            return limits.nodes.is_none();
        };
        let (Some(until), Some(_)) = (limits.until, limits.enough) else {
            return false;
        };
        let spent = (now - self.start).as_secs_f32();
        let left = until.saturating_duration_since(now).as_secs_f32();
        let pace = visits.iter().sum::<f32>() / spent.max(1e-3);
        spent > left / 4.0 && next + pace * left < most
    }

    /// What both sides are expected to play.
    fn expected(&self) -> Vec<Cell> {
        let tree = &lock(self.desk).tree;
        let mut line = Vec::new();
        let mut index = 0;
        while let Some(kid) = tree.best(index) {
            index = kid;
            line.push(tree.node(kid).cell);
        }
        line
    }

    /// The moves at the root, the best first.
    fn moves(&self) -> Vec<RootMove> {
        let tree = &lock(self.desk).tree;
        let best = tree.best(0).map(|best| tree.node(best).cell);
        let mut moves: Vec<&Node> = tree.kids(0).iter().collect();
        let order = |kid: &Node| {
            let open = if kid.state == State::Won { 0.0 } else { 1.0 };
            (best == Some(kid.cell), open * kid.visits)
        };
        moves.sort_by(|a, b| {
            let (a, b) = (order(a), order(b));
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        let root = |kid: &Node| RootMove {
            cell: kid.cell,
            score: score(kid),
            visits: kid.visits as u32,
        };
        moves.into_iter().map(root).collect()
    }

    /// The score of the position.
    fn score(&self) -> Option<Score> {
        let tree = &lock(self.desk).tree;
        let root = tree.node(0);
        if root.is_solved() {
            return Some(proved(root));
        }
        // Before any of them was visited, what a look made of the position.
        let best = tree.best(0).and_then(|best| score(tree.node(best)));
        best.or_else(|| root.worth().map(|worth| estimate(1.0 - worth)))
    }

    fn report(&self) {
        let moves = self.moves();
        let told = moves.iter().filter_map(|root| {
            let score = root.score?;
            Some((root.cell, score.to_string()))
        });
        let counts = lock(self.desk).counts;
        self.observer.progress(&Progress {
            depth: counts.depth,
            nodes: counts.nodes,
            time: self.start.elapsed(),
            colour: self.mover,
            score: self.score().map(|score| score.to_string()),
            pv: self.expected(),
            moves: told.collect(),
        });
    }

    fn outcome(self) -> SearchOutcome {
        self.report();
        let root = self.moves();
        let counts = lock(self.desk).counts;
        SearchOutcome {
            best: root.first().map(|root| root.cell),
            score: self.score(),
            pv: self.expected(),
            depth: counts.depth,
            nodes: counts.nodes,
            evaluations: counts.looks,
            moves: root,
        }
    }
}

/// What is proved of a node, for its side to move.
fn proved(node: &Node) -> Score {
    let won = node.state == State::Won;
    // An even number of moves from the end it is the same side's turn.
    let end = if won == (node.far.is_multiple_of(2)) {
        Score::WON
    } else {
        Score::LOST
    };
    (0..node.far).fold(end, |score, _| score.to_parent())
}

/// What a node is worth to whom moved into it, if anybody was there: a proof, or how much likelier
/// than half a win is, twice.
fn score(node: &Node) -> Option<Score> {
    if node.is_solved() {
        return Some(proved(node).to_parent());
    }
    node.worth().map(estimate)
}

fn estimate(worth: f32) -> Score {
    Score::estimate(((2.0 * worth - 1.0) * 1000.0).round() as i32)
}
