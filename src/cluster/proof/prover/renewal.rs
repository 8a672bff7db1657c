//! What a worker does beside its jobs: it renews their leases, writes and reads facts, and stops jobs
//! that have become needless.

use super::Prover;
use crate::base::lock::unpoisoned;
use crate::cluster::lease::{self, Lease};
use crate::cluster::proof::{give_back, supply};
use crate::cluster::{StoreFault, Transaction, facts};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The least seconds between two exchanges of facts during a job.
const FACTS: f64 = 1.0;

/// The same for each worker, because the store serves one at a time.
const SERVED: f64 = 0.02;

impl<const W: usize> Prover<'_, W> {
    /// How often this worker renews its leases.
    pub(super) fn every(&self) -> Duration {
        let workers = self.workers.load(Ordering::Relaxed) as f64;
        let often = (SERVED * workers).max(FACTS);
        Duration::from_secs_f64((self.seconds / 4.0).clamp(0.05, 1e3).min(often))
    }

    /// Renews the leases of this worker until the work ends.
    pub(super) fn keep(&self, ended: &AtomicBool) {
        while !ended.load(Ordering::Relaxed) {
            std::thread::park_timeout(self.every());
            self.renew_leases();
        }
    }

    /// Renews the leases of this worker, reads new facts, and stops needless jobs.
    pub(super) fn renew_leases(&self) {
        if unpoisoned(self.busy.lock()).is_empty() {
            return;
        }
        self.clock.transaction();
        let facts = self.worth(self.solver.take_facts());
        unpoisoned(self.unwritten.lock()).extend(facts);
        let kept = unpoisoned(self.store.lock()).write(|tx| {
            let held = lease::renew(tx, self.worker, self.seconds)?;
            facts::keep(tx, &unpoisoned(self.unwritten.lock()), Some(self.worker.id))?;
            self.learn(tx)?;
            let supply = supply(tx, self.jobs, self.seconds)?;
            self.note_supply(supply);
            let pace = self.jobs.pace.now(supply);
            Ok((needless(tx, &held)?, supply.is_short(), pace))
        });
        // A thread finds and reports the fault when its job ends.
        let Ok((needless, short, pace)) = kept else {
            return;
        };
        unpoisoned(self.unwritten.lock()).clear();
        let now = self.clock.now();
        for job in unpoisoned(self.busy.lock()).values_mut() {
            let long = now.saturating_sub(job.start).as_secs_f64() >= pace.seconds;
            job.ends |= needless.contains(&job.lease.id) || (short && long);
        }
    }

    /// Gives back the leases of this worker.
    pub fn give_back(&self) -> Result<(), StoreFault> {
        let jobs = self.jobs;
        unpoisoned(self.store.lock()).write(|tx| {
            for lease in lease::held(tx, self.worker)? {
                if lease.project == jobs.project {
                    give_back(tx, jobs, &lease)?;
                }
            }
            Ok(())
        })
    }
}

/// The leases below a decided node.
fn needless(tx: &mut Transaction<'_>, held: &[Lease]) -> Result<Vec<i64>, StoreFault> {
    let mut found = Vec::new();
    for lease in held {
        for node in &lease.path {
            let select = "SELECT count(*) FROM node WHERE id = $1 AND state IN ('black', 'white')";
            if tx.number(select, &[(*node).into()])? > 0 {
                found.push(lease.id);
                break;
            }
        }
    }
    Ok(found)
}
