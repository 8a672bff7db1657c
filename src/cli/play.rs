//! `mustplay play`: a game against the user in the terminal.

use super::game::GameChoice;
use crate::arena::TimeRule;
use crate::hex::Game;
use crate::hex::{BoardSize, Colour};
use crate::terminal::{PlaySettings, SavedGame, Screen, play, usual_folder};
use anyhow::{Context, Result, ensure};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The arguments of `mustplay play`.
#[derive(clap::Args, Clone, Debug)]
pub struct PlayArguments {
    /// Board size: 11, or columns x rows such as 9x7
    #[arg(long, default_value = "11", value_name = "SIZE")]
    pub size: BoardSize,

    /// Level, from 1 (beginner) to 10 (strongest) [default: 4, or the level of the continued game]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10))]
    pub level: Option<u64>,

    /// Your colour; Black moves first [default: black, or your colour in the continued game, or the
    /// side to move there]
    #[arg(long = "as", value_name = "COLOUR")]
    pub colour: Option<Colour>,

    /// Allow a swap: White may take over Black's first stone
    #[arg(long)]
    pub swap: bool,

    /// The program's time in seconds: per move (2/move, or 2), per game plus increment (300+2), or
    /// per game and then per period of several moves (300+30/5)
    #[arg(long, value_name = "TIME")]
    pub time: Option<TimeRule>,

    /// Random seed; the same seed gives the same game
    #[arg(long, default_value = "0", value_name = "N")]
    pub seed: u64,

    /// Draw with plain characters, without colours
    #[arg(long)]
    pub plain: bool,

    /// Continue this game: a file (SGF, JSON, moves, a drawn board) or a HexWorld link
    #[arg(long, value_name = "GAME", conflicts_with = "size")]
    pub from: Option<PathBuf>,

    /// Folder where games are saved [default: ~/.local/state/mustplay/games]
    #[arg(long, value_name = "FOLDER", conflicts_with = "no_keep")]
    pub games: Option<PathBuf>,

    /// Do not save the game after each move
    #[arg(long)]
    pub no_keep: bool,
}

/// The default level.
const LEVEL: u64 = 4;

/// The game to continue.
fn begun(file: &Path) -> Result<Game> {
    ensure!(
        file != Path::new("-"),
        "--from takes a file or a link: standard input is where you type your moves"
    );
    GameChoice::default().read(file, None)
}

/// Plays a game.
pub fn run(options: PlayArguments) -> Result<()> {
    let games = if options.no_keep {
        None
    } else {
        options.games.or_else(usual_folder)
    };
    if games.is_none() && !options.no_keep {
        // A closed stderr must not stop the program.
        let _ = writeln!(
            io::stderr(),
            "No home folder found: this game will not be saved."
        );
    }
    let take_up = |game: Game| {
        let mut saved = SavedGame::of(game);
        let (person, level) = saved.sides.unwrap_or((saved.game.to_move(), LEVEL));
        let person = options.colour.unwrap_or(person);
        saved.sides = Some((person, options.level.unwrap_or(level)));
        saved.swap |= options.swap;
        saved
    };
    let settings = PlaySettings {
        size: options.size,
        level: options.level.unwrap_or(LEVEL),
        person: options.colour.unwrap_or(Colour::Black),
        from: options.from.as_deref().map(begun).transpose()?.map(take_up),
        swap: options.swap,
        time: options.time.unwrap_or_default(),
        seed: options.seed,
        games,
    };
    play(settings, &mut Screen::standard(options.plain)).context("cannot play")
}
