//! A node of the graph, with the edges to its children.

use super::analysis::NodeAnalysis;
use super::outcome::Outcome;
use crate::hex::{Cell, CellSet};
use crate::network::{Prediction, WHOLE};
use std::num::NonZeroU32;

/// The variance of values before any is known, and the visits as which it counts.
const PRIOR_VARIANCE: f64 = 0.04;
const PRIOR_VISITS: f64 = 2.0;

/// The place of a node in its graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct NodeIndex(NonZeroU32);

// An edge without a child takes no more memory than one with a child.
const _: () = assert!(size_of::<Option<NodeIndex>>() == size_of::<u32>());

impl NodeIndex {
    /// The first node.
    pub const ROOT: Self = Self(NonZeroU32::MIN);

    /// The place after so many nodes, fewer than 2^32 - 1.
    pub fn after(nodes: usize) -> Self {
        Self(Self::ROOT.0.saturating_add(nodes as u32))
    }

    /// The place as an index of a slice.
    pub fn get(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A move of a node: what visits from there found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SearchEdge {
    /// The node that it leads to; `None` before the first visit.
    pub child: Option<NodeIndex>,
    /// Its visits from this node.
    pub visits: u32,
}

/// A move of a node that leads to another node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The move.
    pub cell: Cell,
    /// Its prior, of [`WHOLE`].
    pub prior: u16,
    /// Its visits from the node.
    pub visits: u32,
    /// The node that it leads to.
    pub node: NodeIndex,
}

/// What is known of a node without its moves, from a search before this one.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueBefore {
    /// The visits.
    pub visits: u32,
    /// Their mean value for the side to move.
    pub value: f64,
}

/// A position, by whatever moves it is reached.
#[derive(Clone, Debug)]
pub(super) struct SearchNode<const W: usize> {
    /// The evaluation by a network; `None` where the position was decided without one.
    evaluation: Option<Prediction>,
    /// `None` before the position is analysed.
    analysis: Option<Box<NodeAnalysis<W>>>,
    /// What counts in place of the evaluation, if a search before this one has visited the node.
    pub value_before: Option<Box<ValueBefore>>,
    /// Its own evaluation and the visits of its moves.
    visits: u32,
    outcome: Outcome,
    /// The moves from it to the position that decides it, once it is decided.
    distance: u16,
    /// The mean value for its side to move.
    mean: f64,
    /// The mean of the squares of the values that make up `mean`.
    mean_square: f64,
    /// The edges of its first moves, as far as they were visited or passed over.
    edges: Vec<SearchEdge>,
}

impl<const W: usize> SearchNode<W> {
    /// A node with one visit: its evaluation.
    pub fn new(evaluation: Prediction) -> Self {
        let value = evaluation.win();
        Self {
            evaluation: Some(evaluation),
            mean: value,
            mean_square: value * value,
            outcome: Outcome::Open,
            ..Self::lost()
        }
    }

    /// A node without an evaluation that its side to move has lost.
    pub fn lost() -> Self {
        Self {
            evaluation: None,
            analysis: None,
            value_before: None,
            visits: 1,
            outcome: Outcome::Lost,
            distance: 0,
            mean: 0.0,
            mean_square: 0.0,
            edges: Vec::new(),
        }
    }

    /// The evaluation by a network; `None` where the position was decided without one.
    pub fn evaluation(&self) -> Option<&Prediction> {
        self.evaluation.as_ref()
    }

    /// Takes the evaluation out.
    pub fn take_evaluation(&mut self) -> Option<Prediction> {
        self.evaluation.take()
    }

    /// Replaces the evaluation. The new moves take over the edges of the same cells.
    pub fn set_evaluation(&mut self, evaluation: Prediction) {
        let old = self.evaluation.replace(evaluation);
        let edges = std::mem::take(&mut self.edges);
        let old_moves = old.iter().flat_map(|old| &old.moves);
        for (edge, &(cell, _)) in edges.into_iter().zip(old_moves) {
            if edge.child.is_some()
                && let Some(index) = self.index_of(cell)
            {
                *self.edge_mut(index) = edge;
            }
        }
    }

    /// What an analysis found about the moves; `None` before there was one.
    pub fn analysis(&self) -> Option<&NodeAnalysis<W>> {
        self.analysis.as_deref()
    }

    /// The same, to be changed.
    pub fn analysis_mut(&mut self) -> Option<&mut NodeAnalysis<W>> {
        self.analysis.as_deref_mut()
    }

    /// Sets what an analysis found: the moves worth considering, and the visits as which the
    /// evaluation counts from now on.
    pub fn set_analysis(&mut self, moves: CellSet<W>, weight: f64) {
        let analysis = NodeAnalysis::new(self.moves(), moves, weight);
        self.analysis = Some(Box::new(analysis));
    }

    /// Leaves out the moves that are not among these, if the node is analysed.
    pub fn restrict(&mut self, moves: CellSet<W>) {
        if let (Some(analysis), Some(evaluation)) = (&mut self.analysis, &self.evaluation) {
            analysis.restrict(&evaluation.moves, moves);
        }
    }

