//! Moves by the distances that they leave: the stones that a side still needs to join its edges if
//! it plays alone.

use super::stones_to_join;
use crate::hex::{Cell, CellSet, Chains, Colour, Position};
use std::cmp::Reverse;

/// These empty cells with the distance of `colour` once `mover` has played there, the shortest
/// first; the largest number where that side cannot join its edges any more.
pub fn moves_by_distance<const W: usize>(
    chains: &Chains<W>,
    mover: Colour,
    colour: Colour,
    cells: CellSet<W>,
) -> Vec<(u32, Cell)> {
    let mut chains = chains.clone();
    let distance = |cell| {
        chains.place(mover, cell);
        let distance = stones_to_join(&chains, colour).unwrap_or(u32::MAX);
        chains.undo();
        (distance, cell)
    };
    let mut moves: Vec<(u32, Cell)> = cells.iter().map(distance).collect();
    moves.sort_unstable();
    moves
}

/// The move that resists longest of these cells: the first of [`moves_that_resist`].
pub fn longest_resistance<const W: usize>(
    position: &Position<W>,
    cells: CellSet<W>,
) -> Option<Cell> {
    moves_that_resist(position, cells).first().copied()
}

/// These moves of the side to move, those first that make the opponent's distance longest, among
/// those the ones that make our own shortest, and then those closest to the middle of the board.
pub fn moves_that_resist<const W: usize>(position: &Position<W>, cells: CellSet<W>) -> Vec<Cell> {
    let mover = position.to_move();
    let mut chains = Chains::new(position);
    let size = position.size();
    let off_middle = |cell: Cell| {
        let (column, row) = (size.column(cell), size.row(cell));
        let off = |at: usize, length: usize| (2 * at + 1).abs_diff(length);
        off(column, size.width()) + off(row, size.height())
    };
    let mut merit = |cell| {
        chains.place(mover, cell);
        let [own, other] = [mover, !mover].map(|colour| stones_to_join(&chains, colour));
        chains.undo();
        let [own, other] = [own, other].map(|distance| distance.unwrap_or(u32::MAX));
        (Reverse(other), own, off_middle(cell), cell)
    };
    let mut moves: Vec<_> = cells.iter().map(&mut merit).collect();
    moves.sort_unstable();
    moves.into_iter().map(|(.., cell)| cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;

    #[test]
    fn what_is_lost_is_made_long() {
        let mut position: Position<1> = position! { 5 x 5:
            . . . . .
             . . B . .
              . . . . .
               . . B . .
                . W . . .
        };
        position.set_to_move(Colour::White);
        let cell = longest_resistance(&position, position.empty()).unwrap();
        let mut after = position;
        after.play(cell);
        let [before, after] =
            [position, after].map(|one| stones_to_join(&Chains::new(&one), Colour::Black));
        assert!(after > before, "{before:?} {after:?}");
    }
}
