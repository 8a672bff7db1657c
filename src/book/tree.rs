//! The positions of a book and what they are worth.

use super::fold::{Fold, Key};
use crate::board::{Board, BoardSize, Cell};
use crate::think::Score;
use std::collections::HashMap;

/// A position of a book.
#[derive(Clone, Debug)]
pub struct Node {
    /// Moves that lead to it from the empty board.
    pub line: Vec<Cell>,
    /// The position, [folded](Fold).
    pub board: Board,
    /// What a search says that left out the moves of the book; `None` if no other move is worth
    /// considering.
    pub local: Option<Score>,
    /// The move that it would make; `None` also where the game is decided at a look.
    pub alternative: Option<Cell>,
    /// The best of the local value and of what the moves of the book are worth.
    pub negamax: Score,
    /// Positions that searches have looked at here.
    pub effort: u64,
    /// The moves of the book with the places of what they lead to; of moves that are the same but
    /// for turning the board, one.
    pub(super) moves: Vec<(Cell, usize)>,
}

/// A move with what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Where.
    pub cell: Cell,
    /// For whom makes it.
    pub value: Score,
    /// What the search here said of it, or of the position that it leads to without the moves of
    /// the book there.
    pub local: Option<Score>,
    /// Whether it leads to a position of the book, and is not the alternative.
    pub in_book: bool,
    /// Positions that searches have looked at below it; 0 for the alternative.
    pub effort: u64,
}

/// Why a position cannot be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPosition {
    /// It does not arise from an empty board of this size.
    #[error("no position of a game on the board of the book")]
    Foreign,
    /// It is there.
    #[error("the position is there already")]
    Twice,
    /// No position of the book leads to it.
    #[error("no position of the book leads to it")]
    Apart,
}

/// A book.
#[derive(Clone, Debug)]
pub struct Book {
    size: BoardSize,
    /// What a search sees too much in being on the move, in thousandths; local values are less by
    /// so much. `None` until it is measured.
    pub turn: Option<i32>,
    nodes: Vec<Node>,
    places: HashMap<Key, usize>,
}

impl Book {
    /// A book of boards of this size with nothing in it.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            turn: None,
            nodes: Vec::new(),
            places: HashMap::new(),
        }
    }

    /// The size of its boards.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Its positions.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(super) fn node_mut(&mut self, place: usize) -> &mut Node {
        &mut self.nodes[place]
    }

    /// The place of a position, and how it lies there.
    pub fn find(&self, board: &Board) -> Option<(usize, Fold)> {
        let fold = Fold::of(board).filter(|_| board.size() == self.size)?;
        let place = *self.places.get(&fold.key)?;
        Some((place, fold))
    }

    /// The place of what a move in a position of the book leads to, if that is one too.
    pub fn after(&self, place: usize, cell: Cell) -> Option<usize> {
        let mut board = self.nodes[place].board;
        board.try_play(cell).ok()?;
        Some(self.find(&board)?.0)
    }

    /// The moves in a position that lead to positions of the book, all of them.
    pub fn book_moves(&self, place: usize) -> Vec<Cell> {
        let empty = self.nodes[place].board.empty();
        let leads = |cell: &Cell| self.after(place, *cell).is_some();
        empty.iter().filter(leads).collect()
    }

    /// Adds a position without values: the first is the empty board, and every other must be a move
    /// away from one that is there. Answers its place, and those of the positions whose alternative
    /// leads there.
    pub fn add(&mut self, board: &Board) -> Result<(usize, Vec<usize>), NoPosition> {
        let fold = Fold::of(board).filter(|_| board.size() == self.size);
        let fold = fold.ok_or(NoPosition::Foreign)?;
        if self.places.contains_key(&fold.key) {
            return Err(NoPosition::Twice);
        }
        let parents = self.parents(&fold.board);
        let line = match parents.first() {
            Some(&(parent, cell)) => self.line_to(parent, cell),
            None if fold.board.empty().len() == self.size.cells() => Vec::new(),
            None => return Err(NoPosition::Apart),
        };
        let place = self.nodes.len();
        self.places.insert(fold.key, place);
        self.nodes.push(Node {
            line,
            board: fold.board,
            local: None,
            alternative: None,
            negamax: Score::estimate(0),
            effort: 0,
            moves: Vec::new(),
        });
        let mut stale = Vec::new();
        for (parent, cell) in parents {
            self.nodes[parent].moves.push((cell, place));
            self.nodes[parent].moves.sort_unstable();
            let alternative = self.nodes[parent].alternative;
            if alternative.and_then(|cell| self.after(parent, cell)) == Some(place) {
                stale.push(parent);
            }
        }
        Ok((place, stale))
    }

    /// Finds the positions of the book that a move leads to from here: a position that is added
    /// after them.
    pub(super) fn join(&mut self, place: usize) {
        let empty = self.nodes[place].board.empty();
        let leads = |cell: Cell| Some((cell, self.after(place, cell)?));
        let mut moves: Vec<(Cell, usize)> = Vec::new();
        for (cell, next) in empty.iter().filter_map(leads) {
            if moves.iter().all(|&(_, other)| other != next) {
                moves.push((cell, next));
            }
        }
        self.nodes[place].moves = moves;
    }

    /// The positions of the book that a move leads from to this one, each once, with that move;
    /// those with the first lines first.
    fn parents(&self, board: &Board) -> Vec<(usize, Cell)> {
        let mover = !board.to_move();
        let mut found: Vec<(usize, Cell)> = Vec::new();
        for cell in board.stones(mover) {
            let mut before = *board;
            before.clear(cell);
            before.set_to_move(mover);
            if let Some((parent, fold)) = self.find(&before) {
                found.push((parent, fold.into_book(cell)));
            }
        }
        found.sort_by(|a, b| {
            let [one, other] = [a, b].map(|found| (&self.nodes[found.0].line, found.1));
            one.cmp(&other)
        });
        found.dedup_by_key(|found| found.0);
        found
    }

    /// The line to what a move leads to, so that it leads to the position as it is folded.
    fn line_to(&self, parent: usize, cell: Cell) -> Vec<Cell> {
        let mut line = self.nodes[parent].line.clone();
        line.push(cell);
        let mut board = Board::new(self.size);
        for &cell in &line {
            board.play(cell);
        }
        if Fold::of(&board).is_some_and(|fold| fold.is_turned()) {
            for cell in &mut line {
                *cell = self.size.rotate(*cell);
            }
        }
        line
    }
}
