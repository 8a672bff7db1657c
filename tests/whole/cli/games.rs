//! `mustplay games`: what is added, found and refused; runs that are killed, and two at once.

use crate::support::engine::{run, stdout};
use crate::support::folder::Folder;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

fn json(arguments: &[&str]) -> Value {
    let text = stdout(&[arguments, &["--json"]].concat(), b"");
    serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}"))
}

/// Games on 5x5 that differ in their names.
fn many(from: usize, to: usize) -> String {
    let mut text = String::new();
    for number in from..to {
        let second = ["b2", "d4", "c3", "e1"][number % 4];
        let winner = if number.is_multiple_of(3) { "W" } else { "B" };
        let _ = writeln!(
            text,
            "(;SZ[5]PB[p{number}]PW[q{}]DT[20{:02}-05]RE[{winner}+R];B[a5];W[{second}])",
            number % 7,
            number % 20 + 1
        );
    }
    text
}

#[test]
fn games_are_added_once_and_faults_are_named() {
    let folder = Folder::new("library-add");
    let (sgf, library) = (folder.file("games.sgf"), folder.file("games.db"));
    let good = "(;SZ[5]PB[Ann]PW[Bob]BR[1800]WR[1750?]DT[2024-05-17]RE[W+R];B[a5];W[b2])";
    let faulty = "(;SZ[5];B[a1];W[a1])\n(;SZ[5];B[z9])\n(;SZ[5)\n";
    let empty = "(;SZ[5])";
    let text = format!("{good}\n{faulty}{empty}\n(;SZ[5]PB[Ann]PW[Bob];B[c3])\n");
    fs::write(&sgf, text).expect("written");
    let output = run(&["games", "add", &sgf, "--into", &library], b"");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    for part in [
        "game 2: line 2, column 15",
        "game 3: line 3",
        "game 4: line 4",
        "could not be read",
    ] {
        assert!(errors.contains(part), "{errors}");
    }
    let added = String::from_utf8_lossy(&output.stdout).into_owned();
    // The third fault swallows the game without moves.
    assert!(
        added.starts_with("2 added, 0 there before, 3 not readable; "),
        "{added}"
    );
    // The same game in another file, with another result and its names in capital letters.
    let other = folder.file("other.sgf");
    let again = good.replace("Ann", "ANN").replace("W+R", "W+T");
    let others = "(;SZ[5]PB[Ann]PW[Bob];B[c3];W[c4])(;SZ[5]PB[Ann])";
    fs::write(&other, format!("{again}\n{others}\n")).expect("written");
    let counts = json(&["games", "add", &other, "--into", &library]);
    assert_eq!(counts["added"], 1);
    assert_eq!(counts["known"], 1);
    assert_eq!(counts["empty"], 1);
    assert_eq!(counts["total"], 3);
    let found = json(&["games", "find", "5x5 a5", "--in", &library]);
    assert_eq!(found["games"], 1);
    assert_eq!(found["moves"][0]["move"], "b2");
    assert_eq!(found["list"][0]["black"], "Ann");
    assert_eq!(found["list"][0]["ratings"][1], 1750.0);
    // The image of the stone, and the position after a swap of it.
    for image in ["5x5 e1", "5x5 a5 swap"] {
        assert_eq!(
            json(&["games", "find", image, "--in", &library])["games"],
            1,
            "{image}"
        );
    }
}

#[test]
fn filters_find_games_and_write_them() {
    let folder = Folder::new("library-find");
    let (sgf, library) = (folder.file("games.sgf"), folder.file("games.db"));
    fs::write(&sgf, many(0, 100)).expect("written");
    stdout(&["games", "add", &sgf, "--into", &library], b"");
    let games = |options: &[&str]| {
        json(&[&["games", "find", "--in", &library], options].concat())["games"].clone()
    };
    assert_eq!(games(&[]), 100);
    assert_eq!(games(&["--player", "Q3"]), 14);
    assert_eq!(games(&["--player", "q3", "--as", "black"]), 0);
    assert_eq!(games(&["--player", "q3", "--opponent", "p3"]), 1);
    assert_eq!(games(&["--since", "2011"]), 50);
    assert_eq!(games(&["--since", "2011-05", "--until", "2011"]), 5);
    assert_eq!(games(&["--rating", "1"]), 0);
    let out = folder.file("out.sgf");
    stdout(
        &[
            "games", "find", "--in", &library, "--player", "q3", "--out", &out,
        ],
        b"",
    );
    let again = folder.file("again.db");
    let counts = json(&["games", "add", &out, "--into", &again]);
    assert_eq!(
        (&counts["added"], &counts["total"]),
        (&14.into(), &14.into())
    );
    let found = json(&["games", "find", "--in", &again]);
    assert_eq!(
        found["black"]
            .as_u64()
            .zip(found["white"].as_u64())
            .map(|(black, white)| black + white),
        Some(14)
    );
    let stats = json(&["games", "stats", "--in", &library]);
    assert_eq!(
        (&stats["games"], &stats["moves"], &stats["players"]),
        (&100.into(), &200.into(), &107.into())
    );
    let refused = run(&["games", "find", "--in", &library, "--player", "p"], b"");
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        why.contains("no game of p; there are games of p0, "),
        "{why}"
    );
}

