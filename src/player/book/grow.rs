//! The growth of a book, by itself and from games.
//!
//! By itself it grows best first (drop-out expansion, Lincke 2000): every alternative is a position
//! that can be added. It costs what each move on the line to it is worse than the best there, and
//! something for each ply. The empty board has every first move, since their values decide a swap.
//! A first move costs what it is worse than the best, or what it is less even than the most even
//! one, whichever is less: the one is played without the swap rule, the other with it.
//!
//! From a game it takes all positions up to the first in which a search proves that the winner
//! wins: that value is exact.
//!
//! The positions of a batch are chosen before, and added in order: the number of searches at a time
//! changes nothing but the duration.

use super::fold::Fold;
use super::tree::Book;
use crate::base::jobs;
use crate::hex::{Board, Cell};
use crate::think::Score;
use rayon::prelude::*;

/// The cost of a ply, in thousandths of a value: a line one ply longer has the same priority as a
/// move worse by this value.
const PLY: i64 = 25;

/// How many positions are added at a time.
const BATCH: usize = 8;

/// What a search finds in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionEvaluation {
    /// The best move.
    pub best: Option<Cell>,
    /// The value of the position; `None` if no move is left that is worth considering.
    pub score: Option<Score>,
    /// The nodes of the search.
    pub effort: u64,
}

/// A search of positions for a book.
pub trait PositionEvaluator: Sync {
    /// Searches a position as if these moves could not be made.
    fn evaluate(&self, board: &Board, without: &[Cell]) -> PositionEvaluation;
}

/// Grows a book.
pub struct Grower<'a> {
    book: &'a mut Book,
    evaluator: &'a dyn PositionEvaluator,
    jobs: usize,
}

/// A position to be searched, without these moves.
type SearchTask = (Board, Vec<Cell>);

impl<'a> Grower<'a> {
    /// Lets a book grow by the searches of an evaluator, so many at a time.
    pub fn new(book: &'a mut Book, evaluator: &'a dyn PositionEvaluator, jobs: usize) -> Self {
        Self {
            book,
            evaluator,
            jobs,
        }
    }

    /// The book.
    pub fn book(&self) -> &Book {
        self.book
    }

    /// Evaluates positions, some at a time. Estimates are corrected by the tempo bias.
    fn evaluate(&self, tasks: &[SearchTask]) -> Vec<PositionEvaluation> {
        let tempo_bias = self.book.tempo_bias.unwrap_or(0);
        let evaluate = |(board, without): &SearchTask| {
            let evaluation = if board.winner().is_some() {
                game_over()
            } else {
                self.evaluator.evaluate(board, without)
            };
            corrected(evaluation, tempo_bias)
        };
        // Each piece by itself: one takes as long as a search.
        let pieces = tasks.par_iter().with_max_len(1);
        jobs::with(self.jobs, || pieces.map(evaluate).collect())
    }

    /// Adds the empty board and every first move, if they are not there, and returns how many are
    /// new. The tempo bias is measured with them: a search before its best move and one after it
    /// should find the same value, with sides changed. Some are searched at a time, and then
    /// `go_on` is called with the numbers of searched and of all first moves; if it returns false,
    /// the searched ones are added and the rest is left for another time.
    pub fn add_first_moves(&mut self, mut go_on: impl FnMut(usize, usize) -> bool) -> usize {
        let new = self.missing_first_moves();
        let measures = self.book.tempo_bias.is_none();
        let (mut found, mut biases) = (Vec::new(), Vec::new());
        for boards in new.chunks(BATCH.max(self.jobs)) {
            let tasks: Vec<SearchTask> = boards.iter().map(|&board| (board, Vec::new())).collect();
            let some = self.evaluate(&tasks);
            if measures {
                biases.extend(self.biases(boards, &some));
            }
            found.extend(some);
            if !go_on(found.len(), new.len()) {
                break;
            }
        }
        if measures {
            // The median.
            biases.sort_unstable();
            let tempo_bias = biases.get(biases.len() / 2).copied().unwrap_or_default();
            self.book.tempo_bias = Some(tempo_bias);
            found = found
                .into_iter()
                .map(|one| corrected(one, tempo_bias))
                .collect();
        }
        let count = found.len();
        self.add(new.into_iter().zip(found));
        self.book.update();
        count
    }

