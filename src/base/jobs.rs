//! Independent pieces of work, several at a time, by rayon.
//!
//! Where results are wanted in the order of the pieces, `par_iter().map(..).collect()` gives them.
//! Where each is kept as soon as it is there, [`each`] starts the pieces in their order, so that a
//! run that is ended has done the first of them.

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

/// Does work in which rayon uses so many threads.
pub fn with<T: Send>(jobs: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = ThreadPoolBuilder::new().num_threads(jobs.max(1)).build();
    pool.expect("the system starts threads").install(work)
}

/// Does all pieces, so many at a time, the first ones first, until one fails: then no other is
/// begun, and its error is returned.
pub fn each<T: Sync, E: Send>(
    pieces: &[T],
    jobs: usize,
    work: impl Fn(usize, &T) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let all = pieces.iter().enumerate().par_bridge();
    with(jobs, || {
        all.try_for_each(|(number, piece)| work(number, piece))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn every_piece_is_done_once_and_one_thread_keeps_the_order() {
        let pieces: Vec<usize> = (0..100).collect();
        for jobs in [1, 3] {
            let done = Mutex::new(Vec::new());
            let result: Result<(), ()> = each(&pieces, jobs, |number, &piece| {
                assert_eq!(number, piece);
                done.lock().unwrap().push(piece);
                Ok(())
            });
            let mut done = done.into_inner().unwrap();
            assert!(jobs > 1 || done.is_sorted());
            done.sort_unstable();
            assert_eq!((result, done), (Ok(()), pieces.clone()));
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let begun = AtomicUsize::new(0);
        let result = each(&[0; 100], 1, |number, _| {
            begun.fetch_add(1, Ordering::Relaxed);
            if number < 2 { Ok(()) } else { Err("enough") }
        });
        assert_eq!((result, begun.into_inner()), (Err("enough"), 3));
        assert_eq!(with(3, rayon::current_num_threads), 3);
    }
}
