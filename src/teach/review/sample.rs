//! Positions and moves of a review by hand, for its tests.

use super::position::{Ply, ReviewedPosition};
use super::verdict::{Review, ReviewedMove};
use crate::hex::{Board, BoardSize, Cell, Colour, Move};
use crate::search::tree::KeptTree;
use crate::teach::explain::{Estimate, Proof, Win};
use std::time::Duration;

/// What is known of a position.
#[derive(Clone, Copy)]
pub enum Known {
    Nothing,
    /// A proved win of this side by the move, if it is to move.
    Win(Colour),
    /// The share of games of the side to move.
    Share(f64),
}

pub fn size() -> BoardSize {
    BoardSize::new(5, 5).expect("in range")
}

pub fn cell(name: &str) -> Cell {
    size().read(name).expect("a cell")
}

/// A position with a side to move and one stone; its best move is b2.
pub fn position(to_move: Colour, known: Known) -> ReviewedPosition {
    let mut board = Board::new(size());
    board.place(Colour::Black, cell("e1"));
    board.set_to_move(to_move);
    let best = cell("b2");
    let win = |winner| Win {
        winner,
        proof: Proof::Solver,
        best: (winner == to_move).then_some(best),
        carrier: [best].into_iter().collect(),
        links: Vec::new(),
        line: vec![best, cell("c3")],
        fact: None,
    };
    let estimate = |share| Estimate {
        best,
        share,
        line: vec![best, cell("c3")],
        moves: Vec::new(),
        visits: 1000,
        tree: KeptTree::default(),
    };
    let (win, estimate) = match known {
        Known::Nothing => (None, None),
        Known::Win(winner) => (Some(win(winner)), None),
        Known::Share(share) => (None, Some(estimate(share))),
    };
    ReviewedPosition {
        board,
        win,
        estimate,
        known: None,
    }
}

/// Black's move to a cell, as number 2, with what is known before and after it.
pub fn moved(name: &str, before: Known, after: Known) -> ReviewedMove {
    let before = position(Colour::Black, before);
    let after = position(Colour::White, after);
    ReviewedMove::new(
        2,
        ply(Move::Place(cell(name))),
        &before,
        &after,
        "link".to_owned(),
    )
}

pub fn ply(mv: Move) -> Ply {
    Ply {
        colour: Colour::Black,
        mv,
        event: 1,
        before: 0,
        after: 1,
    }
}

/// A review of these moves.
pub fn review(moves: Vec<ReviewedMove>) -> Review {
    Review {
        size: size(),
        start: Board::new(size()),
        moves,
        swap: None,
        decided: None,
        resigned: None,
        winner: None,
        recorded: None,
        time: Duration::ZERO,
    }
}
