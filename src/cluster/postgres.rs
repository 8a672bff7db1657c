//! A store on a PostgreSQL server, shared by any number of machines.
//!
//! A writing transaction first takes a lock of the database. Writers thus take turns, and the
//! numbers that the server assigns become visible in order.

use super::database::{Database, DatabaseFault, Dialect, FaultKind, Row, SqlValue};
use super::encryption::Encryption;
use postgres::config::{Host, SslMode};
use postgres::error::SqlState;
use postgres::types::private::BytesMut;
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, Config, NoTls, Statement};
use std::collections::HashMap;
use std::error::Error;
use std::time::Duration;

/// How long to wait for an answer of the server.
const CONNECT: Duration = Duration::from_secs(10);

/// How to connect to a database on a server.
#[derive(Clone)]
pub struct Way {
    /// The host, database and user.
    pub config: Config,
    /// The encryption.
    pub encryption: Encryption,
}

/// A connection to a server.
pub struct PostgresDatabase {
    client: Client,
    statements: HashMap<String, Statement>,
}

/// The lock of writing transactions: `hexp`.
const LOCK: i64 = 0x6865_7870;

impl From<postgres::Error> for DatabaseFault {
    fn from(why: postgres::Error) -> Self {
        let Some(db_error) = why.as_db_error() else {
            let text = chain(&why);
            return Self::new(kind_by_source(&why), text);
        };
        let kind = match db_error.code() {
            &(SqlState::ADMIN_SHUTDOWN
            | SqlState::CRASH_SHUTDOWN
            | SqlState::CANNOT_CONNECT_NOW
            | SqlState::TOO_MANY_CONNECTIONS) => FaultKind::Lost,
            &(SqlState::T_R_SERIALIZATION_FAILURE
            | SqlState::T_R_DEADLOCK_DETECTED
            | SqlState::LOCK_NOT_AVAILABLE) => FaultKind::Busy,
            &(SqlState::DISK_FULL | SqlState::OUT_OF_MEMORY) => FaultKind::Full,
            &(SqlState::INVALID_PASSWORD | SqlState::INVALID_AUTHORIZATION_SPECIFICATION) => {
                FaultKind::Denied
            }
            &(SqlState::INSUFFICIENT_PRIVILEGE | SqlState::READ_ONLY_SQL_TRANSACTION) => {
                FaultKind::Forbidden
            }
            &(SqlState::UNDEFINED_TABLE
            | SqlState::UNDEFINED_COLUMN
            | SqlState::DUPLICATE_TABLE
            | SqlState::DUPLICATE_COLUMN) => FaultKind::Partial,
            &SqlState::INVALID_CATALOG_NAME => FaultKind::Missing,
            code if code.code().starts_with("08") => FaultKind::Lost,
            _ => FaultKind::Other,
        };
        Self::new(kind, db_error.message())
    }
}

/// The kind of a fault that the server does not classify.
fn kind_by_source(why: &postgres::Error) -> FaultKind {
    if is_untrusted(why) {
        FaultKind::Untrusted
    } else if why.is_closed() || why.source().is_some_and(<dyn Error>::is::<std::io::Error>) {
        FaultKind::Lost
    } else {
        FaultKind::Other
    }
}

/// Whether the fault concerns TLS: the server has none, or has the wrong certificate. A connection
/// that broke off meanwhile does not count.
fn is_untrusted(why: &postgres::Error) -> bool {
    let within = |source: &(dyn Error + 'static)| match source.downcast_ref::<std::io::Error>() {
        Some(why) => why.kind() == std::io::ErrorKind::InvalidData,
        None => true,
    };
    // The client offers no better distinction.
    let about_tls = why.to_string().starts_with("error performing TLS");
    about_tls && why.source().is_some_and(within)
}

/// An error with its causes.
fn chain(why: &postgres::Error) -> String {
    let mut text = why.to_string();
    if let Some(source) = why.source() {
        let more = source.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
    }
    text
}

#[cfg(feature = "tls")]
fn client(config: &Config, encryption: &Encryption) -> Result<Client, DatabaseFault> {
    if config.get_ssl_mode() == SslMode::Disable {
        return Ok(config.connect(NoTls)?);
    }
    Ok(config.connect(super::tls::connector(encryption)?)?)
}

