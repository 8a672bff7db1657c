//! How long a job may take: a [`Budget`]; and whether a leaf is split by it.
//!
//! A position that was asked for is searched for a little, then for as long again as was spent on
//! it, so that the easy ones are decided soon, and what they give serves the others. A leaf below
//! gets a whole job at once. The more free leaves there are for each worker the longer are jobs, up
//! to [`LONGEST`] times: that saves traffic, and the worker's table is worth most within a job.
//!
//! A leaf that is left open stays one: the next job at it goes on from the table of the worker, or
//! begins with all claims and what that worker knew below it. Where there are several workers a job
//! also ends when its leaf has fallen behind the next best ([`super::LeafSelection`]), and is short
//! as long as little was done ([`Pace::now`]). Its moves become leaves only where there are too few
//! leaves for the workers ([`is_split`]), or where much was spent on it: to search moves one by
//! one, for seconds each, is worse than to search them side by side in one table, but a leaf that
//! workers with other tables take in turns might never be decided. A worker that is alone never
//! splits anything.

use super::JobNode;
use crate::think::Budget;
use std::time::Duration;

/// Positions for which a position that was asked for is searched at first.
const FIRST: u64 = 400;

/// How many times as long a job may take as it should at least.
pub const LONGEST: f64 = 6.0;

/// Leaves that there should be for each worker.
const LEAVES: f64 = 2.0;

/// A leaf is hard, and is split, once as many times the time of a job were spent on it as this
/// number has for each worker, and [`LONGEST`] at most. Two workers lose more by moves that are
/// searched one by one than they win; many need all the moves that have to be refuted at once.
const HARD: f64 = 16.0;

/// The part of the time so far that a job should take, for each worker: where all is soon over, a
/// worker must not be busy with one leaf while the others wait.
const PART: f64 = 0.3;

/// Seconds that a job should take at least: some transactions.
const SHORTEST: f64 = 0.2;

/// The same for each worker: the store serves one after the other.
const SERVED: f64 = 0.01;

/// Positions for which a leaf is searched in any case.
const STEADY: u64 = 50;

/// The part of that time for which a leaf is searched though another is needed more by now.
const STAYS: f64 = 0.1;

/// How long jobs should take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// Seconds that a job should take at least.
    pub seconds: f64,
    /// Positions that end a job, whatever time they took, and split its leaf; 0 for none.
    pub positions: u64,
}

/// How many leaves there are, and how many threads of workers, and what they have spent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Supply {
    /// Leaves that may be worked at.
    pub free: u64,
    /// Leaves that are worked at.
    pub leased: u64,
    /// Threads.
    pub workers: u64,
    /// Seconds that were spent so far.
    pub seconds: f64,
    /// Positions.
    pub positions: u64,
}

impl Pace {
    /// How long jobs should take now, if workers are not alone.
    #[must_use]
    pub fn now(self, supply: Supply) -> Self {
        if supply.workers < 2 {
            return self;
        }
        let workers = supply.workers as f64;
        let shortest = SHORTEST.max(SERVED * workers);
        let now = (PART * supply.seconds / workers).max(shortest);
        Self {
            seconds: now.min(self.seconds),
            ..self
        }
    }

    /// What a job at a leaf may spend.
    pub fn budget(self, leaf: &JobNode, is_root: bool, supply: Supply) -> Budget {
        let share = if supply.workers > 1 {
            supply.free as f64 / supply.workers as f64 / LEAVES
        } else {
            LONGEST
        };
        let time = self.seconds * share.clamp(1.0, LONGEST);
        let first = is_root.then(|| leaf.positions.max(FIRST));
        let most = Some(self.positions).filter(|&most| most > 0);
        Budget {
            time: Some(Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX)),
            nodes: first.into_iter().chain(most).min(),
            depth: None,
        }
    }

    /// Positions for which a leaf is searched in any case, at a speed.
    #[allow(clippy::cast_sign_loss)] // Neither is below 0.
    pub fn stays(self, positions_a_second: f64) -> u64 {
        ((STAYS * self.seconds * positions_a_second) as u64).max(STEADY)
    }
}

impl Supply {
    /// Whether there are threads that find nothing to do.
    pub fn is_short(self) -> bool {
        self.free == 0 && self.leased < self.workers
    }
}