    /// The empty board and the first moves that are not in the book, one of each that are alike.
    fn missing_first_moves(&self) -> Vec<Board> {
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
        new
    }

    /// How much searches of these positions overestimate the side to move.
    fn biases(&self, boards: &[Board], before: &[PositionEvaluation]) -> Vec<i32> {
        let estimate = |found: &PositionEvaluation| found.score.filter(|score| !score.is_proved());
        let played = |(board, found): (&Board, &PositionEvaluation)| {
            let mut board = *board;
            let score = estimate(found)?;
            board.play(found.best?);
            Some((score, (board, Vec::new())))
        };
        let (scores, tasks): (Vec<Score>, Vec<SearchTask>) =
            boards.iter().zip(before).filter_map(played).unzip();
        let after = self.evaluate(&tasks);
        let both = scores.into_iter().zip(&after);
        both.filter_map(|(one, other)| Some((one, estimate(other)?)))
            .map(|(one, other)| i32::midpoint(one.value(), other.value()))
            .collect()
    }

    /// Searches positions and adds them, searches those again whose alternative is among them, and
    /// returns how many were added.
    fn insert(&mut self, boards: &[Board]) -> usize {
        let tasks: Vec<SearchTask> = boards.iter().map(|&board| (board, Vec::new())).collect();
        let found = self.evaluate(&tasks);
        let boards = boards.iter().copied();
        self.add(boards.zip(found))
    }

    /// Adds positions that have been searched.
    fn add(&mut self, searched: impl Iterator<Item = (Board, PositionEvaluation)>) -> usize {
        let (mut stale, mut added) = (Vec::new(), 0);
        for (board, evaluation) in searched {
            // A position that no position of the book leads to stays out, and one that is there
            // stays.
            let Ok((index, before)) = self.book.add(&board) else {
                continue;
            };
            added += 1;
            self.book.join(index);
            self.set_values(index, &board, evaluation);
            self.inherit_proof(index, &before);
            let alternative = self.book.nodes()[index].alternative;
            if alternative.is_some_and(|cell| self.book.after(index, cell).is_some()) {
                stale.push(index);
            }
            stale.extend(before);
        }
        stale.sort_unstable();
        stale.dedup();
        let tasks: Vec<SearchTask> = stale
            .iter()
            .map(|&index| (self.book.nodes()[index].board, self.book.book_moves(index)))
            .collect();
        let found = self.evaluate(&tasks);
        for (&index, (evaluation, (board, _))) in stale.iter().zip(found.into_iter().zip(&tasks)) {
            let fresh = PositionEvaluation {
                effort: evaluation.effort + self.book.nodes()[index].effort,
                ..evaluation
            };
            self.set_values(index, board, fresh);
        }
        added
    }

    /// A position that a proved one leads to is proved too, if only by that.
    fn inherit_proof(&mut self, index: usize, before: &[usize]) {
        let nodes = self.book.nodes();
        let proofs = before.iter().filter_map(|&before| nodes[before].local);
        let proof = proofs.filter(|local| local.is_won()).max();
        let node = self.book.node_mut(index);
        if let Some(proof) = proof.filter(|_| !node.local.is_some_and(Score::is_proved)) {
            (node.local, node.alternative) = (Some(proof.to_child()), None);
            node.negamax = proof.to_child();
        }
    }

    /// Sets the values of a position from its search.
    fn set_values(&mut self, index: usize, board: &Board, evaluation: PositionEvaluation) {
        let Some(fold) = Fold::of(board) else {
            return;
        };
        let node = self.book.node_mut(index);
        node.local = evaluation.score;
        let best = evaluation.best.filter(|_| evaluation.score.is_some());
        node.alternative = best.map(|cell| fold.into_book(cell));
        node.effort = evaluation.effort;
        if let Some(local) = evaluation.score {
            node.negamax = local;
        }
    }

