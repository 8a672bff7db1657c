//! A solver for a board whose size is known at run time.

use super::options::ProveOptions;
use super::solver::{ProofLimits, ProofResult, Solver};
use crate::at_width;
use crate::board::{BoardSize, Cell, Position};
use crate::think::Observer;

/// Words of the widest sets.
const WIDEST: usize = BoardSize::MOST_WORDS;

/// A [`Solver`], whatever the width of its sets.
pub trait AnySolver: Send {
    /// As [`Solver::solve`].
    fn solve(
        &mut self,
        position: &Position<WIDEST>,
        limits: ProofLimits,
        observer: &dyn Observer,
    ) -> ProofResult<WIDEST>;

    /// As [`Solver::winning_moves`].
    fn winning_moves(
        &mut self,
        position: &Position<WIDEST>,
        first: bool,
        limits: ProofLimits,
        observer: &dyn Observer,
    ) -> (Vec<Cell>, u64);

    /// As [`Solver::line`].
    fn line(&self, position: &Position<WIDEST>) -> Vec<Cell>;

    /// As [`Solver::bounds`].
    fn bounds(&self, position: &Position<WIDEST>) -> Vec<(Cell, [u32; 2])>;
}

impl<const W: usize> AnySolver for Solver<W> {
    fn solve(
        &mut self,
        position: &Position<WIDEST>,
        limits: ProofLimits,
        observer: &dyn Observer,
    ) -> ProofResult<WIDEST> {
        let found = Solver::solve(self, &position.resize(), limits, observer);
        ProofResult {
            winner: found.winner,
            carrier: found.carrier.resize(),
            best: found.best,
            bounds: found.bounds,
            nodes: found.nodes,
            builds: found.builds,
        }
    }

    fn winning_moves(
        &mut self,
        position: &Position<WIDEST>,
        first: bool,
        limits: ProofLimits,
        observer: &dyn Observer,
    ) -> (Vec<Cell>, u64) {
        Solver::winning_moves(self, &position.resize(), first, limits, observer)
    }

    fn line(&self, position: &Position<WIDEST>) -> Vec<Cell> {
        Solver::line(self, &position.resize())
    }

    fn bounds(&self, position: &Position<WIDEST>) -> Vec<(Cell, [u32; 2])> {
        Solver::bounds(self, &position.resize())
    }
}

/// A solver for boards of this size.
pub fn solver(size: BoardSize, options: ProveOptions) -> Box<dyn AnySolver> {
    at_width!(size, W => Box::new(Solver::<W>::new(size, options)))
}
