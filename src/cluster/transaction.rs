//! Transactions that are retried, on a connection that reconnects.
//!
//! If a server stops during a commit, its outcome is unknown. Every transaction can therefore be
//! done twice: it writes the same again, and counts only together with the end of a lease, which
//! exists only once.

use super::database::{Access, Database, DatabaseFault, FaultKind, Row, SqlValue};
use super::{Address, StoreFault, schema};
use std::time::{Duration, Instant};

/// How long to wait before the first retry, and at most.
const WAITS: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(5)];

/// How long a store may be unreachable, by default.
const PATIENCE: Duration = Duration::from_mins(10);

/// A connection to a store.
pub struct Store {
    address: Address,
    access: Access,
    database: Option<Box<dyn Database>>,
    /// How long a store may be unreachable before that is an error.
    patience: Duration,
    /// Called before each retry; returns whether to give up.
    watch: Box<dyn FnMut(&StoreFault) -> bool + Send>,
    /// The clock of a simulated database.
    clock: Option<StoreClock>,
}

/// Returns seconds.
type StoreClock = Box<dyn Fn() -> f64 + Send>;

/// A transaction.
pub struct Transaction<'a> {
    database: &'a mut dyn Database,
    /// The time, if it is not the database's.
    now: Option<f64>,
}

impl Transaction<'_> {
    /// A statement in the dialect of the database.
    fn statement(&self, text: &str) -> String {
        let dialect = self.database.dialect();
        match self.now {
            Some(now) => dialect.statement(&text.replace("{now}", &format!("{now:.6}"))),
            None => dialect.statement(text),
        }
    }

    /// Runs a statement and returns the number of changed rows.
    pub fn execute(&mut self, statement: &str, values: &[SqlValue]) -> Result<u64, DatabaseFault> {
        let statement = self.statement(statement);
        self.database.execute(&statement, values)
    }

    /// Runs a query and returns its rows.
    pub fn query(
        &mut self,
        statement: &str,
        values: &[SqlValue],
    ) -> Result<Vec<Row>, DatabaseFault> {
        let statement = self.statement(statement);
        self.database.query(&statement, values)
    }

    /// The first row, if there is one.
    pub fn first(
        &mut self,
        statement: &str,
        values: &[SqlValue],
    ) -> Result<Option<Row>, DatabaseFault> {
        Ok(self.query(statement, values)?.into_iter().next())
    }

    /// Runs a query that returns one whole number.
    pub fn number(&mut self, statement: &str, values: &[SqlValue]) -> Result<i64, DatabaseFault> {
        let row = self.first(statement, values)?;
        let nothing = || DatabaseFault::new(FaultKind::Other, "no answer to a question");
        row.ok_or_else(nothing)?.integer(0)
    }
}

impl Store {
    /// Opens a store, or creates it if `create`. A fault is returned at once.
    pub fn open(address: &Address, create: bool) -> Result<Self, StoreFault> {
        let access = if create {
            Access::Create
        } else {
            Access::Write
        };
        Self::open_for(address, access)
    }

    /// Opens a store for reading; it may be read-only. An older store is upgraded first.
    pub fn open_to_read(address: &Address) -> Result<Self, StoreFault> {
        match Self::open_for(address, Access::Read) {
            Err(StoreFault::Older) => Self::open(address, false),
            done => done,
        }
    }

    fn open_for(address: &Address, access: Access) -> Result<Self, StoreFault> {
        let mut store = Self {
            address: address.clone(),
            access,
            database: Some(address.connect(access)?),
            patience: PATIENCE,
            watch: Box::new(|_| false),
            clock: None,
        };
        let opening = |why: StoreFault| match why {
            StoreFault::Database(why) => StoreFault::opening(address, why),
            other => other,
        };
        store.prepare().map_err(opening)?;
        Ok(store)
    }

    fn prepare(&mut self) -> Result<(), StoreFault> {
        let Some(database) = self.database.as_mut() else {
            return Ok(());
        };
        if schema::is_current(database.as_mut())? {
            return Ok(());
        }
        if self.access == Access::Read {
            return schema::check(database.as_mut());
        }
        database.begin()?;
        match schema::prepare(database.as_mut(), self.access == Access::Create) {
            Ok(()) => Ok(database.script("COMMIT")?),
            Err(why) => {
                database.script("ROLLBACK")?;
                Err(why)
            }
        }
    }

    /// The same for a store that may be unreachable for a time. The callback is called before each
    /// retry and returns whether to give up.
    #[must_use]
    pub fn patient(
        mut self,
        patience: Duration,
        watch: impl FnMut(&StoreFault) -> bool + Send + 'static,
    ) -> Self {
        self.patience = patience;
        self.watch = Box::new(watch);
        self
    }

    /// The same with the clock of a simulation instead of the database's.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> f64 + Send + 'static) -> Self {
        self.clock = Some(Box::new(clock));
        self
    }

    /// Its address.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Runs a writing transaction. It is retried while the store is unreachable or busy, so it must
    /// be safe to do twice.
    pub fn write<T>(
        &mut self,
        work: impl FnMut(&mut Transaction<'_>) -> Result<T, StoreFault>,
    ) -> Result<T, StoreFault> {
        self.again(true, work)
    }

    /// Runs a reading transaction.
    pub fn read<T>(
        &mut self,
        work: impl FnMut(&mut Transaction<'_>) -> Result<T, StoreFault>,
    ) -> Result<T, StoreFault> {
        self.again(false, work)
    }

    fn again<T>(
        &mut self,
        writes: bool,
        mut work: impl FnMut(&mut Transaction<'_>) -> Result<T, StoreFault>,
    ) -> Result<T, StoreFault> {
        let (start, mut wait) = (Instant::now(), WAITS[0]);
        loop {
            let why = match self.once(writes, &mut work) {
                Err(why) if why.passes() => why,
                done => return done,
            };
            if why.is_lost() {
                self.database = None;
            }
            if start.elapsed() + wait > self.patience || (self.watch)(&why) {
                return Err(why);
            }
            std::thread::sleep(wait);
            wait = (2 * wait).min(WAITS[1]);
        }
    }

    fn once<T>(
        &mut self,
        writes: bool,
        work: &mut impl FnMut(&mut Transaction<'_>) -> Result<T, StoreFault>,
    ) -> Result<T, StoreFault> {
        let database = match &mut self.database {
            Some(database) => database,
            none => none.insert(reconnected(&self.address, self.access)?),
        };
        if writes {
            database.begin()?;
        } else {
            database.begin_reading()?;
        }
        let done = work(&mut Transaction {
            database: database.as_mut(),
            now: self.clock.as_ref().map(|now| now()),
        });
        match done {
            Ok(done) => {
                database.script("COMMIT")?;
                Ok(done)
            }
            Err(why) => {
                // If that fails too, the connection is unusable.
                if database.script("ROLLBACK").is_err() {
                    self.database = None;
                }
                Err(why)
            }
        }
    }
}

/// A new connection to a store that existed before. Every fault may pass, because a starting server
/// refuses in many ways.
fn reconnected(address: &Address, access: Access) -> Result<Box<dyn Database>, StoreFault> {
    let access = match access {
        Access::Create => Access::Write,
        other => other,
    };
    address.connect(access).map_err(|why| match why {
        StoreFault::Closed { why, .. } => DatabaseFault::new(FaultKind::Lost, why).into(),
        other => other,
    })
}
