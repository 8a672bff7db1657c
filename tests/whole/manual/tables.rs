//! Option tables, each between comments that name the command listing those options.
//! `MUSTPLAY_BLESS=1 cargo test --release manual` rewrites them.

use super::{generated, pages};
use crate::support::engine::{answers, stdout};
use std::fmt::Write as _;

/// The commands that list our own options, without the aliases for other engines.
pub fn option_lists() -> Vec<String> {
    let listed = stdout(&[], b"list_commands\n");
    let all = answers(&listed).expect("well-formed").remove(0).text;
    let lists = all.lines().filter(|name| name.starts_with("param_"));
    let questions: Vec<String> = lists.clone().map(|name| format!("help {name}\n")).collect();
    let questions = questions.concat();
    let helps = answers(&stdout(&[], questions.as_bytes())).expect("well-formed");
    let own = lists.zip(helps);
    let own = own.filter(|(_, help)| !help.text.contains("Other engines' name"));
    own.map(|(name, _)| name.to_owned()).collect()
}

/// The options of a command as a table, taken from its `--help`.
fn table_of(command: &str) -> String {
    let output = stdout(&[], format!("help {command}\n").as_bytes());
    let help = answers(&output).expect("well-formed").remove(0).text;
    let mut table =
        String::from("| option | default | takes | what it does |\n|---|---|---|---|\n");
    // The usage and a description precede the options.
    for line in help.lines().skip(2) {
        let (key, rest) = line.split_once(' ').expect("an option and its help");
        let (rest, default) = rest.rsplit_once(", default ").expect("a default");
        let (words, takes) = rest.rsplit_once(" (").expect("a type and a default");
        let default = default.strip_suffix(')').expect("a closing parenthesis");
        let words = words.trim();
        assert!(!line.contains('|'), "{line}");
        writeln!(table, "| `{key}` | {default} | {takes} | {words} |").expect("a string");
    }
    table
}

/// Each command has one table, on one page.
#[test]
fn tables_of_options_are_those_of_the_program() {
    let pages = pages();
    let lists = option_lists();
    assert!(lists.len() >= 8, "{lists:?}");
    for command in lists {
        let open = format!("<!-- {command} -->\n");
        let mut with = pages.iter().filter(|(_, text)| text.contains(&open));
        let page = with.next();
        assert!(
            page.is_some() && with.next().is_none(),
            "{command}: pages with its table"
        );
        let table = table_of(&command);
        assert!(table.lines().count() > 2, "{command}: {table}");
        generated(page.expect("a page").0, &command, &table);
    }
}
