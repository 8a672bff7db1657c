//! Analysis of a position and of its children: `cargo bench --bench analysis`. It first prints a
//! table with the time of an analysis from scratch, the mean time per child (play, both
//! evaluations, undo) over all moves worth considering, and the number of cells filled and pruned.

mod boards;

use boards::positions;
use criterion::{Criterion, criterion_group, criterion_main};
use mustplay::at_width;
use mustplay::hex::{BoardSize, Cell, Colour, Position};
use mustplay::knowledge::analysis::{Analysis, Recipe};
use mustplay::knowledge::inferior::{FillKind, Inferior, PruneReason};
use std::hint::black_box;
use std::time::Instant;

/// The median time of several runs, in microseconds.
fn median(runs: usize, mut run: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[runs / 2]
}

fn line<const W: usize>(name: &str, size: BoardSize, moves: &[Cell]) {
    let mut position = Position::<W>::new(size);
    for &cell in moves {
        position.play(cell);
    }
    let options = Recipe::Thorough.options();
    let fill = median(31, || {
        black_box(Inferior::new(
            black_box(&position),
            options.inferior.without_pruning(),
        ));
    });
    let prune = median(9, || {
        black_box(Inferior::new(black_box(&position), options.inferior));
    }) - fill;
    let scratch = median(9, || {
        black_box(Analysis::new(black_box(&position), options));
    });
    let mut analysis = Analysis::new(&position, options);
    let children: Vec<Cell> = analysis.consider().iter().collect();
    let child = median(5, || {
        for &cell in &children {
            analysis.play(cell);
            black_box((analysis.two_distance(), analysis.resistance().score()));
            analysis.undo();
        }
    }) / children.len().max(1) as f64;
    let [dead, captured, vulnerable, reversible, dominated] = inferior(&position);
    println!(
        "{name:13} fill-in {fill:6.1} µs  prune {prune:7.1} µs  analysis {scratch:8.1} µs  child {child:7.1} µs  dead {dead:2} captured {captured:2} \
         vulnerable {vulnerable:2} reversible {reversible:2} dominated {dominated:2} of {:3} empty; {} worth considering",
        position.empty().len(),
        analysis.consider().len(),
    );
}

/// The number of cells that each rule fills or prunes: dead, captured, vulnerable, reversible,
/// dominated.
fn inferior<const W: usize>(position: &Position<W>) -> [usize; 5] {
    let inferior = Inferior::new(position, Recipe::Thorough.options().inferior);
    let filled = |kind| {
        let both = Colour::ALL.map(|colour| inferior.filled(kind, colour).len());
        both.iter().sum::<usize>()
    };
    let pruned = |which: fn(&PruneReason) -> bool| {
        let pruned = inferior.pruned().iter();
        pruned.filter(|(_, why)| which(why)).count()
    };
    [
        filled(FillKind::Dead),
        filled(FillKind::Captured),
        pruned(|why| matches!(why, PruneReason::Vulnerable(_))),
        pruned(|why| matches!(why, PruneReason::Reversible(_))),
        pruned(|why| matches!(why, PruneReason::Dominated(_))),
    ]
}

/// The puzzles, each with its side to move set.
fn puzzles() -> Vec<Position<2>> {
    let file: serde_json::Value =
        serde_json::from_str(include_str!("../positions/puzzles.json")).expect("puzzles");
    let one = |entry: &serde_json::Value| {
        let side = |key: &str| entry[key].as_u64().expect("a number") as usize;
        let size = BoardSize::new(side("width"), side("height")).expect("in range");
        let mut position = Position::new(size);
        for colour in Colour::ALL {
            for name in entry[colour.to_string()].as_array().expect("stones") {
                position.place(
                    colour,
                    size.read(name.as_str().expect("a name")).expect("a cell"),
                );
            }
        }
        position.set_to_move(
            entry["to_move"]
                .as_str()
                .expect("a side")
                .parse()
                .expect("a side"),
        );
        position
    };
    file.as_array().expect("a list").iter().map(one).collect()
}

/// What each rule fills or prunes on average.
fn averages(name: &str, all: &[Position<2>]) {
    let mut sums = [0; 5];
    for position in all {
        for (sum, count) in sums.iter_mut().zip(inferior(position)) {
            *sum += count;
        }
    }
    let empty: usize = all.iter().map(|position| position.empty().len()).sum();
    let mean = |sum: usize| sum as f64 / all.len() as f64;
    let [dead, captured, vulnerable, reversible, dominated] = sums.map(mean);
    println!(
        "{name}: on average of {:.1} empty cells dead {dead:.2}, captured {captured:.2}, vulnerable {vulnerable:.2}, reversible \
         {reversible:.2}, dominated {dominated:.2}",
        mean(empty)
    );
}

fn analysis(criterion: &mut Criterion) {
    for (name, size, moves) in positions() {
        at_width!(size, W => line::<W>(&name, size, &moves));
    }
    let games: Vec<Position<2>> = positions()
        .into_iter()
        .filter(|(name, ..)| name.starts_with("game"))
        .map(|(_, size, moves)| {
            let mut position = Position::new(size);
            for &cell in &moves {
                position.play(cell);
            }
            position
        })
        .collect();
    averages("Table II", &games);
    averages("puzzles", &puzzles());
    let size = BoardSize::square(11).expect("1 to 19");
    let position = Position::<2>::new(size);
    criterion.bench_function("analyse the empty 11x11", |bench| {
        bench.iter(|| Analysis::new(black_box(&position), Recipe::Thorough.options()));
    });
}

criterion_group!(benches, analysis);
criterion_main!(benches);
