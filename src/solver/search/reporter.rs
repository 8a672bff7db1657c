//! Reports the progress of a proof while it runs.

use super::node::ProofNode;
use crate::base::instant::Instant;
use crate::hex::{Cell, Colour, Position};
use crate::think::{Found, Limits, Observer, Progress};
use std::sync::Mutex;
use std::time::Duration;

/// How often progress is reported.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// Reports progress to an observer.
pub struct Reporter<'a> {
    limits: Limits,
    observer: &'a dyn Observer,
    colour: Colour,
    start: Instant,
    /// The moves at the root when they were first seen and at the last report.
    last: Mutex<(Option<usize>, Instant)>,
}

impl<'a> Reporter<'a> {
    pub fn new<const W: usize>(
        position: &Position<W>,
        limits: Limits,
        observer: &'a dyn Observer,
    ) -> Self {
        let start = Instant::now();
        Self {
            limits,
            observer,
            colour: position.to_move(),
            start,
            last: Mutex::new((None, start)),
        }
    }

    /// Reports progress when it is time for that; whether to stop.
    pub fn report<const W: usize>(
        &self,
        root: &ProofNode<W>,
        nodes: u64,
        shares: &dyn Fn(&ProofNode<W>) -> Vec<(Cell, f64)>,
    ) -> bool {
        if let Ok(mut last) = self.last.lock()
            && last.1.elapsed() >= REPORT_INTERVAL
            && root.wins().is_none()
        {
            last.1 = Instant::now();
            let shares = shares(root);
            let all = *last.0.get_or_insert(shares.len());
            self.observer.progress(&Progress {
                depth: 0,
                nodes,
                time: self.start.elapsed(),
                colour: self.colour,
                score: None,
                pv: root.moves().into_iter().take(1).collect(),
                found: Found::Proof {
                    done: done(&shares, all),
                    open: shares,
                },
            });
        }
        self.limits.is_over(self.observer)
    }
}

/// The share of the work that is done, of so many moves, when below those that are left so much is
/// done.
fn done(left: &[(Cell, f64)], all: usize) -> f64 {
    let gone = all.saturating_sub(left.len()) as f64;
    let below: f64 = left.iter().map(|&(_, share)| share).sum();
    (gone + below) / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::BoardSize;
    use crate::solver::{ProveOptions, Solver};
    use crate::think::WorkKind;

    /// Keeps the reports.
    #[derive(Default)]
    struct ReportList(Mutex<Vec<(f64, usize)>>);

    impl Observer for ReportList {
        fn should_stop(&self, _: WorkKind) -> bool {
            false
        }

        fn progress(&self, progress: &Progress) {
            let Found::Proof { done, open } = &progress.found else {
                panic!("a solver proves: {progress:?}");
            };
            assert!(open.iter().all(|(_, share)| (0.0..=1.0).contains(share)));
            self.0.lock().unwrap().push((*done, open.len()));
        }
    }

    #[test]
    fn what_is_done_is_a_share_of_the_moves_and_of_what_is_below_them() {
        let left = [(Cell::new(3), 0.5), (Cell::new(7), 0.0)];
        assert!((done(&left, 4) - 0.625).abs() < 1e-9);
        assert!((done(&[], 4) - 1.0).abs() < 1e-9);
        assert!(done(&[], 0) < 1e-9);
    }

    #[test]
    fn a_long_proof_reports_progress() {
        let size: BoardSize = "8".parse().unwrap();
        let mut position = Position::<2>::new(size);
        position.play(size.read("a1").unwrap());
        let options = ProveOptions::DEFAULT;
        let solver = Solver::new(size, options);
        let limits = Limits::from_now(Duration::from_secs(2));
        let list = ReportList::default();
        let result = solver.solve(&position, limits, &list);
        let reports = list.0.into_inner().unwrap();
        assert!(result.winner.is_some() || !reports.is_empty());
        for (done, open) in reports {
            assert!((0.0..=1.0).contains(&done) && open > 0, "{done}");
        }
    }
}
