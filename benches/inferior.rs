//! Inferior cells on the empty 11x11 board and in the positions of Pawlewicz et al. 2014, Table II:
//! fill-in alone, with pruning, and with all pruning rules. `cargo bench --bench inferior`.

use criterion::{Criterion, criterion_group, criterion_main};
use mustplay::hex::{BoardSize, Position};
use mustplay::knowledge::inferior::{Inferior, InferiorOptions};
use std::hint::black_box;

/// The empty board, and the positions of Table II, by name.
fn positions() -> Vec<(String, Position<2>)> {
    let text = include_str!("../positions/table2.json");
    let json: serde_json::Value = serde_json::from_str(text).expect("JSON");
    let size = BoardSize::square(11).expect("1 to 19");
    let played = |moves: &str| {
        let mut position = Position::new(size);
        for name in moves.split_whitespace() {
            position.play(size.read(name).expect("a cell"));
        }
        position
    };
    let listed = json["positions"].as_array().expect("a list").iter();
    let listed = listed.map(|entry| {
        let field = |key: &str| entry[key].as_str().expect("a text");
        (field("id").to_owned(), played(field("moves")))
    });
    std::iter::once(("empty".to_owned(), played("")))
        .chain(listed)
        .collect()
}

fn inferior(criterion: &mut Criterion) {
    let all = InferiorOptions::default();
    let quick = InferiorOptions {
        prune_reversible: false,
        ..all
    };
    let fill = InferiorOptions {
        prune_vulnerable: false,
        prune_dominated: false,
        ..quick
    };
    for (rules, options) in [("fill", fill), ("without reversible", quick), ("all", all)] {
        let mut group = criterion.benchmark_group(format!("inferior {rules}"));
        for (name, position) in positions() {
            group.bench_function(name, |bench| {
                bench.iter(|| Inferior::new(black_box(&position), options));
            });
        }
    }
}

criterion_group!(benches, inferior);
criterion_main!(benches);