#[test]
fn sessions_answer_from_a_library() {
    let folder = Folder::new("library-session");
    let (sgf, library) = (folder.file("games.sgf"), folder.file("games.db"));
    fs::write(&sgf, many(0, 12)).expect("written");
    stdout(&["games", "add", &sgf, "--into", &library], b"");
    let commands = b"play b a5\nlibrary-moves\nlibrary-moves w labels\nlibrary-games 1\nlibrary-games x\nquit\n";
    let answers = stdout(&["--size", "5", "--store", &library], commands);
    let expected = "= \n\n= e1 3 33% [6, 79]\nb2 3 33% [6, 79]\nc3 3 33% [6, 79]\nd4 3 33% [6, 79]\n\n\
        = e1 3 b2 3 c3 3 d4 3\n\n= #12     p11 - q4, 2012-05, black won, went on e1\n\n";
    assert!(answers.starts_with(expected), "{answers}");
    assert!(answers.contains("? "), "{answers}");
}

#[test]
fn other_files_and_stores_are_refused() {
    let folder = Folder::new("library-other");
    let sgf = folder.file("games.sgf");
    fs::write(&sgf, many(0, 2)).expect("written");
    let foreign = folder.file("foreign.db");
    fs::write(
        &foreign,
        "no database, but a text that is long enough to be one",
    )
    .expect("written");
    let missing = folder.file("missing.db");
    for (arguments, part) in [
        (
            &["games", "add", &sgf, "--into", &foreign][..],
            "foreign.db",
        ),
        (&["games", "find", "--in", &missing], "missing.db"),
        (&["games", "find", "--in", &sgf], "games.sgf"),
        (
            &["games", "add", &missing, "--into", &folder.file("new.db")],
            "cannot read",
        ),
        (
            &["games", "add", &folder.file(""), "--into", "x://y"],
            "x:// is not a kind of store",
        ),
        (
            &[
                "games", "find", "5x5 a5", "--in", &missing, "--window", "a1",
            ],
            "two of its corners",
        ),
    ] {
        let output = run(arguments, b"");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(errors.contains(part), "{arguments:?}: {errors}");
    }
    let newer = folder.file("newer.db");
    stdout(&["games", "add", &sgf, "--into", &newer], b"");
    let sql = "UPDATE meta SET value = '99' WHERE name = 'version'";
    rusqlite(&newer, sql);
    let output = run(&["games", "add", &sgf, "--into", &newer], b"");
    assert!(String::from_utf8_lossy(&output.stderr).contains("version 99"));
}

fn rusqlite(file: &str, statement: &str) {
    let store = mustplay::cluster::Address::read(file).expect("an address");
    let mut store = mustplay::cluster::Store::open(&store, false).expect("a store");
    let done = store.write(|tx| Ok(tx.execute(statement, &[])?));
    done.expect("a statement");
}

/// Runs that are killed lose nothing that they have reported, and the next one adds the rest; two
/// that run at once add each game once.
#[test]
fn killed_and_simultaneous_runs_add_each_game_once() {
    let folder = Folder::new("library-kill");
    let (sgf, library) = (folder.file("games.sgf"), folder.file("games.db"));
    fs::write(&sgf, many(0, 20_000)).expect("written");
    let start = || {
        Command::new(env!("CARGO_BIN_EXE_mustplay"))
            .args(["games", "add", &sgf, "--into", &library])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts")
    };
    for wait in [20, 60, 120] {
        let mut child = start();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().expect("killed");
        child.wait().expect("ended");
    }
    let (mut one, mut other) = (start(), start());
    assert!(one.wait().expect("ended").success());
    assert!(other.wait().expect("ended").success());
    let counts = json(&["games", "add", &sgf, "--into", &library]);
    assert_eq!(
        (&counts["added"], &counts["total"]),
        (&0.into(), &20_000.into())
    );
}

