//! Certificates: what a solver has found out, as claims that follow from each other, written by one
//! thread or several.
//!
//! - `ClaimWriter`: writes the claim of one position, as the solver has proved it;
//! - `Derivation`: the steps by which the winner's connections come about;
//! - `CapturedFill`: pairs of cells that the winner captures;
//! - `Draft`: the steps so far, each of which was checked as it was added.

mod capture;
mod derive;
mod draft;
mod writer;

use crate::base::lock::unpoisoned;
use crate::certificate::{Certificate, CertificateRules, JointCertificate};
use crate::hex::{CellSet, Colour, Geometry, Position};
use crate::solver::Solver;
use crate::think::{Limits, Observer};
use draft::Draft;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};
use writer::ClaimWriter;

/// The bytes of a thread's stack: as many as a main thread usually has, since claims are written
/// deep inside each other.
const STACK: usize = 8 << 20;

/// Why there is no certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotCertified {
    /// The limits do not allow it.
    #[error("a position that the proof needs is undecided within the limits")]
    Undecided,
    /// Results that contradict each other, or a rule that should hold and does not.
    #[error("the proof does not fit together: {0}")]
    Broken(&'static str),
}

impl<const W: usize> Solver<W> {
    /// A certificate of the winner of a position. The solver searches whatever it does not know
    /// yet, each time within the limits. Where it knows more than a certificate can state, the
    /// game is played on.
    pub fn certify(
        &self,
        position: &Position<W>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Result<Certificate, NotCertified> {
        let drafts = CertificateDrafts::new(self, observer);
        let roots = drafts.write(std::slice::from_ref(position), &|| limits)?;
        let (winner, root) = roots[0];
        let (steps, _) = drafts.of[winner.index()].draft.steps_to(&[root]);
        Ok(Certificate::write(position, winner, &steps))
    }

    /// The same of several positions of the solver's board, each within the limits that it has when
    /// its turn comes. They share their claims.
    pub fn certify_all(
        &self,
        positions: &[Position<W>],
        limits: impl Fn() -> Limits + Sync,
        observer: &dyn Observer,
    ) -> Result<JointCertificate, NotCertified> {
        let drafts = CertificateDrafts::new(self, observer);
        let roots = drafts.write(positions, &limits)?;
        let [black, white] = Colour::ALL.map(|colour| {
            let roots = roots.iter().filter(|(winner, _)| *winner == colour);
            let roots: Vec<usize> = roots.map(|&(_, root)| root).collect();
            drafts.of[colour.index()].draft.steps_to(&roots)
        });
        let mut places = [black.1.into_iter(), white.1.into_iter()];
        let place = |&(winner, _): &(Colour, usize)| {
            (winner, places[winner.index()].next().unwrap_or_default())
        };
        let proved: Vec<(Colour, usize)> = roots.iter().map(place).collect();
        Ok(JointCertificate::write(
            self.size(),
            positions,
            &proved,
            [&black.0, &white.0],
        ))
    }
}

/// What the threads that write a certificate share. Each turns to what no other is busy with, as
/// long as there is such; then it takes part in what another has begun.
pub struct CertificateDrafts<'a, const W: usize> {
    pub solver: &'a Solver<W>,
    pub observer: &'a dyn Observer,
    /// Of wins of Black's and of White's.
    pub of: [ColourDraft<W>; 2],
    /// Why one of the threads has ended.
    pub failed: OnceLock<NotCertified>,
}

/// The claims for one winner.
pub struct ColourDraft<const W: usize> {
    pub draft: Draft<W>,
    known: Mutex<HashMap<PositionKey<W>, Option<usize>>>,
}

/// The winner's stones, the loser's, and whether the winner is to move.
type PositionKey<const W: usize> = (CellSet<W>, CellSet<W>, bool);

impl<const W: usize> ColourDraft<W> {
    /// The claims for positions; none while a claim is written.
    pub fn known(&self) -> MutexGuard<'_, HashMap<PositionKey<W>, Option<usize>>> {
        unpoisoned(self.known.lock())
    }

    /// Whether the claim for a position has been begun, and is not written yet.
    pub fn is_begun(&self, position: &Position<W>) -> bool {
        self.known().get(&self.key(position)) == Some(&None)
    }

    /// By what the claim for a position is known.
    pub fn key(&self, position: &Position<W>) -> PositionKey<W> {
        let winner = self.draft.rules.winner;
        let moves = position.to_move() == winner;
        (position.stones(winner), position.stones(!winner), moves)
    }
}

