//! From a [`Game`] to its file.

use super::{Collection, Property, SgfTree};
use crate::board::{BoardSize, Colour};
use crate::game::{AnyCells, Event, Game, Setup, SwapStyle};

/// The file of a game.
pub fn from_game(game: &Game) -> Collection {
    let size = game.size();
    let side = if size.is_square() {
        size.width().to_string()
    } else {
        format!("{}:{}", size.width(), size.height())
    };
    let program = concat!("mustplay:", env!("CARGO_PKG_VERSION"));
    let own = [
        ("AP", program),
        ("FF", "4"),
        ("GM", "11"),
        ("CA", "UTF-8"),
        ("SZ", &side),
    ];
    let mut root: Vec<Property> = own.map(|(name, text)| Property::new(name, [text])).to_vec();
    root.extend(
        game.info
            .iter()
            .filter(|property| property.name() != "RE" || game.outcome().is_none())
            .cloned(),
    );
    if let Some(outcome) = game.outcome() {
        let how = if outcome.by_resignation { "R" } else { "" };
        root.push(Property::new(
            "RE",
            [format!("{}+{how}", outcome.winner.letter())],
        ));
    }
    let start = &game.start;
    let stones = Colour::ALL.map(|colour| start.stones(colour));
    if start.empty().len() < size.cells() || start.to_move() == Colour::White {
        root.extend(setup(
            size,
            &Setup {
                stones,
                cleared: AnyCells::EMPTY,
                to_move: start.to_move(),
            },
        ));
    }
    let mut tree = SgfTree::new(root);
    let mut last = tree.root();
    for event in game.events() {
        last = tree.add(last, properties(size, event));
    }
    if let Some(colour) = game.resigned {
        tree.add(last, vec![Property::new(name(colour), ["resign"])]);
    }
    Collection { games: vec![tree] }
}

fn properties(size: BoardSize, event: &Event) -> Vec<Property> {
    match event {
        Event::Place(colour, cell) => vec![Property::new(name(*colour), [size.name(*cell)])],
        Event::Swap(colour, SwapStyle::Pieces) => {
            vec![Property::new(name(*colour), ["swap-pieces"])]
        }
        Event::Swap(colour, SwapStyle::Sides) => vec![Property::new(name(*colour), ["swap-sides"])],
        Event::Setup(change) => setup(size, change).collect(),
    }
}

fn setup(size: BoardSize, setup: &Setup) -> impl Iterator<Item = Property> {
    let lists = [
        ("AB", setup.stones[0]),
        ("AW", setup.stones[1]),
        ("AE", setup.cleared),
    ];
    let lists = lists.into_iter().filter(|(_, cells)| !cells.is_empty());
    let lists = lists
        .map(move |(name, cells)| Property::new(name, cells.iter().map(|cell| size.name(cell))));
    lists.chain([Property::new("PL", [name(setup.to_move)])])
}

/// The property of this colour's moves.
fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "B",
        Colour::White => "W",
    }
}
