//! Playouts: `cargo bench --bench montecarlo`. One playout from the empty board, with and without
//! bridge saving, and a search of a thousand playouts and evaluations.

use criterion::{Criterion, criterion_group, criterion_main};
use mustplay::at_width;
use mustplay::base::xorshift::XorShift;
use mustplay::hex::{BoardSize, CellSet, Colour, Position};
use mustplay::knowledge::analysis::{Analysis, Recipe};
use mustplay::papers::engines::montecarlo::{
    MonteCarloOptions, MonteCarloSearch, PatternWeights, Playout,
};
use mustplay::think::{Limits, NoObserver};

fn playouts(criterion: &mut Criterion) {
    for side in [9, 11, 13, 19] {
        let size = BoardSize::square(side).expect("a size");
        let mut group = criterion.benchmark_group(format!("playouts on {size}"));
        for (name, bridges, policy) in [
            (
                "learned, saving bridges",
                true,
                Some(PatternWeights::shipped().policy()),
            ),
            ("saving bridges", true, None),
            ("uniform", false, None),
        ] {
            let (mut playout, mut random) = (Playout::new(size, policy), XorShift::new(0));
            let empty = [CellSet::<6>::EMPTY; 2];
            group.bench_function(name, |bench| {
                bench.iter(|| playout.run(empty, Colour::Black, bridges, &mut random));
            });
        }
        group.finish();
    }
}

fn search<const W: usize>(criterion: &mut Criterion, size: BoardSize) {
    let position = Position::<W>::new(size);
    let analysis = Analysis::new(&position, Recipe::Quick.options());
    let limits = Limits::nodes(1000);
    let mut group = criterion.benchmark_group("searches");
    group.sample_size(10);
    group.bench_function(format!("a thousand nodes on {size}"), |bench| {
        bench.iter(|| {
            let mut search = MonteCarloSearch::new(size, MonteCarloOptions::default(), 0);
            search.search(&analysis, limits, &NoObserver)
        });
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
