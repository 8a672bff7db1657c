//! The options of a session: of the game, the player, and the solver.

use super::options::{GameOptions, OptionTable};
use crate::base::parameter::{Options, ParameterError};
use crate::hex::Colour;
use crate::hex::Game;
use crate::player::PlayerOptions;
use crate::solver::{ProofLimits, ProveOptions};

/// All options of a session.
#[derive(Clone)]
pub struct SessionOptions {
    /// The options of `param_game`.
    pub game: GameOptions,
    /// The options of the player, and of every room that it uses.
    pub player: PlayerOptions,
    /// The options of `param_dfpn`.
    pub solver: ProveOptions,
}

impl SessionOptions {
    /// Those of a player, and the defaults of game and solver.
    pub fn new(player: PlayerOptions) -> Self {
        Self {
            game: GameOptions::default(),
            player,
            solver: ProveOptions::default(),
        }
    }

    /// The options of a table, as they are used.
    pub fn table(&self, table: OptionTable) -> &dyn Options {
        match table {
            OptionTable::Game => &self.game,
            OptionTable::Solver => &self.solver,
            OptionTable::Room(room) => self.player.room(room),
        }
    }

    /// Sets an option, and says whether the player must be rebuilt. Limits do not need that: the
    /// player gets them with each request.
    pub fn set(
        &mut self,
        table: OptionTable,
        key: &str,
        text: &str,
    ) -> Result<bool, ParameterError> {
        match table {
            OptionTable::Game => self.game.set(key, text)?,
            OptionTable::Solver => self.solver.set(key, text)?,
            OptionTable::Room(room) => {
                self.player.set_in(room, key, text)?;
                return Ok(!matches!(key, "max_time" | "max_nodes" | "max_depth" | "D"));
            }
        };
        Ok(false)
    }

    /// Whether a swap is among the legal moves of a colour.
    pub fn may_swap(&self, game: &Game, colour: Colour) -> bool {
        self.game.allow_swap && game.check_swap(colour, self.game.swap_style).is_ok()
    }

    /// What a command of the solver may spend.
    pub fn proof_limits(&self) -> ProofLimits {
        ProofLimits::of(&self.solver)
    }
}
