//! Claims, and the rules by which one follows from others.
//!
//! A **claim** states that the winner can join two ends (cells that are or become its stones, or
//! its edges) if it holds the stones `U` and every cell of `C` is empty or its own, whatever is on
//! all other cells. A *full* holds with the opponent to move, a *semi* with the winner to move.
//! Claims follow by these rules, in any position:
//!
//! - **path**: connected stones join any two of them, and edges beside them: a full with `C` empty;
//! - **and**: two fulls that share one end make a full between the other two ends, if they need no
//!   common cell;
//! - **move**: a move that leaves a full makes a semi, which needs the cell of the move instead
//!   of a stone there;
//! - **or**: semis between the same ends, without a cell common to all, make a full;
//! - **capture**: a claim may need two empty cells instead of two stones if, whichever cell the
//!   opponent takes, the winner's stone on the other makes it useless.
//!
//! All rules rest on one fact: more stones never harm. So a claim also holds with a larger `U`, and
//! a cell of `C` that is in `U` can be omitted, because it is the winner's. Before `and` and `or`
//! compare the needs of their parts, each part is given the stones of all, which leaves it `C - U`.
//! For the same reason a full is a semi too.
//!
//! Why `and` holds: the winner answers each move of the opponent in the part where it was made,
//! parts without a common cell do not interfere, and being joined is transitive. Why `or` holds:
//! wherever the opponent plays, one semi does not need that cell, and the winner is now to move.
//!
//! Why `capture` holds: the winner plays as if both stones were there, and answers the opponent on
//! one of the cells, a, with the other, b. At the end its stones in `U` and `C`, together with a,
//! join the ends by a path. Where this path enters and leaves a, it passes neighbours of a in `U`,
//! `C` or b, or edges beside a. If any two of these touch each other, or touch or belong to one
//! chain of the stones that the winner certainly has, b and `U`, the path does not need a.

use crate::hex::{Cell, CellSet, Colour, End, Geometry, NotACell};

/// How a claim is derived. Other claims are given by their numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CertificateStep<const W: usize> {
    Path {
        ends: [End; 2],
        cells: CellSet<W>,
    },
    And([usize; 2]),
    Move {
        cell: Cell,
        child: usize,
    },
    Or {
        children: Vec<usize>,
        /// Stones that are required besides those of the children.
        stones: CellSet<W>,
    },
    Capture {
        pair: [Cell; 2],
        child: usize,
        /// Stones that are required besides those of the child.
        stones: CellSet<W>,
    },
}

/// A claim.
#[derive(Clone, Copy, Debug)]
pub struct CertificateClaim<const W: usize> {
    /// The two ends, the lower first.
    pub ends: [End; 2],
    /// Whether the opponent may move first.
    pub full: bool,
    /// The stones that the winner holds.
    pub stones: CellSet<W>,
    /// The other cells that it needs, none of them in `stones`.
    pub cells: CellSet<W>,
}

/// Why a claim does not follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsound {
    /// A text is not a cell.
    #[error("there is a cell that is {0}")]
    Cell(#[from] NotACell),
    /// Both ends are the same.
    #[error("its ends are the same")]
    SameEnds,
    /// An edge is not the winner's.
    #[error("an end is an edge of the loser")]
    ForeignEdge,
    /// An end is a cell that is not among the stones.
    #[error("an end is not among its cells")]
    EndMissing,
    /// The stones are not connected.
    #[error("its cells do not join its ends")]
    NotJoined,
    /// A claim refers to a later one.
    #[error("{0} is not an earlier claim")]
    NotEarlier(usize),
    /// A full is needed.
    #[error("claim {0} does not hold if the opponent moves first")]
    NotFull(usize),
    /// The parts of an `and` share no end, or both.
    #[error("its parts do not meet in one end")]
    NoMiddle,
    /// The parts of an `and` need a common cell.
    #[error("both of its parts need a cell")]
    Overlap,
    /// The parts of an `or` have different ends.
    #[error("claim {0} joins other ends")]
    OtherEnds(usize),
    /// All parts of an `or` need a common cell.
    #[error("all of its parts need a cell")]
    InCommon,
    /// Captured cells are equal, or ends, or stones.
    #[error("its pair is one cell, an end or among its stones")]
    NoPair,
    /// A captured cell is not useless.
    #[error("one of its pair joins what is not joined without it")]
    OfUse,
    /// The older format has no captures.
    #[error("the first version of the format has no captures")]
    NoCaptures,
    /// An `or` has no parts.
    #[error("it has no parts")]
    NoParts,
}

