//! Some of the games of a library.

use super::game::GameDate;
use super::games::{KeptGame, Library};
use crate::hex::Colour;

/// Which games are meant. All conditions hold together; a game of which a date or a rating is not
/// known does not meet a condition on it.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct GameFilter {
    /// A player of this name, in capital letters or not.
    pub player: Option<String>,
    /// This player began as this colour.
    pub as_colour: Option<Colour>,
    /// The other player.
    pub opponent: Option<String>,
    /// Played then or later.
    pub since: Option<GameDate>,
    /// Played then or earlier.
    pub until: Option<GameDate>,
    /// Both players have this rating or a higher one.
    pub rating: Option<f64>,
}

/// A filter that no game can meet.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game of {name:.80}{}", similar_names(similar))]
pub struct NoSuchPlayer {
    name: String,
    similar: Vec<String>,
}

fn similar_names(names: &[String]) -> String {
    match names {
        [] => String::new(),
        names => format!("; there are games of {}", names.join(", ")),
    }
}

/// A filter with its players looked up.
pub(super) struct Selected<'a> {
    filter: &'a GameFilter,
    player: Option<Vec<u32>>,
    opponent: Option<Vec<u32>>,
}

impl<'a> Selected<'a> {
    /// The filter with the numbers of its players.
    pub fn new(filter: &'a GameFilter, library: &Library) -> Result<Self, NoSuchPlayer> {
        let find = |name: &Option<String>| {
            let name = name
                .as_deref()
                .map(str::trim)
                .filter(|name| !name.is_empty());
            name.map(|name| players(library, name)).transpose()
        };
        Ok(Self {
            filter,
            player: find(&filter.player)?,
            opponent: find(&filter.opponent)?,
        })
    }

    /// Whether a game is one of them.
    pub fn has(&self, game: &KeptGame) -> bool {
        let filter = self.filter;
        let date = |holds: fn(GameDate, GameDate) -> bool, than: Option<GameDate>| {
            than.is_none_or(|than| game.date.is_some_and(|date| holds(date, than)))
        };
        date(GameDate::is_since, filter.since)
            && date(GameDate::is_until, filter.until)
            && filter.rating.is_none_or(|least| {
                game.ratings
                    .iter()
                    .all(|&rating| f64::from(rating) >= least)
            })
            && self.has_players(game)
    }

    fn has_players(&self, game: &KeptGame) -> bool {
        let is = |of: &Option<Vec<u32>>, side: usize| {
            of.as_ref()
                .is_none_or(|names| names.contains(&game.players[side]))
        };
        let mut sides = match self.filter.as_colour {
            Some(colour) => colour.index()..colour.index() + 1,
            None => 0..2,
        };
        sides.any(|side| is(&self.player, side) && is(&self.opponent, 1 - side))
    }
}

/// The players of this name, which may be written in several ways.
fn players(library: &Library, name: &str) -> Result<Vec<u32>, NoSuchPlayer> {
    const SIMILAR: usize = 5;
    let wanted = name.to_lowercase();
    let all = library.names().enumerate();
    let mut similar = Vec::new();
    let mut found = Vec::new();
    for (number, other) in all {
        let lower = other.to_lowercase();
        if lower == wanted {
            found.push(number as u32);
        } else if lower.contains(&wanted) && similar.len() < SIMILAR {
            similar.push(other.to_owned());
        }
    }
    if found.is_empty() {
        let name = name.to_owned();
        return Err(NoSuchPlayer { name, similar });
    }
    Ok(found)
}
