//! An engine by itself: made from options, given games, without a player around it.

use super::{Engine, certain};
use crate::hex::{Game, SwapRight};
use crate::player::registry::PlayerKind;
use crate::player::{MoveReport, MoveRequest, PlayerOptions};
use crate::think::{Budget, Observer, Score};

/// A player without an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} does not search")]
pub struct NoEngine(&'static str);

impl Engine {
    /// The engine of the player that these options describe, without its opening book and without
    /// swaps; for those, see [`make`](crate::player::make). An error if that player does not search.
    pub fn new(options: &PlayerOptions) -> Result<Self, NoEngine> {
        let player = options.player.name.player();
        match player.kind {
            PlayerKind::Searching { search, .. } => Ok(Self::with_search(search.make, options)),
            PlayerKind::Other(_) => Err(NoEngine(player.name)),
        }
    }

    /// Searches the current position of a game for the side to move, within a budget and until the
    /// observer stops it. If the game has a clock, that decides how long it takes. A game that is
    /// over has no best move.
    ///
    /// ```
    /// use mustplay::hex::Game;
    /// use mustplay::player::{Engine, PlayerOptions};
    /// use mustplay::think::{Budget, NoObserver};
    ///
    /// let options = PlayerOptions::default().with("level", 9)?.with("threads", 1)?;
    /// let mut engine = Engine::new(&options)?;
    /// // The budget of a level; at most 20 nodes for this example.
    /// let budget = Budget {
    ///     nodes: Some(20),
    ///     ..options.budget()
    /// };
    ///
    /// let mut game = Game::new("9".parse()?);
    /// game.place(game.to_move(), game.size().read("b4")?)?;
    /// let report = engine.think(&game, budget, &NoObserver);
    /// let best = report.best.expect("the game is not over");
    /// println!("{}, {:?}", game.size().name(best), report.win_rate());
    /// assert_eq!(report.pv.first(), Some(&best));
    ///
    /// // The next search goes on from what this one found.
    /// game.place(game.to_move(), best)?;
    /// let report = engine.think(&game, budget, &NoObserver);
    /// println!("expected: {}", game.size().names(report.pv.clone()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn think(&mut self, game: &Game, budget: Budget, observer: &dyn Observer) -> &MoveReport {
        let to_move = game.to_move();
        match game.board().winner() {
            None => {
                self.choose(&MoveRequest {
                    game,
                    colour: to_move,
                    swap: SwapRight::None,
                    budget,
                    observer,
                });
            }
            Some(winner) => {
                let (words, score) = if winner == to_move {
                    ("won", Score::WON)
                } else {
                    ("lost", Score::LOST)
                };
                self.sized(game.size()).report = certain(words, None, score);
            }
        }
        &self.sized(game.size()).report
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player;
    use crate::think::NoObserver;

    #[test]
    fn a_game_that_is_over_has_no_best_move() {
        let mut engine = Engine::new(&player::parse("mustplay:level=1").unwrap()).unwrap();
        let mut game = Game::new("1".parse().unwrap());
        let budget = Budget::nodes(1);
        let best = engine.think(&game, budget, &NoObserver).best.unwrap();
        game.place(game.to_move(), best).unwrap();
        let report = engine.think(&game, budget, &NoObserver);
        assert_eq!((report.best, report.value), (None, Some(Score::LOST)));
    }

    #[test]
    fn a_player_that_does_not_search_has_no_engine() {
        let why = Engine::new(&player::parse("random").unwrap()).err();
        assert_eq!(why.unwrap().to_string(), "random does not search");
    }
}
