//! Games from every source: each command reads a game correctly from a file, standard input or the
//! command line.

use crate::support::engine::{FOLDER, run, stdout};
use std::fs;

/// The error message of a failing run.
fn failure(arguments: &[&str], input: &[u8]) -> String {
    let output = run(arguments, input);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// A source, the location of its example, and the expected game.
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

/// The output of `analyze --json` for a game.
fn analysed(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn questions_about_two_ends_are_answered_or_refused() {
    let ask = |ends: [&str; 2]| {
        let arguments = ["analyze", "-", "--connection", ends[0], ends[1]];
        run(&arguments, b"b2 c3 c2 a3")
    };
    let text = |output: &[u8]| String::from_utf8_lossy(output).into_owned();
    let connected = ask(["b2", "north"]);
    assert!(connected.status.success());
    let words = "Connected: White cannot part b2 and the top (proved).\nCells: b1 c1\n";
    assert_eq!(text(&connected.stdout), words);
    for (ends, why) in [
        (["b2", "b2"], "both ends are the same"),
        (["b2", "c3"], "the ends are of different colours"),
        (["b2", "west"], "the ends are of different colours"),
        (["b2", "z9"], "off the board: z9"),
    ] {
        let refused = ask(ends);
        assert!(!refused.status.success(), "{ends:?}");
        assert!(
            text(&refused.stderr).contains(why),
            "{}",
            text(&refused.stderr)
        );
    }
}

#[test]
fn every_source_is_read_correctly() {
    for source in SOURCES {
        let reply = analysed(&stdout(&["analyze", &source.path(), "--json"], b""));
        let sides = source.size.split_once('x').expect("a size");
        assert_eq!(reply["width"].to_string(), sides.0, "{}", source.name);
        assert_eq!(reply["height"].to_string(), sides.1, "{}", source.name);
        for (colour, stones) in [("black", source.black), ("white", source.white)] {
            let stones: Vec<String> = stones.iter().map(ToString::to_string).collect();
            let read: Vec<String> = serde_json::from_value(reply[colour].clone()).expect("a list");
            assert_eq!(read, stones, "{}: {colour}", source.name);
        }
        assert_eq!(reply["to_move"], source.to_move, "{}", source.name);
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

/// The link of a game leads to the same board, and the GTP commands read it alike.
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
        let reply = stdout(&[], talk.as_bytes());
        assert!(
            reply.contains(&format!("= {}", link.trim())),
            "{}",
            source.name
        );
    }
}

#[test]
fn reviews_solutions_and_puzzles_take_any_game() {
    let won = "a1 b2 a2 a3 b1";
    let reply = stdout(&["review", won, "--board", "3", "--nodes", "100"], b"");
    assert!(
        reply.starts_with(&format!("{won}: 3x3, 5 moves")),
        "{reply}"
    );
    let reply = stdout(&["review", "-", "--nodes", "50"], b"#3,a1b2a2:pb1,");
    assert!(reply.starts_with("standard input: 3x3, 5 moves"), "{reply}");
    let marked = reply.lines().filter(|line| line.contains("?? (")).count();
    let links = reply
        .lines()
        .filter(|line| line.starts_with("    https://hexworld.org/"));
    assert!(marked > 0 && links.count() >= marked, "{reply}");
    let reply = stdout(
        &["review", "-", "--nodes", "50", "--hexboard"],
        b"#3,a1b2a2:pb1",
    );
    assert!(
        reply.contains("<hexboard size=\"3x3\"\n  contents=\"R 1:a1 5:b1 3:a2 B 2:b2\"\n/>"),
        "{reply}"
    );
    let reply = stdout(&["solve", "#4,b3"], b"");
    assert!(reply.contains("black wins"), "{reply}");
    let reply = stdout(
        &["solve", "-"],
        b"1\\ . . .\\1\n2\\ . B .\\2\n3\\ . . .\\3\n",
    );
    assert!(reply.contains("standard input black wins"), "{reply}");
    let path = format!("{FOLDER}/files/reviewed.sgf");
    let reply = stdout(&["puzzle", "make", "--from", &path], b"");
    assert!(
        reply.contains("\"link\":\"https://hexworld.org/board/#7,"),
        "{reply}"
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

/// Play continues any game with the right sides and turn.
#[test]
fn play_goes_on_from_any_game() {
    let reply = stdout(
        &["play", "--no-keep", "--from", "#5,c3d2:p", "--level", "1"],
        b"quit\n",
    );
    assert!(reply.contains("You are White"), "{reply}");
    assert!(reply.contains("2\\ . . .(W)"), "{reply}");
    let reply = failure(&["play", "--no-keep", "--from", "-"], b"");
    assert!(reply.contains("--from takes a file or a link"), "{reply}");
}

#[test]
fn a_tree_survives_loading_and_printing() {
    let path = format!("{FOLDER}/files/variations.sgf");
    let talk = format!("loadsgf {path}\nprintsgf\n");
    let reply = stdout(&["--size", "5"], talk.as_bytes());
    let written = fs::read_to_string(&path).expect("a file");
    let nodes = |text: &str| text.matches(";W[").count() + text.matches(";B[").count();
    assert_eq!(nodes(&reply), nodes(&written), "{reply}");
    assert_eq!(reply.matches("\n(").count(), written.matches("\n(").count());
}

#[test]
fn invalid_games_are_refused_with_their_place() {
    let printed = |arguments: &[&str], input: &str| failure(arguments, input.as_bytes());
    for (input, why) in [
        (
            "(;SZ[33])",
            "line 1, column 3: unacceptable size SZ[33]: 1 to 32 columns and rows",
        ),
        (
            "#33,a1",
            "line 1, column 2: unacceptable size 33: 1 to 32 columns and rows",
        ),
        ("#11,a1z3", "line 1, column 7: 'z3' is off the board 11x11"),
        (
            "{\"boardsize\":33}",
            "boardsize 33: unacceptable size: 1 to 32",
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
        ("33x33", "line 1, column 1: unacceptable size 33x33"),
        (
            "1\\ . B\n",
            "line 1, column 7: the row has no '\\' at its end",
        ),
        ("", "expected a game (SGF, a HexWorld link,"),
    ] {
        let reply = printed(&["show", "-"], input);
        assert!(
            reply.contains("cannot read standard input: "),
            "{input}: {reply}"
        );
        assert!(reply.contains(why), "{input}: {reply}");
    }
    let reply = printed(&["show", "c2 c2"], "");
    assert!(
        reply.contains("cannot read c2 c2: line 1, column 4: illegal move c2"),
        "{reply}"
    );
    let reply = printed(&["show", "missing.sgf"], "");
    assert!(
        reply.contains("cannot read missing.sgf: No such file"),
        "{reply}"
    );
    let reply = printed(&["show", "https://hexworld.org/board/#11,a1b"], "");
    assert!(
        reply.contains("line 1, column 34: expected a move"),
        "{reply}"
    );
}
