//! `mustplay solve` and `mustplay merge` on the command line, and the solver over GTP.

use crate::support::engine::{Engine, run, stdout};
use crate::support::folder::Folder;
use serde_json::Value;
use std::fs;
use std::time::{Duration, Instant};

fn records(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

const FOUR: &str = "4x4\nW W W B\n W W B W\n  W B W W\n   B W W W\n";

#[test]
fn all_openings_make_a_map_and_a_run_goes_on_where_it_stopped() {
    let folder = Folder::new("solve");
    let (out, svg) = (folder.file("four.jsonl"), folder.file("four.svg"));
    let arguments = [
        "solve",
        "--size",
        "4",
        "--openings",
        "all",
        "--jobs",
        "2",
        "--out",
        &out,
        "--svg",
        &svg,
    ];
    let text = stdout(&arguments, b"");
    assert!(text.contains(FOUR), "{text}");
    assert!(text.contains("8 of 8 solved"), "{text}");
    assert!(
        fs::read_to_string(&svg)
            .expect("a picture")
            .contains("</svg>")
    );
    let kept = fs::read_to_string(&out).expect("lines");
    // Three and a half lines remain, as if the run had been killed.
    let ends: Vec<usize> = kept.match_indices('\n').map(|(at, _)| at + 1).collect();
    fs::write(&out, &kept[..ends[2] + 20]).expect("written");
    let text = stdout(&arguments, b"");
    assert!(text.contains(FOUR), "{text}");
    let again = fs::read_to_string(&out).expect("lines");
    assert_eq!(again[..ends[2]], kept[..ends[2]]);
    assert_eq!(records(&again).len(), 8);
    assert!(
        records(&again)
            .iter()
            .all(|one| one["format"] == "mustplay-solution/1")
    );
}

#[test]
fn openings_follow_from_each_other_and_from_stored_claims() {
    let folder = Folder::new("together");
    let claims = folder.file("claims.jsonl");
    let openings = ["solve", "--size", "5", "--openings", "all"];
    let apart = stdout(&[&openings[..], &["--apart"]].concat(), b"");
    let map = apart.split_once("5x5\n").expect("a map").1;
    assert!(!apart.contains("follows from"), "{apart}");
    let together = [&openings[..], &["--claims", &claims]].concat();
    let first = stdout(&together, b"");
    assert!(
        first.contains(map) && first.contains("follows from 5x5"),
        "{first}"
    );
    assert!(first.contains("' reflected), . was searched"), "{first}");
    // Stored claims are not searched again.
    let second = stdout(&together, b"");
    assert!(
        second.contains(map) && second.contains(" solved, 0 positions,"),
        "{second}"
    );
    let line = stdout(
        &[
            "solve",
            "--size",
            "5",
            "--opening",
            "a1",
            "--claims",
            &claims,
            "--json",
        ],
        b"",
    );
    let solution = &records(&line)[0];
    assert_eq!(
        (&solution["winner"], &solution["nodes"]),
        (&"white".into(), &0.into())
    );
    assert!(solution["follows"].is_string(), "{line}");
    // A half line is cut off, as in other result files.
    let kept = fs::read_to_string(&claims).expect("claims");
    fs::write(&claims, &kept[..kept.len() - 5]).expect("written");
    assert!(stdout(&together, b"").contains(map));
    for (from, to, complaint) in [
        (
            "mustplay-claim/1",
            "mustplay-claim/7",
            "claim 1 of the store",
        ),
        ("\"stones\"", "\"rocks\"", "line 1 is not a claim"),
    ] {
        fs::write(&claims, kept.replace(from, to)).expect("written");
        let output = run(&together, b"");
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(1) && printed.contains(complaint),
            "{printed}"
        );
    }
    let both = [&together[..], &["--apart"]].concat();
    assert_eq!(run(&both, b"").status.code(), Some(2));
}

