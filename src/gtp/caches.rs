//! Results that a session keeps between commands: the connections of the board, a solver and an
//! explainer.

use super::board_connections::BoardConnections;
use crate::hex::{Board, BoardSize, TooLarge};
use crate::knowledge::connect::ConnectOptions;
use crate::solver::{AnySolver, ProveOptions, solver};
use crate::teach::explain::{AnyExplainer, explainer};
use crate::think::Observer;

/// The caches. Each is built on first use and rebuilt when the board or options change.
#[derive(Default)]
pub struct Caches {
    connections: Option<BoardConnections>,
    solver: Option<(BoardSize, ProveOptions, Box<dyn AnySolver>)>,
    explainer: Option<(BoardSize, Box<dyn AnyExplainer>)>,
}

impl Caches {
    /// The connections of a position, with the trial stones.
    pub fn connections(
        &mut self,
        board: &Board,
        options: ConnectOptions,
        observer: &dyn Observer,
    ) -> Result<&mut BoardConnections, TooLarge> {
        let kept = self.connections.take();
        let kept = kept.filter(|kept| kept.are_of(board, options));
        let kept = match kept {
            Some(kept) => kept,
            None => BoardConnections::new(board, options, observer)?,
        };
        Ok(self.connections.insert(kept))
    }

    /// The position of these connections, with the trial stones, whether they have been built or
    /// not.
    pub fn board_of_connections(&self, board: &Board, options: ConnectOptions) -> Board {
        let kept = self.connections.as_ref();
        let kept = kept.filter(|kept| kept.are_of(board, options));
        kept.map_or(*board, |kept| kept.board().resize())
    }

    /// Drops the connections of any other position, such as one with trial stones.
    pub fn keep_connections_of(&mut self, board: &Board) {
        self.connections = (self.connections.take()).filter(|kept| kept.board().resize() == *board);
    }

    /// Drops the connections.
    pub fn forget_connections(&mut self) {
        self.connections = None;
    }

    /// The solver for boards of this size.
    pub fn solver(&mut self, size: BoardSize, options: ProveOptions) -> &mut dyn AnySolver {
        let kept = self.solver.take();
        let kept = kept.filter(|(of, by, _)| (*of, by) == (size, &options));
        let new = || (size, options, solver(size, options));
        let (_, _, solver) = self.solver.insert(kept.unwrap_or_else(new));
        &mut **solver
    }

    /// The explainer for boards of this size.
    pub fn explainer(&mut self, size: BoardSize) -> &mut dyn AnyExplainer {
        let kept = self.explainer.take().filter(|(of, _)| *of == size);
        let new = || (size, explainer(size));
        let (_, explainer) = self.explainer.insert(kept.unwrap_or_else(new));
        &mut **explainer
    }

    /// Drops the results of the solver and the explainer.
    pub fn forget_proofs(&mut self) {
        self.solver = None;
        self.explainer = None;
    }

    /// Drops everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}
