//! README and manual show current output: sessions, answers, pictures.

use super::{blessing, blocks, pages};
use crate::support::conversation::{held_today, questions};
use crate::support::engine::{ROOT, stdout, stdout_in};
use crate::support::folder::Folder;
use std::fs;
use std::path::Path;

/// The words of an answer without times: numbers with six decimals, and numbers before `s` or `ms`.
fn timeless(text: &str) -> Vec<Vec<String>> {
    let is_time = |words: &[&str], at: usize| {
        let word = words[at];
        let decimals = word.split_once('.').map_or(0, |(_, rest)| rest.len());
        let unit = words.get(at + 1).map(|next| next.trim_end_matches('.'));
        word.parse::<f64>().is_ok() && (decimals == 6 || matches!(unit, Some("s" | "ms")))
    };
    let line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let shown = |at: usize| if is_time(&words, at) { "T" } else { words[at] };
        (0..words.len()).map(|at| shown(at).to_owned()).collect()
    };
    text.lines().map(line).collect()
}

/// Whether the block contains times, which differ from run to run.
fn mentions_times(shown: &str) -> bool {
    timeless(shown).concat().contains(&"T".to_owned())
}

/// Blocks starting with `$ mustplay`; lines after `> ` are typed input.
#[test]
fn sessions_and_answers_hold() {
    let mut commands = Vec::new();
    for (path, text) in pages() {
        for block in blocks(&text, "console") {
            let (first, shown) = block.split_once('\n').expect("a command line");
            let arguments = first.strip_prefix("$ mustplay ").expect("a command line");
            let arguments: Vec<&str> = arguments.split_whitespace().collect();
            let typed = shown.lines().filter_map(|line| line.strip_prefix("> "));
            let typed: String = typed.flat_map(|line| [line, "\n"]).collect();
            // A reader runs commands at the root of the project.
            let today = stdout_in(ROOT, &arguments, typed.as_bytes());
            let holds = if mentions_times(shown) {
                timeless(&today) == timeless(shown)
            } else {
                today == shown
            };
            assert!(holds, "--- {path}\n{block}\n--- today\n{today}");
            commands.push(arguments[0].to_owned());
        }
    }
    for task in ["play", "puzzle", "review", "solve", "match", "tune"] {
        assert!(commands.contains(&task.to_owned()), "no example of {task}");
    }
}

/// GTP conversations.
#[test]
fn conversations_hold() {
    let mut count = 0;
    for (path, text) in pages() {
        for block in blocks(&text, "text") {
            if !block.starts_with("$ mustplay") {
                continue;
            }
            let kept = block.replace(env!("CARGO_PKG_VERSION"), "{VERSION}");
            let today = held_today(&kept);
            let same = kept.trim_end() == today.trim_end();
            assert!(same, "--- {path}\n{kept}\n--- today\n{today}");
            count += 1;
        }
        // Text that the reader is asked to paste comes from the next conversation.
        for pasted in blocks(&text, "gtp") {
            let after = &text[text.find(pasted).expect("the pasted text")..];
            let shown = blocks(after, "text")[0];
            assert_eq!(pasted.lines().collect::<Vec<_>>(), questions(shown).1);
        }
    }
    assert!(count >= 5, "only {count} conversations");
}

/// The program makes the pictures of the README, with the commands of this test.
#[test]
fn pictures_are_made_by_the_program() {
    let readme = &pages()[0].1;
    let folder = Folder::new("readme-pictures");
    let game = format!("{ROOT}/positions/game.sgf");
    let energy = &["--moves", "8", "--overlay", "energy"][..];
    for (name, options) in [("game.svg", &[][..]), ("energy.svg", energy)] {
        assert!(readme.contains(&format!("](positions/{name})")), "{name}");
        let picture = folder.file(name);
        stdout(
            &[&["show", &game, "--svg", &picture], options].concat(),
            b"",
        );
        let today = fs::read_to_string(&picture).expect("a picture");
        let kept = Path::new(ROOT).join("positions").join(name);
        if blessing() {
            fs::write(&kept, &today).expect("the picture");
        }
        let same = fs::read_to_string(&kept).expect("the picture") == today;
        assert!(same, "positions/{name} differs");
    }
}

/// The program makes the picture of the tuning that the manual shows, from the games in its files.
#[test]
fn the_picture_of_a_tuning_is_made_by_the_program() {
    let page = pages().into_iter().find(|(path, _)| path.contains("tune"));
    let (_, page) = page.expect("a page");
    assert!(page.contains("](../../../positions/tuning/exploration.svg)"));
    let command = blocks(&page, "console")[0].lines().next();
    let command = command.expect("a command line").strip_prefix("$ mustplay ");
    let kept = Path::new(ROOT).join("positions/tuning");
    let folder = Folder::new("tuning-picture");
    for file in ["exploration.jsonl", "exploration.test.jsonl"] {
        fs::copy(kept.join(file), folder.file(file)).expect("a copy");
    }
    let (file, picture) = (folder.file("exploration.jsonl"), folder.file("tune.svg"));
    let command = command.expect("a command line");
    let arguments = command.split_whitespace().map(|word| {
        if word.ends_with("exploration.jsonl") {
            file.as_str()
        } else {
            word
        }
    });
    let arguments: Vec<&str> = arguments.chain(["--svg", &picture]).collect();
    stdout_in(ROOT, &arguments, b"");
    let today = fs::read_to_string(&picture).expect("a picture");
    let kept = kept.join("exploration.svg");
    if blessing() {
        fs::write(&kept, &today).expect("the picture");
    }
    let same = fs::read_to_string(&kept).expect("the picture") == today;
    assert!(same, "positions/tuning/exploration.svg differs");
}
