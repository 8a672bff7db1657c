//! What is proved of a position.

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
    /// The outcome for the other side.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Open => Self::Open,
            Self::Won => Self::Lost,
            Self::Lost => Self::Won,
        }
    }
}
