//! A move as a player makes it, and as text.

use super::size::{cell_name, read_cell_name};
use super::{BoardSize, Cell, NotACell, SwapStyle};
use std::fmt;
use std::str::FromStr;

/// What a player can do when it is their turn.
///
/// A cell is a number that names a point only on a board of some size, so [`MoveName`] is what
/// implements `Display` and `FromStr`: [`Move::name`] and [`MoveName::on`] lead there and back.
///
/// ```
/// use mustplay::hex::{BoardSize, Move, MoveName, SwapStyle};
/// let size = BoardSize::USUAL;
/// let (mv, style) = "C2".parse::<MoveName>()?.on(size)?;
/// assert_eq!(mv.name(size).to_string(), "c2");
/// assert_eq!("swap".parse(), Ok(MoveName::Swap(SwapStyle::Pieces)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A stone on an empty cell.
    Place(Cell),
    /// Taking over the opponent's first stone, where the swap rule allows it.
    Swap,
    /// Giving the turn away. It never helps, and any number of them ends nothing; handicap games
    /// begin with it.
    Pass,
    /// Giving up.
    Resign,
}

impl Move {
    /// The cell of a stone.
    pub fn cell(self) -> Option<Cell> {
        match self {
            Self::Place(cell) => Some(cell),
            Self::Swap | Self::Pass | Self::Resign => None,
        }
    }

    /// Its name on a board of this size; that of a swap is `swap-pieces`.
    pub fn name(self, size: BoardSize) -> MoveName {
        match self {
            Self::Place(cell) => MoveName::Cell {
                column: size.column(cell),
                row: size.row(cell),
            },
            Self::Swap => MoveName::Swap(SwapStyle::Pieces),
            Self::Pass => MoveName::Pass,
            Self::Resign => MoveName::Resign,
        }
    }
}

/// A move as text: `a1`, `swap-pieces`, `swap-sides`, `pass`, `resign`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveName {
    /// A stone in this column and row, counted from 0.
    Cell {
        /// The column, by its letter.
        column: usize,
        /// The row, by its number.
        row: usize,
    },
    /// A swap.
    Swap(SwapStyle),
    /// A pass.
    Pass,
    /// A resignation.
    Resign,
}

impl MoveName {
    /// The move on a board of this size, with the style of a swap (`Pieces` for other moves).
    pub fn on(self, size: BoardSize) -> Result<(Move, SwapStyle), NotACell> {
        let mv = match self {
            Self::Cell { column, row } => {
                Move::Place(size.cell(column, row).ok_or(NotACell::OffBoard)?)
            }
            Self::Swap(style) => return Ok((Move::Swap, style)),
            Self::Pass => Move::Pass,
            Self::Resign => Move::Resign,
        };
        Ok((mv, SwapStyle::Pieces))
    }
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Cell { column, row } => f.pad(&cell_name(column, row)),
            Self::Swap(SwapStyle::Pieces) => f.pad("swap-pieces"),
            Self::Swap(SwapStyle::Sides) => f.pad("swap-sides"),
            Self::Pass => f.pad("pass"),
            Self::Resign => f.pad("resign"),
        }
    }
}

/// A text that names no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a move")]
pub struct NotAMove;

/// Reads names in any case. `swap` alone means `swap-pieces`.
impl FromStr for MoveName {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Self, NotAMove> {
        if let Ok((column, row)) = read_cell_name(text) {
            return Ok(Self::Cell { column, row });
        }
        match text.to_ascii_lowercase().as_str() {
            "swap" | "swap-pieces" => Ok(Self::Swap(SwapStyle::Pieces)),
            "swap-sides" => Ok(Self::Swap(SwapStyle::Sides)),
            "pass" => Ok(Self::Pass),
            "resign" => Ok(Self::Resign),
            _ => Err(NotAMove),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_in_any_case() {
        let size = BoardSize::new(5, 4).unwrap();
        let others = [Move::Swap, Move::Pass, Move::Resign];
        for mv in size.all().map(Move::Place).chain(others) {
            let name = mv.name(size);
            assert_eq!(name.to_string().to_uppercase().parse(), Ok(name));
            assert_eq!(name.on(size), Ok((mv, SwapStyle::Pieces)));
        }
        let sides = MoveName::Swap(SwapStyle::Sides);
        assert_eq!(sides.to_string().parse(), Ok(sides));
        assert_eq!(sides.on(size), Ok((Move::Swap, SwapStyle::Sides)));
        assert_eq!("Swap".parse(), Ok(Move::Swap.name(size)));
    }

    #[test]
    fn moves_off_the_board_are_not_syntax_errors() {
        for text in ["", "a", "a0", "passes", "swap pieces", "c3 "] {
            assert_eq!(text.parse::<MoveName>(), Err(NotAMove), "{text}");
        }
        let size = BoardSize::new(5, 4).unwrap();
        for text in ["f1", "a5", "a99999999999999999999999"] {
            let name: MoveName = text.parse().unwrap();
            assert_eq!(name.on(size), Err(NotACell::OffBoard), "{text}");
        }
    }
}
