//! The engines that search for a player, behind one trait:
//!
//! - [`AlphaBeta`]: alpha-beta with connections;
//! - [`PlainAlphaBeta`]: alpha-beta with stones and two-distances alone;
//! - [`MonteCarlo`]: Monte Carlo tree search with connections;
//! - [`Puct`]: tree search on the network of policy and value, with connections.
//!
//! An engine searches one position after another, and keeps of earlier searches what may serve the
//! next one. Which move is played, for how long an engine searches, and what happens to a won game
//! is up to [`super::win_keeper`].

mod alpha_beta;
mod monte_carlo;
mod plain_alpha_beta;
mod puct;
mod root;
mod table;

pub(super) use alpha_beta::AlphaBeta;
pub(super) use monte_carlo::MonteCarlo;
pub(super) use plain_alpha_beta::PlainAlphaBeta;
pub(super) use puct::Puct;
pub(super) use root::SearchRoot;

use super::PlayerOptions;
use crate::hex::{BoardSize, Position};
use crate::solver::Solver;
use crate::think::{Observer, SearchLimits, SearchOutcome};

/// The engine of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EngineKind {
    AlphaBeta,
    PlainAlphaBeta,
    MonteCarlo,
    Puct,
}

impl EngineKind {
    /// The engine whose estimates of positions are compared in place of this one's: one without
    /// chance.
    pub fn estimating(self) -> Self {
        match self {
            Self::MonteCarlo => Self::AlphaBeta,
            kind => kind,
        }
    }

    /// Whether its scores know what the right to move is worth, as a network's do.
    pub fn knows_the_turn(self) -> bool {
        self == Self::Puct
    }
}

/// Searches positions of boards of one size.
pub(super) trait Engine<const W: usize>: Send + Sized {
    /// What a search starts from.
    type Root: SearchRoot<W>;

    /// Whether the proof-number solver understands what the engine knows: then it runs beside the
    /// search where that is wanted, and finds a proof again that the search has lost.
    const HAS_SOLVER: bool;

    /// The solver of the search, if it has one: it knows what the search has proved by it.
    fn solver(&mut self) -> Option<&mut Solver<W>> {
        None
    }

    /// An engine that knows nothing yet.
    fn new(size: BoardSize, options: &PlayerOptions) -> Self;

    /// What a search of this position starts from; less than that if the observer stops it.
    fn prepare_root(&self, position: &Position<W>, observer: &dyn Observer) -> Self::Root;

    /// Makes this position the root of the searches that follow: what earlier searches found is
    /// kept as far as it still matters here.
    fn carry_over_to(&mut self, position: &Position<W>);

    /// Searches the position of the last [`Engine::carry_over_to`].
    fn search(
        &mut self,
        root: &Self::Root,
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome;

    /// Searches the position of the last [`Engine::carry_over_to`] while the opponent thinks about
    /// it: what is found serves the searches of the positions that follow.
    fn ponder(&mut self, root: &Self::Root, limits: SearchLimits, observer: &dyn Observer) {
        let _ = self.search(root, limits, observer);
    }

    /// Forgets all earlier searches.
    fn forget(&mut self);
}
