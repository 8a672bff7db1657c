//! The tree of one iteration: principal variation search (alpha-beta with windows of nothing after
//! the first move).
//!
//! Nodes are looked up in the table before they are played, since to play a move is the dear part.
//! A score is a proof only where it may be: a win as soon as one move wins, a loss when every move
//! that may matter is lost. Where a selection leaves moves out and all others are proved lost, the
//! moves left out are searched after all, one by one, until one is not.

use super::number::Numbering;
use super::options::{SearchOptions, TableKeys};
use super::position::{Candidate, SearchPosition};
use super::select::{Node, Selection};
use super::table::{Bound, RemainingDepth, TableEntry, TranspositionTable};
use crate::board::{Cell, CellSet, Colour};
use crate::think::{RootMove, Score};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The search was told to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// What a search may spend, and who may end it.
pub(super) struct Limit<'a> {
    /// When it ends.
    pub until: Option<Instant>,
    /// After how many nodes.
    pub nodes: Option<u64>,
    /// Whether somebody else wants it to end; asked now and then.
    pub asked: &'a (dyn Fn() -> bool + Sync),
    /// Set once any thread has ended.
    pub stopped: &'a AtomicBool,
}

/// A move at the root with its score in the last iteration that looked at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RootCandidate {
    /// The move.
    pub candidate: Candidate,
    /// Its score, or an upper bound of it; `None` if it was never searched.
    pub score: Option<Score>,
}

impl RootCandidate {
    /// What is reported of the move.
    pub fn outcome(&self) -> RootMove {
        RootMove {
            cell: self.candidate.cell,
            score: self.score,
            visits: 0,
        }
    }
}

/// A window of scores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// All scores.
    pub const ALL: Self = Self {
        alpha: Score::MIN,
        beta: Score::WON,
    };

    pub fn below(self) -> Self {
        Self {
            alpha: self.beta.to_child(),
            beta: self.alpha.to_child(),
        }
    }

    /// The same from `alpha` on, with nothing in it.
    pub fn of_nothing(alpha: Score) -> Self {
        Self {
            alpha,
            beta: alpha.next(),
        }
    }

    fn has(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }
}

/// What one thread needs to walk the tree.
pub(super) struct PvsWorker<'a, F, const W: usize> {
    pub field: F,
    pub options: &'a SearchOptions,
    pub numbering: &'a Numbering<W>,
    pub table: &'a TranspositionTable,
    pub limit: &'a Limit<'a>,
    /// What was played since the root.
    pub played: [CellSet<W>; 2],
    /// The best line from each ply.
    pub lines: Vec<Vec<Cell>>,
    /// The principal variation of the last iteration.
    pub leading: Vec<Cell>,
    killers: Vec<[Option<Cell>; 2]>,
    history: [Vec<u32>; 2],
    pub nodes: u64,
    pub evaluations: u64,
    last_asked: Instant,
    /// Whether somebody has passed on the way here: such positions have no numbers.
    pub(super) passed: bool,
    /// What the position before was judged to be worth, where that is wanted.
    pub(super) before: Option<i32>,
}

impl<'a, F: SearchPosition<W>, const W: usize> PvsWorker<'a, F, W> {
    pub fn new(
        field: F,
        options: &'a SearchOptions,
        numbering: &'a Numbering<W>,
        table: &'a TranspositionTable,
        limit: &'a Limit<'a>,
    ) -> Self {
        let cells = field.position().size().cells();
        Self {
            field,
            options,
            numbering,
            table,
            limit,
            played: [CellSet::EMPTY; 2],
            // A line may hold a pass.
            lines: vec![Vec::new(); cells + 4],
            leading: Vec::new(),
            killers: vec![[None; 2]; cells + 4],
            history: [vec![0; cells], vec![0; cells]],
            nodes: 0,
            evaluations: 0,
            last_asked: Instant::now(),
            passed: false,
            before: None,
        }
    }

    /// Ends the search if it is time.
    fn pause(&mut self) -> Result<(), Stopped> {
        let now = Instant::now();
        let mut over = self.limit.stopped.load(Ordering::Relaxed)
            || self.limit.nodes.is_some_and(|most| self.nodes >= most)
            || self.limit.until.is_some_and(|until| now >= until);
        if !over && now.duration_since(self.last_asked).as_micros() >= 1000 {
            self.last_asked = now;
            over = (self.limit.asked)();
        }
        if over {
            self.limit.stopped.store(true, Ordering::Relaxed);
            return Err(Stopped);
        }
        Ok(())
    }

    /// The number of the position after a move, if it has one.
    fn key_after(&self, cell: Cell, ply: usize) -> Option<u128> {
        match self.options.keys {
            TableKeys::Off => None,
            _ if self.passed => None,
            TableKeys::Combinatorial => {
                let mut played = self.played;
                played[ply % 2].insert(cell);
                self.numbering.of(played)
            }
            TableKeys::Zobrist => {
                let mut after = *self.field.position();
                after.play(cell);
                Some(after.hash().into())
            }
        }
    }

