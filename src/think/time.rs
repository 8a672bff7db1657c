//! The time for a move.

use crate::game::TimeLeft;
use std::time::Duration;

/// Kept back for the delay between the referee and the engine.
const MARGIN: Duration = Duration::from_millis(30);

/// The time for a move with this much left on the clock and this many empty cells. Early moves get
/// more: a game ends when about half the cells are full, and its first half decides it.
pub fn time_for_move(left: TimeLeft, empty: usize) -> Duration {
    let moves = if left.moves > 0 {
        left.moves
    } else {
        (empty as u32 / 5).clamp(6, 40)
    };
    let share = left.time / moves;
    share.min(left.time.saturating_sub(MARGIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(time: u64, moves: u32, empty: usize) -> f64 {
        let time = Duration::from_secs(time);
        time_for_move(TimeLeft { time, moves }, empty).as_secs_f64()
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
            left -= time_for_move(TimeLeft { time, moves: 0 }, 121 - 2 * number).as_secs_f64();
        }
        assert!(left > 0.0, "{left}");
    }
}
