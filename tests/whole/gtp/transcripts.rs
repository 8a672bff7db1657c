//! Conversations in the files of `transcripts/` beside this file. `$ mustplay …` starts the
//! program, `> …` is a line of input, and all other lines are the expected output, compared letter
//! by letter. `{VERSION}` stands for the version. After an intended change, `MUSTPLAY_BLESS=1 cargo
//! test --release transcripts` rewrites the files; read the difference before committing it.

use crate::support::conversation::held_today;
use crate::support::engine::{self, FOLDER};
use std::fs;
use std::path::Path;

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
    let folder = fs::read_dir(Path::new(FOLDER).join("gtp/transcripts")).expect("the folder");
    let mut count = 0;
    for entry in folder {
        check(&entry.expect("an entry").path());
        count += 1;
    }
    assert!(count >= 6, "only {count} transcripts");
}

/// The answers to these differ from run to run, with the network, or need a store; other tests cover
/// them.
const UNASKED: [&str; 7] = [
    "cputime",
    "vc-set-stats",
    "kata-analyze",
    "lz-analyze",
    "kata-raw-nn",
    "library-moves",
    "library-games",
];

/// The transcripts contain every command at least once with success and, if it can fail, once with
/// an error.
#[test]
fn transcripts_cover_every_command_and_its_errors() {
    let folder = fs::read_dir(Path::new(FOLDER).join("gtp/transcripts")).expect("the folder");
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
            answered('=') || UNASKED.contains(&name),
            "no transcript contains {name}"
        );
        // A command that takes arbitrary arguments cannot fail.
        assert!(
            answered('?') || name == "echo",
            "no transcript contains an error of {name}"
        );
    }
}
