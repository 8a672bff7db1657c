//! Moves by the distances that they leave: the stones that a side still needs to join its edges if
//! it plays alone.

use super::{Distances, Metric, Neighbourhood, stones_to_join};
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

/// The shortest ways of a side between its edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShortestWays<const W: usize> {
    /// The empty cells on them.
    pub cells: CellSet<W>,
    /// The stones that one of them needs; `None` if there is none.
    pub stones: Option<u32>,
}

impl<const W: usize> ShortestWays<W> {
    /// Those of this side.
    pub fn of(position: &Position<W>, colour: Colour) -> Self {
        let chains = Chains::new(position);
        let neighbourhood = Neighbourhood::new(&chains, colour);
        let distances = Distances::new(&neighbourhood, position.size().cells(), Metric::Plain);
        let cells = position.empty().iter();
        let sums: Vec<(u32, Cell)> = cells
            .filter_map(|cell| Some((distances.sum(cell)?, cell)))
            .collect();
        let least = sums.iter().map(|one| one.0).min();
        let shortest = sums.iter().filter(|one| Some(one.0) == least);
        Self {
            cells: shortest.map(|one| one.1).collect(),
            // Each of the two distances counts the cell.
            stones: least.map(|sum| sum - 1),
        }
    }
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
    fn a_stone_on_a_shortest_way_shortens_it() {
        let mut position: Position<1> = position! { 5 x 5:
            . . . . .
             . . B . .
              . . . . .
               . . B . .
                . W . . .
        };
        position.set_to_move(Colour::White);
        let ways = Colour::ALL.map(|colour| ShortestWays::of(&position, colour));
        assert!(!(ways[0].cells & ways[1].cells).is_empty());
        let chains = Chains::new(&position);
        for (colour, ways) in Colour::ALL.into_iter().zip(ways) {
            let before = stones_to_join(&chains, colour);
            assert_eq!(ways.stones, before);
            let after = moves_by_distance(&chains, colour, colour, position.empty());
            for (distance, cell) in after {
                let nearer = Some(distance + 1) == before;
                assert_eq!(ways.cells.contains(cell), nearer, "{colour:?} {cell:?}");
            }
        }
        // Where a side is joined already, the other one has no way.
        let joined: Position<1> = position! { 3 x 3:
            . B .
             . B .
              . B .
        };
        let none = ShortestWays::of(&joined, Colour::White);
        assert_eq!((none.cells.is_empty(), none.stones), (true, None));
    }

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
