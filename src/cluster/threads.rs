//! The threads of a worker: those that work, and one that renews their leases.

use super::StoreFault;
use crate::base::lock::unpoisoned;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs `work` on several threads, each with its number and the first error of any of them.
/// Meanwhile `keep` runs until it learns that the work has ended, and is unparked then. Returns the
/// first error.
pub(super) fn run<E: Send + From<StoreFault>>(
    threads: usize,
    keep: impl FnOnce(&AtomicBool) + Send,
    work: impl Fn(i64, &Mutex<Option<E>>) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let failed: Mutex<Option<E>> = Mutex::new(None);
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let keeper = scope.spawn(|| keep(&ended));
        let threads: Vec<_> = (0_i64..)
            .take(threads.max(1))
            .map(|slot| {
                let (failed, work) = (&failed, &work);
                scope.spawn(move || {
                    if let Err(why) = work(slot, failed) {
                        unpoisoned(failed.lock()).get_or_insert(why);
                    }
                })
            })
            .collect();
        for thread in threads {
            if thread.join().is_err() {
                let why = StoreFault::Broken("a thread of this worker has failed".to_owned());
                unpoisoned(failed.lock()).get_or_insert(why.into());
            }
        }
        ended.store(true, Ordering::Relaxed);
        keeper.thread().unpark();
    });
    let failed = unpoisoned(failed.lock()).take();
    failed.map_or(Ok(()), Err)
}
