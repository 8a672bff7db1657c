//! A game with what the search found at each move.

use crate::base::random::SplitMix64;
use crate::hex::{BoardSize, Cell, Colour, Position};

/// Seeds the choice of held-out games, independently of play.
const HELD_OUT: u64 = 0x6865_6c64;

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The cell.
    pub cell: Cell,
    /// The win rate of its side by the search, scaled to 65535; half of that without a search.
    pub value: u16,
    /// The visits of the moves, without forced visits, if the search was a full one; otherwise
    /// empty.
    pub visits: Vec<(Cell, u16)>,
}

/// A game that was played to the end, Black first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The board.
    pub size: BoardSize,
    /// The random seed.
    pub seed: u64,
    /// Its moves; the side of the last one wins.
    pub moves: Vec<Played>,
}

/// Why bytes are not a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadGame {
    /// There are too few or too many.
    #[error("the game has the wrong length")]
    Length,
    /// No board has such a size.
    #[error("the board has an impossible size")]
    Size,
    /// A stone is off the board or on another.
    #[error("move {0} is illegal")]
    Illegal(usize),
    /// The visits of a move name a cell that is no legal move.
    #[error("the visits of move {0} are impossible")]
    Visits(usize),
    /// The last move does not end the game, or one before does.
    #[error("the game does not end with its last move")]
    End,
}

/// Reads numbers from bytes.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], BadGame> {
        let (first, rest) = self.0.split_first_chunk().ok_or(BadGame::Length)?;
        self.0 = rest;
        Ok(*first)
    }

    fn byte(&mut self) -> Result<usize, BadGame> {
        self.take::<1>().map(|[byte]| usize::from(byte))
    }

    fn short(&mut self) -> Result<u16, BadGame> {
        self.take().map(u16::from_le_bytes)
    }
}

impl PlayedGame {
    /// The side that has won.
    pub fn winner(&self) -> Colour {
        if self.moves.len().is_multiple_of(2) {
            Colour::White
        } else {
            Colour::Black
        }
    }

    /// The winner from before a move on, if no proved win is thrown away: the side of the first
    /// proof by the search, otherwise the winner of the game.
    pub fn should_win(&self, index: usize) -> Colour {
        match self.first_proof(index) {
            Some(at) if (self.moves[at].value > 0) == at.is_multiple_of(2) => Colour::Black,
            Some(_) => Colour::White,
            None => self.winner(),
        }
    }

    /// The first move from this one on whose win rate is proved.
    pub fn first_proof(&self, index: usize) -> Option<usize> {
        (index..self.moves.len()).find(|&at| [0, u16::MAX].contains(&self.moves[at].value))
    }

    /// The win rate of the side to move before a move, as the rest of the game shows it: the mean
    /// of the win rates at this and at each later move and of the result, the weight of each being
    /// `later` times that of the one before (Sutton 1988). With 1 it is the result.
    pub fn shown_win_rate(&self, index: usize, later: f32) -> f32 {
        let end = self.first_proof(index).unwrap_or(self.moves.len());
        let black = |win_rate: f32, at: usize| {
            if at.is_multiple_of(2) {
                win_rate
            } else {
                1.0 - win_rate
            }
        };
        let mut shown = f32::from(u8::from(self.should_win(index) == Colour::Black));
        for at in (index..end).rev() {
            let win_rate = f32::from(self.moves[at].value) / f32::from(u16::MAX);
            shown = later * shown + (1.0 - later) * black(win_rate, at);
        }
        black(shown, index)
    }

    /// The position before a move.
    pub fn position<const W: usize>(&self, index: usize) -> Position<W> {
        let mut position = Position::new(self.size);
        for one in &self.moves[..index] {
            position.play(one.cell);
        }
        position
    }

