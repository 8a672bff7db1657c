//! Rows of a store that contradict each other, and facts that are false, are named, set aside and
//! mended by `store repair`.

mod mutation;

use crate::support::engine::run;
use crate::support::folder::Folder;
use mustplay::cluster::database::SqlValue;
use mustplay::cluster::lease::Holder;
use mustplay::cluster::proof::{
    MachineClock, Pace, ProofSpec, Prover, Root, RootTask, WorkObserver, ask, lease, roots,
};
use mustplay::cluster::{Address, Project, ProjectKind, Store, StoreWorker};
use mustplay::hex::{BoardSize, Colour, Position};
use mustplay::solver::{ProveOptions, Solver};
use mustplay::think::{Limits, NoObserver};
use std::collections::HashMap;
use std::fs;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The board.
const BOARD: &str = "5x5";

/// How long a command may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Stops when a third of the positions are solved.
#[derive(Default)]
struct Third(AtomicBool);

impl WorkObserver for Third {
    fn should_stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn known(&self, all: &[Root]) {
        let solved = all.iter().filter(|root| root.winner.is_some()).count();
        self.0.store(3 * solved >= all.len(), Ordering::Relaxed);
    }
}

/// Solves a part of all openings, as one of two workers; the other has died with a lease.
fn half_solve(address: &str) {
    let size: BoardSize = BOARD.parse().expect("a size");
    let mut store = open(address, true);
    let options = ProveOptions::default();
    let pace = Pace {
        seconds: 10.0,
        positions: 1,
    };
    let spec = ProofSpec::new(size, &options, pace);
    let tasks: Vec<RootTask> = size
        .all()
        .map(|cell| {
            let mut position = Position::new(size);
            position.play(cell);
            RootTask {
                name: size.name(cell),
                position,
            }
        })
        .collect();
    let (jobs, worker, dead) = store
        .write(|tx| {
            let project =
                Project::begin(tx, ProjectKind::Proofs, &spec.name(), &spec.write(), &[])?;
            ask(tx, project.id, size, &tasks)?;
            let [worker, dead] = ["one", "two"].map(|name| StoreWorker::begin(tx, name, 1));
            Ok((spec.jobs(project.id)?, worker?, dead?))
        })
        .expect("begun");
    let store = Mutex::new(store);
    let clock = MachineClock::start();
    let prover = Prover::<1>::new(jobs, options, &store, &clock, worker, 60.0);
    prover
        .run_alone(&|_| true, &Third::default())
        .expect("half solved");
    let mut store = store.into_inner().expect("no panic");
    store
        .write(|tx| {
            worker.end(tx)?;
            let holder = Holder {
                worker: dead,
                slot: 0,
                seconds: 0.3,
            };
            let all = roots(tx, jobs.project, size)?;
            assert!(
                all.iter().any(|root| root.winner.is_none()),
                "not half solved"
            );
            assert!(lease(tx, jobs, holder, &all)?.is_some());
            Ok(())
        })
        .expect("left");
    for table in ["edge", "lease", "claim"] {
        assert!(!rows(&mut store, table, &["*"]).is_empty(), "{table}");
    }
}

fn open(address: &str, create: bool) -> Store {
    Store::open(&Address::read(address).expect("an address"), create).expect("a store")
}

fn rows(store: &mut Store, table: &str, columns: &[&str]) -> Vec<Vec<SqlValue>> {
    let select = format!("SELECT {} FROM {table}", columns.join(", "));
    let rows = store.read(|tx| Ok(tx.query(&select, &[])?)).expect("rows");
    rows.into_iter().map(|row| row.0).collect()
}

fn literal(value: &SqlValue) -> String {
    match value {
        SqlValue::Null => "NULL".to_owned(),
        SqlValue::Text(text) => format!("'{}'", text.replace('\'', "''")),
        SqlValue::Real(number) => format!("{number:e}"),
        other => other.to_string(),
    }
}