    fn look_up(&self, key: Option<u128>) -> Option<TableEntry> {
        self.table.get(key?)
    }

    /// One iteration at the root: moves are searched in the order in which they stand, and get
    /// their scores. Also the best of them.
    pub fn root(
        &mut self,
        selection: Selection,
        window: Window,
        moves: &mut [RootCandidate],
        mut on_move: impl FnMut(&Self, &[RootCandidate]),
    ) -> Result<(Score, Option<Cell>), Stopped> {
        let place = Node {
            ply: 0,
            left: selection.start(),
        };
        // Ranks are by how moves look, whatever order they are searched in.
        let mut looks: Vec<Candidate> = moves.iter().map(|root| root.candidate).collect();
        looks.sort_by_key(|candidate| std::cmp::Reverse(candidate.merit));
        self.lines[0].clear();
        let (mut best, mut choice, mut alpha) = (Score::MIN, None, window.alpha);
        for reprieve in [false, true] {
            for index in 0..moves.len() {
                let cell = moves[index].candidate.cell;
                let rank = looks.iter().position(|look| look.cell == cell);
                let rank = rank.unwrap_or_default();
                let chosen = selection.needs_tension()
                    || selection.below(place, &looks, rank, false).is_some();
                if chosen == reprieve || (reprieve && !best.is_lost() && choice.is_some()) {
                    continue;
                }
                let inside = Window {
                    alpha,
                    beta: window.beta,
                };
                let ranked = Ranked {
                    moves: &looks,
                    rank,
                    first: choice.is_none(),
                };
                let Some(score) = self.try_move(selection, place, ranked, reprieve, inside)? else {
                    continue;
                };
                moves[index].score = Some(score);
                if score > best {
                    (best, choice) = (score, Some(cell));
                    if score > alpha {
                        alpha = score;
                        self.lead(0, cell);
                        on_move(self, moves);
                    }
                }
                if best >= window.beta {
                    return Ok((best, choice));
                }
            }
        }
        Ok((best, choice))
    }

