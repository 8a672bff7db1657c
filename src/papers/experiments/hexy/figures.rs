//! The figures that the text of the paper gives: positions, and the ends to be joined.

use crate::hex::{BoardSize, Cell, Colour, Edge, End, Position};
use crate::knowledge::connect::Connections;

/// Words of sets on any board: the longest chain takes the largest.
pub const WORDS: usize = BoardSize::MOST_WORDS;

/// A full of Black to be found.
pub struct Figure {
    /// Its name.
    pub name: String,
    /// Its place in the paper.
    pub place: &'static str,
    /// The position, in which every cell outside the carrier has a stone.
    pub position: Position<WORDS>,
    /// The ends.
    pub ends: [End; 2],
}

impl Figure {
    /// Whether these connections of the position join the ends.
    pub fn is_joined(&self, connections: &Connections<WORDS>) -> bool {
        let [a, b] = self.ends.map(|end| connections.end_of(end));
        let (Some(a), Some(b)) = (a, b) else {
            return false;
        };
        !connections.fulls(a, b).is_empty()
    }

    /// Empty cells.
    pub fn cells(&self) -> usize {
        self.position.empty().len()
    }
}

/// A board on which these cells are empty, these Black's, and all others White's.
fn walled(
    size: BoardSize,
    is_empty: impl Fn(usize, usize) -> bool,
    is_black: impl Fn(usize, usize) -> bool,
) -> Position<WORDS> {
    let mut position = Position::new(size);
    for cell in size.all() {
        let (column, row) = (size.column(cell), size.row(cell));
        if is_black(column, row) {
            position.place(Colour::Black, cell);
        } else if !is_empty(column, row) {
            position.place(Colour::White, cell);
        }
    }
    position
}

/// Both ends of Black: the north and the south edge.
fn edges(size: BoardSize) -> [End; 2] {
    [Edge::North, Edge::South].map(|edge| End::edge(size, edge))
}

/// Fig. C.1, Diagram 1: a chain of n bridges, along a diagonal from edge to edge. `None` if no
/// board holds it.
///
/// ```text
///   B .          each stone is joined to the next by the two cells between;
///    . B .       all other cells are White's
///     . . B
/// ```
pub fn chain(bridges: usize) -> Option<Figure> {
    let size = BoardSize::square(bridges + 1).ok()?;
    Some(Figure {
        name: format!("chain of {bridges}"),
        place: "Fig. C.1, Diagram 1",
        position: walled(
            size,
            |column, row| column.abs_diff(row) == 1,
            |column, row| column == row,
        ),
        ends: edges(size),
    })
}

/// The longest chain that a board holds.
pub const LONGEST_CHAIN: usize = BoardSize::LONGEST - 1;
/// The highest tree that a board holds.
pub const HIGHEST_TREE: usize = 4;

/// A mark in the drawing of a tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Empty,
    Black,
}

/// A tree of up to three levels that grows downwards: its marks by column and row, the root first.
/// Leaves are in every second column of the last row; stones join each cell with the two below.
fn branches(levels: usize) -> Vec<(usize, usize, Mark)> {
    let mut marks = Vec::new();
    let mut columns: Vec<usize> = (0..1 << levels).map(|leaf| 2 * leaf).collect();
    let mut row = 2 * levels - 1;
    loop {
        marks.extend(columns.iter().map(|&column| (column, row, Mark::Empty)));
        let pairs = columns.chunks_exact(2).map(|pair| (pair[0] + 1, pair[1]));
        let pairs: Vec<_> = pairs.collect();
        for &(first, last) in &pairs {
            marks.extend((first..=last).map(|column| (column, row - 1, Mark::Black)));
        }
        if pairs.len() == 1 {
            return marks;
        }
        // A cell above the middle of the stones that join its children.
        columns = pairs
            .iter()
            .map(|(first, last)| usize::midpoint(*first, *last) + 1)
            .collect();
        row -= 2;
    }
}

