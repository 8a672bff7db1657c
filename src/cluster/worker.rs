//! Workers: the processes that work on a store.

use super::database::DatabaseFault;
use super::{PROGRAM, StoreFault, Transaction};

/// A worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoreWorker {
    /// Its number.
    pub id: i64,
}

impl StoreWorker {
    /// Registers a worker with its name, machine, process and number of threads.
    pub fn begin(
        tx: &mut Transaction<'_>,
        name: &str,
        threads: usize,
    ) -> Result<Self, DatabaseFault> {
        let insert = "INSERT INTO worker (name, program, threads, started, seen)
            VALUES ($1, $2, $3, {now}, {now}) RETURNING id";
        let id = tx.number(insert, &[name.into(), PROGRAM.into(), threads.into()])?;
        Ok(Self { id })
    }

    /// Records a sign of life. A worker that `store repair` has ended may rest on wrong facts, so it
    /// must not write.
    pub fn is_there(self, tx: &mut Transaction<'_>) -> Result<(), StoreFault> {
        let update = "UPDATE worker SET seen = {now} WHERE id = $1 AND ended IS NULL";
        match tx.execute(update, &[self.id.into()])? {
            0 => Err(StoreFault::Ended),
            _ => Ok(()),
        }
    }

    /// Counts a finished job.
    pub fn count(
        self,
        tx: &mut Transaction<'_>,
        seconds: f64,
        positions: u64,
    ) -> Result<(), DatabaseFault> {
        let update = "UPDATE worker SET jobs = jobs + 1, busy = busy + $1,
            positions = positions + $2, seen = {now} WHERE id = $3";
        let values = [seconds.into(), positions.into(), self.id.into()];
        tx.execute(update, &values)?;
        Ok(())
    }

    /// Records that it has ended.
    pub fn end(self, tx: &mut Transaction<'_>) -> Result<(), DatabaseFault> {
        let update = "UPDATE worker SET ended = {now}, seen = {now} WHERE id = $1";
        tx.execute(update, &[self.id.into()])?;
        Ok(())
    }
}
