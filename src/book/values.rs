//! Values that come up from below, and what a book says of a position.

use super::tree::{Book, Choice};
use crate::board::{Board, Cell};
use crate::think::Score;

impl Book {
    /// The places of all positions, those before which no other can come first: by length of line,
    /// then by line.
    pub(super) fn in_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.nodes().len()).collect();
        let line = |place: usize| &self.nodes()[place].line;
        order.sort_by(|&a, &b| (line(a).len(), line(a)).cmp(&(line(b).len(), line(b))));
        order
    }

    /// What a position is worth by the values below it; `None` if it has none.
    pub(super) fn negamax_of(&self, place: usize) -> Option<Score> {
        let node = &self.nodes()[place];
        let moves = node.moves.iter();
        let values = moves.map(|&(_, next)| self.nodes()[next].negamax.to_parent());
        values.chain(node.local).max()
    }

    /// Brings all values up.
    pub fn update(&mut self) {
        for place in self.in_order().into_iter().rev() {
            if let Some(value) = self.negamax_of(place) {
                self.node_mut(place).negamax = value;
            }
        }
    }

    /// Positions that searches have looked at in a position and below it.
    pub fn effort(&self, place: usize) -> u64 {
        let mut seen = vec![false; self.nodes().len()];
        let mut todo = vec![place];
        let mut effort = 0;
        while let Some(place) = todo.pop() {
            if std::mem::replace(&mut seen[place], true) {
                continue;
            }
            let node = &self.nodes()[place];
            effort += node.effort;
            todo.extend(node.moves.iter().map(|&(_, next)| next));
        }
        effort
    }

    /// The moves that the book knows in a position of it, the best first; moves of the book before
    /// the alternative where both are worth the same.
    fn choices_at(&self, place: usize) -> Vec<Choice> {
        let node = &self.nodes()[place];
        let in_book = node.moves.iter().map(|&(cell, next)| {
            let below = &self.nodes()[next];
            Choice {
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
            .map(|(cell, value)| Choice {
                cell,
                value,
                local: Some(value),
                in_book: false,
                effort: 0,
            });
        let mut choices: Vec<Choice> = in_book.chain(alternative).collect();
        choices.sort_by_key(|choice| (std::cmp::Reverse(choice.value), !choice.in_book));
        choices
    }

    /// The moves that the book knows in a position, the best first.
    pub fn choices(&self, board: &Board) -> Vec<Choice> {
        let Some((place, fold)) = self.find(board) else {
            return Vec::new();
        };
        let mut choices = self.choices_at(place);
        for choice in &mut choices {
            choice.cell = fold.from_book(choice.cell);
        }
        choices
    }

    /// What the book expects both sides to play from a position.
    pub fn expected(&self, board: &Board) -> Vec<Cell> {
        let (mut board, mut line) = (*board, Vec::new());
        while let Some(best) = self.choices(&board).first() {
            line.push(best.cell);
            board.play(best.cell);
        }
        line
    }

    /// What a position is worth to its side to move, and how many positions searches have looked at
    /// from there.
    pub fn value(&self, board: &Board) -> Option<(Score, u64)> {
        let (place, _) = self.find(board)?;
        Some((self.nodes()[place].negamax, self.effort(place)))
    }
}
