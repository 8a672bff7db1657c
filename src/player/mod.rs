//! Named players.
//!
//! - [`Player`]: chooses moves; [`MoveRequest`], [`MoveReport`];
//! - [`SearchingPlayer`]: the player that searches: opening book, first stones and swaps,
//!   resigning, in front of an engine;
//! - [`Engine`]: a search, a solver, and the proofs that are kept from move to move; how long it
//!   thinks is decided by the [`TimeManager`](crate::think::TimeManager);
//! - [`searches`]: the searches that an engine may have;
//! - [`registry`]: the named players, and how others are added; [`PlayerOptions`]: what one is
//!   asked to be;
//! - [`mod@book`]: opening books;
//! - [`mod@bench`]: a fixed amount of search, whose numbers change only when behaviour changes.
//!
//! A player is written the same everywhere: `NAME[:key=value,…]`, with the keys of
//! [`GeneralOptions`] and of the tables that it uses ([`Table`]). [`parse()`] reads that, [`make`]
//! makes the player; those of the papers are known after [`crate::papers::register`].

pub mod bench;
pub mod book;
mod book_evaluator;
mod engine;
mod first;
mod general;
mod named;
mod opening;
mod options;
mod played_out;
mod policy;
mod random;
pub mod registry;
mod request;
pub mod searches;
mod searching;
mod tables;

pub use book_evaluator::BookEvaluator;
pub use engine::{Engine, NoEngine};
pub use first::First;
pub use general::{BookUse, GeneralOptions};
pub use opening::{
    FAIR, FirstStones, KnownOpening, ScoresBySide, book, known_openings, median_tempo,
    tried_openings,
};
pub use options::PlayerOptions;
pub use played_out::played_out;
pub use policy::Policy;
pub use random::Random;
pub use registry::{BEST_LEVEL, PlayerName};
pub use request::{
    MoveEffort, MoveReport, MoveRequest, Player, analyze_game, analyze_moves, choose_move,
};
pub use searching::SearchingPlayer;
pub use tables::{OptionTables, Table};

use crate::base::parameter::ParameterError;
use registry::PlayerKind;

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
    match options.player.name.player().kind {
        PlayerKind::Searching { search, has_book } => {
            let player = SearchingPlayer::new(search, options);
            if has_book {
                // What is weaker on purpose does not know what the strongest has found out, but
                // for first stones and swaps.
                let level = options.player.level;
                Box::new(player.with_book(options, level == BEST_LEVEL))
            } else {
                Box::new(player)
            }
        }
        PlayerKind::Other(make) => make(options),
    }
}

/// The player that these options describe, without chance: its scores of different positions can be
/// compared.
pub fn make_estimator(options: &PlayerOptions) -> Box<dyn Player> {
    match options.player.name.player().kind {
        PlayerKind::Searching { search, .. } => {
            Box::new(SearchingPlayer::new(search.estimating(), options))
        }
        PlayerKind::Other(make) => make(options),
    }
}

/// Whether the scores of this estimator account for the side to move, as a network's do: then one
/// search gives the value of a position, else it takes one with either side to move.
pub fn accounts_for_turn(options: &PlayerOptions) -> bool {
    match options.player.name.player().kind {
        PlayerKind::Searching { search, .. } => search.accounts_for_turn,
        PlayerKind::Other(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::parameter::Choice;
    use crate::hex::SwapRight;
    use crate::hex::{Board, Cell, Colour, Move};
    use crate::hex::{Game, SwapStyle};
    use crate::think::{Budget, NoObserver};
    use std::time::Duration;

    fn request_for(game: &Game, colour: Colour) -> MoveRequest<'_> {
        let budget = PlayerOptions::default().budget();
        MoveRequest {
            game,
            colour,
            swap: SwapRight::None,
            budget,
            observer: &NoObserver,
        }
    }

    #[test]
    fn players_are_written_with_their_options() {
        let random = PlayerName::of("random").unwrap();
        let options = parse("random:seed=7,max_time=0.5,max_nodes=10").unwrap();
        assert_eq!((options.player.name, options.player.seed), (random, 7));
        let expected = Budget {
            time: Some(Duration::from_millis(500)),
            nodes: Some(10),
            depth: None,
        };
        assert_eq!(options.budget(), expected);
        let message = parse("rondam").unwrap_err().to_string();
        let expected = "unknown name 'rondam'; choose from first, ";
        assert!(message.starts_with(expected), "{message}");
        assert_eq!(
            parse("first:seed").unwrap_err().to_string(),
            "expected key=value, found seed"
        );
    }

    #[test]
    fn every_player_plays_whole_legal_games() {
        for name in PlayerName::words() {
            let options = parse(&format!("{name}:max_time=0.1")).unwrap();
            let mut player = make(&options);
            let mut game = Game::new("4x3".parse().unwrap());
            while game.outcome().is_none() {
                let colour = game.to_move();
                let request = MoveRequest {
                    budget: options.budget(),
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