#[test]
fn the_empty_board_is_won_by_the_side_that_begins() {
    for (size, words) in [("5", "5x5 "), ("4x5", "4x5 ")] {
        let printed = stdout(&["solve", "--size", size, "--openings", "none"], b"");
        assert!(
            printed.starts_with(words) && printed.contains("wins"),
            "{printed}"
        );
    }
    let line = stdout(
        &["solve", "--size", "5", "--openings", "none", "--json"],
        b"",
    );
    let solution = &records(&line)[0];
    assert_eq!(solution["winner"], "black");
    assert!(solution["best"].is_string(), "{line}");
}

/// Moves of both sides count, whoever wins; a limit leaves what was proved so far.
#[test]
fn the_shortest_win_is_proved() {
    let solve = |arguments: &[&str]| {
        let all = [&["solve", "--shortest", "--json"], arguments].concat();
        let lines = records(&stdout(&all, b""));
        lines.into_iter().next().expect("a solution")
    };
    for (size, moves) in [("1", 1), ("2", 3), ("3", 5), ("4", 9), ("3x4", 8)] {
        let found = solve(&["--size", size, "--openings", "none"]);
        assert_eq!(found["shortest"], moves, "{found}");
        assert_eq!(found["line"].as_array().map(Vec::len), Some(moves));
        assert!(found.get("at_least").is_none());
    }
    let found = solve(&["--size", "6", "--openings", "none", "--nodes", "5000"]);
    assert!(found.get("shortest").is_none(), "{found}");
    assert!(found["at_least"].as_u64() >= Some(11), "{found}");
    let found = solve(&["2x2 a1 b1"]);
    assert_eq!(
        (&found["winner"], &found["shortest"]),
        (&"black".into(), &1.into())
    );
}

#[test]
fn shards_are_merged_and_contradictions_found() {
    let folder = Folder::new("merge");
    let parts = ["1/3", "2/3", "3/3"].map(|shard| {
        let out = folder.file(&shard.replace('/', "-"));
        stdout(
            &[
                "solve",
                "--size",
                "4",
                "--openings",
                "all",
                "--shard",
                shard,
                "--out",
                &out,
            ],
            b"",
        );
        out
    });
    let mut arguments = vec!["merge"];
    arguments.extend(parts.iter().map(String::as_str));
    let merged = stdout(&arguments, b"");
    assert_eq!(records(&merged).len(), 8);
    arguments.push("--map");
    assert_eq!(stdout(&arguments, b""), FOUR);
    let lie = folder.file("lie");
    let lines = fs::read_to_string(&parts[0]).expect("lines");
    fs::write(
        &lie,
        lines.replace("\"winner\":\"white\"", "\"winner\":\"black\""),
    )
    .expect("written");
    arguments.push(&lie);
    let output = run(&arguments, b"");
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        complaint.contains("4x4 a1: won by white and by black"),
        "{complaint}"
    );
}

