//! Games of every source: each command that takes a game reads it rightly, from a file, from
//! standard input, or from the command line.

use crate::support::engine::{FOLDER, run, stdout};
use std::fs;

/// What a run that must fail says.
fn failure(arguments: &[&str], input: &[u8]) -> String {
    let output = run(arguments, input);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// A source, where an example of it is, and what is read.
struct Source {
    name: &'static str,
    file: &'static str,
    size: &'static str,
    black: &'static [&'static str],
    white: &'static [&'static str],
    to_move: &'static str,
}

/// The table of sources.
const SOURCES: [Source; 9] = [
    Source {
        name: "Little Golem, W first, joining top and bottom, swap, resignation",
        file: "littlegolem.sgf",
        size: "13x13",
        black: &["g7", "c11"],
        white: &["b1", "d9", "i10"],
        to_move: "black",
    },
    Source {
        name: "PlayHex SGF, a pass, clock, chat",
        file: "playhex.sgf",
        size: "11x11",
        black: &["e4", "f6", "c9"],
        white: &["g4"],
        to_move: "white",
    },
    Source {
        name: "HexWorld link, swap of pieces, cursor before the end",
        file: "hexworld.txt",
        size: "11x11",
        black: &["i4", "f6"],
        white: &["j1", "d7"],
        to_move: "white",
    },
    Source {
        name: "raw moves with numbers, swap, pass",
        file: "moves.txt",
        size: "11x11",
        black: &["h4", "f6", "g8"],
        white: &["b3", "d8"],
        to_move: "white",
    },
    Source {
        name: "a pasted drawing with text about it",
        file: "drawing.txt",
        size: "5x5",
        black: &["d2", "b3", "c3"],
        white: &["b4", "a5"],
        to_move: "white",
    },
    Source {
        name: "PlayHex JSON, swap, resignation",
        file: "playhex.json",
        size: "14x14",
        black: &["j5", "g7"],
        white: &["j1", "e9", "d12"],
        to_move: "black",
    },
    Source {
        name: "PlayHex export of all games: the first",
        file: "playhex-export.json",
        size: "11x11",
        black: &["f3", "a5"],
        white: &["d7"],
        to_move: "white",
    },
    Source {
        name: "JSON of this program, with moves",
        file: "position.json",
        size: "4x4",
        black: &["b2", "b3", "c3"],
        white: &["d1", "a4"],
        to_move: "white",
    },
    Source {
        name: "HexGui's setup",
        file: "hexgui-setup.sgf",
        size: "6x6",
        black: &["a1", "b2"],
        white: &["c3"],
        to_move: "white",
    },
];

impl Source {
    fn path(&self) -> String {
        format!("{FOLDER}/files/{}", self.file)
    }
}

