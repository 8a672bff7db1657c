//! Two ends on a board where joining them is all that there is to do.
//!
//! Hex is won by joining edges. So each of the two ends is joined to an edge of the colour's, by a
//! *tail* of stones that leads away from the other end, and what else touches this edge is taken
//! away. Then who joins the edges joins the ends.
//!
//! ```text
//!     W   B   W   .        The tail from A to the upper edge. Where its neighbours do not touch A,
//!       W   B   W   .      they are the opponent's: what the colour joins to the tail, it has
//!         .   A   .   .    joined to A.
//! ```
//!
//! On this **fenced** board the colour has less than on the real one: if it joins the edges here, it
//! joins the ends there. It may have less still: cells outside a zone are the opponent's too, which
//! saves work. On the **open** board the tails are stones like any other and nothing is taken away,
//! so that the colour has more than on the real one: if it cannot join the edges here, it cannot
//! join the ends there.

use crate::hex::{Cell, CellSet, Chain, Chains, Colour, Edge, End, Position};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What is lost if another chain of the colour's is taken away.
const STONE: u32 = 100;

/// What is lost with a cell through which the shortest ways lead; half of it with one through which
/// a way leads that takes a stone more, and so on.
const CELL: u32 = 64;

/// One of the two ends, and the edge that stands for it.
#[derive(Clone, Copy)]
struct Side<const W: usize> {
    stones: CellSet<W>,
    edge: Edge,
    /// Whether the end has reached it.
    reached: bool,
}

/// A position in which two ends of a colour are joined to an edge each.
#[derive(Clone)]
pub struct Joined<const W: usize> {
    pub position: Position<W>,
    pub colour: Colour,
    sides: [Side<W>; 2],
    tails: [CellSet<W>; 2],
    /// The stones that the shortest way from one end to the other over each cell takes.
    far: Vec<u32>,
}

impl<const W: usize> Joined<W> {
    /// The ends with tails to edges; none if a tail has no way to its edge.
    pub fn new(position: &Position<W>, colour: Colour, ends: [Chain<W>; 2]) -> Option<Self> {
        let chains = Chains::new(position);
        let far = distances(position, &chains, colour, ends);
        let mut found: Option<(u32, Self)> = None;
        let [first, second] = colour.edges();
        for edges in [[first, second], [second, first]] {
            let side = |place: usize| {
                let (own, other) = (ends[place].members, edges[1 - place]);
                let size = position.size();
                (!own.contains(End::edge(size, other))).then(|| Side {
                    stones: own.cells_in(position.geometry().all()),
                    edge: edges[place],
                    reached: own.contains(End::edge(size, edges[place])),
                })
            };
            let (Some(one), Some(other)) = (side(0), side(1)) else {
                continue;
            };
            let mut joined = Self {
                position: *position,
                colour,
                sides: [one, other],
                tails: [CellSet::EMPTY; 2],
                far: Vec::new(),
            };
            let Some(cost) = joined.grow_tails(&far) else {
                continue;
            };
            if found.as_ref().is_none_or(|(least, _)| cost < *least) {
                found = Some((cost, joined));
            }
        }
        let (_, mut joined) = found?;
        joined.far = far;
        Some(joined)
    }

    /// The cells beside an end, with those beside the edge that it has reached.
    fn beside(&self, side: &Side<W>) -> CellSet<W> {
        let geometry = self.position.geometry();
        let beside = geometry.neighbours_of(side.stones);
        let border = if side.reached {
            geometry.border(side.edge)
        } else {
            CellSet::EMPTY
        };
        (beside | border) - side.stones
    }

    /// Grows the tails that cost least; what they cost, or `None` if one has no way.
    fn grow_tails(&mut self, far: &[u32]) -> Option<u32> {
        let least = far.iter().copied().min().unwrap_or_default();
        let values: Vec<u32> = self
            .position
            .size()
            .all()
            .map(|cell| match self.position.at(cell) {
                Some(stone) if stone == self.colour => STONE,
                Some(_) => 0,
                None => 1 + CELL.checked_shr(far[cell.index()] - least).unwrap_or(0),
            })
            .collect();
        let mut cost = 0;
        for place in [0, 1] {
            if self.sides[place].reached {
                continue;
            }
            let (tail, lost) = self.tail(place, &values)?;
            self.tails[place] = tail;
            cost += lost;
        }
        Some(cost)
    }

