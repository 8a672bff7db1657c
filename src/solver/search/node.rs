//! What is known of one position, from the side of the player to move.
//!
//! An open node holds the moves that may still win, and the cells by which the opponent beats all
//! others. A move that is refuted takes with it all that lie outside the carrier of its refutation:
//! the opponent would answer them with the same cells. When no move is left, these carriers
//! together are the opponent's carrier.

use crate::hex::{BoardSize, Cell, CellSet, Image, Position};
use crate::solver::ProofNumbers;

/// Moves that a node lists in order; the others follow row by row.
const MOVES_LISTED: usize = 24;

/// A move of a position, in its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderedMove {
    /// Where.
    pub cell: Cell,
    /// How many leaves more than after the best move the proof is assumed to need, before anything
    /// is searched.
    pub more: u8,
}

impl OrderedMove {
    /// The most leaves.
    pub const MOST: u8 = 126;

    /// A move that is as good as the best.
    pub fn best(cell: Cell) -> Self {
        Self { cell, more: 0 }
    }

    /// The numbers after it, before it is searched.
    pub fn unsearched(self) -> ProofNumbers {
        ProofNumbers::new(1, 1 + u32::from(self.more))
    }
}

/// A move in a list, or none: 9 bits for the cell, 7 for the leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ListedMove(u16);

impl ListedMove {
    const NONE: Self = Self(u16::MAX);

    fn new(ordered: OrderedMove) -> Self {
        let more = u16::from(ordered.more.min(OrderedMove::MOST));
        Self(ordered.cell.index() as u16 | more << 9)
    }

