//! Bringing home what is won, and making long what is lost.
//!
//! A position that a look proves to be won is held by looking on: the connections that prove it are kept, stone by stone, so an
//! intrusion leaves of a full at least a semi. Of the moves after which the look still says "won" the one is played that leaves the
//! fewest cells to be filled until the edges are joined, should the opponent do nothing, and then the smallest carrier: a game that is won ends. Nothing is
//! believed that the look after the move does not prove, and if no move is found, the search is asked.

use crate::analysis::Analysis;
use crate::board::{Cell, CellSet, Chains, Colour, Position};
use crate::evaluate::way_home;

/// A move that joins the edges now.
pub(super) fn ends<const W: usize>(position: &Position<W>) -> Option<Cell> {
    let mover = position.to_move();
    position.empty().iter().find(|&cell| {
        let stones = position.stones(mover).with(cell);
        position.geometry().joins(stones, mover)
    })
}

/// The empty cells with the way home of a colour once `mover` has played there, the nearest first.
fn by_way_home<const W: usize>(
    position: &Position<W>,
    mover: Colour,
    colour: Colour,
) -> Vec<(u32, Cell)> {
    let mut chains = Chains::new(position);
    let mut all: Vec<(u32, Cell)> = position
        .empty()
        .iter()
        .map(|cell| {
            chains.place(mover, cell);
            let way = way_home(&chains, colour).unwrap_or(u32::MAX);
            chains.undo();
            (way, cell)
        })
        .collect();
    all.sort_unstable();
    all
}

/// A won position, with the look that proves it.
pub(super) struct Held<const W: usize> {
    /// After our last move.
    look: Analysis<W>,
}

impl<const W: usize> Held<W> {
    /// A move that keeps what this look proves won for the side to move; with it, what is held from then on.
    pub fn new(look: Analysis<W>) -> Option<(Cell, Self)> {
        Self { look }.advance()
    }

    /// The answer in the position that the opponent's move has made of ours; `None` if it is another, or if the look no longer
    /// proves a win.
    pub fn answer(mut self, position: &Position<W>) -> Option<(Cell, Self)> {
        let before = self.look.position();
        let winner = !before.to_move();
        let theirs = position.stones(!winner) - before.stones(!winner);
        let same = before.size() == position.size()
            && position.to_move() == winner
            && before.stones(winner) == position.stones(winner)
            && before.stones(!winner).is_subset(position.stones(!winner))
            && theirs.len() == 1;
        let intrusion = theirs.first().filter(|_| same)?;
        self.look.play(intrusion);
        self.advance()
    }

    fn advance(mut self) -> Option<(Cell, Self)> {
        let winner = self.look.position().to_move();
        self.look.decided().filter(|(found, _)| *found == winner)?;
        let position = *self.look.position();
        // The way home, the cells still needed, the cell.
        let mut best: Option<(u32, usize, Cell)> = None;
        for (way, cell) in by_way_home(&position, winner, winner) {
            if best.is_some_and(|(least, ..)| way > least) {
                break;
            }
            self.look.play(cell);
            if self
                .look
                .decided()
                .is_some_and(|(found, _)| found == winner)
            {
                let fulls = self.look.connections(winner).winning_fulls();
                let needed = fulls.iter().map(CellSet::len).min().unwrap_or_default();
                let found = (way, needed, cell);
                best = Some(best.map_or(found, |best| best.min(found)));
            }
            self.look.undo();
        }
        let (.., cell) = best?;
        self.look.play(cell);
        Some((cell, self))
    }
}

/// The move that makes the opponent's way home longest, and among those our own shortest.
pub(super) fn longest<const W: usize>(position: &Position<W>) -> Option<Cell> {
    let mover = position.to_move();
    let own: std::collections::BTreeMap<Cell, u32> = by_way_home(position, mover, mover)
        .into_iter()
        .map(|(way, cell)| (cell, way))
        .collect();
    by_way_home(position, mover, !mover)
        .into_iter()
        .max_by_key(|&(way, cell)| {
            (
                way,
                std::cmp::Reverse(own.get(&cell).copied()),
                std::cmp::Reverse(cell),
            )
        })
        .map(|(_, cell)| cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Options;
    use crate::position;

    #[test]
    fn a_move_that_ends_the_game_is_seen() {
        let one: Position<1> = position! { 3 x 3:
            . B .
             . W .
              . . .
        };
        assert_eq!(ends(&one), None);
        let mut joined: Position<1> = position! { 3 x 3:
            . B .
             . . .
              B . .
        };
        joined.set_to_move(Colour::Black);
        let cell = ends(&joined).map(|cell| joined.size().name(cell));
        assert_eq!(cell.as_deref(), Some("a2"));
    }

    #[test]
    fn a_full_is_held_against_every_defence() {
        let mut position = Position::<1>::new("5".parse().unwrap());
        position.play(position.size().read("c3").unwrap());
        hold_all(&position, 3);
    }

    /// Every way to resist for so many moves, then the last cell each time: the winner stays the winner.
    fn hold_all(position: &Position<1>, plies: usize) {
        let look = Analysis::new(position, Options::default());
        let (winner, _) = look.decided().unwrap();
        assert_eq!(winner, !position.to_move());
        follow(position, &Held { look }, plies, winner);
    }

    fn follow(position: &Position<1>, held: &Held<1>, plies: usize, winner: Colour) {
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
            let kept = Held {
                look: held.look.clone(),
            };
            let (answer, kept) = match ends(&after) {
                Some(_) => continue,
                None => kept.answer(&after).expect("an answer"),
            };
            after.play(answer);
            follow(&after, &kept, plies.saturating_sub(1), winner);
        }
    }

    #[test]
    fn what_is_lost_is_made_long() {
        let position: Position<1> = position! { 5 x 5:
            . . . . .
             . . B . .
              . . . . .
               . . B . .
                . W . . .
        };
        let mut position = position;
        position.set_to_move(Colour::White);
        let cell = longest(&position).unwrap();
        let mut after = position;
        after.play(cell);
        let ways = [position, after].map(|one| way_home(&Chains::new(&one), Colour::Black));
        assert!(ways[1] > ways[0], "{ways:?}");
    }
}
