//! A worker checks a sample of the facts of others before it believes them: each is proved anew by
//! a solver that believes nothing, and its certificate is checked.
//!
//! Proofs and certificates of small facts take far longer than the facts took: so a worker with
//! leaves to work at gives them no more than the same share of its time.
//!
//! Every fact that is new is looked at by each of the other workers, so each takes its share of the
//! sample only. Which facts it takes follows from their numbers and its own: a worker that lies
//! cannot foresee more than that.

use super::super::check::{NotConfirmed, confirm};
use super::super::facts::StoredClaim;
use super::super::{StoreFault, Transaction};
use crate::base::random::SplitMix64;
use crate::solver::ProveOptions;
use crate::think::{Limits, Observer};
use std::time::Duration;

/// Bytes of the table with which a fact is proved anew.
const TABLE: usize = 32_000_000;

/// How many times as many positions as it took may be searched for a fact.
const LONGER: u64 = 4;

/// Positions beside that.
const MORE: u64 = 1000;

/// Which facts a worker checks, and what came out.
#[derive(Clone, Debug, Default)]
pub struct Verifier {
    /// The share of the facts that all other workers check together.
    share: f64,
    worker: i64,
    waiting: Vec<StoredClaim>,
    confirmed: Vec<i64>,
    /// The time that checks have taken.
    spent: Duration,
}

impl Verifier {
    /// A worker's part of a share of all facts.
    pub fn new(share: f64, worker: i64) -> Self {
        Self {
            share,
            worker,
            ..Self::default()
        }
    }

    /// Takes a fact, if it is one of its sample, where there are so many workers.
    pub fn takes(&mut self, claim: &StoredClaim, workers: u64) -> bool {
        let others = workers.saturating_sub(1).max(1) as f64;
        let takes = draw(claim.id, self.worker) < self.share / others;
        if takes {
            self.waiting.push(claim.clone());
        }
        takes
    }

    /// A fact that is to be checked by a worker that has worked for so long, if it has time for it.
    pub fn next(&mut self, worked: Duration) -> Option<StoredClaim> {
        let most = worked.mul_f64(self.share.clamp(0.0, 1.0));
        self.waiting.pop_if(|_| self.spent < most)
    }

    /// Records that a fact was confirmed, or that this was not found out, and how long it took.
    pub fn checked(&mut self, claim: &StoredClaim, confirmed: bool, time: Duration) {
        if confirmed {
            self.confirmed.push(claim.id);
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

    /// Forgets them, once they are written.
    pub fn written(&mut self) {
        self.confirmed.clear();
    }
}

/// A number from 0 to 1 that looks random and follows from a fact and a worker.
fn draw(claim: i64, worker: i64) -> f64 {
    let seed = worker.cast_unsigned().wrapping_mul(0xD1B5_4A32_D192_ED03);
    SplitMix64::nth(seed, claim.cast_unsigned()) as f64 / u64::MAX as f64
}

/// Whether a fact is right; `None` if that is not found out within some times the work that it
/// took.
pub fn verify(
    claim: &StoredClaim,
    options: ProveOptions,
    observer: &dyn Observer,
) -> Result<Option<()>, StoreFault> {
    let fact = claim.fact()?;
    let options = ProveOptions {
        table_bytes: options.table_bytes.min(TABLE),
        ..options
    };
    let limits = Limits::nodes(LONGER * u64::from(fact.work()) + MORE);
    match confirm(&fact, options, limits, observer) {
        Ok(_) => Ok(Some(())),
        Err(NotConfirmed::Undecided) => Ok(None),
        Err(why) => Err(claim.lie(&why)),
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
