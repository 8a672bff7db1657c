//! The solver: `cargo bench --bench prove`. All openings of 5x5 and 6x6 up to rotation, each
//! starting with an empty table, on one and on two threads, with the number of positions and
//! builds. For larger boards use `mustplay solve --size 7 --openings all`.

use criterion::{Criterion, criterion_group, criterion_main};
use mustplay::hex::{BoardSize, Position};
use mustplay::solver::{ProveOptions, Solver};
use mustplay::think::{Limits, NoObserver};

/// Solves all openings; returns the numbers of positions and builds.
fn openings(size: BoardSize, options: ProveOptions) -> (u64, u64) {
    let cells = size
        .all()
        .filter(|&cell| cell.index() <= size.rotate(cell).index());
    cells.fold((0, 0), |(nodes, builds), cell| {
        let mut position = Position::<1>::new(size);
        position.play(cell);
        let solver = Solver::new(size, options);
        let verdict = solver.solve(&position, Limits::default(), &NoObserver);
        assert!(verdict.winner.is_some());
        (nodes + verdict.nodes, builds + verdict.builds)
    })
}

fn prove(criterion: &mut Criterion) {
    for side in [5, 6] {
        let size = BoardSize::square(side).expect("a size");
        let mut group = criterion.benchmark_group(format!("openings of {size}"));
        group.sample_size(10);
        for threads in [1, 2] {
            let options = ProveOptions {
                threads,
                ..ProveOptions::default()
            };
            let (nodes, builds) = openings(size, options);
            eprintln!("{size}, {threads} threads: {nodes} positions, {builds} builds");
            group.bench_function(format!("{threads} threads"), |bench| {
                bench.iter(|| openings(size, options));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, prove);
criterion_main!(benches);
