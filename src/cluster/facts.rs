//! Claims that all workers share.
//!
//! A claim holds wherever its stones stand and its cells are free, whatever the way there, so what
//! one worker has proved all may believe. Only claims that took much work are written ([`worth`]);
//! of those that are equal but for symmetry one is kept, and none that another covers. Their
//! numbers are in the order in which they became visible, so a worker asks for those after the last
//! that it has seen.

use super::database::{DatabaseFault, Row, SqlValue};
use super::{StoreFault, Transaction};
use crate::hex::BoardSize;
use crate::solver::{CLAIM_FORMAT, ClaimRecord, Fact};
use std::fmt::Display;

/// Positions that a claim of a worker that is alone must have taken to be shared, for others that
/// may come later; and those from which on claims are compared with others.
pub const WORTH: u32 = 200;

/// The same where there are several workers, at first.
const LEAST: u32 = 10;

/// And the share of all that was searched so far, once that is more: to find out again what took
/// less costs little, and so the number of facts grows as the logarithm of the work.
const SHARE: u64 = 40_000;

/// How many positions a claim must have taken to be shared, where so many workers have searched so
/// many.
pub fn worth(workers: u64, positions: u64) -> u32 {
    if workers < 2 {
        return WORTH;
    }
    u32::try_from(positions / SHARE)
        .unwrap_or(u32::MAX)
        .max(LEAST)
}

/// Rows of one statement.
const ROWS: [usize; 3] = [64, 8, 1];

/// The most facts that are compared with a new one.
const COMPARED: usize = 50_000;

const COLUMNS: &str = "SELECT id, width, height, winner, to_move, stones, cells, name, positions, \
    worker FROM claim";

/// A claim of the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredClaim {
    /// Its number.
    pub id: i64,
    /// The worker that wrote it.
    pub worker: Option<i64>,
    /// The claim.
    pub record: ClaimRecord,
}

impl StoredClaim {
    /// What it says.
    pub fn fact(&self) -> Result<Fact, StoreFault> {
        Fact::read(&self.record).map_err(|why| self.lie(&why))
    }

    /// The fault that it is wrong.
    pub fn lie(&self, why: &dyn Display) -> StoreFault {
        StoreFault::Lie {
            claim: self.id,
            worker: self.worker.unwrap_or(0),
            why: why.to_string(),
        }
    }
}

/// What a worker knows of the facts of a board: it asks for what is new, and writes what is worth
/// it.
#[derive(Debug, Default)]
pub struct FactBook {
    last: i64,
    known: Vec<Fact>,
}

impl FactBook {
    /// Asks for the facts that are new.
    pub fn pull(
        &mut self,
        tx: &mut Transaction<'_>,
        size: BoardSize,
    ) -> Result<Vec<StoredClaim>, StoreFault> {
        let fresh = after(tx, size, self.last)?;
        for claim in &fresh {
            self.last = self.last.max(claim.id);
            let fact = claim.fact()?;
            if fact.work() >= WORTH {
                self.known.push(fact);
            }
        }
        Ok(fresh)
    }

    /// Leaves those that are worth to be written: enough work, and not covered by what is known,
    /// which is looked at only where the work was much. Answers to positions that were asked for
    /// are always written.
    pub fn worth(&mut self, facts: Vec<Fact>, least: u32) -> Vec<Fact> {
        let mut kept: Vec<Fact> = Vec::new();
        for fact in facts {
            let fact = fact.canonical();
            if fact.of().is_none() && fact.work() < least {
                continue;
            }
            if fact.of().is_none() && fact.work() >= WORTH {
                let start = self.known.len().saturating_sub(COMPARED);
                let mut others = self.known[start..].iter().chain(&kept);
                if others.any(|other| other.covers(&fact)) {
                    continue;
                }
                kept.retain(|other| other.of().is_some() || !fact.covers(other));
            }
            kept.push(fact);
        }
        kept
    }
}

/// Writes facts, those that are not there yet.
pub fn keep(
    tx: &mut Transaction<'_>,
    facts: &[Fact],
    worker: Option<i64>,
) -> Result<(), StoreFault> {
    let mut left: Vec<ClaimRecord> = facts.iter().map(|fact| fact.canonical().record()).collect();
    for rows in ROWS {
        while left.len() >= rows {
            let rest = left.split_off(rows);
            insert(tx, &left, worker)?;
            left = rest;
        }
    }
    Ok(())
}

fn insert(
    tx: &mut Transaction<'_>,
    records: &[ClaimRecord],
    worker: Option<i64>,
) -> Result<(), DatabaseFault> {
    let mut values: Vec<SqlValue> = Vec::new();
    let mut rows = Vec::new();
    for record in records {
        let first = values.len() + 1;
        let places = (first..first + 9).map(|place| format!("${place}"));
        let places: Vec<String> = places.collect();
        rows.push(format!("({}, {{now}})", places.join(", ")));
        values.extend([
            record.width.into(),
            record.height.into(),
            record.winner.as_str().into(),
            record.to_move.as_str().into(),
            record.stones.join(" ").into(),
            record.cells.join(" ").into(),
            record.of.as_deref().unwrap_or_default().into(),
            record.work.unwrap_or(0).into(),
            worker.into(),
        ]);
    }
    let statement = format!(
        "INSERT INTO claim (width, height, winner, to_move, stones, cells, name, positions, worker,
            made) VALUES {} ON CONFLICT DO NOTHING",
        rows.join(", ")
    );
    tx.execute(&statement, &values)?;
    Ok(())
}

/// The claims for boards of a size after one, in their order.
pub fn after(
    tx: &mut Transaction<'_>,
    size: BoardSize,
    last: i64,
) -> Result<Vec<StoredClaim>, StoreFault> {
    let select = format!("{COLUMNS} WHERE id > $1 AND width = $2 AND height = $3 ORDER BY id");
    let values = [last.into(), size.width().into(), size.height().into()];
    let rows = tx.query(&select, &values)?;
    Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
}

/// All claims, in their order.
pub fn all(tx: &mut Transaction<'_>) -> Result<Vec<StoredClaim>, StoreFault> {
    let rows = tx.query(&format!("{COLUMNS} ORDER BY id"), &[])?;
    Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
}

fn read(row: &Row) -> Result<StoredClaim, DatabaseFault> {
    let names = |column| -> Result<Vec<String>, DatabaseFault> {
        let names = row.text(column)?.split_whitespace();
        Ok(names.map(str::to_owned).collect())
    };
    let side = |column| -> Result<usize, DatabaseFault> {
        Ok(usize::try_from(row.integer(column)?).unwrap_or(0))
    };
    let of = row.text(7)?;
    Ok(StoredClaim {
        id: row.integer(0)?,
        worker: row.maybe(9)?,
        record: ClaimRecord {
            format: CLAIM_FORMAT.to_owned(),
            width: side(1)?,
            height: side(2)?,
            winner: row.text(3)?.to_owned(),
            to_move: row.text(4)?.to_owned(),
            stones: names(5)?,
            cells: names(6)?,
            of: (!of.is_empty()).then(|| of.to_owned()),
            work: Some(u32::try_from(row.integer(8)?).unwrap_or(u32::MAX)),
        },
    })
}
