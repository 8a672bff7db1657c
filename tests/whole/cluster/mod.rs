//! Stores of jobs and facts, with both kinds of databases and with signals.

#[cfg(all(unix, feature = "postgres", feature = "sqlite"))]
mod consistency;
#[cfg(all(unix, feature = "postgres", feature = "sqlite"))]
mod fault;
#[cfg(all(unix, feature = "postgres", feature = "sqlite"))]
mod jobs;
#[cfg(all(unix, feature = "postgres", feature = "sqlite"))]
mod proof;
#[cfg(all(unix, feature = "postgres", feature = "sqlite"))]
mod sqlite;
#[cfg(all(unix, feature = "sqlite", feature = "tls"))]
mod tls;
#[cfg(all(unix, feature = "postgres", feature = "sqlite"))]
mod worker;
