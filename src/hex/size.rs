//! The size of a board, and the names of its cells.

use super::{Cell, Edge, End};
use std::fmt;
use std::str::FromStr;

/// Width (columns, letters) and height (rows, numbers), 1 to [`BoardSize::LONGEST`] each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

/// A width or height outside 1 to [`BoardSize::LONGEST`], or a text that is no size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "unacceptable size: 1 to {most} columns and rows, such as 11 or 9x7",
    most = BoardSize::LONGEST
)]
pub struct UnacceptableSize;

/// A board without connections and proofs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{0} is too large for connections and proofs: they take {most} cells at most",
    most = BoardSize::MOST_CELLS_WITH_CONNECTIONS
)]
pub struct TooLarge(pub BoardSize);

/// Why a text names no cell of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotACell {
    /// Not a letter with a number behind it.
    #[error("not a cell")]
    Unreadable,
    /// A cell, but of a larger board.
    #[error("off the board")]
    OffBoard,
}

/// The letters of the alphabet.
const LETTERS: usize = 26;

impl BoardSize {
    /// The default board size.
    pub const USUAL: Self = Self {
        width: 11,
        height: 11,
    };
    /// The longest side there is. The WebAssembly module, whose code is to be small, has none but
    /// boards with connections.
    pub const LONGEST: usize = if cfg!(target_arch = "wasm32") { 19 } else { 32 };
    /// The most cells of a board on which connections are built and positions solved: those of
    /// 19x19.
    pub const MOST_CELLS_WITH_CONNECTIONS: usize = 19 * 19;
    /// The most words that a set of cells takes.
    pub const MOST_WORDS: usize = if cfg!(target_arch = "wasm32") {
        Self::WORDS_WITH_CONNECTIONS
    } else {
        17
    };
    /// The same on boards on which connections are built.
    pub const WORDS_WITH_CONNECTIONS: usize = 6;
    /// The most cells there are.
    pub const MOST_CELLS: usize = Self::LONGEST * Self::LONGEST;

    /// A board of so many columns and rows.
    pub fn new(width: usize, height: usize) -> Result<Self, UnacceptableSize> {
        let fits = |side: usize| (1..=Self::LONGEST).contains(&side);
        if fits(width) && fits(height) {
            Ok(Self {
                width: width as u8,
                height: height as u8,
            })
        } else {
            Err(UnacceptableSize)
        }
    }

    /// A board with four sides of this length.
    pub fn square(side: usize) -> Result<Self, UnacceptableSize> {
        Self::new(side, side)
    }

    /// The number of columns.
    pub fn width(self) -> usize {
        usize::from(self.width)
    }

    /// The number of rows.
    pub fn height(self) -> usize {
        usize::from(self.height)
    }

    /// Whether connections are built and positions solved on it. On larger boards the connections
    /// of a position are its neighbours alone, and the network plays without them.
    pub fn has_connections(self) -> bool {
        self.cells() <= Self::MOST_CELLS_WITH_CONNECTIONS
    }

    /// The size, if connections are built on it.
    pub fn with_connections(self) -> Result<Self, TooLarge> {
        self.has_connections().then_some(self).ok_or(TooLarge(self))
    }

    /// The number of cells.
    pub fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// Whether it is as wide as high.
    pub fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Rows for columns and columns for rows.
    #[must_use]
    pub fn transposed(self) -> Self {
        Self {
            width: self.height,
            height: self.width,
        }
    }

    /// The words that a set of this board's cells and four edges takes: 1, 2, 3, 6 or 17
    /// (see [`crate::at_width!`]). In the WebAssembly module 1 becomes 2.
    pub fn words(self) -> usize {
        let least = if cfg!(target_arch = "wasm32") { 2 } else { 1 };
        match (self.cells() + Edge::ALL.len()).div_ceil(64).max(least) {
            words @ 1..=3 => words,
            4..=Self::WORDS_WITH_CONNECTIONS => Self::WORDS_WITH_CONNECTIONS,
            _ => Self::MOST_WORDS,
        }
    }

    /// The cell in this column and row, counted from 0.
    pub fn cell(self, column: usize, row: usize) -> Option<Cell> {
        (column < self.width() && row < self.height())
            .then(|| Cell::new(row * self.width() + column))
    }

    /// All cells, row by row.
    pub fn all(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.cells()).map(Cell::new)
    }

    /// Whether this board has such a cell.
    pub fn has(self, cell: Cell) -> bool {
        cell.index() < self.cells()
    }

    /// The column of a cell, from 0.
    pub fn column(self, cell: Cell) -> usize {
        cell.index() % self.width()
    }

    /// The row of a cell, from 0.
    pub fn row(self, cell: Cell) -> usize {
        cell.index() / self.width()
    }

    /// The name of a cell: `a1` is top left.
    pub fn name(self, cell: Cell) -> String {
        cell_name(self.column(cell), self.row(cell))
    }

    /// The cell of this name, in upper or lower case.
    pub fn read(self, name: &str) -> Result<Cell, NotACell> {
        let (column, row) = read_cell_name(name)?;
        self.cell(column, row).ok_or(NotACell::OffBoard)
    }

    /// The end of this name: a cell or an edge.
    pub fn read_end(self, name: &str) -> Result<End, NotACell> {
        match name.parse::<Edge>() {
            Ok(edge) => Ok(End::edge(self, edge)),
            Err(_) => self.read(name).map(End::cell),
        }
    }

    /// The names of these cells, separated by spaces.
    pub fn names(self, cells: impl IntoIterator<Item = Cell>) -> String {
        let names: Vec<_> = cells.into_iter().map(|cell| self.name(cell)).collect();
        names.join(" ")
    }
}

