//! Moves as they are written in chats and forums: `a5d7f3`, `1. a5 2. swap-pieces 3. d4`.

use super::steps::{MoveStep, cell, cell_length, follow};
use super::{FormatError, ReadSettings, quoted, too_many, unacceptable_size};
use crate::hex::{BoardSize, Game, Move, MoveName};

/// Common board sizes, ascending: moves that do not name their board are on the first that contains
/// all their cells.
const USUAL: [usize; 9] = [11, 13, 14, 15, 17, 19, 24, 27, 32];

/// What might be meant where a text does not begin as a game does.
const EXPECTED: &str = "expected a game (SGF, a HexWorld link, JSON from PlayHex or mustplay, \
    moves such as a5 d7, or a drawn board)";

/// A word of the text.
enum Word {
    Cell(usize),
    Name(MoveName),
    Number,
}

/// Reads the moves of a text. A size such as `13x13` may stand before them.
pub(super) fn read(text: &str, settings: ReadSettings) -> Result<Game, FormatError> {
    let mut at = skip(text, 0);
    let mut size = settings.size;
    if let Some(length) = size_length(&text[at..]) {
        let written = &text[at..at + length];
        let board = written.parse();
        size = Some(board.map_err(|_| FormatError::at(text, at, unacceptable_size(written)))?);
        at += length;
    }
    let words = words(text, at, settings.limits.parts)?;
    let moves = words.iter().any(|(word, _)| !matches!(word, Word::Number));
    if !moves && size.is_none() {
        let problem = format!("{EXPECTED}, found no move");
        return Err(FormatError::at(text, text.len(), problem));
    }
    let size = size.unwrap_or_else(|| usual_size(text, &words));
    let steps = steps_of(text, words, size)?;
    let mut game = Game::new(size);
    follow(&mut game, text, &steps, settings)?;
    Ok(game)
}

/// The moves of a text that holds nothing else, on this board.
pub(super) fn steps(
    text: &str,
    size: BoardSize,
    most: usize,
) -> Result<Vec<MoveStep>, FormatError> {
    steps_of(text, words(text, 0, most)?, size)
}

/// The words of a text from a byte on, and where each stands; so many at most.
fn words(text: &str, from: usize, most: usize) -> Result<Vec<(Word, usize)>, FormatError> {
    let mut at = skip(text, from);
    let mut words = Vec::new();
    while at < text.len() {
        if words.len() == most {
            return Err(FormatError::at(text, at, too_many(most, "moves")));
        }
        let (word, length) = word(text, at, words.is_empty())?;
        words.push((word, at));
        at = skip(text, at + length);
    }
    Ok(words)
}

fn steps_of(
    text: &str,
    words: Vec<(Word, usize)>,
    size: BoardSize,
) -> Result<Vec<MoveStep>, FormatError> {
    let step = |(word, at)| match word {
        Word::Cell(length) => {
            let cell = cell(size, text, at, length);
            Some(cell.map(|cell| MoveStep::new(Move::Place(cell), at)))
        }
        Word::Name(name) => {
            let (mv, style) = name.on(size).ok()?;
            let step = MoveStep::new(mv, at);
            Some(Ok(MoveStep { style, ..step }))
        }
        Word::Number => None,
    };
    words.into_iter().filter_map(step).collect()
}

/// The next byte that is not between words.
fn skip(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let between = |c: char| c.is_whitespace() || c.is_control() || matches!(c, ',' | ';');
    text.len() - rest.trim_start_matches(between).len()
}

/// The word at a byte, and its length.
fn word(text: &str, at: usize, first: bool) -> Result<(Word, usize), FormatError> {
    let rest = &text[at..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        let mark = rest[digits..].starts_with(['.', ')', ':']);
        return Ok((Word::Number, digits + usize::from(mark)));
    }
    if let Some(length) = cell_length(rest) {
        return Ok((Word::Cell(length), length));
    }
    let letters = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'-';
    let length = rest.bytes().take_while(letters).count();
    let name = match &rest[..length] {
        resigns if resigns.eq_ignore_ascii_case("resigns") => Ok(MoveName::Resign),
        name => name.parse(),
    };
    if let Ok(name) = name {
        return Ok((Word::Name(name), length));
    }
    let expected = if first {
        EXPECTED
    } else {
        "expected a move (a cell, swap-pieces, swap-sides, pass or resign)"
    };
    Err(FormatError::at(
        text,
        at,
        format!("{expected}, found {}", quoted(rest)),
    ))
}

