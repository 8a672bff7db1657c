//! The README against the program: its tables of options, its menu of overlays, its picture, and
//! the commands in its text. `MUSTPLAY_BLESS=1 cargo test --release readme` writes the tables and
//! the picture anew.

use crate::support::engine::{answers, run, stdout};
use crate::support::folder::Folder;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");
pub const README: &str = include_str!("../../../README.md");

fn blessing() -> bool {
    std::env::var_os("MUSTPLAY_BLESS").is_some()
}

/// The commands that list options.
fn option_lists() -> Vec<String> {
    let listed = stdout(&[], b"list_commands\n");
    let all = answers(&listed).expect("well-formed").remove(0).text;
    let lists = all.lines().filter(|name| name.starts_with("param_"));
    lists.map(str::to_owned).collect()
}

/// The options of a command as a table, from the help of the program.
fn table_of(command: &str) -> String {
    let output = stdout(&[], format!("help {command}\n").as_bytes());
    let help = answers(&output).expect("well-formed").remove(0).text;
    let mut table =
        String::from("| option | default | takes | what it does |\n|---|---|---|---|\n");
    // Before the options come how the command is called and what it does.
    for line in help.lines().skip(2) {
        let (key, rest) = line.split_once(' ').expect("an option and its help");
        let (rest, default) = rest.rsplit_once(", default ").expect("a default");
        let (words, takes) = rest.rsplit_once(" (").expect("what it takes");
        let default = default.strip_suffix(')').expect("its end");
        let words = words.trim();
        assert!(!line.contains('|'), "{line}");
        writeln!(table, "| `{key}` | {default} | {takes} | {words} |").expect("a string");
    }
    table
}

/// Each group of options is one table, between comments that name the command.
#[test]
fn tables_of_options_in_the_readme_are_those_of_the_program() {
    let mut today = README.to_owned();
    let lists = option_lists();
    assert!(lists.len() >= 8, "{lists:?}");
    for command in lists {
        let (open, close) = (
            format!("<!-- {command} -->\n"),
            format!("<!-- /{command} -->\n"),
        );
        let start = today.find(&open).unwrap_or_else(|| panic!("no {open}")) + open.len();
        let length = today[start..]
            .find(&close)
            .unwrap_or_else(|| panic!("no {close}"));
        let table = table_of(&command);
        assert!(table.lines().count() > 3, "{command}: {table}");
        today.replace_range(start..start + length, &format!("\n{table}\n"));
    }
    if blessing() {
        fs::write(Path::new(ROOT).join("README.md"), &today).expect("the README");
    } else {
        let differs = |(kept, now): &(&str, &str)| kept != now;
        let difference = README.lines().zip(today.lines()).find(differs);
        assert!(README == today, "{difference:?}");
    }
}

/// The part below a heading.
fn section(heading: &str) -> &'static str {
    let start = README
        .find(&format!("\n## {heading}\n"))
        .expect("a section");
    let rest = &README[start + 1..];
    rest.find("\n## ").map_or(rest, |end| &rest[..end])
}

/// Each line of the analyze menu has one in the README, and the README has no other.
#[test]
fn the_readme_tells_what_each_overlay_shows() {
    let told = section("With HexGui");
    let words = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let output = stdout(&[], b"hexgui-analyze_commands\n");
    let menu = answers(&output).expect("well-formed").remove(0).text;
    let mut overlays = 0;
    for line in menu.lines() {
        let label = line.split('/').nth(1).expect("a label");
        if line.starts_with("param/") {
            assert!(words.contains(label), "{label} is not in the README");
            continue;
        }
        let row = told
            .lines()
            .find_map(|row| row.strip_prefix(&format!("| {label} | ")));
        let words = row.unwrap_or_else(|| panic!("{label} is not in the README"));
        assert!(words.len() > 15, "{words}");
        overlays += 1;
    }
    let rows = told.lines().filter(|line| line.starts_with("| ")).count();
    // One is the head of the table.
    assert_eq!(rows, overlays + 1);
}

/// `mustplay show FILE --svg` makes exactly the picture that is kept.
#[test]
fn the_picture_in_the_readme_is_made_by_the_program() {
    assert!(README.contains("](positions/game.svg)"));
    let folder = Folder::new("readme-picture");
    let (game, kept) = (
        format!("{ROOT}/positions/game.sgf"),
        format!("{ROOT}/positions/game.svg"),
    );
    let picture = folder.file("game.svg");
    stdout(&["show", &game, "--svg", &picture], b"");
    let today = fs::read_to_string(&picture).expect("a picture");
    if blessing() {
        fs::write(&kept, &today).expect("the picture");
    } else {
        assert!(
            fs::read_to_string(&kept).expect("the picture") == today,
            "positions/game.svg differs"
        );
    }
}

/// What stands between backticks in the text names a subcommand, and options that it has.
#[test]
fn commands_in_the_text_of_the_readme_are_known() {
    let mut count = 0;
    let text = README.split("```").step_by(2);
    for span in text.flat_map(|text| text.split('`').skip(1).step_by(2)) {
        let mut words = span.split_whitespace();
        if words.next() != Some("mustplay") {
            continue;
        }
        let (tasks, options): (Vec<&str>, Vec<&str>) =
            words.partition(|word| !word.starts_with("--"));
        let Some(task) = tasks.first() else { continue };
        let output = run(&[task, "--help"], b"");
        assert!(output.status.success(), "{span}");
        let help = String::from_utf8_lossy(&output.stdout).into_owned();
        for option in options {
            assert!(help.contains(option), "{span}: no {option}");
        }
        count += 1;
    }
    assert!(count >= 8, "only {count} commands");
}
