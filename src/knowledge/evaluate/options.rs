//! How positions are evaluated.

use crate::base::parameter::{choices, params};

choices! {
    /// What counts as neighbours for two-distances.
    pub enum Neighbours {
        /// What touches, directly or through a chain.
        Touching = "touching",
        /// The same, chains with a full to an edge being parts of the edge.
        Extended = "extended",
        /// What a full joins.
        Fulls = "fulls",
    }
}

choices! {
    /// Which links connections make.
    pub enum LinkRule {
        /// None: only what touches is linked.
        None = "none",
        /// Between the ends of a full.
        Ends = "ends",
        /// Between the neighbours of one end of a full and the other end.
        Neighbours = "neighbours",
    }
}

params! {
    /// The options of two-distances and of circuits.
    #[derive(Copy)]
    pub struct EvaluationOptions {
        /// Neighbours for the two-distance: adjacent cells, the same with edges extended by
        /// connections, or ends joined by a full.
        neighbours as "twod_neighbours": Neighbours = Neighbours::Touching;
        /// The links that a full adds to a circuit: none, between its ends, or from the neighbours
        /// of one end to the other.
        links as "circuit_links": LinkRule = LinkRule::Ends;
    }
}
