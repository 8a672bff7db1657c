//! Facts: claims that all workers share.
//!
//! A claim holds wherever its stones are present and its cells are free, however the position was
//! reached, so all workers can use what one has proved. Only claims that took much work are written
//! ([`worth`]). Of claims that are equal up to symmetry one is kept, and none that another covers.
//! Their numbers follow the order in which they became visible, so a worker asks for those after
//! the last one it has read.

use super::database::{DatabaseFault, Row, SqlValue};
use super::{StoreFault, Transaction};
use crate::base::lock::unpoisoned;
use crate::hex::BoardSize;
use crate::solver::{CLAIM_FORMAT, ClaimRecord, Fact};
use std::fmt::Display;
use std::sync::{Arc, Mutex};

/// The least work, in positions, of a shared claim if there is one worker (others may come later),
/// and of a claim that is compared with others.
pub const WORTH: u32 = 200;

/// The least work of a shared claim if there are several workers.
const LEAST: u32 = 3;

/// Once it is more, the least work as a fraction of all positions searched so far. Smaller results
/// are cheap to find again, and the number of facts thus grows with the logarithm of the work.
const SHARE: u64 = 40_000;

/// The least work, in positions, of a shared claim, for this many workers and positions so far.
pub fn worth(workers: u64, positions: u64) -> u32 {
    if workers < 2 {
        return WORTH;
    }
    u32::try_from(positions / SHARE)
        .unwrap_or(u32::MAX)
        .max(LEAST)
}

/// The most rows of one statement.
const ROWS: [usize; 3] = [64, 8, 1];

/// The most facts to compare with a new one.
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
    /// What it states.
    pub fn fact(&self) -> Result<StoredFact, StoreFault> {
        let (id, worker) = (self.id, self.worker);
        let fact = Fact::read(&self.record).map_err(|why| lie(id, worker, &why))?;
        Ok(StoredFact { id, worker, fact })
    }
}

/// A readable claim of the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredFact {
    /// Its number.
    pub id: i64,
    /// The worker that wrote it.
    pub worker: Option<i64>,
    /// What it states.
    pub fact: Fact,
}

impl StoredFact {
    /// The fault of a wrong fact.
    pub fn lie(&self, why: &dyn Display) -> StoreFault {
        lie(self.id, self.worker, why)
    }
}

fn lie(claim: i64, worker: Option<i64>, why: &dyn Display) -> StoreFault {
    StoreFault::Lie {
        claim,
        worker: worker.unwrap_or(0),
        why: why.to_string(),
    }
}

/// The facts of a board, of which each is read once for all workers of a process.
#[derive(Debug, Default)]
pub struct FactsRead(Mutex<Vec<StoredFact>>);

impl FactsRead {
    /// Those after a number.
    fn after(
        &self,
        tx: &mut Transaction<'_>,
        size: BoardSize,
        last: i64,
    ) -> Result<Vec<StoredFact>, StoreFault> {
        let mut read = unpoisoned(self.0.lock());
        let newest = read.last().map_or(0, |stored| stored.id);
        read.extend(facts_after(tx, size, newest)?);
        let known = read.partition_point(|stored| stored.id <= last);
        Ok(read[known..].to_vec())
    }
}

/// A worker's view of the facts of a board: it reads new ones, and writes those that took enough
/// work.
#[derive(Debug, Default)]
pub struct FactBook {
    last: i64,
    known: Vec<Fact>,
    /// Where facts are read from, if other workers of this process read them, too.
    read: Option<Arc<FactsRead>>,
}

impl FactBook {
    /// The view of one of several workers of a process, which read each fact once together.
    pub fn sharing(read: Arc<FactsRead>) -> Self {
        Self {
            read: Some(read),
            ..Self::default()
        }
    }

    /// Reads the new facts.
    pub fn pull(
        &mut self,
        tx: &mut Transaction<'_>,
        size: BoardSize,
    ) -> Result<Vec<StoredFact>, StoreFault> {
        let fresh = match &self.read {
            Some(read) => read.after(tx, size, self.last)?,
            None => facts_after(tx, size, self.last)?,
        };
        for stored in &fresh {
            self.last = self.last.max(stored.id);
            if stored.fact.work() >= WORTH {
                self.known.push(stored.fact.clone());
            }
        }
        Ok(fresh)
    }

    /// Keeps the claims to write: those with enough work that no known fact covers (checked only if
    /// the work was much). Answers to requested positions are always written.
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

/// Writes facts that are not in the store yet.
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

/// The claims for boards of a size after a number, in order.
pub fn after(
    tx: &mut Transaction<'_>,
    size: BoardSize,
    last: i64,
) -> Result<Vec<StoredClaim>, StoreFault> {
    // The signs keep SQLite from the index by width and height, by which it would read all claims.
    let select = format!("{COLUMNS} WHERE id > $1 AND +width = $2 AND +height = $3 ORDER BY id");
    let values = [last.into(), size.width().into(), size.height().into()];
    let rows = tx.query(&select, &values)?;
    Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
}

/// The same claims as facts.
fn facts_after(
    tx: &mut Transaction<'_>,
    size: BoardSize,
    last: i64,
) -> Result<Vec<StoredFact>, StoreFault> {
    let claims = after(tx, size, last)?;
    claims.iter().map(StoredClaim::fact).collect()
}

/// All claims, in their order.
pub fn all(tx: &mut Transaction<'_>) -> Result<Vec<StoredClaim>, StoreFault> {
    let rows = tx.query(&format!("{COLUMNS} ORDER BY id"), &[])?;
    Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
}

fn read(row: &Row) -> Result<StoredClaim, DatabaseFault> {
    // Values of another type make a claim that cannot be read.
    let text = |column| row.text(column).unwrap_or("?");
    let names = |column| -> Vec<String> {
        let names = text(column).split_whitespace();
        names.map(str::to_owned).collect()
    };
    let number = |column| row.integer(column).unwrap_or(0);
    let side = |column| usize::try_from(number(column)).unwrap_or(0);
    let of = text(7);
    Ok(StoredClaim {
        id: row.integer(0)?,
        worker: row.maybe(9).unwrap_or(None),
        record: ClaimRecord {
            format: CLAIM_FORMAT.to_owned(),
            width: side(1),
            height: side(2),
            winner: text(3).to_owned(),
            to_move: text(4).to_owned(),
            stones: names(5),
            cells: names(6),
            of: (!of.is_empty()).then(|| of.to_owned()),
            work: Some(u32::try_from(number(8)).unwrap_or(u32::MAX)),
        },
    })
}
