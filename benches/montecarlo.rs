//! Playouts: `cargo bench --bench montecarlo`. One playout from the empty board, with and without
//! saving bridges, and a search of a thousand playouts with its looks.

use criterion::{Criterion, criterion_group, criterion_main};
use mustplay::analysis::{Analysis, AnalysisOptions};
use mustplay::at_width;
use mustplay::board::{BoardSize, CellSet, Colour, Position};
use mustplay::montecarlo::{Dice, Knowledge, MonteCarloOptions, Playout, Search};
use mustplay::think::NoObserver;
use mustplay::think::SearchLimits;

fn playouts(criterion: &mut Criterion) {
    for side in [9, 11, 13, 19] {
        let size = BoardSize::square(side).expect("a size");
        let mut group = criterion.benchmark_group(format!("playouts on {size}"));
        for (name, bridges, policy) in [
            (
                "learned, saving bridges",
                true,
                Some(Knowledge::shipped().policy()),
            ),
            ("saving bridges", true, None),
            ("by chance alone", false, None),
        ] {
            let (mut playout, mut dice) = (Playout::new(size, policy), Dice::new(0));
            let empty = [CellSet::<6>::EMPTY; 2];
            group.bench_function(name, |bench| {
                bench.iter(|| playout.run(empty, Colour::Black, bridges, &mut dice));
            });
        }
        group.finish();
    }
}

fn looks() -> AnalysisOptions {
    let mut looks = AnalysisOptions::default();
    looks.connections.edge_midpoints = false;
    looks.connections.captured = false;
    looks.connections.max_fulls = 2;
    looks
}

fn search<const W: usize>(criterion: &mut Criterion, size: BoardSize) {
    let position = Position::<W>::new(size);
    let look = Analysis::new(&position, looks());
    let limits = SearchLimits {
        nodes: Some(1000),
        ..SearchLimits::default()
    };
    let options = MonteCarloOptions {
        keep: false,
        ..MonteCarloOptions::default()
    };
    let mut search = Search::new(size, options, 0);
    let mut group = criterion.benchmark_group("searches");
    group.sample_size(10);
    group.bench_function(format!("a thousand visits of {size}"), |bench| {
        bench.iter(|| search.search(&look, limits, &NoObserver));
    });
    group.finish();
}

fn searches(criterion: &mut Criterion) {
    for side in [9, 11, 13] {
        let size = BoardSize::square(side).expect("a size");
        at_width!(size, W => search::<W>(criterion, size));
    }
}

criterion_group!(benches, playouts, searches);
criterion_main!(benches);
