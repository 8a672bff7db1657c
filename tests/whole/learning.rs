//! Learning from games: what comes out follows from them, and the program reads it.

use crate::command_line::Folder;
use crate::engine::{run, stdout};
use mustplay::montecarlo::Knowledge;
use std::fs;

/// Games of two quick players that know what they do, kept in a file.
fn played(folder: &Folder, name: &str, games: &str) -> String {
    let file = folder.file(name);
    let quick = ["queenbee:max_depth=1", "twodistance:max_depth=1"];
    let rest = ["--size", "9", "--games", games, "--out", &file];
    stdout(&[&["match"][..], &quick, &rest].concat(), b"");
    file
}

#[test]
fn weights_follow_from_games() {
    let folder = Folder::new("learn");
    let games = played(&folder, "games.jsonl", "80");
    let learn = |name: &str| {
        let out = folder.file(name);
        let said = stdout(
            &["learn", "patterns", "--games", &games, "--out", &out],
            b"",
        );
        (said, fs::read_to_string(out).expect("weights"))
    };
    let (said, weights) = learn("one.txt");
    assert_eq!((said.clone(), weights.clone()), learn("two.txt"));
    assert!(
        said.contains("held out have a mean log-likelihood of -"),
        "{said}"
    );
    let known = Knowledge::read(&weights).expect("weights");
    assert!(known.len() > 50, "{}", known.len());
    let number = |after: &str| -> f64 {
        let line = said
            .lines()
            .find(|line| line.starts_with("priors"))
            .expect("a line");
        let rest = line.split(after).nth(1).expect("a number").trim_start();
        rest.split_whitespace()
            .next()
            .and_then(|word| word.parse().ok())
            .expect("a number")
    };
    assert!(number("log-likelihood of") > number("(") + 1.0, "{said}");
}

#[test]
fn what_cannot_be_learned_from_is_said() {
    let folder = Folder::new("learn-not");
    let few = played(&folder, "few.jsonl", "2");
    let out = folder.file("out.txt");
    for (games, expected) in [
        (few.as_str(), "too few games"),
        ("/nowhere.jsonl", "cannot read /nowhere.jsonl"),
    ] {
        let output = run(&["learn", "patterns", "--games", games, "--out", &out], b"");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(1) && said.contains(expected),
            "{said}"
        );
        assert!(!fs::exists(&out).unwrap());
    }
}
