//! `mustplay puzzle make`, `late` and `play`: makes and presents positions with one winning move,
//! and finds late ones with several.

use super::game::{self, GameChoice};
use super::interrupt::{Interrupt, Watch};
use super::progress::ProgressLine;
use super::{answer::answer, files, values};
use crate::hex::BoardSize;
use crate::teach::puzzle::late::{self, LatePosition, Wanted};
use crate::teach::puzzle::{self, Puzzle, Settings};
use crate::terminal::{Screen, pose};
use anyhow::{Context, Result, bail, ensure};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The tasks of `mustplay puzzle`.
#[derive(clap::Subcommand, Clone, Debug)]
pub enum PuzzleTask {
    /// Find positions with exactly one winning move, proved, in games the program plays
    Make(PuzzleMakeArguments),
    /// Find late-game positions with all winning moves proved, for testing players
    Late(PuzzleLateArguments),
    /// Present the puzzles in a file, in the terminal
    Play(PuzzlePlayArguments),
}

/// The arguments of `mustplay puzzle make`.
#[derive(clap::Args, Clone, Debug)]
pub struct PuzzleMakeArguments {
    /// Board size: 7, or columns x rows such as 9x7
    #[arg(long, default_value = "7", value_name = "SIZE", value_parser = values::size)]
    pub size: BoardSize,

    /// Make the puzzles from this game, or from all games in this file: SGF, JSON, moves, a drawn
    /// board, a HexWorld link, or - for standard input
    #[arg(long, value_name = "GAME", conflicts_with_all = ["size", "seed"])]
    pub from: Option<PathBuf>,

    /// Number of puzzles, at most one per game
    #[arg(long, default_value = "20", value_name = "N")]
    pub count: usize,

    /// Random seed; the same seed gives the same puzzles
    #[arg(long, default_value = "0", value_name = "N")]
    pub seed: u64,

    /// Write the puzzles to this file (JSON) instead of standard output
    #[arg(long, value_name = "FILE.json")]
    pub out: Option<PathBuf>,

    /// Also write each puzzle into this folder as SGF, with refutations as variations
    #[arg(long, value_name = "FOLDER")]
    pub sgf: Option<PathBuf>,

    /// Stop after this time and keep the puzzles found so far
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    pub time: Option<Duration>,

    /// Maximum solver nodes per position; more nodes give harder puzzles
    #[arg(long, default_value = "2000", value_name = "N")]
    pub nodes: u64,
}

/// The arguments of `mustplay puzzle late`.
#[derive(clap::Args, Clone, Debug)]
pub struct PuzzleLateArguments {
    /// Game, or file of games: SGF, JSON, match records, moves, or - for standard input
    #[arg(value_name = "GAME")]
    pub from: PathBuf,

    /// Number of positions, at most three per game
    #[arg(long, default_value = "100", value_name = "N")]
    pub count: usize,

    /// Write the positions to this file (JSON) instead of standard output
    #[arg(long, value_name = "FILE.json")]
    pub out: Option<PathBuf>,

    /// Stop after this time and keep what was found
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    pub time: Option<Duration>,

    /// Maximum solver nodes per position; more nodes give earlier positions
    #[arg(long, default_value = "10000", value_name = "N")]
    pub nodes: u64,

    /// Minimum number of empty cells
    #[arg(long, default_value = "0", value_name = "N")]
    pub empty: usize,

    /// Maximum number of winning moves; a third of the empty cells at most in any case
    #[arg(long, value_name = "N")]
    pub winning: Option<NonZeroUsize>,
}

/// The arguments of `mustplay puzzle play`.
#[derive(clap::Args, Clone, Debug)]
pub struct PuzzlePlayArguments {
    /// File written by `mustplay puzzle make`
    #[arg(value_name = "FILE.json")]
    pub file: PathBuf,

    /// Draw with plain characters, without colours
    #[arg(long)]
    pub plain: bool,
}

/// Makes or presents puzzles.
pub fn run(task: &PuzzleTask) -> Result<()> {
    match task {
        PuzzleTask::Make(options) => make(options),
        PuzzleTask::Late(options) => find_late(options),
        PuzzleTask::Play(options) => play(options),
    }
}

