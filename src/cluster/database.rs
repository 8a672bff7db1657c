//! What a store needs from a database: statements with values, and transactions.
//!
//! Statements are written once, in the SQL that SQLite and PostgreSQL share, with `$1`, `$2` for
//! values. Words in braces differ between the two; [`Dialect::statement`] replaces them:
//!
//! | word | meaning |
//! |---|---|
//! | `{id}` | a primary key that the database counts up and never uses twice |
//! | `{real}`, `{bytes}` | types of columns |
//! | `{now}` | seconds since 1970 by the clock of the database, which all workers share |

use std::fmt;

/// A value of a row or of a statement.
#[derive(Clone, PartialEq, Debug)]
pub enum SqlValue {
    /// Nothing.
    Null,
    /// A whole number.
    Integer(i64),
    /// Another number.
    Real(f64),
    /// A text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

impl From<i64> for SqlValue {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<u32> for SqlValue {
    fn from(number: u32) -> Self {
        Self::Integer(number.into())
    }
}

/// Databases have no numbers above `i64::MAX`.
impl From<u64> for SqlValue {
    fn from(number: u64) -> Self {
        Self::Integer(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<usize> for SqlValue {
    fn from(number: usize) -> Self {
        (number as u64).into()
    }
}

impl From<f64> for SqlValue {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl From<&str> for SqlValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for SqlValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<u8>> for SqlValue {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

impl<T: Into<SqlValue>> From<Option<T>> for SqlValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// `20`, `0.5`, `text`; for bytes their number.
impl fmt::Display for SqlValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => Ok(()),
            Self::Integer(number) => write!(f, "{number}"),
            Self::Real(number) if number.fract() == 0.0 => write!(f, "{number:.0}"),
            Self::Real(number) => write!(f, "{number:.3}"),
            Self::Text(text) => f.write_str(text),
            Self::Bytes(bytes) => write!(f, "{} bytes", bytes.len()),
        }
    }
}

/// A row of a result.
#[derive(Clone, PartialEq, Debug)]
pub struct Row(pub Vec<SqlValue>);

impl Row {
    fn wrong<T>(&self, column: usize) -> Result<T, DatabaseFault> {
        let why = format!("column {column} of an answer is {:?}", self.0.get(column));
        Err(DatabaseFault::new(FaultKind::Other, why))
    }

    /// A whole number.
    pub fn integer(&self, column: usize) -> Result<i64, DatabaseFault> {
        match self.0.get(column) {
            Some(&SqlValue::Integer(number)) => Ok(number),
            _ => self.wrong(column),
        }
    }

    /// A whole number, or nothing.
    pub fn maybe(&self, column: usize) -> Result<Option<i64>, DatabaseFault> {
        match self.0.get(column) {
            Some(SqlValue::Null) => Ok(None),
            _ => self.integer(column).map(Some),
        }
    }

    /// A number.
    pub fn real(&self, column: usize) -> Result<f64, DatabaseFault> {
        match self.0.get(column) {
            Some(&SqlValue::Real(number)) => Ok(number),
            Some(&SqlValue::Integer(number)) => Ok(number as f64),
            _ => self.wrong(column),
        }
    }

    /// A text, empty if there is none.
    pub fn text(&self, column: usize) -> Result<&str, DatabaseFault> {
        match self.0.get(column) {
            Some(SqlValue::Text(text)) => Ok(text),
            Some(SqlValue::Null) => Ok(""),
            _ => self.wrong(column),
        }
    }

    /// Bytes.
    pub fn bytes(&self, column: usize) -> Result<&[u8], DatabaseFault> {
        match self.0.get(column) {
            Some(SqlValue::Bytes(bytes)) => Ok(bytes),
            _ => self.wrong(column),
        }
    }
}

/// The kinds of database faults, as far as they call for different reactions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The connection is lost, or the server is starting or stopping: connect again.
    Lost,
    /// Another transaction is in the way: try again.
    Busy,
    /// A disk is full: try again later.
    Full,
    /// Wrong user or password.
    Denied,
    /// A permission is missing.
    Forbidden,
    /// The connection cannot be protected as requested.
    Untrusted,
    /// The database or folder does not exist.
    Missing,
    /// The file is not a database, or is damaged.
    Foreign,
    /// A table, a column or a view is missing or has the wrong form.
    Partial,
    /// Anything else.
    Other,
}

impl FaultKind {
    /// Whether a retry may succeed.
    pub fn passes(self) -> bool {
        matches!(self, Self::Lost | Self::Busy | Self::Full)
    }
}

/// A fault of a database.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}")]
pub struct DatabaseFault {
    /// Its kind.
    pub kind: FaultKind,
    /// The message of the database.
    pub why: String,
}

impl DatabaseFault {
    /// A fault.
    pub fn new(kind: FaultKind, why: impl fmt::Display) -> Self {
        let why = why.to_string();
        Self { kind, why }
    }
}

/// The SQL dialects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// SQLite.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

impl Dialect {
    /// A statement in the dialect of the database.
    pub fn statement(self, text: &str) -> String {
        let words = match self {
            Self::Sqlite => [
                ("{id}", "INTEGER PRIMARY KEY AUTOINCREMENT"),
                ("{real}", "REAL"),
                ("{bytes}", "BLOB"),
                ("{now}", "unixepoch('subsec')"),
                ("$", "?"),
            ],
            Self::Postgres => [
                ("{id}", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
                ("{real}", "DOUBLE PRECISION"),
                ("{bytes}", "BYTEA"),
                (
                    "{now}",
                    "CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)",
                ),
                ("$", "$"),
            ],
        };
        let text = text.to_owned();
        words
            .into_iter()
            .fold(text, |text, (word, meaning)| text.replace(word, meaning))
    }
}

/// What a connection is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Only reading; the database may be read-only.
    Read,
    /// Reading and writing.
    Write,
    /// The same; a missing file or store is created.
    Create,
}

/// A connection to a database.
pub trait Database: Send {
    /// Its dialect.
    fn dialect(&self) -> Dialect;

    /// Runs a statement and returns the number of changed rows.
    fn execute(&mut self, statement: &str, values: &[SqlValue]) -> Result<u64, DatabaseFault>;

    /// Runs a query and returns its rows.
    fn query(&mut self, statement: &str, values: &[SqlValue]) -> Result<Vec<Row>, DatabaseFault>;

    /// Runs statements without values, separated by `;`.
    fn script(&mut self, statements: &str) -> Result<(), DatabaseFault>;

    /// Begins a reading transaction: it reads everything in one state of the store.
    fn begin_reading(&mut self) -> Result<(), DatabaseFault>;

    /// Begins a writing transaction; until it ends no other can begin.
    fn begin(&mut self) -> Result<(), DatabaseFault>;
}