#[test]
fn games_and_lists_are_solved_within_limits() {
    let folder = Folder::new("lists");
    let game = folder.file("game.sgf");
    fs::write(&game, "(;GM[11]SZ[5];B[a2];W[c3])").expect("written");
    let found = records(&stdout(&["solve", &game, "--moves", "1", "--json"], b""));
    assert_eq!(
        (&found[0]["winner"], &found[0]["black"][0]),
        (&"white".into(), &"a2".into())
    );
    let list = folder.file("list.json");
    let position = |winner: &str| {
        format!(
            r#"[{{"id":"one","width":5,"height":5,"black":["a2"],"white":[],"to_move":"white","winner":"{winner}"}}]"#
        )
    };
    fs::write(&list, position("white")).expect("written");
    assert!(stdout(&["solve", &list], b"").contains("white wins by"));
    fs::write(&list, position("black")).expect("written");
    let output = run(&["solve", &list], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("EXPECTED OTHERWISE"));
    for (text, complaint) in [
        ("[{\"id\":\"one\"}]", "is not a list of positions"),
        (
            r#"[{"width":3,"height":3,"black":["a1","a1"],"white":[],"to_move":"b"}]"#,
            "position 1",
        ),
        (
            r#"{"positions":[{"width":20,"height":20,"black":[],"white":[],"to_move":"b"}]}"#,
            "position 1",
        ),
    ] {
        fs::write(&list, text).expect("written");
        let output = run(&["solve", &list], b"");
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{printed}");
        assert!(printed.contains(complaint), "{printed}");
    }
    let start = Instant::now();
    let limited = ["solve", "--size", "11", "--opening", "a10", "--time", "0.3"];
    assert!(stdout(&limited, b"").contains("not solved"));
    let limited = ["solve", "--size", "9", "--opening", "a1", "--nodes", "20"];
    assert!(stdout(&limited, b"").contains("not solved, 20 positions"));
    let limited = [
        "solve",
        "--size",
        "9",
        "--opening",
        "a1",
        "--options",
        "nodelimit=20",
    ];
    assert!(stdout(&limited, b"").contains("not solved, 20 positions"));
    assert!(start.elapsed() < Duration::from_secs(10));
    let output = run(&["solve", "--opening", "z9"], b"");
    assert_eq!(output.status.code(), Some(1));
    for wrong in [
        &[][..],
        &["--openings", "some"],
        &["--opening", "a1", "--shard", "3/2"],
        &["--opening", "a1", "--options", "hash=0"],
    ] {
        let output = run(&[&["solve"][..], wrong].concat(), b"");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn an_interrupted_proof_is_empty_and_goes_on_when_asked_again() {
    let mut engine = Engine::start(&["--size", "9"]);
    engine.ask("param_dfpn use_guifx 1");
    engine.ask("play b a9");
    engine.send("solve-state w");
    std::thread::sleep(Duration::from_millis(700));
    let start = Instant::now();
    engine.send("# interrupt");
    let (drawn, answer) = engine.drawn_answer();
    assert_eq!((answer.good, answer.text.as_str()), (true, "empty"));
    assert!(start.elapsed() < Duration::from_secs(2));
    assert!(
        drawn.iter().any(|line| line.contains("\nVAR W ")),
        "{drawn:?}"
    );
    engine.ask("param_dfpn use_guifx 0");
    engine.ask("param_dfpn nodelimit 30");
    assert_eq!(engine.ask("solve-state w"), "empty");
    assert!(!engine.ask("dfpn-get-bounds w").is_empty());
    engine.send("dfpn-solver-find-winning w");
    let answer = engine.answer();
    assert!(
        !answer.good && answer.text.contains("open"),
        "{}",
        answer.text
    );
    engine.ask("dfs-clear-tt");
    engine.send("dfpn-get-bounds w");
    assert!(!engine.answer().good, "the result is forgotten");
}

/// What is proved by then is a success, which has cells alone: stderr says that it is not all.
#[test]
fn a_stopped_search_for_winning_moves_says_so() {
    let output = run(
        &["--size", "5"],
        b"play b a2\nsolve-state w\nparam_dfpn nodelimit 1\ndfpn-solver-find-winning w\n",
    );
    let answered = String::from_utf8_lossy(&output.stdout);
    assert!(
        answered.ends_with("= white\n\n= \n\n= c3\n\n"),
        "{answered}"
    );
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("find-winning: Green: moves proved to win for White. "),
        "{said}"
    );
}

#[test]
fn a_certificate_is_written_and_verified() {
    let folder = Folder::new("certificate");
    let file = folder.file("b2.json");
    stdout(
        &[
            "solve",
            "--size",
            "5",
            "--opening",
            "b2",
            "--certificate",
            &file,
        ],
        b"",
    );
    let printed = stdout(&["verify", &file], b"");
    assert!(printed.starts_with("proved: black wins, "), "{printed}");
    let text = fs::read_to_string(&file).expect("a certificate");
    let lie = text.replace("\"winner\":\"black\"", "\"winner\":\"white\"");
    fs::write(&file, lie).expect("written");
    assert_eq!(run(&["verify", &file], b"").status.code(), Some(1));
    let many = ["solve", "positions/puzzles.json", "--certificate", &file];
    assert_eq!(run(&many, b"").status.code(), Some(1));
    let short = [
        "solve",
        "--size",
        "9",
        "--opening",
        "a9",
        "--nodes",
        "5",
        "--certificate",
        &file,
    ];
    let output = run(&short, b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no certificate"));
}
