//! The time manager: how long a player thinks about a move.
//!
//! - Without a clock a move has its [`Budget`], the options `max_time`, `max_nodes` and `max_depth`.
//! - With a clock it has a share of what is left ([`TimeManager::new`]), up to [`UNSURE_FACTOR`]
//!   shares if the choice is unsure, which the search of the tree decides.
//! - A search ends early, and saves the rest for later moves, if another iteration would hardly
//!   end ([`is_half_over`]), or if no move can overtake the most visited one ([`is_lead_safe`]).
//! - To find a lost proof again, half of the time goes to the search and half to the solver
//!   ([`TimeManager::half`]), and then both get more if there is a clock to take it from, or nodes
//!   alone are short ([`TimeManager::extended`]). The time of a move without a clock is never
//!   exceeded: in matches that loses the game.

use super::{Budget, Limits};
use crate::base::instant::Instant;
use crate::hex::{Clock, Colour};
use std::ops::RangeInclusive;
use std::time::Duration;

/// A move whose choice is unsure may take so many times its share, but of the main time no more
/// than one part of so many.
const UNSURE_FACTOR: u32 = 2;
const UNSURE_PART: u32 = 4;

/// The main time is shared as if one move were to come for so many empty cells, which is fewer than
/// there are: the first moves decide a game, the last ones follow a proof, and a move whose choice
/// is settled leaves a part of its share.
const CELLS_A_MOVE: u32 = 17;
/// Among no fewer and no more moves than these.
const MOVES: RangeInclusive<u32> = 4..=40;

/// The factor on the nodes of a move to find a proof again.
const EXTENSION_FACTOR: u64 = 10;

/// By the clock, a proof may take one part in so many of the time left to be found again.
const EXTENSION_PART: u32 = 4;

/// Nodes that a search to find a proof again may take in any case.
const EXTENDED_NODES: u64 = 10_000;

/// Whether a time at which work must end has come.
pub fn is_late(until: Option<Instant>) -> bool {
    until.is_some_and(|until| Instant::now() >= until)
}

/// Whether half of the time of a search is over, so that another iteration, which takes longer than
/// those before, would hardly end.
pub fn is_half_over(start: Instant, until: Instant) -> bool {
    let left = until.saturating_duration_since(Instant::now());
    start.elapsed() >= left
}

/// Whether the move with the most visits stays ahead of the next until the end, if all visits to
/// come, at the pace so far, go to the next. The pace counts once a fifth of the time is over.
pub fn is_lead_safe([start, now, end]: [Instant; 3], visits: f32, [most, next]: [f32; 2]) -> bool {
    let spent = (now - start).as_secs_f32();
    let left = end.saturating_duration_since(now).as_secs_f32();
    let pace = visits / spent.max(1e-3);
    spent > left / 4.0 && next + pace * left < most
}

/// The time for one move.
#[derive(Clone, Copy, Debug)]
pub struct TimeManager {
    /// Whether the position was proved to be won: then the proof is to be found again, and no time
    /// is saved.
    pub was_won: bool,
    begun: Instant,
    /// The budget of the move; its time is the move's share of the clock, if one runs.
    budget: Budget,
    /// By the clock, the most if the choice is unsure.
    most: Option<Duration>,
    /// The time to find a lost proof again, from the beginning of the move.
    extended: Option<Duration>,
}

impl TimeManager {
    /// The time for a move of a colour that begins now, while so many cells are empty. If a clock
    /// runs, it decides, and the time of the budget does not count.
    pub fn new(clock: &Clock, colour: Colour, empty: usize, budget: Budget) -> Self {
        let share = share_and_most(clock, colour, empty);
        // What the last move of a period leaves is lost.
        let is_kept = clock.left(colour).is_some_and(|left| left.moves != 1);
        let time = share.map(|(share, _)| share).or(budget.time);
        let extended = match clock.left(colour) {
            Some(left) => Some(left.time / EXTENSION_PART),
            None => time,
        };
        Self {
            was_won: false,
            begun: Instant::now(),
            budget: Budget { time, ..budget },
            most: share.map(|(_, most)| most).filter(|_| is_kept),
            extended,
        }
    }

    /// The budget of the move; its time is the move's share of the clock, if one runs.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// The limits of a search that has all of the time.
    pub fn whole(&self) -> Limits {
        self.limits(self.budget)
    }

    /// The limits of a search that leaves half of the time to the solver.
    pub fn half(&self) -> Limits {
        self.limits(Budget {
            time: self.budget.time.map(|time| time / 2),
            ..self.budget
        })
    }

    /// More than the move may spend, to find a proof again: more nodes, and of a clock up to a
    /// quarter of what is left.
    pub fn extended(&self) -> Limits {
        let more = |nodes: u64| nodes.saturating_mul(EXTENSION_FACTOR).max(EXTENDED_NODES);
        self.limits(Budget {
            time: self.extended,
            nodes: self.budget.nodes.map(more),
            depth: None,
        })
    }

