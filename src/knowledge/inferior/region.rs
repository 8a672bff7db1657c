//! Regions: parts of the empty cells that stones and borders cut off from the rest.
//!
//! Two empty neighbours that both touch a stone of Black's and a stone of White's (or edges) are
//! joined through that stone whoever has them both, so their own contact is of no use to either
//! side, and a region may end between them. On a board drawn with the two stones in contact instead
//! of the two cells, who wins is the same.
//!
//! ```text
//!     .   W         The cells marked both touch W and B: nothing but the cells themselves is lost
//!       *   *       if the region on the left ends between them.
//!         B   .
//! ```
//!
//! A chain that touches one region only, and no edge, is inside it. What is played inside a region
//! matters to a side only by the chains from outside (edges included) that it joins there. So
//! - where a side has at most one chain from outside, the region is **dead**: there are no chains
//!   to join;
//! - where a side, moving second, joins all its chains from outside, the region is **held**: it may
//!   as well be that side's. With two chains of each side, alternating around the region, exactly
//!   one side joins its two.
//!
//! ```text
//!     . . B W . .         White's wall cuts off the empty cells right of it. Black has two chains
//!      . . B W B .        there, the north edge and the stones, and a full inside joins these, so
//!       . B W . B .       the region is Black's. Neither side has any use for d3 and d4, nor for
//!        . B W . B .      the cells on the left.
//!         . W B B . .
//!          W B . . . .
//! ```
//!
//! A side's chain from one of the opponent's edges to the other cuts the board in two: the opponent
//! loses if it loses either part. That needs no separate rule: a winning semi of either part has
//! its carrier there, and two of them have no cell in common.

use crate::hex::{Cell, CellSet, Chain, Chains, Colour, Edge, End, EndSet, Geometry, Position};
use crate::knowledge::connect::Connections;

/// The regions of the empty cells of a board with these stones of Black's and White's: those that
/// stones alone separate, if there are several, then the parts of those that end between cells
/// which stones of both colours touch.
pub(super) fn regions<const W: usize>(
    geometry: &Geometry<W>,
    stones: [CellSet<W>; 2],
) -> Vec<CellSet<W>> {
    let empty = geometry.all() - stones[0] - stones[1];
    let mut regions = parts(empty, |cell, left| geometry.reach(CellSet::of(cell), left));
    let sides = Colour::ALL.map(|colour| {
        let edges = colour.edges().map(|edge| End::edge(geometry.size(), edge));
        let stones = stones[colour.index()].as_ends();
        stones.with(edges[0]).with(edges[1])
    });
    let small = parts(empty, |cell, left| {
        without_crossings(geometry, sides, cell, left)
    });
    let mut new: Vec<_> = small
        .into_iter()
        .filter(|part| !regions.contains(part))
        .collect();
    regions.append(&mut new);
    regions
}

/// Cells in disjoint parts, each of which is all that can be reached from a cell of it; none if
/// there is only one.
fn parts<const W: usize>(
    cells: CellSet<W>,
    reach: impl Fn(Cell, CellSet<W>) -> CellSet<W>,
) -> Vec<CellSet<W>> {
    let mut left = cells;
    let mut parts = Vec::new();
    while let Some(cell) = left.first() {
        let part = reach(cell, left);
        if part == cells {
            break;
        }
        left -= part;
        parts.push(part);
    }
    parts
}

/// The cells that can be reached from one without a step between two cells that the stones and
/// edges of both sides touch.
fn without_crossings<const W: usize>(
    geometry: &Geometry<W>,
    sides: [EndSet<W>; 2],
    start: Cell,
    empty: CellSet<W>,
) -> CellSet<W> {
    let is_crossing = |common: EndSet<W>| sides.iter().all(|&side| !common.is_disjoint(side));
    let mut reached = CellSet::of(start);
    let mut fresh = reached;
    while let Some(cell) = fresh.first() {
        fresh.remove(cell);
        let near = geometry.near(cell);
        let mut next = near.cells_in(empty) - reached;
        if is_crossing(near) {
            for other in next {
                if is_crossing(near & geometry.near(other)) {
                    next.remove(other);
                }
            }
        }
        reached |= next;
        fresh |= next;
    }
    reached
}

/// The chains of a colour that touch a region.
pub(super) struct ChainsAround<const W: usize> {
    /// Those that touch nothing else, and no edge.
    pub inside: Vec<Chain<W>>,
    /// The others.
    pub outside: Vec<Chain<W>>,
}

