//! The options of a session: of the game, the player, and the solver.

use super::options::{GameOptions, OptionTable};
use crate::base::parameter::{Options, ParameterError};
use crate::hex::{Colour, Game, SwapRight, SwapStyle};
use crate::player::{PlayerOptions, Table};
use crate::solver::ProveOptions;
use crate::think::Limits;

/// All options of a session.
#[derive(Clone)]
pub struct SessionOptions {
    /// The options of `param_game`.
    pub game: GameOptions,
    /// The options of the player and of every module it uses.
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

    /// The current options of a table; `None` if the player does not use it.
    pub fn table(&self, table: OptionTable) -> Option<&dyn Options> {
        match table {
            OptionTable::Game => Some(&self.game),
            OptionTable::Solver => Some(&self.solver),
            OptionTable::Player(table) => self.player.table(table),
            OptionTable::Own(command) => {
                let own = self.player.player.name.player().own_command;
                let own = own.filter(|own| own.name == command);
                own.and_then(|_| self.player.table(Table::Own))
            }
        }
    }

    /// Sets an option and returns whether the player must be rebuilt. Limits do not need that: the
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
            OptionTable::Player(table) => {
                self.player.set_in(table, key, text)?;
                return Ok(!matches!(key, "max_time" | "max_nodes" | "max_depth" | "D"));
            }
            OptionTable::Own(_) => {
                self.player.set_in(Table::Own, key, text)?;
                return Ok(true);
            }
        };
        Ok(false)
    }

    /// What a swap does; `None` if the engine may not swap.
    pub fn swap_style(&self) -> Option<SwapStyle> {
        Some(self.game.swap_style).filter(|_| self.game.allow_swap)
    }

    /// Whether the engine, moving for a colour, may swap or be swapped. It offers a swap as
    /// swap-pieces, which needs a square board in either style.
    pub fn swap_right(&self, game: &Game, colour: Colour) -> SwapRight {
        let style = self.swap_style().filter(|_| game.size().is_square());
        game.swap_right(colour, style)
    }

    /// The limits of a solver command.
    pub fn proof_limits(&self) -> Limits {
        self.solver.budget().from_now()
    }
}
