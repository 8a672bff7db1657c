//! The local search: `cargo bench --bench local`. The thesis's experiment (McMahan 2000, Fig. 7) on a handful of pairs of groups
//! from the middle of games, to depth 8 on up to 18 cells, by option set, with the nodes that each takes; then all that
//! a player asks of one position.

mod boards;

use boards::positions;
use criterion::{Criterion, criterion_group, criterion_main};
use mustplay::at_width;
use mustplay::board::{Chains, Colour, End, Graph, Position};
use mustplay::local::{GroupOptions, Options, Outcome, Shannon, Side, Work, search};
use std::hint::black_box;

/// A pair of groups to ask about.
struct Instance {
    shannon: Shannon<2>,
    ends: [End; 2],
}

/// All pairs that bridges do not join and that take some search, thinned out to a handful, as many with a connection as
/// without.
fn instances() -> Vec<Instance> {
    let (mut connected, mut apart) = (Vec::new(), Vec::new());
    let boards = positions();
    let boards = boards
        .iter()
        .filter(|(_, size, moves)| size.words() == 2 && !moves.is_empty());
    for (_, size, moves) in boards {
        let mut position = Position::<2>::new(*size);
        for &cell in moves {
            position.play(cell);
        }
        let chains = Chains::new(&position);
        for colour in Colour::ALL {
            let shannon = Shannon::from(&Graph::new(&chains, colour));
            let owned: Vec<End> = shannon.owned().iter().collect();
            for (b, &to) in owned.iter().enumerate() {
                for &from in &owned[..b] {
                    let ends = [from, to];
                    let routes = shannon.routes_between(ends);
                    let worth =
                        routes.bridged.is_some_and(|far| far > 0) && routes.cells().len() <= 18;
                    if !worth {
                        continue;
                    }
                    let instance = Instance {
                        shannon: shannon.clone(),
                        ends,
                    };
                    let (outcome, work) = run(&instance, Options::THESIS);
                    match outcome {
                        Outcome::Connected(_) if work.nodes > 8 => connected.push(instance),
                        Outcome::Unconnected { .. } if work.nodes > 20 => apart.push(instance),
                        _ => {}
                    }
                }
            }
        }
    }
    eprintln!("{} pairs connected, {} apart", connected.len(), apart.len());
    let few = |all: Vec<Instance>| {
        let step = all.len().div_ceil(6).max(1);
        all.into_iter().step_by(step)
    };
    few(connected).chain(few(apart)).collect()
}

fn run(instance: &Instance, options: Options) -> (Outcome<2>, Work) {
    search(&instance.shannon, instance.ends, 0, options, &|| false)
}

fn local(criterion: &mut Criterion) {
    let instances = instances();
    let mut group = criterion.benchmark_group("search");
    group
        .sample_size(10)
        .measurement_time(std::time::Duration::from_secs(2))
        .warm_up_time(std::time::Duration::from_millis(200));
    let deepening = [
        ("all, deepening", Options::THESIS),
        ("all, disturbing", Options::default()),
    ];
    for (name, options) in Options::EXPERIMENT.into_iter().chain(deepening) {
        let mut all = Work::default();
        let connected = instances.iter().filter(|instance| {
            let (outcome, work) = run(instance, options);
            all += work;
            matches!(outcome, Outcome::Connected(_))
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
        at_width!(size, W => {
            let mut position = Position::<W>::new(size);
            for &cell in &moves {
                position.play(cell);
            }
            let chains = Chains::new(&position);
            let mut group = criterion.benchmark_group(&name);
            group.sample_size(10).measurement_time(std::time::Duration::from_millis(600)).warm_up_time(std::time::Duration::from_millis(100));
            let side = |colour| Side::new(black_box(&chains), colour, GroupOptions::default(), &|| false);
            let [black, white] = Colour::ALL.map(side);
            eprintln!("{name}: {} and {} links, {} and {} nodes, complete: {} and {}", black.graph().links().len(),
                white.graph().links().len(), black.work().nodes, white.work().nodes, black.paths().complete, white.paths().complete);
            group.bench_function("both sides", |bench| {
                bench.iter(|| Colour::ALL.map(side).map(|side| side.paths().length));
            });
            group.finish();
        });
    }
}

criterion_group!(benches, local, sides);
criterion_main!(benches);
