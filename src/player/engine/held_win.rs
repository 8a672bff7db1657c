//! A win that is proved, followed from move to move.

use crate::hex::{Board, Cell};
use crate::player::searches::SearchRoot;

/// A position in which the side that has just moved is proved to win.
pub(super) struct HeldWin {
    board: Board,
    /// The moves since the root.
    moves: Vec<Cell>,
    /// The root that proves the win, or from which the search began that proved it: it knows what
    /// stood on the board before, and so more than a new one may find. `None` if the solver proved
    /// the win.
    root: Option<Box<dyn SearchRoot>>,
}

impl HeldWin {
    /// The win after a move that keeps it; `root` is of the board before the move.
    pub fn after(board: &Board, root: Option<Box<dyn SearchRoot>>, cell: Cell) -> Self {
        let mut held = Self {
            board: *board,
            moves: Vec::new(),
            root,
        };
        held.play(cell);
        held
    }

    fn play(&mut self, cell: Cell) {
        self.board.play(cell);
        self.moves.push(cell);
    }

    /// Whether it has no root: the solver proved the win.
    pub fn is_by_solver(&self) -> bool {
        self.root.is_none()
    }

    /// The root after the moves since, if there is one.
    pub fn into_root(self) -> Option<Box<dyn SearchRoot>> {
        let mut root = self.root?;
        for cell in self.moves {
            root.play_on(cell);
        }
        Some(root)
    }

    /// The win after the opponent's answer; `None` if the position is another one.
    pub fn follow(mut self, now: &Board) -> Option<Self> {
        let before = &self.board;
        let winner = !before.to_move();
        let same = before.size() == now.size()
            && now.to_move() == winner
            && before.stones(winner) == now.stones(winner)
            && before.stones(!winner).is_subset(now.stones(!winner));
        let theirs = now.stones(!winner) - before.stones(!winner);
        let intrusion = theirs.first().filter(|_| same && theirs.len() == 1)?;
        self.play(intrusion);
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Colour;
    use crate::knowledge::analysis::{Analysis, Recipe};
    use crate::think::Until;

    #[test]
    fn a_full_is_held_against_every_defence() {
        let mut board = Board::new("5".parse().unwrap());
        board.play(board.size().read("c3").unwrap());
        let analysis = Analysis::new(&board.resize::<1>(), Recipe::Thorough.options());
        assert_eq!(analysis.proved_winner(), Some(!board.to_move()));
        hold(&board, &analysis, 3, !board.to_move());
    }

    /// Every way to resist for so many moves, then the last cell each time: the winner stays the
    /// winner.
    fn hold(board: &Board, root: &dyn SearchRoot, plies: usize, winner: Colour) {
        if board.winner().is_some() {
            assert_eq!(board.winner(), Some(winner));
            return;
        }
        let cells: Vec<Cell> = if plies > 0 {
            board.empty().iter().collect()
        } else {
            board.empty().iter().last().into_iter().collect()
        };
        for cell in cells {
            let mut after = *board;
            after.play(cell);
            if after.winning_stone().is_some() {
                continue;
            }
            let held = HeldWin {
                board: *board,
                moves: Vec::new(),
                root: Some(root.copied()),
            };
            let held = held.follow(&after).expect("the same game");
            let mut root = held.into_root().expect("a root");
            let answer = root.keep_winning(&Until::NEVER).expect("an answer");
            let held = HeldWin::after(&after, Some(root), answer);
            after.play(answer);
            let root = held.into_root().expect("a root");
            hold(&after, root.as_ref(), plies.saturating_sub(1), winner);
        }
    }
}
