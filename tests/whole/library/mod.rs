//! Libraries of games: answers against a plain search of all games, and the commands.

mod explore;
mod window;

use mustplay::hex::{BoardSize, Cell, Colour, Game, Move, SwapStyle};
use mustplay::library::{Library, LibraryGame};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// A random game: a swap, passes, a setup on the way, moves out of turn, some of them.
fn random_game(rng: &mut StdRng, size: BoardSize) -> Game {
    let mut game = Game::new(size);
    if rng.random_ratio(1, 8) {
        let mut start = *game.board();
        let cell = Cell::new(rng.random_range(0..size.cells()));
        start.place(*Colour::ALL.choose(rng).expect("a colour"), cell);
        start.set_to_move(*Colour::ALL.choose(rng).expect("a colour"));
        game = Game::from_board(start);
    }
    for _ in 0..rng.random_range(0..=size.cells() + 2) {
        if !step(rng, &mut game) {
            break;
        }
    }
    if rng.random() && game.outcome().is_none() {
        let loser = *Colour::ALL.choose(rng).expect("a colour");
        let resigned = game.play(loser, Move::Resign, SwapStyle::Pieces);
        resigned.expect("always possible");
    }
    game
}

/// Takes a step, unless the board is full.
fn step(rng: &mut StdRng, game: &mut Game) -> bool {
    let cells: Vec<Cell> = game.board().empty().iter().collect();
    let Some(&cell) = cells.choose(rng) else {
        return false;
    };
    let mover = game.to_move();
    let style = if rng.random() {
        SwapStyle::Pieces
    } else {
        SwapStyle::Sides
    };
    if game.check_swap(mover, style).is_ok() && rng.random() {
        game.play(mover, Move::Swap, style).expect("possible");
        return true;
    }
    match rng.random_range(0..30) {
        0 => game.pass(mover),
        1 => game.place(!mover, cell).expect("an empty cell"),
        2 => {
            let colour = Colour::ALL.choose(rng).copied();
            let other = Cell::new(rng.random_range(0..game.size().cells()));
            let stones = [(other, None), (cell, colour)];
            game.set_up(stones, !mover).expect("cells of the board");
        }
        _ => game.place(mover, cell).expect("an empty cell"),
    }
    true
}

/// Random games on boards of some sizes, and their library.
fn random_library(rng: &mut StdRng, sizes: &[&str], games: usize) -> (Vec<Game>, Library) {
    let sizes: Vec<BoardSize> = sizes
        .iter()
        .map(|size| size.parse().expect("a size"))
        .collect();
    let mut library = Library::new();
    let games: Vec<Game> = (0..games)
        .map(|_| {
            let size = *sizes.choose(rng).expect("a size");
            random_game(rng, size)
        })
        .collect();
    for (id, game) in (1..).zip(&games) {
        library.add(id, &LibraryGame::new(game, format!("#{id}")));
    }
    (games, library)
}
