//! `mustplay games add`: adds the games of files to a library.

use crate::cli::answer::answer;
use crate::cli::game::{self, GameChoice};
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::ProgressLine;
use crate::cli::store::access::{open_patiently, report};
use crate::cluster::Store;
use crate::hex::BoardSize;
use crate::library::{LibraryGame, game_table};
use anyhow::{Context, Result, bail, ensure};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The arguments of `mustplay games add`.
#[derive(clap::Args, Clone, Debug)]
pub struct AddArguments {
    /// Games: files (SGF, JSON, links, moves), folders of them, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The library: a file, or the address of a PostgreSQL database; created if it does not exist
    #[arg(long, value_name = "FILE|URL")]
    into: String,

    /// Board size to assume if the moves do not name one
    #[arg(long = "board", value_name = "SIZE")]
    board: Option<BoardSize>,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// How many games are added in one transaction.
const BATCH: usize = 1_000;

/// How long to wait for a store that is busy or whose disk is full.
const PATIENCE: Duration = Duration::from_mins(1);

/// The endings of files of games, for folders.
const ENDINGS: [&str; 5] = ["sgf", "json", "jsonl", "hexworld", "hsgf"];

/// What became of the games.
#[derive(Default)]
struct Counts {
    added: u64,
    known: u64,
    empty: u64,
    faulty: u64,
}

/// Reads games and adds them.
struct Adder {
    store: Store,
    batch: Vec<LibraryGame>,
    counts: Counts,
    interrupt: Interrupt,
}

/// The files, those of folders sorted by name.
fn all_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            inside(path, &mut files)?;
            ensure!(
                files.len() > before,
                "no file of games in {}: .{}",
                path.display(),
                ENDINGS.join(", .")
            );
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn inside(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let cannot = || format!("cannot read {}", folder.display());
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot)? {
        let entry = entry.with_context(cannot)?;
        entries.push((entry.path(), entry.file_type().with_context(cannot)?));
    }
    entries.sort_by(|one, other| one.0.cmp(&other.0));
    for (path, kind) in entries {
        // A link to a folder could lead back here.
        if kind.is_dir() {
            inside(&path, files)?;
        } else if path.is_file() && path.extension().is_some_and(is_ending) {
            files.push(path);
        }
    }
    Ok(())
}

fn is_ending(end: &std::ffi::OsStr) -> bool {
    ENDINGS
        .iter()
        .any(|ending| end.eq_ignore_ascii_case(ending))
}

/// Adds the games.
pub fn run(arguments: &AddArguments) -> Result<()> {
    let files = all_files(&arguments.files)?;
    let interrupt = Interrupt::listen();
    let mut adder = Adder {
        store: open_patiently(&arguments.into, true, PATIENCE)?,
        batch: Vec::new(),
        counts: Counts::default(),
        interrupt,
    };
    let progress = ProgressLine::new(files.len(), 0);
    for (number, file) in files.iter().enumerate() {
        if interrupt.is_pressed() {
            break;
        }
        adder.file(file, arguments.board, &|words| progress.at(number, words))?;
    }
    adder.flush()?;
    progress.clear();
    let total = adder.store.read(game_table::count)?;
    answer(&adder.counts.summary(total, arguments.json))?;
    if interrupt.is_pressed() {
        bail!("interrupted: the rest can be added by the same command");
    }
    let faulty = adder.counts.faulty;
    ensure!(faulty == 0, "{faulty} games could not be read");
    Ok(())
}

impl Adder {
    /// Adds the games of a file. Those that cannot be read are reported.
    fn file(&mut self, file: &Path, board: Option<BoardSize>, show: &dyn Fn(&str)) -> Result<()> {
        let name = game::name(file);
        let choice = GameChoice {
            board,
            ..GameChoice::default()
        };
        let games = match choice.games(file, None) {
            Ok(reader) => reader.enumerate(),
            Err(why) => {
                report(&format!("{why:#}"));
                self.counts.faulty += 1;
                return Ok(());
            }
        };
        for (number, game) in games {
            match game {
                Err(why) => {
                    report(&format!("{name}: {why}"));
                    self.counts.faulty += 1;
                }
                Ok(game) => {
                    let source = format!("{name}#{}", number + 1);
                    let game = LibraryGame::new(&game, source);
                    if game.has_moves() {
                        self.batch.push(game);
                    } else {
                        self.counts.empty += 1;
                    }
                }
            }
            if self.batch.len() >= BATCH {
                self.flush()?;
                show(&format!("{name}: {} games", number + 1));
                if self.interrupt.is_pressed() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Writes what was read.
    fn flush(&mut self) -> Result<()> {
        let batch = std::mem::take(&mut self.batch);
        let added = self.store.write(|tx| game_table::add(tx, &batch));
        let added = added.context("cannot add games")?;
        self.counts.added += added;
        self.counts.known += batch.len() as u64 - added;
        Ok(())
    }
}

impl Counts {
    fn summary(&self, total: u64, as_json: bool) -> String {
        let Self {
            added,
            known,
            empty,
            faulty,
        } = self;
        if as_json {
            let object = json!({
                "added": added, "known": known, "empty": empty, "faulty": faulty, "total": total,
            });
            return format!("{object}\n");
        }
        let mut parts = vec![format!("{added} added"), format!("{known} there before")];
        for (count, what) in [(empty, "without moves"), (faulty, "not readable")] {
            if *count > 0 {
                parts.push(format!("{count} {what}"));
            }
        }
        format!("{}; the library has {total} games\n", parts.join(", "))
    }
}