/// Fig. C.1, Diagram 2: a binary tree with n levels, from its root to the edge that all leaves
/// touch. Stones between an empty cell and its two children make the tree fit on a board. The tree
/// of four levels grows up and down, and a wall of stones makes both edges one. `None` if no board
/// holds it.
pub fn tree(levels: usize) -> Option<Figure> {
    let (name, place) = (format!("tree of {levels}"), "Fig. C.1, Diagram 2");
    if levels == 0 || levels > HIGHEST_TREE {
        return None;
    }
    if levels < HIGHEST_TREE {
        let size = BoardSize::new((2 << levels) - 1, 2 * levels).ok()?;
        return Some(Figure {
            name,
            place,
            position: drawn(size, &branches(levels)),
            ends: edges(size),
        });
    }
    // Two trees of three levels below and above a row of stones, turned about its middle (7, 7).
    let mut marks = branches(3);
    for mark in &mut marks {
        mark.1 += 9;
    }
    // Stones in the columns 6 to 13 of row 9 are the root of the lower one.
    marks.push((10, 8, Mark::Empty));
    let turned: Vec<_> = marks
        .iter()
        .map(|&(column, row, mark)| (14 - column, 14 - row, mark))
        .collect();
    marks.extend(turned);
    marks.extend((4..=10).map(|column| (column, 7, Mark::Black)));
    marks.extend((0..15).map(|row| (17, row, Mark::Black)));
    let size = BoardSize::new(18, 15).ok()?;
    Some(Figure {
        name,
        place,
        position: drawn(size, &marks),
        ends: [size.cell(7, 7)?.into(), End::edge(size, Edge::South)],
    })
}

fn drawn(size: BoardSize, marks: &[(usize, usize, Mark)]) -> Position<WORDS> {
    let is = |mark| move |column, row| marks.contains(&(column, row, mark));
    walled(size, is(Mark::Empty), is(Mark::Black))
}

/// A figure of 11x11 by the names of its cells.
fn named(
    name: &str,
    place: &'static str,
    black: &str,
    carrier: &str,
    from: &str,
) -> Option<Figure> {
    let size = BoardSize::square(11).ok()?;
    let read = |names: &str| -> Option<Vec<Cell>> {
        names
            .split_whitespace()
            .map(|name| size.read(name).ok())
            .collect()
    };
    let (black, carrier) = (read(black)?, read(carrier)?);
    let at = |cells: Vec<Cell>| {
        move |column, row| {
            size.cell(column, row)
                .is_some_and(|cell| cells.contains(&cell))
        }
    };
    Some(Figure {
        name: name.to_owned(),
        place,
        position: walled(size, at(carrier), at(black)),
        ends: [size.read(from).ok()?.into(), End::edge(size, Edge::South)],
    })
}

/// All figures whose cells the text gives, the edge connection and the ladder by their derivations
/// in App. B.
pub fn all() -> Vec<Figure> {
    let mut figures = vec![chain(1).map(|figure| Figure {
        name: "bridge".to_owned(),
        place: "Fig. 2",
        ..figure
    })];
    figures.push(named(
        "edge, fourth row",
        "Fig. 4, Diagram 1",
        "g8",
        "f8 d9 e9 f9 g9 h9 c10 d10 e10 f10 g10 h10 b11 c11 d11 e11 f11 g11 h11",
        "g8",
    ));
    figures.push(named(
        "ladder",
        "Fig. 4, Diagram 2",
        "b10 i10",
        "c10 d10 e10 f10 g10 h10 b11 c11 d11 e11 f11 g11 h11 i11",
        "b10",
    ));
    figures.push(chain(6).map(|figure| Figure {
        place: "Fig. 4, Diagram 3",
        ..figure
    }));
    figures.push(chain(4));
    figures.extend((2..=HIGHEST_TREE).map(tree));
    figures.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::connect::{ConnectOptions, OrRule};

    /// Each figure has as many empty cells as in the paper, and an unlimited closure finds its
    /// full.
    #[test]
    fn figures_hold_and_have_as_many_cells_as_in_the_paper() {
        for bridges in [1, 2, 5, LONGEST_CHAIN] {
            assert_eq!(chain(bridges).unwrap().cells(), 2 * bridges);
        }
        for levels in 1..=HIGHEST_TREE {
            assert_eq!(tree(levels).unwrap().cells(), 2 * ((1 << levels) - 1));
        }
        assert!(chain(LONGEST_CHAIN + 1).is_none() && tree(0).is_none() && tree(5).is_none());
        let options = ConnectOptions {
            or_rule: OrRule::Limited,
            max_fulls: 0,
            max_carriers: 0,
            share_captured: false,
            templates: false,
            edge_midpoints: false,
            ..ConnectOptions::default()
        };
        let trees = (1..=HIGHEST_TREE).map(tree);
        for figure in all().into_iter().chain(trees.flatten()) {
            let connections = Connections::new(&figure.position, Colour::Black, options);
            assert!(figure.is_joined(&connections), "{}", figure.name);
            // Every cell is needed: without any one of them there is no full.
            for cell in figure.position.empty() {
                let mut less = figure.position;
                less.place(Colour::White, cell);
                let connections = Connections::new(&less, Colour::Black, options);
                assert!(!figure.is_joined(&connections), "{} {cell:?}", figure.name);
            }
        }
    }
}
