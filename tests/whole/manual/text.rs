//! README and manual name everything that exists, and nothing else.

use super::tables::option_lists;
use super::{pages, whole};
use crate::support::engine::{ROOT, answers, stdout};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn the_readme_is_short_and_leads_to_every_page() {
    let pages = pages();
    let readme = &pages[0].1;
    assert!(readme.len() <= 12_000, "{} bytes", readme.len());
    for (path, text) in &pages[1..] {
        assert!(readme.contains(&format!("]({path})")), "no link to {path}");
        assert!(text.starts_with("# ") && text.ends_with('\n'), "{path}");
        let running: String = text[1..].split("```").step_by(2).collect();
        assert!(!running.contains("\n# "), "{path} has two titles");
    }
}

/// The anchor that a code host generates for a heading.
fn anchor(heading: &str) -> String {
    let letter = |c: char| match c {
        ' ' => Some('-'),
        _ => (c.is_alphanumeric() || c == '-' || c == '_').then(|| c.to_ascii_lowercase()),
    };
    heading.chars().filter_map(letter).collect()
}

/// The targets of links in running text.
fn links(text: &str) -> Vec<String> {
    let text: String = text.split("```").step_by(2).collect();
    let target = |rest: &str| rest.split(')').next().unwrap_or_default().to_owned();
    text.split("](").skip(1).map(target).collect()
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut count = 0;
    for (path, text) in pages() {
        for link in links(&text) {
            if link.contains("://") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((&link, ""));
            let folder = Path::new(path).parent().expect("a folder");
            let target: PathBuf = if file.is_empty() {
                path.into()
            } else {
                folder.join(file)
            };
            let target = Path::new(ROOT).join(target);
            assert!(target.exists(), "{path}: {link}");
            if !heading.is_empty() {
                let text = fs::read_to_string(target).expect("a page");
                let headings = text.lines().filter(|line| line.starts_with('#'));
                let known = headings.map(|line| anchor(line.trim_start_matches('#').trim()));
                assert!(
                    known.into_iter().any(|name| name == heading),
                    "{path}: {link}"
                );
            }
            count += 1;
        }
    }
    assert!(count > 30, "only {count} links");
}

/// The page about HexGui has a row for every line of the analyze menu, and no other rows.
#[test]
fn every_overlay_is_explained() {
    let pages = pages();
    let page = pages.iter().find(|(path, _)| path.ends_with("hexgui.md"));
    let reply = &page.expect("the page").1;
    let words = reply.split_whitespace().collect::<Vec<_>>().join(" ");
    let output = stdout(&[], b"hexgui-analyze_commands\n");
    let menu = answers(&output).expect("well-formed").remove(0).text;
    let mut overlays = 0;
    for line in menu.lines() {
        let label = line.split('/').nth(1).expect("a label");
        if line.starts_with("param/") {
            assert!(words.contains(label), "{label} is not on the page");
            continue;
        }
        let row = reply
            .lines()
            .find_map(|row| row.strip_prefix(&format!("| {label} | ")));
        let words = row.unwrap_or_else(|| panic!("{label} is not on the page"));
        assert!(words.len() > 15, "{words}");
        overlays += 1;
    }
    let rows = reply.lines().filter(|line| line.starts_with("| ")).count();
    // One of them is the table's header.
    assert_eq!(rows, overlays + 1);
}

/// Code spans in the text name existing subcommands and options.
#[test]
fn commands_in_the_text_exist() {
    let mut count = 0;
    let known = tasks();
    let whole = whole();
    let text = whole.split("```").step_by(2);
    for span in text.flat_map(|text| text.split('`').skip(1).step_by(2)) {
        let mut words = span.split_whitespace();
        if words.next() != Some("mustplay") {
            continue;
        }
        let (tasks, options): (Vec<&str>, Vec<&str>) =
            words.partition(|word| !word.starts_with("--"));
        if tasks.is_empty() {
            continue;
        }
        let begins = |task: &&Vec<String>| tasks.iter().zip(task.iter()).all(|(a, b)| a == b);
        let called = known.iter().filter(|task| task.len() <= tasks.len());
        let called = called.filter(begins).max_by_key(|task| task.len());
        let called = called.filter(|task| !task.is_empty());
        let called = called.unwrap_or_else(|| panic!("{span}: no subcommand"));
        let mut arguments: Vec<&str> = called.iter().map(String::as_str).collect();
        arguments.push("--help");
        let help = stdout(&arguments, b"");
        for option in options {
            assert!(help.contains(option), "{span}: no {option}");
        }
        count += 1;
    }
    assert!(count >= 8, "only {count} commands");
}

