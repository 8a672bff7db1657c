//! The library of a command, and which of its games are meant.

use crate::cluster::{Address, Store};
use crate::hex::Colour;
use crate::library::{GameDate, GameFilter, Library};
use anyhow::Result;

/// A library, and some of its games.
#[derive(clap::Args, Clone, Debug)]
pub struct LibraryArguments {
    /// The library: a file, or the address of a PostgreSQL database
    #[arg(long = "in", value_name = "FILE|URL")]
    library: String,

    /// Games of this player
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Games that the player began as this colour
    #[arg(long = "as", value_name = "COLOUR", requires = "player")]
    as_colour: Option<Colour>,

    /// Games against this player
    #[arg(long, value_name = "NAME", requires = "player")]
    opponent: Option<String>,

    /// Games since this day, month or year: 2024-05-17, 2024-05, 2024
    #[arg(long, value_name = "DATE")]
    since: Option<GameDate>,

    /// Games until this day, month or year
    #[arg(long, value_name = "DATE")]
    until: Option<GameDate>,

    /// Games in which both players have at least this rating
    #[arg(long, value_name = "RATING")]
    rating: Option<f64>,
}

impl LibraryArguments {
    /// Opens the store, and reads all games.
    pub fn load(&self) -> Result<(Store, Library)> {
        let mut store = Store::open_to_read(&Address::read(&self.library)?)?;
        let library = Library::load(&mut store)?;
        Ok((store, library))
    }

    /// The filter.
    pub fn filter(&self) -> GameFilter {
        GameFilter {
            player: self.player.clone(),
            as_colour: self.as_colour,
            opponent: self.opponent.clone(),
            since: self.since,
            until: self.until,
            rating: self.rating,
        }
    }
}