/// What `analyze --json` says of a position: whoever analyses reads the right board.
fn analysed(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn every_source_is_read_as_it_was_meant() {
    for source in SOURCES {
        let told = analysed(&stdout(&["analyze", &source.path(), "--json"], b""));
        let sides = source.size.split_once('x').expect("a size");
        assert_eq!(told["width"].to_string(), sides.0, "{}", source.name);
        assert_eq!(told["height"].to_string(), sides.1, "{}", source.name);
        for (colour, stones) in [("black", source.black), ("white", source.white)] {
            let stones: Vec<String> = stones.iter().map(ToString::to_string).collect();
            let read: Vec<String> = serde_json::from_value(told[colour].clone()).expect("a list");
            assert_eq!(read, stones, "{}: {colour}", source.name);
        }
        assert_eq!(told["to_move"], source.to_move, "{}", source.name);
    }
}

#[test]
fn standard_input_is_a_file_too() {
    for source in SOURCES {
        let bytes = fs::read(source.path()).expect("a file");
        let drawn = stdout(&["show", &source.path()], b"");
        assert_eq!(stdout(&["show", "-"], &bytes), drawn, "{}", source.name);
    }
}

/// The link of a game leads to the same board, and the commands of the protocol read the same.
#[test]
fn links_and_the_protocol_agree() {
    for source in SOURCES {
        let path = source.path();
        let drawn = stdout(&["show", &path], b"");
        let link = stdout(&["show", &path, "--link"], b"");
        let again = stdout(&["show", link.trim()], b"");
        let plain = |text: &str| text.replace(['(', ')'], " ");
        assert_eq!(plain(&again), plain(&drawn), "{}: {link}", source.name);
        let talk = format!("loadsgf {path}\nprintlink\nprintsgf\n");
        let told = stdout(&[], talk.as_bytes());
        assert!(
            told.contains(&format!("= {}", link.trim())),
            "{}",
            source.name
        );
    }
}

#[test]
fn reviews_solutions_and_puzzles_take_any_game() {
    let won = "a1 b2 a2 a3 b1";
    let told = stdout(&["review", won, "--board", "3", "--nodes", "100"], b"");
    assert!(told.starts_with(&format!("{won}: 3x3, 5 moves")), "{told}");
    let told = stdout(&["review", "-", "--nodes", "50"], b"#3,a1b2a2:pb1,");
    assert!(told.starts_with("standard input: 3x3, 5 moves"), "{told}");
    let marked = told.lines().filter(|line| line.contains("?? (")).count();
    let links = told
        .lines()
        .filter(|line| line.starts_with("    https://hexworld.org/"));
    assert!(marked > 0 && links.count() >= marked, "{told}");
    let told = stdout(
        &["review", "-", "--nodes", "50", "--hexboard"],
        b"#3,a1b2a2:pb1",
    );
    assert!(
        told.contains("<hexboard size=\"3x3\"\n  contents=\"R 1:a1 5:b1 3:a2 B 2:b2\"\n/>"),
        "{told}"
    );
    let told = stdout(&["solve", "#4,b3"], b"");
    assert!(told.contains("black wins"), "{told}");
    let told = stdout(
        &["solve", "-"],
        b"1\\ . . .\\1\n2\\ . B .\\2\n3\\ . . .\\3\n",
    );
    assert!(told.contains("standard input black wins"), "{told}");
    let path = format!("{FOLDER}/files/reviewed.sgf");
    let told = stdout(&["puzzle", "make", "--from", &path], b"");
    assert!(
        told.contains("\"link\":\"https://hexworld.org/board/#7,"),
        "{told}"
    );
    let map = stdout(
        &["solve", "--size", "2", "--openings", "all", "--hexboard"],
        b"",
    );
    assert!(
        map.ends_with("<hexboard size=\"2x2\"\n  contents=\"R b1 a2 B a1 b2\"\n/>\n"),
        "{map}"
    );
}

/// A game that is gone on with: sides and turn are right.
#[test]
fn play_goes_on_from_any_game() {
    let told = stdout(
        &["play", "--no-keep", "--from", "#5,c3d2:p", "--level", "1"],
        b"quit\n",
    );
    assert!(told.contains("You are White"), "{told}");
    assert!(told.contains("2\\ . . .(W)"), "{told}");
    let told = failure(&["play", "--no-keep", "--from", "-"], b"");
    assert!(told.contains("--from takes a file or a link"), "{told}");
}

#[test]
fn a_tree_survives_loading_and_printing() {
    let path = format!("{FOLDER}/files/variations.sgf");
    let talk = format!("loadsgf {path}\nprintsgf\n");
    let told = stdout(&["--size", "5"], talk.as_bytes());
    let written = fs::read_to_string(&path).expect("a file");
    let nodes = |text: &str| text.matches(";W[").count() + text.matches(";B[").count();
    assert_eq!(nodes(&told), nodes(&written), "{told}");
    assert_eq!(told.matches("\n(").count(), written.matches("\n(").count());
}

#[test]
fn what_is_no_game_is_refused_with_its_place() {
    let said = |arguments: &[&str], input: &str| failure(arguments, input.as_bytes());
    for (input, why) in [
        (
            "(;SZ[20])",
            "line 1, column 3: unacceptable size SZ[20]: 1 to 19 columns and rows",
        ),
        (
            "#20,a1",
            "line 1, column 2: unacceptable size 20: 1 to 19 columns and rows",
        ),
        ("#11,a1z3", "line 1, column 7: 'z3' is off the board 11x11"),
        (
            "{\"boardsize\":20}",
            "boardsize 20: unacceptable size: 1 to 19",
        ),
        (
            "[{\"boardsize\":3,\n\"moves\":[7]}]",
            "game 1: line 2, column ",
        ),
        (
            "{\"a\":1}",
            "line 1, column 1: expected width, height, black, white and to_move",
        ),
        ("a1 a2 hello", "line 1, column 7: expected a move (a cell,"),
        ("20x20", "line 1, column 1: unacceptable size 20x20"),
        (
            "1\\ . B\n",
            "line 1, column 7: the row has no '\\' at its end",
        ),
        ("", "expected a game (SGF, a HexWorld link,"),
    ] {
        let told = said(&["show", "-"], input);
        assert!(
            told.contains("cannot read standard input: "),
            "{input}: {told}"
        );
        assert!(told.contains(why), "{input}: {told}");
    }
    let told = said(&["show", "c2 c2"], "");
    assert!(
        told.contains("cannot read c2 c2: line 1, column 4: illegal move c2"),
        "{told}"
    );
    let told = said(&["show", "missing.sgf"], "");
    assert!(
        told.contains("cannot read missing.sgf: No such file"),
        "{told}"
    );
    let told = said(&["show", "https://hexworld.org/board/#11,a1b"], "");
    assert!(
        told.contains("line 1, column 34: expected a move"),
        "{told}"
    );
}
