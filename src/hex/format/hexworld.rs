//! Reading links of HexWorld, which hold a game behind their `#`: `#11,a5f6:s,c3`.
//!
//! A size (`11`, or `11x9`: columns, rows), how the site shows the board (`r1` to `r12` turned, `n`
//! numbered, `c1` in other colours), a comma and moves, a comma and moves that are taken back: the
//! cursor is between them. Moves stand without blanks: cells, `:s` (pieces are swapped), `:S`
//! (sides are swapped), `:p` (pass), `:rb` and `:rw` (resigns), `:fb` and `:fw` (forfeits).

use super::steps::{MoveStep, cell, cell_length, follow};
use super::{FormatError, ReadSettings, quoted, too_many, unacceptable_size};
use crate::hex::{BoardSize, Colour, Move};
use crate::hex::{Game, SwapStyle};

/// The first byte of the hash of a link that begins a text.
pub(super) fn hash_of(text: &str) -> Option<usize> {
    let start = text.len() - text.trim_start().len();
    let word = text[start..].split_whitespace().next()?;
    let hash = word.find('#')?;
    let digit = word[hash + 1..].starts_with(|c: char| c.is_ascii_digit());
    let alone = hash == 0 && digit;
    let site = word.to_ascii_lowercase().contains("hexworld");
    (alone || site).then_some(start + hash)
}

/// Reads the link whose hash begins at this byte.
pub(super) fn read(text: &str, hash: usize, settings: ReadSettings) -> Result<Game, FormatError> {
    let end = hash + text[hash..].trim_end().len();
    let mut link = LinkReader {
        text: &text[..end],
        at: hash + 1,
    };
    let size = link.size()?;
    link.configuration()?;
    let (steps, cursor, forfeit) = link.moves(size, settings.limits.parts)?;
    let mut game = Game::new(size);
    let wanted = settings.moves.unwrap_or(cursor);
    let settings = ReadSettings {
        moves: Some(wanted),
        ..settings
    };
    follow(&mut game, text, &steps, settings)?;
    if let Some(loser) = forfeit.filter(|_| wanted >= steps.len()) {
        game.add_info("RE", &format!("{}+F", (!loser).letter()));
    }
    Ok(game)
}

struct LinkReader<'a> {
    text: &'a str,
    at: usize,
}