    /// All moves with their priors, the highest first.
    pub fn moves(&self) -> &[(Cell, u16)] {
        self.evaluation.as_ref().map_or(&[], |one| &one.moves)
    }

    fn index_of(&self, cell: Cell) -> Option<usize> {
        self.moves().iter().position(|&(other, _)| other == cell)
    }

    /// Whether no analysis has ruled out a move.
    pub fn considers(&self, cell: Cell) -> bool {
        self.analysis().is_none_or(|one| one.moves().contains(cell))
    }

    /// The moves worth considering with their indices and priors, the highest first.
    pub fn candidates(&self) -> impl Iterator<Item = (usize, Cell, u16)> {
        let moves = self.moves().iter().enumerate();
        let moves = moves.map(|(index, &(cell, prior))| (index, cell, prior));
        moves.filter(|&(_, cell, _)| self.considers(cell))
    }

    /// What the priors of candidates are multiplied by, so that their sum is 1.
    pub fn prior_scale(&self) -> f64 {
        self.analysis().map_or(1.0, NodeAnalysis::prior_scale) / f64::from(WHOLE)
    }

    /// How many moves have an edge: the first ones.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The edge of the move at an index.
    pub fn edge(&self, index: usize) -> SearchEdge {
        self.edges.get(index).copied().unwrap_or_default()
    }

    /// The edge of the move at an index, which is made if need be.
    pub fn edge_mut(&mut self, index: usize) -> &mut SearchEdge {
        if index >= self.edges.len() {
            self.edges.resize(index + 1, SearchEdge::default());
        }
        &mut self.edges[index]
    }

    /// The moves that lead to other nodes, in the order of their priors.
    pub fn children(&self) -> impl DoubleEndedIterator<Item = Child> {
        let edges = self.edges.iter().zip(self.moves());
        edges.filter_map(|(edge, &(cell, prior))| {
            Some(Child {
                cell,
                prior,
                visits: edge.visits,
                node: edge.child?,
            })
        })
    }

    /// The moves that lead to other nodes, with the places of these.
    pub fn children_mut(&mut self) -> impl Iterator<Item = (Cell, &mut NodeIndex)> {
        let moves = self.evaluation.iter().flat_map(|one| &one.moves);
        let edges = self.edges.iter_mut().zip(moves);
        edges.filter_map(|(edge, &(cell, _))| Some((cell, edge.child.as_mut()?)))
    }

    /// Adds a move, which an analysis may have left out, and the node that it leads to.
    pub fn add_child(&mut self, cell: Cell, child: NodeIndex) {
        if let Some(analysis) = &mut self.analysis {
            analysis.add(cell);
        }
        let index = self.index_of(cell).unwrap_or(self.moves().len());
        if let Some(evaluation) = &mut self.evaluation
            && index == evaluation.moves.len()
        {
            evaluation.moves.push((cell, 0));
        }
        self.edge_mut(index).child = Some(child);
    }

    /// Sets the visits of a move that has a node.
    pub fn set_child_visits(&mut self, cell: Cell, visits: u32) {
        if let Some(index) = self.index_of(cell) {
            self.edge_mut(index).visits = visits;
        }
    }

    /// Sets what a search before this one found of an open node.
    pub fn set_value_before(&mut self, visits: u32, mean: f64) {
        self.set_statistics(visits, mean, mean * mean + PRIOR_VARIANCE);
    }

    /// What is proved, for the side to move.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Whether nothing is proved.
    pub fn is_open(&self) -> bool {
        self.outcome == Outcome::Open
    }

    /// The moves to the position that decides this one, once it is decided.
    pub fn distance(&self) -> u16 {
        self.distance
    }

    /// Sets what is proved.
    pub fn decide(&mut self, outcome: Outcome, distance: u16) {
        (self.outcome, self.distance) = (outcome, distance);
    }

    /// The visits of its moves, and one for its own evaluation.
    pub fn visits(&self) -> u32 {
        self.visits
    }

    /// Sets the visits, the mean value and the mean of the squares of the values.
    pub fn set_statistics(&mut self, visits: u32, mean: f64, mean_square: f64) {
        (self.visits, self.mean, self.mean_square) = (visits, mean, mean_square);
    }

    /// The mean value for the side to move, from 0 to 1.
    pub fn mean(&self) -> f64 {
        match self.outcome {
            Outcome::Won => 1.0,
            Outcome::Lost => 0.0,
            Outcome::Open => self.mean,
        }
    }

    /// The mean of the squares of the values for the other side.
    pub fn opponent_mean_square(&self) -> f64 {
        match self.outcome {
            Outcome::Won => 0.0,
            Outcome::Lost => 1.0,
            Outcome::Open => 1.0 - 2.0 * self.mean + self.mean_square,
        }
    }

    /// The variance of the values that make up the mean.
    pub fn variance(&self) -> f64 {
        let visits = f64::from(self.visits);
        let seen = (self.mean_square - self.mean * self.mean).max(0.0);
        (seen * visits + PRIOR_VARIANCE * PRIOR_VISITS) / (visits + PRIOR_VISITS)
    }
}
