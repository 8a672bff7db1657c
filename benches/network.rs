//! Evaluations by policy-value networks on 11x11, in eight bits and in floating point, with each
//! instruction set of this machine; and visits of a search. The network of 64x10 is the shipped one,
//! as kernels skip inputs that are zero: of a random network's there are fewer.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mustplay::hex::{BoardSize, Cell, Position};
use mustplay::network::float::{FloatNetwork, Record};
use mustplay::network::kernel::{InstructionSet, Whole};
use mustplay::network::{Evaluator, Quantised, Weights, write};
use mustplay::search::tree::{TreeOptions, TreeSearch};
use std::hint::black_box;
use std::sync::Arc;

/// Visits of a search.
const VISITS: u32 = 200;

fn evaluate(criterion: &mut Criterion) {
    let mut position = Position::<2>::new(BoardSize::square(11).expect("a size"));
    position.play(Cell::new(60));
    position.play(Cell::new(37));
    let mut group = criterion.benchmark_group("network");
    for shape in ["32x4", "64x10"] {
        let shipped = Quantised::shipped();
        let network = if shipped.shape().to_string() == shape {
            Arc::clone(shipped)
        } else {
            let weights = Weights::random(shape.parse().expect("a shape"), 1);
            Arc::new(Quantised::new(&weights))
        };
        let weights = network.weights();
        let mut planes = Vec::new();
        let frame = write(&position, &mut planes).frame();
        for set in InstructionSet::all() {
            let mut evaluator = Evaluator::with_set(network.clone(), set);
            group.throughput(Throughput::Elements(1));
            group.bench_function(format!("{shape} 8 bits, {set}"), |bencher| {
                bencher.iter(|| evaluator.evaluate(black_box(&position)));
            });
            group.bench_function(format!("{shape} 32 bits, {set}"), |bencher| {
                let network = FloatNetwork::<Whole>::new(set, weights);
                let mut record = Record::default();
                bencher.iter(|| network.forward(black_box(&[(frame, &planes[..])]), &mut record));
            });
        }
        group.throughput(Throughput::Elements(u64::from(VISITS)));
        group.bench_function(format!("{shape} visits"), |bencher| {
            bencher.iter(|| {
                let evaluator = Evaluator::new(network.clone());
                let mut search = TreeSearch::new(evaluator, TreeOptions::default(), &position);
                search.grow(VISITS);
                search.root().visits()
            });
        });
    }
}

criterion_group!(benches, evaluate);
criterion_main!(benches);
