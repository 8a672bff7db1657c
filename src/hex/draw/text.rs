//! A board in letters, slanted as Hex boards are.
//!
//! ```text
//!    a b c
//! 1\ . B . \1
//!  2\ .(W). \2
//!   3\ . . . \3
//!       a b c
//! ```

use super::{CellMark, Picture, Tint};
use crate::hex::{Cell, Colour, letters};
use anstyle::{AnsiColor, Style};
use std::fmt::Write;

/// The abilities of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextStyle {
    /// Whether it shows colours.
    pub painted: bool,
    /// Whether it shows more than ASCII: discs, and lines for the edges.
    pub unicode: bool,
}

/// Draws a board, the last stone in parentheses. With `painted`, the colours and their edges are
/// painted for a terminal.
pub fn text(picture: &Picture, painted: bool) -> String {
    let paper = TextStyle {
        painted,
        unicode: false,
    };
    marked_text(picture, &[], paper)
}

/// The same with marks on empty cells: their text, or a letter for their tint where they have none.
/// Where a text is longer than a letter, the board is drawn twice as wide; 11x11 then takes 72
/// columns.
pub fn marked_text(picture: &Picture, marks: &[CellMark], paper: TextStyle) -> String {
    let longest = marks.iter().map(|mark| mark.text.chars().count()).max();
    let drawing = Drawing {
        picture,
        marks,
        paper,
        label: picture.board.size().height().to_string().len(),
        pitch: if longest > Some(1) { 4 } else { 2 },
    };
    drawing.draw()
}

struct Drawing<'a> {
    picture: &'a Picture<'a>,
    marks: &'a [CellMark],
    paper: TextStyle,
    /// The width of row numbers.
    label: usize,
    /// From one cell to the next: the second is the space between them, or the fourth with one
    /// about the letter.
    pitch: usize,
}

impl Drawing<'_> {
    fn draw(&self) -> String {
        let size = self.picture.board.size();
        let (width, height) = (size.width(), size.height());
        let pitch = self.pitch;
        let half = pitch / 2;
        let paint = |style: Style| self.paint(style);
        let (black, white) = (paint(style(Colour::Black)), paint(style(Colour::White)));
        let names = (0..width).map(|column| format!("{:pitch$}", letters(column)));
        let names: String = names.collect();
        let header = format!("{black}{}{black:#}", names.trim_end());
        let mut drawing = format!("{}{header}\n", " ".repeat(self.label + 1 + half));
        let line = |part: &str| format!("{black}{}{black:#}", part.repeat(width * self.pitch + 1));
        if self.paper.unicode {
            let _ = writeln!(drawing, "{}{}", " ".repeat(self.label + 1), line("▁"));
        }
        let side = if self.paper.unicode { '╲' } else { '\\' };
        for row in 0..height {
            let number = row + 1;
            let label = self.label;
            let indent = " ".repeat(row * half);
            let _ = write!(drawing, "{indent}{white}{number:>label$}{side}{white:#}");
            for column in 0..width {
                self.cell(&mut drawing, Cell::new(row * width + column), column > 0);
            }
            let end = size.cell(width - 1, row);
            let closed = self.pitch == 2 && end.is_some() && end == self.picture.last;
            let gap = if closed { ')' } else { ' ' };
            let _ = writeln!(drawing, "{gap}{white}{side}{number}{white:#}");
        }
        if self.paper.unicode {
            let indent = self.label + 1 + (height - 1) * half + 1;
            let _ = writeln!(drawing, "{}{}", " ".repeat(indent), line("▔"));
        }
        let indent = self.label + 1 + half + height * half;
        let _ = write!(drawing, "{}{header}", " ".repeat(indent));
        drawing
    }

    fn paint(&self, style: Style) -> Style {
        if self.paper.painted {
            style
        } else {
            Style::new()
        }
    }

    /// A cell with the character before it.
    fn cell(&self, drawing: &mut String, cell: Cell, follows: bool) {
        let (text, paint) = self.content(cell);
        let is_last = self.picture.last == Some(cell);
        let paint = self.paint(paint);
        let _ = if self.pitch == 2 {
            let gap = gap(self.picture.last, cell, follows);
            write!(drawing, "{gap}{paint}{text}{paint:#}")
        } else if is_last {
            write!(drawing, " ({paint}{text}{paint:#})")
        } else {
            write!(drawing, " {paint}{text:^3}{paint:#}")
        };
    }

    /// The text of a cell, and its colour.
    fn content(&self, cell: Cell) -> (String, Style) {
        let unicode = self.paper.unicode;
        if let Some(stone) = self.picture.board.at(cell) {
            let letter = match stone {
                Colour::Black if unicode => "●",
                Colour::White if unicode => "○",
                _ => stone.letter(),
            };
            return (letter.to_string(), style(stone));
        }
        match self.marks.iter().find(|mark| mark.cell == cell) {
            Some(mark) if mark.text.is_empty() => (sign(mark.tint).to_string(), tinted(mark)),
            Some(mark) => (mark.text.chars().take(3).collect(), tinted(mark)),
            None if unicode => ("·".to_owned(), Style::new().dimmed()),
            None => (".".to_owned(), Style::new()),
        }
    }
}

