//! Hexane as a player (McMahan 2000): it never swaps.

use super::Hexane;
use crate::hex::Move;
use crate::player::{MoveRequest, Player};
use crate::think::{WorkKind, is_late};

impl Player for Hexane {
    fn choose(&mut self, request: &MoveRequest) -> Move {
        let end = request.budget.from_now().until;
        let stop = || request.observer.should_stop(WorkKind::Limited) || is_late(end);
        let limits = (request.budget.nodes, request.budget.depth);
        self.choose_move(request.game.board(), request.colour, limits, &stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Colour;
    use crate::hex::Game;
    use crate::hex::SwapRight;
    use crate::player;
    use crate::think::NoObserver;

    fn reply(player: &mut Hexane, game: &Game, colour: Colour) -> String {
        let request = MoveRequest {
            game,
            colour,
            swap: SwapRight::None,
            budget: player::PlayerOptions::default().budget(),
            observer: &NoObserver,
        };
        player.choose(&request).name(game.size()).to_string()
    }

    #[test]
    fn it_joins_and_blocks() {
        let game = Game::from_board(crate::position! { 4 x 4:
            . . . .
             . B . W
              . . W .
               . . . .
        });
        // Black connects b2 to the south; White must stop it.
        let mut player = Hexane::new(1, false);
        let win = reply(&mut player, &game, Colour::Black);
        let mut after = game.clone();
        let cell = game.size().read(&win).unwrap();
        after.place(Colour::Black, cell).unwrap();
        // It answers every disturbing move.
        for intrusion in after.board().empty() {
            let mut player = Hexane::new(1, false);
            assert_eq!(reply(&mut player, &game, Colour::Black), win);
            let mut game = after.clone();
            game.place(Colour::White, intrusion).unwrap();
            while game.outcome().is_none() {
                let cell = reply(&mut player, &game, Colour::Black);
                game.place(Colour::Black, game.size().read(&cell).unwrap())
                    .unwrap();
                if game.outcome().is_none() {
                    let cell = game.board().empty().first().unwrap();
                    game.place(Colour::White, cell).unwrap();
                }
            }
            assert_eq!(game.outcome().unwrap().winner, Colour::Black);
        }
    }

    #[test]
    fn a_proved_loss_may_be_resigned_and_else_is_played_out() {
        let game = Game::from_board(crate::position! { 3 x 3:
            . . .
             . B .
              . . .
        });
        assert_eq!(
            reply(&mut Hexane::new(1, true), &game, Colour::White),
            "resign"
        );
        let cell = reply(&mut Hexane::new(1, false), &game, Colour::White);
        assert!(["b1", "c1", "a3", "b3"].contains(&cell.as_str()), "{cell}");
    }
}
