//! Reads what the user types: a move or a command. The error for anything else names what is
//! accepted.

use crate::base::parameter::shortened;
use crate::base::spelling::distance;
use crate::hex::{BoardSize, Cell, NotACell, letters};
use crate::teach::overlay::Overlay;

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminalCommand {
    /// A stone.
    Place(Cell),
    /// The swap.
    Swap,
    /// Take the last move back.
    Undo,
    /// Suggest a move, with its reason.
    Hint,
    /// Explain what is wrong with a move.
    Why(Cell),
    /// Show an overlay, or none.
    Show(Option<Overlay>),
    /// Draw the board again.
    Board,
    /// Set the level.
    Level(u64),
    /// Save the game in a file.
    Save(String),
    /// Load the game of a file.
    Load(String),
    /// Continue the unfinished game.
    Resume,
    /// Resign.
    Resign,
    /// Start a new game, on a board of this size if one is given.
    New(Option<BoardSize>),
    /// Give the first lesson.
    Lesson,
    /// List the commands.
    Help,
    /// Leave.
    Quit,
}

/// A command's line of help.
struct CommandHelp {
    name: &'static str,
    arguments: &'static str,
    help: &'static str,
}

/// A table of commands, by lines of `name arguments: help`.
macro_rules! commands {
    ($($name:literal $arguments:literal $help:literal,)*) => {
        [$(CommandHelp { name: $name, arguments: $arguments, help: $help }),*]
    };
}

static COMMANDS: [CommandHelp; 16] = commands! {
    "undo" "" "take back your last move and the reply",
    "swap" "" "take over the first stone, if swapping is allowed",
    "hint" "" "suggest a move and say why",
    "why" "MOVE" "explain a move or its refutation",
    "show" "WHAT" "energy, twod, mustplay, inferior, connections a1 north, off",
    "board" "" "draw the board again",
    "level" "1-10" "set the opponent's level, 1 (beginner) to 10 (strongest)",
    "save" "FILE" "save the game to a file (SGF)",
    "load" "FILE" "load a game from a file",
    "resume" "" "continue the unfinished game",
    "resign" "" "resign",
    "new" "[SIZE]" "start another game",
    "lesson" "" "learn Hex in six short steps; your game waits",
    "help" "" "show this list",
    "quit" "" "exit; the game is saved and offered next time",
    "exit" "" "the same",
};

/// The names of overlays.
const SHOWN: [&str; 6] = [
    "energy",
    "twod",
    "mustplay",
    "inferior",
    "connections",
    "off",
];

/// The words that may follow a line, for completion.
pub fn completions(line: &str) -> Vec<&'static str> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let last = if line.ends_with(char::is_whitespace) {
        ""
    } else {
        words.pop().unwrap_or_default()
    };
    let names: Vec<&'static str> = match words[..] {
        [] => COMMANDS.iter().map(|command| command.name).collect(),
        ["show"] => SHOWN.to_vec(),
        ["show", "connections", ..] => vec!["north", "south", "west", "east"],
        _ => Vec::new(),
    };
    let fits = |name: &&'static str| name.starts_with(last);
    names.into_iter().filter(fits).collect()
}

/// All commands, one a line.
pub fn help() -> String {
    let mut lines = vec![format!("{:<18}{}", "d4", "play there")];
    lines.extend(COMMANDS.iter().map(|command| {
        let usage = format!("{} {}", command.name, command.arguments);
        format!("{usage:<18}{}", command.help)
    }));
    lines.join("\n")
}

/// Reads a line; `None` if it is blank. An error names what is accepted.
pub fn read(line: &str, size: BoardSize) -> Result<Option<TerminalCommand>, String> {
    let names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
    read_among(line, size, &names)
}

/// The same, where only commands of these names are suggested.
pub fn read_among(
    line: &str,
    size: BoardSize,
    names: &[&str],
) -> Result<Option<TerminalCommand>, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&first, rest)) = words.split_first() else {
        return Ok(None);
    };
    let name = first.to_lowercase();
    let request = match (name.as_str(), rest) {
        ("swap" | "swap-pieces" | "swap-sides", []) => TerminalCommand::Swap,
        ("undo", []) => TerminalCommand::Undo,
        ("hint", []) => TerminalCommand::Hint,
        ("why", [cell]) => TerminalCommand::Why(read_cell(cell, size)?),
        ("show", what) => TerminalCommand::Show(shown(what)?),
        ("off", []) => TerminalCommand::Show(None),
        ("board", []) => TerminalCommand::Board,
        ("level", [number]) => TerminalCommand::Level(level(number)?),
        ("save", [_, ..]) => TerminalCommand::Save(rest_of(line, first)),
        ("load", [_, ..]) => TerminalCommand::Load(rest_of(line, first)),
        ("resume", []) => TerminalCommand::Resume,
        ("resign", []) => TerminalCommand::Resign,
        ("new", []) => TerminalCommand::New(None),
        ("new", [size]) => TerminalCommand::New(Some(size.parse().map_err(|_| {
            format!(
                "A board has 1 to 32 columns and rows, as in 'new 11' or 'new 9x7', not {}.",
                shortened(size)
            )
        })?)),
        ("lesson", []) => TerminalCommand::Lesson,
        ("help" | "?", _) => TerminalCommand::Help,
        ("quit" | "exit", []) => TerminalCommand::Quit,
        (name, rest) => return other(name, rest, size, names).map(Some),
    };
    Ok(Some(request))
}

/// The rest of the line behind the command: names of files may hold blanks.
fn rest_of(line: &str, first: &str) -> String {
    let rest = line.trim().strip_prefix(first);
    rest.unwrap_or_default().trim().to_owned()
}

