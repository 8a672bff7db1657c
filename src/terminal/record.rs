//! A game with its sides as an SGF file: the program's side is the one named like a player,
//! `mustplay:level=4`.

use crate::hex::Colour;
use crate::hex::Game;
use crate::hex::format::{self, FormatError, ReadSettings};
use crate::hex::sgf::{self, Property};
use crate::player;
use crate::player::PlayerName;

/// The user's name in a file.
const PERSON: &str = "human";

/// The properties that name both players, and one for the swap rule.
const PLAYERS: [&str; 2] = ["PB", "PW"];
const RULES: &str = "RU";
const SWAP: &str = "swap";

/// A game from a file.
#[derive(Clone)]
pub struct SavedGame {
    /// The game.
    pub game: Game,
    /// The user's colour and the program's level; `None` if the file names other players.
    pub sides: Option<(Colour, u64)>,
    /// Whether the first stone may be swapped.
    pub swap: bool,
}

/// The file of a game.
pub fn write(saved: &SavedGame) -> String {
    let mut collection = sgf::from_game(&saved.game);
    for tree in &mut collection.games {
        let root = tree.root();
        let properties = &mut tree.node_mut(root).properties;
        if let Some((person, level)) = saved.sides {
            properties.retain(|property| !PLAYERS.contains(&property.name()));
            for colour in Colour::ALL {
                let program = format!("mustplay:level={level}");
                let name = if colour == person { PERSON } else { &program };
                properties.push(Property::new(PLAYERS[colour.index()], [name]));
            }
        }
        properties.retain(|property| property.name() != RULES);
        if saved.swap {
            properties.push(Property::new(RULES, [SWAP]));
        }
    }
    collection.to_string()
}

/// Reads a file of any format.
pub fn read(bytes: &[u8]) -> Result<SavedGame, FormatError> {
    format::read(bytes, ReadSettings::default()).map(SavedGame::of)
}

impl SavedGame {
    /// A game with the sides that its properties name.
    pub fn of(game: Game) -> Self {
        Self {
            sides: sides(&game),
            swap: game.info(RULES).is_some_and(|rules| rules == SWAP),
            game,
        }
    }
}

/// The user's colour and the program's level, if these are the players.
fn sides(game: &Game) -> Option<(Colour, u64)> {
    let level = |colour: Colour| {
        let name = game.info(PLAYERS[colour.index()])?;
        let options = player::parse(&name).ok()?;
        (options.player.name == PlayerName::MUSTPLAY).then_some(options.player.level)
    };
    match Colour::ALL.map(level) {
        [Some(level), None] => Some((Colour::White, level)),
        [None, Some(level)] => Some((Colour::Black, level)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::SwapStyle;
    use crate::hex::{Cell, Move};

    #[test]
    fn a_game_comes_back_with_its_sides() {
        let mut game = Game::new("5".parse().unwrap());
        game.place(Colour::Black, Cell::new(3)).unwrap();
        game.play(Colour::White, Move::Swap, SwapStyle::Pieces)
            .unwrap();
        for (sides, swap) in [
            (Some((Colour::White, 3)), true),
            (Some((Colour::Black, 10)), false),
            (None, false),
        ] {
            let text = write(&SavedGame {
                game: game.clone(),
                sides,
                swap,
            });
            let back = read(text.as_bytes()).unwrap();
            assert_eq!((back.sides, back.swap), (sides, swap));
            assert!(back.game.events().eq(game.events()));
            // Saving it again adds nothing.
            assert_eq!(write(&back), text);
        }
        assert!(read(b"(;GM[1])").is_err());
        assert!(read(b"").is_err());
    }
}
