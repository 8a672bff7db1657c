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
    /// The options of the player itself.
    #[derive(Copy)]
    pub struct GeneralOptions {
        /// Which player moves.
        name: PlayerName = PlayerName::MUSTPLAY;
        /// Seconds that a player may think about a move, if no clock runs; random and first need
        /// none.
        seconds as "max_time": f64 [0.0..=1e6] = 5.0;
        /// Positions that a player may search for a move, 0 for any number.
        max_nodes: u64 [0..=u64::MAX] = 0;
        /// Maximum search depth in plies, 0 for no limit.
        max_depth also "D": u64 [0..=1000] = 0;
        /// Threads that a player may think with; random and first use one.
        threads: usize [1..=256] = 1;
        /// Whether a solver runs in a thread beside the search, whose proof is played at once;
        /// players without connections have none.
        solver: bool = false;
        /// Whether to think in the opponent's time; random and first never do.
        ponder: bool = false;
        /// Whether to resign when a loss is proved; random and first prove nothing.
        resign: bool = false;
        /// How well to play, 10 for as well as possible; only mustplay has more than one level.
        level: u64 [1..=BEST_LEVEL] = BEST_LEVEL;
        /// What mustplay takes from the opening book at level 10: nothing, first stones and swaps
        /// where they may be swapped, or all moves that it knows well enough.
        book: BookUse = BookUse::Swap;
        /// How many times as much as the player may spend on a move the book must have spent on a
        /// position to know it well enough.
        book_effort: u64 [0..=1_000_000] = 8;
        /// Random seed; the same seed gives the same game.
        seed: u64 [0..=u64::MAX] = 0;
    }
}