    /// The tail from an end to its edge that costs least.
    fn tail(&self, place: usize, values: &[u32]) -> Option<(CellSet<W>, u32)> {
        let geometry = self.position.geometry();
        let [own, other] = [&self.sides[place], &self.sides[1 - place]];
        let beside = self.beside(own);
        let other_tail = self.tails[1 - place];
        let taken = own.stones | other.stones | self.beside(other);
        let free = geometry.all() - taken - other_tail - geometry.neighbours_of(other_tail);
        let value = |cells: CellSet<W>| cells.iter().map(|cell| values[cell.index()]).sum::<u32>();
        let cost = |cell: Cell| {
            let around = geometry.neighbours(cell) - own.stones - beside;
            value(around.with(cell))
        };
        let mut least = vec![u32::MAX; values.len()];
        let mut came_from: Vec<Option<Cell>> = vec![None; values.len()];
        let mut queue = BinaryHeap::new();
        for cell in beside & free {
            least[cell.index()] = cost(cell);
            queue.push(Reverse((cost(cell), cell)));
        }
        while let Some(Reverse((spent, cell))) = queue.pop() {
            if spent > least[cell.index()] {
                continue;
            }
            if geometry.border(own.edge).contains(cell) {
                let row = std::iter::successors(Some(cell), |&cell| came_from[cell.index()]);
                return Some((row.collect(), spent));
            }
            for next in geometry.neighbours(cell) & free {
                let sum = spent + cost(next);
                if sum < least[next.index()] {
                    least[next.index()] = sum;
                    came_from[next.index()] = Some(cell);
                    queue.push(Reverse((sum, next)));
                }
            }
        }
        None
    }

    /// The empty cells on ways that take at most so many stones more than the shortest.
    pub fn near(&self, detour: u32) -> CellSet<W> {
        let least = self.far.iter().min().copied().unwrap_or_default();
        let cells = self.position.empty().iter();
        cells
            .filter(|cell| self.far[cell.index()] <= least + detour)
            .collect()
    }

    /// Whether the fence takes stones of the colour's away.
    pub fn takes_stones(&self) -> bool {
        let kept = self.fenced(CellSet::EMPTY).stones(self.colour);
        !self.position.stones(self.colour).is_subset(kept)
    }

    /// The fenced board, on which the colour has no cells outside a zone.
    pub fn fenced(&self, zone: CellSet<W>) -> Position<W> {
        let geometry = self.position.geometry();
        let mut board = self.position;
        let mut taken = board.empty() - zone;
        let tails = self.tails[0] | self.tails[1];
        for (side, tail) in self.sides.iter().zip(self.tails) {
            if !side.reached {
                let outside = geometry.border(side.edge) | geometry.neighbours_of(tail);
                taken |= outside - side.stones - self.beside(side);
            }
        }
        for cell in taken - tails {
            set(&mut board, !self.colour, cell);
        }
        for cell in tails {
            set(&mut board, self.colour, cell);
        }
        board
    }

    /// The open board.
    pub fn open(&self) -> Position<W> {
        let mut board = self.position;
        for cell in self.tails[0] | self.tails[1] {
            set(&mut board, self.colour, cell);
        }
        board
    }
}

/// Puts a stone on a cell, whatever is on it.
fn set<const W: usize>(board: &mut Position<W>, colour: Colour, cell: Cell) {
    if board.at(cell).is_some() {
        board.clear(cell);
    }
    board.place(colour, cell);
}

/// For each cell, the stones that the shortest way from one end to the other over it takes.
fn distances<const W: usize>(
    position: &Position<W>,
    chains: &Chains<W>,
    colour: Colour,
    ends: [Chain<W>; 2],
) -> Vec<u32> {
    let geometry = position.geometry();
    let mut sum = vec![0_u32; position.size().cells()];
    for end in ends {
        let (mut far, mut left, mut wave) = (0, position.empty(), end.liberties);
        while !wave.is_empty() {
            far += 1;
            left -= wave;
            let mut next = geometry.neighbours_of(wave);
            for chain in chains.leads(colour).filter_map(|lead| chains.chain(lead)) {
                if !chain.liberties.is_disjoint(wave) {
                    next |= chain.liberties;
                }
            }
            for cell in wave {
                sum[cell.index()] += far;
            }
            wave = next & left;
        }
        for cell in (geometry.all() - position.empty()) | left {
            sum[cell.index()] += position.size().cells() as u32;
        }
    }
    sum
}
