//! The budget of a job, and whether the job splits its leaf.
//!
//! A requested position is searched briefly, then each time for as long as all its searches so far.
//! Easy positions are thus decided early, and their results help the others. A leaf below gets a
//! whole job at once. Jobs are longer if there are more free leaves for each worker, up to
//! [`LONGEST`] times: that saves transactions, and a worker's table is most useful within a job.
//!
//! A leaf that stays open remains a leaf. Its next job continues from the worker's table, or starts
//! with all claims and an excerpt of what that worker knew below it. With several workers a job
//! also ends when another leaf has become better ([`super::LeafSelection`]), and is short while
//! little work has been done ([`Pace::now`]). The moves of a leaf become leaves only if there are
//! too few leaves for the workers ([`is_split`]), or if much time was spent on it. Searching moves
//! one by one, for seconds each, is worse than searching them together in one table; but workers
//! with different tables that take turns at a leaf might never decide it. A single worker never
//! splits.

use super::JobNode;
use crate::think::Budget;
use std::time::Duration;

/// Positions of the first search of a requested position.
const FIRST: u64 = 400;

/// The longest job, as a multiple of the shortest.
pub const LONGEST: f64 = 6.0;

/// The desired number of leaves for each worker.
const LEAVES: f64 = 2.0;

/// A leaf is split once the time spent on it is this many job times for each worker, and at most
/// [`LONGEST`] job times. Two workers lose more by searching moves one by one than they gain; many
/// workers need all the moves to be refuted at once.
const HARD: f64 = 16.0;

/// The length of a job as a fraction of the time so far, for each worker: in a short project, a
/// worker must not be busy with one leaf while the others wait.
const PART: f64 = 0.02;

/// The least seconds of a job: some transactions.
const SHORTEST: f64 = 0.2;

/// The same for each worker, because the store serves one at a time.
const SERVED: f64 = 0.01;

/// The fraction of the shortest job for which a leaf is searched even if another one has become
/// better.
const LEAST: f64 = 0.4;

/// The desired length of jobs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// The least seconds of a job.
    pub seconds: f64,
    /// Positions after which a job ends and splits its leaf, whatever the time; 0 for no limit.
    pub positions: u64,
}

/// The numbers of leaves and of workers' threads, and the work so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Supply {
    /// Free leaves.
    pub free: u64,
    /// Leased leaves.
    pub leased: u64,
    /// Threads.
    pub workers: u64,
    /// Seconds of work so far.
    pub seconds: f64,
    /// Positions.
    pub positions: u64,
}

impl Pace {
    /// The length of jobs now, if there are several workers.
    #[must_use]
    pub fn now(self, supply: Supply) -> Self {
        if supply.workers < 2 {
            return self;
        }
        let now = (PART * supply.seconds / supply.workers as f64).max(supply.shortest());
        Self {
            seconds: now.min(self.seconds),
            ..self
        }
    }

    /// The budget of a job at a leaf.
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
}

impl Supply {
    /// The seconds of the shortest job.
    fn shortest(self) -> f64 {
        SHORTEST.max(SERVED * self.workers as f64)
    }

    /// The least positions of a job at a speed, even if another leaf has become better.
    #[allow(clippy::cast_sign_loss)] // Neither is below 0.
    pub fn least_positions(self, positions_a_second: f64) -> u64 {
        ((LEAST * self.shortest() * positions_a_second) as u64).max(1)
    }

    /// Whether some threads have nothing to do.
    pub fn is_short(self) -> bool {
        self.free == 0 && self.leased < self.workers
    }
}

/// The positions that a job will take at a speed, to compare roots.
#[allow(clippy::cast_sign_loss)] // Neither is below 0.
pub fn expected_positions(budget: Budget, positions_a_second: f64) -> u64 {
    let time = budget.time.unwrap_or(Duration::MAX).as_secs_f64();
    let positions = (time * positions_a_second) as u64;
    budget.nodes.unwrap_or(u64::MAX).min(positions).max(1)
}

/// Whether a leaf is split, from the seconds spent on it and the length and positions of its last
/// job.
pub fn is_split(pace: Pace, spent: f64, seconds: f64, positions: u64, supply: Supply) -> bool {
    let have = (supply.free + supply.leased) as f64;
    let rare = have < LEAVES * supply.workers as f64;
    let counted = pace.positions > 0 && positions >= pace.positions;
    // The next job may run on another worker, with an empty table.
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
