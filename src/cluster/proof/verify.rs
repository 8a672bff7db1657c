//! A worker verifies a sample of the others' facts before it uses them: it proves each again with
//! an empty solver and checks the certificate.
//!
//! Verifying a small fact takes far longer than finding it. While there are leaves to search, a
//! worker therefore spends no more than the same fraction of its time on it.
//!
//! Every other worker reads each new fact, so each verifies only its share of the sample. The
//! numbers of the fact and of the worker decide which facts it takes; a dishonest worker cannot
//! foresee more than that.

use super::super::check::{NotConfirmed, confirm};
use super::super::facts::StoredFact;
use super::super::{StoreFault, Transaction};
use crate::base::random::SplitMix64;
use crate::solver::ProveOptions;
use crate::think::{Limits, Observer};
use std::time::Duration;

/// Bytes of the table that proves a fact again.
const TABLE: usize = 32_000_000;

/// The most positions to search for a fact, as a multiple of its recorded work,
const LONGER: u64 = 4;

/// plus this many.
const MORE: u64 = 1000;

/// The facts that a worker verifies, and the results.
#[derive(Clone, Debug, Default)]
pub struct Verifier {
    /// The share of the facts that all other workers verify together.
    share: f64,
    worker: i64,
    waiting: Vec<StoredFact>,
    confirmed: Vec<i64>,
    /// The time spent on verification.
    spent: Duration,
}

impl Verifier {
    /// A worker's part of the sample.
    pub fn new(share: f64, worker: i64) -> Self {
        Self {
            share,
            worker,
            ..Self::default()
        }
    }

    /// Takes a fact if it belongs to this worker's sample, given the number of workers.
    pub fn takes(&mut self, stored: &StoredFact, workers: u64) -> bool {
        let others = workers.saturating_sub(1).max(1) as f64;
        let takes = draw(stored.id, self.worker) < self.share / others;
        if takes {
            self.waiting.push(stored.clone());
        }
        takes
    }

    /// The next fact to verify, if a worker that has worked this long has time for it.
    pub fn next(&mut self, worked: Duration) -> Option<StoredFact> {
        // In seconds, as the longest time is no product of itself.
        let most = worked.as_secs_f64() * self.share.clamp(0.0, 1.0);
        self.waiting.pop_if(|_| self.spent.as_secs_f64() < most)
    }

    /// Records that a fact was confirmed or stayed open, and how long that took.
    pub fn checked(&mut self, stored: &StoredFact, confirmed: bool, time: Duration) {
        if confirmed {
            self.confirmed.push(stored.id);
        }
        self.spent += time;
    }

    /// Writes which facts were confirmed.
    pub fn write(&self, tx: &mut Transaction<'_>) -> Result<(), StoreFault> {
        for &id in &self.confirmed {
            let update = "UPDATE claim SET checked = {now} WHERE id = $1";
            tx.execute(update, &[id.into()])?;
        }
        Ok(())
    }

    /// Drops them once they have been written.
    pub fn written(&mut self) {
        self.confirmed.clear();
    }
}

/// A pseudorandom number from 0 to 1 determined by a fact and a worker.
fn draw(claim: i64, worker: i64) -> f64 {
    let seed = worker.cast_unsigned().wrapping_mul(0xD1B5_4A32_D192_ED03);
    SplitMix64::nth(seed, claim.cast_unsigned()) as f64 / u64::MAX as f64
}

/// Whether a fact is right; `None` if a multiple of its recorded work does not decide it.
pub fn verify(
    stored: &StoredFact,
    options: ProveOptions,
    observer: &dyn Observer,
) -> Result<Option<()>, StoreFault> {
    let options = ProveOptions {
        table_bytes: options.table_bytes.min(TABLE),
        ..options
    };
    let limits = Limits::nodes(LONGER * u64::from(stored.fact.work()) + MORE);
    match confirm(&stored.fact, options, limits, observer) {
        Ok(_) => Ok(Some(())),
        Err(NotConfirmed::Undecided) => Ok(None),
        Err(why) => Err(stored.lie(&why)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workers_check_a_share_together() {
        assert!((draw(7, 3) - 0.791_411_670_535_474_8).abs() < 1e-15);
        let mut taken = 0;
        for worker in 1..=8 {
            for claim in 0..5000 {
                taken += u32::from(draw(claim, worker) < 0.1 / 8.0);
            }
        }
        assert!((400..=600).contains(&taken), "{taken}");
    }
}
