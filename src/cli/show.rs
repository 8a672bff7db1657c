//! `mustplay show GAME`: a game's position as text, as an SVG picture, as a link.

use super::game::{self, GameArguments};
use super::{answer::answer, files};
use crate::hex::Game;
use crate::hex::draw::{Picture, svg, text};
use crate::hex::format::{hexboard_of, link};
use crate::player::PlayerOptions;
use crate::teach::overlay::Overlay;
use crate::terminal::wants_colours;
use crate::think::NoObserver;
use anyhow::{Result, bail};
use std::ffi::OsString;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::PathBuf;

/// The arguments of `mustplay show`.
#[derive(clap::Args, Clone, Debug)]
pub struct ShowArguments {
    #[command(flatten)]
    pub game: GameArguments,

    /// List the games in a file, one line each, instead of drawing one
    #[arg(long, conflicts_with_all = ["number", "svg", "link", "hexboard"])]
    pub list: bool,

    /// Print a HexWorld link to the game instead of drawing the position
    #[arg(long, conflicts_with_all = ["svg", "hexboard"])]
    pub link: bool,

    /// Print a HexWiki hexboard instead
    #[arg(long, conflicts_with = "svg")]
    pub hexboard: bool,

    /// Write a picture (SVG) to this file instead of drawing with characters
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,

    /// Overlay of the picture: energy, twod, mustplay, inferior, or vc:END-END (such as
    /// vc:a1-north)
    #[arg(long, value_name = "WHAT", requires = "svg")]
    pub overlay: Option<Overlay>,

    /// When to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Paint::Auto)]
    pub colour: Paint,
}

/// When a drawing has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Paint {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Paint {
    /// Whether to use colours, on a terminal or not, with this value of `NO_COLOR`.
    fn paints(self, terminal: bool, no_colour: Option<OsString>) -> bool {
        match self {
            Self::Auto => terminal && wants_colours(no_colour),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// Draws the position.
pub fn run(options: &ShowArguments) -> Result<()> {
    if options.list {
        return list(&options.game);
    }
    let game = options.game.read()?;
    if options.link {
        return answer(&format!("{}\n", link(&game)));
    }
    if options.hexboard {
        return answer(&format!("{}\n", hexboard_of(&game, false)));
    }
    let picture = Picture {
        board: game.board(),
        last: game.last_stone(),
    };
    if let Some(path) = &options.svg {
        let marks = match &options.overlay {
            None => Vec::new(),
            Some(overlay) => overlay
                .marks(
                    game.board(),
                    PlayerOptions::default().analysis(),
                    &NoObserver,
                )
                .map_err(anyhow::Error::msg)?,
        };
        return files::write(path, svg(&picture, &marks));
    }
    let painted = options
        .colour
        .paints(io::stdout().is_terminal(), std::env::var_os("NO_COLOR"));
    answer(&format!("{}\n", text(&picture, painted)))
}

/// Prints a line for each game of a file: its number, the board, the moves, the players, the
/// result. Unreadable games are reported and the rest is listed.
fn list(options: &GameArguments) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut failed = 0;
    let games = options.choice.games(&options.file, options.moves)?;
    for (number, read) in games.enumerate() {
        let line = match read {
            Ok(read) => format!("{}. {}\n", number + 1, line_of(&read)),
            Err(why) => {
                failed += 1;
                let _ = writeln!(
                    io::stderr(),
                    "mustplay: {}: {why}",
                    game::name(&options.file)
                );
                continue;
            }
        };
        match out.write_all(line.as_bytes()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            result => result?,
        }
    }
    match out.flush() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error.into()),
        _ => {}
    }
    if failed > 0 {
        bail!("{failed} games could not be read");
    }
    Ok(())
}

/// A game on a line.
fn line_of(game: &Game) -> String {
    let moves = game.events().len();
    let plural = if moves == 1 { "" } else { "s" };
    let player = |name| game.info(name).unwrap_or_else(|| "?".to_owned());
    let result = match game.outcome() {
        Some(outcome) if outcome.by_resignation => format!("{}+R", outcome.winner.letter()),
        Some(outcome) => format!("{}+", outcome.winner.letter()),
        None => game.info("RE").unwrap_or_else(|| "unfinished".to_owned()),
    };
    let (black, white) = (player("PB"), player("PW"));
    format!(
        "{}, {moves} move{plural}, {black} against {white}, {result}",
        game.size()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paint_is_for_terminals_that_want_it() {
        let no_colour = |value: &str| Some(OsString::from(value));
        assert!(Paint::Auto.paints(true, None) && Paint::Auto.paints(true, no_colour("")));
        assert!(!Paint::Auto.paints(true, no_colour("1")) && !Paint::Auto.paints(false, None));
        assert!(Paint::Always.paints(false, no_colour("1")) && !Paint::Never.paints(true, None));
    }
}