/// Names, ratings and dates of PlayHex's JSON are read.
#[test]
fn games_of_playhex_are_found_by_rating_and_date() {
    let folder = Folder::new("library-playhex");
    let library = folder.file("games.db");
    let export = format!(
        "{}/tests/whole/files/playhex-export.json",
        env!("CARGO_MANIFEST_DIR")
    );
    stdout(&["games", "add", &export, "--into", &library], b"");
    for (filter, found) in [
        (&["--rating", "1600"][..], 1),
        (&["--rating", "1700"], 0),
        (&["--since", "2026-10-01", "--until", "2026-10"], 1),
        (&["--until", "2026-09"], 0),
        (&["--player", "cleo"], 1),
    ] {
        let answer = json(&[&["games", "find", "--in", &library], filter].concat());
        let list = answer["list"].as_array().expect("a list");
        assert_eq!(list.len(), found, "{filter:?}: {answer}");
    }
}

/// A disk that is full ends a run with an error; the games that were added stay, and the same
/// command adds the rest. Here a file may not grow any more.
#[test]
#[cfg(unix)]
fn a_full_disk_loses_no_game() {
    let folder = Folder::new("library-full");
    let (sgf, library) = (folder.file("games.sgf"), folder.file("games.db"));
    fs::write(&sgf, many(0, 20_000)).expect("written");
    let limited = "trap '' XFSZ; ulimit -f 2000; exec \"$0\" games add \"$1\" --into \"$2\"";
    let output = Command::new("sh")
        .args([
            "-c",
            limited,
            env!("CARGO_BIN_EXE_mustplay"),
            &sgf,
            &library,
        ])
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    assert_eq!(output.status.code(), Some(1));
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(why.contains("cannot add games"), "{why}");
    let kept = json(&["games", "stats", "--in", &library]);
    let kept = kept["games"].as_u64().expect("a number");
    assert!(kept > 0 && kept < 20_000, "{kept}");
    let counts = json(&["games", "add", &sgf, "--into", &library]);
    assert_eq!(counts["added"], 20_000 - kept);
    assert_eq!(counts["total"], 20_000);
}

/// The same on a server: two runs at once, a session, and what a page keeps.
#[test]
#[cfg(all(unix, feature = "postgres"))]
fn a_library_on_a_server_is_the_same() {
    use crate::support::server::Server;
    use mustplay::cluster::{Address, Store};
    use mustplay::hex::Board;
    use mustplay::library::{KeptAnalysis, analysis_table};
    use mustplay::search::tree::KeptTree;

    let Some(server) = Server::start("library-server") else {
        return;
    };
    let address = server.address("hex", "hex");
    let folder = Folder::new("library-postgres");
    let (sgf, file) = (folder.file("games.sgf"), folder.file("games.db"));
    fs::write(&sgf, many(0, 2_500)).expect("written");
    let start = || {
        Command::new(env!("CARGO_BIN_EXE_mustplay"))
            .args(["games", "add", &sgf, "--into", &address])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts")
    };
    let (mut one, mut other) = (start(), start());
    assert!(one.wait().expect("ended").success());
    assert!(other.wait().expect("ended").success());
    stdout(&["games", "add", &sgf, "--into", &file], b"");
    for task in [
        &["find", "5x5 a5"][..],
        &["stats"],
        &["find", "--player", "p7"],
    ] {
        let answer = |library: &str| {
            let mut answer = json(&[&["games"], task, &["--in", library]].concat());
            // Numbers of games depend on which run came first.
            if let Some(list) = answer.get_mut("list") {
                *list = Value::Null;
            }
            answer
        };
        assert_eq!(answer(&address), answer(&file), "{task:?}");
    }
    let mut store = Store::open(&Address::read(&address).expect("an address"), false);
    let store = store.as_mut().expect("a store");
    let board = Board::new("5".parse().expect("a size"));
    for (visits, kept) in [(100, 100), (50, 100), (200, 200)] {
        let analysis = KeptAnalysis {
            depth: 1,
            share: 0.5,
            pv: Vec::new(),
            moves: Vec::new(),
            tree: KeptTree {
                visits,
                ..KeptTree::default()
            },
            program: "test".to_owned(),
            network: 1,
        };
        let written = store.write(|tx| analysis_table::keep(tx, &board, &analysis));
        written.expect("written");
        let found = store.read(|tx| analysis_table::find(tx, &board));
        let found = found.expect("read").expect("an analysis");
        assert_eq!(found.tree.visits, kept);
    }
}
