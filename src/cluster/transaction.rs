//! Transactions that are tried again, on a connection that is made again.
//!
//! If a server stops in the middle of a commit, nobody knows whether it was done. So every
//! transaction here can be done twice: what it writes is the same, and what it counts is counted
//! with the end of a lease, which there is only once.

use super::engine::{Engine, EngineFault, FaultKind, Row, Value};
use super::{Address, StoreFault, schema};
use std::time::{Duration, Instant};

/// How long to wait before the first new attempt, and at most.
const WAITS: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(5)];

/// How long a store may be away, by default.
const PATIENCE: Duration = Duration::from_mins(10);

/// A connection to a store.
pub struct Store {
    address: Address,
    engine: Option<Box<dyn Engine>>,
    /// How long a store may be away before that is an error.
    patience: Duration,
    /// Told of each new attempt; whether to give up.
    watch: Box<dyn FnMut(&StoreFault) -> bool + Send>,
    /// The clock of the database, of a simulated one.
    clock: Option<StoreClock>,
}

/// Tells seconds.
type StoreClock = Box<dyn Fn() -> f64 + Send>;

/// A transaction.
pub struct Transaction<'a> {
    engine: &'a mut dyn Engine,
    /// The time, where it is not that of the database.
    now: Option<f64>,
}

impl Transaction<'_> {
    /// A statement as the database understands it.
    fn statement(&self, text: &str) -> String {
        let dialect = self.engine.dialect();
        match self.now {
            Some(now) => dialect.statement(&text.replace("{now}", &format!("{now:.6}"))),
            None => dialect.statement(text),
        }
    }

    /// Carries out a statement; how many rows it changed.
    pub fn execute(&mut self, statement: &str, values: &[Value]) -> Result<u64, EngineFault> {
        let statement = self.statement(statement);
        self.engine.execute(&statement, values)
    }

    /// The rows that a statement answers.
    pub fn query(&mut self, statement: &str, values: &[Value]) -> Result<Vec<Row>, EngineFault> {
        let statement = self.statement(statement);
        self.engine.query(&statement, values)
    }

    /// The first row, if there is one.
    pub fn first(&mut self, statement: &str, values: &[Value]) -> Result<Option<Row>, EngineFault> {
        Ok(self.query(statement, values)?.into_iter().next())
    }

    /// A whole number that a statement answers with.
    pub fn number(&mut self, statement: &str, values: &[Value]) -> Result<i64, EngineFault> {
        let row = self.first(statement, values)?;
        let nothing = || EngineFault::new(FaultKind::Other, "no answer to a question");
        row.ok_or_else(nothing)?.integer(0)
    }
}

impl Store {
    /// Opens a store; where there is none, one is begun if `create`. A fault is told at once.
    pub fn open(address: &Address, create: bool) -> Result<Self, StoreFault> {
        let mut store = Self {
            address: address.clone(),
            engine: Some(address.connect(create)?),
            patience: PATIENCE,
            watch: Box::new(|_| false),
            clock: None,
        };
        let opening = |why: StoreFault| match why {
            StoreFault::Engine(why) => StoreFault::opening(address, why),
            other => other,
        };
        store.prepare(create).map_err(opening)?;
        Ok(store)
    }

    fn prepare(&mut self, create: bool) -> Result<(), StoreFault> {
        let Some(engine) = self.engine.as_mut() else {
            return Ok(());
        };
        if schema::is_current(engine.as_mut())? {
            return Ok(());
        }
        engine.begin()?;
        match schema::prepare(engine.as_mut(), create) {
            Ok(()) => Ok(engine.script("COMMIT")?),
            Err(why) => {
                engine.script("ROLLBACK")?;
                Err(why)
            }
        }
    }

    /// The same for a store that may be away for so long, and that tells of each new attempt: what
    /// is called answers whether to give up.
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

    /// The same with another clock than that of the database: that of a simulation.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> f64 + Send + 'static) -> Self {
        self.clock = Some(Box::new(clock));
        self
    }

    /// Where it is.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Does work that writes, as one transaction. It is tried again while the store is away or
    /// busy, so it must be work that may be done twice.
    pub fn write<T>(
        &mut self,
        work: impl FnMut(&mut Transaction<'_>) -> Result<T, StoreFault>,
    ) -> Result<T, StoreFault> {
        self.again(true, work)
    }

    /// Does work that reads.
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
                self.engine = None;
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
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => none.insert(reconnected(&self.address)?),
        };
        if writes {
            engine.begin()?;
        }
        let done = work(&mut Transaction {
            engine: engine.as_mut(),
            now: self.clock.as_ref().map(|now| now()),
        });
        if !writes {
            return done;
        }
        match done {
            Ok(done) => {
                engine.script("COMMIT")?;
                Ok(done)
            }
            Err(why) => {
                // If that fails, too, the connection is of no use.
                if engine.script("ROLLBACK").is_err() {
                    self.engine = None;
                }
                Err(why)
            }
        }
    }
}

/// A new connection to a store that was there before. Whatever is in the way may pass: a server
/// that starts refuses in many ways.
fn reconnected(address: &Address) -> Result<Box<dyn Engine>, StoreFault> {
    address.connect(false).map_err(|why| match why {
        StoreFault::Closed { why, .. } => EngineFault::new(FaultKind::Lost, why).into(),
        other => other,
    })
}
