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
            "claim 1 of this board",
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
fn merging_keeps_what_says_more() {
    let folder = Folder::new("says");
    let [plain, shortest, other] = ["plain", "shortest", "other"].map(|name| folder.file(name));
    let solve = ["solve", "--size", "3", "--opening", "b2", "--out"];
    stdout(&[&solve[..], &[&plain]].concat(), b"");
    stdout(&[&solve[..], &[&shortest, "--shortest"]].concat(), b"");
    for files in [[&plain, &shortest], [&shortest, &plain]] {
        let merged = records(&stdout(&["merge", files[0], files[1]], b""));
        assert_eq!(merged.len(), 1);
        assert!(merged[0]["shortest"].is_number(), "{merged:?}");
    }
    stdout(
        &["solve", "--size", "2", "--opening", "a1", "--out", &other],
        b"",
    );
    let output = run(&["merge", &plain, &other, "--map"], b"");
    assert_eq!(output.status.code(), Some(1));
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
        ("[{\"id\":\"one\"}]", "one: no field 'width'"),
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
    for (wrong, complaint) in [
        (&[][..], "<FILE|--opening <CELL>|--openings <all|none>>"),
        (
            &["--size", "4"],
            "<FILE|--opening <CELL>|--openings <all|none>>",
        ),
        (&["game.sgf", "--opening", "a1"], "cannot be used with"),
        (&["--openings", "some"], "invalid value 'some'"),
        (&["--opening", "a1", "--shard", "3/2"], "i/n with i from 1"),
        (&["--opening", "a1", "--options", "hash=0"], "hash=0"),
    ] {
        let output = run(&[&["solve"][..], wrong].concat(), b"");
        let printed = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2));
        assert!(printed.contains(complaint), "{wrong:?}: {printed}");
    }
}

#[test]
fn lists_are_known_by_what_they_hold_and_their_moves_are_made() {
    let folder = Folder::new("kinds");
    let position = r#""width":4,"height":4,"black":[],"white":[],"to_move":"black""#;
    let list = format!(r#" [{{{position},"moves":["a1"]}},{{{position}}}]"#);
    let file = folder.file("list.txt");
    fs::write(&file, &list).expect("written");
    for found in [
        stdout(&["solve", &file, "--json"], b""),
        stdout(&["solve", "-", "--json"], list.as_bytes()),
    ] {
        let found = records(&found);
        let winners: Vec<&Value> = found.iter().map(|one| &one["winner"]).collect();
        assert_eq!(winners, ["white", "black"]);
    }
    let one = format!(r#"{{{position},"winner":"white"}}"#);
    let output = run(&["solve", "-"], one.as_bytes());
    assert!(String::from_utf8_lossy(&output.stdout).contains("EXPECTED OTHERWISE"));
    let output = run(&["solve", "a1 b2", "--board", "3", "--moves", "3"], b"");
    let note = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(note.contains("the game has 2 moves, not 3"), "{note}");
}

#[test]
fn a_kept_solution_is_compared_with_the_winner_that_a_list_names() {
    let folder = Folder::new("expected");
    let (list, out) = (folder.file("list.json"), folder.file("out.jsonl"));
    let position = |id: &str, winner: &str| {
        format!(
            r#"[{{"id":"{id}","width":3,"height":3,"black":[],"white":[],"to_move":"black","winner":"{winner}"}}]"#
        )
    };
    fs::write(&list, position("one", "black")).expect("written");
    stdout(&["solve", &list, "--out", &out], b"");
    fs::write(&list, position("two", "white")).expect("written");
    let output = run(&["solve", &list, "--out", &out], b"");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("two") && text.contains("EXPECTED OTHERWISE"),
        "{text}"
    );
}

#[test]
fn files_of_other_kinds_and_whole_last_lines_are_not_cut() {
    let folder = Folder::new("other");
    let (game, claims) = (folder.file("game.sgf"), folder.file("claims.jsonl"));
    let text = "(;FF[4]GM[11]SZ[4];B[b2];W[b3])";
    for option in ["--out", "--claims"] {
        fs::write(&game, text).expect("written");
        let output = run(&["solve", &game, option, &game], b"");
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(fs::read_to_string(&game).expect("a game"), text);
    }
    let solve = ["solve", "--size", "4", "--openings", "all"];
    stdout(&[&solve[..], &["--claims", &claims]].concat(), b"");
    let kept = fs::read_to_string(&claims).expect("claims");
    fs::write(&claims, kept.trim_end()).expect("written");
    let found = stdout(&[&solve[..], &["--claims", &claims]].concat(), b"");
    assert!(found.contains(" solved, 0 positions,"), "{found}");
    assert_eq!(fs::read_to_string(&claims).expect("claims"), kept);
}

#[test]
fn what_cannot_be_written_is_said_before_the_search() {
    let folder = Folder::new("unwritable");
    let (missing, claims) = (folder.file("no/such.json"), folder.file("claims.jsonl"));
    let solve = ["solve", "--size", "4", "--openings", "all"];
    for (option, complaint) in [
        (["--certificate", &missing], "cannot write"),
        (["--svg", &missing], "cannot write"),
        (["--certificate", &claims], "both read and replaced"),
    ] {
        let words = [&solve[..], &["--claims", &claims], &option].concat();
        let output = run(&words, b"");
        let why = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{why}");
        assert!(why.contains(complaint) && output.stdout.is_empty(), "{why}");
    }
}

#[test]
#[cfg(unix)]
fn after_an_interrupt_totals_and_the_certificate_of_what_is_proved_remain() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let folder = Folder::new("interrupt");
    let certificate = folder.file("proof.json.gz");
    // The first opening takes a moment, all of them many seconds.
    let mut running = Command::new(env!("CARGO_BIN_EXE_mustplay"))
        .args([
            "solve",
            "--size",
            "7",
            "--openings",
            "all",
            "--options",
            "hash=64",
        ])
        .args(["--certificate", &certificate])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program");
    let mut lines = BufReader::new(running.stdout.take().expect("piped"));
    let mut text = String::new();
    lines.read_line(&mut text).expect("a solution");
    let kill = Command::new("kill")
        .args(["-INT", &running.id().to_string()])
        .status();
    assert!(kill.expect("sent").success());
    lines.read_to_string(&mut text).expect("the rest");
    let mut why = String::new();
    let stderr = running.stderr.as_mut().expect("piped");
    stderr.read_to_string(&mut why).expect("messages");
    assert_eq!(
        running.wait().expect("an end").code(),
        Some(1),
        "{text}{why}"
    );
    assert!(text.contains(" of 25 solved, "), "{text}");
    assert!(why.contains(" of 25 positions; with --out"), "{why}");
    let proved = stdout(&["verify", &certificate], b"");
    assert!(proved.contains("proved: "), "{proved}");
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