/// The node of a requested position decided for this side, with rows that fit together.
fn forged(store: &mut Store, node: &str, winner: &str) -> String {
    let position = rows(store, &format!("node WHERE id = {node}"), &["position"]);
    let SqlValue::Text(text) = &position[0][0] else {
        panic!("{position:?}");
    };
    let size: BoardSize = BOARD.parse().expect("a size");
    let stones: Vec<&str> = text.split(['/', ' ']).collect();
    let empty: Vec<String> = size.all().map(|cell| size.name(cell)).collect();
    let empty: Vec<&str> = empty
        .iter()
        .map(String::as_str)
        .filter(|name| !stones.contains(name))
        .collect();
    let [proof, disproof] = if text.ends_with(winner) {
        ["0", "4294967295"]
    } else {
        ["4294967295", "0"]
    };
    format!(
        "UPDATE node SET state = '{winner}', open_moves = '', cover = '{}', best = NULL,
            proof = {proof}, disproof = {disproof}, need = 0,
            free = 0 WHERE id = {node};
         UPDATE root SET decided = 1.0 WHERE node = {node}",
        empty.join(" ")
    )
}

/// The winners of all openings and of the positions after them.
struct Truth {
    solver: Solver<1>,
    known: HashMap<u64, Colour>,
}

impl Truth {
    fn new() -> Self {
        let size = BOARD.parse().expect("a size");
        Self {
            solver: Solver::new(size, ProveOptions::default()),
            known: HashMap::new(),
        }
    }

    fn winner(&mut self, position: &Position<1>) -> Colour {
        let solver = &self.solver;
        let solved = || {
            solver
                .solve(position, Limits::default(), &NoObserver)
                .winner
                .expect("solved")
        };
        *self
            .known
            .entry(position.hash())
            .or_insert_with(|| position.winner().unwrap_or_else(solved))
    }

    /// Whether all results of a store are right, and how many positions are open.
    fn check(&mut self, all: &[Root]) -> (bool, usize) {
        let mut right = true;
        for root in all {
            let Some(winner) = root.winner else {
                continue;
            };
            let position: Position<1> = root.position.resize();
            right &= self.winner(&position) == winner;
            if let Some(best) = root.best {
                let mut after = position;
                after.play(best);
                right &= self.winner(&after) == winner;
            }
        }
        (
            right,
            all.iter().filter(|root| root.winner.is_none()).count(),
        )
    }
}

