//! The searches that players think with, each behind the trait [`Search`]:
//!
//! - [`tree`]: tree search on the networks;
//! - [`alpha_beta`]: alpha-beta with connections;
//! - [`plain_alpha_beta`]: alpha-beta with stones and two-distances alone.
//!
//! The width of sets ends here: a search is made for boards of one size, and above it boards are
//! of any size.

mod alpha_beta;
mod plain_alpha_beta;
mod root;
mod table;
mod tree;

pub use alpha_beta::alpha_beta;
pub use plain_alpha_beta::{Selections, plain_alpha_beta};
pub use root::SearchRoot;
pub use tree::tree;

use super::{PlayerOptions, Table};
use crate::hex::{Board, BoardSize, Cell};
use crate::search::tree::KeptTree;
use crate::solver::AnySolver;
use crate::think::{Limits, Observer, SearchOutcome};

/// Makes a search for boards of one size.
pub type MakeSearch = fn(BoardSize, &PlayerOptions) -> Box<dyn Search>;

/// A kind of search.
#[derive(Clone, Copy)]
pub struct SearchKind {
    /// Makes a search.
    pub make: MakeSearch,
    /// Makes the search whose estimates of positions are compared in place of this one's: one
    /// without chance.
    pub estimator: MakeSearch,
    /// Whether the scores of the estimator account for the side to move, as a network's do: then
    /// one search gives the value of a position, else it takes one with either side to move.
    pub accounts_for_turn: bool,
    /// The table of options that it reads besides those that every player has.
    pub table: Option<Table>,
}

impl SearchKind {
    /// Tree search on the networks.
    pub const TREE: Self = Self {
        make: tree,
        estimator: tree,
        accounts_for_turn: true,
        table: Some(Table::Tree),
    };

    /// Alpha-beta with connections.
    pub const ALPHA_BETA: Self = Self {
        make: alpha_beta,
        estimator: alpha_beta,
        accounts_for_turn: false,
        table: Some(Table::Search),
    };

    /// Alpha-beta with stones and two-distances alone.
    pub const PLAIN_ALPHA_BETA: Self = Self {
        make: plain_alpha_beta::by_width,
        estimator: plain_alpha_beta::by_width,
        accounts_for_turn: false,
        table: Some(Table::Search),
    };

    /// The search whose estimates are compared.
    #[must_use]
    pub fn estimating(self) -> Self {
        Self {
            make: self.estimator,
            ..self
        }
    }
}

/// Searches one position after another, on boards of one size, and keeps of earlier searches what
/// may serve the next one. Which move is played, for how long it searches, and what happens to a
/// won game is up to [`Engine`](super::Engine).
pub trait Search: Send {
    /// Makes a position the root of the searches that follow; less is known of it if the observer
    /// stops this.
    fn set_root(&mut self, board: &Board, observer: &dyn Observer) -> &mut dyn SearchRoot;

    /// The same for an analysis, which knows all that can be known even if the player does not.
    fn set_root_to_analyse(
        &mut self,
        board: &Board,
        observer: &dyn Observer,
    ) -> &mut dyn SearchRoot {
        self.set_root(board, observer)
    }

    /// Puts a root of this search that knows more of the same position in place of the last one.
    fn restore_root(&mut self, root: Box<dyn SearchRoot>);

    /// A copy of the root, if one was set.
    fn root(&self) -> Option<Box<dyn SearchRoot>>;

    /// Searches the root; an empty outcome if none was set. What earlier searches found is used as
    /// far as it still matters here.
    fn search(&mut self, limits: Limits, observer: &dyn Observer) -> SearchOutcome;

    /// Searches these moves of the root alone, whatever is known of it: a score of a loss, and every
    /// estimate, holds for them only. `None` if the search cannot do that, or no root was set.
    fn search_among(
        &mut self,
        _moves: &[Cell],
        _limits: Limits,
        _observer: &dyn Observer,
    ) -> Option<SearchOutcome> {
        None
    }

    /// Lets the searches of a position that neither side has won go on from what a search before
    /// found, unless this one knows more of it already. Returns the visits that they go on from.
    fn restore(&mut self, _board: &Board, _tree: &KeptTree) -> u32 {
        0
    }

    /// What the last search found, in at most so many nodes, if another can go on from that.
    fn kept_tree(&self, _most: usize) -> Option<KeptTree> {
        None
    }

    /// Searches the root while the opponent thinks about it: what is found serves the searches of
    /// the positions that follow.
    fn ponder(&mut self, limits: Limits, observer: &dyn Observer) {
        let _ = self.search(limits, observer);
    }

    /// Whether the proof-number solver can follow what the search knows: then it runs beside the
    /// search where that is wanted, and finds a proof again that the search has lost.
    fn suits_solver(&self) -> bool;

    /// The solver of the search, if it has one: it knows what the search has proved by it.
    fn solver(&mut self) -> Option<&mut dyn AnySolver> {
        None
    }

    /// Forgets all earlier searches.
    fn forget(&mut self);
}
