//! What a position is worth to the side to move: an estimate, or a proof with its distance.
//!
//! ```text
//!   LOST      LOST+1 ...      -MAX_ESTIMATE ... 0 ... MAX_ESTIMATE      ... WON-1      WON
//!   lost now  lost in 1                 estimates                           won in 1   won now
//! ```
//!
//! A near win is worth more than a far one, a far loss more than a near one. Distances count from
//! the position itself to the one that its analysis decides, so a score means the same wherever a
//! position is reached. From a position to its parent a score changes sides, and a proof moves one
//! ply further away.

use std::fmt;
use std::str::FromStr;

/// What the number of an estimate means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScoreScale {
    /// Thousandths of the logarithm of the odds, as the ratio of two resistances.
    #[default]
    LogOdds,
    /// Thousandths from -1, always lost, to 1, always won: the mean of a tree search.
    Mean,
}

impl ScoreScale {
    /// The win rate that an estimate means, which is given in units, not thousandths.
    pub fn win_rate(self, estimate: f64) -> f64 {
        match self {
            Self::LogOdds => 1.0 / (1.0 + libm::exp(-estimate)),
            Self::Mean => (estimate / 2.0 + 0.5).clamp(0.0, 1.0),
        }
    }
}

/// A score.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

/// The largest estimate.
const MAX_ESTIMATE: i32 = 1_000_000;
/// A win now. One that is more than [`LONGEST`] plies ahead is no proof any more, but the largest
/// estimate.
const WON: i32 = MAX_ESTIMATE + 1000;
/// The longest distance of a proof.
const LONGEST: i32 = 999;

impl Score {
    /// A win that the analysis of the position itself shows.
    pub const WON: Self = Self(WON);
    /// A loss that the analysis of the position itself shows.
    pub const LOST: Self = Self(-WON);
    /// Lower than any score of a position.
    pub const MIN: Self = Self(-WON - 1);

    /// An estimate; values beyond the largest estimate are clamped to it.
    pub fn estimate(value: i32) -> Self {
        Self(value.clamp(-MAX_ESTIMATE, MAX_ESTIMATE))
    }

    /// The number by which scores are ordered.
    pub fn value(self) -> i32 {
        self.0
    }

    /// Whether it is a proof of a win.
    pub fn is_won(self) -> bool {
        self.0 > MAX_ESTIMATE
    }

    /// Whether it is a proof of a loss.
    pub fn is_lost(self) -> bool {
        self.0 < -MAX_ESTIMATE
    }

    /// Whether it is a proof.
    pub fn is_proved(self) -> bool {
        self.is_won() || self.is_lost()
    }

    /// The plies to the position whose analysis shows the proof; `None` for an estimate.
    pub fn distance(self) -> Option<u32> {
        self.is_proved()
            .then(|| WON.abs_diff(self.0.abs()).min(MAX_ESTIMATE.unsigned_abs()))
    }

    /// The score of the parent, for its side to move, if this is the score of its best child.
    #[must_use]
    pub fn to_parent(self) -> Self {
        match self.0 {
            value if self.is_won() => Self(-value + 1),
            value if self.is_lost() => Self(-value - 1),
            value => Self(-value),
        }
    }

    /// The inverse of [`Score::to_parent`]: bounds of a window go down the tree with it.
    #[must_use]
    pub fn to_child(self) -> Self {
        match self.0 {
            value if self.is_won() => Self(-value - 1),
            value if self.is_lost() => Self(-value + 1),
            value => Self(-value),
        }
    }

    /// The estimate that means this win rate as the mean of a tree search.
    pub fn of_win_rate(win_rate: f64) -> Self {
        Self::estimate(((2.0 * win_rate - 1.0) * 1000.0).round() as i32)
    }

    /// The win rate of the side to move, from 0 to 1.
    pub fn win_rate(self, scale: ScoreScale) -> f64 {
        if self.is_proved() {
            f64::from(u8::from(self.is_won()))
        } else {
            scale.win_rate(f64::from(self.0) / 1000.0)
        }
    }

