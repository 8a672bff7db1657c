//! Players by name, including those of the papers.

use mustplay::papers;
use mustplay::player::{self, PlayerOptions, Table};

/// The options of the player written in this way.
pub fn options(text: &str) -> PlayerOptions {
    papers::register();
    player::parse(text).expect("a player")
}

/// The same with a small transposition table, if the player has one.
pub fn with_small_table(text: &str) -> PlayerOptions {
    let mut options = options(text);
    if options.table(Table::Search).is_some() {
        options.set("table_size", "1").expect("an option");
    }
    options
}
