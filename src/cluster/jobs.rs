//! Games as jobs, by number: those of a match or of self-play. A game is determined by its number
//! and the options of its project, so it does not matter which worker plays it, or how often.

use super::database::SqlValue;
use super::lease::{self, DEATHS, Holder, Lease};
use super::{StoreFault, Transaction};

/// How many jobs are added at a time.
const ROWS: i64 = 100;

/// The progress of a project of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// All games.
    pub all: u64,
    /// Finished games.
    pub done: u64,
    /// Games set aside.
    pub aside: u64,
    /// Games being played.
    pub leased: u64,
}

/// Adds the games below this number; existing ones are unchanged.
pub fn ask(tx: &mut Transaction<'_>, project: i64, games: u64) -> Result<(), StoreFault> {
    let select = "SELECT coalesce(max(number) + 1, 0) FROM job WHERE project = $1";
    let mut number = tx.number(select, &[project.into()])?;
    let games = i64::try_from(games).unwrap_or(i64::MAX);
    while number < games {
        let end = games.min(number + ROWS);
        let rows: Vec<String> = (number..end)
            .map(|number| format!("($1, {number}, 'open', 0)"))
            .collect();
        let insert = format!(
            "INSERT INTO job (project, number, state, deaths) VALUES {}",
            rows.join(", ")
        );
        tx.execute(&insert, &[project.into()])?;
        number = end;
    }
    Ok(())
}

/// Leases the first open game below this number, if there is one.
pub fn lease(
    tx: &mut Transaction<'_>,
    project: i64,
    below: u64,
    holder: Holder,
) -> Result<Option<(Lease, u64)>, StoreFault> {
    for lost in lease::expired(tx, project)? {
        lease::end(tx, &lost)?;
        let update = "UPDATE job SET deaths = deaths + 1,
            state = CASE WHEN deaths + 1 >= $2 THEN 'aside' ELSE 'open' END
            WHERE id = $1 AND state = 'leased'";
        tx.execute(update, &[lost.subject.into(), i64::from(DEATHS).into()])?;
    }
    for left in lease::of_slot(tx, holder)? {
        if left.project == project {
            give_back(tx, &left)?;
        }
    }
    // A game that counts as leased, but is not.
    let update = "UPDATE job SET state = 'open' WHERE project = $1 AND state = 'leased'
        AND id NOT IN (SELECT subject FROM lease WHERE project = $1)";
    tx.execute(update, &[project.into()])?;
    let select = "SELECT id, number FROM job WHERE project = $1 AND state = 'open'
        AND number < $2 ORDER BY number LIMIT 1";
    let below = i64::try_from(below).unwrap_or(i64::MAX);
    let Some(row) = tx.first(select, &[project.into(), below.into()])? else {
        return Ok(None);
    };
    let (id, number) = (row.integer(0)?, row.integer(1)?);
    tx.execute(
        "UPDATE job SET state = 'leased' WHERE id = $1",
        &[id.into()],
    )?;
    let lease = lease::take(tx, holder, project, &[id], 1)?;
    Ok(Some((lease, number.unsigned_abs())))
}

/// Gives a game back.
pub fn give_back(tx: &mut Transaction<'_>, lease: &Lease) -> Result<(), StoreFault> {
    if lease::end(tx, lease)? {
        let update = "UPDATE job SET state = 'open' WHERE id = $1 AND state = 'leased'";
        tx.execute(update, &[lease.subject.into()])?;
    }
    Ok(())
}

/// Stores a finished game unless its number has one already.
pub fn finish(
    tx: &mut Transaction<'_>,
    holder: Holder,
    lease: &Lease,
    result: &[u8],
    seconds: f64,
    positions: u64,
) -> Result<(), StoreFault> {
    if lease::end(tx, lease)? {
        holder.worker.count(tx, seconds, positions)?;
    }
    let update = "UPDATE job SET state = 'done', result = $2, seconds = $3, worker = $4
        WHERE id = $1 AND state <> 'done'";
    let values: [SqlValue; 4] = [
        lease.subject.into(),
        result.to_vec().into(),
        seconds.into(),
        holder.worker.id.into(),
    ];
    tx.execute(update, &values)?;
    Ok(())
}

/// The finished games of a project from a number on, by number.
pub fn finished(
    tx: &mut Transaction<'_>,
    project: i64,
    from: u64,
) -> Result<Vec<(u64, Vec<u8>)>, StoreFault> {
    let select = "SELECT number, result FROM job
        WHERE project = $1 AND state = 'done' AND number >= $2 ORDER BY number";
    let from = i64::try_from(from).unwrap_or(i64::MAX);
    let rows = tx.query(select, &[project.into(), from.into()])?;
    let game = |row: &super::database::Row| -> Result<(u64, Vec<u8>), StoreFault> {
        Ok((row.integer(0)?.unsigned_abs(), row.bytes(1)?.to_vec()))
    };
    rows.iter().map(game).collect()
}

/// The progress of the games of a project below this number.
pub fn count(tx: &mut Transaction<'_>, project: i64, below: u64) -> Result<Count, StoreFault> {
    let select = "SELECT state, count(*) FROM job WHERE project = $1 AND number < $2
        GROUP BY state";
    let values = [project.into(), below.into()];
    let mut count = Count::default();
    for row in tx.query(select, &values)? {
        let number = row.integer(1)?.unsigned_abs();
        count.all += number;
        match row.text(0)? {
            "done" => count.done = number,
            "aside" => count.aside = number,
            "leased" => count.leased = number,
            _ => {}
        }
    }
    Ok(count)
}

/// Opens the games that were set aside again and returns how many there were.
pub fn retry(tx: &mut Transaction<'_>, project: i64) -> Result<u64, StoreFault> {
    let update = "UPDATE job SET state = 'open', deaths = 0 WHERE project = $1 AND state = 'aside'";
    Ok(tx.execute(update, &[project.into()])?)
}
