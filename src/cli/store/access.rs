//! How commands open a store.

use crate::cli::interrupt::Interrupt;
use crate::cli::values;
use crate::cluster::{Address, Store, StoreFault};
use anyhow::Result;
use std::io::{self, Write};
use std::time::Duration;

/// What to do about jobs that were set aside.
pub const SET_ASIDE: &str = "`mustplay store status --view set_aside` lists them, `mustplay store \
    retry` retries those whose workers died, `mustplay store repair` reopens those whose rows \
    contradict each other";

/// Where a store is.
#[derive(clap::Args, Clone, Debug)]
pub struct StoreArguments {
    /// Store: a file name, or the address of a PostgreSQL database
    #[arg(long, value_name = "FILE|URL")]
    pub store: String,
}

/// The settings of a worker.
#[derive(clap::Args, Clone, Debug)]
pub struct WorkerArguments {
    /// Seconds of silence after which other workers take over a worker's jobs
    #[arg(long, default_value = "60", value_name = "SECONDS", value_parser = lease)]
    pub lease: f64,

    /// Seconds a worker keeps retrying when the store is unreachable or full
    #[arg(long, default_value = "600", value_name = "SECONDS", value_parser = values::seconds)]
    pub store_patience: Duration,
}

impl Default for WorkerArguments {
    fn default() -> Self {
        Self {
            lease: 60.0,
            store_patience: Duration::from_mins(10),
        }
    }
}

fn lease(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    number
        .filter(|seconds| (0.2..=3000.0).contains(seconds))
        .ok_or_else(|| "seconds from 0.2 to 3000".to_owned())
}

impl StoreArguments {
    /// Opens it for a query; it may be read-only.
    pub fn read(&self) -> Result<Store> {
        Ok(Store::open_to_read(&Address::read(&self.store)?)?)
    }

    /// Opens it for a change.
    pub fn open(&self, create: bool) -> Result<Store> {
        Ok(Store::open(&Address::read(&self.store)?, create)?)
    }
}

impl WorkerArguments {
    /// Opens a store for work; while it is unreachable, reports that and waits.
    pub fn open(&self, store: &str, create: bool) -> Result<Store> {
        open_patiently(store, create, self.store_patience)
    }
}

/// Opens a store that is retried for a time while it is unreachable, busy or full, until Ctrl-C; that
/// is reported once.
pub fn open_patiently(store: &str, create: bool, patience: Duration) -> Result<Store> {
    let interrupt = Interrupt::listen();
    let store = Store::open(&Address::read(store)?, create)?;
    let mut reported = false;
    let watch = move |why: &StoreFault| {
        if !reported {
            report(&format!("{why}; retrying"));
            reported = true;
        }
        interrupt.is_pressed()
    };
    Ok(store.patient(patience, watch))
}

/// Reports what a command does besides its answer.
pub fn report(text: &str) {
    // A closed stderr must not stop the program.
    let _ = writeln!(io::stderr(), "mustplay: {text}");
}

/// The name of this process: the machine and the process id.
pub fn worker_name() -> String {
    #[cfg(unix)]
    let machine = rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned();
    #[cfg(not(unix))]
    let machine = std::env::var("COMPUTERNAME").unwrap_or_else(|_| "machine".to_owned());
    format!("{machine}:{}", std::process::id())
}
