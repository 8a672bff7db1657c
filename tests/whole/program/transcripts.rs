//! Conversations kept as files in `transcripts/`, and those in the README. `$ mustplay …` starts
//! the program, `> …` is a line of input, everything else is what must come back, letter by letter;
//! `{VERSION}` stands for the version. After a change on purpose, `MUSTPLAY_BLESS=1 cargo test
//! --release transcripts` writes the files anew: read the difference before committing it.

use crate::support::engine::{self, FOLDER};
use std::fs;
use std::path::Path;

/// A conversation without its answers: the arguments and the lines of input.
fn questions(transcript: &str) -> (Vec<&str>, Vec<&str>) {
    let start = transcript
        .lines()
        .find_map(|line| line.strip_prefix("$ mustplay"));
    let input = transcript
        .lines()
        .filter_map(|line| line.strip_prefix("> "));
    (
        start.unwrap_or_default().split_whitespace().collect(),
        input.collect(),
    )
}

/// Whether a line of input gets an answer.
fn is_answered(line: &str) -> bool {
    !line.trim().is_empty() && !line.trim().starts_with('#')
}

/// The conversation as it goes today.
fn held_today(transcript: &str) -> String {
    let (arguments, input) = questions(transcript);
    let output = engine::stdout(&arguments, format!("{}\n", input.join("\n")).as_bytes());
    engine::answers(&output).unwrap_or_else(|fault| panic!("{fault}"));
    let mut blocks = output.split_inclusive("\n\n");
    let head = transcript.split("\n> ").next().unwrap_or_default();
    let mut today = vec![head.trim_end_matches('\n').to_owned(), "\n".to_owned()];
    for line in input {
        today.push(format!("> {line}\n"));
        if is_answered(line) {
            today.push(blocks.next().unwrap_or("(no answer)\n").to_owned());
        }
    }
    today.extend(blocks.map(str::to_owned));
    today
        .concat()
        .replace(env!("CARGO_PKG_VERSION"), "{VERSION}")
}

fn check(path: &Path) {
    let kept = fs::read_to_string(path).expect("a transcript");
    let today = held_today(&kept);
    if std::env::var_os("MUSTPLAY_BLESS").is_some() {
        fs::write(path, today).expect("a transcript");
    } else {
        assert!(
            kept == today,
            "{}\n--- kept\n{kept}\n--- today\n{today}",
            path.display()
        );
    }
}

#[test]
fn transcripts_hold() {
    let folder = fs::read_dir(Path::new(FOLDER).join("transcripts")).expect("the folder");
    let mut count = 0;
    for entry in folder {
        check(&entry.expect("an entry").path());
        count += 1;
    }
    assert!(count >= 6, "only {count} transcripts");
}

/// Every command is asked at least once well and, if it can fail, once badly.
#[test]
fn transcripts_ask_every_command_and_get_errors() {
    let folder = fs::read_dir(Path::new(FOLDER).join("transcripts")).expect("the folder");
    let mut seen: Vec<(String, char)> = Vec::new();
    for entry in folder {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("text");
        for exchange in text.split("\n> ").skip(1) {
            let (line, answer) = exchange.split_once('\n').unwrap_or((exchange, ""));
            let id = |word: &&str| !word.bytes().all(|byte| byte.is_ascii_digit());
            let name = line.split_whitespace().find(id).unwrap_or_default();
            seen.extend(answer.chars().next().map(|mark| (name.to_owned(), mark)));
        }
    }
    let output = engine::stdout(&[], b"list_commands\n");
    for name in output.trim_start_matches("= ").trim_end().lines() {
        let answered = |mark: char| seen.contains(&(name.to_owned(), mark));
        assert!(
            answered('=') || ["cputime", "vc-set-stats"].contains(&name),
            "no transcript asks {name}"
        );
        // What takes any arguments whatever has nothing to refuse.
        assert!(
            answered('?') || name == "echo",
            "no transcript provokes an error of {name}"
        );
    }
}

/// The examples of the README, written as transcripts, go as they are printed there.
#[test]
fn readme_conversations_hold() {
    let readme =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("the README");
    // What a reader is told to paste is what the next of them shows.
    let pasted = readme
        .split("```gtp\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("something to paste");
    let shown = readme
        .split("```gtp\n")
        .nth(1)
        .and_then(|rest| rest.split("```text\n").nth(1))
        .and_then(|rest| rest.split("```").next())
        .expect("an example");
    assert_eq!(pasted.lines().collect::<Vec<_>>(), questions(shown).1);
    let examples = readme.split("```text\n$ mustplay").skip(1);
    let examples: Vec<&str> = examples
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(!examples.is_empty());
    for example in examples {
        let kept = format!("$ mustplay{example}").replace(env!("CARGO_PKG_VERSION"), "{VERSION}");
        let today = held_today(&kept);
        assert!(
            kept.trim_end() == today.trim_end(),
            "--- README\n{kept}\n--- today\n{today}"
        );
    }
}

#[test]
fn the_readme_names_every_command_and_option() {
    let readme =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("the README");
    let output = engine::stdout(
        &[],
        b"list_commands\nparam_game\nparam_player\nparam_search\nparam_uct\nparam_local\nparam_vc\nparam_eval\nparam_ice\nparam_dfpn\n",
    );
    let answers = engine::answers(&output).expect("well-formed");
    let keys = answers[1..]
        .iter()
        .flat_map(|answer| answer.text.lines())
        .filter_map(|line| line.split(' ').nth(1));
    for name in answers[0].text.lines().chain(keys) {
        let named = [format!("`{name}`"), format!("`{name} ")]
            .iter()
            .any(|shape| readme.contains(shape));
        assert!(named, "{name} is not in the README");
    }
}
