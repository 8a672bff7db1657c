//! The mustplay: the cells that all known winning semis of the opponent have in common, and the
//! connection that they cut.

use super::link::LinkFinder;
use crate::hex::AnyCells;
use crate::hex::{Cell, CellSet, Colour, End};
use crate::knowledge::connect::Connections;

/// Two ends of the opponent's that only the moves of a [`Mustplay`] can cut from each other. Each
/// is joined to an edge already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// A stone.
    pub stone: Cell,
    /// An edge, or a stone that is joined to it.
    pub from: End,
}

/// Where the side to move must play: every move elsewhere is proved to lose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mustplay {
    /// The opponent.
    pub against: Colour,
    /// The cells.
    pub cells: AnyCells,
    /// The opponent's smallest threat: its key and its carrier.
    pub threat: Option<(Cell, AnyCells)>,
    /// The two ends that these cells cut from each other, if they are known.
    pub cut: Option<Cut>,
}

impl Mustplay {
    /// The mustplay of the winning semis among the opponent's connections; `None` if there are
    /// none, or no cell meets them all.
    pub(super) fn new<const W: usize>(connections: &Connections<W>) -> Option<Self> {
        let semis = connections.winning_semis();
        let cells = connections.mustplay();
        if semis.is_empty() || cells.is_empty() {
            return None;
        }
        let smallest = semis.into_iter().min_by_key(CellSet::len)?;
        let [a, b] = connections.edges();
        let links = LinkFinder::new(connections);
        let key = links.of_semi(a, b, smallest).map(|(key, _)| key);
        Some(Self {
            against: connections.colour(),
            cells: cells.resize(),
            threat: key.map(|key| (key, smallest.resize())),
            cut: cut(connections, &links, cells),
        })
    }
}

/// Two ends, each with a full to its edge or at it, whose semis have just these cells in common.
fn cut<const W: usize>(
    connections: &Connections<W>,
    links: &LinkFinder<W>,
    cells: CellSet<W>,
) -> Option<Cut> {
    let size = connections.size();
    let chains = connections.chains();
    let [a, b] = connections.edges();
    let leads: Vec<End> = chains.leads(connections.colour()).collect();
    // How many cells the shortest full to an edge needs.
    let to_edge = |end: End, edge: End| {
        let fulls = connections.fulls(end, edge);
        fulls.iter().map(CellSet::len).min()
    };
    let common = |x: End, y: End| {
        let semis = connections.semis(x, y).into_iter();
        semis.reduce(|all, semi| all & semi)
    };
    // Edges, and stones at them, explain less than stones farther out.
    let borders = |x: End, y: End| {
        [x, y]
            .iter()
            .filter(|end| end.as_edge(size).is_some())
            .count()
    };
    let mut found = Vec::new();
    for &x in &leads {
        for &y in &leads {
            if let (Some(one), Some(other)) = (to_edge(x, a), to_edge(y, b))
                && x != y
                && common(x, y) == Some(cells)
            {
                found.push((borders(x, y), one + other, x, y));
            }
        }
    }
    found.sort_unstable();
    found.into_iter().find_map(|(.., x, y)| {
        let [x, y] = [x, y].map(|end| links.nearest(end, cells));
        // A stone is named first; a pair of edges needs no explanation.
        let (stone, from) = match (x.as_cell(size), y.as_cell(size)) {
            (Some(stone), _) => (stone, y),
            (None, Some(stone)) => (stone, x),
            (None, None) => return None,
        };
        Some(Cut { stone, from })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::analysis::Recipe;
    use crate::position;
    use crate::teach::truth::{Truth, open_positions};

    fn mustplay(position: &crate::hex::Position<1>) -> Option<Mustplay> {
        let options = Recipe::Thorough.options().connections;
        Mustplay::new(&Connections::new(position, !position.to_move(), options))
    }

    #[test]
    fn no_move_elsewhere_wins() {
        let mut truth = Truth::default();
        let (mut found, mut cuts) = (0, 0);
        for position in open_positions(4, 3, 100) {
            let Some(mustplay) = mustplay(&position) else {
                continue;
            };
            found += 1;
            assert_eq!(mustplay.against, !position.to_move());
            let outside = truth.winning(&position) - mustplay.cells.resize();
            assert!(outside.is_empty(), "{position:?}");
            if let Some((key, carrier)) = mustplay.threat {
                assert!(carrier.contains(key) && mustplay.cells.is_subset(carrier));
            }
            if let Some(cut) = mustplay.cut {
                cuts += 1;
                assert_eq!(position.at(cut.stone), Some(mustplay.against));
            }
        }
        assert!(found >= 30 && cuts >= 10, "{found} {cuts}");
    }

    #[test]
    fn the_cut_is_between_the_stones_that_the_cells_part() {
        let position = position! { 5 x 5:
            . . . . .
             . . B . .
              . W . . .
               . B . . .
                . . . . .
        };
        let size = position.size();
        let mustplay = mustplay(&position).expect("a threat");
        assert_eq!(size.names(mustplay.cells), "c3");
        let [upper, lower] = ["c2", "b4"].map(|name| size.read(name).expect("a cell"));
        let cut = mustplay.cut.expect("a cut");
        assert_eq!((cut.stone, cut.from), (upper, lower.into()));
    }

    #[test]
    fn without_a_threat_there_is_none() {
        let size = crate::hex::BoardSize::new(7, 7).expect("in range");
        let mut position = crate::hex::Position::new(size);
        position.play(Cell::new(0));
        position.set_to_move(Colour::White);
        assert_eq!(mustplay(&position), None);
    }
}
