//! The value of a position by searches: one, if they know what the right to move is worth, else one
//! with either side to move.

use crate::think::Score;

/// The value of the right to move, as a share of its value in searches: chosen so that the 24
/// openings in `positions/openings/balanced-11x11.txt`, which a stronger engine evaluates as even,
/// are even in the median (0.2175 of 0.62).
const TEMPO_SHARE: f64 = 0.35;

/// The scores of a position with the side to move on the move, and with the other.
///
/// If a position is worth s to the side to move without the right to move, and a search adds T for
/// that right, the scores are s + T and -s + T. The right to move is worth less than T, because a
/// search takes the best of many estimates and stops after a move of the side to move:
/// `TEMPO_SHARE` of T.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoresBySide {
    /// For the side to move.
    pub own: Score,
    /// For the other, if it were its turn; `None` if the first one knows what the right to move is
    /// worth.
    pub other: Option<Score>,
}

impl ScoresBySide {
    /// The value T of the right to move in searches here; `None` where a score is a proof, or knows
    /// it.
    pub fn tempo(self) -> Option<i32> {
        let other = self.other?;
        let estimates = !self.own.is_proved() && !other.is_proved();
        estimates.then(|| i32::midpoint(self.own.value(), other.value()))
    }

    /// The value of the position for the side to move, with this value of the right to move in
    /// searches: an estimate, or a proof.
    pub fn balance(self, tempo: i32) -> Score {
        let worth = (f64::from(tempo) * TEMPO_SHARE).round() as i32;
        let Some(other) = self.other.filter(|_| !self.own.is_proved()) else {
            return self.own;
        };
        // A side that loses on the move loses without it.
        if other.is_lost() {
            return Score::WON;
        }
        if other.is_won() {
            return self.own.shifted(worth - tempo);
        }
        let apart = i32::midpoint(self.own.value(), -other.value());
        Score::estimate(apart + worth)
    }
}

/// The value of the right to move in searches: the median of many positions.
pub fn median_tempo(scores: impl Iterator<Item = ScoresBySide>) -> i32 {
    let mut tempos: Vec<i32> = scores.filter_map(ScoresBySide::tempo).collect();
    tempos.sort_unstable();
    tempos.get(tempos.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(own: i32, other: i32) -> ScoresBySide {
        ScoresBySide {
            own: Score::estimate(own),
            other: Some(Score::estimate(other)),
        }
    }

    #[test]
    fn scores_are_centred() {
        // Worth 100 but for the right to move, which is worth 300.
        let seen = scores(100 + 300, -100 + 300);
        assert_eq!(seen.tempo(), Some(300));
        assert_eq!(seen.balance(300), Score::estimate(100 + 105));
        let all = [scores(400, 200), scores(0, 0), scores(-700, 900)];
        assert_eq!(median_tempo(all.into_iter()), 100);
        assert_eq!(median_tempo(std::iter::empty()), 0);
    }

    #[test]
    fn proofs_stay_proofs() {
        let own = Score::estimate(50);
        let lost = ScoresBySide {
            own,
            other: Some(Score::LOST),
        };
        assert_eq!((lost.tempo(), lost.balance(9)), (None, Score::WON));
        let won = ScoresBySide {
            own,
            other: Some(Score::WON),
        };
        assert_eq!(won.balance(20), Score::estimate(50 - 13));
        let proved = ScoresBySide {
            own: Score::LOST,
            other: Some(own),
        };
        assert_eq!(proved.balance(9), Score::LOST);
    }

    #[test]
    fn a_score_that_knows_whose_turn_it_is_is_the_value() {
        let alone = ScoresBySide {
            own: Score::estimate(-70),
            other: None,
        };
        assert_eq!((alone.tempo(), alone.balance(300)), (None, alone.own));
    }
}