    /// Adds a batch of the cheapest positions, no more than `most`, and returns how many; 0 if
    /// nothing is left.
    pub fn expand(&mut self, most: usize) -> usize {
        let mut candidates = self.candidates();
        candidates.truncate(BATCH.min(most));
        let boards: Vec<Board> = candidates.into_iter().map(|(_, board)| board).collect();
        let added = self.insert(&boards);
        self.book.update();
        added
    }

    /// How much worse a value is than the best at a position, or on the empty board, how much less
    /// even than the most even, if that is less.
    fn regret(&self, index: usize, value: Score) -> i64 {
        let node = &self.book.nodes()[index];
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

    /// The positions that can be added, each with its cost, the cheapest first.
    fn candidates(&self) -> Vec<(i64, Board)> {
        let nodes = self.book.nodes();
        let mut costs: Vec<Option<i64>> = vec![None; nodes.len()];
        let order = self.book.in_order();
        let mut candidates: Vec<(i64, Board)> = Vec::new();
        for &index in &order {
            let node = &nodes[index];
            let cost = match costs[index] {
                _ if node.line.is_empty() => 0,
                Some(cost) => cost,
                None => continue,
            };
            // A proved position needs no more moves, except the empty board.
            if node.negamax.is_proved() && !node.line.is_empty() {
                continue;
            }
            for &(_, next) in &node.moves {
                let value = nodes[next].negamax.to_parent();
                let there = cost + PLY + self.regret(index, value);
                costs[next] = Some(costs[next].map_or(there, |known| known.min(there)));
            }
            let estimate = node.local.filter(|local| !local.is_proved());
            if let Some((cell, local)) = node.alternative.zip(estimate) {
                let mut board = node.board;
                board.play(cell);
                let cost = cost + PLY + self.regret(index, local);
                candidates.extend(Fold::of(&board).map(|fold| (cost, fold.board)));
            }
        }
        // A stable sort: positions of the same cost stay in the order of the lines.
        candidates.sort_by_key(|&(cost, _)| cost);
        let mut chosen: Vec<(i64, Board)> = Vec::new();
        for (cost, board) in candidates {
            if chosen.len() == BATCH {
                break;
            }
            if chosen.iter().all(|(_, other)| *other != board) {
                chosen.push((cost, board));
            }
        }
        chosen
    }

    /// Adds the positions of a game in their order, up to the first that is proved for its winner
    /// (or for either side, if the game is unfinished), and returns how many are new. A proof for
    /// the loser does not end that: the move that lost the won game lies behind it.
    pub fn add_game(&mut self, game: &[Board]) -> usize {
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
                .map(|(index, _)| &self.book.nodes()[index]);
            node.is_some_and(|node| node.moves.is_empty() && ends(board, node.local))
        };
        let length = game.iter().position(settled).unwrap_or(game.len());
        let new = game[..length].iter();
        let new = new.filter(|board| self.book.find(board).is_none());
        let new: Vec<Board> = new.copied().collect();
        let mut added = 0;
        for batch in new.chunks(BATCH) {
            let tasks: Vec<SearchTask> = batch.iter().map(|&board| (board, Vec::new())).collect();
            let found = self.evaluate(&tasks);
            let searched = batch.iter().copied().zip(found);
            let searched: Vec<(Board, PositionEvaluation)> = searched.collect();
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

/// The evaluation with its estimate corrected by the tempo bias; a proof stays.
fn corrected(evaluation: PositionEvaluation, tempo_bias: i32) -> PositionEvaluation {
    let shifted = |score: Score| {
        if score.is_proved() {
            score
        } else {
            score.shifted(-tempo_bias)
        }
    };
    PositionEvaluation {
        score: evaluation.score.map(shifted),
        ..evaluation
    }
}

/// The evaluation of a finished game, which the side to move has lost.
fn game_over() -> PositionEvaluation {
    PositionEvaluation {
        best: None,
        score: Some(Score::LOST),
        effort: 0,
    }
}