impl<const W: usize> CertificateClaim<W> {
    /// The cells that it needs if the winner also has these stones.
    fn given(&self, stones: CellSet<W>) -> CellSet<W> {
        self.cells - stones
    }

    /// Whether it holds if the winner and the loser have these stones.
    pub fn fits(&self, winner: CellSet<W>, loser: CellSet<W>) -> bool {
        self.stones.is_subset(winner) && self.cells.is_disjoint(loser)
    }
}

/// The rules for one winner on one board.
#[derive(Clone, Copy)]
pub struct CertificateRules<const W: usize> {
    pub geometry: &'static Geometry<W>,
    pub winner: Colour,
}

impl<const W: usize> CertificateRules<W> {
    /// The winner's edges.
    pub fn edges(&self) -> [End; 2] {
        let size = self.geometry.size();
        self.winner.edges().map(|edge| End::edge(size, edge))
    }

    /// The claim that follows from a step.
    pub fn conclude(
        &self,
        step: &CertificateStep<W>,
        claims: &[CertificateClaim<W>],
    ) -> Result<CertificateClaim<W>, Unsound> {
        let earlier = |number: usize| claims.get(number).ok_or(Unsound::NotEarlier(number));
        match step {
            CertificateStep::Path { ends, cells } => self.path(*ends, *cells),
            CertificateStep::And([a, b]) => and([(*a, earlier(*a)?), (*b, earlier(*b)?)]),
            CertificateStep::Move { cell, child } => {
                let full = earlier(*child)?;
                if !full.full {
                    return Err(Unsound::NotFull(*child));
                }
                Ok(CertificateClaim {
                    full: false,
                    stones: full.stones.without(*cell),
                    cells: full.cells.with(*cell),
                    ..*full
                })
            }
            CertificateStep::Or { children, stones } => {
                let (&first, _) = children.split_first().ok_or(Unsound::NoParts)?;
                let ends = earlier(first)?.ends;
                let mut all = *stones;
                for &child in children {
                    let part = earlier(child)?;
                    if part.ends != ends {
                        return Err(Unsound::OtherEnds(child));
                    }
                    all |= part.stones;
                }
                let (mut common, mut cells) = (self.geometry.all(), CellSet::EMPTY);
                for &child in children {
                    let needed = earlier(child)?.given(all);
                    common &= needed;
                    cells |= needed;
                }
                if !common.is_empty() {
                    return Err(Unsound::InCommon);
                }
                Ok(CertificateClaim {
                    ends,
                    full: true,
                    stones: all,
                    cells,
                })
            }
            CertificateStep::Capture {
                pair,
                child,
                stones,
            } => self.capture(*pair, earlier(*child)?, *stones),
        }
    }

    /// The claim of a capture: the child without the stones of the pair and with these additional
    /// stones.
    fn capture(
        &self,
        pair: [Cell; 2],
        child: &CertificateClaim<W>,
        stones: CellSet<W>,
    ) -> Result<CertificateClaim<W>, Unsound> {
        let [x, y] = pair;
        let is_end = |cell: Cell| child.ends.contains(&End::from(cell));
        if x == y
            || pair
                .iter()
                .any(|&cell| is_end(cell) || stones.contains(cell))
        {
            return Err(Unsound::NoPair);
        }
        let stones = child.stones.without(x).without(y) | stones;
        let needed = stones | child.cells;
        if !self.captures(pair, stones, needed) {
            return Err(Unsound::OfUse);
        }
        Ok(CertificateClaim {
            stones,
            cells: child.given(stones).with(x).with(y),
            ..*child
        })
    }

    /// Whether each cell of a pair is useless to the winner once it has the other, with these
    /// stones, and of all other cells at most the needed ones.
    pub fn captures(&self, [x, y]: [Cell; 2], stones: CellSet<W>, needed: CellSet<W>) -> bool {
        self.is_useless(x, stones.with(y).without(x), needed.with(y))
            && self.is_useless(y, stones.with(x).without(y), needed.with(x))
    }