/// The length of a size such as `13x13` at the start of a text.
fn size_length(text: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let width = digits(text);
    let rest = text[width..].strip_prefix(['x', 'X'])?;
    let height = digits(rest);
    let ends = rest[height..]
        .chars()
        .next()
        .is_none_or(|c| !c.is_alphanumeric());
    (width > 0 && height > 0 && ends).then_some(width + 1 + height)
}

/// The smallest usual board that has all cells of the text.
fn usual_size(text: &str, words: &[(Word, usize)]) -> BoardSize {
    let cells = words.iter().filter_map(|(word, at)| match word {
        Word::Cell(length) => text.get(*at..at + length),
        _ => None,
    });
    let names: Vec<&str> = cells.collect();
    let boards = USUAL
        .into_iter()
        .map_while(|side| BoardSize::square(side).ok());
    let mut fitting = boards.filter(|size| names.iter().all(|name| size.read(name).is_ok()));
    fitting.next().unwrap_or(BoardSize::USUAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fails(text: &str) -> String {
        let error = read(text, ReadSettings::default()).expect_err(text);
        error.to_string()
    }

    #[test]
    fn moves_are_read_with_and_without_numbers() {
        let plain = read("a5 swap-pieces d4", ReadSettings::default()).unwrap();
        assert_eq!(plain.size(), BoardSize::USUAL);
        assert_eq!(plain.events().len(), 3);
        for text in [
            "a5swap-pieces d4",
            "1. a5 2. swap 3. d4",
            "1.a5 2.swap 3.D4\n",
            "1. a5 swap-pieces\n2. d4",
            "1) a5, 2) swap; 3) d4",
            "11x11 a5 swap d4",
        ] {
            let game = read(text, ReadSettings::default()).unwrap();
            assert!(game.events().eq(plain.events()), "{text}");
        }
        let glued = read("a5d7f3", ReadSettings::default()).unwrap();
        assert_eq!(glued.size().names([glued.last_stone().unwrap()]), "f3");
        let passed = read("pass c3 pass resign", ReadSettings::default()).unwrap();
        assert_eq!(passed.events().len(), 3);
        assert_eq!(passed.outcome().unwrap().winner, crate::hex::Colour::Black);
    }

    #[test]
    fn the_board_is_given_or_the_smallest_usual_one() {
        let size = |text: &str, size: Option<&str>| {
            let settings = ReadSettings {
                size: size.map(|size| size.parse().unwrap()),
                ..ReadSettings::default()
            };
            read(text, settings).unwrap().size().to_string()
        };
        assert_eq!(size("a5", None), "11x11");
        assert_eq!(size("a12 m3", None), "13x13");
        assert_eq!(size("n14", None), "14x14");
        assert_eq!(size("q16", None), "17x17");
        assert_eq!(size("a5", Some("5")), "5x5");
        assert_eq!(size("6x7 a5", Some("5")), "6x7");
        assert_eq!(size("6x7", None), "6x7");
    }

    #[test]
    fn errors_say_where_and_what() {
        assert_eq!(
            fails("a5 a5"),
            "line 1, column 4: illegal move a5: occupied"
        );
        assert_eq!(
            fails("a1\n ag20"),
            "line 2, column 2: 'ag20' is off the board 11x11"
        );
        assert_eq!(
            fails("a1 up"),
            "line 1, column 4: expected a move (a cell, swap-pieces, swap-sides, pass or resign), \
             found 'up'"
        );
        assert!(fails("hello").starts_with("line 1, column 1: expected a game (SGF, a HexWorld"));
        assert!(fails("hello").ends_with(", found 'hello'"));
        assert!(fails(" \n 1. 2.").ends_with(", found no move"));
        assert!(fails("").ends_with(", found no move"));
        assert_eq!(
            fails("33x33 a1"),
            "line 1, column 1: unacceptable size 33x33: 1 to 32 columns and rows"
        );
        let swap =
            "line 1, column 1: illegal move 'swap': a swap can only answer Black's first stone";
        assert_eq!(fails("swap a1"), swap);
    }
}
