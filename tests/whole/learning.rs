//! Learning from games: what comes out follows from them, and the program reads it.

use crate::command_line::Folder;
use crate::engine::{run, stdout};
use mustplay::montecarlo::Knowledge;
use mustplay::network::Network;
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
fn a_network_learns_from_games() {
    let folder = Folder::new("learn-network");
    let games = played(&folder, "games.jsonl", "40");
    let learn = |name: &str| {
        let out = folder.file(name);
        let rest = ["--games", &games, "--out", &out, "--rounds", "3"];
        let said = stdout(&[&["learn", "network"][..], &rest].concat(), b"");
        // All but the seconds.
        let said: Vec<String> = said
            .lines()
            .filter_map(|line| Some(line.rsplit_once(';')?.0.to_owned()))
            .collect();
        (said, fs::read(out).expect("weights"))
    };
    let (said, weights) = learn("one.bin");
    assert_eq!((said.clone(), weights.clone()), learn("two.bin"));
    let network = Network::read(&weights).expect("a network");
    assert!(network.weights.iter().all(|weight| weight.is_finite()));
    let held_out = |line: &String| -> f64 {
        let rest = line.split("held out moves ").nth(1).expect("a number");
        let word = rest.split_whitespace().next();
        word.and_then(|word| word.parse().ok()).expect("a number")
    };
    let rounds: Vec<f64> = said[1..].iter().map(held_out).collect();
    assert!(rounds.len() == 3 && rounds[2] > rounds[0], "{said:?}");
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
        for task in ["patterns", "network"] {
            let output = run(&["learn", task, "--games", games, "--out", &out], b"");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.code() == Some(1) && said.contains(expected),
                "{said}"
            );
            assert!(!fs::exists(&out).unwrap());
        }
    }
}
