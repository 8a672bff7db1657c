//! The neighbours of a cell as a number of twelve bits: two for each, in the order around the cell.
//!
//! ```text
//!       0 1          0 empty   1 Black's   2 White's
//!      5 . 2         3 off the board at an obtuse corner, beside both
//!       4 3          an edge counts as a stone of its colour
//! ```
//!
//! The number is the index of tables: the neighbours that save a bridge after an intrusion at the
//! cell ([`SAVING`]), or the weights of moves.

use crate::hex::Colour;

/// The steps to the neighbours, as (columns, rows), in the order around a cell.
pub const STEPS: [(isize, isize); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// The number of patterns.
pub const CODES: usize = 1 << 12;

/// A neighbour that is empty.
pub const EMPTY: u8 = 0;

/// A neighbour that is off the board beside edges of both colours.
pub const CORNER: u8 = 3;

/// A neighbour that is a stone or an edge of a colour.
pub const fn of(colour: Colour) -> u8 {
    match colour {
        Colour::Black => 1,
        Colour::White => 2,
    }
}

/// The neighbour in a direction of a cell with this number.
pub const fn neighbour(code: usize, direction: usize) -> u8 {
    ((code >> (2 * (direction % 6))) & 3) as u8
}

/// A stone as part of the pattern of its neighbour in a direction.
pub fn seen_from(direction: usize, colour: Colour) -> u16 {
    u16::from(of(colour)) << (2 * ((direction + 3) % 6))
}

/// For both colours and each number, the directions of empty cells that save a bridge of this
/// colour after the opponent's stone on the cell: those with the colour's stones or edges on both
/// sides. A bit a direction.
pub static SAVING: [[u8; CODES]; 2] = [saving(Colour::Black), saving(Colour::White)];

const fn saving(colour: Colour) -> [u8; CODES] {
    let own = of(colour);
    let mut table = [0; CODES];
    let mut code = 0;
    while code < CODES {
        let mut direction = 0;
        while direction < 6 {
            let sides = [
                neighbour(code, direction + 5),
                neighbour(code, direction + 1),
            ];
            if neighbour(code, direction) == EMPTY && sides[0] == own && sides[1] == own {
                table[code] |= 1 << direction;
            }
            direction += 1;
        }
        code += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_cell_between_two_stones_saves_their_bridge() {
        let black = usize::from(of(Colour::Black));
        // Stones above and below on the right, the cell between them empty, everything else too.
        let code = black << 2 | black << 6;
        assert_eq!(SAVING[0][code], 1 << 2);
        assert_eq!(SAVING[1][code], 0);
        // A stone in it, or one stone alone, saves nothing.
        assert_eq!(SAVING[0][code | black << 4], 0);
        assert_eq!(SAVING[0][black << 2], 0);
        // Around the end of the numbering.
        assert_eq!(SAVING[0][black << 10 | black << 2], 1);
    }
}
