//! The options that every player has (`param_player`).

use super::registry::{BEST_LEVEL, PlayerName};
use crate::base::parameter::{choices, params};

choices! {
    /// What `mustplay` takes from the opening book.
    pub enum BookUse {
        /// Nothing.
        Off = "off",
        /// First stones and swaps.
        Swap = "swap",
        /// All moves that the book knows well enough.
        All = "all",
    }
}

params! {
    /// The general options of a player.
    #[derive(Copy)]
    pub struct GeneralOptions {
        /// Which player moves.
        name: PlayerName = PlayerName::MUSTPLAY;
        /// Seconds per move if no clock runs; random and first need none.
        seconds as "max_time": f64 [0.0..=1e6] = 5.0;
        /// Maximum number of positions to search per move, 0 for no limit.
        max_nodes: u64 [0..=u64::MAX] = 0;
        /// Maximum search depth in plies, 0 for no limit.
        max_depth also "D": u64 [0..=1000] = 0;
        /// Number of search threads; players without a parallel search use one. With several,
        /// queenbee, wolve and other alpha-beta players may differ from run to run.
        threads: usize [1..=256] = 1;
        /// Whether a solver runs in a thread next to the search and its proof is played at once;
        /// only for players with connections.
        solver: bool = false;
        /// Whether to search in the opponent's time; random and first never do.
        ponder: bool = false;
        /// Whether to resign when a loss is proved; random and first prove nothing.
        resign: bool = false;
        /// Playing strength from 1 (beginner) to 10 (strongest); only mustplay has levels.
        level: u64 [1..=BEST_LEVEL] = BEST_LEVEL;
        /// What mustplay takes from the opening book: nothing, first stones and swaps (if swapping
        /// is allowed), or at level 10 all moves searched enough (see `book_effort`).
        book: BookUse = BookUse::Swap;
        /// How many times more the book must have searched a position than the player may search
        /// now for its move to be used.
        book_effort: u64 [0..=1_000_000] = 8;
        /// Random seed; the same seed gives the same game.
        seed: u64 [0..=u64::MAX] = 0;
    }
}
