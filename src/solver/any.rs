//! A solver for a board whose size is known at run time.

use super::certify::NotCertified;
use super::numbers::ProofNumbers;
use super::options::ProveOptions;
use super::result::ProofResult;
use super::solve::Solver;
use crate::at_width;
use crate::certificate::Certificate;
use crate::hex::{BoardSize, Cell, any_width};
use crate::think::{Limits, Observer};

any_width! {
    /// A [`Solver`] of any width.
    pub trait AnySolver for Solver {
        /// As [`Solver::solve`].
        fn solve(&mut self, board: &Board, limits: Limits, observer: &dyn Observer)
            -> ProofResult<{ BoardSize::MOST_WORDS }> [resize];

        /// As [`Solver::winning_moves`].
        fn winning_moves(
            &mut self,
            board: &Board,
            first: bool,
            limits: Limits,
            observer: &dyn Observer,
        ) -> (Vec<Cell>, u64);

        /// As [`Solver::certify`].
        fn certify(&mut self, board: &Board, limits: Limits, observer: &dyn Observer)
            -> Result<Certificate, NotCertified>;

        /// As [`Solver::line`].
        fn line(&mut self, board: &Board) -> Vec<Cell>;

        /// As [`Solver::proof_numbers`].
        fn proof_numbers(&mut self, board: &Board) -> Vec<(Cell, ProofNumbers)>;
    }
}

/// A solver for boards of this size.
pub fn solver(size: BoardSize, options: ProveOptions) -> Box<dyn AnySolver> {
    at_width!(size, W => Box::new(Solver::<W>::new(size, options)))
}
