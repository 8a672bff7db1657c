//! The values of positions, backed up from below, and the choices in a position.

use super::tree::{Book, BookMove};
use crate::hex::{Board, Cell};
use crate::think::Score;

impl Book {
    /// The indices of all positions by length of line, then by line: each after those that lead to
    /// it.
    pub(super) fn in_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.nodes().len()).collect();
        let line = |index: usize| &self.nodes()[index].line;
        order.sort_by(|&a, &b| (line(a).len(), line(a)).cmp(&(line(b).len(), line(b))));
        order
    }

    /// The value of a position by those below it and its local one; `None` if it has none.
    pub(super) fn negamax_of(&self, index: usize) -> Option<Score> {
        let node = &self.nodes()[index];
        let moves = node.moves.iter();
        let values = moves.map(|&(_, next)| self.nodes()[next].negamax.to_parent());
        values.chain(node.local).max()
    }

    /// Backs all values up.
    pub fn update(&mut self) {
        for index in self.in_order().into_iter().rev() {
            if let Some(value) = self.negamax_of(index) {
                self.node_mut(index).negamax = value;
            }
        }
    }

    /// The nodes of all searches in a position and below it.
    pub fn effort(&self, index: usize) -> u64 {
        let mut seen = vec![false; self.nodes().len()];
        let mut todo = vec![index];
        let mut effort = 0;
        while let Some(index) = todo.pop() {
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            let node = &self.nodes()[index];
            effort += node.effort;
            todo.extend(node.moves.iter().map(|&(_, next)| next));
        }
        effort
    }

    /// The moves of the book and the alternative in a position, the best first, moves of the book
    /// first among equals.
    fn choices_at(&self, index: usize) -> Vec<BookMove> {
        let node = &self.nodes()[index];
        let in_book = node.moves.iter().map(|&(cell, next)| {
            let below = &self.nodes()[next];
            BookMove {
                cell,
                value: below.negamax.to_parent(),
                local: below.local.map(Score::to_parent),
                in_book: true,
                effort: self.effort(next),
            }
        });
        let alternative = node
            .alternative
            .zip(node.local)
            .map(|(cell, value)| BookMove {
                cell,
                value,
                local: Some(value),
                in_book: false,
                effort: 0,
            });
        let mut choices: Vec<BookMove> = in_book.chain(alternative).collect();
        choices.sort_by_key(|choice| (std::cmp::Reverse(choice.value), !choice.in_book));
        choices
    }

    /// The moves of the book and the alternative in a position, the best first.
    pub fn choices(&self, board: &Board) -> Vec<BookMove> {
        let Some((index, fold)) = self.find(board) else {
            return Vec::new();
        };
        let mut choices = self.choices_at(index);
        for choice in &mut choices {
            choice.cell = fold.from_book(choice.cell);
        }
        choices
    }

    /// The line of the best moves from a position.
    pub fn best_line(&self, board: &Board) -> Vec<Cell> {
        let (mut board, mut line) = (*board, Vec::new());
        while let Some(best) = self.choices(&board).first() {
            line.push(best.cell);
            board.play(best.cell);
        }
        line
    }

    /// The value of a position for its side to move, and the nodes of all searches from there on.
    pub fn value(&self, board: &Board) -> Option<(Score, u64)> {
        let (index, _) = self.find(board)?;
        Some((self.nodes()[index].negamax, self.effort(index)))
    }
}
