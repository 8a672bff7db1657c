//! A win that is proved, followed from move to move.

use crate::hex::{Cell, Position};
use crate::player::engine::SearchRoot;

/// A position in which the side that has just moved is proved to win.
pub(super) struct HeldWin<R, const W: usize> {
    position: Position<W>,
    /// The moves since the root.
    moves: Vec<Cell>,
    /// The root that proves the win, or from which the search began that proved it: it knows what
    /// stood on the board before, and so more than a new one may find. `None` if the solver proved
    /// the win.
    root: Option<R>,
}

impl<R: SearchRoot<W>, const W: usize> HeldWin<R, W> {
    /// The win after a move that keeps it; `root` is of the position before the move.
    pub fn after(position: &Position<W>, root: Option<R>, cell: Cell) -> Self {
        let mut held = Self {
            position: *position,
            moves: Vec::new(),
            root,
        };
        held.play(cell);
        held
    }

    fn play(&mut self, cell: Cell) {
        self.position.play(cell);
        self.moves.push(cell);
    }

    /// Whether it has no root: the solver proved the win.
    pub fn is_by_solver(&self) -> bool {
        self.root.is_none()
    }

    /// The root after the moves since, if there is one.
    pub fn into_root(self) -> Option<R> {
        let mut root = self.root?;
        for cell in self.moves {
            root.play_on(cell);
        }
        Some(root)
    }

    /// The win after the opponent's answer; `None` if the position is another one.
    pub fn follow(mut self, now: &Position<W>) -> Option<Self> {
        let before = &self.position;
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
    use crate::knowledge::analysis::{Analysis, AnalysisOptions};
    use crate::player::win_keeper::winning_stone;

    #[test]
    fn a_full_is_held_against_every_defence() {
        let mut position = Position::<1>::new("5".parse().unwrap());
        position.play(position.size().read("c3").unwrap());
        let analysis = Analysis::new(&position, AnalysisOptions::default());
        assert_eq!(analysis.proved_winner(), Some(!position.to_move()));
        hold(&position, &analysis, 3, !position.to_move());
    }

    /// Every way to resist for so many moves, then the last cell each time: the winner stays the
    /// winner.
    fn hold(position: &Position<1>, analysis: &Analysis<1>, plies: usize, winner: Colour) {
        if position.winner().is_some() {
            assert_eq!(position.winner(), Some(winner));
            return;
        }
        let cells: Vec<Cell> = if plies > 0 {
            position.empty().iter().collect()
        } else {
            position.empty().iter().last().into_iter().collect()
        };
        for cell in cells {
            let mut after = *position;
            after.play(cell);
            if winning_stone(&after).is_some() {
                continue;
            }
            let held = HeldWin {
                position: *position,
                moves: Vec::new(),
                root: Some(analysis.clone()),
            };
            let held = held.follow(&after).expect("the same game");
            let mut root = held.into_root().expect("a root");
            let answer = root.keep_winning(None).expect("an answer");
            let held = HeldWin::after(&after, Some(root), answer);
            after.play(answer);
            let root = held.into_root().expect("a root");
            hold(&after, &root, plies.saturating_sub(1), winner);
        }
    }
}
