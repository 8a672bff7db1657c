//! What a position is worth to the side to move: an estimate, or a proof with its distance.
//!
//! ```text
//!   LOST      LOST+1 ...      -MOST ... 0 ... MOST      ... WON-1      WON
//!   lost now  lost in 1       estimates                 won in 1       won now
//! ```
//!
//! A win is worth the more the nearer it is, a loss the less. Distances count from the position
//! itself to the one where it is decided at a look, so that a score means the same wherever a
//! position is reached; from a position to the one before, a score changes sides and a proof is one
//! move further away.

use std::fmt;

/// A score.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

/// The largest estimate.
const MOST: i32 = 1_000_000;
/// A win now. No game is longer than the board has cells.
const WON: i32 = MOST + 1000;

impl Score {
    /// Won at a look.
    pub const WON: Self = Self(WON);
    /// Lost at a look.
    pub const LOST: Self = Self(-WON);
    /// Worse than anything.
    pub const LEAST: Self = Self(-WON - 1);
    /// The worst estimate: what is said instead of a loss that is not proved.
    pub const BLEAK: Self = Self(-MOST);

    /// An estimate; larger ones than there may be become the largest.
    pub fn estimate(value: i32) -> Self {
        Self(value.clamp(-MOST, MOST))
    }

    /// The number, as it orders.
    pub fn value(self) -> i32 {
        self.0
    }

    /// Whether it is a proof of a win.
    pub fn is_won(self) -> bool {
        self.0 > MOST
    }

    /// Whether it is a proof of a loss.
    pub fn is_lost(self) -> bool {
        self.0 < -MOST
    }

    /// Whether it is a proof.
    pub fn is_proved(self) -> bool {
        self.is_won() || self.is_lost()
    }

    /// How many moves it takes until the proof is plain.
    pub fn distance(self) -> Option<u32> {
        self.is_proved()
            .then(|| WON.abs_diff(self.0.abs()).min(MOST.unsigned_abs()))
    }

    /// What a position is worth to its side to move, if a move leads to one that is worth this to
    /// the opponent.
    #[must_use]
    pub fn before(self) -> Self {
        match self.0 {
            value if self.is_won() => Self(-value + 1),
            value if self.is_lost() => Self(-value - 1),
            value => Self(-value),
        }
    }

    /// What the position after a move would have to be worth for [`Score::before`] to give this:
    /// bounds of a window go down the tree with it.
    #[must_use]
    pub fn after(self) -> Self {
        match self.0 {
            value if self.is_won() => Self(-value - 1),
            value if self.is_lost() => Self(-value + 1),
            value => Self(-value),
        }
    }

    /// The next higher score.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The next lower score.
    #[must_use]
    pub fn previous(self) -> Self {
        Self(self.0 - 1)
    }

    /// So much lower or higher, as an estimate.
    #[must_use]
    pub fn shifted(self, by: i32) -> Self {
        Self::estimate(self.0.saturating_add(by))
    }
}

/// As people read it: `won in 3`, `lost in 2`, or the estimate in thousandths.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            Some(distance) if self.is_won() => write!(f, "won in {distance}"),
            Some(distance) => write!(f, "lost in {distance}"),
            None => write!(f, "{:+.3}", f64::from(self.0) / 1000.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_move_away_and_come_back() {
        let lost_now = Score::LOST;
        let won_in_one = lost_now.before();
        assert_eq!(won_in_one.distance(), Some(1));
        assert!(won_in_one.is_won() && won_in_one < Score::WON);
        assert_eq!(won_in_one.before().distance(), Some(2));
        assert!(won_in_one.before().is_lost() && won_in_one.before() > lost_now);
        for score in [
            Score::LOST,
            won_in_one,
            Score::estimate(-7),
            Score::estimate(i32::MAX),
        ] {
            assert_eq!(score.before().after(), score);
        }
        assert!(!Score::estimate(i32::MIN).is_proved() && Score::BLEAK < Score::estimate(0));
    }

    #[test]
    fn scores_are_written_for_people() {
        assert_eq!(Score::LOST.before().to_string(), "won in 1");
        assert_eq!(Score::LOST.to_string(), "lost in 0");
        assert_eq!(Score::estimate(-1250).to_string(), "-1.250");
    }
}
