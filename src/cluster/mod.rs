//! A store of jobs and facts that processes and machines share: a file (SQLite), or a database on a
//! server (PostgreSQL).
//!
//! The database queues, stores and recovers. This module defines what it contains:
//!
//! - [`Store`]: a connection that reconnects by itself, and transactions that are retried;
//! - [`Project`]: a piece of work, with its versions and options;
//! - [`proof`]: proofs as jobs: the upper part of a proof tree, and the selection of its leaves;
//! - [`lease`]: which worker is busy with which job; [`jobs`]: games, by number;
//! - [`facts`]: claims that all workers share;
//! - [`repair`]: deletes wrong facts and reopens what may rest on them;
//! - [`schema`]: the tables and views.
//!
//! Each statement is written once for both databases, see [`database`].
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod address;
pub mod check;
pub mod database;
#[cfg(feature = "postgres")]
mod encryption;
pub mod facts;
mod fault;
mod game_worker;
pub mod jobs;
pub mod lease;
#[cfg(feature = "postgres")]
mod pgpass;
#[cfg(feature = "postgres")]
mod postgres;
mod project;
pub mod proof;
pub mod query;
pub mod repair;
pub mod schema;
#[cfg(feature = "sqlite")]
mod sqlite;
mod threads;
#[cfg(feature = "tls")]
mod tls;
mod transaction;
#[cfg(feature = "postgres")]
mod user_file;
mod worker;

pub use address::Address;
pub use fault::StoreFault;
pub use game_worker::{GameWorker, StoredGame};
pub use project::{Project, ProjectKind, admit};
pub use transaction::{Store, Transaction};
pub use worker::StoreWorker;

/// The name of this version of the program in the store.
pub const PROGRAM: &str = env!("MUSTPLAY_VERSION");
