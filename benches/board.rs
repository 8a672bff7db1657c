//! The board on 11x11 and 19x19, and SGF files: `cargo bench --bench board`.
//!
//! Each benchmark runs a whole random game and reports its number of moves as the throughput, so
//! the time per element is that of one play and undo, one chain update, and so on.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mustplay::hex::{BoardSize, Cell, Chains, Colour, Graph, Position};
use mustplay::hex::{Game, sgf};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use std::hint::black_box;

/// All cells of the board in random order.
fn game(size: BoardSize, seed: u64) -> Vec<Cell> {
    let mut cells: Vec<Cell> = size.all().collect();
    cells.shuffle(&mut StdRng::seed_from_u64(seed));
    cells
}

/// The colour of the n-th stone.
fn colour(n: usize) -> Colour {
    Colour::ALL[n % 2]
}

fn board<const W: usize>(criterion: &mut Criterion, side: usize) {
    let size = BoardSize::square(side).expect("1 to 19");
    let moves = game(size, 1);
    let mut group = criterion.benchmark_group(format!("board {size}"));
    group.throughput(Throughput::Elements(moves.len() as u64));

    group.bench_function("play and undo", |bench| {
        let mut position = Position::<W>::new(size);
        bench.iter(|| {
            for &cell in &moves {
                position.play(black_box(cell));
            }
            for &cell in moves.iter().rev() {
                position.undo(black_box(cell));
            }
            position.hash()
        });
    });

    group.bench_function("chains place and undo", |bench| {
        let mut chains = Chains::<W>::new(&Position::new(size));
        bench.iter(|| {
            for (n, &cell) in moves.iter().enumerate() {
                chains.place(colour(n), black_box(cell));
            }
            while chains.undo().is_some() {}
        });
    });

    group.throughput(Throughput::Elements(1));
    let mut half = Position::<W>::new(size);
    for &cell in &moves[..moves.len() / 2] {
        half.play(cell);
    }
    let chains = Chains::new(&half);
    group.bench_function("winner, half full", |bench| {
        bench.iter(|| black_box(&half).winner());
    });
    group.bench_function("chains from scratch, half full", |bench| {
        bench.iter(|| Chains::new(black_box(&half)));
    });
    group.bench_function("graph, half full", |bench| {
        bench.iter(|| Graph::new(black_box(&chains), Colour::Black));
    });
    group.finish();
}

fn boards(criterion: &mut Criterion) {
    board::<2>(criterion, 11);
    board::<6>(criterion, 19);
}

/// A collection of random games on 11x11, a few hundred kilobytes.
fn collection() -> sgf::Collection {
    let size = BoardSize::square(11).expect("1 to 19");
    let file = |seed| {
        let mut record = Game::new(size);
        for (n, cell) in game(size, seed).into_iter().enumerate().take(60) {
            record.place(colour(n), cell).expect("each cell once");
        }
        sgf::from_game(&record).games
    };
    sgf::Collection {
        games: (0..500).flat_map(file).collect(),
    }
}

fn files(criterion: &mut Criterion) {
    let games = collection();
    let text = games.to_string();
    let mut group = criterion.benchmark_group("sgf");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("parse", |bench| {
        bench.iter(|| sgf::parse(black_box(text.as_bytes())));
    });
    group.bench_function("write", |bench| {
        bench.iter(|| black_box(&games).to_string());
    });
    group.bench_function("trees to games", |bench| {
        bench.iter(|| {
            for tree in &games.games {
                black_box(sgf::to_game(tree, None).expect("a game"));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, boards, files);
criterion_main!(benches);
