//! A board in letters, slanted as it lies.
//!
//! ```text
//!    a b c
//! 1\ . B . \1
//!  2\ .(W). \2
//!   3\ . . . \3
//!       a b c
//! ```

use super::{Mark, Picture, Tint};
use crate::board::{Cell, Colour, letter};
use anstyle::{AnsiColor, Style};
use std::fmt::Write;

/// Draws a board, the last stone in parentheses. With `painted`, the colours and their edges are painted
/// for a terminal.
pub fn text(picture: &Picture, painted: bool) -> String {
    marked_text(picture, &[], painted)
}

/// The same with marks on empty cells: the first letter of what is written there.
pub fn marked_text(picture: &Picture, marks: &[Mark], painted: bool) -> String {
    let size = picture.board.size();
    let paint = |colour| if painted { style(colour) } else { Style::new() };
    let (black, white) = (paint(Colour::Black), paint(Colour::White));
    let label = size.height().to_string().len();
    let letters: Vec<String> = (0..size.width())
        .map(|column| letter(column).to_string())
        .collect();
    let header = format!("{black}{}{black:#}", letters.join(" "));
    let mut drawing = format!("{}{header}\n", " ".repeat(label + 2));
    for row in 0..size.height() {
        let number = row + 1;
        let _ = write!(
            drawing,
            "{}{white}{number:>label$}\\{white:#}",
            " ".repeat(row)
        );
        for column in 0..size.width() {
            let cell = Cell::new(row * size.width() + column);
            let gap = gap(picture.last, cell, column > 0);
            let (letter, paint) = match picture.board.at(cell) {
                Some(stone) => (stone.letter(), paint(stone)),
                None => mark_of(marks, cell, painted),
            };
            let _ = write!(drawing, "{gap}{paint}{letter}{paint:#}");
        }
        let end = size.cell(size.width() - 1, row);
        let gap = if end.is_some() && end == picture.last {
            ')'
        } else {
            ' '
        };
        let _ = writeln!(drawing, "{gap}{white}\\{number}{white:#}");
    }
    let _ = write!(drawing, "{}{header}", " ".repeat(label + 2 + size.height()));
    drawing
}

/// What stands on an empty cell, and how it is painted.
fn mark_of(marks: &[Mark], cell: Cell, painted: bool) -> (char, Style) {
    let mark = marks.iter().find(|mark| mark.cell == cell);
    let letter = mark.and_then(|mark| Some((mark, mark.text.chars().next()?)));
    let Some((mark, letter)) = letter else {
        return ('.', Style::new());
    };
    let colour = match mark.tint {
        Tint::Good => AnsiColor::Green,
        Tint::Cool => AnsiColor::Cyan,
        Tint::Warm => AnsiColor::Yellow,
        Tint::Dull => AnsiColor::BrightBlack,
        Tint::Black => {
            return (
                letter,
                if painted {
                    style(Colour::Black)
                } else {
                    Style::new()
                },
            );
        }
        Tint::White => {
            return (
                letter,
                if painted {
                    style(Colour::White)
                } else {
                    Style::new()
                },
            );
        }
    };
    let painted = painted.then(|| Style::new().fg_color(Some(colour.into())));
    (letter, painted.unwrap_or_default())
}

/// What stands before a cell.
fn gap(last: Option<Cell>, cell: Cell, follows: bool) -> char {
    match last {
        Some(last) if last == cell => '(',
        Some(last) if follows && last.index() + 1 == cell.index() => ')',
        _ => ' ',
    }
}

/// How a colour looks on a terminal: neither is black or white, which may be the background.
fn style(colour: Colour) -> Style {
    let colour = match colour {
        Colour::Black => AnsiColor::Red,
        Colour::White => AnsiColor::Blue,
    };
    Style::new().bold().fg_color(Some(colour.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, BoardSize};

    #[test]
    fn a_board_is_slanted_and_labelled() {
        let board: Board = crate::position! { 3 x 2: . B . / W . B };
        let draw = |last| {
            text(
                &Picture {
                    board: &board,
                    last,
                },
                false,
            )
        };
        assert_eq!(
            draw(None),
            "   a b c\n1\\ . B . \\1\n 2\\ W . B \\2\n     a b c"
        );
        assert_eq!(
            draw(Some(Cell::new(1))),
            "   a b c\n1\\ .(B). \\1\n 2\\ W . B \\2\n     a b c"
        );
        assert_eq!(
            draw(Some(Cell::new(3))),
            "   a b c\n1\\ . B . \\1\n 2\\(W). B \\2\n     a b c"
        );
        assert_eq!(
            draw(Some(Cell::new(5))),
            "   a b c\n1\\ . B . \\1\n 2\\ W .(B)\\2\n     a b c"
        );
    }

    #[test]
    fn marks_stand_on_empty_cells() {
        let board: Board = crate::position! { 3 x 2: . B . / W . B };
        let picture = Picture {
            board: &board,
            last: None,
        };
        let mark = |cell, text: &str| Mark {
            cell: Cell::new(cell),
            tint: Tint::Good,
            strength: 1.0,
            text: text.to_owned(),
        };
        let marks = [mark(0, "+"), mark(1, "+"), mark(2, ""), mark(4, "*3")];
        assert_eq!(
            marked_text(&picture, &marks, false),
            "   a b c\n1\\ + B . \\1\n 2\\ W * B \\2\n     a b c"
        );
        assert!(marked_text(&picture, &marks, true).contains("\u{1b}[32m+\u{1b}[0m"));
    }

    #[test]
    fn paint_changes_no_letter() {
        let board: Board = crate::position! { 3 x 2: . B . / W . B };
        let picture = Picture {
            board: &board,
            last: None,
        };
        let painted = text(&picture, true);
        assert!(
            painted.contains("\u{1b}[1m\u{1b}[31mB\u{1b}[0m")
                && painted.contains("\u{1b}[1m\u{1b}[34mW\u{1b}[0m")
        );
        let stripped: String = painted
            .split('\u{1b}')
            .map(|part| part.split_once('m').map_or(part, |p| p.1))
            .collect();
        assert_eq!(stripped, text(&picture, false));
    }

    #[test]
    fn labels_of_two_digits_stay_aligned() {
        let board = Board::new(BoardSize::new(1, 10).unwrap());
        let drawing = text(
            &Picture {
                board: &board,
                last: None,
            },
            false,
        );
        let lines: Vec<&str> = drawing.lines().collect();
        assert_eq!((lines[0], lines[1]), ("    a", " 1\\ . \\1"));
        assert_eq!(
            (lines[10], lines[11]),
            ("         10\\ . \\10", "              a")
        );
    }
}
