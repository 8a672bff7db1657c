//! Connections: `cargo bench --bench connect`.
//!
//! It first prints a table for the positions of the FastVC paper's Table II and some open boards:
//! the number of connections found, the time to find them from scratch, and the time to add and
//! remove one stone. Criterion then times the default rule. `MUSTPLAY_BENCH_RULES=fast,limited,…`
//! selects the rules of the table.
//!
//! F: pairs of ends with a full; J: pairs with any connection.

use criterion::{Criterion, criterion_group, criterion_main};
use mustplay::at_width;
use mustplay::hex::{BoardSize, Cell, Colour, Position};
use mustplay::knowledge::connect::{ConnectOptions, Connections, OrRule};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The positions: name, size, moves.
fn positions() -> Vec<(String, BoardSize, Vec<Cell>)> {
    let empty = |side: usize| {
        let size = BoardSize::square(side).expect("1 to 19");
        (format!("empty {size}"), size, Vec::new())
    };
    let file: serde_json::Value =
        serde_json::from_str(include_str!("../positions/table2.json")).expect("positions");
    let games = file["positions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|entry| {
            let size = BoardSize::square(11).expect("1 to 19");
            let moves = entry["moves"].as_str().expect("moves").split_whitespace();
            let cells = moves.map(|name| size.read(name).expect("a cell")).collect();
            (entry["id"].as_str().expect("an id").to_owned(), size, cells)
        });
    [empty(11)]
        .into_iter()
        .chain(games)
        .chain([empty(13), empty(19)])
        .collect()
}

fn position<const W: usize>(size: BoardSize, moves: &[Cell]) -> Position<W> {
    let mut position = Position::new(size);
    for &cell in moves {
        position.play(cell);
    }
    position
}

/// The median time of several runs, in milliseconds.
fn median(runs: usize, mut run: impl FnMut()) -> f64 {
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[runs / 2].as_secs_f64() * 1e3
}

/// Whether the rule is fast enough for many builds.
fn is_quick(rule: &str) -> bool {
    matches!(rule, "fast" | "no-templates")
}

/// One table row per colour.
fn line<const W: usize>(
    name: &str,
    size: BoardSize,
    moves: &[Cell],
    rule: &str,
    options: ConnectOptions,
) {
    let position = position::<W>(size, moves);
    for colour in Colour::ALL {
        let mut connections = Connections::new(&position, colour, options);
        let quick = connections.is_complete() && is_quick(rule);
        let time = median(if quick { 31 } else { 1 }, || {
            connections.rebuild(&position);
        });
        let [with_full, joined, fulls, semis] = connections.counts();
        // Stones of both colours on every empty cell in turn; the mean is the cost in a search. A
        // few cells suffice for a slow rule.
        let cells: Vec<Cell> = position.empty().iter().collect();
        let (every, turns) = if is_quick(rule) {
            (1, 3)
        } else {
            (cells.len().div_ceil(2), 1)
        };
        let sample: Vec<Cell> = cells.iter().copied().step_by(every).collect();
        let steps = median(turns, || {
            for &cell in &sample {
                for stone in Colour::ALL {
                    connections.place(stone, black_box(cell));
                    connections.undo();
                }
            }
        });
        let step = steps / (2 * sample.len()).max(1) as f64;
        let end = if connections.is_complete() {
            ""
        } else {
            " (budget)"
        };
        println!(
            "{name:12} {rule:12} {colour} F {with_full:5} J {joined:5} fulls {fulls:6} semis {semis:7} scratch {time:9.3} ms \
             place+undo {step:8.4} ms ({:.2}){end}",
            step / time
        );
    }
}

/// For an open board, the number of empty cells per row that a full joins to an edge of their
/// colour. Rows are counted from that edge; both edges are added up.
fn rows<const W: usize>(size: BoardSize) {
    let position = Position::<W>::new(size);
    for (name, options) in [
        ("default", ConnectOptions::default()),
        (
            "limited, no limits",
            ConnectOptions {
                or_rule: OrRule::Limited,
                max_fulls: 0,
                max_carriers: 0,
                max_comparisons: 500_000_000,
                ..ConnectOptions::default()
            },
        ),
    ] {
        let connections = Connections::new(&position, Colour::Black, options);
        let joined = |cell: Cell, edge| !connections.fulls(cell.into(), edge).is_empty();
        let count = |row: usize| {
            let [north, south] = connections.edges();
            let near_north = size
                .all()
                .filter(|&cell| size.row(cell) == row && joined(cell, north))
                .count();
            let far = size.height() - 1 - row;
            near_north
                + size
                    .all()
                    .filter(|&cell| size.row(cell) == far && joined(cell, south))
                    .count()
        };
        let counts: Vec<usize> = (0..6.min(size.height())).map(count).collect();
        println!("empty {size} {name}: cells joined to an edge, by row from it {counts:?}");
    }
}

fn table() {
    let asked = std::env::var("MUSTPLAY_BENCH_RULES")
        .unwrap_or_else(|_| "fast,no-templates,limited,bounded,semis".to_owned());
    for rule in asked.split(',') {
        let unlimited = ConnectOptions {
            max_fulls: 0,
            max_carriers: 0,
            max_comparisons: 100_000_000,
            ..ConnectOptions::default()
        };
        let options = match rule {
            "fast" => ConnectOptions::default(),
            "no-templates" => ConnectOptions {
                templates: false,
                ..ConnectOptions::default()
            },
            "limited" => ConnectOptions {
                or_rule: OrRule::Limited,
                ..ConnectOptions::default()
            },
            "bounded" => ConnectOptions {
                or_rule: OrRule::Bounded,
                ..ConnectOptions::default()
            },
            "semis" => ConnectOptions {
                or_rule: OrRule::Semis,
                ..unlimited
            },
            _ => panic!("no rule {rule}"),
        };
        for (name, size, moves) in positions() {
            at_width!(size, W => line::<W>(&name, size, &moves, rule, options));
        }
    }
}

fn timed(criterion: &mut Criterion) {
    for side in [9, 11, 13] {
        let size = BoardSize::square(side).expect("1 to 19");
        at_width!(size, W => rows::<W>(size));
    }
    table();
    let mut group = criterion.benchmark_group("connect");
    group.sample_size(20);
    for (name, size, moves) in positions() {
        at_width!(size, W => {
            let position = position::<W>(size, &moves);
            for colour in Colour::ALL {
                let mut connections = Connections::new(&position, colour, ConnectOptions::default());
                group.bench_function(format!("{name} {colour} scratch"), |bench| {
                    bench.iter(|| connections.rebuild(black_box(&position)));
                });
            }
        });
    }
    group.finish();
}

criterion_group!(benches, timed);
criterion_main!(benches);
