//! The menu of analyses that `HexGui` offers, in the order in which it shows them.
//!
//! How `HexGui` 0.10 shows answers by type: `string` goes to the status bar, which shows some 110
//! characters, or into a window if it has several lines, and leaves the picture on the board;
//! `plist` marks cells; `pspairs` writes on cells, four characters a line, `@` between two lines;
//! `var` numbers stones from the side to move on; `inferior` and `vc` paint. These clear the
//! picture even if the answer is empty, and leave the status bar. `param` opens a dialog. Errors
//! show nowhere. Answers of type `move` change only `HexGui`'s own board, so no entry uses it.

use super::options::OptionTable;
use super::session_options::SessionOptions;
use crate::hex::Colour;

/// An entry of the menu.
pub struct MenuEntry {
    /// How the answer is shown.
    pub shown_as: &'static str,
    /// Its name.
    pub label: &'static str,
    /// The command, with `%m` for the side to move as `HexGui` shows it, `%c` for a colour, `%p`
    /// for a cell and `%P` for two that are chosen.
    pub command: &'static str,
}

const fn entry(shown_as: &'static str, label: &'static str, command: &'static str) -> MenuEntry {
    MenuEntry {
        shown_as,
        label,
        command,
    }
}

/// The menu.
pub const MENU: [MenuEntry; 66] = [
    // What to play.
    entry("plist", "Suggest a move", "reg_genmove %m points"),
    entry("pspairs", "Move values", "search-values %m"),
    entry("var", "Expected line", "search-get-pv %m"),
    entry("pspairs", "Move scores", "search-scores %m labels"),
    entry("pspairs", "Book moves", "book-moves %m labels"),
    entry("pspairs", "Moves in games", "library-moves %m labels"),
    entry("string", "Games", "library-games"),
    entry("string", "Explain", "explain %m"),
    entry("string", "Explain a move", "explain %m %p"),
    entry("plist", "Cells that matter", "explain-cells %m"),
    entry("string", "Analysis", "analyze %m words"),
    // Who wins.
    entry("pspairs", "Who wins", "dfpn-solve-state %m labels"),
    entry("plist", "Winning moves", "dfpn-solver-find-winning %m"),
    entry("var", "Proof line", "dfpn-get-pv %m"),
    entry("pspairs", "Proof bounds", "dfpn-get-bounds %m labels"),
    entry("plist", "Clear proofs", "dfpn-clear-tt"),
    // Where to play.
    entry("inferior", "Mustplay", "vc-build %m"),
    entry("inferior", "Inferior cells", "compute-inferior %m"),
    entry("inferior", "Fill-in", "compute-fillin %m"),
    // Connections.
    entry("plist", "Are two ends connected?", "connection %P cells"),
    entry(
        "vc",
        "Certain connections between two ends",
        "vc-between-cells-full %c %P",
    ),
    entry(
        "vc",
        "Connections between two ends if we move first",
        "vc-between-cells-semi %c %P",
    ),
    entry(
        "vc",
        "Certain connections to top",
        "vc-between-cells-full black %p north",
    ),
    entry(
        "vc",
        "Certain connections to bottom",
        "vc-between-cells-full black %p south",
    ),
    entry(
        "vc",
        "Certain connections to left",
        "vc-between-cells-full white %p west",
    ),
    entry(
        "vc",
        "Certain connections to right",
        "vc-between-cells-full white %p east",
    ),
    entry(
        "vc",
        "Connections to top if we move first",
        "vc-between-cells-semi black %p north",
    ),
    entry(
        "vc",
        "Connections to bottom if we move first",
        "vc-between-cells-semi black %p south",
    ),
    entry(
        "vc",
        "Connections to left if we move first",
        "vc-between-cells-semi white %p west",
    ),
    entry(
        "vc",
        "Connections to right if we move first",
        "vc-between-cells-semi white %p east",
    ),
    entry(
        "plist",
        "Ends certainly connected to a cell",
        "vc-connected-to-full %c %p",
    ),
    entry(
        "plist",
        "Ends connected to a cell if we move first",
        "vc-connected-to-semi %c %p",
    ),
    entry(
        "plist",
        "Certainly connected to top",
        "vc-connected-to-full black north",
    ),
    entry(
        "plist",
        "Certainly connected to bottom",
        "vc-connected-to-full black south",
    ),
    entry(
        "plist",
        "Certainly connected to left",
        "vc-connected-to-full white west",
    ),
    entry(
        "plist",
        "Certainly connected to right",
        "vc-connected-to-full white east",
    ),
    entry("pspairs", "Edge templates", "vc-templates %c"),
    entry(
        "plist",
        "Cells that all certain connections need",
        "vc-intersection-full %c %P",
    ),
    entry(
        "plist",
        "Cells that all connections need if we move first",
        "vc-intersection-semi %c %P",
    ),
    entry(
        "plist",
        "Cells that any certain connection needs",
        "vc-union-full %c %P",
    ),
    entry(
        "plist",
        "Cells that any connection needs if we move first",
        "vc-union-semi %c %P",
    ),
    entry(
        "plist",
        "Answers to an intrusion",
        "vc-maintenance-responses %p",
    ),
    entry("string", "Connection statistics", "vc-set-stats %c"),
    // Evaluation.
    entry("pspairs", "Energy", "eval-resist-cells %c labels"),
    entry("string", "Resistance", "eval-resist %m words"),
    entry("pspairs", "Potentials (two-distance)", "eval-twod %c"),
    entry(
        "string",
        "Two-distance evaluation",
        "eval-potentials %m words",
    ),
    entry("pspairs", "Distances", "eval-distance %c"),
    entry("pspairs", "Bridges to top", "eval-bridges black north"),
    entry("pspairs", "Bridges to bottom", "eval-bridges black south"),
    entry("pspairs", "Bridges to left", "eval-bridges white west"),
    entry("pspairs", "Bridges to right", "eval-bridges white east"),
    // The game.
    entry("string", "Swap rule on or off", "swap-rule switch"),
    entry("string", "Board as text", "showboard"),
    entry("plist", "Chain of a stone", "group-get %p"),
    entry("string", "HexWorld link", "printlink"),
    entry("string", "Time left", "time_left"),
    entry("string", "Processor time", "cputime words"),
    // Options.
    entry("param", "Player options", "param_player"),
    entry("param", "Game options", "param_game"),
    entry("param", "Network search options", "param_puct"),
    entry("param", "Search options", "param_search"),
    entry("param", "Connection options", "param_vc"),
    entry("param", "Inferior cell options", "param_ice"),
    entry("param", "Evaluation options", "param_eval"),
    entry("param", "Solver options", "param_dfpn"),
];

