//! `mustplay play`: a game against a person, in the terminal.

use crate::arena::TimeRule;
use crate::board::{BoardSize, Colour};
use crate::terminal::{PlaySettings, Screen, play, usual_folder};
use anyhow::{Context, Result};
use std::path::PathBuf;

/// The arguments of `mustplay play`.
#[derive(clap::Args, Clone, Debug)]
pub struct PlayArguments {
    /// The board: 11, or columns x rows, as in 9x7
    #[arg(long, default_value = "11", value_name = "SIZE")]
    pub size: BoardSize,

    /// The level of the program, from 1 to 10
    #[arg(long, default_value = "4", value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10))]
    pub level: u64,

    /// Your colour; Black moves first
    #[arg(long = "as", default_value = "black", value_name = "COLOUR")]
    pub colour: Colour,

    /// Allow a swap: White may take over Black's first stone
    #[arg(long)]
    pub swap: bool,

    /// The time of the program in seconds: for a move, as in 2/move, or for the game with an
    /// increment, as in 300+2
    #[arg(long, value_name = "TIME")]
    pub time: Option<TimeRule>,

    /// The seed of the program: the same seed gives the same game
    #[arg(long, default_value = "0", value_name = "N")]
    pub seed: u64,

    /// Draw in plain letters, without colours
    #[arg(long)]
    pub plain: bool,

    /// The folder where games are saved [default: ~/.local/state/mustplay/games]
    #[arg(long, value_name = "FOLDER", conflicts_with = "no_keep")]
    pub games: Option<PathBuf>,

    /// Do not save games from move to move
    #[arg(long)]
    pub no_keep: bool,
}

/// Plays a game.
pub fn run(options: PlayArguments) -> Result<()> {
    let usual = || usual_folder(std::env::var_os("XDG_STATE_HOME"), std::env::var_os("HOME"));
    let games = if options.no_keep {
        None
    } else {
        options.games.or_else(usual)
    };
    let settings = PlaySettings {
        size: options.size,
        level: options.level,
        person: options.colour,
        swap: options.swap,
        time: options.time.unwrap_or_default(),
        seed: options.seed,
        games,
    };
    play(settings, &mut Screen::standard(options.plain)).context("cannot play")
}
