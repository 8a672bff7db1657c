//! How a proved loss is made as hard to win as possible.

use super::Analysis;
use crate::hex::{Cell, CellSet, Chains};
use crate::knowledge::evaluate::{moves_that_resist, stones_to_join};
use crate::think::Until;
use std::cmp::Reverse;

/// The number of moves that are tried: on large boards a try takes a tenth of a second.
const TRIED: usize = 6;

/// The number of the winner's moves that are played out after each of them. All moves to the end
/// make lost games no longer than three do, and take half as much time again.
const FORESEEN: u32 = 3;

impl<const W: usize> Analysis<W> {
    /// A move of the side to move, whose loss is proved here, after which the win is hardest to
    /// find and takes longest; once the time is up, the best one found, or the first one.
    ///
    /// Tries the moves that interfere with every known win, or at least with one, ordered by how
    /// long they make the winner's path and how short our own. The best is a move after which no
    /// win is known; else the one after which the winner still needs the most moves when the game
    /// has gone on for a few; among equals, one after which few moves win by connections alone;
    /// else the one tried first.
    pub fn hold_out(&mut self, end: &Until) -> Option<Cell> {
        let end = &self.end_of_trying(end);
        let moves = self.moves_that_interfere();
        let mut best = None;
        for cell in moves.into_iter().take(TRIED) {
            if end.is_over() {
                best = best.or(Some(((false, 0, Reverse(0)), cell)));
                break;
            }
            self.play(cell);
            let is_hidden = self.proved_winner().is_none();
            let length = if is_hidden {
                0
            } else {
                self.length_of_win(end)
            };
            let merit = (is_hidden, length, Reverse(self.answers_seen()));
            self.undo();
            if best.is_none_or(|(most, _)| merit > most) {
                best = Some((merit, cell));
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// The moves of the side to move that interfere with every win of the other that is seen, or
    /// else at least with one; all moves if none is seen. Those that resist longest come first.
    /// Moves into the fill of the winner are among them only where there are no others.
    fn moves_that_interfere(&self) -> Vec<Cell> {
        let position = self.position();
        let winner = !position.to_move();
        let needed: Vec<CellSet<W>> = self
            .connections(winner)
            .winning_fulls()
            .into_iter()
            .map(|full| self.real_carrier(winner, full))
            .collect();
        let all = |start: CellSet<W>, fold: fn(CellSet<W>, CellSet<W>) -> CellSet<W>| {
            needed.iter().fold(start, |all, &one| fold(all, one)) & position.empty()
        };
        let common = all(position.empty(), |all, one| all & one);
        let any = all(CellSet::EMPTY, |all, one| all | one);
        // A stone in a cell of the winner's fill changes nothing, and takes a new analysis.
        let open = position.empty() - self.filled(winner);
        let cells = [common & open, any & open, common, any, position.empty()];
        let cells = cells.into_iter().find(|cells| !cells.is_empty());
        cells.map_or_else(Vec::new, |cells| moves_that_resist(position, cells))
    }

    /// The moves of both sides until the side to move, whose win is proved here, has joined its
    /// edges, as far as that is known: the game goes on for a few moves, and then the winner plays
    /// alone.
    fn length_of_win(&mut self, end: &Until) -> u32 {
        let winner = self.position().to_move();
        let mut played = 0;
        while self.position().winner().is_none() && played < 2 * FORESEEN {
            let cell = if self.position().to_move() == winner {
                self.keep_at_once(end)
            } else {
                self.moves_that_interfere().first().copied()
            };
            let Some(cell) = cell.filter(|_| !end.is_over()) else {
                break;
            };
            self.play(cell);
            played += 1;
        }
        let alone = stones_to_join(&Chains::new(self.position()), winner);
        for _ in 0..played {
            self.undo();
        }
        played + 2 * alone.unwrap_or_default()
    }

    /// The same if the other side is to move: it resists.
    pub(super) fn length_if_resisted(&mut self, end: &Until) -> u32 {
        if self.position().winner().is_some() {
            return 0;
        }
        let Some(&cell) = self.moves_that_interfere().first() else {
            return 0;
        };
        self.play(cell);
        let length = 1 + self.length_of_win(end);
        self.undo();
        length
    }

    /// How many moves of the side to move are seen to win.
    fn answers_seen(&self) -> usize {
        let connections = self.connections(self.position().to_move());
        if connections.has_won() || self.board().winner().is_some() {
            // Any move wins.
            return self.position().empty().len();
        }
        self.winning_keys().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{BoardSize, Position};
    use crate::knowledge::analysis::Recipe;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use rand::seq::IteratorRandom;

    fn after(size: &str, names: &str) -> Analysis<1> {
        let size = size.parse().unwrap();
        let mut position = Position::<1>::new(size);
        for name in names.split(' ') {
            position.play(size.read(name).unwrap());
        }
        Analysis::new(&position, Recipe::Thorough.options())
    }

    /// Positions of several sizes that the side to move is seen to lose.
    fn lost() -> Vec<Analysis<1>> {
        let mut chance = StdRng::seed_from_u64(26);
        let mut lost = Vec::new();
        while lost.len() < 24 {
            let size: BoardSize = ["5", "6", "7", "7x6"][lost.len() % 4].parse().unwrap();
            let mut position = Position::<1>::new(size);
            for _ in 0..size.cells() / 4 {
                position.play(position.empty().iter().choose(&mut chance).unwrap());
            }
            let analysis = Analysis::new(&position, Recipe::Thorough.options());
            let is_over = position.winner().is_some();
            if !is_over && analysis.proved_winner() == Some(!position.to_move()) {
                lost.push(analysis);
            }
        }
        lost
    }

    /// Of the moves that interfere, none hides the win, and none lets it take longer.
    #[test]
    fn no_other_move_makes_the_win_longer() {
        for mut analysis in lost() {
            let winner = analysis.proved_winner();
            let chosen = analysis.hold_out(&Until::NEVER).unwrap();
            let tried = analysis.moves_that_interfere();
            let mut length = |cell| {
                analysis.play(cell);
                let won = analysis.proved_winner() == winner;
                let length = won.then(|| analysis.length_of_win(&Until::NEVER));
                analysis.undo();
                length.unwrap_or(u32::MAX)
            };
            let chosen = length(chosen);
            let longest = tried.into_iter().take(TRIED).map(&mut length).max();
            assert_eq!(Some(chosen), longest);
        }
    }

    /// Games go on for about as long as was foreseen, or longer.
    #[test]
    fn a_win_is_as_long_as_it_is_foreseen() {
        let (mut all_foreseen, mut all_played) = (0, 0);
        for mut analysis in lost() {
            let winner = analysis.proved_winner();
            all_foreseen += analysis.length_if_resisted(&Until::NEVER);
            while analysis.position().winner().is_none() {
                let cell = if Some(analysis.position().to_move()) == winner {
                    analysis.keep_winning(&Until::NEVER)
                } else {
                    analysis.hold_out(&Until::NEVER)
                };
                analysis.play(cell.unwrap());
                all_played += 1;
            }
            assert_eq!(analysis.position().winner(), winner);
        }
        assert!(all_played >= all_foreseen, "{all_played} {all_foreseen}");
    }

    /// A stone in the corner would be given away.
    #[test]
    fn a_stone_is_not_given_away() {
        let mut analysis = after("5", "c3");
        let cell = analysis.hold_out(&Until::NEVER).unwrap();
        let fulls = analysis
            .connections(crate::hex::Colour::Black)
            .winning_fulls();
        let carriers = fulls
            .into_iter()
            .map(|full| analysis.real_carrier(crate::hex::Colour::Black, full));
        assert!(
            carriers
                .fold(CellSet::EMPTY, |all, one| all | one)
                .contains(cell)
        );
        assert_ne!(analysis.position().size().name(cell), "a1");
    }
}
