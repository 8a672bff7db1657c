//! The time for a move.

use crate::game::TimeLeft;
use std::time::Duration;

/// Kept back for the delay between the referee and the engine.
const MARGIN: Duration = Duration::from_millis(30);

/// The time for a move with this much left on the clock and this many empty cells. Early moves get
/// more: a game ends when about half the cells are full, and its first half decides it. What
/// overtime gives each move in any case comes to that: it lasts when the main time is spent.
pub fn time_for_move(left: TimeLeft, overtime: Duration, empty: usize) -> Duration {
    if left.moves > 0 {
        let share = left.time / left.moves;
        return share.min(left.time.saturating_sub(MARGIN));
    }
    let moves = (empty as u32 / 5).clamp(6, 40);
    let sure = left.time.saturating_add(overtime);
    let share = (left.time / moves).saturating_add(overtime);
    share.min(sure.saturating_sub(MARGIN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Colour;
    use crate::game::{Clock, TimeControl};

    fn seconds(time: u64, moves: u32, empty: usize) -> f64 {
        let time = Duration::from_secs(time);
        time_for_move(TimeLeft { time, moves }, Duration::ZERO, empty).as_secs_f64()
    }

    #[test]
    fn time_is_shared_among_the_moves_to_come() {
        let (early, late) = (seconds(600, 0, 121), seconds(600, 0, 60));
        assert!(early > 20.0 && late > early && late < 60.0);
        assert!(seconds(10, 1, 50) > 9.0 && seconds(10, 1, 50) < 10.0);
        assert!(seconds(0, 0, 50) < 1e-9);
        // Whatever is asked, the clock does not run out.
        let mut left = 60.0;
        for number in 0..60 {
            let time = Duration::from_secs_f64(left);
            let left_now = TimeLeft { time, moves: 0 };
            left -= time_for_move(left_now, Duration::ZERO, 121 - 2 * number).as_secs_f64();
        }
        assert!(left > 0.0, "{left}");
    }

    #[test]
    fn overtime_is_used_and_never_overstepped() {
        let seconds = Duration::from_secs;
        for (main, period, moves) in [(60, 10, 1), (60, 30, 5), (1, 10, 1), (600, 5, 25)] {
            let mut clock = Clock::default();
            clock.set(Some(TimeControl {
                main: seconds(main),
                period: seconds(period),
                moves,
            }));
            for number in 0..60 {
                let left = clock.left(Colour::Black).unwrap();
                let sure = clock.overtime_per_move();
                let time = time_for_move(left, sure, 121 - 2 * number);
                assert!(time + MARGIN * 2 >= seconds(period) / moves, "{time:?}");
                clock.spend(Colour::Black, time);
                let left = clock.left(Colour::Black).unwrap();
                assert!(!left.time.is_zero() || left.moves == 0, "{left:?}");
            }
        }
    }
}
