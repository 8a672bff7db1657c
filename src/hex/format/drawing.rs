//! A drawn board, as `showboard` prints it and people paste it:
//!
//! ```text
//!    a b c
//! 1\ . B . \1
//!  2\ .(W). \2
//!   3\ . . . \3
//!       a b c
//! 3x3, black to move, last b2
//! ```
//!
//! Lines that begin with the number of a row and `\` are the board; of the others only `… to move`
//! counts. A stone in parentheses is the last move.

use super::{FormatError, ReadSettings, quoted};
use crate::hex::Game;
use crate::hex::{Board, BoardSize, Cell, Colour};

/// The sides of a row.
const SIDES: [char; 2] = ['\\', '╲'];

/// A row: its cells, from which byte on, and which of them is the last move.
struct Row {
    cells: Vec<Option<Colour>>,
    last: Option<usize>,
}

/// Whether a line is a row of a board.
fn number_of(line: &str) -> Option<usize> {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let side = line[digits..].trim_start().starts_with(SIDES);
    line[..digits].parse().ok().filter(|_| side)
}

/// Whether a text is a drawn board.
pub(super) fn is_drawing(text: &str) -> bool {
    plain(text).lines().any(|line| number_of(line).is_some())
}

/// The text without colours.
fn plain(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once('m').map_or(part, |(_, rest)| rest));
    }
    plain
}

/// Reads a drawing.
pub(super) fn read(text: &str, settings: ReadSettings) -> Result<Game, FormatError> {
    let text = &plain(text);
    let mut rows: Vec<Row> = Vec::new();
    let mut turn = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(number) = number_of(line) {
            if number != rows.len() + 1 {
                let problem = format!("expected row {}, found row {number}", rows.len() + 1);
                return Err(FormatError::at(text, start, problem));
            }
            let row = row(text, start, line)?;
            let width = rows
                .first()
                .map_or(row.cells.len(), |first| first.cells.len());
            if row.cells.len() != width {
                let problem = format!(
                    "expected {width} cells as in row 1, found {}",
                    row.cells.len()
                );
                return Err(FormatError::at(text, start, problem));
            }
            rows.push(row);
        }
        turn = turn.or(turn_of(line));
        start += line.len();
    }
    let width = rows.first().map_or(0, |row| row.cells.len());
    let size = BoardSize::new(width, rows.len());
    let size =
        size.map_err(|why| FormatError::at(text, 0, format!("{width}x{}: {why}", rows.len())))?;
    Ok(game(size, &rows, turn, settings))
}

/// The side to move that a line names.
fn turn_of(line: &str) -> Option<Colour> {
    let words: Vec<String> = line
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    words.windows(3).find_map(|words| match words {
        [colour, to, mv] if to == "to" && mv == "move" => colour.parse().ok(),
        _ => None,
    })
}

/// The cells of a row, whose line begins at this byte.
fn row(text: &str, start: usize, line: &str) -> Result<Row, FormatError> {
    let mut row = Row {
        cells: Vec::new(),
        last: None,
    };
    let mut characters = line
        .char_indices()
        .skip_while(|(_, c)| !SIDES.contains(c))
        .peekable();
    characters.next();
    let mut closed = false;
    while let Some((at, c)) = characters.next() {
        match c {
            _ if SIDES.contains(&c) => {
                closed = true;
                break;
            }
            ')' => {}
            _ if c.is_whitespace() => {}
            '(' => row.last = Some(row.cells.len()),
            'B' | '●' => row.cells.push(Some(Colour::Black)),
            'W' | '○' => row.cells.push(Some(Colour::White)),
            '.' | '·' | '+' | '*' => row.cells.push(None),
            // The number of a move that may be played there.
            '1'..='9' => {
                while characters.next_if(|(_, c)| c.is_ascii_digit()).is_some() {}
                row.cells.push(None);
            }
            _ => {
                let found = quoted(&line[at..]);
                let problem = format!("expected '.', 'B' or 'W' (or '·', '●', '○'), found {found}");
                return Err(FormatError::at(text, start + at, problem));
            }
        }
    }
    if closed {
        Ok(row)
    } else {
        let end = start + line.trim_end().len();
        Err(FormatError::at(text, end, "the row has no '\\' at its end"))
    }
}

