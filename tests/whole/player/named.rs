//! Players against each other, independent of the machine's speed: limited by iterations and
//! positions, not by time.

use crate::support::players;
use mustplay::base::parameter::Choice;
use mustplay::hex::SwapRight;
use mustplay::hex::{BoardSize, Cell, Colour, Move};
use mustplay::hex::{Game, SwapStyle};
use mustplay::papers;
use mustplay::player::PlayerName;
use mustplay::player::{self, MoveRequest, Player, PlayerOptions};
use mustplay::think::NoObserver;

/// A player with its budget per move.
struct Seat {
    options: PlayerOptions,
    player: Box<dyn Player>,
}

fn seat(text: &str) -> Seat {
    let options = players::options(text);
    Seat {
        player: player::make(&options),
        options,
    }
}

impl Seat {
    fn choose(&mut self, game: &Game, colour: Colour) -> Move {
        let request = MoveRequest {
            game,
            colour,
            swap: SwapRight::None,
            budget: self.options.budget(),
            observer: &NoObserver,
        };
        player::choose_move(self.player.as_mut(), &request)
    }
}

/// The winner of a game from an opening.
fn winner(size: BoardSize, opening: Cell, black: &mut Seat, white: &mut Seat) -> Colour {
    let mut game = Game::new(size);
    game.place(Colour::Black, opening).expect("an empty board");
    loop {
        if let Some(winner) = game.board().winner() {
            return winner;
        }
        let colour = game.to_move();
        let seat = match colour {
            Colour::Black => &mut *black,
            Colour::White => &mut *white,
        };
        let mv = seat.choose(&game, colour);
        game.play(colour, mv, SwapStyle::Pieces)
            .expect("a legal move");
    }
}

/// The number of games that the first player wins, over some openings with both colours.
fn wins(size: &str, first: &str, second: &str, openings: &[&str]) -> usize {
    let size: BoardSize = size.parse().expect("a size");
    let mut won = 0;
    for name in openings {
        let opening = size.read(name).expect("a cell");
        let result = winner(size, opening, &mut seat(first), &mut seat(second));
        won += usize::from(result == Colour::Black);
        let result = winner(size, opening, &mut seat(second), &mut seat(first));
        won += usize::from(result == Colour::White);
    }
    won
}

#[test]
fn the_first_level_is_for_beginners() {
    let openings = ["a1", "b2", "a7", "d2", "c5"];
    let won = wins("7", "mustplay:level=1", "queenbee:D=1", &openings);
    assert!(won <= 1, "{won} of 10");
}

#[test]
fn levels_are_in_order() {
    let openings = ["a1", "b3", "a7", "g2", "c1", "f1"];
    for (stronger, weaker) in [(2, 1), (4, 2), (6, 4), (8, 6)] {
        let names = [stronger, weaker].map(|level| format!("mustplay:level={level}"));
        let won = wins("7", &names[0], &names[1], &openings);
        assert!(
            won >= 7,
            "level {stronger} won {won} of 12 against {weaker}"
        );
    }
}

#[test]
fn connections_beat_distances() {
    let openings = ["a1", "b3", "a7", "g2", "c1", "f1"];
    let won = wins("7", "wolve:D=2", "queenbee:D=3", &openings);
    assert!(won >= 8, "{won} of 12");
}

/// With any board, player and limit, all moves are legal and the game ends.
#[test]
fn every_player_copes_with_every_board() {
    for size in ["1", "1x4", "5x3"] {
        let size: BoardSize = size.parse().expect("a size");
        let opening = size.cell(0, 0).expect("a corner");
        papers::register();
        for name in PlayerName::words() {
            for limits in ["max_nodes=1", "max_nodes=30", "max_time=0"] {
                // A search limited only by time runs for that time.
                let text = format!("{name}:max_time=0.02,{limits}");
                let [mut black, mut white] = [seat(&text), seat(&text)];
                winner(size, opening, &mut black, &mut white);
            }
        }
    }
}