impl<const W: usize> ChainsAround<W> {
    pub fn new(chains: &Chains<W>, colour: Colour, region: CellSet<W>) -> Self {
        let all = chains.leads(colour).filter_map(|lead| chains.chain(lead));
        let touching = all.filter(|chain| !chain.liberties.is_disjoint(region));
        let edges = Edge::ALL.map(|edge| End::edge(chains.size(), edge));
        let (inside, outside) = touching.copied().partition(|chain| {
            let at_edge = edges.iter().any(|&edge| chain.members.contains(edge));
            !at_edge && chain.liberties.is_subset(region)
        });
        Self { inside, outside }
    }
}

/// The cells of regions in which this colour has no chains to join.
pub(super) fn without_use<const W: usize>(position: &Position<W>, colour: Colour) -> CellSet<W> {
    let stones = Colour::ALL.map(|colour| position.stones(colour));
    let regions = regions(position.geometry(), stones);
    if regions.is_empty() {
        return CellSet::EMPTY;
    }
    let chains = Chains::new(position);
    let around = |region: &CellSet<W>| ChainsAround::new(&chains, colour, *region);
    let idle = |region: &CellSet<W>| around(region).outside.len() <= 1;
    let idle = regions.into_iter().filter(idle);
    idle.fold(CellSet::EMPTY, |all, region| all | region)
}

/// The cells of regions in which a colour joins all its chains from outside whatever the opponent
/// does, by these connections: filling them with the colour keeps the winner with either side to
/// move. The carriers lie inside, and those of different pairs of chains are disjoint.
pub fn held_regions<const W: usize>(connections: &Connections<W>) -> CellSet<W> {
    let chains = connections.chains();
    let stones = Colour::ALL.map(|colour| chains.stones(colour));
    let regions = regions(chains.geometry(), stones);
    let holds = |region: &CellSet<W>| holds(connections, *region);
    let held = regions.into_iter().filter(holds);
    held.fold(CellSet::EMPTY, |all, region| all | region)
}

/// Whether fulls inside a region, disjoint from each other, join all of the colour's chains from
/// outside.
fn holds<const W: usize>(connections: &Connections<W>, region: CellSet<W>) -> bool {
    let (chains, colour) = (connections.chains(), connections.colour());
    let outside = ChainsAround::new(chains, colour, region).outside;
    let leads = outside
        .iter()
        .filter_map(|chain| chains.lead(chain.members.first()?));
    let mut apart: Vec<End> = leads.collect();
    let Some(first) = apart.pop() else {
        return true;
    };
    let (mut joined, mut free) = (vec![first], region);
    while !apart.is_empty() {
        let next = apart.iter().enumerate().find_map(|(index, &chain)| {
            let fulls = joined.iter().flat_map(|&to| connections.fulls(chain, to));
            let mut inside = fulls.filter(|carrier| carrier.is_subset(free));
            inside.next().map(|carrier| (index, carrier))
        });
        let Some((index, carrier)) = next else {
            return false;
        };
        free -= carrier;
        joined.push(apart.swap_remove(index));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::connect::ConnectOptions;
    use crate::position;

    #[test]
    fn a_region_ends_where_stones_of_both_colours_meet_a_pair_of_cells() {
        // b3 and c3 both touch c2 and b4; a4 and a5 both touch b4 and the west.
        let position: Position<1> = position! { 4 x 5:
            . . W .
             . . W .
              . . . .
               . B . .
                . B . .
        };
        let stones = Colour::ALL.map(|colour| position.stones(colour));
        let size = position.size();
        let names: Vec<String> = regions(position.geometry(), stones)
            .into_iter()
            .map(|region| size.names(region))
            .collect();
        assert_eq!(
            names,
            ["a1 b1 a2 b2 a3 b3 a4", "d1 d2 c3 d3 c4 d4 c5 d5", "a5"]
        );
    }

    #[test]
    fn a_region_is_held_by_fulls_inside() {
        let position: Position<1> = position! { 6 x 6:
            . . B W . .
             . . B W B .
              . B W . B .
               . B W . B .
                . W B B . .
                 W B . . . .
        };
        let connections = |colour| Connections::new(&position, colour, ConnectOptions::default());
        let size = position.size();
        let [black, white] =
            Colour::ALL.map(|colour| size.names(held_regions(&connections(colour))));
        assert_eq!(
            black,
            "a1 b1 e1 f1 a2 b2 f2 a3 d3 f3 a4 d4 f4 a5 e5 f5 c6 d6 e6 f6"
        );
        // White has nothing to join below f1, where the east edge and Black's stones meet.
        assert_eq!(
            white,
            "a1 b1 a2 b2 f2 a3 d3 f3 a4 d4 f4 a5 e5 f5 c6 d6 e6 f6"
        );
        let useless = Colour::ALL.map(|colour| size.names(without_use(&position, colour)));
        assert_eq!(useless, [white.as_str(); 2]);
    }
}
