//! The positions of a book and their values.

use super::fold::{Fold, Key};
use crate::hex::{Board, BoardSize, Cell};
use crate::think::Score;
use std::collections::HashMap;

/// A position of a book.
#[derive(Clone, Debug)]
pub struct BookNode {
    /// Moves that lead to it from the empty board.
    pub line: Vec<Cell>,
    /// The position, [folded](Fold).
    pub board: Board,
    /// The value that a search without the moves of the book found; `None` if no other move is
    /// worth considering.
    pub local: Option<Score>,
    /// The best move of that search; `None` also where the analysis decides the game.
    pub alternative: Option<Cell>,
    /// The best of the local value and the values of the moves of the book.
    pub negamax: Score,
    /// The nodes of the searches of this position.
    pub effort: u64,
    /// The moves of the book, each with the index of the position that it leads to; one of those
    /// that a turn of the board takes to each other.
    pub(super) moves: Vec<(Cell, usize)>,
}

/// A move with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The cell.
    pub cell: Cell,
    /// Its value for the side that makes it.
    pub value: Score,
    /// Its value by the search here, or the local value of the position that it leads to.
    pub local: Option<Score>,
    /// Whether it leads to a position of the book, and is not the alternative.
    pub in_book: bool,
    /// The nodes of all searches below it; 0 for the alternative.
    pub effort: u64,
}

/// Why a position cannot be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotAdd {
    /// It does not arise from an empty board of this size.
    #[error("no position of a game on the board of the book")]
    Foreign,
    /// The book has it.
    #[error("the position is already in the book")]
    Twice,
    /// No position of the book leads to it.
    #[error("no position of the book leads to it")]
    Apart,
}

/// A book.
#[derive(Clone, Debug)]
pub struct Book {
    size: BoardSize,
    /// The tempo bias: how much searches overestimate the side to move, in thousandths. Local
    /// values are corrected by it. `None` until it is measured.
    pub tempo_bias: Option<i32>,
    nodes: Vec<BookNode>,
    indices: HashMap<Key, usize>,
}

impl Book {
    /// An empty book of boards of this size.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            tempo_bias: None,
            nodes: Vec::new(),
            indices: HashMap::new(),
        }
    }

    /// The size of its boards.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Its positions.
    pub fn nodes(&self) -> &[BookNode] {
        &self.nodes
    }

    pub(super) fn node_mut(&mut self, index: usize) -> &mut BookNode {
        &mut self.nodes[index]
    }

    /// The index of a position, and its fold.
    pub fn find(&self, board: &Board) -> Option<(usize, Fold)> {
        let fold = Fold::of(board).filter(|_| board.size() == self.size)?;
        let index = *self.indices.get(&fold.key)?;
        Some((index, fold))
    }

    /// The index of the position that a move leads to, if the book has it.
    pub fn after(&self, index: usize, cell: Cell) -> Option<usize> {
        let mut board = self.nodes[index].board;
        board.try_play(cell).ok()?;
        Some(self.find(&board)?.0)
    }

    /// All moves in a position that lead to positions of the book.
    pub fn book_moves(&self, index: usize) -> Vec<Cell> {
        let empty = self.nodes[index].board.empty();
        let leads = |cell: &Cell| self.after(index, *cell).is_some();
        empty.iter().filter(leads).collect()
    }

    /// Adds a position without values: first the empty board, then positions a move away from one
    /// that the book has. Returns its index, and those of the positions whose alternative leads to
    /// it.
    pub fn add(&mut self, board: &Board) -> Result<(usize, Vec<usize>), CannotAdd> {
        let fold = Fold::of(board).filter(|_| board.size() == self.size);
        let fold = fold.ok_or(CannotAdd::Foreign)?;
        if self.indices.contains_key(&fold.key) {
            return Err(CannotAdd::Twice);
        }
        let parents = self.parents(&fold.board);
        let line = match parents.first() {
            Some(&(parent, cell)) => self.line_to(parent, cell),
            None if fold.board.empty().len() == self.size.cells() => Vec::new(),
            None => return Err(CannotAdd::Apart),
        };
        let index = self.nodes.len();
        self.indices.insert(fold.key, index);
        self.nodes.push(BookNode {
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
            self.nodes[parent].moves.push((cell, index));
            self.nodes[parent].moves.sort_unstable();
            let alternative = self.nodes[parent].alternative;
            if alternative.and_then(|cell| self.after(parent, cell)) == Some(index) {
                stale.push(parent);
            }
        }
        Ok((index, stale))
    }

    /// Sets the moves of a position that was added after positions they lead to.
    pub(super) fn join(&mut self, index: usize) {
        let empty = self.nodes[index].board.empty();
        let leads = |cell: Cell| Some((cell, self.after(index, cell)?));
        let mut moves: Vec<(Cell, usize)> = Vec::new();
        for (cell, next) in empty.iter().filter_map(leads) {
            if moves.iter().all(|&(_, other)| other != next) {
                moves.push((cell, next));
            }
        }
        self.nodes[index].moves = moves;
    }

    /// The positions of the book from which a move leads to this one, each once, with that move, in
    /// the order of their lines.
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

    /// The line to the position that a move leads to, turned so that it ends in the folded
    /// position.
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
