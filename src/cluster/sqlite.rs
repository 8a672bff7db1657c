//! A store in a file (SQLite), shared by processes of one machine.
//!
//! It uses a write-ahead log (`journal_mode=WAL`), so readers do not wait. A commit survives a kill
//! of the process at once, and a power cut after the next checkpoint.

use super::database::{Database, DatabaseFault, Dialect, FaultKind, Row, SqlValue};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql, params_from_iter};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a process waits for another one that writes.
const BUSY: Duration = Duration::from_secs(20);

/// How long a process waits after an immediate refusal.
const PAUSE: Duration = Duration::from_millis(10);

/// The number that marks a file as ours: `hexp`.
const APPLICATION: i64 = 0x6865_7870;

/// A connection to a file.
pub struct SqliteDatabase(Connection);

impl From<rusqlite::Error> for DatabaseFault {
    fn from(why: rusqlite::Error) -> Self {
        let kind = match why.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => FaultKind::Busy,
            Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => FaultKind::Full,
            Some(
                ErrorCode::PermissionDenied
                | ErrorCode::ReadOnly
                | ErrorCode::AuthorizationForStatementDenied,
            ) => FaultKind::Forbidden,
            Some(ErrorCode::CannotOpen) => FaultKind::Missing,
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => FaultKind::Foreign,
            // A statement that does not fit the tables. It is too long for the message.
            _ => match why {
                rusqlite::Error::SqlInputError { msg, .. } => {
                    return Self::new(FaultKind::Partial, msg);
                }
                rusqlite::Error::SqliteFailure(_, Some(message))
                    if message.starts_with("no such ") =>
                {
                    return Self::new(FaultKind::Partial, message);
                }
                _ => FaultKind::Other,
            },
        };
        Self::new(kind, why)
    }
}

impl SqliteDatabase {
    /// Opens the file, or creates it if `create`.
    pub fn open(path: &Path, create: bool) -> Result<Self, DatabaseFault> {
        let start = Instant::now();
        loop {
            match Self::open_once(path, create) {
                // If two processes create a file together, SQLite refuses one at once, because each
                // could wait for the other.
                Err(why) if why.kind == FaultKind::Busy && start.elapsed() < BUSY => {
                    std::thread::sleep(PAUSE);
                }
                done => return done,
            }
        }
    }

    fn open_once(path: &Path, create: bool) -> Result<Self, DatabaseFault> {
        let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        if create {
            flags |= OpenFlags::SQLITE_OPEN_CREATE;
        }
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(BUSY)?;
        connection.set_prepared_statement_cache_capacity(128);
        if application(&connection)? != APPLICATION {
            mark(&connection)?;
        }
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        Ok(Self(connection))
    }
}

fn application(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA application_id", [], |row| row.get(0))
}

/// Marks an empty file as ours, unless another process has just done so.
fn mark(connection: &Connection) -> Result<(), DatabaseFault> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let objects = "SELECT count(*) FROM sqlite_schema";
    let objects: i64 = connection.query_row(objects, [], |row| row.get(0))?;
    let found = application(connection)?;
    if objects > 0 && found != APPLICATION {
        let why = "this is the database of another program";
        return Err(DatabaseFault::new(FaultKind::Foreign, why));
    }
    connection.pragma_update(None, "application_id", APPLICATION)?;
    Ok(connection.execute_batch("COMMIT")?)
}

impl ToSql for SqlValue {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Real(number) => ValueRef::Real(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

fn value(found: ValueRef<'_>) -> SqlValue {
    match found {
        ValueRef::Null => SqlValue::Null,
        ValueRef::Integer(number) => SqlValue::Integer(number),
        ValueRef::Real(number) => SqlValue::Real(number),
        ValueRef::Text(text) => SqlValue::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => SqlValue::Bytes(bytes.to_vec()),
    }
}

impl Database for SqliteDatabase {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn execute(&mut self, statement: &str, values: &[SqlValue]) -> Result<u64, DatabaseFault> {
        let mut statement = self.0.prepare_cached(statement)?;
        Ok(statement.execute(params_from_iter(values))? as u64)
    }

    fn query(&mut self, statement: &str, values: &[SqlValue]) -> Result<Vec<Row>, DatabaseFault> {
        let mut statement = self.0.prepare_cached(statement)?;
        let columns = statement.column_count();
        let mut rows = statement.query(params_from_iter(values))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let values = (0..columns).map(|column| Ok(value(row.get_ref(column)?)));
            found.push(Row(values.collect::<Result<_, rusqlite::Error>>()?));
        }
        Ok(found)
    }

    fn script(&mut self, statements: &str) -> Result<(), DatabaseFault> {
        Ok(self.0.execute_batch(statements)?)
    }

    fn begin(&mut self) -> Result<(), DatabaseFault> {
        // Left by an earlier transaction that failed.
        if !self.0.is_autocommit() {
            self.0.execute_batch("ROLLBACK")?;
        }
        Ok(self.0.execute_batch("BEGIN IMMEDIATE")?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::thread;

    #[test]
    fn a_file_that_many_begin_together_is_opened_by_all() {
        const PROCESSES: usize = 4;
        let folder = std::env::temp_dir().join(format!("mustplay-begun-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for round in 0..100 {
            let path = folder.join(round.to_string());
            let start = Barrier::new(PROCESSES);
            thread::scope(|scope| {
                for _ in 0..PROCESSES {
                    scope.spawn(|| {
                        start.wait();
                        for _ in 0..4 {
                            let mut database = SqliteDatabase::open(&path, true).unwrap();
                            database.begin().unwrap();
                            database.script("COMMIT").unwrap();
                        }
                    });
                }
            });
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
