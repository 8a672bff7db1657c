//! The tables of options that commands list and set.

use crate::base::parameter::{choices, params};
use crate::hex::SwapStyle;
use crate::player::Table;
use crate::player::registry;

choices! {
    /// When the progress of players is drawn.
    pub enum LiveGraphics {
        /// If a HexGui is there.
        Auto = "auto",
        /// Always.
        On = "on",
        /// Never.
        Off = "off",
    }
}

params! {
    /// The options of the game.
    #[derive(Copy)]
    pub struct GameOptions {
        /// Whether the engine may swap; swaps by the opponent are always accepted.
        allow_swap: bool = false;
        /// What swap-pieces does: reflect the stone, or leave it in place (as in old versions of
        /// HexGui).
        swap_style: SwapStyle = SwapStyle::Pieces;
        /// Whether to draw live search progress in HexGui; auto: if HexGui is connected.
        live_gfx: LiveGraphics = LiveGraphics::Auto;
    }
}

/// A table of options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionTable {
    /// Of the game.
    Game,
    /// Of the solver.
    Solver,
    /// Of the player, if it uses it.
    Player(Table),
    /// Options that only one player has, by the command that lists them.
    Own(&'static str),
}

impl OptionTable {
    /// The tables that do not belong to one player, each with the command that lists it.
    const COMMANDS: [(&'static str, Self); 8] = [
        ("param_game", Self::Game),
        ("param_player", Self::Player(Table::Player)),
        ("param_search", Self::Player(Table::Search)),
        ("param_puct", Self::Player(Table::Tree)),
        ("param_vc", Self::Player(Table::Connections)),
        ("param_ice", Self::Player(Table::Inferior)),
        ("param_eval", Self::Player(Table::Evaluation)),
        ("param_dfpn", Self::Solver),
    ];

    /// The table that a command of this name lists.
    pub fn of(command: &str) -> Option<Self> {
        let mut all = Self::COMMANDS.iter();
        let found = all.find(|(name, _)| *name == command);
        found
            .map(|&(_, table)| table)
            .or_else(|| registry::own_command(command).map(|own| Self::Own(own.name)))
    }
}
