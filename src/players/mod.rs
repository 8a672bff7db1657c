//! Named players. Each is a recipe over the rooms below; the trait is open, so that others can be added.
//!
//! A player is written the same everywhere: `NAME[:key=value,…]`, with the keys of [`PARAMETERS`].

mod first;
mod hexane;
mod random;

pub use first::First;
pub use hexane::Hexane;
pub use random::Random;

use crate::board::{Colour, Move};
use crate::game::Game;
use crate::observer::Observer;
use crate::parameter::{Kind, Parameter, ParameterError, Parameters};
use std::time::Duration;

/// What a player is asked.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// Whose move is wanted; it need not be that colour's turn.
    pub colour: Colour,
    /// Whether the answer may be a swap.
    pub may_swap: bool,
    /// How much thought it may take.
    pub limits: Limits,
    /// Who may interrupt it.
    pub observer: &'a dyn Observer,
}

/// The most that a player may spend on a move. A player that needs no thought needs none of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Of time.
    pub time: Duration,
    /// Of positions searched; `None` for no limit.
    pub nodes: Option<u64>,
    /// Of plies; `None` for no limit.
    pub depth: Option<u64>,
}

/// What a choice cost; 0 where that is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Positions searched.
    pub nodes: u64,
    /// Plies looked ahead.
    pub depth: u64,
}

/// Someone who chooses moves.
pub trait Player: Send {
    /// Chooses a legal move. There is an empty cell, and the opponent has not won.
    fn choose(&mut self, turn: &Turn) -> Move;

    /// What the last choice cost, as far as the player counts it.
    fn effort(&self) -> Effort {
        Effort::default()
    }
}

/// The move of a player, or what is left to say when the game is over: the loser resigns, the winner
/// plays on while there is room.
pub fn respond(player: &mut dyn Player, turn: &Turn) -> Move {
    let board = turn.game.board();
    if board.empty().is_empty() || board.winner() == Some(!turn.colour) {
        Move::Resign
    } else {
        player.choose(turn)
    }
}

/// How a player is made.
struct Recipe {
    name: &'static str,
    make: fn(&Parameters) -> Box<dyn Player>,
}

const RECIPES: [Recipe; 3] = [
    Recipe {
        name: "first",
        make: |_| Box::new(First),
    },
    Recipe {
        name: "hexane",
        make: |options| Box::new(Hexane::new(options.whole("seed"), options.flag("resign"))),
    },
    Recipe {
        name: "random",
        make: |options| Box::new(Random::new(options.whole("seed"))),
    },
];

/// The names of all players, sorted.
pub const NAMES: &[&str] = &[RECIPES[0].name, RECIPES[1].name, RECIPES[2].name];

/// The options of a player.
pub static PARAMETERS: [Parameter; 9] = [
    Parameter {
        key: "name",
        kind: Kind::Choice(NAMES),
        default: "random",
        help: "Which player moves.",
    },
    Parameter {
        key: "max_time",
        kind: Kind::Real(0.0, 1e6),
        default: "5",
        help: "Seconds that a player may think about a move; random and first need none.",
    },
    Parameter {
        key: "max_nodes",
        kind: Kind::Whole(0, u64::MAX),
        default: "0",
        help: "Positions that a player may search for a move, 0 for any number.",
    },
    Parameter {
        key: "max_depth",
        kind: Kind::Whole(0, 1000),
        default: "0",
        help: "Plies that a player may look ahead, 0 for any number.",
    },
    Parameter {
        key: "threads",
        kind: Kind::Whole(1, 256),
        default: "1",
        help: "Threads that a player may think with; random and first use one.",
    },
    Parameter {
        key: "ponder",
        kind: Kind::Flag,
        default: "0",
        help: "Whether to think in the opponent's time; random and first never do.",
    },
    Parameter {
        key: "resign",
        kind: Kind::Flag,
        default: "0",
        help: "Whether to resign when a loss is proved; random and first prove nothing.",
    },
    Parameter {
        key: "level",
        kind: Kind::Whole(1, 10),
        default: "10",
        help: "How well to play, 10 for as well as possible; random and first know one level.",
    },
    Parameter {
        key: "seed",
        kind: Kind::Whole(0, u64::MAX),
        default: "0",
        help: "Where the chances of a player start: the same seed gives the same game.",
    },
];

/// The options of the player written as `NAME[:key=value,…]`.
pub fn parse(text: &str) -> Result<Parameters, ParameterError> {
    let mut options = Parameters::new(&PARAMETERS);
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    options.set("name", name)?;
    if !rest.is_empty() {
        options.set_all(rest)?;
    }
    Ok(options)
}

/// The player that these options describe.
pub fn make(options: &Parameters) -> Box<dyn Player> {
    let name = options.choice("name");
    let recipe = RECIPES.iter().find(|recipe| recipe.name == name);
    (recipe.unwrap_or_else(|| panic!("no player {name}")).make)(options)
}

/// The limits that these options set for a move.
pub fn limits(options: &Parameters) -> Limits {
    let some = |key: &str| Some(options.whole(key)).filter(|&most| most > 0);
    Limits {
        time: Duration::from_secs_f64(options.real("max_time")),
        nodes: some("max_nodes"),
        depth: some("max_depth"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Cell};
    use crate::game::SwapStyle;
    use crate::observer::Nobody;

    fn turn(game: &Game, colour: Colour) -> Turn<'_> {
        let limits = limits(&Parameters::new(&PARAMETERS));
        Turn {
            game,
            colour,
            may_swap: false,
            limits,
            observer: &Nobody,
        }
    }

    #[test]
    fn players_are_written_with_their_options() {
        let options = parse("random:seed=7,max_time=0.5,max_nodes=10").unwrap();
        assert_eq!(
            (options.choice("name"), options.whole("seed")),
            ("random", 7)
        );
        let expected = Limits {
            time: Duration::from_millis(500),
            nodes: Some(10),
            depth: None,
        };
        assert_eq!(limits(&options), expected);
        assert_eq!(
            parse("rondam").unwrap_err().to_string(),
            "name takes one of first, hexane, random, not rondam"
        );
        assert_eq!(
            parse("first:seed").unwrap_err().to_string(),
            "expected key=value, found seed"
        );
        assert!(NAMES.is_sorted());
    }

    #[test]
    fn every_player_plays_whole_legal_games() {
        for name in NAMES {
            let mut player = make(&parse(name).unwrap());
            let mut game = Game::new("4x3".parse().unwrap());
            while game.outcome().is_none() {
                let colour = game.to_move();
                let mv = respond(player.as_mut(), &turn(&game, colour));
                game.play(colour, mv, SwapStyle::Pieces).unwrap();
                assert_ne!(mv, Move::Resign);
            }
        }
    }

    #[test]
    fn after_the_end_the_loser_resigns_and_the_winner_plays_on() {
        let won: Board = crate::position! { 2 x 2: B W / B . };
        let game = Game::from_board(won);
        assert_eq!(
            respond(&mut First, &turn(&game, Colour::White)),
            Move::Resign
        );
        assert_eq!(
            respond(&mut First, &turn(&game, Colour::Black)),
            Move::Place(Cell::new(3))
        );
        let full: Board = crate::position! { 2 x 2: B W / B W };
        let game = Game::from_board(full);
        assert_eq!(
            respond(&mut First, &turn(&game, Colour::Black)),
            Move::Resign
        );
    }
}
