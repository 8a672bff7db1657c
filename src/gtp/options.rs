//! The tables of options that commands list and set.

use crate::base::parameter::{choices, params};
use crate::hex::SwapStyle;
use crate::player::Room;

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
        /// Whether the engine may swap; a swap by the opponent is always understood.
        allow_swap: bool = false;
        /// What swap-pieces does: reflect the stone, or (as an old HexGui means it) let it stay.
        swap_style: SwapStyle = SwapStyle::Pieces;
        /// Whether players that search draw their thoughts in HexGui; auto: if a HexGui is there.
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
    /// Of a room that the player uses.
    Room(Room),
}

impl OptionTable {
    /// The tables, each with the command that lists it.
    const COMMANDS: [(&'static str, Self); 11] = [
        ("param_game", Self::Game),
        ("param_player", Self::Room(Room::Player)),
        ("param_search", Self::Room(Room::Search)),
        ("param_uct", Self::Room(Room::MonteCarlo)),
        ("param_puct", Self::Room(Room::Puct)),
        ("param_local", Self::Room(Room::Local)),
        ("param_queenbee", Self::Room(Room::Queenbee)),
        ("param_vc", Self::Room(Room::Connections)),
        ("param_ice", Self::Room(Room::Inferior)),
        ("param_eval", Self::Room(Room::Evaluation)),
        ("param_dfpn", Self::Solver),
    ];

    /// The table that a command of this name lists.
    pub fn of(command: &str) -> Option<Self> {
        let mut all = Self::COMMANDS.iter();
        all.find(|(name, _)| *name == command)
            .map(|&(_, table)| table)
    }
}
