//! Stores on the command line: proofs as jobs shared by several processes, certificates, and games.

use crate::support::engine::{run, stdout};
use crate::support::folder::Folder;
use std::fs;
use std::process::{Child, Command, Output, Stdio};

/// The map in the output.
pub fn map(text: &str, size: &str) -> String {
    let (_, map) = text.rsplit_once(&format!("{size}\n")).expect("a map");
    let rows = map.lines().take_while(|line| !line.contains("follows"));
    rows.flat_map(|line| [line, "\n"]).collect()
}

/// The map solved without a store.
pub fn plain(size: &str) -> String {
    map(
        &stdout(&["solve", "--size", size, "--openings", "all"], b""),
        size,
    )
}

pub fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The arguments that solve all openings of a size with a store.
pub fn solving<'a>(size: &'a str, store: &'a str) -> [&'a str; 7] {
    [
        "solve",
        "--size",
        size,
        "--openings",
        "all",
        "--store",
        store,
    ]
}

pub fn worker(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_mustplay"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// Checks that all facts are right and that all winners have certificates the checker accepts.
pub fn verify(store: &str, size: &str, openings: usize) {
    let checked = stdout(
        &["store", "check", "--store", store, "--all", "--winners"],
        b"",
    );
    assert!(
        checked.contains(" 0 not decided in time, 0 wrong"),
        "{checked}"
    );
    let certified = format!("{size}: {openings} winners certified");
    assert!(checked.contains(&certified), "{checked}");
}

/// The number of openings of a board, up to rotation.
pub fn openings(size: &str) -> usize {
    let size: mustplay::hex::BoardSize = size.parse().expect("a size");
    size.cells().div_ceil(2)
}

#[test]
fn a_file_is_shared_and_resumed_and_gives_what_solve_gives() {
    let folder = Folder::new("store-file");
    for size in ["4", "5", "4x5", "3x6"] {
        let (board, store) = (size.parse::<mustplay::hex::BoardSize>(), folder.file(size));
        let board = board.expect("a size").to_string();
        let usual = solving(size, &store);
        // Interrupted after some jobs, then two workers at a time.
        let split = [&usual[..], &["--job-nodes", "3"]].concat();
        let mut other = worker(&split);
        let reply = stdout(&[&split[..], &["--jobs", "2"]].concat(), b"");
        assert!(other.wait().expect("ended").success());
        assert_eq!(map(&reply, &board), plain(size).as_str(), "{reply}");
        // Finished jobs are not repeated.
        let again = stdout(&split, b"");
        assert_eq!(map(&again, &board), map(&reply, &board));
        verify(&store, &board, openings(size));
        let differs = run(&usual, b"");
        assert_eq!(differs.status.code(), Some(1));
        assert!(
            error(&differs).contains("in the store with options"),
            "{}",
            error(&differs)
        );
    }
}

#[test]
fn a_worker_with_other_options_refuses_to_work() {
    let folder = Folder::new("store-options");
    let (plain, changed) = (folder.file("plain"), folder.file("changed"));
    stdout(&solving("3", &plain), b"");
    let options = ["--options", "network=0"];
    stdout(&[&solving("3", &changed)[..], &options].concat(), b"");
    let work =
        |store: &str, options: &str| run(&["work", "--store", store, "--options", options], b"");
    for (store, options, why) in [
        (&plain, "network=0", "with network=1, but here it is 0"),
        (&changed, "network=1", "with network=0, but here it is 1"),
        (&changed, "hash=64,epsilon=0.5", "with epsilon=0.25"),
    ] {
        let refused = work(store, options);
        assert_eq!(refused.status.code(), Some(1));
        assert!(error(&refused).contains(why), "{}", error(&refused));
    }
    for (store, options) in [
        (&plain, ""),
        (&plain, "hash=64,threads=2,network=1"),
        (&changed, "hash=64,network=0"),
    ] {
        let works = work(store, options);
        assert!(works.status.success(), "{}", error(&works));
    }
}

#[test]
fn facts_go_from_store_to_store() {
    let folder = Folder::new("store-facts");
    let (store, other, facts) = (folder.file("one"), folder.file("two"), folder.file("facts"));
    stdout(
        &[&solving("5", &store)[..], &["--job-nodes", "3"]].concat(),
        b"",
    );
    stdout(
        &["store", "export", "--store", &store, "--claims", &facts],
        b"",
    );
    stdout(&["store", "import", &facts, "--store", &other], b"");
    let reply = stdout(&solving("5", &other), b"");
    // Cheap results are not exported as facts, so they are searched again.
    let positions = |reply: &str| -> u64 {
        let rest = reply.split("13 of 13 solved, ").nth(1).expect("all solved");
        let number = rest.split(' ').next().and_then(|word| word.parse().ok());
        number.expect("a number")
    };
    let anew = stdout(&["solve", "--size", "5", "--openings", "all"], b"");
    assert!(2 * positions(&reply) < positions(&anew), "{reply}");
    let solutions = folder.file("solutions");
    let certificates = folder.file("certificates");
    stdout(
        &[
            "store",
            "export",
            "--store",
            &store,
            "--solutions",
            &solutions,
            "--certificates",
            &certificates,
        ],
        b"",
    );
    assert_eq!(
        stdout(&["merge", &solutions, "--map"], b""),
        format!("5x5\n{}", plain("5x5"))
    );
    let files: Vec<_> = fs::read_dir(&certificates).expect("a folder").collect();
    assert_eq!(files.len(), 13);
    for file in files {
        let path = file.expect("a file").path();
        let printed = stdout(&["verify", path.to_str().expect("UTF-8")], b"");
        assert!(printed.starts_with("proved: "), "{printed}");
    }
}

#[test]
fn false_facts_are_found() {
    let folder = Folder::new("store-lie");
    let (other, facts) = (folder.file("two"), folder.file("facts"));
    // A fact that claims too much: Black wins with its stones anywhere.
    let lie = r#"{"format":"mustplay-claim/1","width":5,"height":5,"winner":"black","to_move":"white","stones":["a1"],"cells":["a2","a3","a4","a5"],"work":1000}"#;
    fs::write(&facts, format!("{lie}\n")).expect("written");
    stdout(&["store", "import", &facts, "--store", &other], b"");
    let found = run(&["store", "check", "--store", &other, "--all"], b"");
    assert_eq!(found.status.code(), Some(1));
    let printed = String::from_utf8_lossy(&found.stdout).into_owned();
    assert!(
        printed.contains("it is wrong: white wins") && printed.contains("1 wrong"),
        "{printed}"
    );
    fs::write(&facts, "{}\n").expect("written");
    let refused = run(&["store", "import", &facts, "--store", &other], b"");
    assert!(
        error(&refused).contains("line 1 is not a claim"),
        "{}",
        error(&refused)
    );
}

#[test]
fn facts_that_cannot_be_read_are_named_and_the_others_are_checked() {
    let folder = Folder::new("store-unreadable");
    let store = folder.file("five");
    stdout(
        &[&solving("5", &store)[..], &["--job-nodes", "3"]].concat(),
        b"",
    );
    let database = rusqlite::Connection::open(&store).expect("a database");
    let all: i64 = database
        .query_row("SELECT count(*) FROM claim", [], |row| row.get(0))
        .expect("facts");
    assert!(all > 4, "{all}");
    let spoil = |id: i64, change: &str| {
        let update = format!("UPDATE claim SET {change} WHERE id = {id}");
        assert_eq!(database.execute(&update, []), Ok(1));
    };
    spoil(1, "cells = 'z9'");
    spoil(2, "winner = 'red'");
    spoil(3, "width = 99");
    let found = run(&["store", "check", "--store", &store, "--all"], b"");
    let printed = String::from_utf8_lossy(&found.stdout).into_owned();
    assert_eq!(found.status.code(), Some(1), "{printed}");
    for (id, why) in [(1, "z9"), (2, "not a colour"), (3, "99x5")] {
        let named = |line: &str| {
            line.starts_with(&format!("claim {id} (worker 1): ")) && line.contains(why)
        };
        assert!(printed.lines().any(named), "{printed}");
    }
    let rest = format!("{} facts confirmed by certificates, 0 not", all - 3);
    assert!(
        printed.contains(&rest) && printed.contains("3 wrong"),
        "{printed}"
    );
    // A worker refuses to continue with such a fact.
    let refused = run(&["work", "--store", &store], b"");
    let printed = error(&refused);
    assert_eq!(refused.status.code(), Some(1), "{printed}");
    assert!(
        printed.contains("fact 1 of worker 1 does not hold"),
        "{printed}"
    );
}

#[test]
fn a_verifying_worker_finds_false_facts_and_marks_true_ones() {
    let folder = Folder::new("store-verify");
    let (liar, facts, honest) = (
        folder.file("liar"),
        folder.file("facts"),
        folder.file("honest"),
    );
    let lie = r#"{"format":"mustplay-claim/1","width":5,"height":5,"winner":"black","to_move":"white","stones":["a1"],"cells":["a2","a3","a4","a5"],"work":1000}"#;
    fs::write(&facts, format!("{lie}\n")).expect("written");
    stdout(&["store", "import", &facts, "--store", &liar], b"");
    let work = [&solving("5", &liar)[..], &["--verify", "1"]].concat();
    let found = run(&work, b"");
    let printed = error(&found);
    assert_eq!(found.status.code(), Some(1), "{printed}");
    assert!(
        printed.contains("does not hold: it is wrong: white wins"),
        "{printed}"
    );
    // True facts are accepted, and marked as checked.
    let first = [&solving("5", &honest)[..], &["--job-nodes", "3"]].concat();
    stdout(&first, b"");
    stdout(
        &["store", "export", "--store", &honest, "--claims", &facts],
        b"",
    );
    let other = folder.file("other");
    stdout(&["store", "import", &facts, "--store", &other], b"");
    let reply = stdout(
        &[&solving("5", &other)[..], &["--verify", "1"]].concat(),
        b"",
    );
    assert_eq!(map(&reply, "5x5"), plain("5"));
    let view = stdout(&["store", "status", "--store", &other, "--json"], b"");
    let view: serde_json::Value = serde_json::from_str(&view).expect("JSON");
    let facts = &view["facts"][0];
    assert!(facts["checked"].as_i64() > Some(0), "{facts}");
}

/// The games in the file of a match, without their times.
fn games(path: &str) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(path).expect("games");
    let lines = text.lines().map(|line| {
        let mut game: serde_json::Value = serde_json::from_str(line).expect("JSON");
        game.as_object_mut().expect("an object").remove("seconds");
        game
    });
    let mut games: Vec<_> = lines.collect();
    games.sort_by_key(|game| game["game"].as_u64());
    games
}