    /// The score of the position that stands, for the side to move.
    pub(super) fn node(
        &mut self,
        selection: Selection,
        place: Node,
        window: Window,
        key: Option<u128>,
        hint: Option<Cell>,
    ) -> Result<Score, Stopped> {
        self.pause()?;
        self.nodes += 1;
        self.lines[place.ply].clear();
        // 1. What is proved at a look.
        if let Some(winner) = self.field.decided() {
            let won = winner == self.field.position().to_move();
            let score = if won { Score::WON } else { Score::LOST };
            self.store(key, score, Bound::Exact, place.left, None);
            return Ok(score);
        }
        // 2. Leaves.
        if selection.is_leaf(place) {
            return Ok(self.judge(key, place.left));
        }
        // 3. What is good enough at a look.
        if let Some(score) = self.good_enough(selection, place, window)? {
            return Ok(score);
        }
        // 4. Moves, in order.
        let moves = self.field.moves();
        let order = self.order(&moves, place.ply, hint);
        let (mut best, mut choice, mut alpha) = (Score::MIN, None, window.alpha);
        // 5. Those that are selected; and the others, as long as all are lost.
        'moves: for reprieve in [false, true] {
            for &rank in &order {
                let chosen = selection.needs_tension()
                    || selection.below(place, &moves, rank, false).is_some();
                if chosen == reprieve || (reprieve && !best.is_lost()) {
                    continue;
                }
                let inside = Window {
                    alpha,
                    beta: window.beta,
                };
                let ranked = Ranked {
                    moves: &moves,
                    rank,
                    first: choice.is_none(),
                };
                let Some(score) = self.try_move(selection, place, ranked, reprieve, inside)? else {
                    continue;
                };
                if score > best {
                    (best, choice) = (score, Some(moves[rank].cell));
                    if score > alpha {
                        alpha = score;
                        self.lead(place.ply, moves[rank].cell);
                    }
                }
                if best >= window.beta {
                    self.reward(moves[rank].cell, place);
                    break 'moves;
                }
            }
            // Nobody could pay for any move: this is a leaf after all.
            if choice.is_none() && !reprieve {
                return Ok(self.judge(key, place.left));
            }
        }
        // 6. Remember.
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store(key, best, bound, place.left, choice);
        Ok(best)
    }

    /// The score of a move, unless it costs too much.
    fn try_move(
        &mut self,
        selection: Selection,
        place: Node,
        ranked: Ranked,
        reprieve: bool,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let cell = ranked.moves[ranked.rank].cell;
        let leading = self.leading.get(place.ply) == Some(&cell)
            && self.is_on_leading_line(place.ply)
            && ranked.first;
        let left = |walk: &mut Self, leading: bool| {
            if reprieve {
                Some(selection.below_all(place))
            } else if selection.needs_tension() {
                let tension = walk.field.tension(cell);
                selection.below_tension(place, tension, leading)
            } else {
                selection.below(place, ranked.moves, ranked.rank, leading)
            }
        };
        let Some(below) = left(self, leading) else {
            return Ok(None);
        };
        let zero = self.options.zero_window && !ranked.first;
        let first = if zero {
            Window::of_nothing(window.alpha)
        } else {
            window
        };
        let mut score = self.child(selection, place, cell, below, first)?;
        if zero && window.has(score) {
            // What becomes the principal variation costs the least that a move may.
            let below = left(self, true).unwrap_or(below);
            score = self.child(selection, place, cell, below, window)?;
        }
        Ok(Some(score))
    }

    /// The score of a move with so much left below it.
    fn child(
        &mut self,
        selection: Selection,
        place: Node,
        cell: Cell,
        left: RemainingDepth,
        window: Window,
    ) -> Result<Score, Stopped> {
        let window = window.below();
        let key = self.key_after(cell, place.ply);
        let known = self.look_up(key);
        if let Some(score) = known.and_then(|entry| entry.settles(left, window.alpha, window.beta))
        {
            self.lines[place.ply + 1].clear();
            return Ok(score.to_parent());
        }
        let side = place.ply % 2;
        let before = self.options.balanced.then(|| self.field.estimate());
        let before = std::mem::replace(&mut self.before, before);
        self.field.play(cell);
        self.played[side].insert(cell);
        let next = Node {
            ply: place.ply + 1,
            left,
        };
        let hint = known.and_then(|entry| entry.best);
        let score = self.node(selection, next, window, key, hint);
        self.played[side].remove(cell);
        self.field.undo();
        self.before = before;
        Ok(score?.to_parent())
    }

    fn judge(&mut self, key: Option<u128>, left: RemainingDepth) -> Score {
        self.evaluations += 1;
        let score = self.estimate();
        self.store(key, score, Bound::Exact, left, None);
        score
    }

    fn store(
        &self,
        key: Option<u128>,
        score: Score,
        bound: Bound,
        left: RemainingDepth,
        best: Option<Cell>,
    ) {
        if let Some(key) = key {
            let entry = TableEntry {
                score,
                bound,
                left,
                best,
            };
            self.table.put(key, entry);
        }
    }

    /// The ranks of moves in the order in which they are searched.
    fn order(&self, moves: &[Candidate], ply: usize, hint: Option<Cell>) -> Vec<usize> {
        let side = self.field.position().to_move().index();
        let mut order: Vec<usize> = (0..moves.len()).collect();
        if self.options.history {
            let history = &self.history[side];
            order.sort_by_key(|&rank| {
                let candidate = moves[rank];
                (
                    std::cmp::Reverse(candidate.merit),
                    std::cmp::Reverse(history[candidate.cell.index()]),
                )
            });
        }
        let [first, second] = self.killers[ply];
        let killers = [second, first].into_iter().filter(|_| self.options.killers);
        for early in killers.chain([hint]).flatten() {
            if let Some(index) = order.iter().position(|&rank| moves[rank].cell == early) {
                order[..=index].rotate_right(1);
            }
        }
        order
    }

    fn reward(&mut self, cell: Cell, place: Node) {
        let killers = &mut self.killers[place.ply];
        if killers[0] != Some(cell) {
            *killers = [Some(cell), killers[0]];
        }
        let side = self.field.position().to_move().index();
        let plies = place.left.plies[0].unsigned_abs() / 100 + 1;
        let history = &mut self.history[side][cell.index()];
        *history = history.saturating_add(plies * plies);
    }

    /// The best line from this ply begins with this move.
    fn lead(&mut self, ply: usize, cell: Cell) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(cell);
        above[ply].extend_from_slice(&below[0]);
    }

    fn is_on_leading_line(&self, ply: usize) -> bool {
        let line = self.leading.iter().take(ply).enumerate();
        let mut sides = [CellSet::<W>::EMPTY; 2];
        for (number, &cell) in line {
            sides[number % 2].insert(cell);
        }
        sides == self.played
    }

    /// The line as far as the table goes on with it, from what was found at the root.
    pub fn extended_line(&self, line: &[Cell]) -> Vec<Cell> {
        let mut line = line.to_vec();
        let mut position = *self.field.position();
        let mut played = [CellSet::<W>::EMPTY; 2];
        for (number, &cell) in line.iter().enumerate() {
            position.play(cell);
            played[number % 2].insert(cell);
        }
        while line.len() < 64 {
            let key = match self.options.keys {
                TableKeys::Combinatorial => self.numbering.of(played),
                TableKeys::Zobrist => Some(position.hash().into()),
                TableKeys::Off => None,
            };
            let best = self.look_up(key).and_then(|entry| entry.best);
            let Some(cell) = best.filter(|&cell| position.empty().contains(cell)) else {
                break;
            };
            played[line.len() % 2].insert(cell);
            position.play(cell);
            line.push(cell);
        }
        line
    }

    /// Whose turn it is at the root.
    pub fn mover(&self) -> Colour {
        self.numbering.root().to_move()
    }
}

/// A move among those of its position.
#[derive(Clone, Copy)]
struct Ranked<'a> {
    moves: &'a [Candidate],
    rank: usize,
    /// Whether it is the first to be searched.
    first: bool,
}
