//! The faults of a store, with messages that say what to do.

use super::Address;
use super::database::{DatabaseFault, FaultKind};
use super::schema::VERSION;

/// What to do about wrong contents.
const REPAIR: &str = "`mustplay store repair` reopens what rests on wrong rows";

/// A fault of a store.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreFault {
    /// The address is invalid.
    #[error("the address of the store: {0}")]
    Address(String),
    /// The program was built without this kind of store.
    #[error("this program was built without {0}: build it with --features {1}")]
    NotBuilt(&'static str, &'static str),
    /// The store cannot be reached.
    #[error("cannot open the store {address}: {why}. {advice}")]
    Closed {
        /// Its address, without secrets.
        address: String,
        /// The message of the database.
        why: String,
        /// What to do.
        advice: &'static str,
    },
    /// The store is empty.
    #[error(
        "there is no store yet: `solve --store` creates one, `store import` fills one from a \
         backup"
    )]
    Empty,
    /// Something is missing.
    #[error(
        "this database has a part of a store, but {0} is missing or broken: restore it from a \
         backup, or name another database"
    )]
    Half(String),
    /// An older program created it.
    #[error("this store has to be upgraded first")]
    Older,
    /// A newer program created it.
    #[error(
        "this store has version {0}, but this program supports versions up to {VERSION}: use a \
         newer program"
    )]
    Newer(usize),
    /// A worker differs in version or options.
    #[error("{0}")]
    Differs(String),
    /// A fact is wrong.
    #[error(
        "fact {claim} of worker {worker} does not hold: {why}. `mustplay store repair` deletes the \
         wrong facts and reopens what may rest on them"
    )]
    Lie {
        /// Its number.
        claim: i64,
        /// The worker that wrote it; 0 if it was imported.
        worker: i64,
        /// What is wrong.
        why: String,
    },
    /// Some contents are invalid.
    #[error("the store contains an error: {0}")]
    Broken(String),
    /// The rows of a node do not fit together.
    #[error("node {node} (worker {worker}): {why}")]
    Inconsistent {
        /// The node.
        node: i64,
        /// The last worker that wrote it; 0 if that is not known.
        worker: i64,
        /// What does not fit.
        why: String,
    },
    /// Nothing can be leased, and no worker is busy.
    #[error("nothing can be leased, and {open} are open, because {why}. {REPAIR}")]
    Stuck {
        /// How many positions or games are open.
        open: usize,
        /// Why nothing can be leased.
        why: &'static str,
    },
    /// Two results contradict each other.
    #[error("the store holds two results that contradict each other, {0}. {REPAIR}")]
    Contradiction(String),
    /// `store repair` has ended the worker.
    #[error("`mustplay store repair` has ended this worker: start it again")]
    Ended,
    /// The database reports a fault.
    #[error("the store: {why}{hint}", why = .0, hint = hint(.0.kind))]
    Database(DatabaseFault),
}

impl From<DatabaseFault> for StoreFault {
    fn from(why: DatabaseFault) -> Self {
        Self::Database(why)
    }
}

/// What to do about a fault of an open store.
fn hint(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Forbidden => {
            ". Workers write to all tables of the store: grant the user those rights"
        }
        FaultKind::Partial => {
            ". A part of the store is missing or changed: restore it from a backup, or name another"
        }
        FaultKind::Foreign => ". The file is damaged: restore it from a backup, or name another",
        _ => "",
    }
}

impl StoreFault {
    /// A fault of opening a store.
    pub(super) fn opening(address: &Address, why: DatabaseFault) -> Self {
        let advice = match why.kind {
            FaultKind::Lost if address.is_server() => {
                "Check that the server is running and listens there: see `pg_isready`"
            }
            FaultKind::Lost | FaultKind::Busy => "Another process has locked it: try again later",
            FaultKind::Full => "Free disk space, or check that the disk works",
            FaultKind::Denied if address.is_server() => {
                "Check user, password (in the URL, PGPASSWORD or the password file) and pg_hba.conf"
            }
            FaultKind::Forbidden if address.is_server() => {
                "Grant the user the rights to its tables, and to create them in an empty database \
                 (GRANT), or name another user"
            }
            FaultKind::Denied | FaultKind::Forbidden => {
                "Check the rights of the file and its folder"
            }
            FaultKind::Untrusted => {
                "Check sslmode, sslrootcert and the certificate of the server: see \
                 `mustplay manual store`"
            }
            FaultKind::Missing if address.is_server() => {
                "Create the database first: `createdb NAME`"
            }
            FaultKind::Missing => {
                "Check the name and the rights: the folder must exist and be writable"
            }
            FaultKind::Foreign => {
                "Name another file: this is not a store, or a damaged one to restore from a \
                 backup"
            }
            FaultKind::Partial => {
                "A part of the store is missing or changed: restore it from a backup, or name \
                 another database"
            }
            FaultKind::Other => "Check the address, user and password",
        };
        Self::Closed {
            address: address.to_string(),
            why: why.why,
            advice,
        }
    }

    /// Whether a retry may succeed.
    pub fn passes(&self) -> bool {
        matches!(self, Self::Database(why) if why.kind.passes())
    }

    /// Whether to connect again.
    pub(super) fn is_lost(&self) -> bool {
        matches!(self, Self::Database(why) if why.kind == FaultKind::Lost)
    }
}