    /// The limits of a search that has this budget, from the beginning of the move.
    fn limits(&self, budget: Budget) -> Limits {
        let end = |time| self.begun.checked_add(time);
        Limits {
            until: budget.time.and_then(end),
            unsure_until: self.most.filter(|_| !self.was_won).and_then(end),
            nodes: budget.nodes,
            depth: budget.depth,
            threads: 1,
            search_forced_moves: self.was_won,
        }
    }
}

/// A move's share of the clock, and the most if its choice is unsure; `None` if no clock runs.
/// What overtime or an increment gives each move in any case comes to that.
fn share_and_most(clock: &Clock, colour: Colour, empty: usize) -> Option<(Duration, Duration)> {
    let left = clock.left(colour)?;
    let last = clock.until_answer(colour)?;
    let (share, spare) = if left.moves > 0 {
        (left.time / left.moves, left.time / 2)
    } else {
        let moves = (empty as u32 / CELLS_A_MOVE).clamp(*MOVES.start(), *MOVES.end());
        let each = clock.overtime_per_move() + clock.increment();
        (left.time / moves + each, left.time / UNSURE_PART + each)
    };
    let most = spare.min(share * UNSURE_FACTOR).max(share);
    Some((share.min(last), most.min(last)))
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
        let (share, most) = share_and_most(&clock, Colour::White, empty).unwrap();
        assert!(most >= share);
        share.as_secs_f64()
    }

    #[test]
    fn time_is_shared_among_the_moves_to_come() {
        let (early, late) = (seconds(600, 0, 121), seconds(600, 0, 60));
        assert!(early > 60.0 && late > early && late < 300.0);
        assert!(seconds(10, 1, 50) > 9.0 && seconds(10, 1, 50) < 10.0);
        assert!(seconds(0, 0, 50) < 1e-9);
        let none = Clock::default();
        assert_eq!(share_and_most(&none, Colour::Black, 50), None);
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
                    let empty = 121 - 2 * number;
                    let (share, most) = share_and_most(&clock, Colour::Black, empty).unwrap();
                    let time = if unsure { most } else { share };
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

    #[test]
    fn a_lost_proof_gets_more_than_the_move_of_nodes_and_of_a_clock() {
        let budget = Budget {
            depth: Some(3),
            nodes: Some(200),
            ..Budget::time(Duration::from_secs(4))
        };
        let black = |clock: &Clock| TimeManager::new(clock, Colour::Black, 100, budget);
        let time = black(&Clock::default());
        let seconds = |limits: Limits| (limits.until.unwrap() - time.begun).as_secs();
        let all = [time.whole(), time.half(), time.extended()];
        assert_eq!(all.map(seconds), [4, 2, 4]);
        assert_eq!(all.map(|one| one.nodes), [200, 200, 10_000].map(Some));
        assert_eq!(all.map(|one| one.depth), [Some(3), Some(3), None]);
        assert!(all.iter().all(|one| one.unsure_until.is_none()));
        // By a clock its time counts, and none is saved where a proof is lost.
        let mut time = black(&clock(60, 0, 0, 0));
        let end = |limits: Limits| (limits.until.unwrap() - time.begun).as_secs();
        assert_eq!((end(time.whole()), end(time.extended())), (12, 15));
        assert!(time.whole().unsure_until > time.whole().until);
        time.was_won = true;
        assert!(time.whole().unsure_until.is_none() && time.whole().search_forced_moves);
    }

    /// A player that spends most of each share uses most of the clock, and saves nothing where it
    /// would be lost.
    #[test]
    fn long_games_use_the_clock_up() {
        for (empty, own_moves) in [(121, 25), (169, 30), (361, 45)] {
            let mut clock = clock(300, 0, 0, 0);
            for number in 0..own_moves {
                let (share, _) = share_and_most(&clock, Colour::Black, empty - 2 * number).unwrap();
                // Some is left where the choice is settled.
                clock.spend(Colour::Black, share * 7 / 10);
            }
            let left = clock.left(Colour::Black).unwrap().time.as_secs_f64() / 300.0;
            assert!((0.02..0.18).contains(&left), "{empty}: {left}");
        }
        let saves = |clock: &Clock| {
            let time = TimeManager::new(clock, Colour::Black, 100, Budget::default());
            time.whole().saves_time()
        };
        let [one, several] = [1, 5].map(|moves| clock(0, 10, moves, 0));
        assert!(!saves(&one) && saves(&several));
    }

    #[test]
    fn a_lead_is_safe_if_the_rest_of_the_visits_cannot_make_up_for_it() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let safe = |now, visits| is_lead_safe([start, at(now), at(10)], visits, [70.0, 10.0]);
        assert!(safe(8, 100.0) && !safe(5, 100.0));
        assert!(!safe(1, 1.0), "too early to know the pace");
    }
}
