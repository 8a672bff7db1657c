//! A store of jobs and facts that processes and machines share: a file (SQLite), or a database on a
//! server (PostgreSQL).
//!
//! What is queued, leased, kept and recovered is the database's work. Here is what is written to
//! it:
//!
//! - [`Store`]: a connection that comes back by itself, and transactions that are tried again;
//! - [`Project`]: what there is to do, with the versions and options that it is done with;
//! - [`proof`]: proofs as jobs: the upper part of a proof tree, and which leaf comes next;
//! - [`lease`]: who is busy with what; [`jobs`]: games, by their numbers;
//! - [`facts`]: claims that all workers share;
//! - [`schema`]: the tables and views.
//!
//! The statements are written once, see [`database`].
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
pub mod schema;
#[cfg(feature = "sqlite")]
mod sqlite;
mod threads;
#[cfg(feature = "tls")]
mod tls;
mod transaction;
mod worker;

pub use address::Address;
pub use fault::StoreFault;
pub use game_worker::{GameWorker, StoredGame};
pub use project::{Project, ProjectKind, admit};
pub use transaction::{Store, Transaction};
pub use worker::StoreWorker;

/// This program, as the store names it.
pub const PROGRAM: &str = env!("MUSTPLAY_VERSION");
