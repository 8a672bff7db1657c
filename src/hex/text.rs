//! Boards as drawings in tests and messages: `.` empty, `B` and `W` stones, `*` members of a set.
//!
//! Rows are read in order and anything but these letters is skipped, so a drawing may be slanted as
//! the board is. [`crate::position!`] and [`crate::cells!`] read one from bare tokens.

use super::{BoardSize, Cell, CellSet, Colour, Position};

/// The letters of a drawing, row by row. Asserts that they are as many as the board has cells.
fn letters(size: BoardSize, drawing: &str) -> impl Iterator<Item = (Cell, char)> {
    let letters: Vec<char> = drawing.chars().filter(|c| ".BW*".contains(*c)).collect();
    assert_eq!(letters.len(), size.cells(), "a drawing of {size}");
    size.all().zip(letters)
}

/// The position in a drawing. The turn is Black's where the stones are as many, else White's.
pub fn position<const W: usize>(width: usize, height: usize, drawing: &str) -> Position<W> {
    let size = BoardSize::new(width, height).expect("a drawing's size");
    let mut position = Position::new(size);
    for (cell, letter) in letters(size, drawing) {
        match letter {
            'B' => position.place(Colour::Black, cell),
            'W' => position.place(Colour::White, cell),
            _ => {}
        }
    }
    if position.stones(Colour::Black).len() > position.stones(Colour::White).len() {
        position.set_to_move(Colour::White);
    }
    position
}

/// The cells marked `*` in a drawing.
pub fn cells<const W: usize>(width: usize, height: usize, drawing: &str) -> CellSet<W> {
    let size = BoardSize::new(width, height).expect("a drawing's size");
    letters(size, drawing)
        .filter(|&(_, letter)| letter == '*')
        .map(|(cell, _)| cell)
        .collect()
}

/// The stones of a position, a slanted line for each row.
pub(super) fn draw<const W: usize>(position: &Position<W>) -> String {
    let size = position.size();
    let row = |row: usize| {
        let letters = (0..size.width()).map(|column| {
            let stone = position.at(Cell::new(row * size.width() + column));
            [" ", stone.map_or(".", Colour::letter)].concat()
        });
        " ".repeat(row) + &letters.collect::<String>()
    };
    (0..size.height()).map(row).collect::<Vec<_>>().join("\n")
}

/// A position from its drawing:
///
/// ```
/// use mustplay::hex::{Colour, Position};
/// let position: Position<1> = mustplay::position! { 3 x 3:
///     . B .
///      W B .
///       . B W
/// };
/// assert_eq!(position.winner(), Some(Colour::Black));
/// ```
#[macro_export]
macro_rules! position {
    ($width:literal x $height:literal : $($drawing:tt)*) => {
        $crate::hex::text::position($width, $height, stringify!($($drawing)*))
    };
}

/// A set of cells from its drawing:
///
/// ```
/// use mustplay::hex::CellSet;
/// let set: CellSet<1> = mustplay::cells! { 3 x 2:
///     * . .
///      . * *
/// };
/// assert_eq!(set.len(), 3);
/// ```
#[macro_export]
macro_rules! cells {
    ($width:literal x $height:literal : $($drawing:tt)*) => {
        $crate::hex::text::cells($width, $height, stringify!($($drawing)*))
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_reads_back() {
        let position: Position<1> = crate::position! { 3 x 2:
            B . W
             . B .
        };
        assert_eq!(draw(&position), " B . W\n  . B .");
        assert_eq!(self::position::<1>(3, 2, &draw(&position)), position);
        assert_eq!(position.to_move(), Colour::White);
        let set: CellSet<1> = crate::cells! { 3 x 2: * . * / . . * };
        assert_eq!(position.size().names(set), "a1 c1 c2");
    }

    #[test]
    #[should_panic(expected = "a drawing of 3x2")]
    fn a_drawing_with_a_cell_too_few_is_refused() {
        cells::<1>(3, 2, ". . . / . .");
    }
}
