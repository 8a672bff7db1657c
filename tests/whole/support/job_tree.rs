//! A proof tree in memory, for the code that schedules jobs.

use mustplay::cluster::proof::{
    JobEdge, JobNode, JobNodeId, JobNodeState, ProofTree, WIDE, WidePosition, Widening, canonical,
    refresh, update, write_position,
};
use mustplay::hex::{Cell, CellSet, Image};
use mustplay::solver::{Fact, JobMove, ProofNumbers};
use std::collections::HashMap;
use std::convert::Infallible;

/// The index of a node.
fn place(id: JobNodeId) -> usize {
    usize::try_from(id).expect("a number")
}

/// Nodes by number.
#[derive(Default)]
pub struct JobTree {
    pub nodes: Vec<JobNode>,
    edges: Vec<Vec<(Cell, Image, JobNodeId)>>,
    parents: Vec<Vec<JobNodeId>>,
    known: HashMap<String, JobNodeId>,
    /// Made-up carriers of decided nodes.
    pub carriers: HashMap<JobNodeId, CellSet<WIDE>>,
}

impl JobTree {
    /// A node.
    pub fn at(&self, id: JobNodeId) -> &JobNode {
        &self.nodes[place(id)]
    }

    /// A mutable node.
    pub fn at_mut(&mut self, id: JobNodeId) -> &mut JobNode {
        &mut self.nodes[place(id)]
    }

    /// Adds a new leaf.
    pub fn add(&mut self, position: WidePosition, numbers: ProofNumbers) -> JobNodeId {
        let id = JobNodeId::try_from(self.nodes.len()).expect("a number");
        self.nodes.push(JobNode::leaf(id, position, numbers));
        self.edges.push(Vec::new());
        self.parents.push(Vec::new());
        id
    }

    /// The node of a position or of one of its images, and the symmetry that maps the position to
    /// it.
    pub fn find_or_add(
        &mut self,
        position: &WidePosition,
        numbers: ProofNumbers,
    ) -> (JobNodeId, Image) {
        let (one, image) = canonical(position);
        let key = write_position(&one);
        let id = match self.known.get(&key) {
            Some(&id) => id,
            None => self.add(one, numbers),
        };
        self.known.insert(key, id);
        (id, image)
    }

    /// Adds a move.
    pub fn link(&mut self, parent: JobNodeId, cell: Cell, image: Image, child: JobNodeId) {
        self.edges[place(parent)].push((cell, image, child));
        self.parents[place(child)].push(parent);
    }

    /// Makes an inner node of a leaf whose moves have been added.
    pub fn open(&mut self, id: JobNodeId, cover: CellSet<WIDE>, widening: Widening) {
        let mut node = self.nodes[place(id)].clone();
        let moves = self.edges[place(id)].iter().map(|(cell, ..)| *cell);
        (node.state, node.open, node.cover) = (JobNodeState::Inner, moves.collect(), cover);
        let Ok(edges) = self.edges(&node);
        refresh(&mut node, &edges, widening);
        node.cover = self.needed(&node);
        self.nodes[place(id)] = node;
    }

    /// Splits a leaf.
    pub fn split(
        &mut self,
        id: JobNodeId,
        moves: &[JobMove],
        cover: CellSet<WIDE>,
        widening: Widening,
    ) {
        for one in moves {
            let mut after = self.nodes[place(id)].position;
            after.play(one.cell);
            let (child, image) = self.find_or_add(&after, one.numbers);
            self.link(id, one.cell, image, child);
        }
        self.open(id, cover, widening);
    }

    /// Updates the ancestors of a node.
    pub fn update(&mut self, id: JobNodeId, widening: Widening) -> Vec<JobNode> {
        let Ok(decided) = update(self, &[id], widening);
        decided
    }
}

impl ProofTree for JobTree {
    type Fault = Infallible;

    fn node(&mut self, id: JobNodeId) -> Result<JobNode, Infallible> {
        Ok(self.nodes[place(id)].clone())
    }

    fn edges(&mut self, node: &JobNode) -> Result<Vec<JobEdge>, Infallible> {
        let edges = self.edges[place(node.id)].iter();
        let edge = |&(cell, image, child): &(Cell, Image, JobNodeId)| JobEdge {
            cell,
            image,
            child: self.nodes[place(child)].clone(),
        };
        Ok(edges.map(edge).collect())
    }

    fn parents(&mut self, id: JobNodeId) -> Result<Vec<JobNodeId>, Infallible> {
        Ok(self.parents[place(id)].clone())
    }

    fn needed(&self, node: &JobNode) -> CellSet<WIDE> {
        if let Some(&carrier) = self.carriers.get(&node.id) {
            return carrier;
        }
        let fact = |winner| Fact::of_result(&node.position, winner, node.cover, None, 0);
        node.winner()
            .map_or(node.cover, |winner| fact(winner).carrier())
    }

    fn save(&mut self, node: &JobNode) -> Result<(), Infallible> {
        self.nodes[place(node.id)] = node.clone();
        Ok(())
    }
}
