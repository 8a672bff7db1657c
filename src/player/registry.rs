//! The named players: what each is, and how it is made.
//!
//! The program's own players are in `named`. Others are added with [`register`]: those of
//! the papers are, by [`crate::papers::register`], before the program reads its arguments.

use super::named;
use super::searches::SearchKind;
use super::{OptionTables, Player, PlayerOptions, Table};
use crate::base::lock::unpoisoned;
use crate::base::parameter::{Choice, Options};
use std::any::Any;
use std::fmt;
use std::sync::Mutex;

/// The highest level of `mustplay`.
pub const BEST_LEVEL: u64 = 10;

/// A player that can be asked for by name.
pub struct NamedPlayer {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one phrase.
    pub description: &'static str,
    /// Sets the options with which it comes at a level.
    pub preset: fn(u64, &mut OptionTables),
    /// How it moves.
    pub kind: PlayerKind,
    /// The command that lists options which it alone has, if there are any.
    pub own_command: Option<OwnCommand>,
}

/// The command for the options that one player alone has.
#[derive(Clone, Copy)]
pub struct OwnCommand {
    /// Its name: `param_...`.
    pub name: &'static str,
    /// What they are options of, for menus and help: `Local search`.
    pub of: &'static str,
    /// These options at their defaults.
    pub options: fn() -> Box<dyn AnyOptions>,
}

/// How a player moves.
pub enum PlayerKind {
    /// By a search, behind openings and swaps.
    Searching {
        /// The search.
        search: SearchKind,
        /// Whether it has the opening book: every level for first stones and swaps, the highest for
        /// other moves too.
        has_book: bool,
    },
    /// In its own way.
    Other(fn(&PlayerOptions) -> Box<dyn Player>),
}

/// A table of options of any type.
pub trait AnyOptions: Options + Any + Send + Sync + fmt::Debug {
    /// A copy.
    fn copied(&self) -> Box<dyn AnyOptions>;

    /// As a table.
    fn as_options(&self) -> &dyn Options;

    /// As a table, to be set.
    fn as_options_mut(&mut self) -> &mut dyn Options;

    /// As the type that it is.
    fn as_any(&self) -> &dyn Any;
}

impl<O: Options + Any + Clone + Send + Sync + fmt::Debug> AnyOptions for O {
    fn copied(&self) -> Box<dyn AnyOptions> {
        Box::new(self.clone())
    }

    fn as_options(&self) -> &dyn Options {
        self
    }

    fn as_options_mut(&mut self) -> &mut dyn Options {
        self
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Clone for Box<dyn AnyOptions> {
    fn clone(&self) -> Self {
        (**self).copied()
    }
}

/// Players that were registered.
static REGISTERED: Mutex<Vec<&'static NamedPlayer>> = Mutex::new(Vec::new());

/// The names of all players, sorted, as they were last asked for.
static NAMES: Mutex<&[&str]> = Mutex::new(&[]);

/// Adds players to those that can be asked for by name. Adding a player again changes nothing.
pub fn register(players: &[&'static NamedPlayer]) {
    let mut registered = unpoisoned(REGISTERED.lock());
    for player in players {
        if !registered.iter().any(|known| known.name == player.name) {
            registered.push(player);
        }
    }
}

/// All players, sorted by name.
pub fn players() -> Vec<&'static NamedPlayer> {
    let registered = unpoisoned(REGISTERED.lock());
    let mut all: Vec<&NamedPlayer> = named::PLAYERS.iter().chain(&*registered).copied().collect();
    all.sort_by_key(|player| player.name);
    all
}

/// The commands for options that one player alone has.
pub fn own_commands() -> Vec<OwnCommand> {
    let players = players().into_iter();
    players.filter_map(|player| player.own_command).collect()
}

/// The one of these that has this name.
pub fn own_command(name: &str) -> Option<OwnCommand> {
    own_commands().into_iter().find(|own| own.name == name)
}

/// The name of a player.
#[derive(Clone, Copy)]
pub struct PlayerName(&'static NamedPlayer);

impl PlayerName {
    /// The strongest player.
    pub const MUSTPLAY: Self = Self(&named::MUSTPLAY);

    /// The player of this name.
    pub fn player(self) -> &'static NamedPlayer {
        self.0
    }

    /// Whether this table has options that the player uses.
    pub(super) fn uses(self, table: Table) -> bool {
        let search = match self.0.kind {
            PlayerKind::Searching { search, .. } => Some(search),
            PlayerKind::Other(_) => None,
        };
        match table {
            Table::Search | Table::Tree => search.is_some_and(|search| search.table == Some(table)),
            Table::Own => self.0.own_command.is_some(),
            _ => true,
        }
    }
}

impl PartialEq for PlayerName {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for PlayerName {}

impl fmt::Debug for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

impl Choice for PlayerName {
    fn words() -> &'static [&'static str] {
        let all = players();
        let mut names = unpoisoned(NAMES.lock());
        if names.len() != all.len() {
            // At most once for each call of `register`.
            *names = Vec::leak(all.into_iter().map(|player| player.name).collect());
        }
        *names
    }

    fn of(word: &str) -> Option<Self> {
        let mut all = players().into_iter();
        all.find(|player| player.name.eq_ignore_ascii_case(word))
            .map(Self)
    }

    fn word(self) -> &'static str {
        self.0.name
    }
}