/// Positions that a job will take, for the comparison of roots, at a speed.
#[allow(clippy::cast_sign_loss)] // Neither is below 0.
pub fn expected_positions(budget: Budget, positions_a_second: f64) -> u64 {
    let time = budget.time.unwrap_or(Duration::MAX).as_secs_f64();
    let positions = (time * positions_a_second) as u64;
    budget.nodes.unwrap_or(u64::MAX).min(positions).max(1)
}

/// Whether a leaf on which so many seconds were spent gets its moves as leaves after a job that
/// took so long, and so many positions.
pub fn is_split(pace: Pace, spent: f64, seconds: f64, positions: u64, supply: Supply) -> bool {
    let have = (supply.free + supply.leased) as f64;
    let rare = have < LEAVES * supply.workers as f64;
    let counted = pace.positions > 0 && positions >= pace.positions;
    // The next job may be that of another worker, with an empty table.
    let times = (HARD / supply.workers as f64).min(LONGEST);
    let hard = spent >= times * pace.seconds;
    counted || (supply.workers > 1 && ((rare && seconds >= 0.8 * pace.seconds) || hard))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::proof::WidePosition;
    use crate::solver::ProofNumbers;

    const PACE: Pace = Pace {
        seconds: 10.0,
        positions: 0,
    };

    fn leaf(positions: u64) -> JobNode {
        let position = WidePosition::new("5".parse().unwrap());
        JobNode {
            positions,
            ..JobNode::leaf(1, position, ProofNumbers::NEW)
        }
    }

    fn supply(free: u64, leased: u64, workers: u64) -> Supply {
        Supply {
            free,
            leased,
            workers,
            seconds: 0.0,
            positions: 0,
        }
    }

    #[test]
    fn what_was_asked_for_is_searched_twice_as_long_each_time() {
        let mut spent = 0;
        for expected in [400, 400, 800, 1600] {
            let budget = PACE.budget(&leaf(spent), true, supply(1, 0, 1));
            assert_eq!(budget.nodes, Some(expected));
            spent += expected;
        }
    }

    #[test]
    fn jobs_are_long_where_there_are_leaves_for_all() {
        let seconds = |free, workers| {
            let budget = PACE.budget(&leaf(0), false, supply(free, 0, workers));
            budget.time.unwrap().as_secs_f64()
        };
        assert!((seconds(1, 8) - 10.0).abs() < 1e-9);
        assert!((seconds(48, 8) - 30.0).abs() < 1e-9);
        assert!((seconds(4800, 8) - 60.0).abs() < 1e-9);
        assert!((seconds(1, 1) - 60.0).abs() < 1e-9);
    }

    #[test]
    fn leaves_are_split_where_they_are_rare() {
        assert!(!is_split(PACE, 900.0, 60.0, 40_000, supply(0, 0, 1)));
        assert!(is_split(PACE, 10.0, 10.0, 4000, supply(1, 1, 2)));
        assert!(!is_split(PACE, 2.0, 2.0, 800, supply(1, 1, 2)));
        assert!(!is_split(PACE, 30.0, 30.0, 40_000, supply(3, 1, 2)));
        assert!(!is_split(PACE, 30.0, 30.0, 40_000, supply(9, 4, 4)));
        assert!(is_split(PACE, 41.0, 30.0, 40_000, supply(9, 4, 4)));
        assert!(!is_split(PACE, 9.0, 9.0, 40_000, supply(99, 16, 16)));
        assert!(is_split(PACE, 3.0, 3.0, 40_000, supply(999, 64, 64)));
        let pace = Pace {
            positions: 50,
            ..PACE
        };
        let budget = pace.budget(&leaf(0), true, supply(1, 0, 1));
        assert_eq!(budget.nodes, Some(50));
        assert!(is_split(PACE, 60.0, 10.0, 4000, supply(3, 1, 2)));
        assert!(is_split(pace, 0.1, 0.1, 50, supply(9, 0, 1)));
        assert!(!is_split(pace, 0.1, 0.1, 49, supply(9, 0, 1)));
        assert!(supply(0, 1, 2).is_short() && !supply(1, 1, 2).is_short());
    }
}