/// The exit code and stderr of a command; none if it takes too long.
fn timed(arguments: &[&str]) -> Option<(i32, String)> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mustplay"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let until = Instant::now() + PATIENCE;
    while child.try_wait().expect("a state").is_none() {
        if Instant::now() > until {
            child.kill().expect("killed");
            child.wait().expect("ended");
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("ended");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    Some((output.status.code().expect("no signal"), errors))
}

/// The results of a store, or why they cannot be read.
fn results(address: &str) -> Result<Vec<Root>, String> {
    let size: BoardSize = BOARD.parse().expect("a size");
    let mut store = Store::open_to_read(&Address::read(address).expect("an address"))
        .map_err(|why| why.to_string())?;
    let all = store.read(|tx| roots(tx, 1, size));
    all.map_err(|why| why.to_string())
}

/// A store that is half solved, in a file.
fn half(folder: &Folder) -> (String, rusqlite::Connection) {
    let store = folder.file("half");
    half_solve(&store);
    let database = rusqlite::Connection::open(&store).expect("a database");
    database
        .pragma_update(None, "foreign_keys", false)
        .expect("set");
    (store, database)
}

#[test]
fn cycles_and_rows_that_do_not_fit_are_named_set_aside_and_mended() {
    for (name, statement, words) in [
        (
            "self",
            "UPDATE edge SET child = parent WHERE rowid = (SELECT max(rowid) FROM edge)",
            "leads to another position",
        ),
        (
            "cycle",
            "UPDATE edge SET child = 1",
            "leads to another position",
        ),
        (
            "moves",
            "UPDATE node SET open_moves = 'a1' WHERE state = 'leaf'",
            "its cells have stones",
        ),
        (
            "state",
            "UPDATE node SET state = 'black' WHERE state = 'leaf'",
            "its numbers are not",
        ),
    ] {
        let folder = Folder::new(&format!("store-{name}"));
        let (store, database) = half(&folder);
        let changed = database.execute(statement, []).expect("changed");
        assert!(changed > 0, "{name}");
        let work = ["work", "--store", &store, "--lease", "0.3"];
        let (code, errors) = timed(&work).expect("not stuck");
        assert!(
            errors.contains("(worker 1): ") && errors.contains("set aside"),
            "{errors}"
        );
        assert!(name == "moves" || errors.contains(words), "{errors}");
        assert_eq!(code, 1, "{name}: {errors}");
        assert!(errors.contains("nothing can be leased, and "), "{errors}");
        assert_eq!(
            timed(&["store", "check", "--store", &store])
                .expect("ended")
                .0,
            1
        );
        assert_eq!(
            timed(&["store", "repair", "--store", &store])
                .expect("ended")
                .0,
            0
        );
        assert_eq!(timed(&work), Some((0, String::new())));
        let all = results(&store).expect("readable");
        assert_eq!(Truth::new().check(&all), (true, 0));
        assert_eq!(
            timed(&["store", "check", "--store", &store, "--all"])
                .expect("ended")
                .0,
            0
        );
    }
}

/// A node that belongs to no project any more is missed where it was, and a repair does without it.
#[test]
fn nodes_of_no_project_are_mended() {
    for (name, which) in [
        ("first", "SELECT min(id) FROM node WHERE state = 'inner'"),
        ("last", "SELECT max(id) FROM node WHERE state = 'inner'"),
        ("leaf", "SELECT max(id) FROM node WHERE state = 'leaf'"),
    ] {
        let folder = Folder::new(&format!("store-orphan-{name}"));
        let (store, database) = half(&folder);
        let statement = format!("UPDATE node SET project = 0 WHERE id = ({which})");
        assert_eq!(database.execute(&statement, []), Ok(1), "{name}");
        let work = ["work", "--store", &store, "--lease", "0.3"];
        let (code, errors) = timed(&work).expect("not stuck");
        assert_eq!(code == 0, errors.is_empty(), "{name}: {errors}");
        let repair = timed(&["store", "repair", "--store", &store]);
        assert_eq!(repair.expect("ended").0, 0, "{name}");
        assert_eq!(timed(&work), Some((0, String::new())), "{name}");
        let all = results(&store).expect("readable");
        assert_eq!(Truth::new().check(&all), (true, 0), "{name}");
    }
}

#[test]
fn a_forged_winner_is_found_by_a_check_of_all_and_repaired() {
    let folder = Folder::new("store-forged");
    let (store, database) = half(&folder);
    assert_eq!(
        timed(&["work", "--store", &store, "--lease", "0.3"])
            .expect("ended")
            .0,
        0
    );
    let mut truth = Truth::new();
    let mut opened = open(&store, false);
    let first = rows(
        &mut opened,
        "root JOIN node ON node.id = root.node",
        &["node.id", "node.state"],
    );
    let (node, state) = (literal(&first[0][0]), literal(&first[0][1]));
    let other = if state == "'black'" { "white" } else { "black" };
    let statement = forged(&mut opened, &node, other);
    drop(opened);
    database.execute_batch(&statement).expect("forged");
    assert!(!truth.check(&results(&store).expect("readable")).0);
    let check = |more: &[&str]| {
        let output = run(
            &[&["store", "check", "--store", &store][..], more].concat(),
            b"",
        );
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    let (code, printed) = check(&["--all"]);
    assert!(
        code == Some(1) && printed.contains("it is wrong: "),
        "{printed}"
    );
    assert_eq!(
        timed(&["store", "repair", "--store", &store])
            .expect("ended")
            .0,
        0
    );
    assert_eq!(timed(&["work", "--store", &store]).expect("ended").0, 0);
    assert_eq!(truth.check(&results(&store).expect("readable")), (true, 0));
    let (code, printed) = check(&["--all"]);
    assert!(
        code == Some(0) && printed.contains("winners certified"),
        "{printed}"
    );
}

#[test]
fn what_follows_from_a_false_fact_is_reopened() {
    let folder = Folder::new("store-false");
    let (store, database) = half(&folder);
    drop(database);
    let facts = folder.file("facts");
    let lie = r#"{"format":"mustplay-claim/1","width":5,"height":5,"winner":"black","to_move":"white","stones":["a1"],"cells":["a2","a3","a4","a5"],"work":1000}"#;
    fs::write(&facts, format!("{lie}\n")).expect("written");
    let (code, errors) = timed(&["store", "import", &facts, "--store", &store]).expect("ended");
    assert_eq!(code, 0, "{errors}");
    let unchecked = ["work", "--store", &store, "--lease", "0.3", "--verify", "0"];
    timed(&unchecked).expect("ended");
    let mut truth = Truth::new();
    let spoilt = results(&store).expect("readable");
    assert!(!truth.check(&spoilt).0, "the false fact was not used");
    let (code, errors) = timed(&["store", "repair", "--store", &store]).expect("ended");
    assert_eq!(code, 0, "{errors}");
    assert!(
        results(&store)
            .expect("readable")
            .iter()
            .all(|root| root.winner.is_none())
    );
    assert_eq!(timed(&unchecked).expect("ended").0, 0);
    assert_eq!(truth.check(&results(&store).expect("readable")), (true, 0));
    assert_eq!(
        timed(&["store", "check", "--store", &store, "--all"])
            .expect("ended")
            .0,
        0
    );
    // Nothing is left to repair.
    let again = run(&["store", "repair", "--store", &store], b"");
    let printed = String::from_utf8_lossy(&again.stdout);
    assert!(
        printed.contains("0 facts deleted, 0 positions and 0 games reopened"),
        "{printed}"
    );
}

#[test]
fn games_in_no_known_state_are_named_and_reopened() {
    let folder = Folder::new("store-games");
    let store = folder.file("games");
    let play = ["match", "first", "random", "--size", "3", "--games", "6"];
    let play = [&play[..], &["--store", &store]].concat();
    let played = run(&play, b"");
    assert!(played.status.success(), "{played:?}");
    let database = rusqlite::Connection::open(&store).expect("a database");
    for statement in [
        "UPDATE job SET state = 'odd' WHERE id = (SELECT min(id) FROM job)",
        "UPDATE job SET result = NULL WHERE id = (SELECT max(id) FROM job)",
    ] {
        assert_eq!(database.execute(statement, []), Ok(1), "{statement}");
    }
    drop(database);
    let work = ["work", "--store", &store];
    let (code, errors) = timed(&work).expect("not stuck");
    assert_eq!(code, 1, "{errors}");
    assert!(
        errors
            .contains("nothing can be leased, and 1 are open, because they are in no known state"),
        "{errors}"
    );
    let repaired = run(&["store", "repair", "--store", &store], b"");
    let printed = String::from_utf8_lossy(&repaired.stdout);
    assert!(printed.contains("2 games reopened"), "{printed}");
    assert_eq!(timed(&work), Some((0, String::new())));
    // The same games as before: all but the times.
    let games = |output: &[u8]| {
        let text = String::from_utf8_lossy(output);
        let lines = text.lines().skip_while(|line| !line.is_empty());
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(games(&run(&play, b"").stdout), games(&played.stdout));
}