impl LinkReader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn error(&self, problem: impl Into<String>) -> FormatError {
        FormatError::at(self.text, self.at, problem)
    }

    /// Takes this character, if it comes next.
    fn takes(&mut self, next: char) -> bool {
        let taken = self.rest().starts_with(next);
        self.at += if taken { next.len_utf8() } else { 0 };
        taken
    }

    /// Takes the digits that come next.
    fn digits(&mut self) -> &str {
        let length = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.at += length;
        &self.text[self.at - length..self.at]
    }

    fn size(&mut self) -> Result<BoardSize, FormatError> {
        let start = self.at;
        if self.digits().is_empty() {
            let found = quoted(self.rest());
            return Err(self.error(format!("expected the size of a board, found {found}")));
        }
        if self.takes('x') && self.digits().is_empty() {
            let found = quoted(self.rest());
            return Err(self.error(format!("expected a number of rows, found {found}")));
        }
        let written = &self.text[start..self.at];
        let size = written.parse();
        size.map_err(|_| FormatError::at(self.text, start, unacceptable_size(written)))
    }

    /// How the board is shown: it has to be right, and changes nothing.
    fn configuration(&mut self) -> Result<(), FormatError> {
        while !self.rest().is_empty() && !self.rest().starts_with(',') {
            let start = self.at;
            let known = if self.takes('r') {
                let turned = self.digits().parse();
                turned.is_ok_and(|turned: u32| (1..=12).contains(&turned))
            } else if self.takes('c') {
                !self.digits().is_empty()
            } else {
                self.takes('n')
            };
            if !known {
                self.at = start;
                let found = quoted(self.rest());
                let problem =
                    format!("expected ',' and moves, or r1 to r12, n or c1, found {found}");
                return Err(self.error(problem));
            }
        }
        Ok(())
    }

    /// All moves, how many stand before the cursor, and who forfeited at the end.
    fn moves(
        &mut self,
        size: BoardSize,
        most: usize,
    ) -> Result<(Vec<MoveStep>, usize, Option<Colour>), FormatError> {
        let mut steps = Vec::new();
        let (mut commas, mut cursor, mut forfeit) = (0, None, None);
        while !self.rest().is_empty() {
            if commas < 2 && self.takes(',') {
                commas += 1;
                if commas == 2 {
                    cursor = Some(steps.len());
                }
                continue;
            }
            let at = self.at;
            if steps.len() == most {
                return Err(self.error(too_many(most, "moves")));
            }
            if let Some(length) = cell_length(self.rest()) {
                steps.push(MoveStep::new(
                    Move::Place(cell(size, self.text, at, length)?),
                    at,
                ));
                self.at += length;
                continue;
            }
            let code: String = self.rest().chars().take(3).collect();
            let sides = |style| MoveStep {
                style,
                ..MoveStep::new(Move::Swap, at)
            };
            let resigns = |colour| MoveStep {
                colour: Some(colour),
                ..MoveStep::new(Move::Resign, at)
            };
            let (step, length) = match code.as_str() {
                ":rb" => (Some(resigns(Colour::Black)), 3),
                ":rw" => (Some(resigns(Colour::White)), 3),
                ":fb" | ":fw" => (None, 3),
                code if code.starts_with(":s") => (Some(sides(SwapStyle::Pieces)), 2),
                code if code.starts_with(":S") => (Some(sides(SwapStyle::Sides)), 2),
                code if code.starts_with(":p") => (Some(MoveStep::new(Move::Pass, at)), 2),
                _ => {
                    let found = quoted(self.rest());
                    let problem = format!(
                        "expected a move (a cell, :s, :S, :p, :rb, :rw, :fb or :fw), found {found}"
                    );
                    return Err(self.error(problem));
                }
            };
            if step.is_none() {
                forfeit = code.chars().nth(2).and_then(|c| c.to_string().parse().ok());
            }
            steps.extend(step);
            self.at += length;
        }
        let cursor = cursor.unwrap_or(steps.len());
        Ok((steps, cursor, forfeit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Game, FormatError> {
        read(text, hash_of(text).unwrap(), ReadSettings::default())
    }

    fn game(text: &str) -> Game {
        of(text).unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    fn stones(game: &Game) -> [String; 2] {
        Colour::ALL.map(|colour| game.size().names(game.board().stones(colour)))
    }

    #[test]
    fn a_link_is_a_game() {
        let plain = game("https://hexworld.org/board/#11,a5f6d7");
        assert_eq!(stones(&plain), ["a5 d7".to_owned(), "f6".to_owned()]);
        assert_eq!(plain.to_move(), Colour::White);
        for same in [
            "#11,a5f6d7",
            " #11r9nc1,a5f6d7\n",
            "hexworld.org/#11x11n,a5f6d7,",
        ] {
            assert!(game(same).events().eq(plain.events()), "{same}");
        }
        assert_eq!(game("#11,a5f6,d7").events().len(), 2);
        assert_eq!(game("#11,,a5f6d7").events().len(), 0);
        assert_eq!(game("#9x7").size().to_string(), "9x7");
        let whole = ReadSettings {
            moves: Some(3),
            ..ReadSettings::default()
        };
        assert_eq!(read("#11,a5f6,d7", 0, whole).unwrap().events().len(), 3);
    }

    #[test]
    fn swaps_passes_and_ends() {
        assert_eq!(stones(&game("#5,d2:s")), ["", "b4"]);
        let sides = game("#5,d2:Sa1");
        assert_eq!(stones(&sides), ["d2", "a1"]);
        assert_eq!(stones(&game("#5,a1:p:pb1:pc1d1")), ["a1 d1", "b1 c1"]);
        let resigned = game("#5,a1:rw").outcome().unwrap();
        assert_eq!(
            (resigned.winner, resigned.by_resignation),
            (Colour::Black, true)
        );
        assert_eq!(game("#5,a1b2:rw").outcome().unwrap().winner, Colour::Black);
        assert_eq!(game("#5,a1b2:rb").outcome().unwrap().winner, Colour::White);
        let forfeited = game("#5,a1:fb");
        assert_eq!(
            (forfeited.outcome(), forfeited.info("RE")),
            (None, Some("W+F".into()))
        );
    }

    #[test]
    fn errors_name_the_part() {
        for (text, why) in [
            (
                "#33,a1",
                "line 1, column 2: unacceptable size 33: 1 to 32 columns and rows",
            ),
            (
                "#5x33",
                "line 1, column 2: unacceptable size 5x33: 1 to 32 columns and rows",
            ),
            (
                "#5x,a1",
                "line 1, column 4: expected a number of rows, found ',a1'",
            ),
            (
                "hexworld.org/#,a1",
                "line 1, column 15: expected the size of a board, found ',a1'",
            ),
            (
                "#5r13,a1",
                "line 1, column 3: expected ',' and moves, or r1 to r12, n or c1, found 'r13,a1'",
            ),
            ("#5,a1f1", "line 1, column 6: 'f1' is off the board 5x5"),
            ("#5,a1a1", "line 1, column 6: illegal move a1: occupied"),
            (
                "#5,a1,b2,c3",
                "line 1, column 9: expected a move (a cell, :s, :S, :p, :rb, :rw, :fb or :fw), \
                 found ',c3'",
            ),
            (
                "#5,:s",
                "line 1, column 4: illegal move ':s': a swap can only answer Black's first stone",
            ),
        ] {
            assert_eq!(of(text).expect_err(text).to_string(), why);
        }
    }
}
