//! Parts of the board that are games of their own.
//!
//! Stones cut the empty cells into regions ([`super::region`]). Where just two chains of a colour
//! touch a region from outside, all that the region does for the rest of the board is to join these
//! two, or not. Let the rest be coloured in any way such that this decides the game: the colour
//! wins if all of the region is its own, and loses if all of it is the opponent's. Then the game on
//! that board is the region's: who joins the two chains, or keeps them apart, wins it. On any board
//! with the same region,
//! - a side that wins it *moving second* may count it as its own;
//! - if whoever moves first wins it, it is worth as much as one cell: a side that plays there needs
//!   to consider one move only, by which it wins the region, and has all of it then. Any other move
//!   there is no better than a pass.
//!
//! ```text
//!     . . . . . .        Black's wall cuts the board in two. The upper part joins the wall to
//!      . W . . B .       the north, or does not: a game of its own, with a way down from the
//!       B B B B B B      wall to the south. If Black wins it moving second, it is Black's; then
//!        . . W . . .     only the lower part is left to play.
//!         . . . . . .
//! ```

use super::region::{ChainsAround, regions};
use crate::hex::{BoardSize, Cell, CellSet, Chain, Chains, Colour, Edge, End, Position};

/// A region that is a game of its own.
#[derive(Clone, Debug)]
pub struct CutRegion<const W: usize> {
    /// Its empty cells.
    pub cells: CellSet<W>,
    /// The shape of the region.
    pub shape: CutShape<W>,
}

/// All that the game of a region depends on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CutShape<const W: usize> {
    /// The colour that joins two chains there, or does not.
    colour: Colour,
    /// The empty cells.
    empty: CellSet<W>,
    /// The colour's stones inside.
    inside: CellSet<W>,
    /// The cells of both beside each of the two chains.
    beside: [CellSet<W>; 2],
}

/// The regions that are games of their own, if there are several regions, the smallest first. None
/// is a part of another.
pub fn cut_regions<const W: usize>(board: &Position<W>) -> Vec<CutRegion<W>> {
    let stones = Colour::ALL.map(|colour| board.stones(colour));
    let regions = regions(board.geometry(), stones);
    if regions.is_empty() {
        return Vec::new();
    }
    let chains = Chains::new(board);
    let mut cut: Vec<CutRegion<W>> = Vec::new();
    for cells in regions {
        if cut.iter().any(|whole| cells.is_subset(whole.cells)) {
            continue;
        }
        let mut shapes = Colour::ALL.into_iter();
        let shape = shapes.find_map(|colour| shape(&chains, colour, cells));
        cut.extend(shape.map(|shape| CutRegion { cells, shape }));
    }
    cut.sort_by_key(|region| region.cells.len());
    cut
}

/// Whether a chain has reached an edge.
fn at<const W: usize>(size: BoardSize, chain: &Chain<W>, edge: Edge) -> bool {
    chain.members.contains(End::edge(size, edge))
}

fn shape<const W: usize>(
    chains: &Chains<W>,
    colour: Colour,
    empty: CellSet<W>,
) -> Option<CutShape<W>> {
    let ChainsAround { inside, outside } = ChainsAround::new(chains, colour, empty);
    let [one, other] = outside.as_slice() else {
        return None;
    };
    let cells = chains.geometry().all();
    let inside = inside.iter().fold(CellSet::EMPTY, |all, chain| {
        all | chain.members.cells_in(cells)
    });
    // A chain inside touches none outside.
    let mut beside = [one.liberties & empty, other.liberties & empty];
    beside.sort_by_key(|cells| cells.first());
    Some(CutShape {
        colour,
        empty,
        inside,
        beside,
    })
}

