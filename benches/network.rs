//! What the network says of a position, on boards of four sizes.

use criterion::{Criterion, criterion_group, criterion_main};
use mustplay::analysis::{Analysis, AnalysisOptions};
use mustplay::board::{BoardSize, Colour, Position};
use mustplay::network::{Network, Planes};
use std::hint::black_box;

fn think(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("think");
    let network = Network::shipped();
    let mut options = AnalysisOptions::default();
    options.connections.max_fulls = 2;
    for side in [9, 11, 13, 19] {
        let size = BoardSize::square(side).expect("a size");
        let mut position = Position::<6>::new(size);
        let middle = size.cell(side / 2, side / 2).expect("a cell");
        position.place(Colour::Black, middle);
        position.set_to_move(Colour::White);
        let look = Analysis::new(&position, options);
        let resistance = look.resistance();
        group.bench_function(format!("planes {side}x{side}"), |bencher| {
            bencher.iter(|| Planes::new(black_box(&look), &resistance));
        });
        let planes = Planes::new(&look, &resistance);
        group.bench_function(format!("{side}x{side}"), |bencher| {
            bencher.iter(|| network.evaluate(black_box(&planes)));
        });
    }
}

criterion_group!(benches, think);
criterion_main!(benches);
