//! Evaluation: `cargo bench --bench evaluate`. Two-distances of both colours, and circuits of both
//! colours with and without links of connections, on open boards and in mid-game positions.

mod boards;

use boards::positions;
use criterion::{Criterion, criterion_group, criterion_main};
use mustplay::at_width;
use mustplay::hex::{Chains, Colour, Position};
use mustplay::knowledge::connect::{ConnectOptions, Connections};
use mustplay::knowledge::evaluate::{
    Circuit, CircuitSolution, EvaluationOptions, LinkRule, Neighbourhood, Potentials, Resistance,
    TwoDistance, bridge_paths,
};
use std::hint::black_box;

fn evaluate(criterion: &mut Criterion) {
    for (name, size, moves) in positions() {
        at_width!(size, W => {
            let mut position = Position::<W>::new(size);
            for &cell in &moves {
                position.play(cell);
            }
            let chains = Chains::new(&position);
            let both = Colour::ALL.map(|colour| Connections::new(&position, colour, ConnectOptions::default()));
            let [black, white] = &both;
            let mut group = criterion.benchmark_group(&name);
            group.sample_size(30).measurement_time(std::time::Duration::from_millis(600)).warm_up_time(std::time::Duration::from_millis(100));
            group.bench_function("two-distance", |bench| {
                bench.iter(|| {
                    let potentials = Colour::ALL.map(|colour| {
                        Potentials::new(&Neighbourhood::new(black_box(&chains), colour), size.cells())
                    });
                    TwoDistance::new(potentials).verdict(Colour::Black)
                });
            });
            group.bench_function("bridge paths", |bench| {
                let graph = mustplay::hex::Graph::new(&chains, Colour::Black);
                bench.iter(|| bridge_paths(black_box(&graph), graph.edges()[0]));
            });
            for links in [LinkRule::None, LinkRule::Neighbours, LinkRule::Ends] {
                let options = EvaluationOptions { links, ..EvaluationOptions::default() };
                group.bench_function(format!("resistance {links:?}"), |bench| {
                    bench.iter(|| Resistance::new(black_box(&chains), Some([black, white]), options).score());
                });
            }
            let circuit = Circuit::new(&chains, Colour::Black, Some(black), EvaluationOptions::default());
            group.bench_function("solve black", |bench| {
                bench.iter(|| CircuitSolution::new(black_box(&circuit)).resistance);
            });
            group.finish();
        });
    }
}

criterion_group!(benches, evaluate);
criterion_main!(benches);
