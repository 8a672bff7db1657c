//! The time of an engine: for each move, or for a game with an increment for each move.

use crate::board::Colour;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The rule of the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeRule {
    /// Engines take their own time.
    #[default]
    Own,
    /// The same time for each move.
    Move(Duration),
    /// Time for the game, and an increment.
    Game {
        /// At the start.
        main: Duration,
        /// The increment after each move.
        increment: Duration,
    },
}

/// A text that is not a rule of the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("seconds for each move as in 0.5/move, or for the game as in 60+0.5")]
pub struct BadTime;

fn seconds(text: &str) -> Result<Duration, BadTime> {
    // More than a year is a typing error.
    let number = text.parse().ok().filter(|s| (0.0..3e7).contains(s));
    number.map(Duration::from_secs_f64).ok_or(BadTime)
}

impl FromStr for TimeRule {
    type Err = BadTime;

    fn from_str(text: &str) -> Result<Self, BadTime> {
        if let Some((main, increment)) = text.split_once('+') {
            let (main, increment) = (seconds(main)?, seconds(increment)?);
            return Ok(Self::Game { main, increment });
        }
        let time = seconds(text.strip_suffix("/move").unwrap_or(text))?;
        if time.is_zero() {
            return Err(BadTime);
        }
        Ok(Self::Move(time))
    }
}

impl fmt::Display for TimeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str("own"),
            Self::Move(time) => write!(f, "{}/move", time.as_secs_f64()),
            Self::Game { main, increment } => {
                write!(f, "{}+{}", main.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

/// The time of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// How long to search, if the rule sets that.
    pub think: Option<Duration>,
    /// What the clock shows.
    pub left: Option<Duration>,
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    rule: TimeRule,
    left: [Duration; 2],
}

impl Timer {
    /// Both clocks at the start.
    pub fn new(rule: TimeRule) -> Self {
        let main = match rule {
            TimeRule::Game { main, .. } => main,
            _ => Duration::ZERO,
        };
        Self {
            rule,
            left: [main; 2],
        }
    }

    /// The time for a move while so many cells are empty.
    ///
    /// Of a game's time, a player of this program gets an even share: on the usual board a side
    /// makes about one move for every four empty cells. A little is kept back, so that the last
    /// moves are not lost on time.
    pub fn allowance(&self, colour: Colour, empty: usize) -> Allowance {
        match self.rule {
            TimeRule::Own => Allowance {
                think: None,
                left: None,
            },
            TimeRule::Move(time) => Allowance {
                think: Some(time),
                left: Some(time),
            },
            TimeRule::Game { increment, .. } => {
                let left = self.left[colour.index()];
                let share = left / u32::try_from(empty / 4).unwrap_or(u32::MAX).max(6);
                let think = (share + increment.mul_f64(0.9)).min(left.mul_f64(0.8));
                Allowance {
                    think: Some(think),
                    left: Some(left),
                }
            }
        }
    }

    /// Takes the time of a move off.
    pub fn spend(&mut self, colour: Colour, taken: Duration) {
        if let TimeRule::Game { increment, .. } = self.rule {
            let left = &mut self.left[colour.index()];
            *left = left.saturating_sub(taken) + increment;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_and_written() {
        for (text, written) in [
            ("0.5/move", "0.5/move"),
            ("2", "2/move"),
            ("60+0.5", "60+0.5"),
        ] {
            assert_eq!(text.parse::<TimeRule>().unwrap().to_string(), written);
        }
        for text in ["", "0", "-1", "x/move", "1+", "+1", "nan", "inf", "1e300"] {
            assert_eq!(text.parse::<TimeRule>(), Err(BadTime), "{text}");
        }
    }

    #[test]
    fn a_games_time_lasts_for_the_game() {
        let rule = "10+0.1".parse().unwrap();
        let mut timer = Timer::new(rule);
        for empty in (1..=121).rev().step_by(2) {
            let allowed = timer.allowance(Colour::White, empty);
            let (think, left) = (allowed.think.unwrap(), allowed.left.unwrap());
            assert!(think < left && !think.is_zero(), "{think:?} of {left:?}");
            timer.spend(Colour::White, think);
        }
        let black = timer.allowance(Colour::Black, 50).left;
        assert_eq!(black, Some(Duration::from_secs(10)));
        timer.spend(Colour::White, Duration::from_secs(1000));
        let left = timer.allowance(Colour::White, 50).left;
        assert_eq!(left, Some(Duration::from_millis(100)));
    }
}
