//! `mustplay show FILE.sgf`: a game's position as text, or as an SVG picture.

use super::game_of;
use super::{answer::answer, files};
use crate::analysis::Overlay;
use crate::game::draw::{Picture, svg, text};
use crate::players::PlayerOptions;
use crate::terminal::wants_colours;
use anyhow::Result;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// The arguments of `mustplay show`.
#[derive(clap::Args, Clone, Debug)]
pub struct ShowArguments {
    /// The game
    #[arg(value_name = "FILE.sgf")]
    pub file: PathBuf,

    /// The position after this many moves instead of the last
    #[arg(long, value_name = "N")]
    pub moves: Option<usize>,

    /// Write a picture to this file instead of drawing in letters
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
    let game = game_of(&options.file, options.moves)?;
    let picture = Picture {
        board: game.board(),
        last: game.last_stone(),
    };
    if let Some(path) = &options.svg {
        let marks = match &options.overlay {
            None => Vec::new(),
            Some(overlay) => overlay
                .marks(game.board(), PlayerOptions::default().analysis())
                .map_err(anyhow::Error::msg)?,
        };
        return files::write(path, svg(&picture, &marks));
    }
    let painted = options
        .colour
        .paints(io::stdout().is_terminal(), std::env::var_os("NO_COLOR"));
    answer(&format!("{}\n", text(&picture, painted)))
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