impl<'a, const W: usize> CertificateDrafts<'a, W> {
    fn new(solver: &'a Solver<W>, observer: &'a dyn Observer) -> Self {
        let geometry = Geometry::of(solver.size());
        let of = Colour::ALL.map(|winner| ColourDraft {
            draft: Draft::new(CertificateRules { geometry, winner }),
            known: Mutex::default(),
        });
        let failed = OnceLock::new();
        Self {
            solver,
            observer,
            of,
            failed,
        }
    }

    /// Writes the claims of positions: who wins each, and by which claim.
    fn write(
        &self,
        positions: &[Position<W>],
        limits: &(dyn Fn() -> Limits + Sync),
    ) -> Result<Vec<(Colour, usize)>, NotCertified> {
        let roots: Vec<OnceLock<(Colour, usize)>> =
            positions.iter().map(|_| OnceLock::new()).collect();
        let begun: Vec<AtomicBool> = positions.iter().map(|_| AtomicBool::new(false)).collect();
        let threads = self.solver.writers();
        let write = || -> Result<(), NotCertified> {
            for joins in [false, true] {
                for ((position, root), begun) in positions.iter().zip(&roots).zip(&begun) {
                    let others = begun.swap(true, Ordering::Relaxed);
                    if root.get().is_none() && (joins || !others) {
                        let found = self.root(position, limits(), threads > 1)?;
                        root.get_or_init(|| found);
                    }
                }
            }
            Ok(())
        };
        let work = || {
            if let Err(why) = write() {
                self.failed.get_or_init(|| why);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                let thread = std::thread::Builder::new().stack_size(STACK);
                // Where there can be no more threads, those that there are do the work.
                drop(thread.spawn_scoped(scope, work));
            }
            work();
        });
        if let Some(&why) = self.failed.get() {
            return Err(why);
        }
        let found = roots.iter().map(|root| root.get().copied());
        found.collect::<Option<_>>().ok_or(NotCertified::Undecided)
    }

    /// The winner of a position, and the claim that proves it.
    fn root(
        &self,
        position: &Position<W>,
        limits: Limits,
        helped: bool,
    ) -> Result<(Colour, usize), NotCertified> {
        let known = self.solver.known(position, limits, self.observer);
        let result = known.unwrap_or_else(|| self.solver.solve(position, limits, self.observer));
        let winner = result.winner.ok_or(NotCertified::Undecided)?;
        let mut writer = ClaimWriter {
            drafts: self,
            limits,
            winner,
            before: u64::MAX,
            helped,
        };
        Ok((winner, writer.claim(position)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::BoardSize;
    use crate::solver::ProveOptions;
    use crate::think::NoObserver;

    /// With few nodes there may be no certificate, but never one that the checker refuses.
    #[test]
    fn where_limits_end_a_proof_nothing_is_broken() {
        let size: BoardSize = "6".parse().unwrap();
        let mut undecided = 0;
        for cell in size.all() {
            let mut position = Position::<1>::new(size);
            position.play(cell);
            let solver = Solver::new(size, ProveOptions::default());
            let result = solver.solve(&position, Limits::default(), &NoObserver);
            let winner = result.winner.unwrap();
            // What is left of the board if the loser has all that its winner does not need.
            let mut model = position;
            for cell in position.empty() - result.carrier {
                model.place(!winner, cell);
            }
            for nodes in 1..12 {
                let limits = Limits::nodes(nodes);
                for solver in [&solver, &Solver::new(size, ProveOptions::default())] {
                    match solver.certify(&model, limits, &NoObserver) {
                        Ok(_) => {}
                        Err(NotCertified::Undecided) => undecided += 1,
                        Err(why @ NotCertified::Broken(_)) => panic!("{nodes} nodes: {why}"),
                    }
                }
            }
        }
        assert!(undecided > 0);
    }
}
