//! Leases: which worker is busy with which job, and when the lease expires by the clock of the
//! database.
//!
//! A worker renews its leases while it works. If it is silent for longer than a lease, it has died
//! or lost its connection: other workers take its leases back and count them as deaths of their
//! jobs. A result that arrives after that is still used, because it holds wherever it comes from,
//! but it is not counted.

use super::database::{DatabaseFault, Row};
use super::{StoreFault, StoreWorker, Transaction};

/// Deaths in a row after which a job is set aside.
pub const DEATHS: u32 = 3;

/// The longest possible lease. One that lasts longer was made before the clock of the database was
/// set back.
const LONGEST: f64 = 3600.0;

/// A lease.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    /// Its number.
    pub id: i64,
    /// The project.
    pub project: i64,
    /// The node or job.
    pub subject: i64,
    /// The root below which a node was chosen.
    pub root: i64,
    /// The path from that root to the node.
    pub path: Vec<i64>,
}

/// The holder of a lease, and its duration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Holder {
    /// The process.
    pub worker: StoreWorker,
    /// The thread of the process.
    pub slot: i64,
    /// Seconds until the lease expires.
    pub seconds: f64,
}

const COLUMNS: &str = "SELECT id, project, subject, root, path FROM lease";

fn read(row: &Row) -> Result<Lease, DatabaseFault> {
    let path = row.text(4)?.split_whitespace();
    Ok(Lease {
        id: row.integer(0)?,
        project: row.integer(1)?,
        subject: row.integer(2)?,
        root: row.integer(3)?,
        path: path.filter_map(|id| id.parse().ok()).collect(),
    })
}

/// Takes a lease; there must be none for that node or job.
pub fn take(
    tx: &mut Transaction<'_>,
    holder: Holder,
    project: i64,
    path: &[i64],
    budget: u64,
) -> Result<Lease, StoreFault> {
    let (Some(&root), Some(&subject)) = (path.first(), path.last()) else {
        return Err(StoreFault::Broken("a lease of nothing".to_owned()));
    };
    let names: Vec<String> = path.iter().map(i64::to_string).collect();
    let insert = "INSERT INTO lease
        (project, subject, root, path, worker, slot, budget, since, until)
        VALUES ($1, $2, $3, $4, $5, $6, $7, {now}, {now} + $8) RETURNING id";
    let values = [
        project.into(),
        subject.into(),
        root.into(),
        names.join(" ").into(),
        holder.worker.id.into(),
        holder.slot.into(),
        i64::try_from(budget).unwrap_or(i64::MAX / 1024).into(),
        holder.seconds.into(),
    ];
    Ok(Lease {
        id: tx.number(insert, &values)?,
        project,
        subject,
        root,
        path: path.to_vec(),
    })
}

/// Renews the leases of a worker and returns those that it still holds.
pub fn renew(
    tx: &mut Transaction<'_>,
    worker: StoreWorker,
    seconds: f64,
) -> Result<Vec<Lease>, StoreFault> {
    let update = "UPDATE lease SET until = {now} + $1 WHERE worker = $2";
    tx.execute(update, &[seconds.into(), worker.id.into()])?;
    worker.is_there(tx)?;
    held(tx, worker)
}

/// The leases of a worker.
pub fn held(tx: &mut Transaction<'_>, worker: StoreWorker) -> Result<Vec<Lease>, StoreFault> {
    let rows = tx.query(&format!("{COLUMNS} WHERE worker = $1"), &[worker.id.into()])?;
    Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
}

/// The leases of a thread of a worker, left by an attempt whose outcome is unknown.
pub fn of_slot(tx: &mut Transaction<'_>, holder: Holder) -> Result<Vec<Lease>, StoreFault> {
    let select = format!("{COLUMNS} WHERE worker = $1 AND slot = $2");
    let rows = tx.query(&select, &[holder.worker.id.into(), holder.slot.into()])?;
    Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
}

/// Whether a node or job of a project is leased.
pub fn is_taken(tx: &mut Transaction<'_>, project: i64, subject: i64) -> Result<bool, StoreFault> {
    let select = "SELECT count(*) FROM lease WHERE project = $1 AND subject = $2";
    Ok(tx.number(select, &[project.into(), subject.into()])? > 0)
}

/// Whether anything of a project is leased.
pub fn is_any(tx: &mut Transaction<'_>, project: i64) -> Result<bool, StoreFault> {
    let select = "SELECT count(*) FROM lease WHERE project = $1";
    Ok(tx.number(select, &[project.into()])? > 0)
}

/// The leases of a project that have expired or whose worker has ended.
pub fn expired(tx: &mut Transaction<'_>, project: i64) -> Result<Vec<Lease>, StoreFault> {
    let select = format!(
        "{COLUMNS} WHERE project = $1 AND (until < {{now}} OR until > {{now}} + {LONGEST}
            OR worker NOT IN (SELECT id FROM worker WHERE ended IS NULL))"
    );
    let rows = tx.query(&select, &[project.into()])?;
    Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
}

/// Ends a lease and returns whether it still existed.
pub fn end(tx: &mut Transaction<'_>, lease: &Lease) -> Result<bool, DatabaseFault> {
    Ok(tx.execute("DELETE FROM lease WHERE id = $1", &[lease.id.into()])? > 0)
}
