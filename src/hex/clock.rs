//! The clock, as GTP sets it: a main time, then periods of overtime in each of which so many moves
//! must be made (`time_settings MAIN PERIOD MOVES`).

use crate::hex::Colour;
use std::time::Duration;

/// Kept back for the delay between the referee and the engine, at least.
const MARGIN: Duration = Duration::from_millis(30);
/// And at most.
const MOST_MARGIN: Duration = Duration::from_secs(1);

/// The rules of the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    /// The time before overtime.
    pub main: Duration,
    /// The length of a period of overtime; nothing for none.
    pub period: Duration,
    /// The moves that must be made in each period.
    pub moves: u32,
    /// What each move adds, once it is made.
    pub increment: Duration,
}

/// The time that a player has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// The rest of the main time, or of the current period.
    pub time: Duration,
    /// The moves still to be made in it; 0 in main time.
    pub moves: u32,
}

/// The clock of a game, at first without limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    control: Option<TimeControl>,
    left: [Option<TimeLeft>; 2],
    /// What the last moves make it seem wise to keep back.
    margin: [Duration; 2],
}

impl Clock {
    /// Sets new rules and gives both players their full time; `None` for no limit.
    pub fn set(&mut self, control: Option<TimeControl>) {
        self.control = control;
        self.left = [control.map(TimeControl::start); 2];
        self.margin = Default::default();
    }

    /// Gives both players their full time again.
    pub fn restart(&mut self) {
        self.set(self.control);
    }

    /// The time that a player has left; `None` without a limit.
    pub fn left(&self, colour: Colour) -> Option<TimeLeft> {
        self.left[colour.index()]
    }

    /// The time that overtime gives each move.
    pub fn overtime_per_move(&self) -> Duration {
        let control = self.control.filter(|control| control.moves > 0);
        control.map_or(Duration::ZERO, |control| control.period / control.moves)
    }

    /// What each move adds, once it is made.
    pub fn increment(&self) -> Duration {
        self.control
            .map_or(Duration::ZERO, |control| control.increment)
    }

    /// How long a player may think before the clock has run out; `None` without a limit.
    pub fn until_flag(&self, colour: Colour) -> Option<Duration> {
        let left = self.left(colour)?;
        let overtime = self.control.filter(|_| left.moves == 0);
        let overtime = overtime.map_or(Duration::ZERO, |control| control.period);
        Some(left.time.saturating_add(overtime))
    }

    /// How long a player may think so that its move is there before the clock has run out, after the
    /// delays of its last moves; `None` without a limit.
    pub fn until_answer(&self, colour: Colour) -> Option<Duration> {
        let flag = self.until_flag(colour)?;
        let margin = self.margin[colour.index()].min(flag / 5 * 4).max(MARGIN);
        Some(flag.saturating_sub(margin))
    }

    /// Sets the time that a player has left, as the official clock shows it.
    pub fn set_left(&mut self, colour: Colour, left: TimeLeft) {
        self.left[colour.index()] = Some(left);
    }

    /// Subtracts the time of a move. A player who has overstepped the limit has no time left.
    pub fn spend(&mut self, colour: Colour, time: Duration) {
        if let Some(until) = self.until_answer(colour) {
            // On a busy machine thinking ends late, and it will do so again.
            let late = time.saturating_sub(until);
            let margin = &mut self.margin[colour.index()];
            *margin = (2 * late).min(MOST_MARGIN).max(*margin / 8 * 7);
        }
        let Some(left) = &mut self.left[colour.index()] else {
            return;
        };
        let period = self
            .control
            .filter(|control| !control.period.is_zero() && control.moves > 0);
        let mut time = time;
        if left.moves == 0
            && time > left.time
            && let Some(control) = period
        {
            time -= left.time;
            *left = control.overtime();
        }
        left.time = left.time.saturating_sub(time);
        if left.moves > 0 && !left.time.is_zero() {
            left.moves -= 1;
            if left.moves == 0 {
                *left = period.map_or(*left, TimeControl::overtime);
            }
        }
        left.time += self
            .control
            .map_or(Duration::ZERO, |control| control.increment);
    }
}

