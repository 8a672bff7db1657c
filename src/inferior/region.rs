//! Regions: parts of the empty cells that stones and borders cut off from the rest.
//!
//! The stones inside a region matter to a side only by the chains (edges included) that they join
//! there. So
//! - where a side has at most one chain, the region is **dead**: there are no chains to join;
//! - where a side, moving second, joins all its chains, the region is **held**: it may as well be
//!   that side's. With two chains of each side, alternating around the region, exactly one side
//!   joins its two.
//!
//! ```text
//!     . . B W . .         White's wall cuts the empty cells right of it off. Black has two chains there, the
//!      . . B W B .        north edge and the stones, and these are joined by a full inside, so the region is
//!       . B W . B .       Black's. Neither side has any use for d3 and d4, nor for the cells on the left.
//!        . B W . B .
//!         . W B B . .
//!          W B . . . .
//! ```
//!
//! A side's chain from one of the opponent's edges to the other cuts the board in two: the opponent
//! loses if it loses either part. That needs no separate rule: a winning semi of either part has
//! its carrier there, and two of them have no cell in common.

use crate::board::{CellSet, Chains, Colour, End, Geometry, Position};
use crate::connect::Connections;

/// The regions of the empty cells; none if there is only one.
pub(super) fn regions<const W: usize>(
    geometry: &Geometry<W>,
    empty: CellSet<W>,
) -> Vec<CellSet<W>> {
    let mut left = empty;
    let mut regions = Vec::new();
    while let Some(cell) = left.first() {
        let region = geometry.reach(CellSet::of(cell), left);
        if region == empty {
            break;
        }
        left -= region;
        regions.push(region);
    }
    regions
}

/// The chains of a colour that touch a region.
fn touching<const W: usize>(chains: &Chains<W>, colour: Colour, region: CellSet<W>) -> Vec<End> {
    let touches = |lead: &End| {
        let chain = chains.chain(*lead);
        chain.is_some_and(|chain| !chain.liberties.is_disjoint(region))
    };
    chains.leads(colour).filter(touches).collect()
}

/// The cells of regions in which this colour has no chains to join.
pub(super) fn without_use<const W: usize>(position: &Position<W>, colour: Colour) -> CellSet<W> {
    let regions = regions(position.geometry(), position.empty());
    if regions.is_empty() {
        return CellSet::EMPTY;
    }
    let chains = Chains::new(position);
    let idle = |region: &CellSet<W>| touching(&chains, colour, *region).len() <= 1;
    let idle = regions.into_iter().filter(idle);
    idle.fold(CellSet::EMPTY, |all, region| all | region)
}

/// The cells of regions in which a colour joins all its chains whatever the opponent does, by these
/// connections: filling them with the colour keeps the winner with either side to move. The
/// carriers lie inside, and those of different pairs of chains are disjoint.
pub fn held_regions<const W: usize>(connections: &Connections<W>) -> CellSet<W> {
    let chains = connections.chains();
    let regions = regions(chains.geometry(), chains.empty());
    let holds = |region: &CellSet<W>| holds(connections, *region);
    let held = regions.into_iter().filter(holds);
    held.fold(CellSet::EMPTY, |all, region| all | region)
}

/// Whether fulls inside a region, disjoint from each other, join all of the colour's chains there.
fn holds<const W: usize>(connections: &Connections<W>, region: CellSet<W>) -> bool {
    let mut apart = touching(connections.chains(), connections.colour(), region);
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
    use crate::connect::ConnectOptions;
    use crate::position;

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
        assert_eq!(white, "a1 b1 a2 b2 a3 d3 a4 d4 a5");
        let useless = Colour::ALL.map(|colour| size.names(without_use(&position, colour)));
        assert_eq!(useless, ["a1 b1 a2 b2 a3 d3 a4 d4 a5"; 2]);
    }
}