/// The name of the cell in this column and row, counted from 0.
pub(super) fn cell_name(column: usize, row: usize) -> String {
    format!("{}{}", letters(column), row + 1)
}

/// The column and row, counted from 0, of a name in upper or lower case.
pub(super) fn read_cell_name(name: &str) -> Result<(usize, usize), NotACell> {
    let end = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (letters, digits) = name.split_at(end);
    let column = column_of(letters).ok_or(NotACell::Unreadable)?;
    let plain = !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
    if digits.is_empty() || !plain {
        return Err(NotACell::Unreadable);
    }
    // A number too long to read is a row too far down.
    let row: usize = digits.parse().unwrap_or(usize::MAX);
    Ok((column, row - 1))
}

/// The letters of a column, counted from 0: `a` to `z`, then `aa`, `ab` and so on.
pub fn letters(column: usize) -> String {
    let letter = |number: usize| char::from(b'a' + number as u8);
    let first = (column / LETTERS).checked_sub(1).map(letter);
    first
        .into_iter()
        .chain([letter(column % LETTERS)])
        .collect()
}

/// The column that one or two letters name, counted from 0.
fn column_of(letters: &str) -> Option<usize> {
    let number = |letter: &u8| usize::from(letter.to_ascii_lowercase() - b'a');
    match letters.as_bytes() {
        [one] => Some(number(one)),
        [first, second] => Some((number(first) + 1) * LETTERS + number(second)),
        _ => None,
    }
}

/// `11x11`.
impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Reads `11` and `9x7` (columns, then rows).
impl FromStr for BoardSize {
    type Err = UnacceptableSize;

    fn from_str(text: &str) -> Result<Self, UnacceptableSize> {
        let side = |text: &str| {
            let digits = text.bytes().all(|b| b.is_ascii_digit());
            digits
                .then(|| text.parse().ok())
                .flatten()
                .ok_or(UnacceptableSize)
        };
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
        Self::new(side(width)?, side(height)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_of_every_size_reads_back_from_its_name() {
        for width in 1..=BoardSize::LONGEST {
            for height in 1..=BoardSize::LONGEST {
                let size = BoardSize::new(width, height).unwrap();
                assert_eq!(size.to_string().parse(), Ok(size));
                for cell in size.all() {
                    assert_eq!(size.read(&size.name(cell)), Ok(cell));
                    assert_eq!(size.read(&size.name(cell).to_uppercase()), Ok(cell));
                    assert_eq!(size.cell(size.column(cell), size.row(cell)), Some(cell));
                }
            }
        }
    }

    #[test]
    fn cells_off_the_board_are_not_syntax_errors() {
        let size = BoardSize::new(5, 4).unwrap();
        for text in [
            "", "a", "3", "3a", "a0", "a01", "a+1", "a-1", "aaa1", "a1 ", "é1", "a1x",
        ] {
            assert_eq!(size.read(text), Err(NotACell::Unreadable), "{text}");
        }
        for text in ["f1", "a5", "z9", "aa1", "zz1", "a99999999999999999999999"] {
            assert_eq!(size.read(text), Err(NotACell::OffBoard), "{text}");
        }
    }

    #[test]
    fn sizes_outside_are_refused() {
        for text in [
            "0",
            "33",
            "11x",
            "x",
            "",
            "5x33",
            "-3",
            "+3",
            "3x4x5",
            "99999999999999999999",
        ] {
            assert_eq!(text.parse::<BoardSize>(), Err(UnacceptableSize), "{text}");
        }
    }

    #[test]
    fn edge_names_are_not_cells() {
        for (side, words) in [
            (1, 1),
            (7, 1),
            (8, 2),
            (11, 2),
            (12, 3),
            (13, 3),
            (14, 6),
            (19, 6),
            (20, 17),
            (32, 17),
        ] {
            let size = BoardSize::square(side).unwrap();
            assert_eq!(size.words(), words);
            assert_eq!(size.has_connections(), side <= 19);
        }
        assert_eq!(BoardSize::new(6, 10).unwrap().words(), 1);
        assert_eq!(BoardSize::new(7, 9).unwrap().words(), 2);
        for (width, height, has_connections) in [(24, 15, true), (11, 32, true), (20, 19, false)] {
            let size = BoardSize::new(width, height).unwrap();
            assert_eq!(size.has_connections(), has_connections);
        }
    }
}
