//! Tree search on networks, the search of the shipped player: selection by prior and mean value
//! (PUCT, Rosin 2011; Silver et al. 2017), one leaf evaluation a visit.
//!
//! A position is one node by whatever moves it is reached, so the tree is a graph. The mean of a
//! node is made of its own evaluation and of the means of its moves, by how often each was visited
//! from there. Leaf evaluations come from a network that sees stones alone. A node with enough
//! visits is analysed ([`crate::knowledge::analysis`]), and a second network, which reads the
//! analysis, evaluates it anew. What a network finds is an estimate and never counts as proved.
//!
//! # Types
//!
//! - [`TreeSearch`]: what lasts from search to search, a `SearchGraph` of `SearchNode`s and a
//!   `TreeWorker`; [`TreeOptions`], [`Noise`]: how it explores.
//! - [`TreeRoot`]: what it has found, with [`MoveStatistics`] and the [`Outcome`] of each move;
//!   [`KeptTree`]: the same as a list from which another search can go on.
//!
//! Three structs for three lifetimes:
//!
//! - `SharedGraph` (`shared`): what the threads share, the graph behind a lock;
//! - `TreeWorker` (`worker`): what the thread that makes the visits has for itself, the networks,
//!   the analyses and the solver; each other thread has an evaluator;
//! - `TreeRun` (`run`): what belongs to one search, its limits and its observer.
//!
//! # A visit
//!
//! `TreeWorker::visit` makes one, on any number of threads. Each step is a file:
//!
//! 1. Selection (`selection`): from the root to a leaf, or to a node that other paths have visited
//!    more often, whose mean is known better than one more evaluation would show.
//! 2. Analysis (`analysis`) of a node on the way, if it is due: that may decide the node, and
//!    leaves out moves that need not be considered. Then the selection goes on.
//! 3. Expansion (`expansion`): the leaf becomes a node with the evaluation of the network.
//! 4. Backup (`backup`): the nodes on the way count the visit and take their means anew.
//! 5. Proof (`prover`): the solver ([`crate::solver::NodeProver`]) tries nodes on the way whose
//!    visits have doubled.
//!
//! # A proof
//!
//! `TreeProver::prove` has the solver try a node and gives its result to `SearchGraph::apply_proof`
//! (`decided`), which decides the node. From there `SearchGraph::conclude_above` decides the nodes up
//! to the root as far as that follows, and leaves out moves that the same refutation answers. A
//! node that an analysis decides takes the same way. At the end of the game and above a decided
//! child, `selection` and `backup` decide the node that the visit has reached. A search ends once
//! its root is decided (`run`).

mod ahead;
mod analysis;
mod backup;
mod decided;
mod expansion;
mod graph;
mod kept;
mod node;
mod noise;
mod options;
mod outcome;
mod prover;
mod root;
mod run;
mod search;
mod selection;
mod shared;
mod visit;
mod worker;

pub use kept::{KeptNode, KeptTree};
pub use noise::Noise;
pub use options::TreeOptions;
pub use outcome::Outcome;
pub use root::{MoveStatistics, TreeRoot};
pub use search::{TreeSearch, TreeWork};
