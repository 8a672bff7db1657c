//! The time of an engine: for each move, or for a game with an increment or overtime.

use crate::hex::Colour;
use crate::hex::{Clock, TimeControl};
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
    /// A clock for the game.
    Game(TimeControl),
}

/// A text that is not a rule of the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "seconds per move (0.5/move), per game plus increment (60+0.5), or per game and then per \
     period of several moves (60+30/5)"
)]
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
            let main = seconds(main)?;
            let Some((period, moves)) = increment.split_once('/') else {
                let increment = seconds(increment)?;
                return Ok(Self::Game(TimeControl {
                    main,
                    increment,
                    ..TimeControl::default()
                }));
            };
            let period = seconds(period)?;
            let moves = moves.parse().map_err(|_| BadTime)?;
            if period.is_zero() || moves == 0 {
                return Err(BadTime);
            }
            return Ok(Self::Game(TimeControl {
                main,
                period,
                moves,
                ..TimeControl::default()
            }));
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
            Self::Game(control) => {
                let main = control.main.as_secs_f64();
                if control.period.is_zero() {
                    return write!(f, "{main}+{}", control.increment.as_secs_f64());
                }
                let (period, moves) = (control.period.as_secs_f64(), control.moves);
                write!(f, "{main}+{period}/{moves}")
            }
        }
    }
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    rule: TimeRule,
    clock: Clock,
}

impl Timer {
    /// Both clocks at the start.
    pub fn new(rule: TimeRule) -> Self {
        let mut clock = Clock::default();
        if let TimeRule::Game(control) = rule {
            clock.set(Some(control));
        }
        Self { rule, clock }
    }

    /// How long to think about each move, if the rule sets that.
    pub fn each(&self) -> Option<Duration> {
        match self.rule {
            TimeRule::Move(time) => Some(time),
            _ => None,
        }
    }

    /// The time after which a move is too late, if the rule sets one.
    pub fn most(&self, colour: Colour) -> Option<Duration> {
        self.each().or(self.clock.until_flag(colour))
    }

    /// The clocks.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Takes the time of a move off.
    pub fn spend(&mut self, colour: Colour, taken: Duration) {
        self.clock.spend(colour, taken);
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
            ("5+10/1", "5+10/1"),
            ("0+0.5/25", "0+0.5/25"),
        ] {
            assert_eq!(text.parse::<TimeRule>().unwrap().to_string(), written);
        }
        let bad = "/ 0 -1 x/move 1+ +1 nan inf 1e300 1+1/ 1+/1 1+0/1 1+1/0 1+1/move 1+1/1/1";
        for text in bad.split(' ').chain([""]) {
            assert_eq!(text.parse::<TimeRule>(), Err(BadTime), "{text}");
        }
    }

    #[test]
    fn a_game_has_a_clock_and_a_move_its_time() {
        let mut timer = Timer::new("10+0.1".parse().unwrap());
        let most = |timer: &Timer| timer.most(Colour::White).unwrap().as_millis();
        assert_eq!(most(&timer), 10_000);
        timer.spend(Colour::White, Duration::from_secs(4));
        assert_eq!(most(&timer), 6_100);
        assert_eq!(timer.each(), None);
        timer.spend(Colour::White, Duration::from_secs(1000));
        assert_eq!(most(&timer), 100);
        let times = |rule| {
            let timer = Timer::new(rule);
            (timer.each(), timer.most(Colour::Black))
        };
        assert_eq!(times(TimeRule::Own), (None, None));
        let two = Some(Duration::from_secs(2));
        assert_eq!(times("2".parse().unwrap()), (two, two));
    }
}
