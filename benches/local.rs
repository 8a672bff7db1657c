//! Local search: `cargo bench --bench local`. A few pairs of groups from the thesis's experiment
//! (McMahan 2000, Fig. 7; reproduced by `mustplay papers hexane-figure-7`), searched to depth 8 on
//! up to 18 cells and 100,000 positions with each option set; then all searches that a player runs
//! in one position.

mod boards;

use boards::positions;
use criterion::{Criterion, criterion_group, criterion_main};
use mustplay::hex::{Chains, Colour, Position};
use mustplay::papers::engines::hexane::{ConnectionOutcome, LocalOptions, Side, WIDTH, Work};
use mustplay::papers::experiments::hexane::instance::{self, Instance};
use std::hint::black_box;

/// A few instances of `mustplay papers hexane-figure-7`, half of them with a connection.
fn instances() -> Vec<Instance> {
    let all = instance::all().iter().cloned();
    all.enumerate()
        .filter(|(index, _)| index % 40 < 2)
        .map(|(_, instance)| instance)
        .collect()
}

fn run(instance: &Instance, options: LocalOptions) -> (ConnectionOutcome, Work) {
    let options = LocalOptions {
        nodes: 100_000,
        ..options
    };
    instance.search(options)
}

fn local(criterion: &mut Criterion) {
    let instances = instances();
    let mut group = criterion.benchmark_group("search");
    group
        .sample_size(10)
        .measurement_time(std::time::Duration::from_secs(2))
        .warm_up_time(std::time::Duration::from_millis(200));
    let deepening = [
        ("all, deepening", LocalOptions::THESIS),
        ("all, disturbing", LocalOptions::PATIENT),
    ];
    for (name, options) in LocalOptions::EXPERIMENT.into_iter().chain(deepening) {
        let mut all = Work::default();
        let connected = instances.iter().filter(|instance| {
            let (outcome, work) = run(instance, options);
            all += work;
            matches!(outcome, ConnectionOutcome::Connected(_))
        });
        eprintln!(
            "{name}: {} of {} connected, {} nodes",
            connected.count(),
            instances.len(),
            all.nodes
        );
        group.bench_function(name, |bench| {
            bench.iter(|| {
                instances
                    .iter()
                    .map(|instance| run(black_box(instance), options).1.nodes)
                    .sum::<u64>()
            });
        });
    }
    group.finish();
}

fn sides(criterion: &mut Criterion) {
    for (name, size, moves) in positions() {
        let mut position = Position::<WIDTH>::new(size);
        for &cell in &moves {
            position.play(cell);
        }
        let chains = Chains::new(&position);
        let mut group = criterion.benchmark_group(&name);
        group
            .sample_size(10)
            .measurement_time(std::time::Duration::from_millis(600))
            .warm_up_time(std::time::Duration::from_millis(100));
        let side = |colour| Side::new(black_box(&chains), colour, LocalOptions::DEFAULT, &|| false);
        let [black, white] = Colour::ALL.map(side);
        eprintln!(
            "{name}: {} and {} links, {} and {} nodes, complete: {} and {}",
            black.graph().links().len(),
            white.graph().links().len(),
            black.work().nodes,
            white.work().nodes,
            black.paths().complete,
            white.paths().complete
        );
        group.bench_function("both sides", |bench| {
            bench.iter(|| Colour::ALL.map(side).map(|side| side.paths().length));
        });
        group.finish();
    }
}

criterion_group!(benches, local, sides);
criterion_main!(benches);
