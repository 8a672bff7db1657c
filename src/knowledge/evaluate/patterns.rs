//! Edge patterns: which cells must be empty so that a stone is joined to an edge (van Rijswijck
//! 2000, §4.2 and §6.4).
//!
//! They are not listed but found: the fulls between a cell and an edge on an empty board. Where all
//! cells of one are empty, it holds whatever lies around it. Two of them may share cells, so
//! together they prove nothing.

use crate::hex::{BoardSize, Cell, CellSet, Chains, Colour, EndSet, Position};
use crate::knowledge::connect::{ConnectOptions, Connections};

/// For each cell and edge of a colour the carriers that join them on an empty board.
type Carriers<const W: usize> = Vec<Vec<CellSet<W>>>;

/// The edge patterns of a board.
#[derive(Clone, Debug)]
pub struct EdgePatterns<const W: usize> {
    /// By colour, edge of the colour, and cell.
    carriers: [[Carriers<W>; 2]; 2],
}

impl<const W: usize> EdgePatterns<W> {
    /// The patterns of a board, computed from the empty one.
    pub fn new(size: BoardSize) -> Self {
        let empty = Position::new(size);
        let options = ConnectOptions {
            max_fulls: 4,
            ..ConnectOptions::default()
        };
        let carriers = Colour::ALL.map(|colour| {
            let connections = Connections::new(&empty, colour, options);
            connections.edges().map(|edge| {
                let fulls = |cell: Cell| connections.fulls(cell.into(), edge);
                size.all().map(fulls).collect()
            })
        });
        Self { carriers }
    }

    /// The leads of chains of a colour that a pattern joins to its first or second edge.
    pub fn joined(&self, chains: &Chains<W>, colour: Colour, edge: usize) -> EndSet<W> {
        let (size, empty) = (chains.size(), chains.empty());
        let carriers = &self.carriers[colour.index()][edge];
        let holds = |cell: Cell| {
            let mut carriers = carriers[cell.index()].iter();
            carriers.any(|carrier| carrier.is_subset(empty))
        };
        let joined = chains.leads(colour).filter(|&lead| {
            let members = chains
                .chain(lead)
                .map_or(EndSet::EMPTY, |chain| chain.members);
            let mut cells = members.iter().filter_map(|end| end.as_cell(size));
            cells.any(holds)
        });
        joined.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::End;
    use crate::position;

    #[test]
    fn a_stone_on_the_third_row_needs_space() {
        let wide: Position<1> = position! { 7 x 4:
            . . . . . . .
             . . . B . . .
              . . . . . . .
               . . . . . . .
        };
        let patterns = EdgePatterns::new(wide.size());
        let joined = |position: &Position<1>, edge| {
            patterns.joined(&Chains::new(position), Colour::Black, edge)
        };
        let stone = EndSet::of(End::cell(wide.size().read("d2").unwrap()));
        assert_eq!(joined(&wide, 0), stone);
        assert_eq!(joined(&wide, 1), stone);
        let narrow: Position<1> = position! { 7 x 4:
            . . . . . . .
             . . . B . . .
              . . . . . . .
               . . W W W . .
        };
        assert_eq!(joined(&narrow, 0), stone);
        assert_eq!(joined(&narrow, 1), EndSet::EMPTY);
    }
}