/// The character before a cell.
fn gap(last: Option<Cell>, cell: Cell, follows: bool) -> char {
    match last {
        Some(last) if last == cell => '(',
        Some(last) if follows && last.index() + 1 == cell.index() => ')',
        _ => ' ',
    }
}

/// The terminal colour of a side: neither black nor white, which may be the background.
fn style(colour: Colour) -> Style {
    let colour = match colour {
        Colour::Black => AnsiColor::Red,
        Colour::White => AnsiColor::Blue,
    };
    Style::new().bold().fg_color(Some(colour.into()))
}

/// The letter of a tint, for marks without a text.
fn sign(tint: Tint) -> char {
    match tint {
        Tint::Good => '*',
        Tint::Cool => '+',
        Tint::Warm => 'o',
        Tint::Dull => 'x',
        Tint::Black => 'b',
        Tint::White => 'w',
    }
}

fn tinted(mark: &CellMark) -> Style {
    let plain = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    let paint = match mark.tint {
        Tint::Good => plain(AnsiColor::Green),
        Tint::Cool => plain(AnsiColor::Cyan),
        Tint::Warm => plain(AnsiColor::Yellow),
        Tint::Dull => Style::new().dimmed(),
        Tint::Black => plain(AnsiColor::Red),
        Tint::White => plain(AnsiColor::Blue),
    };
    if mark.strength >= 0.75 {
        paint.bold()
    } else {
        paint
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Board, BoardSize};

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
        assert_eq!(stripped(&painted), text(&picture, false));
    }

    fn stripped(painted: &str) -> String {
        let parts = painted.split('\u{1b}');
        parts
            .map(|part| part.split_once('m').map_or(part, |p| p.1))
            .collect()
    }

    fn mark(cell: usize, text: &str) -> CellMark {
        CellMark {
            cell: Cell::new(cell),
            tint: Tint::Good,
            strength: 1.0,
            text: text.to_owned(),
        }
    }

    #[test]
    fn marks_stand_on_empty_cells_and_long_ones_widen_the_columns() {
        let board: Board = crate::position! { 3 x 2: . B . / W . B };
        let draw = |last, marks: &[CellMark]| {
            let last = Some(Cell::new(last));
            let picture = Picture {
                board: &board,
                last,
            };
            marked_text(&picture, marks, TextStyle::default())
        };
        assert_eq!(
            draw(1, &[mark(0, ""), mark(1, "2"), mark(4, "3")]),
            "   a b c\n1\\ *(B). \\1\n 2\\ W 3 B \\2\n     a b c"
        );
        assert_eq!(
            draw(5, &[mark(0, "12"), mark(2, ""), mark(4, "300")]),
            "    a   b   c\n1\\ 12   B   *  \\1\n  2\\  W  300 (B) \\2\n        a   b   c"
        );
    }

    #[test]
    fn a_wide_board_of_eleven_fits_a_terminal() {
        let board = Board::new(BoardSize::square(11).unwrap());
        let picture = Picture {
            board: &board,
            last: None,
        };
        for painted in [false, true] {
            let paper = TextStyle {
                painted,
                unicode: true,
            };
            let drawing = stripped(&marked_text(&picture, &[mark(0, "100")], paper));
            let widest = drawing.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(72), "{widest:?}\n{drawing}");
            assert_eq!(drawing.lines().count(), 15);
        }
    }

    #[test]
    fn lines_and_discs_are_for_terminals_that_have_them() {
        let board: Board = crate::position! { 3 x 2: . B . / W . B };
        let picture = Picture {
            board: &board,
            last: Some(Cell::new(3)),
        };
        let paper = TextStyle {
            painted: false,
            unicode: true,
        };
        assert_eq!(
            marked_text(&picture, &[], paper),
            "   a b c\n  ▁▁▁▁▁▁▁\n1╲ · ● · ╲1\n 2╲(○)· ● ╲2\n    ▔▔▔▔▔▔▔\n     a b c"
        );
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
