//! Named players. Each is a recipe over the rooms below; the trait is open, so that others can be
//! added.
//!
//! A player is written the same everywhere: `NAME[:key=value,…]`, with the keys of [`GeneralOptions`]
//! and of the tables of the rooms that it uses ([`PlayerOptions`]).

mod beside;
mod book_evaluator;
mod first;
mod hexane;
mod hold;
mod opening;
mod options;
mod puct;
mod random;
mod reader;
mod recipe;
mod searcher;
mod thinker;

pub use book_evaluator::BookEvaluator;
pub use first::First;
pub use hexane::Hexane;
pub use opening::{ScoresBySide, median_tempo};
pub use options::{BookUse, GeneralOptions, PlayerOptions, Room, RoomOptions};
pub use puct::Puct;
pub use random::Random;
pub use reader::book;
pub use recipe::{BEST_LEVEL, NAMES, PlayerName, descriptions};
pub use searcher::Searcher;

use crate::board::{Cell, Colour, Move};
use crate::game::Game;
use crate::parameter::ParameterError;
use crate::think::{Observer, Score};
use std::time::Duration;

/// What a player is asked.
#[derive(Clone, Copy)]
pub struct MoveRequest<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// Whose move is wanted; it need not be that colour's turn.
    pub colour: Colour,
    /// Whether the answer may be a swap.
    pub may_swap: bool,
    /// Whether the opponent may swap the stone that is the answer.
    pub opponent_may_swap: bool,
    /// How much thought it may take.
    pub limits: MoveLimits,
    /// Who may interrupt it.
    pub observer: &'a dyn Observer,
}

/// The most that a player may spend on a move. A player that needs no thought needs none of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveLimits {
    /// Of time.
    pub time: Duration,
    /// Of positions searched; `None` for no limit.
    pub nodes: Option<u64>,
    /// Of plies; `None` for no limit.
    pub depth: Option<u64>,
}

/// What a choice cost; 0 where that is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveEffort {
    /// Positions searched.
    pub nodes: u64,
    /// Plies looked ahead.
    pub depth: u64,
}

/// What a player thought about its last choice.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MoveReport {
    /// The score, as people read it.
    pub score: Option<String>,
    /// The same as a number, for the side that was to move.
    pub value: Option<Score>,
    /// Whether it knows that it loses.
    pub lost: bool,
    /// What both sides are expected to play.
    pub line: Vec<Cell>,
    /// The moves it looked at, the best first, each with its score.
    pub moves: Vec<(Cell, String)>,
    /// Positions searched.
    pub nodes: u64,
    /// Positions judged.
    pub evaluations: u64,
    /// Plies looked ahead.
    pub depth: u32,
    /// Time spent.
    pub time: Duration,
}

/// Someone who chooses moves.
pub trait Player: Send {
    /// Chooses a legal move. There is an empty cell, and the opponent has not won.
    fn choose(&mut self, request: &MoveRequest) -> Move;

    /// Thinks about a position that the opponent is to move in, until the turn's observer says so
    /// or nothing is left to find out. It chooses nothing; what it finds may help with the next
    /// choice.
    fn ponder(&mut self, _request: &MoveRequest) {}

    /// What the last choice cost, as far as the player counts it.
    fn effort(&self) -> MoveEffort {
        MoveEffort::default()
    }

    /// What it thought about the last choice, if it thinks.
    fn report(&self) -> Option<&MoveReport> {
        None
    }
}

/// The move of a player, or what is left to say when the game is over: the loser resigns, the
/// winner plays on while there is room.
pub fn choose_move(player: &mut dyn Player, request: &MoveRequest) -> Move {
    let board = request.game.board();
    if board.empty().is_empty() || board.winner() == Some(!request.colour) {
        Move::Resign
    } else {
        player.choose(request)
    }
}

/// The options of the player written as `NAME[:key=value,…]`.
pub fn parse(text: &str) -> Result<PlayerOptions, ParameterError> {
    let mut options = PlayerOptions::default();
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    options.set("name", name)?;
    if !rest.is_empty() {
        options.set_all(rest)?;
    }
    Ok(options)
}

/// The player that these options describe.
pub fn make(options: &PlayerOptions) -> Box<dyn Player> {
    options.player.name.make(options)
}

/// The same, but one that leaves nothing to chance: what it says that a position is worth can be
/// compared with what it says of others.
pub fn judge(options: &PlayerOptions) -> Box<dyn Player> {
    options.player.name.make_judge(options)
}

/// The limits that these options set for a move.
pub fn limits(options: &PlayerOptions) -> MoveLimits {
    let options = &options.player;
    let some = |most: u64| Some(most).filter(|&most| most > 0);
    MoveLimits {
        time: Duration::from_secs_f64(options.seconds),
        nodes: some(options.max_nodes),
        depth: some(options.max_depth),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Cell};
    use crate::game::SwapStyle;
    use crate::think::NoObserver;

    fn request_for(game: &Game, colour: Colour) -> MoveRequest<'_> {
        let limits = limits(&PlayerOptions::default());
        MoveRequest {
            game,
            colour,
            may_swap: false,
            opponent_may_swap: false,
            limits,
            observer: &NoObserver,
        }
    }

    #[test]
    fn players_are_written_with_their_options() {
        let options = parse("random:seed=7,max_time=0.5,max_nodes=10").unwrap();
        assert_eq!(
            (options.player.name, options.player.seed),
            (PlayerName::Random, 7)
        );
        let expected = MoveLimits {
            time: Duration::from_millis(500),
            nodes: Some(10),
            depth: None,
        };
        assert_eq!(limits(&options), expected);
        assert_eq!(
            parse("rondam").unwrap_err().to_string(),
            "name takes one of first, hexane, hexy, montecarlo, mustplay, policy, puct, queenbee, random, twodistance, wolve, not rondam"
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
            let options = parse(&format!("{name}:max_time=0.1")).unwrap();
            let mut player = make(&options);
            let mut game = Game::new("4x3".parse().unwrap());
            while game.outcome().is_none() {
                let colour = game.to_move();
                let request = MoveRequest {
                    limits: limits(&options),
                    ..request_for(&game, colour)
                };
                let mv = choose_move(player.as_mut(), &request);
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
            choose_move(&mut First, &request_for(&game, Colour::White)),
            Move::Resign
        );
        assert_eq!(
            choose_move(&mut First, &request_for(&game, Colour::Black)),
            Move::Place(Cell::new(3))
        );
        let full: Board = crate::position! { 2 x 2: B W / B W };
        let game = Game::from_board(full);
        assert_eq!(
            choose_move(&mut First, &request_for(&game, Colour::Black)),
            Move::Resign
        );
    }
}