impl<const W: usize> CutRegion<W> {
    /// A board on which nothing but the region is left to play, and decides the game; `None` if
    /// none was found.
    pub fn alone(&self, board: &Position<W>) -> Option<Position<W>> {
        let rest = board.empty() - self.cells;
        let paths = |colour| self.paths(board, colour);
        let colourings = Colour::ALL.into_iter().flat_map(|colour| {
            let plain = std::iter::once(CellSet::EMPTY);
            let linked = paths(colour).into_iter();
            plain.chain(linked).map(move |path| (colour, path))
        });
        let coloured = colourings.map(|(colour, path)| {
            let mut alone = *board;
            for cell in rest {
                let linked = path.contains(cell);
                alone.place(if linked { colour } else { !colour }, cell);
            }
            alone
        });
        coloured.into_iter().find(|alone| self.decides(alone))
    }

    /// Whether the region, and nothing else, decides the game on this board.
    fn decides(&self, alone: &Position<W>) -> bool {
        alone.empty() == self.cells
            && Colour::ALL.into_iter().all(|colour| {
                let stones = alone.stones(colour) | self.cells;
                alone.geometry().joins(stones, colour)
            })
    }

    /// Ways to link the two chains of a colour outside the region, where there are two, with one
    /// edge each: the cells that are needed.
    fn paths(&self, board: &Position<W>, colour: Colour) -> Vec<CellSet<W>> {
        let chains = Chains::new(board);
        let outside = ChainsAround::new(&chains, colour, self.cells).outside;
        let [one, other] = outside.as_slice() else {
            return Vec::new();
        };
        let link = |chain: &Chain<W>, edge| self.link(board, colour, chain, edge);
        let [first, second] = colour.edges();
        let pairs = [(first, second), (second, first)].into_iter();
        pairs
            .filter_map(|(one_edge, other_edge)| {
                Some(link(one, one_edge)? | link(other, other_edge)?)
            })
            .collect()
    }

    /// The fewest cells outside the region that join a chain to an edge.
    fn link(
        &self,
        board: &Position<W>,
        colour: Colour,
        chain: &Chain<W>,
        edge: Edge,
    ) -> Option<CellSet<W>> {
        if at(board.size(), chain, edge) {
            return Some(CellSet::EMPTY);
        }
        let (geometry, stones) = (board.geometry(), board.stones(colour));
        let (free, goal) = (board.empty() - self.cells, geometry.border(edge));
        let grow =
            |cells: CellSet<W>| cells | geometry.reach(geometry.neighbours_of(cells), stones);
        let mut layers = vec![chain.liberties & free];
        let mut reached = grow(chain.liberties & free);
        while reached.is_disjoint(goal) {
            let next = (geometry.neighbours_of(reached) & free) - reached;
            if next.is_empty() {
                return None;
            }
            layers.push(next);
            reached = grow(reached | next);
        }
        // Back from the edge, a cell of each layer.
        let (mut path, mut target) = (CellSet::EMPTY, goal);
        for layer in layers.into_iter().rev() {
            let leads = |&cell: &Cell| !grow(CellSet::of(cell)).is_disjoint(target);
            let cell = layer.iter().find(leads)?;
            path.insert(cell);
            target = geometry.neighbours(cell);
        }
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;

    #[test]
    fn a_wall_cuts_the_board_into_two_games() {
        let position: Position<1> = position! { 6 x 5:
            . . . . . .
             . W . . B .
              B B B B B B
               . . W . . .
                . . . . . .
        };
        let cut = cut_regions(&position);
        let size = position.size();
        let names: Vec<String> = cut.iter().map(|region| size.names(region.cells)).collect();
        let upper = "a1 b1 c1 d1 e1 f1 a2 c2 d2 f2";
        assert_eq!(names, [upper, "a4 b4 d4 e4 f4 a5 b5 c5 d5 e5 f5"]);
        for region in &cut {
            let alone = region.alone(&position).unwrap();
            for colour in Colour::ALL {
                let mut all = alone;
                for cell in region.cells {
                    all.place(colour, cell);
                }
                assert_eq!(all.winner(), Some(colour));
            }
        }
        // What is played in the other part changes nothing.
        let mut later = position;
        later.place(Colour::White, size.read("c5").unwrap());
        let upper = cut_regions(&later)
            .into_iter()
            .find(|region| region.cells == cut[0].cells);
        assert_eq!(upper.unwrap().shape, cut[0].shape);
        assert!(cut_regions(&Position::<1>::new(size)).is_empty());
    }
}
