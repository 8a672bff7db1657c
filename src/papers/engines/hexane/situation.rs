//! What Hexane sees of a position, and how the connections that it remembers fare in it.

use super::{GroupGraph, Link, LocalOptions, Shannon, Side, ValidPath, search_on};
use crate::hex::AnyCells;
use crate::hex::{Cell, CellSet, Chains, Colour, Edge, End, Graph, Position};

/// Two groups of a colour, by a stone or edge of each, and the cells that keep them connected.
#[derive(Clone, Copy, Debug)]
pub struct Bond {
    pub colour: Colour,
    pub ends: [End; 2],
    pub carrier: AnyCells,
}

/// What a move is chosen by.
pub struct Situation<'a, const W: usize> {
    pub position: Position<W>,
    pub chains: Chains<W>,
    pub colour: Colour,
    pub options: LocalOptions,
    /// Positions that may still be searched for this move.
    pub nodes: &'a std::cell::Cell<u64>,
    pub stop: &'a dyn Fn() -> bool,
}

/// How bonds fare.
pub struct State<const W: usize> {
    /// Those that stand, with their carriers of now.
    pub standing: Vec<Bond>,
    /// Those that one move restores, and the moves.
    pub broken: Vec<(Bond, CellSet<W>)>,
    /// How many nothing can restore.
    pub lost: usize,
}

/// The connections of a path that stand once these cells have been played.
pub fn bonds<const W: usize>(
    colour: Colour,
    graph: &GroupGraph<W>,
    path: &ValidPath<W>,
    played: CellSet<W>,
) -> Vec<Bond> {
    let links = path.links.iter().map(|&index| graph.links()[index]);
    let standing = links.filter(|link| link.played.is_subset(played));
    let bond = |link: Link<W>| Bond {
        colour,
        ends: link.ends.map(|end| graph.groups()[end]),
        carrier: link.carrier.resize(),
    };
    standing.map(bond).collect()
}

/// All cells that these need.
pub fn carriers<const W: usize>(bonds: &[Bond]) -> CellSet<W> {
    let all = bonds
        .iter()
        .fold(AnyCells::EMPTY, |all, bond| all | bond.carrier);
    all.resize()
}

impl<const W: usize> State<W> {
    /// The moves that restore the first that is broken, and of the others what can be restored with
    /// it.
    pub fn answers(&self) -> CellSet<W> {
        let mut all = self.broken.iter().map(|&(_, answers)| answers);
        let first = all.next().unwrap_or_default();
        all.fold(first, |answers, other| {
            let both = answers & other;
            if both.is_empty() { answers } else { both }
        })
    }
}

impl<const W: usize> Situation<'_, W> {
    /// What a colour knows here.
    pub fn side(&self, colour: Colour) -> Side<W> {
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

    fn shannon(&self, colour: Colour) -> Shannon<W> {
        Shannon::from(&Graph::new(&self.chains, colour))
    }

    /// The stones that a colour must still place, if the opponent places none.
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

    /// The carrier of a bond now, if it stands.
    fn carrier(&self, shannon: &Shannon<W>, bond: &Bond, cells: CellSet<W>) -> Option<CellSet<W>> {
        let [a, b] = bond.ends.map(|end| self.chain(end));
        let options = LocalOptions {
            largest: LocalOptions::MOST_CELLS,
            depth: LocalOptions::MOST_CELLS,
            nodes: 20_000,
            ..self.options
        };
        // To answer is worth more than the time: nothing stops this but its own small limit.
        let (outcome, _) = search_on(shannon, [a?, b?], cells, 0, options, &|| false);
        outcome.connection().map(|found| found.carrier)
    }

    /// How these bonds fare in this position.
    pub fn state(&self, bonds: &[Bond]) -> State<W> {
        let mut state = State {
            standing: Vec::new(),
            broken: Vec::new(),
            lost: 0,
        };
        let shannon = self.shannon(self.colour);
        let (all, empty) = (self.position.geometry().all(), self.position.empty());
        for &bond in bonds {
            // Of another game.
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
            let answers: CellSet<W> = cells.iter().filter(restores).collect();
            if answers.is_empty() {
                state.lost += 1;
            } else {
                let carrier = cells.resize();
                state.broken.push((Bond { carrier, ..bond }, answers));
            }
        }
        state
    }

    /// Whether these bonds, once they all stand, join the edges.
    pub fn joins_edges(&self, bonds: &[Bond]) -> bool {
        let size = self.position.size();
        let edges = self
            .colour
            .edges()
            .map(|edge: Edge| self.chain(End::edge(size, edge)));
        let mut reached: Vec<Option<End>> = vec![edges[0]];
        // Each round reaches at least one more, or nothing is left to reach.
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

    /// Of these cells, the one after which fewest stones are left to place on what the bonds need.
    pub fn shortest(&self, bonds: &[Bond], cells: CellSet<W>) -> Option<Cell> {
        let carriers: CellSet<W> = carriers(bonds);
        let left = |&cell: &Cell| {
            let after = self.after(self.colour, cell);
            let graph = Graph::new(&after.chains, self.colour);
            let shannon = Shannon::from(&graph).within(carriers);
            shannon.distance(graph.edges()).unwrap_or(usize::MAX)
        };
        (cells & self.position.empty()).iter().min_by_key(left)
    }
}