#[test]
fn the_same_command_resumes_the_file_of_a_match_with_a_store() {
    let folder = Folder::new("store-resumed");
    let (store, file) = (folder.file("games"), folder.file("games.jsonl"));
    let play = |seed: &str| {
        let players = [
            "match", "first", "random", "--size", "4", "--games", "12", "--seed", seed,
        ];
        let files = ["--store", &store, "--out", &file];
        run(&[&players[..], &files].concat(), b"")
    };
    let first = play("3");
    assert!(first.status.success(), "{}", error(&first));
    let (whole, text) = (games(&file), fs::read_to_string(&file).expect("games"));
    // What an interrupt leaves: some of the games.
    let kept: String = text.split_inclusive('\n').take(6).collect();
    fs::write(&file, &kept).expect("written");
    let again = play("3");
    assert!(again.status.success(), "{}", error(&again));
    assert_eq!(games(&file), whole);
    let text = fs::read_to_string(&file).expect("games");
    assert!(text.starts_with(&kept), "{text}");
    // The file of another match is left alone.
    let other = play("4");
    assert_eq!(other.status.code(), Some(1));
    let printed = error(&other);
    assert!(printed.contains("seed is 3, not 4"), "{printed}");
    assert_eq!(fs::read_to_string(&file).expect("games"), text);
}

