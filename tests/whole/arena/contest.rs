//! Matches: engines that break the protocol in every possible way, schedules, tests, usage.

use crate::support::engine::{FOLDER, run, stdout};
use crate::support::folder::Folder;
use crate::support::matches::{fake, games, held, lines};
use serde_json::Value;
use std::fs;
use std::path::Path;

#[cfg(unix)]
#[test]
fn a_fault_costs_an_engine_the_game_and_nothing_else() {
    for (how, reason, detail) in [
        ("cheat 2", "illegal", "(occupied)"),
        ("beyond 2", "illegal", "z99 (off the board)"),
        ("swap", "illegal", "this match does not allow a swap"),
        (
            "crash 2",
            "crash",
            "exit status: 3; it printed: out of memory",
        ),
        ("hang 2", "timeout", "no move after 1.000 s"),
        ("flood 2", "garbage", "more than 1048576 bytes"),
        ("drone 2", "garbage", "more than 1048576 bytes"),
        ("spate 2", "garbage", "more than 1048576 bytes"),
        ("garbage 2", "garbage", "no move: \"let me think\""),
        ("mute 2", "garbage", "lines but no answer"),
        ("refuse 2", "refusal", "genmove"),
        ("deaf", "silence", "play black"),
    ] {
        // Where a clock decides, the faultless engine has ample time; elsewhere much more.
        let [time, grace, patience] = if ["timeout", "silence"].contains(&reason) || how == "mute 2"
        {
            ["0.5/move", "0.5", "1"]
        } else {
            ["30/move", "5", "30"]
        };
        let arguments = ["--size", "5", "--games", "4", "--jobs", "2", "--time", time];
        let limits = ["--timeout-grace", grace, "--patience", patience];
        let engine = fake(how);
        let engines = [engine.as_str(), "first"];
        let (answer, printed) = held(&[&engines[..], &arguments, &limits].concat());
        assert_eq!(answer["games"], 4, "{how}");
        assert_eq!(
            answer["engines"][0]["faults"][reason], 4,
            "{how}: {answer} {printed}"
        );
        assert_eq!(answer["engines"][1]["wins"], 4, "{how}");
        assert_eq!(
            answer["engines"][1]["faults"],
            serde_json::json!({}),
            "{how}"
        );
        assert!(
            printed.contains(detail) && printed.lines().count() == 4,
            "{how}: {printed}"
        );
    }
}

/// A match with an engine that never moves is reported, and fails.
#[cfg(unix)]
#[test]
fn an_engine_that_crashes_before_each_first_move_fails_the_match() {
    let dead = fake("dead");
    for (engine, detail) in [
        (dead.as_str(), "exit status: 7; it printed: no licence"),
        ("fake=cmd:false", "exit status: 1"),
    ] {
        let play = ["match", "first", engine, "--size", "5", "--games", "4"];
        let output = run(&play, b"");
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{printed}");
        let reason = "fake does not work: each of its games ended in a crash";
        assert!(
            printed.contains(detail) && printed.contains(reason),
            "{printed}"
        );
        assert!(String::from_utf8_lossy(&output.stdout).contains("4 games"));
    }
}

#[cfg(unix)]
#[test]
fn plain_engines_play_without_configuration() {
    // All of these engines play the first free cell, like the player `first`.
    let game = |engine: &str| {
        let folder = Folder::new("plain");
        let file = folder.file("games.jsonl");
        let arguments = [
            engine, "random", "--size", "4", "--games", "8", "--out", &file,
        ];
        let (answer, printed) = held(&arguments);
        assert_eq!(
            (printed.as_str(), &answer["reasons"]["joined"]),
            ("", &Value::from(8))
        );
        games(&file)
    };
    let expected = game("first");
    assert_eq!(game(&fake("plain")), expected);
    assert_eq!(game(&fake("upper")), expected);
    assert_eq!(game(&fake("banner")), expected);
    let own = format!("cmd:'{}' --player first", env!("CARGO_BIN_EXE_mustplay"));
    assert_eq!(game(&own), expected);

    let (answer, _) = held(&[&fake("give 2"), "first", "--size", "5", "--games", "4"]);
    assert_eq!(answer["reasons"]["resignation"], 4);
    assert_eq!(answer["engines"][1]["wins"], 4);
}

/// Unrequested output is dropped, or is taken for an answer and costs the game; it never affects
/// the opponent.
#[cfg(unix)]
#[test]
fn unrequested_output_never_hurts_the_opponent() {
    let (answer, _) = held(&[&fake("chatter"), "first", "--size", "4", "--games", "20"]);
    assert_eq!(answer["games"], 20);
    assert_eq!(answer["engines"][1]["faults"], serde_json::json!({}));
}

