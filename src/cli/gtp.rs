//! `mustplay` without a subcommand: speaks GTP on stdin and stdout.

use super::files;
use crate::cluster::Address;
use crate::gtp::{Session, SessionSettings, serve, sets_options_of_others};
use crate::hex::BoardSize;
use crate::library::SharedStore;
use crate::network::{Quantised, Weights};
use crate::player::{self, PlayerOptions};
use anyhow::{Context, Result, bail};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The greeting on a terminal; it is not printed to programs.
const GREETING: &str = concat!(
    "mustplay ",
    env!("CARGO_PKG_VERSION"),
    ", a Hex engine. It speaks GTP: try 'showboard', 'play black f6' or 'genmove white'.\n",
    "'help' lists all commands, 'quit' exits; 'mustplay --help' shows the subcommands."
);

/// The arguments of `mustplay` without a subcommand.
#[derive(clap::Args, Clone, Debug)]
pub struct GtpArguments {
    /// Board size at the start: 11, or columns x rows such as 9x7
    #[arg(long, default_value = "11", value_name = "SIZE")]
    pub size: BoardSize,

    /// Player that answers genmove, NAME[:key=value,...]; any option except the game options may be
    /// a key
    #[arg(long, default_value = "mustplay", value_name = "PLAYER", value_parser = player::parse)]
    pub player: PlayerOptions,

    /// Random seed; the same seed gives the same game
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Memory in megabytes for the search tree or transposition table and its analyses; sets
    /// `uct_memory`, `puct_memory` and `table_size`. Two analyses, plus one per extra thread, are
    /// always allocated (about 4 MB each on 11x11, 40 MB on 19x19)
    #[arg(long, value_name = "MEGABYTES", value_parser = clap::value_parser!(u64).range(1..=65_536))]
    pub hash: Option<u64>,

    /// Opening book (from mustplay book grow) to use instead of the shipped one for its board size
    #[arg(long, value_name = "FILE.jsonl")]
    pub book: Option<PathBuf>,

    /// Network (from mustplay learn network) to use instead of the shipped one that reads the same
    /// input
    #[arg(long, value_name = "FILE")]
    pub network: Option<PathBuf>,

    /// Store with a library of games (from mustplay games add): a file, or the address of a
    /// PostgreSQL database
    #[arg(long, value_name = "FILE|URL")]
    pub store: Option<String>,

    /// File of GTP commands to run first; their answers are not shown
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Accepted from scripts for other engines: this program writes no log
    #[arg(long, value_name = "FILE", hide = true)]
    pub logfile_name: Option<PathBuf>,
}

/// Answers until the input ends.
pub fn run(options: GtpArguments) -> Result<()> {
    let mut player = options.player;
    if let Some(seed) = options.seed {
        player.set_seed(seed);
    }
    if let Some(megabytes) = options.hash {
        player.set_memory(megabytes)?;
    }
    if let Some(path) = &options.book {
        player.book = Some(Arc::new(super::book::open(path)?));
    }
    if let Some(path) = &options.network {
        let weights = Weights::read(&files::bytes(path)?);
        let weights = weights.with_context(|| format!("cannot read {}", path.display()))?;
        let network = Arc::new(Quantised::new(&weights));
        let set = player.set_network(network);
        set.with_context(|| format!("cannot use {}", path.display()))?;
    }
    if options.logfile_name.is_some() {
        warn("--logfile-name is ignored: this program writes no log");
    }
    let mut session = Session::new(SessionSettings {
        size: options.size,
        player,
    });
    if let Some(store) = &options.store {
        session.library = Some(Arc::new(SharedStore::open(&Address::read(store)?, false)?));
    }
    if let Some(path) = &options.config {
        configure(&mut session, path)?;
    }
    if session.is_over() {
        return Ok(());
    }
    if io::stdin().is_terminal() {
        // A closed stderr must not stop the program.
        let _ = writeln!(io::stderr(), "{GREETING}");
    }
    serve(io::BufReader::new(io::stdin()), io::stdout(), &mut session).context("cannot answer")
}

/// A warning; a closed stderr must not stop the program.
fn warn(text: &str) {
    let _ = writeln!(io::stderr(), "warning: {text}");
}

/// Runs the commands of a file. A line that fails ends the program: a match or an experiment must
/// not run with settings other than those requested. Only what files for other engines set and has
/// no meaning here is left out, with a warning.
fn configure(session: &mut Session, path: &Path) -> Result<()> {
    let name = path.display();
    let text = files::bytes(path)?;
    for (number, line) in text.split(|&byte| byte == b'\n').enumerate() {
        if let Some(Err(failure)) = session.answer_line(line) {
            let why = format!("{name}, line {}: {}", number + 1, failure.0);
            let command = line.trim_ascii().split(u8::is_ascii_whitespace).next();
            let command = String::from_utf8_lossy(command.unwrap_or_default());
            if !sets_options_of_others(&command) {
                bail!(why);
            }
            warn(&format!("{why}; ignored"));
        }
        if session.is_over() {
            break;
        }
    }
    Ok(())
}
