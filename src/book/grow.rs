//! How a book grows.
//!
//! By itself it grows best first (drop-out expansion, Lincke 2000): every alternative is a position
//! that can be added, and costs what each move on the way to it is worse than the best there, and
//! something for each ply. At the empty board every first move is there, since whoever may swap has
//! to know what it is worth; it is as bad as it is worse than the best one, or as it is less even
//! than the most even one, whichever is less: one is played where nobody may swap, the other where
//! somebody may.
//!
//! From games it takes all positions up to the one in which a search proves that the winner wins:
//! that value is exact.
//!
//! Whatever is searched at a time is decided before, and positions are added in order: how many
//! searches run side by side changes nothing but the time that it takes.

use super::fold::Fold;
use super::tree::Book;
use crate::board::{Board, Cell};
use crate::think::Score;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// What a ply costs, in thousandths of a value: so much less likely is a move to be played that is
/// worse by that.
const PLY: i64 = 25;

/// How many positions are added at a time.
const BATCH: usize = 8;

/// What a search says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The move that it would make.
    pub best: Option<Cell>,
    /// What it is worth; `None` if no move is left that is worth considering.
    pub score: Option<Score>,
    /// Positions that it has looked at.
    pub effort: u64,
}

/// Who searches positions.
pub trait Judge: Sync {
    /// Searches a position as if these moves could not be made.
    fn judge(&self, board: &Board, without: &[Cell]) -> Judgement;
}

/// Grows a book.
pub struct Grower<'a> {
    book: &'a mut Book,
    judge: &'a dyn Judge,
    jobs: usize,
}

/// What is to be searched: a position, without these moves.
type Task = (Board, Vec<Cell>);

impl<'a> Grower<'a> {
    /// Somebody who lets a book grow by the searches of a judge, so many at a time.
    pub fn new(book: &'a mut Book, judge: &'a dyn Judge, jobs: usize) -> Self {
        Self { book, judge, jobs }
    }

    /// The book.
    pub fn book(&self) -> &Book {
        self.book
    }

