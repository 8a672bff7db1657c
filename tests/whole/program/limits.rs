//! Every command that thinks keeps its time limit and ends after an interrupt, on boards of odd
//! shapes, where connections are many or searches have little to do.

use crate::support::engine::Engine;
use crate::support::sampling::seeded;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use std::thread;
use std::time::{Duration, Instant};

/// Columns and rows.
const BOARDS: [(usize, usize); 20] = [
    (7, 19),
    (19, 7),
    (5, 19),
    (19, 5),
    (3, 19),
    (19, 3),
    (2, 19),
    (1, 19),
    (9, 19),
    (19, 9),
    (12, 19),
    (19, 12),
    (19, 19),
    (14, 14),
    (16, 11),
    (11, 11),
    (8, 13),
    (13, 6),
    (4, 4),
    (1, 1),
];

/// Commands with a limit; `CELL` is an empty one.
const LIMITED: [&str; 7] = [
    "explain b",
    "explain w",
    "explain-cells b",
    "explain b CELL",
    "reg_genmove b",
    "search-values w",
    "connection north south",
];

/// Commands that go on until they are done.
const UNLIMITED: [&str; 17] = [
    "dfpn-solve-state b",
    "dfs-solve-state w",
    "dfpn-solver-find-winning b",
    "dfpn-get-pv b",
    "dfpn-get-bounds b",
    "kata-analyze b 10",
    "analyze b",
    "dfs-solver-find-winning w",
    "lz-analyze b 10",
    "vc-build w",
    "vc-get-mustplay b",
    "vc-between-cells-full b south north",
    "vc-maintenance-responses CELL",
    "compute-fillin b",
    "compute-inferior b",
    "eval-twod b",
    "eval-resist b",
];

/// How long a command may take beside its limit, far more than measured, for busy machines.
const SOON: Duration = Duration::from_secs(2);

/// A board with stones, and the name of an empty cell if there is one.
fn set_up(
    engine: &mut Engine,
    (width, height): (usize, usize),
    random: &mut StdRng,
) -> Option<String> {
    engine.ask(&format!("boardsize {width} {height}"));
    let name = |column: usize, row: usize| {
        let letter = char::from(b'a' + u8::try_from(column).expect("a column"));
        format!("{letter}{}", row + 1)
    };
    let rows = 0..height;
    let mut cells: Vec<String> = rows
        .flat_map(|row| (0..width).map(move |column| name(column, row)))
        .collect();
    cells.shuffle(random);
    let stones = width * height / [5, 20, 1000][random.random_range(0..3)];
    for (number, cell) in cells.iter().take(stones).enumerate() {
        engine.ask(&format!("play {} {cell}", ["b", "w"][number % 2]));
    }
    cells.get(stones).cloned()
}

/// Waits for the answer; the time that it took from `start` on.
fn answered(engine: &mut Engine, start: Instant, what: &str) -> Duration {
    engine.answer();
    let time = start.elapsed();
    assert!(time < SOON, "{what}: {time:?}");
    time
}

#[test]
fn commands_that_think_end_in_time_on_every_board() {
    let mut random = seeded(64);
    let mut slowest = [
        (Duration::ZERO, String::new()),
        (Duration::ZERO, String::new()),
    ];
    let mut note = |kind: usize, time: Duration, what: String| {
        slowest[kind] = slowest[kind].clone().max((time, what));
    };
    for board in BOARDS {
        let mut engine = Engine::start(&[]);
        let empty = set_up(&mut engine, board, &mut random);
        let command = |command: &str| match (&empty, command.contains("CELL")) {
            (None, true) => None,
            (Some(cell), true) => Some(command.replace("CELL", cell)),
            (_, false) => Some(command.to_owned()),
        };
        engine.ask("param_player max_time 0.05");
        engine.ask("param_dfpn timelimit 0.05");
        for command in LIMITED.into_iter().filter_map(command) {
            let what = format!("{board:?} {command}");
            let start = Instant::now();
            engine.send(&command);
            let time = answered(&mut engine, start, &what);
            note(0, time, what);
        }
        engine.ask("param_player max_time 60");
        engine.ask("param_dfpn timelimit 0");
        engine.ask("dfpn-clear-tt");
        let both = LIMITED.into_iter().chain(UNLIMITED);
        for command in both.filter_map(command) {
            let what = format!("{board:?} {command}, interrupted");
            engine.send(&command);
            thread::sleep(Duration::from_millis(20));
            let start = Instant::now();
            engine.send("# interrupt");
            let time = answered(&mut engine, start, &what);
            note(1, time, what);
        }
        assert_eq!(engine.ask("echo still here"), "still here");
    }
    println!("slowest with a limit of 0.05 s: {:?}", slowest[0]);
    println!("slowest after an interrupt: {:?}", slowest[1]);
}