    /// Whether a stone on this cell joins nothing for the winner, given these stones: the needed
    /// cells and edges beside it are joined without it.
    fn is_useless(&self, cell: Cell, stones: CellSet<W>, needed: CellSet<W>) -> bool {
        let around = needed & self.geometry.neighbours(cell);
        let beside = self.borders().map(|border| border.contains(cell));
        let all_joined = |cells: CellSet<W>, edges: [bool; 2]| {
            let (touched, joined) = self.touched(cells, edges, stones);
            around.is_subset(touched) && (0..2).all(|edge| joined[edge] || !beside[edge])
        };
        let edges = [[true, false], [false, true]].into_iter().zip(beside);
        around
            .iter()
            .all(|next| all_joined(CellSet::of(next), [false; 2]))
            && edges
                .filter(|&(_, is_beside)| is_beside)
                .all(|(edge, _)| all_joined(CellSet::EMPTY, edge))
    }

    fn borders(&self) -> [CellSet<W>; 2] {
        self.winner.edges().map(|edge| self.geometry.border(edge))
    }

    /// The cells that are, or are beside, one of these cells or edges or the stones and edges
    /// connected to them; and the edges among these.
    fn touched(
        &self,
        cells: CellSet<W>,
        mut edges: [bool; 2],
        stones: CellSet<W>,
    ) -> (CellSet<W>, [bool; 2]) {
        let (geometry, borders) = (self.geometry, self.borders());
        let mut joined = cells;
        loop {
            let mut more = joined | (geometry.neighbours_of(joined) & stones);
            for (border, edge) in borders.into_iter().zip(&mut edges) {
                *edge |= !border.is_disjoint(joined);
                if *edge {
                    more |= border & stones;
                }
            }
            if more == joined {
                break;
            }
            joined = more;
        }
        let touched = borders.into_iter().zip(edges).filter(|&(_, edge)| edge);
        let beside = joined | geometry.neighbours_of(joined);
        let cells = touched.fold(beside, |all, (border, _)| all | border);
        (cells, edges)
    }

    fn path(&self, [x, y]: [End; 2], cells: CellSet<W>) -> Result<CertificateClaim<W>, Unsound> {
        if x == y {
            return Err(Unsound::SameEnds);
        }
        let (from, to) = (self.touch(x, cells)?, self.touch(y, cells)?);
        if self.geometry.reach(from, cells).is_disjoint(to) {
            return Err(Unsound::NotJoined);
        }
        Ok(CertificateClaim {
            ends: [x.min(y), x.max(y)],
            full: true,
            stones: cells,
            cells: CellSet::EMPTY,
        })
    }

    /// The cell of an end, or the cells beside an edge.
    fn touch(&self, end: End, cells: CellSet<W>) -> Result<CellSet<W>, Unsound> {
        let size = self.geometry.size();
        match (end.as_cell(size), end.as_edge(size)) {
            (Some(cell), _) if cells.contains(cell) => Ok(CellSet::of(cell)),
            (_, Some(edge)) if edge.colour() == self.winner => Ok(self.geometry.border(edge)),
            (_, Some(_)) => Err(Unsound::ForeignEdge),
            _ => Err(Unsound::EndMissing),
        }
    }
}

fn and<const W: usize>(
    [a, b]: [(usize, &CertificateClaim<W>); 2],
) -> Result<CertificateClaim<W>, Unsound> {
    for (number, part) in [a, b] {
        if !part.full {
            return Err(Unsound::NotFull(number));
        }
    }
    let (a, b) = (a.1, b.1);
    let outer = |one: &CertificateClaim<W>, other: &CertificateClaim<W>| {
        let mut ends = one.ends.into_iter().filter(|end| !other.ends.contains(end));
        (ends.next(), ends.next())
    };
    let ((Some(x), None), (Some(y), None)) = (outer(a, b), outer(b, a)) else {
        return Err(Unsound::NoMiddle);
    };
    let stones = a.stones | b.stones;
    if !a.given(stones).is_disjoint(b.given(stones)) {
        return Err(Unsound::Overlap);
    }
    Ok(CertificateClaim {
        ends: [x.min(y), x.max(y)],
        full: true,
        stones,
        cells: a.given(stones) | b.given(stones),
    })
}
