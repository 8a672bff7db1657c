//! A node of the graph of positions.

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

impl Outcome {
    /// The same for the other side.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Open => Self::Open,
            Self::Won => Self::Lost,
            Self::Lost => Self::Won,
        }
    }
}

/// The index of nothing.
pub(super) const NONE: u32 = u32::MAX;

/// The variance of chances before any is known, and as how many visits that counts.
const USUAL_VARIANCE: f64 = 0.04;
const USUAL_VISITS: f64 = 2.0;

/// A move of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct PuctEdge {
    /// The node that it leads to; [`NONE`] before the first visit.
    pub child: u32,
    /// How often it was visited from here.
    pub visits: u32,
}

impl PuctEdge {
    /// A move without visits.
    pub const NEW: Self = Self {
        child: NONE,
        visits: 0,
    };
}

/// A position, by whatever moves it is reached.
#[derive(Clone, Debug)]
pub(super) struct PuctNode {
    /// The index of its judgement; [`NONE`] where the game has ended.
    pub judgement: u32,
    /// The index of its look; [`NONE`] before there is one.
    pub look: u32,
    /// Its own evaluation and the visits of its moves.
    pub visits: u32,
    /// What is proved of it.
    pub outcome: Outcome,
    /// The moves from it to the position that decides it, once that is so.
    pub distance: u16,
    /// The mean chance of its side to move.
    mean: f64,
    /// The mean of the squares of the values that the mean is of.
    square: f64,
    /// Its moves as far as they were visited or passed over, in the order of their priors.
    pub edges: Vec<PuctEdge>,
}

impl PuctNode {
    /// A node whose moves were not visited.
    pub fn new(judgement: u32, chance: f64) -> Self {
        Self {
            judgement,
            look: NONE,
            visits: 1,
            outcome: Outcome::Open,
            distance: 0,
            mean: chance,
            square: chance * chance,
            edges: Vec::new(),
        }
    }

    /// Sets what is proved of it.
    pub fn decide(&mut self, outcome: Outcome, distance: u16) {
        (self.outcome, self.distance) = (outcome, distance);
    }

    /// Sets the mean chance of its side to move, and the mean of the squares of these chances.
    pub fn set_mean(&mut self, mean: f64, square: f64) {
        (self.mean, self.square) = (mean, square);
    }

    /// The mean of the squares of the chances of the other side.
    pub fn turned_square(&self) -> f64 {
        match self.outcome {
            Outcome::Won => 0.0,
            Outcome::Lost => 1.0,
            Outcome::Open => 1.0 - 2.0 * self.mean + self.square,
        }
    }

    /// The variance of the chances that the mean is of.
    pub fn variance(&self) -> f64 {
        let visits = f64::from(self.visits);
        let seen = (self.square - self.mean * self.mean).max(0.0);
        (seen * visits + USUAL_VARIANCE * USUAL_VISITS) / (visits + USUAL_VISITS)
    }

    /// The mean chance of its side to move, from 0 to 1.
    pub fn mean(&self) -> f64 {
        match self.outcome {
            Outcome::Won => 1.0,
            Outcome::Lost => 0.0,
            Outcome::Open => self.mean,
        }
    }
}