#[test]
fn games_of_a_store_are_those_without_one() {
    let folder = Folder::new("store-games");
    let store = folder.file("games");
    let (alone, shared) = (folder.file("alone.jsonl"), folder.file("shared.jsonl"));
    let players = [
        "match",
        "wolve:D=2",
        "random",
        "--size",
        "4",
        "--games",
        "12",
        "--seed",
        "3",
        "--nodes",
        "50",
    ];
    let reply = stdout(&[&players[..], &["--out", &alone]].concat(), b"");
    let store_of = ["--store", store.as_str()];
    let mut other = worker(&[&players[..], &store_of].concat());
    let both = [&players[..], &store_of, &["--jobs", "2", "--out", &shared]].concat();
    let printed = stdout(&both, b"");
    assert!(other.wait().expect("ended").success());
    assert_eq!(games(&alone), games(&shared));
    let elo = |text: &str| text.lines().last().map(str::to_owned);
    assert_eq!(elo(&reply), elo(&printed));
    // All games are played: a worker finds nothing to do.
    assert!(stdout(&["work", "--store", &store], b"").starts_with("0 jobs"));
    let files = ["alone", "shared"].map(|name| folder.file(name));
    let learn = [
        "learn",
        "games",
        "--network",
        "random:32x1",
        "--games",
        "6",
        "--sizes",
        "4:1",
        "--visits",
        "16",
        "--quick",
        "6",
        "--seed",
        "5",
        "--out",
    ];
    stdout(&[&learn[..], &[&files[0]]].concat(), b"");
    stdout(
        &[&learn[..], &[&files[1]], &store_of, &["--jobs", "2"]].concat(),
        b"",
    );
    let [one, two] = files.map(|path| fs::read(format!("{path}/games-5-1of1.bin")).expect("games"));
    assert!(one == two && one.len() > 500);
}
