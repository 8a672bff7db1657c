//! Windows of scores.

use crate::think::Score;

/// The scores strictly between two bounds, for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The lower bound.
    pub alpha: Score,
    /// The upper bound.
    pub beta: Score,
}

impl Window {
    /// All scores.
    pub const ALL: Self = Self {
        alpha: Score::MIN,
        beta: Score::WON,
    };

    /// The same window for a child, whose side to move is the other.
    #[must_use]
    pub fn of_child(self) -> Self {
        Self {
            alpha: self.beta.to_child(),
            beta: self.alpha.to_child(),
        }
    }

    /// The zero window just above this score.
    pub fn zero(alpha: Score) -> Self {
        Self {
            alpha,
            beta: alpha.next(),
        }
    }

    /// Whether a score lies inside.
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }
}
