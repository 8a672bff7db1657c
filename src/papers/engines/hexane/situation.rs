//! Hexane's view of a position, and the state of the connections that it remembers.

use super::{CellSet, Chains, Graph, Position};
use super::{GroupGraph, Link, LocalOptions, Shannon, Side, ValidPath, search_on};
use crate::hex::AnyCells;
use crate::hex::{Cell, Colour, Edge, End};

/// Two groups of a colour, by a stone or edge of each, and the cells that keep them connected.
#[derive(Clone, Copy, Debug)]
pub struct Bond {
    pub colour: Colour,
    pub ends: [End; 2],
    pub carrier: AnyCells,
}

/// The data for choosing a move.
pub struct Situation<'a> {
    pub position: Position,
    pub chains: Chains,
    pub colour: Colour,
    pub options: LocalOptions,
    /// The remaining budget of positions for this move.
    pub nodes: &'a std::cell::Cell<u64>,
    pub stop: &'a dyn Fn() -> bool,
}

/// The state of bonds.
pub struct State {
    /// Intact bonds, with their current carriers.
    pub standing: Vec<Bond>,
    /// Bonds that one move restores, and the moves.
    pub broken: Vec<(Bond, CellSet)>,
    /// The number of bonds that cannot be restored.
    pub lost: usize,
}

/// The connections of a path once these cells have been played.
pub fn bonds(colour: Colour, graph: &GroupGraph, path: &ValidPath, played: CellSet) -> Vec<Bond> {
    let links = path.links.iter().map(|&index| graph.links()[index]);
    let standing = links.filter(|link| link.played.is_subset(played));
    let bond = |link: Link| Bond {
        colour,
        ends: link.ends.map(|end| graph.groups()[end]),
        carrier: link.carrier.resize(),
    };
    standing.map(bond).collect()
}

/// All cells that these bonds need.
pub fn carriers(bonds: &[Bond]) -> CellSet {
    let all = bonds
        .iter()
        .fold(AnyCells::EMPTY, |all, bond| all | bond.carrier);
    all.resize()
}

impl State {
    /// The moves that restore the first broken bond, and as many of the others as possible.
    pub fn answers(&self) -> CellSet {
        let mut all = self.broken.iter().map(|&(_, answers)| answers);
        let first = all.next().unwrap_or_default();
        all.fold(first, |answers, other| {
            let both = answers & other;
            if both.is_empty() { answers } else { both }
        })
    }
}

impl Situation<'_> {
    /// A colour's side of the position.
    pub fn side(&self, colour: Colour) -> Side {
        let left = self.nodes.get();
        let options = LocalOptions {
            all_nodes: self.options.all_nodes.min(left),
            ..self.options
        };
        let side = Side::new(&self.chains, colour, options, self.stop);
        self.nodes.set(left.saturating_sub(side.work().nodes));
        side
    }

    /// The same after a stone.
    pub fn after(&self, colour: Colour, cell: Cell) -> Self {
        let mut position = self.position;
        position.place(colour, cell);
        let mut chains = self.chains.clone();
        chains.place(colour, cell);
        Self {
            position,
            chains,
            ..*self
        }
    }

    fn shannon(&self, colour: Colour) -> Shannon {
        Shannon::from(&Graph::new(&self.chains, colour))
    }

    /// The stones that a colour still needs if the opponent passes.
    pub fn distance(&self, colour: Colour) -> Option<usize> {
        let graph = Graph::new(&self.chains, colour);
        Shannon::from(&graph).distance(graph.edges())
    }

    /// The chain of this colour that an end is part of.
    fn chain(&self, end: End) -> Option<End> {
        let chain = self.chains.chain(end)?;
        (chain.colour == self.colour)
            .then(|| self.chains.lead(end))
            .flatten()
    }

    /// The current carrier of a bond, if it is intact.
    fn carrier(&self, shannon: &Shannon, bond: &Bond, cells: CellSet) -> Option<CellSet> {
        let [a, b] = bond.ends.map(|end| self.chain(end));
        let options = LocalOptions {
            largest: LocalOptions::MOST_CELLS,
            depth: LocalOptions::MOST_CELLS,
            nodes: 20_000,
            ..self.options
        };
        // Answering is worth the time: only its own small limit stops this search.
        let (outcome, _) = search_on(shannon, [a?, b?], cells, 0, options, &|| false);
        outcome.connection().map(|found| found.carrier)
    }

    /// The state of these bonds in this position.
    pub fn state(&self, bonds: &[Bond]) -> State {
        let mut state = State {
            standing: Vec::new(),
            broken: Vec::new(),
            lost: 0,
        };
        let shannon = self.shannon(self.colour);
        let (all, empty) = (self.position.geometry().all(), self.position.empty());
        for &bond in bonds {
            // The bonds of another game.
            if bond.colour != self.colour || !bond.carrier.is_subset(all.resize()) {
                state.lost += 1;
                continue;
            }
            let cells = bond.carrier.resize() & empty;
            if let Some(carrier) = self.carrier(&shannon, &bond, cells) {
                let carrier = carrier.resize();
                state.standing.push(Bond { carrier, ..bond });
                continue;
            }
            let restores = |&cell: &Cell| {
                let after = self.after(self.colour, cell);
                let shannon = after.shannon(self.colour);
                after
                    .carrier(&shannon, &bond, cells.without(cell))
                    .is_some()
            };
            let answers: CellSet = cells.iter().filter(restores).collect();
            if answers.is_empty() {
                state.lost += 1;
            } else {
                let carrier = cells.resize();
                state.broken.push((Bond { carrier, ..bond }, answers));
            }
        }
        state
    }

    /// Whether these bonds join the edges, if all of them are intact.
    pub fn joins_edges(&self, bonds: &[Bond]) -> bool {
        let size = self.position.size();
        let edges = self
            .colour
            .edges()
            .map(|edge: Edge| self.chain(End::edge(size, edge)));
        let mut reached: Vec<Option<End>> = vec![edges[0]];
        // Each round reaches at least one more group, or none is left.
        for _ in bonds {
            for bond in bonds {
                let [a, b] = bond.ends.map(|end| self.chain(end));
                if reached.contains(&a) {
                    reached.push(b);
                } else if reached.contains(&b) {
                    reached.push(a);
                }
            }
        }
        reached.contains(&edges[1])
    }

    /// Of these cells, the one after which the bonds need the fewest stones.
    pub fn shortest(&self, bonds: &[Bond], cells: CellSet) -> Option<Cell> {
        let carriers: CellSet = carriers(bonds);
        let left = |&cell: &Cell| {
            let after = self.after(self.colour, cell);
            let graph = Graph::new(&after.chains, self.colour);
            let shannon = Shannon::from(&graph).within(carriers);
            shannon.distance(graph.edges()).unwrap_or(usize::MAX)
        };
        (cells & self.position.empty()).iter().min_by_key(left)
    }
}