#[cfg(unix)]
#[test]
fn a_won_game_can_be_played_on_and_stays_won() {
    let folder = Folder::new("on");
    let (short, long) = (folder.file("short.jsonl"), folder.file("long.jsonl"));
    let engine = fake("plain");
    let plain = [
        engine.as_str(),
        "first",
        "--size",
        "4",
        "--games",
        "8",
        "--out",
    ];
    let (brief, _) = held(&[&plain[..], &[&short]].concat());
    // The fake plays on until the board is full; our players resign once they have lost.
    let (whole, printed) = held(&[&plain[..], &[&long, "--play-on"]].concat());
    assert_eq!(printed, "");
    assert_eq!(brief["pairings"], whole["pairings"]);
    assert_eq!(brief["reasons"], whole["reasons"]);
    let (short, long) = (games(&short), games(&long));
    let mut longer = 0;
    for (number, moves) in &short {
        let (moves, more) = (moves.as_array().unwrap(), long[number].as_array().unwrap());
        assert_eq!(moves[..], more[..moves.len()]);
        longer += usize::from(more.len() > moves.len());
    }
    assert!(longer > 0);

    // A fault after the end is reported and changes nothing.
    let crashing = fake("crash 7");
    let play = [
        &crashing,
        "first",
        "--size",
        "4",
        "--games",
        "8",
        "--play-on",
    ];
    let (crashed, printed) = held(&play);
    assert!(
        printed.contains("joined afterwards crash: exit status: 3"),
        "{printed}"
    );
    assert_eq!(
        crashed["pairings"][0]["pairs"],
        brief["pairings"][0]["pairs"]
    );
    assert_eq!(crashed["reasons"], brief["reasons"]);
    // The engines repeat their games, but there are enough different openings.
    assert_eq!(brief["repeated"], 0);
    let (again, _) = held(&["first", "other=first", "--size", "3", "--games", "20"]);
    assert_eq!(again["repeated"], 10);
}

#[cfg(unix)]
#[test]
fn limits_are_sent_by_commands_that_an_engine_lists() {
    let folder = Folder::new("limits");
    let reply = |name: &str, arguments: &[&str]| {
        let log = folder.file(name);
        let init = folder.file("init.gtp");
        fs::write(&init, "# first\nparam_player level 3\n").unwrap();
        let engine = format!("cmd@{init}:{FOLDER}/arena/fake.sh log 1 {log}");
        held(
            &[
                &[&engine, "first", "--size", "3", "--games", "2"],
                arguments,
            ]
            .concat(),
        );
        fs::read_to_string(log).expect("a log")
    };
    let log = reply("move", &["--time", "0.5/move", "--nodes", "900", "--swap"]);
    for line in [
        "list_commands\nparam_player level 3",
        "param_game allow_swap 1",
        "param_player max_time 0.5",
        "param_player max_nodes 900",
        "boardsize 3\nclear_board\nplay black",
    ] {
        assert!(log.contains(line), "{line}: {log}");
    }
    assert!(!log.contains("time_left"), "{log}");
    let log = reply("game", &["--time", "60+0.5"]);
    assert!(log.contains("time_settings 60 0 0"), "{log}");
    assert!(log.contains("time_left white 60 0"), "{log}");
    assert!(
        !log.contains("max_time") && !log.contains("allow_swap"),
        "{log}"
    );
    let log = reply("overtime", &["--time", "5+2.5/3"]);
    assert!(log.contains("time_settings 5 2.5 3"), "{log}");
    let log = reply("periods", &["--time", "0+10/3"]);
    assert!(log.contains("time_settings 0 10 3"), "{log}");
    assert!(log.contains("time_left white 10 3"), "{log}");
}

#[test]
fn short_clocks_are_kept_inside_the_program_and_outside() {
    let outside = format!(
        "outside=cmd:'{}' --player puct",
        env!("CARGO_BIN_EXE_mustplay")
    );
    for time in ["0.3+0.02", "0.2+0.5/6"] {
        let arguments = [
            "puct", &outside, "--size", "5", "--games", "4", "--time", time,
        ];
        let (answer, printed) = held(&arguments);
        assert_eq!(
            (printed.as_str(), &answer["reasons"]["joined"]),
            ("", &Value::from(4)),
            "{time}"
        );
    }
}

#[test]
fn an_engine_that_cannot_start_ends_the_match() {
    let output = run(
        &["match", "first", "cmd:/no/such/program", "--size", "3"],
        b"",
    );
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(printed.contains("/no/such/program"), "{printed}");
}

