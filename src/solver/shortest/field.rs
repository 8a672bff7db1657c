//! A board as the side sees it that is to win soon, the attacker: how far it is from joining its
//! edges, and which cells are of no use to it.

use crate::hex::{BoardSize, Cell, CellSet, Colour, Edge, Geometry};
use std::sync::OnceLock;

/// What lies beside a cell where the board ends: an edge of the attacker, or of the other side.
#[derive(Clone, Copy)]
enum Beside {
    Cell(Cell),
    Own,
    Other,
}

/// The ways of an attacker to join its edges.
#[derive(Clone, Copy)]
pub(super) struct Ways<const W: usize> {
    /// The stones that the shortest one needs; `None` if there is none of so many.
    pub distance: Option<usize>,
    /// The empty cells on ways of at most so many stones.
    pub cells: CellSet<W>,
}

/// The parts of a board that do not change.
pub(super) struct Field<const W: usize> {
    size: BoardSize,
    all: CellSet<W>,
    /// Without the first column, and without the last.
    columns: [CellSet<W>; 2],
    edges: [CellSet<W>; 2],
    /// What surrounds each cell, in order.
    rings: Vec<[Beside; 6]>,
    /// The empty cells at each distance from each edge.
    layers: [Vec<CellSet<W>>; 2],
}

impl<const W: usize> Field<W> {
    pub fn new(size: BoardSize, attacker: Colour) -> Self {
        let geometry = Geometry::<W>::of(size);
        let all = geometry.all();
        let side = |column: usize| {
            let cells = size.all().filter(|&cell| size.column(cell) == column);
            cells.collect::<CellSet<W>>()
        };
        Self {
            size,
            all,
            columns: [all - side(0), all - side(size.width() - 1)],
            edges: attacker.edges().map(|edge| geometry.border(edge)),
            rings: size.all().map(|cell| ring(size, attacker, cell)).collect(),
            layers: [Vec::new(), Vec::new()],
        }
    }

    /// Every cell beside one of these.
    fn spread(&self, cells: CellSet<W>) -> CellSet<W> {
        let width = self.size.width();
        let [after_first, before_last] = self.columns.map(|columns| cells & columns);
        let beside = before_last.shifted_up(1)
            | after_first.shifted_down(1)
            | cells.shifted_up(width)
            | cells.shifted_down(width)
            | after_first.shifted_up(width - 1)
            | before_last.shifted_down(width - 1);
        beside & self.all
    }