fn game(size: BoardSize, rows: &[Row], turn: Option<Colour>, settings: ReadSettings) -> Game {
    let mut board = Board::new(size);
    let mut last = None;
    for (number, row) in rows.iter().enumerate() {
        for (column, stone) in row.cells.iter().enumerate() {
            let cell = Cell::new(number * size.width() + column);
            if let Some(colour) = *stone {
                board.place(colour, cell);
                if row.last == Some(column) {
                    last = Some((colour, cell));
                }
            }
        }
    }
    let [black, white] = Colour::ALL.map(|colour| board.stones(colour).len());
    let by_count = if black > white {
        Colour::White
    } else {
        Colour::Black
    };
    let to_move = turn.unwrap_or(by_count);
    // A swap may have moved the stone: then its colour is to move, and it was no move.
    let last = last.filter(|&(colour, _)| colour != to_move && settings.moves != Some(0));
    let Some((colour, cell)) = last else {
        board.set_to_move(to_move);
        return Game::from_board(board);
    };
    board.clear(cell);
    board.set_to_move(colour);
    let mut game = Game::from_board(board);
    // The cell was cleared just now.
    let _ = game.place(colour, cell);
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::draw::{Picture, TextStyle, marked_text};

    fn of(text: &str) -> Result<Game, FormatError> {
        assert!(is_drawing(text), "{text}");
        read(text, ReadSettings::default())
    }

    #[test]
    fn a_drawing_is_the_position_that_was_drawn() {
        let mut played = Game::from_board(crate::position! { 4 x 3:
            . B . W
             . . W .
              . B . .
        });
        played.place(Colour::Black, Cell::new(0)).unwrap();
        let picture = Picture {
            board: played.board(),
            last: played.last_stone(),
        };
        for painted in [false, true] {
            for unicode in [false, true] {
                let drawing = marked_text(&picture, &[], TextStyle { painted, unicode });
                let game = of(&drawing).unwrap();
                assert_eq!(game.board(), played.board(), "{drawing}");
                assert_eq!(game.last_stone(), Some(Cell::new(0)));
                let text = format!("= \n{drawing}\n4x3, black to move, last a1\n");
                assert_eq!(of(&text).unwrap().to_move(), Colour::Black);
            }
        }
    }

    #[test]
    fn a_swapped_stone_is_no_move() {
        let game = of("  a b\n1\\ .(W)\\1\n 2\\ . . \\2\nblack to move").unwrap();
        assert_eq!((game.events().len(), game.to_move()), (1, Colour::Black));
        let sides = of("1\\ .(B)\\1\n 2\\ . . \\2\nBlack to move and win").unwrap();
        assert_eq!((sides.events().len(), sides.to_move()), (0, Colour::Black));
        assert_eq!(
            of("1\\ + 12\\1\n2\\ * B\\2").unwrap().to_move(),
            Colour::White
        );
    }

    #[test]
    fn errors_say_where_and_what() {
        for (text, why) in [
            (
                "  a b\n1\\ . x \\1",
                "line 2, column 6: expected '.', 'B' or 'W' (or '·', '●', '○'), found 'x'",
            ),
            (
                "1\\ . . \\1\n 3\\ . . \\3",
                "line 2, column 1: expected row 2, found row 3",
            ),
            (
                "1\\ . . \\1\n 2\\ . \\2",
                "line 2, column 1: expected 2 cells as in row 1, found 1",
            ),
            (
                "1\\ . .",
                "line 1, column 7: the row has no '\\' at its end",
            ),
            (
                "1\\ \\1",
                "line 1, column 1: 0x1: unacceptable size: 1 to 32 columns and rows, such as 11 or 9x7",
            ),
        ] {
            assert_eq!(of(text).expect_err(text).to_string(), why, "{text}");
        }
    }
}
