//! A solver in a thread beside a search (Pawlewicz et al. 2014, §VII.B): if it proves that the side
//! to move wins, the search ends and its move is played; the search goes on whatever else it finds.

use crate::board::Position;
use crate::prove::{ProofLimits, ProofResult, Solver};
use crate::think::{Observer, Progress, Work};
use std::sync::atomic::{AtomicBool, Ordering};

/// Somebody who wants an end also when something has happened.
struct Until<'a> {
    observer: &'a dyn Observer,
    happened: &'a AtomicBool,
}

impl Observer for Until<'_> {
    fn should_stop(&self, work: Work) -> bool {
        self.happened.load(Ordering::Relaxed) || self.observer.should_stop(work)
    }

    fn progress(&self, progress: &Progress) {
        self.observer.progress(progress);
    }
}

/// Somebody who says nothing of progress, and lets the other end.
struct Silent<'a>(&'a AtomicBool);

impl Observer for Silent<'_> {
    fn should_stop(&self, _: Work) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Does some work with a solver beside it, which ends when the work does.
pub(super) fn beside<T, const W: usize>(
    solver: &mut Solver<W>,
    position: &Position<W>,
    observer: &dyn Observer,
    work: impl FnOnce(&dyn Observer) -> T,
) -> (T, Option<ProofResult<W>>) {
    let (won, over) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let solving = scope.spawn(|| {
            let verdict = solver.solve(position, ProofLimits::default(), &Silent(&over));
            let wins = verdict.winner == Some(position.to_move());
            won.store(wins, Ordering::Relaxed);
            verdict
        });
        let done = work(&Until {
            observer,
            happened: &won,
        });
        over.store(true, Ordering::Relaxed);
        (done, solving.join().ok())
    })
}
