//! Players by name, those of the papers too.

use mustplay::papers;
use mustplay::player::{self, PlayerOptions};

/// The options of the player that is written so.
pub fn options(text: &str) -> PlayerOptions {
    papers::register();
    player::parse(text).expect("a player")
}