    /// In words for people: `wins 62%`, or `won in 3`.
    pub fn words(self, scale: ScoreScale) -> String {
        if self.is_proved() {
            return self.to_string();
        }
        format!("wins {:.0}%", 100.0 * self.win_rate(scale))
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

    /// The estimate that lies `by` higher.
    #[must_use]
    pub fn shifted(self, by: i32) -> Self {
        Self::estimate(self.0.saturating_add(by))
    }
}

/// Text: `won in 3`, `lost in 2`, or the estimate in thousandths.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            Some(distance) if self.is_won() => write!(f, "won in {distance}"),
            Some(distance) => write!(f, "lost in {distance}"),
            None => write!(f, "{:+.3}", f64::from(self.0) / 1000.0),
        }
    }
}

/// A text that is no score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a score")]
pub struct NotAScore;

/// Reads what `Display` writes.
impl FromStr for Score {
    type Err = NotAScore;

    fn from_str(text: &str) -> Result<Self, NotAScore> {
        let distance = |text: &str| {
            let distance = text.parse().ok();
            distance.filter(|&distance: &i32| (0..=LONGEST).contains(&distance))
        };
        let score = if let Some(won) = text.strip_prefix("won in ") {
            distance(won).map(|distance| Self(WON - distance))
        } else if let Some(lost) = text.strip_prefix("lost in ") {
            distance(lost).map(|distance| Self(distance - WON))
        } else {
            let estimate = text
                .parse()
                .ok()
                .filter(|estimate: &f64| estimate.is_finite());
            estimate.map(|estimate| Self::estimate((estimate * 1000.0).round() as i32))
        };
        score.ok_or(NotAScore)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_move_away_and_come_back() {
        let lost_now = Score::LOST;
        let won_in_one = lost_now.to_parent();
        assert_eq!(won_in_one.distance(), Some(1));
        assert!(won_in_one.is_won() && won_in_one < Score::WON);
        assert_eq!(won_in_one.to_parent().distance(), Some(2));
        assert!(won_in_one.to_parent().is_lost() && won_in_one.to_parent() > lost_now);
        for score in [
            Score::LOST,
            won_in_one,
            Score::estimate(-7),
            Score::estimate(i32::MAX),
        ] {
            assert_eq!(score.to_parent().to_child(), score);
        }
        assert!(!Score::estimate(i32::MIN).is_proved());
    }

    #[test]
    fn win_rates_go_from_none_to_all() {
        for scale in [ScoreScale::LogOdds, ScoreScale::Mean] {
            let rate = |value| Score::estimate(value).win_rate(scale);
            assert!((rate(0) - 0.5).abs() < 1e-9);
            assert!(rate(-400) < rate(300) && rate(300) < 1.0);
            assert!((rate(300) + rate(-300) - 1.0).abs() < 1e-9);
            assert!((0.0..=1.0).contains(&rate(i32::MAX)));
            assert!((Score::WON.win_rate(scale) - 1.0).abs() < 1e-9);
            assert!(Score::LOST.to_child().win_rate(scale) > 0.5);
        }
        // Half the resistance of the opponent: two wins to one loss.
        let twice = Score::estimate(693).win_rate(ScoreScale::LogOdds);
        assert!((twice - 2.0 / 3.0).abs() < 1e-3);
        assert!((Score::estimate(200).win_rate(ScoreScale::Mean) - 0.6).abs() < 1e-9);
    }

    #[test]
    fn scores_read_back_as_they_were_written() {
        let far =
            |end: Score| (0..9).map(move |far| (0..far).fold(end, |score, _| score.to_parent()));
        let estimates = [-1_000_000, -31, 0, 7, 1_250].map(Score::estimate);
        for score in far(Score::WON).chain(far(Score::LOST)).chain(estimates) {
            assert_eq!(score.to_string().parse(), Ok(score));
        }
        for text in ["", "x", "won in x", "won in 5000", "lost in -1", "inf"] {
            assert_eq!(text.parse::<Score>(), Err(NotAScore), "{text}");
        }
        assert_eq!(Score::of_win_rate(0.6), Score::estimate(200));
    }

    #[test]
    fn scores_are_written_for_people() {
        assert_eq!(Score::LOST.to_parent().to_string(), "won in 1");
        assert_eq!(Score::LOST.to_string(), "lost in 0");
        assert_eq!(Score::estimate(-1250).to_string(), "-1.250");
    }
}
