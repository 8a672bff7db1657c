//! What first stones are worth: against the proved winners, over interrupted runs, in pictures.

use crate::support::engine::{run, stdout};
use crate::support::folder::Folder;
use mustplay::hex::BoardSize;
use mustplay::player::{KnownOpening, known_openings};
use serde_json::Value;
use std::fs;

/// The stones of a run in JSON.
fn stones(arguments: &[&str]) -> Vec<Value> {
    let arguments = [&["swapmap", "--json"], arguments].concat();
    let lines = stdout(&arguments, b"");
    let lines = lines.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// Searches and the solver find the winners that are known, and a stone of each rotated pair.
#[test]
fn winners_of_small_boards_are_right() {
    for more in [&["--nodes", "2000"][..], &["--nodes", "1", "--prove", "60"]] {
        let found = stones(&[&["--sizes", "3-5"], more].concat());
        assert_eq!(found.len(), 5 + 8 + 13);
        for stone in found {
            let side = stone["width"].as_u64().expect("a width") as usize;
            let size = BoardSize::square(side).expect("a size");
            let cell = size.read(stone["stone"].as_str().expect("a cell"));
            let known = known_openings(size).expect("known");
            let KnownOpening::Winner(winner) = known[cell.expect("a cell").index()] else {
                panic!("{size} is proved");
            };
            assert_eq!(stone["winner"], winner.to_string(), "{stone}");
            assert_eq!(
                stone["win_rate"],
                f64::from(u8::from(winner.to_string() == "black"))
            );
        }
    }
}

/// What is in the file is not made again, what a kill left of a line is, and other settings do not
/// mix with it.
#[test]
fn a_run_goes_on_where_it_was_interrupted() {
    let folder = Folder::new("swapmap");
    let out = folder.file("first.jsonl");
    let base = ["--nodes", "20", "--out", &out, "--sizes"];
    let with = |sizes| [&base[..], &[sizes]].concat();
    let first = stones(&with("4x3"));
    assert_eq!(first.len(), 6);
    let text = fs::read_to_string(&out).expect("a file");
    // A mark shows that the line is kept as it is.
    let kept: String = text
        .lines()
        .take(4)
        .map(|line| line.to_owned() + " \n")
        .collect();
    fs::write(&out, kept.clone() + "{\"format\":\"mustplay-fi").expect("written");
    let mut again = stones(&with("4x3,2x2"));
    assert_eq!(again.len(), 6 + 2);
    let written = fs::read_to_string(&out).expect("a file");
    assert!(written.starts_with(&kept) && written.lines().count() == 8);
    again.retain(|stone| stone["width"] == 4);
    assert_eq!(again, first);

    let refused = run(
        &["swapmap", "--sizes", "4x3", "--nodes", "21", "--out", &out],
        b"",
    );
    let why = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(
        why.contains("with 20 nodes, not by mustplay with 21"),
        "{why}"
    );
    assert_eq!(fs::read_to_string(&out).expect("a file"), written);
}

#[test]
fn maps_are_drawn() {
    let folder = Folder::new("swapmap-svg");
    let svg = folder.file("swap.svg");
    let printed = stdout(
        &[
            "swapmap",
            "--sizes",
            "3,20x2,4x1",
            "--nodes",
            "20",
            "--svg",
            &svg,
        ],
        b"",
    );
    assert!(
        printed.contains("3x3: take over 5 of 9 first stones"),
        "{printed}"
    );
    assert!(printed.contains("20x2: take over "), "{printed}");
    let drawn = fs::read_to_string(&svg).expect("a picture");
    assert!(
        printed.contains("4x1: take over 4 of 4 first stones"),
        "{printed}"
    );
    assert_eq!(drawn.matches("first stones</text>").count(), 3);
    assert!(drawn.matches(">B</text>").count() >= 5);

    for (arguments, why) in [
        (&["--sizes", "9-5"][..], "the first side is the longer one"),
        (&["--sizes", "33"], "1 to 32 columns and rows"),
        (&["--player", "wolve"], "choose a player with a network"),
    ] {
        let refused = run(&[&["swapmap"], arguments].concat(), b"");
        let said = String::from_utf8(refused.stderr).expect("UTF-8");
        assert!(!refused.status.success() && said.contains(why), "{said}");
    }
}