    fn reach(&self, from: CellSet<W>, within: CellSet<W>) -> CellSet<W> {
        let mut reached = from & within;
        loop {
            let more = reached | self.spread(reached) & within;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Finds the ways of at most so many stones more.
    pub fn ways(&mut self, own: CellSet<W>, other: CellSet<W>, most: usize) -> Ways<W> {
        let joined = self.reach(self.edges[0], own);
        if !joined.is_disjoint(self.edges[1]) {
            return Ways {
                distance: Some(0),
                cells: CellSet::EMPTY,
            };
        }
        let empty = self.all - own - other;
        for edge in 0..2 {
            let mut layers = std::mem::take(&mut self.layers[edge]);
            layers.clear();
            let stones = self.reach(self.edges[edge], own);
            let mut seen = stones;
            let mut front = (self.spread(stones) | self.edges[edge]) & empty;
            while !front.is_empty() && layers.len() < most {
                layers.push(front);
                seen |= front;
                let stones = self.reach(self.spread(front), own - seen);
                seen |= stones;
                front = self.spread(front | stones) & (empty - seen);
            }
            self.layers[edge] = layers;
        }
        let [near, far] = &self.layers;
        let mut ways = Ways {
            distance: None,
            cells: CellSet::EMPTY,
        };
        // Both distances of a cell count its own stone.
        for (before, &layer) in near.iter().enumerate() {
            let mut far = far.iter().take(most - before).enumerate();
            let mut reached = CellSet::EMPTY;
            for (behind, &other) in far.by_ref() {
                reached |= other;
                let stones = before + behind + 1;
                if !layer.is_disjoint(other) && ways.distance.is_none_or(|found| stones < found) {
                    ways.distance = Some(stones);
                }
            }
            ways.cells |= layer & reached;
        }
        ways
    }

    /// The stones of the other side with those cells that are as good as its own, whatever the
    /// attacker does: useless ones, and pairs of which it gets one and makes the other useless. An
    /// attacker needs no more stones without them.
    pub fn filled(&self, own: CellSet<W>, mut other: CellSet<W>) -> CellSet<W> {
        loop {
            let before = other;
            for cell in self.all - own - other {
                if other.contains(cell) {
                    continue;
                }
                let seen = self.seen(own, other, cell);
                if seen.is_useless() {
                    other.insert(cell);
                } else if let Some(pair) = self.captured_with(own, other, cell, seen) {
                    other |= [cell, pair].into_iter().collect();
                }
            }
            if other == before {
                return other;
            }
        }
    }

    /// A cell that makes this one useless if the other side takes it, and the other way round.
    fn captured_with(
        &self,
        own: CellSet<W>,
        other: CellSet<W>,
        cell: Cell,
        seen: Ring,
    ) -> Option<Cell> {
        // Each pair is found from both of its cells.
        (0..3).find_map(|place| {
            let beside = self.empty_beside(own, other, cell, place)?;
            let back = self.seen(own, other, beside).with_other(place + 3);
            (seen.with_other(place).is_useless() && back.is_useless()).then_some(beside)
        })
    }

    /// Whether the other side can make a cell useless by its answer, once the attacker is there:
    /// then any other move is at least as good.
    pub fn is_vulnerable(&self, own: CellSet<W>, other: CellSet<W>, cell: Cell) -> bool {
        let seen = self.seen(own, other, cell);
        (0..6).any(|place| {
            self.empty_beside(own, other, cell, place).is_some()
                && seen.with_other(place).is_useless()
        })
    }

    fn empty_beside(
        &self,
        own: CellSet<W>,
        other: CellSet<W>,
        cell: Cell,
        place: usize,
    ) -> Option<Cell> {
        match self.rings[cell.index()][place] {
            Beside::Cell(beside) if !(own | other).contains(beside) => Some(beside),
            _ => None,
        }
    }

    fn seen(&self, own: CellSet<W>, other: CellSet<W>, cell: Cell) -> Ring {
        let mut seen = Ring(0);
        for (place, beside) in self.rings[cell.index()].iter().enumerate() {
            match beside {
                Beside::Own => seen = seen.with_own(place),
                Beside::Other => seen = seen.with_other(place),
                Beside::Cell(beside) if own.contains(*beside) => seen = seen.with_own(place),
                Beside::Cell(beside) if other.contains(*beside) => seen = seen.with_other(place),
                Beside::Cell(_) => {}
            }
        }
        seen
    }
}

/// What surrounds a cell. Beyond a corner of the board, where edges of both sides end, the edge of
/// the attacker goes on: that is never worse for it.
fn ring(size: BoardSize, attacker: Colour, cell: Cell) -> [Beside; 6] {
    let (column, row) = (
        size.column(cell).cast_signed(),
        size.row(cell).cast_signed(),
    );
    let steps = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
    steps.map(|(across, down)| {
        let (column, row) = (column + across, row + down);
        let places = usize::try_from(column).ok().zip(usize::try_from(row).ok());
        let inside = places.and_then(|(column, row)| size.cell(column, row));
        if let Some(cell) = inside {
            return Beside::Cell(cell);
        }
        let beyond = |edge: Edge| match edge {
            Edge::North => row < 0,
            Edge::South => row >= size.height().cast_signed(),
            Edge::West => column < 0,
            Edge::East => column >= size.width().cast_signed(),
        };
        if attacker.edges().into_iter().any(beyond) {
            Beside::Own
        } else {
            Beside::Other
        }
    })
}

/// The stones around a cell: six bits for those of the attacker, six for the others.
#[derive(Clone, Copy)]
struct Ring(usize);

impl Ring {
    fn with_own(self, place: usize) -> Self {
        Self(self.0 | 1 << (place % 6))
    }

    fn with_other(self, place: usize) -> Self {
        Self(self.0 | 64 << (place % 6))
    }

    /// Whether the cell between them is of no use to the attacker, however the game goes on: all
    /// that it could join touches without it.
    fn is_useless(self) -> bool {
        static KNOWN: OnceLock<Vec<bool>> = OnceLock::new();
        let known = KNOWN.get_or_init(|| (0..1 << 12).map(|bits| Self(bits).touches()).collect());
        known[self.0]
    }

    /// Whether all neighbours that are not the other side's touch: they are beside each other, or
    /// beside the same row of the attacker's stones.
    fn touches(self) -> bool {
        let own = |place: usize| self.0 >> (place % 6) & 1 == 1;
        let other = |place: usize| self.0 >> (place % 6 + 6) & 1 == 1;
        let empty: Vec<usize> = (0..6)
            .filter(|&place| !own(place) && !other(place))
            .collect();
        let rows = (0..6)
            .filter(|&place| own(place) && !own(place + 5))
            .count();
        if (0..6).all(own) {
            return true;
        }
        match (rows, &empty[..]) {
            (0, [] | [_]) => true,
            (0, [one, two]) => matches!(two - one, 1 | 5),
            (1, empty) => empty.iter().all(|&place| own(place + 1) || own(place + 5)),
            _ => false,
        }
    }
}
