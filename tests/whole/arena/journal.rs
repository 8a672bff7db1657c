//! Files of matches, and matches that are killed.

use crate::support::engine::{run, stdout};
use crate::support::folder::Folder;
#[cfg(unix)]
use crate::support::matches::{fake, games, wait_until};
use crate::support::matches::{held, lines};
use std::fs;
use std::process::{Child, Command, Stdio};

#[test]
fn games_are_kept_as_json_and_sgf() {
    let folder = Folder::new("kept");
    let (file, sgf, openings) = (
        folder.file("g.jsonl"),
        folder.file("sgf"),
        folder.file("o.json"),
    );
    let opening =
        r#"{"width":5,"height":4,"black":["a1"],"white":["b2"],"to_move":"white","moves":["c3"]}"#;
    fs::write(&openings, opening).unwrap();
    let rest = [
        "--size",
        "5x4",
        "--openings",
        &openings,
        "--out",
        &file,
        "--sgf",
        &sgf,
    ];
    held(&[&["first", "n=random"][..], &rest].concat());
    let lines = lines(&file);
    assert_eq!(lines[0]["format"], "mustplay-game/1");
    assert_eq!(
        lines[0]["engines"][1],
        serde_json::json!({"name": "n", "engine": "random"})
    );
    assert_eq!(lines.len(), 3);
    for line in &lines[1..] {
        assert_eq!((&line["width"], &line["height"]), (&5.into(), &4.into()));
        assert_eq!(
            (&line["black"][0], &line["white"][0]),
            (&"a1".into(), &"b2".into())
        );
        assert_eq!(
            (&line["to_move"], &line["moves"][0]),
            (&"white".into(), &"c3".into())
        );
        let moves = line["moves"].as_array().unwrap().len();
        assert_eq!(line["seconds"].as_array().unwrap().len() + 1, moves);
        let path = format!("{sgf}/game-{:06}.sgf", line["game"].as_u64().unwrap());
        let text = fs::read_to_string(&path).expect("a game");
        let black = format!("PB[{}]", line["black_engine"].as_str().unwrap());
        let winner = line["winner"].as_str().unwrap().to_uppercase();
        assert!(
            text.contains(&black) && text.contains(&format!("RE[{}+]", &winner[..1])),
            "{text}"
        );
        assert!(stdout(&["show", &path], b"").contains('B'), "{text}");
        // The file of all games can also be read as games.
        let number = (line["game"].as_u64().unwrap() + 1).to_string();
        let shown = stdout(&["show", &file, "--game", &number], b"");
        assert_eq!(shown, stdout(&["show", &path], b""));
    }
    assert!(!run(&["show", &file, "--game", "3"], b"").status.success());
}

/// A match in its own process, to be killed.
struct Match(Child);

impl Match {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mustplay"));
        command.arg("match").args(arguments).stdin(Stdio::null());
        // Enough time to be killed.
        command.env("FAKE_SLEEP", "0.02");
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        Self(child.expect("the program starts"))
    }
}

impl Drop for Match {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(unix)]
#[test]
fn a_match_that_is_killed_and_resumed_ends_with_the_same_totals() {
    let folder = Folder::new("killed");
    let (whole, torn) = (folder.file("whole.jsonl"), folder.file("torn.jsonl"));
    let engine = fake("plain");
    let play = [
        engine.as_str(),
        "random",
        "--size",
        "5",
        "--games",
        "200",
        "--jobs",
        "2",
        "--out",
    ];
    let (expected, _) = held(&[&play[..], &[&whole]].concat());

    let count = || fs::read_to_string(&torn).map_or(0, |text| text.lines().count());
    let running = Match::start(&[&play[..], &[&torn]].concat());
    wait_until("forty games", || count() > 40);
    drop(running);
    let kept = fs::read_to_string(&torn).unwrap();
    let kept: String = kept
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'))
        .collect();
    assert!(
        kept.lines().count() < 201,
        "the match ended before the kill"
    );
    // Write the worst possible remains, whatever the kill left.
    fs::write(&torn, format!("{kept}{{\"game\":77,\"pai")).unwrap();

    let (answer, _) = held(&[&play[..], &[&torn, "--resume"]].concat());
    for field in ["games", "black_wins", "pairings", "reasons"] {
        assert_eq!(answer[field], expected[field], "{field}");
    }
    assert!(fs::read_to_string(&torn).unwrap().starts_with(&kept));
    assert_eq!(lines(&torn).len(), 201);
    assert_eq!(games(&torn), games(&whole));
    // All games are played already.
    let (again, _) = held(&[&play[..], &[&torn, "--resume"]].concat());
    assert_eq!(again["pairings"], expected["pairings"]);
    assert_eq!(lines(&torn).len(), 201);
}

