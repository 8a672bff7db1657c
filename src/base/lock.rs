//! Locks that outlive a panic.

use std::sync::{LockResult, PoisonError};

/// What a lock guards, although a thread may have panicked while it held the lock: a session
/// reports that panic and goes on, and nothing that is locked here is left half changed.
///
/// ```
/// # use mustplay::base::lock::unpoisoned;
/// let count = std::sync::Mutex::new(0);
/// *unpoisoned(count.lock()) += 1;
/// assert_eq!(unpoisoned(count.into_inner()), 1);
/// ```
pub fn unpoisoned<T>(guarded: LockResult<T>) -> T {
    guarded.unwrap_or_else(PoisonError::into_inner)
}