impl TimeControl {
    fn start(self) -> TimeLeft {
        if self.main.is_zero() && !self.period.is_zero() && self.moves > 0 {
            self.overtime()
        } else {
            TimeLeft {
                time: self.main,
                moves: 0,
            }
        }
    }

    fn overtime(self) -> TimeLeft {
        TimeLeft {
            time: self.period,
            moves: self.moves,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(main: u64, period: u64, moves: u32) -> Clock {
        let mut clock = Clock::default();
        let seconds = Duration::from_secs;
        clock.set(Some(TimeControl {
            main: seconds(main),
            period: seconds(period),
            moves,
            ..TimeControl::default()
        }));
        clock
    }

    fn left(clock: &Clock) -> (u64, u32) {
        let left = clock.left(Colour::Black).unwrap();
        (left.time.as_secs(), left.moves)
    }

    fn spend(clock: &mut Clock, seconds: u64) -> (u64, u32) {
        clock.spend(Colour::Black, Duration::from_secs(seconds));
        left(clock)
    }

    #[test]
    fn main_time_runs_out_for_good_without_overtime() {
        let mut clock = clock(10, 0, 0);
        assert_eq!(spend(&mut clock, 4), (6, 0));
        assert_eq!(spend(&mut clock, 7), (0, 0));
        assert_eq!(clock.left(Colour::White).unwrap().time.as_secs(), 10);
        clock.restart();
        assert_eq!(left(&clock), (10, 0));
    }

    #[test]
    fn overtime_starts_anew_after_its_moves() {
        let mut clock = clock(10, 5, 2);
        assert_eq!(spend(&mut clock, 11), (4, 1));
        assert_eq!(spend(&mut clock, 3), (5, 2));
        assert_eq!(spend(&mut clock, 3), (2, 1));
        assert_eq!(spend(&mut clock, 3), (0, 1));
        // After a time-out there is no new period.
        assert_eq!(spend(&mut clock, 1), (0, 1));
    }

    #[test]
    fn an_increment_comes_after_the_move() {
        let mut clock = Clock::default();
        clock.set(Some(TimeControl {
            main: Duration::from_secs(10),
            increment: Duration::from_secs(2),
            ..TimeControl::default()
        }));
        assert_eq!(clock.until_flag(Colour::Black).unwrap().as_secs(), 10);
        assert_eq!(spend(&mut clock, 9), (3, 0));
        assert_eq!(spend(&mut clock, 1), (4, 0));
    }

    #[test]
    fn no_main_time_is_overtime_at_once_and_no_rules_are_no_limit() {
        assert_eq!(left(&clock(0, 5, 1)), (5, 1));
        let mut free = Clock::default();
        free.spend(Colour::Black, Duration::from_secs(1000));
        assert_eq!(free.left(Colour::Black), None);
        free.set_left(
            Colour::Black,
            TimeLeft {
                time: Duration::from_secs(3),
                moves: 0,
            },
        );
        assert_eq!(spend(&mut free, 1), (2, 0));
    }

    /// A late answer keeps more back for some moves, but never all of a period.
    #[test]
    fn a_late_answer_widens_the_margin_for_a_while() {
        let mut clock = clock(0, 1, 1);
        let period = clock.left(Colour::Black).unwrap();
        let mut until_after = |milliseconds: u64| {
            clock.set_left(Colour::Black, period);
            clock.spend(Colour::Black, Duration::from_millis(milliseconds));
            clock.set_left(Colour::Black, period);
            let until = |colour| clock.until_answer(colour).unwrap().as_millis();
            assert_eq!(until(Colour::White), 970);
            until(Colour::Black)
        };
        assert_eq!([500, 980].map(&mut until_after), [970, 970]);
        assert_eq!([1070, 500].map(&mut until_after), [800, 825]);
        assert_eq!([500; 20].map(&mut until_after)[19], 970);
        assert_eq!(until_after(9000), 200);
    }
}