fn make(options: &PuzzleMakeArguments) -> Result<()> {
    let settings = Settings {
        size: options.size,
        count: options.count,
        seed: options.seed,
        nodes: options.nodes,
    };
    let until = options
        .time
        .and_then(|time| Instant::now().checked_add(time));
    let progress = ProgressLine::new(options.count, 0);
    let watch = Watch {
        interrupt: Interrupt::listen(),
        until,
        show: &|_| {},
    };
    // Results are written at once; a file that cannot be written is reported at the end.
    let mut kept = Ok(());
    let found = |found: &[Puzzle]| {
        progress.at(found.len(), "puzzles");
        if let Some(path) = &options.out {
            kept = puzzle::write(found)
                .map_err(anyhow::Error::from)
                .and_then(|text| files::write(path, text));
        }
    };
    let puzzles = match &options.from {
        Some(file) => {
            let cannot = || format!("cannot read {}", game::name(file));
            let mut games = GameChoice::default().games(file, None)?;
            let mut fault = Ok(());
            let read = games.by_ref().map_while(|game| match game {
                Ok(game) => Some(game),
                Err(why) => {
                    fault = Err(why);
                    None
                }
            });
            let puzzles = puzzle::make_from(read, settings, &watch, found);
            fault.with_context(cannot)?;
            puzzles
        }
        None => puzzle::make(settings, &watch, found),
    };
    progress.clear();
    kept?;
    if let Some(folder) = &options.sgf {
        write_games(folder, &puzzles)?;
    }
    let text = puzzle::write(&puzzles)?;
    match &options.out {
        Some(path) => files::write(path, text)?,
        None => answer(&text)?,
    }
    ensure!(
        options.from.is_none() || !puzzles.is_empty(),
        "no puzzle found in these games: more --nodes may find one"
    );
    ensure!(
        options.from.is_some() || puzzles.len() == options.count,
        "found {} of {} puzzles: more time, another seed or a larger board may find more",
        puzzles.len(),
        options.count
    );
    Ok(())
}

fn find_late(options: &PuzzleLateArguments) -> Result<()> {
    let until = options
        .time
        .and_then(|time| Instant::now().checked_add(time));
    let progress = ProgressLine::new(options.count, 0);
    let watch = Watch {
        interrupt: Interrupt::listen(),
        until,
        show: &|_| {},
    };
    let mut games = GameChoice::default().games(&options.from, None)?;
    let mut fault = Ok(());
    let read = games.by_ref().map_while(|game| match game {
        Ok(game) => Some(puzzle::positions_of(&game)),
        Err(why) => {
            fault = Err(why);
            None
        }
    });
    let mut positions: Vec<LatePosition> = Vec::new();
    let mut kept = Ok(());
    let wanted = Wanted {
        empty: options.empty,
        winning: options.winning.map_or(usize::MAX, NonZeroUsize::get),
        ..Wanted::new(options.count, options.nodes)
    };
    late::find(read, wanted, &watch, |found| {
        positions.push(found.clone());
        progress.at(positions.len(), "positions");
        if let Some(path) = &options.out {
            kept = late::write(&positions)
                .map_err(anyhow::Error::from)
                .and_then(|text| files::write(path, text));
        }
    });
    progress.clear();
    fault.with_context(|| format!("cannot read {}", game::name(&options.from)))?;
    kept?;
    let text = late::write(&positions)?;
    match &options.out {
        Some(path) => files::write(path, text)?,
        None => answer(&text)?,
    }
    ensure!(
        !positions.is_empty(),
        "no late position found in these games: more --nodes may find one"
    );
    Ok(())
}

fn write_games(folder: &Path, puzzles: &[Puzzle]) -> Result<()> {
    files::make_folder(folder)?;
    for (number, puzzle) in puzzles.iter().enumerate() {
        let name = format!("puzzle {}", number + 1);
        let path = folder.join(format!("puzzle-{:03}.sgf", number + 1));
        let text = puzzle::to_sgf(puzzle, &name).to_string();
        files::write(&path, text)?;
    }
    Ok(())
}

fn play(options: &PuzzlePlayArguments) -> Result<()> {
    let name = options.file.display();
    let text = files::text(&options.file)?;
    let puzzles = puzzle::read(&text).with_context(|| format!("cannot read {name}"))?;
    if puzzles.is_empty() {
        bail!("no puzzle in {name}");
    }
    pose(puzzles, &mut Screen::standard(options.plain)).context("cannot present puzzles")
}
