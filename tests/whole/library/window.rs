//! What was played in a part of the board, against a plain search of all games.

use super::random_library;
use crate::support::sampling::{asked, seeded};
use mustplay::hex::{Board, BoardSize, Cell, Colour, Event, Game, Image};
use mustplay::library::{GameFilter, Window};
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::collections::{BTreeMap, BTreeSet};

/// A rectangle: column and row of its first cell, width, height.
type Rectangle = [usize; 4];

/// Where the rectangle of one board may lie on another.
fn places([left, top, width, height]: Rectangle, from: BoardSize, on: BoardSize) -> Vec<Rectangle> {
    let touches = [
        (left == 0, left + width == from.width()),
        (top == 0, top + height == from.height()),
    ];
    let through = touches.iter().any(|&(low, high)| low && high);
    let ends = touches.iter().flat_map(|&(low, high)| [low, high]);
    let edges = ends.filter(|&end| end).count();
    if from != on && (through || edges == 0) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for column in 0..=on.width().saturating_sub(width) {
        for row in 0..=on.height().saturating_sub(height) {
            let fits = column + width <= on.width() && row + height <= on.height();
            let here = [
                (column == 0, column + width == on.width()),
                (row == 0, row + height == on.height()),
            ];
            let is_own = column == left && row == top && from == on;
            let is_like = !through && edges > 0 && here == touches;
            if fits && (is_own || is_like) {
                all.push([column, row, width, height]);
            }
        }
    }
    all
}

/// The cells of a rectangle in an image of the board.
fn cells([left, top, width, height]: Rectangle, size: BoardSize, image: Image) -> Vec<Cell> {
    let cell = |at: usize| size.cell(left + at % width, top + at / width);
    let cells = (0..width * height).filter_map(cell);
    cells.map(|cell| image.cell(size, cell)).collect()
}

fn content(board: &Board, cells: &[Cell], image: Image) -> Vec<Option<Colour>> {
    let colour = |&cell: &Cell| board.at(cell).map(|colour| image.colour(colour));
    cells.iter().map(colour).collect()
}

/// Times, wins of Black and of White, by colour and number in the window; those where nothing
/// followed under `None`.
type Counts = BTreeMap<Option<(Colour, usize)>, [usize; 3]>;

fn plain(games: &[Game], wanted: &Board, rectangle: Rectangle) -> Counts {
    let own = cells(rectangle, wanted.size(), Image::Same);
    let pattern = content(wanted, &own, Image::Same);
    let mut counts = Counts::new();
    for game in games {
        let size = game.size();
        // The views of each set of cells.
        let mut views: BTreeMap<BTreeSet<Cell>, Vec<(Image, Vec<Cell>)>> = BTreeMap::new();
        for &image in Image::of(size) {
            for place in places(rectangle, wanted.size(), size) {
                let cells = cells(place, size, image);
                let set = cells.iter().copied().collect();
                views.entry(set).or_default().push((image, cells));
            }
        }
        for (set, views) in views {
            let mut found = None;
            for ([before, _], event) in game.boards().zip(game.events()) {
                let Event::Place(colour, cell) = *event else {
                    continue;
                };
                if !set.contains(&cell) {
                    continue;
                }
                let fits = views
                    .iter()
                    .filter(|(image, cells)| content(before, cells, *image) == pattern);
                let moves = fits.map(|(image, cells)| {
                    let at = cells.iter().position(|&other| other == cell);
                    (image.colour(colour), at.expect("in the set"), *image)
                });
                found = moves.min_by_key(|&(colour, at, _)| (colour, at));
                if found.is_some() {
                    break;
                }
            }
            let left = || {
                let board = game.board();
                let mut views = views.iter();
                let view = views.find(|(image, cells)| content(board, cells, *image) == pattern);
                view.map(|(image, _)| (None, *image))
            };
            let found = found.map(|(colour, at, image)| (Some((colour, at)), image));
            if let Some((key, image)) = found.or_else(left) {
                let count = counts.entry(key).or_default();
                count[0] += 1;
                if let Some(outcome) = game.outcome() {
                    count[1 + image.colour(outcome.winner).index()] += 1;
                }
            }
        }
    }
    counts
}

#[test]
fn local_moves_are_those_of_all_places() {
    let mut rng = seeded(2);
    for _ in 0..asked().unwrap_or(40) {
        let sizes = [&["3", "4"][..], &["3x4", "4x3", "4"], &["5"]];
        let sizes = sizes.choose(&mut rng).expect("sizes");
        let (games, library) = random_library(&mut rng, sizes, 30);
        for _ in 0..10 {
            let game = games.choose(&mut rng).expect("a game");
            let boards: Vec<Board> = game.boards().map(|[before, _]| *before).collect();
            let wanted = boards.choose(&mut rng).copied().unwrap_or(*game.board());
            let size = wanted.size();
            let left = rng.random_range(0..size.width());
            let top = rng.random_range(0..size.height());
            let width = rng.random_range(1..=size.width() - left);
            let height = rng.random_range(1..=size.height() - top);
            let rectangle = [left, top, width, height];
            let corner = |column, row| size.name(size.cell(column, row).expect("a cell"));
            let (one, other) = (
                corner(left, top),
                corner(left + width - 1, top + height - 1),
            );
            let window = Window::read(&format!("{other}-{one}"), size).expect("a window");
            let local = library.local(&wanted, &window, &GameFilter::default());
            let local = local.expect("no player is named");
            let expected = plain(&games, &wanted, rectangle);
            let own = cells(rectangle, size, Image::Same);
            let mut found = Counts::new();
            for one in &local.moves {
                let at = own.iter().position(|&cell| cell == one.cell);
                let key = (one.colour, at.expect("in the window"));
                let [black, white] = one.score.won;
                found.insert(Some(key), [one.score.games, black, white]);
            }
            let times = local.moves.iter().map(|one| one.score.games);
            assert_eq!(local.score.games, local.left + times.sum::<usize>());
            let moves = expected.iter().filter(|(key, _)| key.is_some());
            let moves: Counts = moves.map(|(key, count)| (*key, *count)).collect();
            assert_eq!(found, moves, "{wanted:?} {rectangle:?}");
            let left = expected.get(&None).map_or(0, |count| count[0]);
            assert_eq!(local.left, left, "{wanted:?} {rectangle:?}");
        }
    }
}

#[test]
fn windows_that_are_none_are_named() {
    let size = "5".parse().expect("a size");
    for (text, why) in [
        ("a1", "a window is written as two of its corners: a1-e5"),
        ("a1-f1", "f1 is not a cell of the board 5x5"),
        ("-a1", " is not a cell of the board 5x5"),
    ] {
        assert_eq!(Window::read(text, size).expect_err(text).to_string(), why);
    }
    let size = "19".parse().expect("a size");
    let why = Window::read("a1-k10", size)
        .expect_err("110 cells")
        .to_string();
    assert_eq!(why, "a window has at most 100 cells, this one 110");
}
