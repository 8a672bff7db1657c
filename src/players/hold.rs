//! Bringing home what is won, and making long what is lost.
//!
//! A position that a look proves to be won is held by looking on: the connections that prove it are
//! kept, stone by stone, so an intrusion leaves of a full at least a semi. Of the moves after which
//! the look still says "won" the one is played that leaves the fewest cells to be filled until the
//! edges are joined, should the opponent do nothing, and then the smallest carrier: a game that is
//! won ends. Nothing is believed that the look after the move does not prove, and if no move is
//! found, the search is asked.
//!
//! What a search proved is held in the same way: its look goes on from move to move, so that the
//! next search walks the tree that the last one walked, and finds in the table what that one
//! proved.

use crate::analysis::Analysis;
use crate::board::{Cell, CellSet, Chains, Colour, Position};
use crate::evaluate::stones_to_join;
use std::time::Instant;

/// How many moves are tried beside the first that is found: on large boards a try takes a tenth of
/// a second.
const MORE: usize = 4;

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
            let way = stones_to_join(&chains, colour).unwrap_or(u32::MAX);
            chains.undo();
            (way, cell)
        })
        .collect();
    all.sort_unstable();
    all
}

/// A position that is proved to be won: by a look, or by a search that began with this look.
pub(super) struct Held<const W: usize> {
    /// After our last move, or after the answer to it.
    position: Position<W>,
    /// The look at it, if there are looks. It knows what stood before, and so more than a new one
    /// may find.
    pub look: Option<Analysis<W>>,
}

impl<const W: usize> Held<W> {
    /// What is held after a move that keeps the win.
    pub fn new(position: &Position<W>, look: Option<Analysis<W>>, cell: Cell) -> Self {
        let mut held = Self {
            position: *position,
            look,
        };
        held.play(cell);
        held
    }

    fn play(&mut self, cell: Cell) {
        self.position.play(cell);
        if let Some(look) = &mut self.look {
            look.play(cell);
            look.forget_past();
        }
    }

    /// What is held in the position that the opponent's move has made of ours; `None` if it is
    /// another one.
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

/// A move after which a look that proves the win of the side to move still does; once the time is
/// up, the first that is found.
pub(super) fn advance<const W: usize>(
    look: &mut Analysis<W>,
    until: Option<Instant>,
) -> Option<Cell> {
    let position = *look.position();
    let winner = position.to_move();
    let wins = |look: &Analysis<W>| look.decided().is_some_and(|(found, _)| found == winner);
    if !wins(look) {
        return None;
    }
    let connections = look.connections(winner);
    let (fulls, semis) = (connections.winning_fulls(), connections.winning_semis());
    // Without a full a move has to make one of a semi: elsewhere there is nothing to find.
    let all = |some: &[CellSet<W>]| some.iter().fold(CellSet::EMPTY, |all, &one| all | one);
    let only = Some(all(&semis)).filter(|_| fulls.is_empty() && look.board().winner().is_none());
    let carriers = if fulls.is_empty() { semis } else { fulls };
    let smallest = carriers.into_iter().min_by_key(CellSet::len);
    let smallest = look.real_carrier(winner, smallest.unwrap_or(CellSet::EMPTY));
    let mut cells = by_way_home(&position, winner, winner);
    cells.retain(|&(_, cell)| only.is_none_or(|only| only.contains(cell)));
    cells.sort_by_key(|&(way, cell)| (way, !smallest.contains(cell)));
    // The way home, the cells still needed, the cell.
    let mut best: Option<(u32, usize, Cell)> = None;
    let mut more = MORE;
    for (way, cell) in cells {
        let late = || until.is_some_and(|until| Instant::now() >= until);
        if best.is_some_and(|(least, ..)| way > least || more == 0 || late()) {
            break;
        }
        more -= usize::from(best.is_some());
        look.play(cell);
        if wins(look) {
            let fulls = look.connections(winner).winning_fulls();
            let needed = fulls.iter().map(CellSet::len).min().unwrap_or_default();
            let found = (way, needed, cell);
            best = Some(best.map_or(found, |best| best.min(found)));
        }
        look.undo();
    }
    best.map(|(.., cell)| cell)
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
    use crate::analysis::AnalysisOptions;
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

    /// Every way to resist for so many moves, then the last cell each time: the winner stays the
    /// winner.
    fn hold_all(position: &Position<1>, plies: usize) {
        let look = Analysis::new(position, AnalysisOptions::default());
        let (winner, _) = look.decided().unwrap();
        assert_eq!(winner, !position.to_move());
        follow(position, &look, plies, winner);
    }

    fn follow(position: &Position<1>, look: &Analysis<1>, plies: usize, winner: Colour) {
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
            if ends(&after).is_some() {
                continue;
            }
            let held = Held {
                position: *position,
                look: Some(look.clone()),
            };
            let mut look = held
                .follow(&after)
                .and_then(|held| held.look)
                .expect("a look");
            let answer = advance(&mut look, None).expect("an answer");
            let held = Held::new(&after, Some(look), answer);
            after.play(answer);
            let look = held.look.expect("a look");
            follow(&after, &look, plies.saturating_sub(1), winner);
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
        let ways = [position, after].map(|one| stones_to_join(&Chains::new(&one), Colour::Black));
        assert!(ways[1] > ways[0], "{ways:?}");
    }
}
