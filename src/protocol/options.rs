//! The options of a session: of the game, the player, and the solver.

use crate::board::Colour;
use crate::game::{Game, SwapStyle};
use crate::parameter::{Kind, Parameter, ParameterError, Parameters};
use crate::players::PlayerOptions;
use crate::prove;

/// The options of the game.
static GAME_OPTIONS: [Parameter; 3] = [
    Parameter {
        key: "allow_swap",
        kind: Kind::Flag,
        default: "0",
        help: "Whether the engine may swap; a swap by the opponent is always understood.",
    },
    Parameter {
        key: "swap_style",
        kind: Kind::Choice(&["pieces", "sides"]),
        default: "pieces",
        help: "What swap-pieces does: reflect the stone, or (as an old HexGui means it) let it stay.",
    },
    Parameter {
        key: "live_gfx",
        kind: Kind::Choice(&["auto", "on", "off"]),
        default: "auto",
        help: "Whether players that search draw their thoughts in HexGui; auto: if a HexGui is there.",
    },
];

/// The options that one `param_` command lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionFamily {
    /// Of the game.
    Game,
    /// Of the player.
    Player,
    /// Of its search.
    Search,
    /// Of the player's Monte Carlo search.
    MonteCarlo,
    /// Of hexane's local searches.
    Local,
    /// Of connections.
    Connections,
    /// Of inferior cells.
    Inferior,
    /// Of evaluation.
    Evaluation,
    /// Of the solver.
    Solver,
}

/// All options of a session.
#[derive(Clone)]
pub struct SessionOptions {
    /// The options of `param_game`.
    pub game: Parameters,
    /// The options of the player, and of every room that it uses.
    pub player: PlayerOptions,
    /// The options of `param_dfpn`.
    pub solver: Parameters,
}

impl SessionOptions {
    /// Those of a player, and the defaults of game and solver.
    pub fn new(player: PlayerOptions) -> Self {
        Self {
            game: Parameters::new(&GAME_OPTIONS),
            player,
            solver: Parameters::new(&prove::PARAMETERS),
        }
    }

    /// The options of a family: those of the player and its search as its name has them, where they
    /// are not set.
    pub fn listed(&self, family: OptionFamily) -> Parameters {
        match family {
            OptionFamily::Game => self.game.clone(),
            OptionFamily::Player => self.player.effective().player,
            OptionFamily::Search => self.player.effective().search,
            OptionFamily::MonteCarlo => self.player.effective().montecarlo,
            OptionFamily::Local => self.player.local.clone(),
            OptionFamily::Connections => self.player.connections.clone(),
            OptionFamily::Inferior => self.player.inferior.clone(),
            OptionFamily::Evaluation => self.player.evaluation.clone(),
            OptionFamily::Solver => self.solver.clone(),
        }
    }

    /// Sets an option, and says whether that takes another player. Limits do not: the player gets
    /// them with each request.
    pub fn set(
        &mut self,
        family: OptionFamily,
        key: &str,
        text: &str,
    ) -> Result<bool, ParameterError> {
        let is_players = !matches!(family, OptionFamily::Game | OptionFamily::Solver);
        let table = match family {
            OptionFamily::Game => &mut self.game,
            OptionFamily::Solver => &mut self.solver,
            OptionFamily::Player => &mut self.player.player,
            OptionFamily::Search => &mut self.player.search,
            OptionFamily::MonteCarlo => &mut self.player.montecarlo,
            OptionFamily::Local => &mut self.player.local,
            OptionFamily::Connections => &mut self.player.connections,
            OptionFamily::Inferior => &mut self.player.inferior,
            OptionFamily::Evaluation => &mut self.player.evaluation,
        };
        table.set(key, text)?;
        Ok(is_players && !matches!(key, "max_time" | "max_nodes" | "max_depth"))
    }

    /// What `swap-pieces` does.
    pub fn swap_style(&self) -> SwapStyle {
        match self.game.choice("swap_style") {
            "sides" => SwapStyle::Sides,
            _ => SwapStyle::Pieces,
        }
    }

    /// Whether a swap is among the legal moves of a colour.
    pub fn may_swap(&self, game: &Game, colour: Colour) -> bool {
        self.game.flag("allow_swap") && game.check_swap(colour, self.swap_style()).is_ok()
    }
}