    /// Searches positions, some at a time; what is proved needs no correction, estimates are less
    /// by what the turn seems to be worth.
    fn search(&self, tasks: &[Task]) -> Vec<Judgement> {
        let next = AtomicUsize::new(0);
        let found: Mutex<Vec<Option<Judgement>>> = Mutex::new(vec![None; tasks.len()]);
        let work = || {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some((board, without)) = tasks.get(place) else {
                    break;
                };
                let judgement = if board.winner().is_some() {
                    over()
                } else {
                    self.judge.judge(board, without)
                };
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                found[place] = Some(judgement);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.jobs {
                scope.spawn(work);
            }
            work();
        });
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let turn = self.book.turn.unwrap_or(0);
        let found = found.into_iter().flatten();
        found.map(|judgement| less(judgement, turn)).collect()
    }

    /// Adds the empty board and every first move, if they are not there. What searches see too much
    /// in being on the move is measured first: what a search says before the move that it would
    /// make and after it should be the same, with sides changed. Answers how many positions are
    /// new.
    pub fn plant(&mut self) -> usize {
        let empty = Board::new(self.book.size());
        let mut boards = vec![empty];
        boards.extend(empty.empty().iter().map(|cell| {
            let mut board = empty;
            board.play(cell);
            board
        }));
        let mut new: Vec<Board> = Vec::new();
        for board in boards {
            let board = Fold::of(&board).map_or(board, |fold| fold.board);
            if self.book.find(&board).is_none() && !new.contains(&board) {
                new.push(board);
            }
        }
        let tasks: Vec<Task> = new.iter().map(|&board| (board, Vec::new())).collect();
        let mut found = self.search(&tasks);
        if self.book.turn.is_none() {
            let turn = self.measure(&new, &found);
            self.book.turn = Some(turn);
            found = found.into_iter().map(|seen| less(seen, turn)).collect();
        }
        let count = new.len();
        self.add(new.into_iter().zip(found));
        self.book.update();
        count
    }

    /// What searches see too much in being on the move, by the median over positions that have been
    /// searched.
    fn measure(&self, boards: &[Board], before: &[Judgement]) -> i32 {
        let estimate = |found: &Judgement| found.score.filter(|score| !score.is_proved());
        let played = |(board, found): (&Board, &Judgement)| {
            let mut board = *board;
            let score = estimate(found)?;
            board.play(found.best?);
            Some((score, (board, Vec::new())))
        };
        let (scores, tasks): (Vec<Score>, Vec<Task>) =
            boards.iter().zip(before).filter_map(played).unzip();
        let after = self.search(&tasks);
        let both = scores.into_iter().zip(&after);
        let mut seen: Vec<i32> = both
            .filter_map(|(one, other)| Some((one, estimate(other)?)))
            .map(|(one, other)| i32::midpoint(one.value(), other.value()))
            .collect();
        seen.sort_unstable();
        seen.get(seen.len() / 2).copied().unwrap_or_default()
    }

    /// Adds positions with their searches, and searches those anew whose alternative was one of
    /// them. Answers how many were added.
    fn insert(&mut self, boards: &[Board]) -> usize {
        let tasks: Vec<Task> = boards.iter().map(|&board| (board, Vec::new())).collect();
        let found = self.search(&tasks);
        let boards = boards.iter().copied();
        self.add(boards.zip(found))
    }

    /// Adds positions that have been searched.
    fn add(&mut self, searched: impl Iterator<Item = (Board, Judgement)>) -> usize {
        let (mut stale, mut added) = (Vec::new(), 0);
        for (board, judgement) in searched {
            // What leads to nothing in the book is no part of it, and what is there stays.
            let Ok((place, before)) = self.book.add(&board) else {
                continue;
            };
            added += 1;
            self.book.join(place);
            self.tell(place, &board, judgement);
            self.inherit(place, &before);
            let alternative = self.book.nodes()[place].alternative;
            if alternative.is_some_and(|cell| self.book.after(place, cell).is_some()) {
                stale.push(place);
            }
            stale.extend(before);
        }
        stale.sort_unstable();
        stale.dedup();
        let tasks: Vec<Task> = stale
            .iter()
            .map(|&place| (self.book.nodes()[place].board, self.book.book_moves(place)))
            .collect();
        let found = self.search(&tasks);
        for (&place, (judgement, (board, _))) in stale.iter().zip(found.into_iter().zip(&tasks)) {
            let fresh = Judgement {
                effort: judgement.effort + self.book.nodes()[place].effort,
                ..judgement
            };
            self.tell(place, board, fresh);
        }
        added
    }

    /// A position that a proof of the one before leads to is proved, too, if only by that.
    fn inherit(&mut self, place: usize, before: &[usize]) {
        let nodes = self.book.nodes();
        let proofs = before.iter().filter_map(|&before| nodes[before].local);
        let proof = proofs.filter(|local| local.is_won()).max();
        let node = self.book.node_mut(place);
        if let Some(proof) = proof.filter(|_| !node.local.is_some_and(Score::is_proved)) {
            (node.local, node.alternative) = (Some(proof.to_child()), None);
            node.negamax = proof.to_child();
        }
    }

    /// Gives a position what a search says of it.
    fn tell(&mut self, place: usize, board: &Board, judgement: Judgement) {
        let Some(fold) = Fold::of(board) else {
            return;
        };
        let node = self.book.node_mut(place);
        node.local = judgement.score;
        let best = judgement.best.filter(|_| judgement.score.is_some());
        node.alternative = best.map(|cell| fold.into_book(cell));
        node.effort = judgement.effort;
        if let Some(local) = judgement.score {
            node.negamax = local;
        }
    }

    /// Adds the positions that cost least, some at a time but no more than `most`. Answers how many
    /// were; 0 if nothing is left.
    pub fn expand(&mut self, most: usize) -> usize {
        let mut open = self.open();
        open.truncate(BATCH.min(most));
        let boards: Vec<Board> = open.into_iter().map(|(_, board)| board).collect();
        let added = self.insert(&boards);
        self.book.update();
        added
    }

    /// How much worse a value is than the best at a position, or at the empty board than the most
    /// even.
    fn lag(&self, place: usize, value: Score) -> i64 {
        let node = &self.book.nodes()[place];
        let number = |score: Score| i64::from(score.value());
        let behind = number(node.negamax) - number(value);
        let size = self.book.size();
        if !node.line.is_empty() || !size.is_square() {
            return behind;
        }
        let values = node.moves.iter();
        let values = values.map(|&(_, next)| number(self.book.nodes()[next].negamax.to_parent()));
        let least = values.map(i64::abs).min().unwrap_or(0);
        behind.min(number(value).abs() - least)
    }

    /// What can be added, with its cost: the cheapest first, each once.
    fn open(&self) -> Vec<(i64, Board)> {
        let nodes = self.book.nodes();
        let mut costs: Vec<Option<i64>> = vec![None; nodes.len()];
        let order = self.book.in_order();
        let mut open: Vec<(i64, Board)> = Vec::new();
        for &place in &order {
            let node = &nodes[place];
            let cost = match costs[place] {
                _ if node.line.is_empty() => 0,
                Some(cost) => cost,
                None => continue,
            };
            // Where it is proved who wins nothing is left to learn; but first moves have to be
            // known all.
            if node.negamax.is_proved() && !node.line.is_empty() {
                continue;
            }
            for &(_, next) in &node.moves {
                let value = nodes[next].negamax.to_parent();
                let there = cost + PLY + self.lag(place, value);
                costs[next] = Some(costs[next].map_or(there, |known| known.min(there)));
            }
            let estimate = node.local.filter(|local| !local.is_proved());
            if let Some((cell, local)) = node.alternative.zip(estimate) {
                let mut board = node.board;
                board.play(cell);
                let cost = cost + PLY + self.lag(place, local);
                open.extend(Fold::of(&board).map(|fold| (cost, fold.board)));
            }
        }
        // It is stable: what costs the same stays in the order of the lines.
        open.sort_by_key(|&(cost, _)| cost);
        let mut chosen: Vec<(i64, Board)> = Vec::new();
        for (cost, board) in open {
            if chosen.len() == BATCH {
                break;
            }
            if chosen.iter().all(|(_, other)| *other != board) {
                chosen.push((cost, board));
            }
        }
        chosen
    }

    /// Adds the positions of a game in their order, up to the first in which it is proved that its
    /// winner wins, or anybody if nobody has joined the edges: who was winning and lost all the
    /// same has to know by what move. Answers how many are new.
    pub fn learn(&mut self, game: &[Board]) -> usize {
        let winner = game.last().and_then(Board::winner);
        let ends = |board: &Board, local: Option<Score>| {
            let proof = local.filter(|local| local.is_proved());
            proof.is_some_and(|proof| {
                let mover = board.to_move();
                let wins = if proof.is_won() { mover } else { !mover };
                winner.is_none_or(|winner| winner == wins)
            })
        };
        let settled = |board: &Board| {
            let node = self
                .book
                .find(board)
                .map(|(place, _)| &self.book.nodes()[place]);
            node.is_some_and(|node| node.moves.is_empty() && ends(board, node.local))
        };
        let length = game.iter().position(settled).unwrap_or(game.len());
        let new = game[..length].iter();
        let new = new.filter(|board| self.book.find(board).is_none());
        let new: Vec<Board> = new.copied().collect();
        let mut added = 0;
        for batch in new.chunks(BATCH) {
            let tasks: Vec<Task> = batch.iter().map(|&board| (board, Vec::new())).collect();
            let found = self.search(&tasks);
            let searched = batch.iter().copied().zip(found);
            let searched: Vec<(Board, Judgement)> = searched.collect();
            let end = searched
                .iter()
                .position(|(board, found)| ends(board, found.score));
            let count = end.map_or(searched.len(), |end| end + 1);
            added += self.add(searched.into_iter().take(count));
            if end.is_some() {
                break;
            }
        }
        self.book.update();
        added
    }
}

/// The same with an estimate that is less by so much; what is proved stays.
fn less(judgement: Judgement, turn: i32) -> Judgement {
    let corrected = |score: Score| {
        if score.is_proved() {
            score
        } else {
            score.shifted(-turn)
        }
    };
    Judgement {
        score: judgement.score.map(corrected),
        ..judgement
    }
}

/// What is said of a game that is over.
fn over() -> Judgement {
    Judgement {
        best: None,
        score: Some(Score::LOST),
        effort: 0,
    }
}
