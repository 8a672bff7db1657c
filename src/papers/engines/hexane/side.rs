//! One side of a position by local search: its group graph and the shortest valid paths through it.

use super::LocalOptions;
use super::Shannon;
use super::groups::GroupGraph;
use super::search::{Stop, Work};
use super::valid::{Feasibility, ValidPaths, active_region};
use super::{CellSet, Chains, Graph};
use crate::hex::Colour;

/// One side of a position.
#[derive(Clone, Debug)]
pub struct Side {
    shannon: Shannon,
    graph: GroupGraph,
    paths: ValidPaths,
    work: Work,
}

impl Side {
    /// The side of a colour. Stopped early, it knows less, but nothing false.
    pub fn new(chains: &Chains, colour: Colour, options: LocalOptions, stop: &Stop) -> Self {
        let board = Graph::new(chains, colour);
        let shannon = Shannon::from(&board);
        let (graph, work) = GroupGraph::search(&shannon, board.edges(), options, stop);
        let paths = ValidPaths::new(&graph);
        Self {
            shannon,
            graph,
            paths,
            work,
        }
    }

    /// The board as this side's Shannon game.
    pub fn shannon(&self) -> &Shannon {
        &self.shannon
    }

    /// Its group graph.
    pub fn graph(&self) -> &GroupGraph {
        &self.graph
    }

    /// Its shortest valid paths from edge to edge. With length 0 it has won; with length 1 it wins
    /// if it moves.
    pub fn paths(&self) -> &ValidPaths {
        &self.paths
    }

    /// The cost of the searches.
    pub fn work(&self) -> Work {
        self.work
    }

    /// The shortest of the paths that are feasible against the other side.
    pub fn feasible_paths(&self, other: &Self, rule: Feasibility) -> ValidPaths {
        let graph = rule.filter(&self.graph, &other.graph, &other.shannon);
        ValidPaths::new(&graph)
    }

    /// Where both sides' feasible paths meet.
    pub fn region(&self, other: &Self, rule: Feasibility) -> CellSet {
        active_region(
            &self.feasible_paths(other, rule),
            &other.feasible_paths(self, rule),
        )
    }
}