#[test]
fn a_file_is_not_mixed_up_with_another_match() {
    let folder = Folder::new("mixed");
    let file = folder.file("games.jsonl");
    let play = |seed: &str, more: &[&str]| {
        let players = [
            "match", "first", "random", "--size", "3", "--games", "4", "--seed", seed,
        ];
        let output = run(&[&players[..], &["--out", &file], more].concat(), b"");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    assert_eq!(play("1", &["--resume"]).0, Some(0));
    let (code, printed) = play("1", &[]);
    assert!(
        code == Some(1) && printed.contains("use --resume"),
        "{printed}"
    );
    let (code, printed) = play("2", &["--resume"]);
    assert!(
        code == Some(1) && printed.contains("seed is 1, not 2"),
        "{printed}"
    );
    let text = fs::read_to_string(&file).unwrap();
    let last = text.lines().last().unwrap();
    fs::write(&file, format!("{text}{last}\n")).unwrap();
    let (code, printed) = play("1", &["--resume"]);
    assert!(
        code == Some(1) && printed.contains("occurs twice"),
        "{printed}"
    );
    fs::write(&file, text.replace("\"moves\"", "\"mvoes\"")).unwrap();
    let (code, printed) = play("1", &["--resume"]);
    assert!(code == Some(1) && printed.contains("line 2"), "{printed}");
}

#[test]
fn games_that_cannot_have_been_played_are_not_continued() {
    let folder = Folder::new("impossible");
    let file = folder.file("games.jsonl");
    let play = || {
        let players = ["match", "first", "random", "--size", "3", "--games", "4"];
        run(&[&players[..], &["--out", &file, "--resume"]].concat(), b"")
    };
    assert!(play().status.success());
    let text = fs::read_to_string(&file).unwrap();
    let change = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut games = lines(&file);
        change(&mut games[2]);
        let all: Vec<String> = games.iter().map(ToString::to_string).collect();
        // The header has to begin with its format.
        let rest = all[1..].join("\n");
        format!("{}\n{rest}\n", text.lines().next().unwrap())
    };
    let loser = if lines(&file)[2]["winner"] == "black" {
        "white"
    } else {
        "black"
    };
    for (changed, why) in [
        (
            change(&|game| game["winner"] = loser.into()),
            "has not joined its edges",
        ),
        (
            change(&|game| game["moves"][1] = game["moves"][0].clone()),
            "occupied",
        ),
        (
            change(&|game| game["moves"][1] = "d9".into()),
            "off the board",
        ),
        (
            change(&|game| game["moves"][1] = "pass".into()),
            "not a move",
        ),
        (change(&|game| game["moves"] = "a1".into()), "line 3"),
    ] {
        fs::write(&file, &changed).unwrap();
        let refused = play();
        let printed = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(1), "{printed}");
        assert!(
            printed.contains("games.jsonl: line 3: ") && printed.contains(why),
            "{printed}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), changed);
        fs::write(&file, &text).unwrap();
    }
    assert!(play().status.success());
}

#[cfg(target_os = "linux")]
mod processes {
    use super::*;

    /// Whether a process still runs; a zombie does not.
    fn lives(id: &str) -> bool {
        let stat = fs::read_to_string(format!("/proc/{id}/stat"));
        stat.is_ok_and(|stat| !stat.contains(") Z "))
    }

    /// The hanging engine and the process that it started.
    fn started(file: &str) -> Vec<String> {
        let mut ids = Vec::new();
        wait_until("the engine hangs", || {
            let text = fs::read_to_string(file).unwrap_or_default();
            ids = text.split_whitespace().map(str::to_owned).collect();
            ids.len() >= 2
        });
        ids
    }

    #[test]
    fn no_process_outlives_a_match_that_is_killed() {
        let folder = Folder::new("orphans");
        let file = folder.file("processes");
        let running = Match::start(&[&fake(&format!("hang 2 {file}")), "first", "--size", "5"]);
        let ids = started(&file);
        assert!(ids.iter().all(|id| lives(id)));
        drop(running);
        wait_until("they are gone", || !ids.iter().any(|id| lives(id)));
    }

    #[test]
    fn no_process_outlives_a_match_that_ends() {
        let folder = Folder::new("ended");
        let file = folder.file("processes");
        let limits = [
            "--time",
            "0.5/move",
            "--timeout-grace",
            "0.5",
            "--size",
            "5",
            "--games",
            "2",
        ];
        let engine = fake(&format!("hang 2 {file}"));
        let (answer, _) = held(&[&[&engine, "first"][..], &limits].concat());
        assert_eq!(answer["engines"][0]["faults"]["timeout"], 2);
        let ids = started(&file);
        assert_eq!(ids.len(), 4);
        wait_until("they are gone", || !ids.iter().any(|id| lives(id)));
    }
}
