//! The time for a move, and whether it is over.

use crate::hex::Clock;
use crate::hex::Colour;
use std::time::{Duration, Instant};

/// Kept back for the delay between the referee and the engine.
const MARGIN: Duration = Duration::from_millis(30);

/// A move whose choice is unsure may take so many times its share, but of the main time no more
/// than one part of so many.
const UNSURE_FACTOR: u32 = 2;
const UNSURE_PART: u32 = 8;

/// Whether a time at which work must end has come.
pub fn is_late(until: Option<Instant>) -> bool {
    until.is_some_and(|until| Instant::now() >= until)
}

/// The time for one move by the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveTime {
    /// Its share.
    pub share: Duration,
    /// The most, if the choice is unsure.
    pub most: Duration,
}

impl MoveTime {
    /// The time for a move of a player while so many cells are empty; `None` if no clock runs.
    /// Early moves get more: a game ends when about half the cells are full, and its first half
    /// decides it. What overtime or an increment gives each move in any case comes to that.
    pub fn by_clock(clock: &Clock, colour: Colour, empty: usize) -> Option<Self> {
        let left = clock.left(colour)?;
        let last = clock.until_flag(colour)?.saturating_sub(MARGIN);
        let (share, spare) = if left.moves > 0 {
            let share = left.time / left.moves;
            (share, if left.moves > 1 { left.time / 2 } else { share })
        } else {
            let moves = (empty as u32 / 5).clamp(6, 40);
            let each = clock.overtime_per_move() + clock.increment();
            (left.time / moves + each, left.time / UNSURE_PART + each)
        };
        let most = spare.min(share * UNSURE_FACTOR).max(share);
        Some(Self {
            share: share.min(last),
            most: most.min(last),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{TimeControl, TimeLeft};

    fn clock(main: u64, period: u64, moves: u32, increment: u64) -> Clock {
        let seconds = Duration::from_secs;
        let mut clock = Clock::default();
        clock.set(Some(TimeControl {
            main: seconds(main),
            period: seconds(period),
            moves,
            increment: seconds(increment),
        }));
        clock
    }

    fn seconds(time: u64, moves: u32, empty: usize) -> f64 {
        let mut clock = Clock::default();
        let time = Duration::from_secs(time);
        clock.set_left(Colour::White, TimeLeft { time, moves });
        let time = MoveTime::by_clock(&clock, Colour::White, empty).unwrap();
        assert!(time.most >= time.share);
        time.share.as_secs_f64()
    }

    #[test]
    fn time_is_shared_among_the_moves_to_come() {
        let (early, late) = (seconds(600, 0, 121), seconds(600, 0, 60));
        assert!(early > 20.0 && late > early && late < 60.0);
        assert!(seconds(10, 1, 50) > 9.0 && seconds(10, 1, 50) < 10.0);
        assert!(seconds(0, 0, 50) < 1e-9);
        let none = Clock::default();
        assert_eq!(MoveTime::by_clock(&none, Colour::Black, 50), None);
    }

    #[test]
    fn no_clock_runs_out_and_overtime_is_used() {
        let rules = [
            (60, 0, 0, 0),
            (60, 0, 0, 1),
            (0, 0, 0, 1),
            (60, 10, 1, 0),
            (60, 30, 5, 0),
            (1, 10, 1, 0),
            (600, 5, 25, 0),
        ];
        for rule in rules {
            let (main, period, moves, increment) = rule;
            let each = (period as f64 / f64::from(moves.max(1))).max(increment as f64);
            for unsure in [false, true] {
                let mut clock = clock(main, period, moves, increment);
                for number in 0..60 {
                    let flag = clock.until_flag(Colour::Black).unwrap();
                    let time = MoveTime::by_clock(&clock, Colour::Black, 121 - 2 * number).unwrap();
                    let time = if unsure { time.most } else { time.share };
                    assert!(time <= flag, "{rule:?}: {time:?} of {flag:?}");
                    let sure = if unsure || number == 0 { 0.0 } else { each };
                    assert!(time.as_secs_f64() + 0.06 >= sure, "{rule:?}: {time:?}");
                    clock.spend(Colour::Black, time);
                    let left = clock.left(Colour::Black).unwrap();
                    assert!(!left.time.is_zero() || left.moves == 0, "{rule:?}");
                }
            }
        }
    }
}
