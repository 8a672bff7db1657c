//! Other games that self-play continues, such as those of matches.

use crate::hex::{BoardSize, Cell, Colour, Position};
use crate::hex::{Event, Game};
use std::fmt;
use std::str::FromStr;

/// A known game, Black first.
///
/// As text it is the board size and the moves, separated by spaces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownGame {
    pub(super) size: BoardSize,
    pub(super) moves: Vec<Cell>,
}

/// Why a text is not a known game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a game from an empty board: {0}")]
pub struct NoKnownGame(String);

impl KnownGame {
    /// Its board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Its moves.
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// The moves from the empty board as long as the sides alternate; `None` if there are none.
    #[must_use]
    pub fn of(game: &Game) -> Option<Self> {
        let [start, _] = game.boards().next()?;
        let is_empty = start.empty().len() == game.size().cells();
        let turns = Colour::ALL.into_iter().cycle();
        let stones = game
            .events()
            .zip(turns)
            .map_while(|(event, turn)| match event {
                Event::Place(colour, cell) if *colour == turn => Some(*cell),
                _ => None,
            });
        let known = Self {
            size: game.size(),
            moves: stones.collect(),
        };
        (is_empty && !known.moves.is_empty()).then_some(known)
    }
}

impl fmt::Display for KnownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.size)?;
        for &cell in &self.moves {
            write!(f, " {}", self.size.name(cell))?;
        }
        Ok(())
    }
}

impl FromStr for KnownGame {
    type Err = NoKnownGame;

    fn from_str(text: &str) -> Result<Self, NoKnownGame> {
        let wrong = || NoKnownGame(text.to_owned());
        let mut words = text.split_whitespace();
        let size = words.next().ok_or_else(wrong)?;
        let size: BoardSize = size.parse().map_err(|_| wrong())?;
        let moves: Result<Vec<Cell>, _> = words.map(|name| size.read(name)).collect();
        let known = Self {
            size,
            moves: moves.map_err(|_| wrong())?,
        };
        let mut position = Position::<{ BoardSize::MOST_WORDS }>::new(size);
        let all_legal = known
            .moves
            .iter()
            .all(|&cell| position.try_play(cell).is_ok());
        if known.moves.is_empty() || !all_legal {
            return Err(wrong());
        }
        Ok(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Move;
    use crate::hex::SwapStyle;

    #[test]
    fn games_are_known_up_to_what_is_no_stone_in_turn() {
        let mut game = Game::new("4x5".parse().unwrap());
        assert_eq!(KnownGame::of(&game), None);
        for name in ["a1", "b2", "c3"] {
            let cell = game.size().read(name).unwrap();
            game.place(game.to_move(), cell).unwrap();
        }
        let known = KnownGame::of(&game).unwrap();
        assert_eq!(known.to_string(), "4x5 a1 b2 c3");
        assert_eq!("4x5 a1 b2 c3".parse(), Ok(known.clone()));
        game.play(Colour::White, Move::Pass, SwapStyle::Pieces)
            .unwrap();
        game.place(Colour::Black, Cell::new(3)).unwrap();
        assert_eq!(KnownGame::of(&game), Some(known));
        let mut white_first = Game::new("3".parse().unwrap());
        white_first.place(Colour::White, Cell::new(0)).unwrap();
        assert_eq!(KnownGame::of(&white_first), None);
        let mut handicap = Game::from_board(crate::position! { 2 x 2: B . / . . });
        handicap.place(Colour::Black, Cell::new(3)).unwrap();
        assert_eq!(KnownGame::of(&handicap), None);
        for wrong in ["", "4", "x a1", "4 a1 a1", "4 e1"] {
            assert!(wrong.parse::<KnownGame>().is_err(), "{wrong}");
        }
    }
}