#[test]
fn every_command_and_option_of_the_protocol_is_named() {
    let lists = option_lists().join("\n");
    let asked = format!("list_commands\n{lists}\n");
    let mut names = BTreeSet::new();
    // Together they cover every option table.
    for player in ["mustplay", "wolve", "montecarlo", "queenbee", "hexane"] {
        let output = stdout(&["--player", player], asked.as_bytes());
        let answers = answers(&output).expect("well-formed");
        names.extend(answers[0].text.lines().map(str::to_owned));
        let options = answers[1..].iter().flat_map(|answer| answer.text.lines());
        let options = options.filter(|line| line.starts_with('['));
        names.extend(options.filter_map(|line| line.split(' ').nth(1).map(str::to_owned)));
    }
    let whole = whole();
    for name in names {
        let named = [format!("`{name}`"), format!("`{name} ")]
            .iter()
            .any(|shape| whole.contains(shape));
        assert!(named, "{name} is not in the manual");
    }
}

/// The subcommands of a command, from its help.
fn subcommands(help: &str) -> Vec<&str> {
    let list = help.split("Commands:\n").nth(1).unwrap_or_default();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let named = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = named.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").collect()
}

/// All subcommands, including nested ones, as typed.
fn tasks() -> Vec<Vec<String>> {
    let mut tasks = vec![Vec::new()];
    let mut at = 0;
    while let Some(task) = tasks.get(at).cloned() {
        let mut arguments: Vec<&str> = task.iter().map(String::as_str).collect();
        arguments.push("--help");
        let help = stdout(&arguments, b"");
        let below = subcommands(&help);
        tasks.extend(
            below
                .iter()
                .map(|name| [&task[..], &[(*name).to_owned()]].concat()),
        );
        at += 1;
    }
    tasks
}

#[test]
fn every_subcommand_and_its_options_are_named() {
    let whole = whole();
    let tasks = tasks();
    assert!(tasks.len() > 15, "{tasks:?}");
    for task in tasks {
        let mut arguments: Vec<&str> = task.iter().map(String::as_str).collect();
        let called = format!("mustplay {}", arguments.join(" "));
        assert!(whole.contains(called.trim()), "no {called}");
        arguments.push("--help");
        for option in stdout(&arguments, b"").split_whitespace() {
            let option = option.trim_end_matches([',', ':', '.', ';', ']', ')']);
            if option.starts_with("--") {
                let named = ["`", " ", "=", "[", "\n"]
                    .iter()
                    .any(|after| whole.contains(&format!("{option}{after}")) || option == "--");
                assert!(named, "{called}: {option} is not in the manual");
            }
        }
    }
}

/// The README lists exactly the public modules of the library.
#[test]
fn the_readme_lists_what_is_public() {
    let source = include_str!("../../../src/lib.rs");
    let lines: Vec<&str> = source.lines().collect();
    let public = |pair: &&[&str]| pair[1].starts_with("pub mod ") && pair[0] != "#[doc(hidden)]";
    let modules = lines.windows(2).filter(public);
    let mut modules: Vec<&str> = modules
        .map(|pair| pair[1].trim_start_matches("pub mod ").trim_end_matches(';'))
        .collect();
    let readme = &pages()[0].1;
    let section = readme.split("## As a library").nth(1).expect("a section");
    let running: String = section.split("```").step_by(2).collect();
    let mut named: Vec<&str> = running.split('`').skip(1).step_by(2).collect();
    named.retain(|name| !name.contains(' '));
    modules.sort_unstable();
    // One of them has a file for each target.
    modules.dedup();
    named.sort_unstable();
    assert_eq!(named, modules);
}
