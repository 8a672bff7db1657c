//! A store in a file (SQLite), shared by processes of one machine.
//!
//! It uses a write-ahead log (`journal_mode=WAL`), so readers do not wait. A commit survives a kill
//! of the process at once, and a power cut after the next checkpoint.

use super::database::{Access, Database, DatabaseFault, Dialect, FaultKind, Row, SqlValue};
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
    /// Opens the file.
    pub fn open(path: &Path, access: Access) -> Result<Self, DatabaseFault> {
        if path.is_dir() {
            return Err(DatabaseFault::new(FaultKind::Foreign, "it is a folder"));
        }
        let start = Instant::now();
        loop {
            match Self::open_once(path, access) {
                // If two processes create a file together, SQLite refuses one at once, because each
                // could wait for the other.
                Err(why) if why.kind == FaultKind::Busy && start.elapsed() < BUSY => {
                    std::thread::sleep(PAUSE);
                }
                done => return done,
            }
        }
    }

    fn open_once(path: &Path, access: Access) -> Result<Self, DatabaseFault> {
        if access == Access::Read {
            return Self::open_to_read(path);
        }
        let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        if access == Access::Create {
            flags |= OpenFlags::SQLITE_OPEN_CREATE;
        }
        let (connection, application) = marked(Connection::open_with_flags(path, flags)?)?;
        if application != APPLICATION {
            mark(&connection)?;
        }
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        Ok(Self(connection))
    }

    /// Opens the file without changing anything. In a folder where no file can be created SQLite
    /// reads no write-ahead log, so there must be none.
    fn open_to_read(path: &Path) -> Result<Self, DatabaseFault> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = marked(Connection::open_with_flags(path, flags)?);
        let (connection, application) = match opened.map_err(DatabaseFault::from) {
            Err(why)
                if matches!(why.kind, FaultKind::Missing | FaultKind::Forbidden)
                    && path.is_file() =>
            {
                let mut log = path.as_os_str().to_owned();
                log.push("-wal");
                if std::fs::metadata(log).is_ok_and(|log| log.len() > 0) {
                    let why =
                        "its log (-wal) cannot be read in a read-only folder: copy both files";
                    return Err(DatabaseFault::new(FaultKind::Forbidden, why));
                }
                let name = path.to_string_lossy();
                let name = name
                    .replace('%', "%25")
                    .replace('?', "%3f")
                    .replace('#', "%23");
                let flags = flags | OpenFlags::SQLITE_OPEN_URI;
                let name = format!("file:{name}?immutable=1");
                marked(Connection::open_with_flags(name, flags)?)?
            }
            opened => opened?,
        };
        if application != APPLICATION && objects(&connection)? > 0 {
            return Err(foreign());
        }
        Ok(Self(connection))
    }
}

/// A connection with the number that marks its file.
fn marked(connection: Connection) -> rusqlite::Result<(Connection, i64)> {
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(128);
    let application = application(&connection)?;
    Ok((connection, application))
}

/// How many tables and views there are.
fn objects(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
}

fn foreign() -> DatabaseFault {
    DatabaseFault::new(
        FaultKind::Foreign,
        "this is the database of another program",
    )
}

impl SqliteDatabase {
    /// Ends what an earlier transaction left when it failed.
    fn end_left(&self) -> Result<(), DatabaseFault> {
        if !self.0.is_autocommit() {
            self.0.execute_batch("ROLLBACK")?;
        }
        Ok(())
    }
}

fn application(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA application_id", [], |row| row.get(0))
}

/// Marks an empty file as ours, unless another process has just done so.
fn mark(connection: &Connection) -> Result<(), DatabaseFault> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    if objects(connection)? > 0 && application(connection)? != APPLICATION {
        return Err(foreign());
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

    fn begin_reading(&mut self) -> Result<(), DatabaseFault> {
        self.end_left()?;
        Ok(self.0.execute_batch("BEGIN")?)
    }

    fn begin(&mut self) -> Result<(), DatabaseFault> {
        self.end_left()?;
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
                            let mut database = SqliteDatabase::open(&path, Access::Create).unwrap();
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