/// The entry that sends these words, a command and its arguments.
pub fn entry_of(words: &[String]) -> Option<&'static MenuEntry> {
    MENU.iter().find(|entry| entry.sends(words))
}

impl MenuEntry {
    /// Whether its answer replaces the picture on the board.
    pub fn draws(&self) -> bool {
        !matches!(self.shown_as, "string" | "param")
    }

    fn sends(&self, words: &[String]) -> bool {
        // Two cells stand for %P.
        let command = self.command.replace("%P", "%p %p");
        let places: Vec<&str> = command.split(' ').collect();
        let fits = |(place, word): (&&str, &String)| match *place {
            "%m" | "%c" => word.parse::<Colour>().is_ok(),
            "%p" => true,
            name => name == word,
        };
        places.len() == words.len() && places.iter().zip(words).all(fits)
    }
}

/// The menu as `hexgui-analyze_commands` prints it: `type/label/command`, one per line, with the
/// option tables that the player uses.
pub fn lines(options: &SessionOptions) -> String {
    let is_used = |entry: &&MenuEntry| {
        OptionTable::of(entry.command).is_none_or(|table| options.table(table).is_some())
    };
    let line = |entry: &MenuEntry| {
        let MenuEntry {
            shown_as,
            label,
            command,
        } = entry;
        format!("{shown_as}/{label}/{command}")
    };
    let mut lines: Vec<String> = MENU.iter().filter(is_used).map(line).collect();
    if let Some(own) = options.player.player.name.player().own_command {
        lines.push(format!("param/{} options/{}", own.of, own.name));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::command_table::CommandTable;
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_entry_has_a_label_of_its_own_and_a_command_that_takes_its_arguments() {
        let table = CommandTable::default();
        let mut labels = HashSet::new();
        for entry in MENU {
            assert!(labels.insert(entry.label), "{} twice", entry.label);
            assert!(!entry.label.contains('/') && !entry.command.contains('/'));
            let mut words = entry.command.split(' ');
            let name = words.next().unwrap_or_default();
            let command = table.find(name).unwrap_or_else(|| panic!("no {name}"));
            // Two cells stand for %P.
            let count: usize = words.map(|word| if word == "%P" { 2 } else { 1 }).sum();
            assert_eq!(command.check_count(count), Ok(()), "{}", entry.command);
        }
    }

    #[test]
    fn entries_are_found_by_the_commands_they_send() {
        let label = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            entry_of(&words).map(|entry| entry.label)
        };
        assert_eq!(label("reg_genmove b points"), Some("Suggest a move"));
        assert_eq!(label("reg_genmove b"), None);
        assert_eq!(label("explain w"), Some("Explain"));
        assert_eq!(label("explain w c3"), Some("Explain a move"));
        let one = label("vc-between-cells-full white c3 south");
        assert_eq!(one, Some("Certain connections between two ends"));
        assert_eq!(label("vc-between-cells-full red c3 south"), None);
    }

    #[test]
    fn all_options_have_a_dialog() {
        let table = CommandTable::default();
        let lists = table.all().into_iter().map(|command| command.name);
        // The names of other programs list options that stand elsewhere.
        // Those that one player alone has are added for it.
        let shared = |name: &&str| matches!(OptionTable::of(name), Some(table) if !matches!(table, OptionTable::Own(_)));
        for name in lists.filter(shared) {
            assert!(MENU.iter().any(|entry| entry.command == name), "{name}");
        }
    }
}