    /// The bytes of the game: width, height, seed (64 bits), count of moves (16 bits). For each
    /// move: cell, value and count of visits. For each of these: cell and visits (16 bits each).
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.size.width() as u8, self.size.height() as u8];
        bytes.extend(self.seed.to_le_bytes());
        let mut short = |number: usize| bytes.extend((number as u16).to_le_bytes());
        short(self.moves.len());
        for one in &self.moves {
            short(one.cell.index());
            short(usize::from(one.value));
            short(one.visits.len());
            for &(cell, visits) in &one.visits {
                short(cell.index());
                short(usize::from(visits));
            }
        }
        bytes
    }

    /// Reads what [`PlayedGame::bytes`] wrote, and checks that it is a game.
    pub fn read(bytes: &[u8]) -> Result<Self, BadGame> {
        let mut reader = Reader(bytes);
        let (width, height) = (reader.byte()?, reader.byte()?);
        let size = BoardSize::new(width, height).ok();
        let size = size.and_then(|size| size.with_connections().ok());
        let size = size.ok_or(BadGame::Size)?;
        let seed = u64::from_le_bytes(reader.take()?);
        let count = reader.short()?;
        let mut position = Position::<6>::new(size);
        let mut moves = Vec::new();
        for number in 1..=usize::from(count) {
            if position.winner().is_some() {
                return Err(BadGame::End);
            }
            let cell = Cell::new(usize::from(reader.short()?));
            let value = reader.short()?;
            let listed = reader.short()?;
            let mut visits = Vec::with_capacity(usize::from(listed));
            for _ in 0..listed {
                let at = Cell::new(usize::from(reader.short()?));
                let count = reader.short()?;
                if position.check(at).is_err() || count == 0 {
                    return Err(BadGame::Visits(number));
                }
                visits.push((at, count));
            }
            position
                .try_play(cell)
                .map_err(|_| BadGame::Illegal(number))?;
            moves.push(Played {
                cell,
                value,
                visits,
            });
        }
        if !reader.0.is_empty() {
            return Err(BadGame::Length);
        }
        let game = Self { size, seed, moves };
        let ended = position.winner() == Some(game.winner());
        ended.then_some(game).ok_or(BadGame::End)
    }

    /// Whether the game is held out to measure training: one in twenty.
    pub fn is_held_out(&self) -> bool {
        SplitMix64::of(self.seed, HELD_OUT).below(20) == 0
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Black wins on three cells in a column.
    pub fn game() -> PlayedGame {
        let played = |cell, visits: &[(usize, u16)]| Played {
            cell: Cell::new(cell),
            value: 40_000,
            visits: visits
                .iter()
                .map(|&(cell, visits)| (Cell::new(cell), visits))
                .collect(),
        };
        let moves = vec![
            played(4, &[(4, 90), (0, 10)]),
            played(0, &[]),
            played(1, &[(1, 3), (7, 30)]),
            played(6, &[(6, 5)]),
            played(7, &[(7, 9)]),
        ];
        PlayedGame {
            size: BoardSize::square(3).unwrap(),
            seed: 7,
            moves,
        }
    }

    #[test]
    fn a_win_rate_is_shown_by_later_ones_and_the_result() {
        const LATER: f32 = 0.9;
        let near = |one: f32, other: f32| assert!((one - other).abs() < 1e-4, "{one} {other}");
        let half = u16::MAX / 2 + 1;
        let mut game = game();
        for one in &mut game.moves {
            one.value = half;
        }
        // Black wins by the last move.
        near(game.shown_win_rate(4, LATER), 0.5 + 0.5 * LATER);
        near(game.shown_win_rate(3, LATER), 0.5 - 0.5 * LATER.powi(2));
        near(game.shown_win_rate(0, LATER), 0.5 + 0.5 * LATER.powi(5));
        for (index, result) in [(0, 1.0), (1, 0.0), (4, 1.0)] {
            near(game.shown_win_rate(index, 1.0), result);
            near(game.shown_win_rate(index, 0.0), 0.5);
        }
        // Before its second move Black is known to be ahead.
        game.moves[2].value = half + half / 2;
        let second = 0.75 + LATER * (0.5 + 0.5 * LATER.powi(2) - 0.75);
        near(game.shown_win_rate(2, LATER), second);
        let first = 0.5 + LATER * (0.5 - second);
        near(game.shown_win_rate(1, LATER), first);
        // A proof ends the game, whatever is played after it.
        game.moves[3].value = u16::MAX;
        near(game.shown_win_rate(3, LATER), 1.0);
        near(game.shown_win_rate(2, LATER), 0.75 - 0.75 * LATER);
        near(game.shown_win_rate(2, 1.0), 0.0);
    }

    #[test]
    fn games_read_back_and_others_are_refused() {
        let game = game();
        let bytes = game.bytes();
        assert_eq!(PlayedGame::read(&bytes), Ok(game.clone()));
        assert_eq!(game.winner(), Colour::Black);
        assert_eq!(
            PlayedGame::read(&bytes[..bytes.len() - 1]),
            Err(BadGame::Length)
        );
        let changed = |change: fn(&mut PlayedGame)| {
            let mut game = game.clone();
            change(&mut game);
            PlayedGame::read(&game.bytes()).unwrap_err()
        };
        assert_eq!(
            changed(|game| game.moves[2].cell = Cell::new(0)),
            BadGame::Illegal(3)
        );
        assert_eq!(
            changed(|game| game.moves[2].visits[0].0 = Cell::new(9)),
            BadGame::Visits(3)
        );
        assert_eq!(changed(|game| drop(game.moves.pop())), BadGame::End);
        assert_eq!(PlayedGame::read(&[0; 12]), Err(BadGame::Size));
    }
}
