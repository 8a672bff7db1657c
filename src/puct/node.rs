//! A node of the tree.

/// What is proved of a node, for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Outcome {
    /// Nothing.
    #[default]
    Open,
    /// The side to move wins.
    Won,
    /// The side to move loses.
    Lost,
}

/// Where no judgement is needed.
pub(super) const UNJUDGED: u32 = u32::MAX;

/// A position in the tree.
#[derive(Clone, Debug)]
pub(super) struct PuctNode {
    /// The index of its judgement; none where the game has ended.
    pub judgement: u32,
    /// How often it was visited.
    pub visits: u32,
    /// The sum of the chances of its side to move over these visits, of 65535 each.
    pub sum: u64,
    /// What is proved of it.
    pub outcome: Outcome,
    /// The nodes of its moves as far as they were visited, in the order of their priors.
    pub children: Vec<u32>,
}

impl PuctNode {
    /// A node without visits.
    pub fn new(judgement: u32) -> Self {
        Self {
            judgement,
            visits: 0,
            sum: 0,
            outcome: Outcome::Open,
            children: Vec::new(),
        }
    }

    /// The mean chance of its side to move, from 0 to 1.
    pub fn mean(&self) -> f64 {
        match self.outcome {
            Outcome::Won => 1.0,
            Outcome::Lost => 0.0,
            Outcome::Open => {
                self.sum as f64 / (f64::from(u16::MAX) * f64::from(self.visits.max(1)))
            }
        }
    }
}