    fn get(self) -> Option<OrderedMove> {
        (self != Self::NONE).then(|| OrderedMove {
            cell: Cell::new(usize::from(self.0 & 0x1FF)),
            more: (self.0 >> 9) as u8,
        })
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct ProofNode<const W: usize> {
    /// How far the side to move is from a win, and from a loss.
    pub numbers: ProofNumbers,
    /// Leaves evaluated below.
    pub work: u32,
    /// The moves that may still win, while that is open.
    pub open: CellSet<W>,
    /// The cells by which the opponent wins against all other moves; once it is decided, the
    /// winner's carrier.
    pub cover: CellSet<W>,
    /// The best moves, best first; the winning move first, once it is known.
    list: [ListedMove; MOVES_LISTED],
}

impl<const W: usize> ProofNode<W> {
    /// A position whose winner is open.
    pub fn open(moves: &[OrderedMove], cover: CellSet<W>) -> Self {
        let cells = moves.iter().map(|one| one.cell).collect();
        let mut node = Self::unordered(cells, cover);
        for (place, &ordered) in node.list.iter_mut().zip(moves) {
            *place = ListedMove::new(ordered);
        }
        node
    }

    /// An open position whose moves are not in order yet, inferior ones among them.
    pub fn unordered(moves: CellSet<W>, cover: CellSet<W>) -> Self {
        let mut node = Self {
            numbers: ProofNumbers::new(1, moves.len() as u32),
            work: 1,
            open: moves,
            cover,
            list: [ListedMove::NONE; MOVES_LISTED],
        };
        if moves.is_empty() {
            node.decide(false);
        }
        node
    }

    /// Whether its moves are in order, and the inferior ones left out.
    pub fn is_ordered(&self) -> bool {
        self.list[0] != ListedMove::NONE
    }

    /// Puts the moves in order, of which these are worth considering, best first; against all
    /// others the opponent wins with these cells.
    pub fn order(&mut self, moves: &[OrderedMove], cover: CellSet<W>) {
        let ordered = Self::open(moves, cover);
        self.list = ordered.list;
        self.open &= ordered.open;
        self.cover |= cover;
        if self.open.is_empty() {
            self.decide(false);
        }
    }

    /// A position that is decided.
    pub fn decided(wins: bool, carrier: CellSet<W>, by: Option<Cell>) -> Self {
        let by = by.map(OrderedMove::best);
        let mut node = Self::open(by.as_slice(), carrier);
        node.decide(wins);
        node
    }

    /// What another knows of an open position. Its moves count as in order even if it lists none
    /// that is open: it has left out inferior ones, and those found here must not be left out
    /// besides.
    pub fn known(
        numbers: ProofNumbers,
        work: u32,
        open: CellSet<W>,
        cover: CellSet<W>,
        listed: &[OrderedMove],
    ) -> Self {
        let first = open.first().map(OrderedMove::best);
        let listed = if listed.is_empty() {
            first.as_slice()
        } else {
            listed
        };
        let mut node = Self::open(listed, cover);
        (node.numbers, node.work, node.open) = (numbers, work, open);
        node
    }

    fn decide(&mut self, wins: bool) {
        self.numbers = ProofNumbers::decided(wins);
        self.open = CellSet::EMPTY;
    }

    /// Whether the side to move wins, once that is known.
    pub fn wins(&self) -> Option<bool> {
        self.numbers.wins()
    }

    /// The moves that are open, best first.
    pub fn moves(&self) -> Vec<Cell> {
        self.ordered().iter().map(|one| one.cell).collect()
    }

    /// The same with what each is assumed to need: one that is not listed as much as the last that
    /// is.
    pub fn ordered(&self) -> Vec<OrderedMove> {
        let mut moves = self.listed();
        let more = self.all_listed().last().map_or(0, |last| last.more);
        let rest = moves
            .iter()
            .fold(self.open, |rest, one| rest.without(one.cell));
        moves.extend(rest.iter().map(|cell| OrderedMove { cell, more }));
        moves
    }

    /// The open moves that it lists, best first.
    pub fn listed(&self) -> Vec<OrderedMove> {
        let listed = self.all_listed();
        listed.filter(|one| self.open.contains(one.cell)).collect()
    }

    /// All moves that it lists, those that are refuted too.
    pub fn all_listed(&self) -> impl Iterator<Item = OrderedMove> {
        self.list.iter().map_while(|listed| listed.get())
    }

    /// Puts these moves first, those of them that are open.
    pub fn prefer(&mut self, first: &[Cell]) {
        let first = first
            .iter()
            .copied()
            .filter(|&cell| self.open.contains(cell));
        let mut moves: Vec<OrderedMove> = first.map(OrderedMove::best).collect();
        let rest = self.ordered().into_iter();
        let is_new = |one: &OrderedMove| moves.iter().all(|first| first.cell != one.cell);
        let rest: Vec<OrderedMove> = rest.filter(is_new).collect();
        moves.extend(rest);
        for (place, ordered) in self.list.iter_mut().zip(moves) {
            *place = ListedMove::new(ordered);
        }
    }

    /// The best move when the position was evaluated, or the winning one.
    pub fn best(&self) -> Option<Cell> {
        self.list[0].get().map(|best| best.cell)
    }

    /// Records that a move wins, with this carrier after it.
    pub fn win_by(&mut self, cell: Cell, carrier: CellSet<W>) {
        self.list[0] = ListedMove::new(OrderedMove::best(cell));
        self.cover = carrier.with(cell);
        self.decide(true);
    }

    /// Records that the opponent wins with this carrier wherever the side to move plays outside it.
    pub fn exclude(&mut self, carrier: CellSet<W>) {
        let left = self.open & carrier;
        if left != self.open {
            self.open = left;
            self.cover |= carrier;
        }
        if left.is_empty() {
            self.decide(false);
        }
    }

    /// Records that the opponent wins with this carrier after a move, which lies outside it.
    pub fn refute(&mut self, cell: Cell, carrier: CellSet<W>) {
        self.exclude(carrier.without(cell));
    }

    /// Takes in what another has found of the same position: of two that are open that stays whose
    /// moves are in order, and then that which has fewer. Moves that either leaves out are not left
    /// out together: one may have left out a move for another that the other has left out for it.
    pub fn merge(&mut self, other: &Self) {
        if self.wins().is_some() {
            return;
        }
        let work = self.work.max(other.work);
        let rank = |node: &Self| (!node.is_ordered(), node.open.len());
        if other.wins().is_some() {
            *self = *other;
        } else if rank(other) < rank(self) {
            *self = Self {
                numbers: self.numbers,
                work,
                ..*other
            };
        } else {
            self.work = work;
        }
    }

    /// The same of an image of the position.
    #[must_use]
    pub fn image(&self, image: Image, size: BoardSize) -> Self {
        Self {
            open: image.cells(size, self.open),
            cover: image.cells(size, self.cover),
            ..self.moved(|cell| image.cell(size, cell))
        }
    }

    /// The same of the position turned by 180°.
    #[must_use]
    pub fn rotated(&self, position: &Position<W>) -> Self {
        let size = position.size();
        let turn = |cells: CellSet<W>| cells.iter().map(|cell| size.rotate(cell)).collect();
        Self {
            open: turn(self.open),
            cover: turn(self.cover),
            ..self.moved(|cell| size.rotate(cell))
        }
    }

    /// The same with other cells in the list.
    fn moved(&self, to: impl Fn(Cell) -> Cell) -> Self {
        let list = self.list.map(|listed| {
            listed.get().map_or(ListedMove::NONE, |ordered| {
                ListedMove::new(OrderedMove {
                    cell: to(ordered.cell),
                    ..ordered
                })
            })
        });
        Self { list, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::BoardSize;

    fn cells(names: &str) -> Vec<Cell> {
        let size = BoardSize::square(3).unwrap();
        let names = names.split_whitespace();
        names.map(|name| size.read(name).unwrap()).collect()
    }

    fn moves(names: &str) -> Vec<OrderedMove> {
        cells(names).into_iter().map(OrderedMove::best).collect()
    }

    fn set(names: &str) -> CellSet<1> {
        cells(names).into_iter().collect()
    }

    #[test]
    fn refutations_take_with_them_what_does_not_touch_them() {
        let size = BoardSize::square(3).unwrap();
        let mut node = ProofNode::open(&moves("b2 c1 a3"), set("c3"));
        node.refute(size.read("b2").unwrap(), set("c1 c2"));
        assert_eq!(node.moves(), cells("c1"));
        assert_eq!((node.wins(), node.cover), (None, set("c1 c2 c3")));
        let turned = node.rotated(&Position::new(size));
        assert_eq!(turned.moves(), cells("a3"));
        node.refute(size.read("c1").unwrap(), set("a1"));
        assert_eq!((node.wins(), node.cover), (Some(false), set("a1 c1 c2 c3")));
        let mut node = ProofNode::open(&moves("b2 c1 a3"), CellSet::EMPTY);
        node.win_by(size.read("c1").unwrap(), set("c2"));
        assert_eq!((node.wins(), node.best()), (Some(true), cells("c1").pop()));
        assert_eq!(node.cover, set("c1 c2"));
    }

    #[test]
    fn of_two_open_nodes_one_stays_whole() {
        let start = ProofNode::<1>::open(&moves("b2 c1 a3"), CellSet::EMPTY);
        let (mut one, mut other) = (start, start);
        one.exclude(set("b2 c1 c3"));
        other.exclude(set("a3 a2"));
        (one.numbers.proof, one.work, other.work) = (7, 5, 3);
        one.merge(&other);
        assert_eq!((one.moves(), one.wins()), (cells("a3"), None));
        assert_eq!((one.cover, one.work), (set("a3 a2"), 5));
        assert_eq!(one.numbers.proof, 7);
        let mut fresh = ProofNode::unordered(set("a3"), set("c2"));
        fresh.merge(&start);
        assert_eq!(
            (fresh.moves(), fresh.is_ordered()),
            (cells("b2 c1 a3"), true)
        );
        other.exclude(set("b3"));
        one.merge(&other);
        assert_eq!((one.wins(), one.cover), (Some(false), other.cover));
        other.merge(&start);
        assert_eq!(other.wins(), Some(false));
    }

    #[test]
    fn what_is_excluded_stays_so_when_moves_are_put_in_order() {
        let mut node = ProofNode::<1>::unordered(set("a3 b2 c1 c2"), set("a1"));
        assert_eq!(
            (node.is_ordered(), node.moves()),
            (false, cells("c1 b2 c2 a3"))
        );
        node.exclude(set("b2 c1 c2"));
        node.order(&moves("c1 a3 b2"), set("b1"));
        assert_eq!((node.is_ordered(), node.moves()), (true, cells("c1 b2")));
        assert_eq!(node.cover, set("a1 b1 b2 c1 c2"));
        node.order(&moves("a3"), CellSet::EMPTY);
        assert_eq!(node.wins(), Some(false));
    }

    #[test]
    fn what_another_knows_is_not_put_in_order_again() {
        let node = ProofNode::<1>::known(ProofNumbers::new(1, 2), 30, set("a3 b2"), set("c1"), &[]);
        assert!(node.is_ordered());
        assert_eq!((node.moves(), node.wins()), (cells("b2 a3"), None));
    }
}
