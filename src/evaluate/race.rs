//! Moves by the distances that they leave: the stones that a side still needs to join its edges if
//! it plays alone.

use super::stones_to_join;
use crate::board::{Cell, CellSet, Chains, Colour, Position};
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

/// The move that resists longest: of these cells, the one that makes the opponent's distance
/// longest, and among those our own shortest.
pub fn longest_resistance<const W: usize>(
    position: &Position<W>,
    cells: CellSet<W>,
) -> Option<Cell> {
    let mover = position.to_move();
    let mut chains = Chains::new(position);
    let mut merit = |cell| {
        chains.place(mover, cell);
        let [own, other] = [mover, !mover].map(|colour| stones_to_join(&chains, colour));
        chains.undo();
        let [own, other] = [own, other].map(|distance| distance.unwrap_or(u32::MAX));
        (other, Reverse(own), Reverse(cell))
    };
    cells.iter().max_by_key(|&cell| merit(cell))
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
