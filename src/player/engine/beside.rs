//! A solver in a thread beside a search (Pawlewicz et al. 2014, §VII.B): if it proves that the side
//! to move wins, the search ends and its move is played; the search goes on whatever else it finds.

use crate::hex::{Board, BoardSize};
use crate::solver::{AnySolver, ProofResult};
use crate::think::{Limits, Observer, Progress, WorkKind};
use std::sync::atomic::{AtomicBool, Ordering};

/// The observer of the search, which also ends once a flag is set.
struct StopOnFlag<'a> {
    observer: &'a dyn Observer,
    flag: &'a AtomicBool,
}

impl Observer for StopOnFlag<'_> {
    fn should_stop(&self, work: WorkKind) -> bool {
        self.flag.load(Ordering::Relaxed) || self.observer.should_stop(work)
    }

    fn progress(&self, progress: &Progress) {
        self.observer.progress(progress);
    }
}

/// The observer of the solver, which ends once a flag is set and reports nothing.
struct SilentUntilFlag<'a>(&'a AtomicBool);

impl Observer for SilentUntilFlag<'_> {
    fn should_stop(&self, _: WorkKind) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Searches with a solver beside, which ends when the search does. The verdict of the solver may be
/// open.
pub(super) fn search_beside<T>(
    solver: &mut dyn AnySolver,
    board: &Board,
    observer: &dyn Observer,
    search: impl FnOnce(&dyn Observer) -> T,
) -> (T, Option<ProofResult<{ BoardSize::MOST_WORDS }>>) {
    let (won, over) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let solving = scope.spawn(|| {
            let limits = Limits::default();
            let verdict = solver.solve(board, limits, &SilentUntilFlag(&over));
            let wins = verdict.winner == Some(board.to_move());
            won.store(wins, Ordering::Relaxed);
            verdict
        });
        let outcome = search(&StopOnFlag {
            observer,
            flag: &won,
        });
        over.store(true, Ordering::Relaxed);
        (outcome, solving.join().ok())
    })
}