fn level(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|level| (1..=10).contains(level));
    number.ok_or_else(|| {
        let text = shortened(text);
        format!("Levels go from 1 to 10, as in 'level 4', not {text}.")
    })
}

fn shown(what: &[&str]) -> Result<Option<Overlay>, String> {
    match what {
        ["off" | "nothing"] => Ok(None),
        ["connections" | "connection", from, to] => Ok(Some(Overlay::Connection(
            from.to_lowercase(),
            to.to_lowercase(),
        ))),
        [one] if !one.starts_with("vc:") => one.parse().map(Some).map_err(|_| showing()),
        _ => Err(showing()),
    }
}

fn showing() -> String {
    "Choose from: energy, twod, mustplay, inferior, connections FROM TO (stones, cells or edges, \
     as in 'show connections a1 north'), or off."
        .to_owned()
}

/// A cell of this board; the error names the cells it has.
pub fn read_cell(text: &str, size: BoardSize) -> Result<Cell, String> {
    size.read(text).map_err(|error| {
        let text = shortened(text);
        let last = letters(size.width() - 1);
        match error {
            NotACell::OffBoard => format!(
                "{text} is not on this board, which has columns a to {last} and rows 1 to {}.",
                size.height()
            ),
            NotACell::Unreadable => {
                format!("{text} is not a cell; type a column and a row, such as a1.")
            }
        }
    })
}

/// A move, or an unknown command.
fn other(
    name: &str,
    rest: &[&str],
    size: BoardSize,
    names: &[&str],
) -> Result<TerminalCommand, String> {
    if let Some(command) = COMMANDS.iter().find(|command| command.name == name) {
        let usage = format!("{} {}", command.name, command.arguments);
        return Err(format!("Type '{}': {}.", usage.trim(), command.help));
    }
    let is_cell = size.read(name) != Err(NotACell::Unreadable);
    match rest {
        [] if is_cell => read_cell(name, size).map(TerminalCommand::Place),
        [_, ..] if is_cell => Err(format!(
            "Type one move at a time, such as '{}'.",
            shortened(name)
        )),
        _ => {
            let near = names.iter().min_by_key(|other| distance(name, other));
            let meant = near.filter(|other| distance(name, other) <= 2 && name.len() > 2);
            let meant = meant.map_or(String::new(), |other| format!(" Did you mean '{other}'?"));
            Err(format!(
                "'{}' is not a move (such as a1) or a command. Type 'help' for a list.{meant}",
                shortened(name)
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_five(line: &str) -> Result<Option<TerminalCommand>, String> {
        read(line, "5".parse().unwrap())
    }

    #[test]
    fn moves_and_commands_are_understood_in_any_case() {
        let understood = |line| read_five(line).unwrap();
        assert_eq!(understood("  "), None);
        assert_eq!(
            understood("C3"),
            Some(TerminalCommand::Place(Cell::new(12)))
        );
        assert_eq!(
            understood(" why\ta1 "),
            Some(TerminalCommand::Why(Cell::new(0)))
        );
        assert_eq!(understood("LEVEL 10"), Some(TerminalCommand::Level(10)));
        assert_eq!(understood("new"), Some(TerminalCommand::New(None)));
        assert_eq!(
            understood("new 9x7"),
            Some(TerminalCommand::New("9x7".parse().ok()))
        );
        assert_eq!(
            understood("Save my best game.sgf"),
            Some(TerminalCommand::Save("my best game.sgf".to_owned()))
        );
        for line in ["show off", "off", "OFF"] {
            assert_eq!(understood(line), Some(TerminalCommand::Show(None)));
        }
        assert_eq!(
            understood("show twod"),
            Some(TerminalCommand::Show(Some(Overlay::TwoDistance)))
        );
        let connection = Overlay::Connection("a1".to_owned(), "north".to_owned());
        assert_eq!(
            understood("show connections A1 north"),
            Some(TerminalCommand::Show(Some(connection)))
        );
    }

    #[test]
    fn errors_name_what_would_be_understood() {
        for (line, part) in [
            ("z9", "columns a to e and rows 1 to 5"),
            ("d44", "columns a to e and rows 1 to 5"),
            ("d4 e5", "Type one move at a time, such as 'd4'."),
            ("hnit", "Did you mean 'hint'?"),
            ("öäü€", "Type 'help' for a list"),
            ("why", "Type 'why MOVE': explain a move"),
            ("undo 3", "Type 'undo': take back your last move"),
            ("why north", "north is not a cell"),
            ("level 11", "from 1 to 10"),
            ("level -1", "from 1 to 10"),
            ("new 33", "1 to 32 columns and rows"),
            ("save", "Type 'save FILE'"),
            ("show", "energy, twod, mustplay"),
            ("show vc:a1-north", "connections FROM TO"),
            ("show connections a1", "connections FROM TO"),
        ] {
            let complaint = read_five(line).unwrap_err();
            assert!(complaint.contains(part), "{line}: {complaint}");
            assert!(complaint.ends_with(['.', '?']), "{complaint}");
        }
    }

    #[test]
    fn every_command_of_the_help_is_understood_and_completed() {
        for command in &COMMANDS {
            let arguments = match command.arguments {
                "MOVE" => "a1",
                "WHAT" => "energy",
                "1-10" => "3",
                "FILE" => "game.sgf",
                "[SIZE]" => "7",
                _ => "",
            };
            let line = format!("{} {arguments}", command.name);
            assert!(matches!(read_five(&line), Ok(Some(_))), "{line}");
            let half = &command.name[..2];
            assert!(completions(half).contains(&command.name));
            assert!(help().contains(command.help));
        }
        assert_eq!(completions("show t"), ["twod"]);
        assert_eq!(
            completions("show connections a1 "),
            ["north", "south", "west", "east"]
        );
        assert!(help().lines().all(|line| line.len() < 80));
    }
}
