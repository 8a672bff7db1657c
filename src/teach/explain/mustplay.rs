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
