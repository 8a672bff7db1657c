//! A position as an electrical circuit of one colour (Anshelevich 2002, §5).
//!
//! Ends of the group-condensed graph are nodes: an empty cell has resistance 1, a chain or edge 0.
//! Ends side by side are linked by the sum of their two resistances. Connections make more links,
//! in one of the two ways of the paper:
//!
//! - **ends**: the ends of a full are linked, by 1 more than if they touched;
//! - **neighbours**: where a full joins two chains (edges among them), each cell beside the one is
//!   linked to the other as if it touched it too.

use super::options::{EvaluationOptions, LinkRule};
use crate::hex::{Chains, Colour, End, EndSet, Graph};
use crate::knowledge::connect::Connections;

/// The resistance of an empty cell.
const CELL_RESISTANCE: f64 = 1.0;

/// The resistance that a link between the ends of a full has beyond that of its ends.
const LINK_RESISTANCE: f64 = 1.0;

/// A link: two nodes and its conductance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CircuitLink {
    /// One node.
    pub a: u16,
    /// The other.
    pub b: u16,
    /// One over its resistance.
    pub conductance: f64,
}

/// A circuit: nodes numbered from 0, of which the last two are the edges. Links lead from every
/// node to an edge.
#[derive(Clone, Debug)]
pub struct Circuit {
    /// The end that each node is.
    pub nodes: Vec<End>,
    /// The links, some pairs perhaps more than once.
    pub links: Vec<CircuitLink>,
    /// Whether the edges are one node already.
    pub joined: bool,
}

impl Circuit {
    /// The circuit of a colour; with its connections, if they are to make links.
    pub fn new<const W: usize>(
        chains: &Chains<W>,
        colour: Colour,
        connections: Option<&Connections<W>>,
        options: EvaluationOptions,
    ) -> Self {
        let graph = Graph::new(chains, colour);
        let [north, south] = graph.edges();
        let fed = fed(&graph);
        let inner = fed.without(north).without(south);
        let mut nodes: Vec<End> = inner.iter().collect();
        // Rows along the colour's edges, and chains last: links are short, but a chain may be long,
        // and so are the connections along an edge.
        let size = graph.size();
        nodes.sort_by_key(|end| {
            let across = if colour == Colour::Black {
                0
            } else {
                end.index() % size.width()
            };
            (!graph.empty().as_ends().contains(*end), across, end.index())
        });
        nodes.extend([north, south]);
        let mut number = vec![0_u16; chains.size().cells() + 4];
        for (n, end) in nodes.iter().enumerate() {
            number[end.index()] = n as u16;
        }
        let mut made = Self {
            nodes,
            links: Vec::new(),
            joined: north == south,
        };
        if made.joined {
            return made;
        }
        let empty = graph.empty().as_ends();
        let resistance = |end: End| {
            if empty.contains(end) {
                CELL_RESISTANCE
            } else {
                0.0
            }
        };
        for n in 0..made.nodes.len() {
            let a = made.nodes[n];
            for b in graph.adjacent(a) {
                if a < b && fed.contains(b) {
                    made.link(&number, a, b, resistance(a) + resistance(b));
                }
            }
        }
        let Some(connections) = connections else {
            return made;
        };
        // Whether a full joins two ends that do not touch.
        let joined = |a: End, b: End| !connections.pair(a, b).fulls().is_empty();
        match options.links {
            LinkRule::None => {}
            LinkRule::Ends => {
                for n in 0..made.nodes.len() {
                    let a = made.nodes[n];
                    for m in 0..n {
                        let b = made.nodes[m];
                        if joined(a, b) {
                            let ohm = resistance(a) + resistance(b) + LINK_RESISTANCE;
                            made.link(&number, a, b, ohm);
                        }
                    }
                }
            }
            LinkRule::Neighbours => {
                let coloured = fed - empty;
                for a in coloured {
                    for b in coloured.without(a).iter().filter(|&b| joined(a, b)) {
                        for cell in (graph.adjacent(a) & empty) - graph.adjacent(b) {
                            made.link(&number, cell, b, CELL_RESISTANCE);
                        }
                    }
                }
            }
        }
        made
    }

    fn link(&mut self, number: &[u16], a: End, b: End, ohm: f64) {
        self.links.push(CircuitLink {
            a: number[a.index()],
            b: number[b.index()],
            conductance: 1.0 / ohm,
        });
    }

    /// The length of the shortest path between the edges, links being as long as their resistance:
    /// another distance than the total resistance. `None` if there is no path.
    pub fn shortest_path(&self) -> Option<f64> {
        if self.joined {
            return Some(0.0);
        }
        let count = self.nodes.len();
        let mut beside = vec![Vec::new(); count];
        for link in &self.links {
            let (a, b) = (usize::from(link.a), usize::from(link.b));
            beside[a].push((b, 1.0 / link.conductance));
            beside[b].push((a, 1.0 / link.conductance));
        }
        let mut far = vec![f64::INFINITY; count];
        let mut open = vec![true; count];
        far[count - 2] = 0.0;
        loop {
            let nearest = (0..count).filter(|&n| open[n] && far[n].is_finite());
            let at = nearest.min_by(|&n, &m| far[n].total_cmp(&far[m]))?;
            if at == count - 1 {
                return Some(far[at]);
            }
            open[at] = false;
            for &(to, length) in &beside[at] {
                far[to] = far[to].min(far[at] + length);
            }
        }
    }
}

/// The ends that some edge feeds: what stones of the opponent cut off from both carries no current.
fn fed<const W: usize>(graph: &Graph<W>) -> EndSet<W> {
    let mut reached: EndSet<W> = graph.edges().into_iter().collect();
    let mut fresh = reached;
    while !fresh.is_empty() {
        let beside = fresh
            .iter()
            .fold(EndSet::EMPTY, |all, end| all | graph.adjacent(end));
        fresh = beside - reached;
        reached |= fresh;
    }
    reached
}
