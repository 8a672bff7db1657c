//! Conversations kept as files in `transcripts/` beside this file. `$ mustplay …` starts the program, `> …` is a line of input, everything else is what must come back, letter by letter;
//! `{VERSION}` stands for the version. After a change on purpose, `MUSTPLAY_BLESS=1 cargo test
//! --release transcripts` writes the files anew: read the difference before committing it.

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

/// What these answer differs from run to run, or with the network; they have tests of their own.
const UNTOLD: [&str; 5] = [
    "cputime",
    "vc-set-stats",
    "kata-analyze",
    "lz-analyze",
    "kata-raw-nn",
];

/// Every command is asked at least once well and, if it can fail, once badly.
#[test]
fn transcripts_ask_every_command_and_get_errors() {
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
            answered('=') || UNTOLD.contains(&name),
            "no transcript asks {name}"
        );
        // What takes any arguments whatever has nothing to refuse.
        assert!(
            answered('?') || name == "echo",
            "no transcript provokes an error of {name}"
        );
    }
}
