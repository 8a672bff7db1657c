//! Names by which scripts for other Hex engines, mainly `MoHex` and Wolve, set options and query
//! connections. A key is accepted if it means the same here; any other key is an error, so that no
//! script wrongly assumes it was set. Only a file of settings goes on after it, with a warning.

use super::connections;
use crate::base::parameter::shortened;
use crate::gtp::options::OptionTable;
use crate::gtp::{Call, Command, Failure, Session};
use crate::player::Table;
use std::fmt::Write;

/// The meaning of another engine's key.
#[derive(Clone, Copy)]
enum Meaning {
    /// An option of ours, with the same values.
    Same(OptionTable, &'static str),
    /// Several switches of ours as one.
    Both(OptionTable, [&'static str; 2]),
    /// An option of ours, off for 0, and on for 1 with this value.
    Switch(OptionTable, &'static str, [&'static str; 2]),
    /// An option of ours, in other units.
    Converted(OptionTable, &'static str, Unit),
    /// Fixed: only this value is accepted.
    Always(&'static str),
}

use Meaning::{Always, Both, Converted, Same, Switch};

/// What another engine gives memory in, where we give it in megabytes.
#[derive(Clone, Copy)]
enum Unit {
    Bytes,
    /// The binary logarithm of a number of entries of a table.
    EntryBits,
}

impl Unit {
    /// The bytes of an entry of a table, as far as that can be compared.
    const ENTRY: u64 = 32;

    /// So much in megabytes, at least one.
    fn megabytes(self, value: u64) -> u64 {
        let bytes = match self {
            Self::Bytes => value,
            Self::EntryBits => 1_u64
                .checked_shl(value.min(63) as u32)
                .map_or(u64::MAX, |entries| entries.saturating_mul(Self::ENTRY)),
        };
        (bytes >> 20).max(1)
    }

    /// The same for so many megabytes.
    fn of_megabytes(self, megabytes: u64) -> u64 {
        let bytes = megabytes.saturating_mul(1 << 20);
        match self {
            Self::Bytes => bytes,
            Self::EntryBits => (bytes / Self::ENTRY).max(1).ilog2().into(),
        }
    }
}

const PLAYER: OptionTable = OptionTable::Player(Table::Player);
const SEARCH: OptionTable = OptionTable::Player(Table::Search);
const TREE: OptionTable = OptionTable::Player(Table::Tree);
const CONNECTIONS: OptionTable = OptionTable::Player(Table::Connections);
const INFERIOR: OptionTable = OptionTable::Player(Table::Inferior);

/// A key with its meaning.
type Key = (&'static str, Meaning);

/// What the solver does with inferior cells.
const SOLVER_ICE: [&str; 2] = ["prune_inferior", "fill_in"];

/// The lists of options, each by the name of its command.
const LISTS: [(&str, &[Key]); 9] = [
    (
        "param_mohex",
        &[
            ("max_time", Same(PLAYER, "max_time")),
            ("max_games", Same(PLAYER, "max_nodes")),
            ("num_threads", Same(PLAYER, "threads")),
            ("ponder", Same(PLAYER, "ponder")),
            ("max_memory", Converted(TREE, "puct_memory", Unit::Bytes)),
            ("reuse_subtree", Same(TREE, "puct_keep_tree")),
            ("use_parallel_solver", Same(PLAYER, "solver")),
        ],
    ),
    (
        "param_wolve",
        &[
            ("max_time", Same(PLAYER, "max_time")),
            ("max_depth", Same(PLAYER, "max_depth")),
            ("ply_width", Same(SEARCH, "beam_width")),
            ("tt_bits", Converted(SEARCH, "table_size", Unit::EntryBits)),
            ("ponder", Same(PLAYER, "ponder")),
            (
                "use_guifx",
                Switch(OptionTable::Game, "live_gfx", ["off", "on"]),
            ),
            ("use_parallel_solver", Same(PLAYER, "solver")),
        ],
    ),
    (
        "param_dfs",
        &[("use_guifx", Same(OptionTable::Solver, "use_guifx"))],
    ),
    (
        "param_player_board",
        &[
            ("use_decompositions", Always("0")),
            ("use_ice", Same(INFERIOR, "find_inferior")),
            ("use_vcs", Always("1")),
        ],
    ),
    (
        "param_player_vc",
        &[
            ("and_over_edge", Same(CONNECTIONS, "edge_midpoints")),
            ("max_ors", Same(CONNECTIONS, "or_limit")),
            ("use_patterns", Same(CONNECTIONS, "templates")),
        ],
    ),
    (
        "param_player_ice",
        &[("use_capture", Same(INFERIOR, "fill_captured"))],
    ),
    (
        "param_solver_board",
        &[
            ("use_decompositions", Always("0")),
            ("use_ice", Both(OptionTable::Solver, SOLVER_ICE)),
            ("use_vcs", Always("1")),
        ],
    ),
    ("param_solver_vc", &[]),
    ("param_solver_ice", &[]),
];

const fn list(name: &'static str, help: &'static str) -> Command {
    Command {
        name,
        arguments: "[KEY VALUE]",
        help,
        run: list_or_set,
    }
}

const BOARD_HELP: &str = "Other engines' name for options of a board: lists the supported keys, \
    or sets one.";
const VC_HELP: &str = "Other engines' name for options of connections: lists the supported keys, \
    or sets one.";
const ICE_HELP: &str = "Other engines' name for options of inferior cells: lists the supported \
    keys, or sets one.";

pub const COMMANDS: [Command; 13] = [
    list(
        "param_mohex",
        "Other engines' name for options of the player: lists the supported keys, or sets one.",
    ),
    list(
        "param_wolve",
        "Other engines' name for options of the player: lists the supported keys, or sets one.",
    ),
    list(
        "param_dfs",
        "Other engines' name for options of the solver: lists the supported keys, or sets one.",
    ),
    list("param_player_board", BOARD_HELP),
    list("param_player_vc", VC_HELP),
    list("param_player_ice", ICE_HELP),
    list("param_solver_board", BOARD_HELP),
    list("param_solver_vc", VC_HELP),
    list("param_solver_ice", ICE_HELP),
    Command {
        name: "vc-connected-to",
        arguments: "END COLOUR KIND",
        help: "An older order of vc-connected-to-full (KIND 0) and vc-connected-to-semi (KIND 1).",
        run: |session, call| older(session, call, "vc-connected-to", 1),
    },
    Command {
        name: "vc-between-cells",
        arguments: "FROM TO COLOUR KIND",
        help: "An older order of vc-between-cells-full (KIND 0) and vc-between-cells-semi (KIND 1).",
        run: |session, call| older(session, call, "vc-between-cells", 2),
    },
    Command {
        name: "vc-intersection",
        arguments: "FROM TO COLOUR KIND",
        help: "An older order of vc-intersection-full (KIND 0) and vc-intersection-semi (KIND 1).",
        run: |session, call| older(session, call, "vc-intersection", 2),
    },
    Command {
        name: "vc-union",
        arguments: "FROM TO COLOUR KIND",
        help: "An older order of vc-union-full (KIND 0) and vc-union-semi (KIND 1).",
        run: |session, call| older(session, call, "vc-union", 2),
    },
];

/// Whether a command is for options of other engines: a file of settings goes on without those that
/// mean nothing here.
pub fn sets_options_of_others(command: &str) -> bool {
    const STARTS: [&str; 5] = [
        "param_mohex",
        "param_wolve",
        "param_dfs",
        "param_player_",
        "param_solver_",
    ];
    STARTS.iter().any(|start| command.starts_with(start))
}

/// The option of our solver that another engine's key for its own means, with the value.
pub fn solver_option(key: &str, value: &str) -> Option<(&'static str, String)> {
    let value: u64 = value.parse().ok()?;
    (key == "tt_bits").then(|| ("hash", Unit::EntryBits.megabytes(value).to_string()))
}

/// The keys of a command.
fn keys(name: &str) -> &'static [Key] {
    let found = LISTS.iter().find(|(list, _)| *list == name);
    found.map_or(&[], |&(_, keys)| keys)
}

fn list_or_set(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let keys = keys(call.command.name);
    let Some(key) = call.get(0) else {
        let lines: Vec<String> = keys.iter().filter_map(|key| listed(session, key)).collect();
        return Ok(lines.join("\n"));
    };
    let value = call.text(1)?;
    let Some(&(_, meaning)) = keys.iter().find(|(name, _)| *name == key) else {
        let known: Vec<&str> = keys.iter().map(|&(name, _)| name).collect();
        let known = if known.is_empty() {
            "none".to_owned()
        } else {
            known.join(", ")
        };
        return Err(Failure(format!(
            "unsupported key {}; supported: {known}",
            shortened(key)
        )));
    };
    match meaning {
        Same(table, own) => session.set_option(table, own, value)?,
        Both(table, own) => {
            for own in own {
                session.set_option(table, own, value)?;
            }
        }
        Switch(table, own, values) => match value {
            "0" => session.set_option(table, own, values[0])?,
            "1" => session.set_option(table, own, values[1])?,
            _ => {
                return Err(Failure(format!(
                    "{key} takes 0 or 1, not {}",
                    shortened(value)
                )));
            }
        },
        Converted(table, own, unit) => {
            let Ok(number) = value.parse() else {
                let value = shortened(value);
                return Err(Failure(format!("{key} takes a whole number, not {value}")));
            };
            let megabytes = unit.megabytes(number);
            session.set_option(table, own, &megabytes.to_string())?;
        }
        Always(only) if value == only => {}
        Always(only) => return Err(Failure(format!("{key} is always {only}"))),
    }
    Ok(String::new())
}

/// A line of a list: `[bool] ponder 0`; `None` if the player does not use the option.
fn listed(session: &Session, &(key, meaning): &Key) -> Option<String> {
    let row = |table, own: &str| {
        let rows = session.options.table(table)?.list();
        rows.lines().find_map(|line| {
            let (kind, setting) = line.split_once("] ")?;
            let value = setting.strip_prefix(own)?.strip_prefix(' ')?;
            Some((kind.trim_start_matches('[').to_owned(), value.to_owned()))
        })
    };
    let mut line = String::new();
    let _ = match meaning {
        Same(table, own) | Both(table, [own, _]) => {
            let (kind, value) = row(table, own)?;
            write!(line, "[{kind}] {key} {value}")
        }
        Switch(table, own, values) => {
            let (_, value) = row(table, own)?;
            write!(line, "[bool] {key} {}", u8::from(value != values[0]))
        }
        Converted(table, own, unit) => {
            let (_, value) = row(table, own)?;
            let value = unit.of_megabytes(value.parse().ok()?);
            write!(line, "[string] {key} {value}")
        }
        Always(only) => write!(line, "[bool] {key} {only}"),
    };
    Some(line)
}

/// Reorders arguments that end with `COLOUR KIND` after this many ends.
fn older(session: &mut Session, call: &Call, name: &str, ends: usize) -> Result<String, Failure> {
    let kind = match call.text(ends + 1)? {
        "0" => "full",
        "1" => "semi",
        other => {
            return Err(Failure(format!(
                "neither 0 (full) nor 1 (semi): {}",
                shortened(other)
            )));
        }
    };
    call.colour(ends)?;
    let name = format!("{name}-{kind}");
    let command = connections::COMMANDS.iter().find(|one| one.name == name);
    let command = command.ok_or_else(|| Failure::new("internal error: no such command"))?;
    let (ends, colour) = call.arguments.split_at(ends);
    let arguments: Vec<String> = colour.iter().take(1).chain(ends).cloned().collect();
    let call = Call {
        command,
        arguments: &arguments,
        observer: call.observer,
    };
    (command.run)(session, &call)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::SessionSettings;
    use crate::player::PlayerOptions;

    fn session() -> Session {
        Session::new(SessionSettings {
            size: "5".parse().unwrap(),
            player: PlayerOptions::default(),
        })
    }

    /// Every key is listed, and takes the value that it is listed with, but for that of a table that
    /// the player does not use.
    #[test]
    fn every_key_lists_and_takes_its_value() {
        let mut session = session();
        for (name, keys) in LISTS {
            let mut ask = |line: String| session.answer_line(line.as_bytes()).unwrap();
            let listed = ask(name.to_owned()).unwrap();
            let unused = keys
                .iter()
                .filter(|(key, _)| ["ply_width", "tt_bits"].contains(key))
                .count();
            assert_eq!(listed.lines().count(), keys.len() - unused, "{name}");
            for line in listed.lines() {
                let setting = line.split_once("] ").unwrap().1;
                assert!(setting.split(' ').count() == 2, "{name}: {line}");
                ask(format!("{name} {setting}")).unwrap();
            }
            assert_eq!(ask(name.to_owned()).unwrap(), listed, "{name}");
        }
    }

    #[test]
    fn a_key_sets_what_it_means() {
        let mut session = session();
        for line in [
            "param_mohex max_time 2.5",
            "param_mohex max_games 700",
            "param_wolve use_guifx 1",
            "param_player_vc and_over_edge 0",
        ] {
            session.answer_line(line.as_bytes()).unwrap().unwrap();
        }
        let ply_width = session.answer_line(b"param_wolve ply_width 9").unwrap();
        assert!(ply_width.is_err(), "an option of alpha-beta");
        let options = &session.options;
        assert!((options.player.player.seconds - 2.5).abs() < 1e-9);
        assert_eq!(options.player.player.max_nodes, 700);
        assert!(
            options
                .table(OptionTable::Game)
                .unwrap()
                .list()
                .contains("live_gfx on")
        );
        assert!(!options.player.connections.edge_midpoints);
    }
}