#[cfg(unix)]
#[test]
fn an_init_file_that_fails_ends_the_match() {
    let folder = Folder::new("init");
    let init = folder.file("init.gtp");
    fs::write(&init, "param_player level x\n").unwrap();
    let engine = format!("cmd@{init}:{FOLDER}/arena/fake.sh plain");
    let output = run(&["match", "first", &engine, "--size", "3"], b"");
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(
        printed.contains("param_player level x: unknown command"),
        "{printed}"
    );
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_slots() {
    let folder = Folder::new("seed");
    let play = |name: &str, seed: &str, jobs: &str| {
        let file = folder.file(name);
        let players = ["random", "random", "first", "--size", "4", "--games", "20"];
        let rest = ["--seed", seed, "--jobs", jobs, "--swap", "--out", &file];
        let (answer, _) = held(&[&players[..], &rest].concat());
        assert_eq!(answer["games"], 60);
        (games(&file), answer["pairings"].clone())
    };
    let one = play("one", "1", "1");
    assert_eq!(play("three", "1", "3"), one);
    assert_ne!(play("two", "2", "1"), one);
    let swapped = |moves: &&Value| moves[1] == "swap-pieces";
    assert!(one.0.values().filter(swapped).count() > 0);
}

#[test]
fn a_gauntlet_is_the_first_against_all_others() {
    let players = [
        "first",
        "a=random:seed=1",
        "b=random:seed=2",
        "c=random:seed=3",
    ];
    let rest = ["--size", "4", "--games", "10", "--gauntlet"];
    let (answer, _) = held(&[&players[..], &rest].concat());
    let pairings = answer["pairings"].as_array().unwrap();
    assert_eq!((answer["games"].as_u64(), pairings.len()), (Some(30), 3));
    assert!(
        pairings
            .iter()
            .all(|pairing| pairing["engines"][0] == "first")
    );
    let table = stdout(&[&["match"], &players[..], &rest].concat(), b"");
    assert!(table.contains("first against c: 5 pairs"), "{table}");
}

#[test]
fn a_sequential_test_ends_the_match_and_is_drawn() {
    let folder = Folder::new("sprt");
    let (file, picture) = (folder.file("games.jsonl"), folder.file("course.svg"));
    let test = |more: &[&str]| {
        let players = [
            "first",
            "random",
            "--size",
            "5",
            "--sprt",
            "0,150,0.05,0.05",
        ];
        held(&[&players[..], more].concat()).0["sprt"].clone()
    };
    let one = test(&["--out", &file, "--svg", &picture]);
    assert_eq!(one["decision"]["elo"], 0.0, "{one}");
    assert!(one["ratio"].as_f64() <= one["lower"].as_f64(), "{one}");
    // The result of the match does not depend on the number of games in parallel.
    assert_eq!(test(&["--jobs", "3"])["decision"], one["decision"]);
    let count = lines(&file).len() - 1;
    assert_eq!(
        Some(count as u64),
        one["decision"]["pairs"].as_u64().map(|pairs| 2 * pairs)
    );
    // A match stops as soon as it is decided.
    assert_eq!(test(&["--out", &file, "--resume"]), one);
    assert_eq!(lines(&file).len() - 1, count);
    let picture = fs::read_to_string(picture).expect("a picture");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    for part in [
        "Elo of first over random",
        "SPRT 0,150",
        ">-2.94</text>",
        "<polygon",
    ] {
        assert!(picture.contains(part), "{part}: {picture}");
    }
    assert_eq!(picture.matches("<polyline").count(), 2);
}

#[test]
fn wrong_usage_names_valid_usage() {
    for (arguments, expected) in [
        (&["first"][..], "2 values required"),
        (
            &["first", "rondam"],
            "choose from first, hexane, hexy, montecarlo, mustplay",
        ),
        (&["first", "cmd:"], "cmd:PROGRAM ARGUMENTS"),
        (&["first", "first", "--games", "3"], "an even number"),
        (&["first", "first", "--time", "soon"], "0.5/move"),
        (&["first", "first", "--sprt", "5,0"], "elo0,elo1,alpha,beta"),
        (&["first", "first", "first", "--sprt", "0,5"], "two engines"),
        (
            &["first", "first", "first", "--svg", "x.svg"],
            "two engines",
        ),
        (&["first", "first", "--resume"], "--out"),
        (&["first", "first", "--jobs", "0"], "1 to 1024"),
        (&["first", "first", "--nodes", "0"], "0"),
        (&["first", "first", "--patience=-1"], "seconds from 0"),
    ] {
        let output = run(&[&["match"], arguments].concat(), b"");
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {printed}");
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
    }
    for (arguments, expected) in [
        (&["--openings", "/no/such/file"][..], "/no/such/file"),
        (&["--size", "1"], "no opening"),
        (&["--out", "/no/such/folder/x"], "/no/such/folder/x"),
    ] {
        let output = run(&[&["match", "first", "first"], arguments].concat(), b"");
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {printed}");
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
    }
    let help = stdout(&["match", "--help"], b"");
    for word in [
        "--openings",
        "--sprt",
        "--resume",
        "--timeout-grace",
        "--play-on",
        "cmd:",
    ] {
        assert!(help.contains(word), "{word}: {help}");
    }
    assert!(!stdout(&["--help"], b"").contains("guard"));
    assert!(Path::new(FOLDER).join("arena/fake.sh").exists());
}
