//! `mustplay review` from the command line.

use crate::support::engine::{FOLDER, run, stdout};
use crate::support::folder::Folder;
use serde_json::Value;
use std::fs;

const GAME: &str = "(;FF[4]GM[11]SZ[4];B[d1];W[swap-pieces]C[hm];B[b3];W[b2];B[d4];W[c2];B[d3])";

#[test]
fn a_game_is_reviewed_from_the_command_line() {
    let folder = Folder::new("review");
    let (game, out) = (folder.file("game.sgf"), folder.file("out"));
    let (annotated, strip) = (folder.file("annotated.sgf"), folder.file("strip.svg"));
    fs::write(&game, GAME).expect("written");
    let arguments = [
        "review", &game, "--nodes", "500", "--sgf", &annotated, "--svg", &strip, "--out", &out,
    ];
    let printed = stdout(&arguments, b"");
    assert_eq!(
        printed
            .strip_prefix(&format!("{game}: "))
            .expect("its name"),
        "4x4, 7 moves, unfinished.\n\
         Swapping was right: d1 is proved to win.\n\
         4. b2?? (White) throws away a proved win (b4 wins); Black now wins by c2 (proved).\n    \
         https://hexworld.org/board/#4,d1:sb3b2,d4c2d3\n\
         5. d4?? (Black) throws away a proved win (c2 wins); White now wins by c2 (proved).\n    \
         https://hexworld.org/board/#4,d1:sb3b2d4,c2d3\n\
         White is proved to win from move 5 on.\n\
         Black: 1 ??, 0 ?, 0 ?!; average loss per move: 100.0 points.\n\
         White: 1 ??, 0 ?, 0 ?!; average loss per move: 50.0 points.\n"
    );
    let reply = fs::read_to_string(&annotated).expect("a game");
    assert!(
        reply.contains("C[hm\n2. swap takes over the first stone.]"),
        "{reply}"
    );
    assert!(reply.contains("BM[2]\n;W[c2]"), "{reply}");
    let words = reply.replace('\n', " ");
    assert!(
        words.contains("(;W[b4]C[White wins by b4, in at most 6 moves (proved by a connection): "),
        "{reply}"
    );
    assert_eq!(
        reply,
        fs::read_to_string(format!("{out}/game.sgf")).expect("the same")
    );
    assert!(
        fs::read_to_string(&strip)
            .expect("a strip")
            .ends_with("</svg>\n")
    );
    let line = stdout(&["review", &game, "--nodes", "500", "--json"], b"");
    let value: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(
        (&value["format"], &value["width"]),
        (&Value::from("mustplay-review/1"), &Value::from(4))
    );
    let kept = fs::read_to_string(format!("{out}/game.json")).expect("JSON");
    let kept: Value = serde_json::from_str(&kept).expect("JSON");
    assert_eq!(kept["reviewed"], value["reviewed"]);
}

#[test]
fn a_file_that_fails_does_not_keep_the_others_from_being_reviewed() {
    let folder = Folder::new("review-many");
    fs::write(folder.file("a.sgf"), GAME).expect("written");
    fs::write(folder.file("b.sgf"), "no game").expect("written");
    fs::write(folder.file("c.sgf"), GAME).expect("written");
    fs::write(folder.file("notes.txt"), "not asked for").expect("written");
    let inside = folder.file("");
    let output = run(&["review", &inside, "--nodes", "20", "--jobs", "2"], b"");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    let complaint = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(printed.matches("4x4, 7 moves").count(), 2, "{printed}");
    assert!(printed.find("a.sgf") < printed.find("c.sgf"));
    let lines: Vec<&str> = complaint.lines().collect();
    assert_eq!(lines.len(), 2, "{complaint}");
    assert!(lines[0].contains("cannot read") && lines[0].contains("b.sgf"));
    assert_eq!(lines[1], "mustplay: 1 of 3 files could not be reviewed");
}

#[test]
fn unreviewable_games_are_refused_with_a_reason() {
    let folder = Folder::new("review-errors");
    let (empty, game) = (folder.file("empty.sgf"), folder.file("game.sgf"));
    fs::write(&empty, "(;GM[11]SZ[5])").expect("written");
    fs::write(&game, GAME).expect("written");
    fs::create_dir_all(folder.file("nothing")).expect("a folder");
    let files = format!("{FOLDER}/files");
    let (missing, nothing) = (folder.file("missing.sgf"), folder.file("nothing"));
    let same = folder.file("");
    for (arguments, code, expected) in [
        (vec![missing.as_str()], 1, "cannot read"),
        (vec![&empty], 1, "no move in"),
        (
            vec![&format!("{files}/chess.sgf")],
            1,
            "not a game of Hex: GM[1]",
        ),
        (vec![&format!("{files}/broken.sgf")], 1, "line 2"),
        (
            vec![&format!("{files}/illegal.sgf")],
            1,
            "W[f1]: off the board",
        ),
        (vec![&nothing], 1, "no .sgf file in"),
        (
            vec![&game, &empty, "--svg", "x.svg"],
            1,
            "--sgf and --svg take one game",
        ),
        (
            vec![&game, "--nodes", "5", "--out", &same],
            1,
            "would be overwritten",
        ),
        (
            vec![&game, &game, "--out", &same],
            1,
            "two files are named game",
        ),
        (vec![&game, "--nodes", "0"], 2, "invalid value '0'"),
        (
            vec![&game, "--time", "soon"],
            2,
            "seconds from 0 to 1000000",
        ),
        (vec![], 2, "GAME"),
    ] {
        let all: Vec<&str> = std::iter::once("review").chain(arguments).collect();
        let output = run(&all, b"");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{all:?}: {complaint}");
        assert!(complaint.contains(expected), "{all:?}: {complaint}");
        assert!(output.stdout.is_empty());
    }
    assert_eq!(fs::read_to_string(&game).expect("untouched"), GAME);
}