#[cfg(not(feature = "tls"))]
fn client(config: &Config, _: &Encryption) -> Result<Client, DatabaseFault> {
    Ok(config.connect(NoTls)?)
}

impl PostgresDatabase {
    /// Connects.
    pub fn connect(way: &Way) -> Result<Self, DatabaseFault> {
        let mut config = way.config.clone();
        config.connect_timeout(CONNECT);
        let socket = |host: &Host| !matches!(host, Host::Tcp(_));
        if config.get_hosts().iter().all(socket) {
            config.ssl_mode(SslMode::Disable);
        } else {
            config.ssl_mode(way.encryption.mode);
        }
        if config.get_application_name().is_none() {
            config.application_name("mustplay");
        }
        let client = client(&config, &way.encryption)?;
        Ok(Self {
            client,
            statements: HashMap::new(),
        })
    }

    fn prepared(&mut self, text: &str) -> Result<Statement, DatabaseFault> {
        if let Some(known) = self.statements.get(text) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare(text)?;
        self.statements.insert(text.to_owned(), statement.clone());
        Ok(statement)
    }
}

/// A value of a statement, in the type that the server expects.
impl ToSql for SqlValue {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match (self, kind) {
            (Self::Null, _) => Ok(IsNull::Yes),
            (&Self::Integer(number), &Type::INT4) => i32::try_from(number)?.to_sql(kind, out),
            (&Self::Integer(number), &Type::FLOAT8) => (number as f64).to_sql(kind, out),
            (Self::Integer(number), _) => number.to_sql(kind, out),
            (Self::Real(number), _) => number.to_sql(kind, out),
            (Self::Text(text), _) => text.to_sql(kind, out),
            (Self::Bytes(bytes), _) => bytes.to_sql(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for SqlValue {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(match *kind {
            Type::INT8 => Self::Integer(i64::from_sql(kind, raw)?),
            Type::INT4 => Self::Integer(i32::from_sql(kind, raw)?.into()),
            Type::FLOAT8 => Self::Real(f64::from_sql(kind, raw)?),
            Type::BYTEA => Self::Bytes(Vec::from_sql(kind, raw)?),
            _ => Self::Text(String::from_sql(kind, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self::Null)
    }

    fn accepts(kind: &Type) -> bool {
        let known = [Type::INT8, Type::INT4, Type::FLOAT8, Type::BYTEA];
        known.contains(kind) || <String as FromSql>::accepts(kind)
    }
}

/// The values in the client's form.
fn all(values: &[SqlValue]) -> Vec<&(dyn ToSql + Sync)> {
    let values = values.iter();
    values.map(|value| value as &(dyn ToSql + Sync)).collect()
}

impl Database for PostgresDatabase {
    fn dialect(&self) -> Dialect {
        Dialect::Postgres
    }

    fn execute(&mut self, statement: &str, values: &[SqlValue]) -> Result<u64, DatabaseFault> {
        let statement = self.prepared(statement)?;
        Ok(self.client.execute(&statement, &all(values))?)
    }

    fn query(&mut self, statement: &str, values: &[SqlValue]) -> Result<Vec<Row>, DatabaseFault> {
        let statement = self.prepared(statement)?;
        let rows = self.client.query(&statement, &all(values))?;
        let row = |row: &postgres::Row| {
            let values = (0..row.len()).map(|column| row.try_get(column));
            Ok(Row(values.collect::<Result<_, postgres::Error>>()?))
        };
        rows.iter().map(row).collect()
    }

    fn script(&mut self, statements: &str) -> Result<(), DatabaseFault> {
        Ok(self.client.batch_execute(statements)?)
    }

    fn begin_reading(&mut self) -> Result<(), DatabaseFault> {
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        Ok(self.client.batch_execute(begin)?)
    }

    fn begin(&mut self) -> Result<(), DatabaseFault> {
        let begin = format!("BEGIN; SELECT pg_advisory_xact_lock({LOCK})");
        Ok(self.client.batch_execute(&begin)?)
    }
}
