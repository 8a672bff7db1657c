//! From a [`Game`] to its file.
//!
//! A game that was read from a tree is written with it: where the game follows the tree, each node
//! is written as it was, with its variations behind the line of the game; where it leaves the tree,
//! the line of the tree becomes a variation. What the tree has after the end of the game is left
//! out, because SGF cannot mark the current position of a game.

use super::read::events;
use super::{Collection, NodeId, Property, SgfTree};
use crate::hex::{AnyCells, Board, BoardSize, Colour, Event, Game, MoveName, Setup};

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
    let mut writer = GameWriter {
        tree: SgfTree::new(root),
        last: NodeId::ROOT,
        source: game.source.as_deref().map(|source| (source, source.root())),
        so_far: Game::from_board(game.start),
    };
    let boards = game.boards().map(|[_, after]| after);
    let steps: Vec<(&Event, &Board)> = game.events().zip(boards).collect();
    let mut written = 0;
    while written < steps.len() {
        written += writer.follow(&steps[written..]);
    }
    writer.end(game.resigned);
    Collection {
        games: vec![writer.tree],
    }
}

/// The tree of a game, as far as it is written.
struct GameWriter<'a> {
    tree: SgfTree,
    last: NodeId,
    /// The tree that the game was read from, and where the game stands in it.
    source: Option<(&'a SgfTree, NodeId)>,
    so_far: Game,
}

impl GameWriter<'_> {
    /// Writes the node of the source that comes next, and its siblings behind it; how many of these
    /// events it holds. Where there is no such node, writes the next event.
    fn follow(&mut self, next: &[(&Event, &Board)]) -> usize {
        let so_far = &mut self.so_far;
        let known = ahead(self.source).and_then(|(source, children)| {
            let held = |&child: &NodeId| {
                let held = events(so_far, &source.node(child).properties)?;
                let wanted = next.iter().take(held.len()).map(|&(event, _)| event);
                // A resignation is no event, but nothing follows it.
                let ends = is_resignation(&source.node(child).properties);
                (held.iter().eq(wanted) && !ends).then_some((child, held.len()))
            };
            let mut found = children.iter().filter_map(held);
            // A node without a move is on the way to another only where it has no alternative.
            let (child, held) = found.find(|&(_, held)| held > 0 || children.len() == 1)?;
            Some((source, child, held))
        });
        let (node, held) = match known {
            Some((source, child, held)) => (source.node(child).properties.clone(), held),
            None => (properties(self.so_far.size(), next[0].0), 1),
        };
        self.add(node, known.map(|(_, child, _)| child));
        for &(event, after) in &next[..held] {
            self.so_far.push(event.clone(), after);
        }
        held
    }

    /// Adds a node, which is this child of the place in the source or a new one; the other children
    /// become variations.
    fn add(&mut self, node: Vec<Property>, child: Option<NodeId>) {
        let under = self.last;
        self.last = self.tree.add(under, node);
        if let Some((source, children)) = ahead(self.source) {
            for other in children.into_iter().filter(|&other| Some(other) != child) {
                self.tree.graft(under, source, other);
            }
        }
        self.source = self
            .source
            .zip(child)
            .map(|((source, _), child)| (source, child));
    }

    /// Writes nodes without a move that follow the last one, such as comments, and the resignation.
    fn end(&mut self, resigned: Option<Colour>) {
        while let Some((source, children)) = ahead(self.source)
            && let [only] = children[..]
            && events(&mut self.so_far, &source.node(only).properties)
                .is_some_and(|it| it.is_empty())
        {
            let properties = &source.node(only).properties;
            if is_resignation(properties) && resigned.is_none() {
                return;
            }
            self.add(properties.clone(), Some(only));
            if is_resignation(properties) {
                return;
            }
        }
        if let Some(colour) = resigned {
            let node = vec![Property::new(
                colour.letter(),
                [MoveName::Resign.to_string()],
            )];
            self.tree.add(self.last, node);
        }
    }
}

/// The children of a place in a tree.
fn ahead(source: Option<(&SgfTree, NodeId)>) -> Option<(&SgfTree, Vec<NodeId>)> {
    let (source, at) = source?;
    Some((source, source.children(at).collect()))
}

/// Whether a node holds a resignation.
fn is_resignation(properties: &[Property]) -> bool {
    let resigns = |property: &Property| {
        let moves = matches!(property.name(), "B" | "W");
        moves && property.text().trim().parse() == Ok(MoveName::Resign)
    };
    properties.iter().any(resigns)
}

fn properties(size: BoardSize, event: &Event) -> Vec<Property> {
    if let Event::Setup(change) = event {
        return setup(size, change).collect();
    }
    let named = event.named(size).into_iter();
    named
        .map(|(colour, name)| Property::new(colour.letter(), [name.to_string()]))
        .collect()
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
    lists.chain([Property::new("PL", [setup.to_move.letter()])])
}

#[cfg(test)]
mod tests {
    use crate::hex::Game;
    use crate::hex::sgf::{SgfTree, from_game, parse, to_game};
    use std::time::{Duration, Instant};

    fn read(text: &str) -> (SgfTree, Game) {
        let tree = parse(text.as_bytes()).unwrap().games.remove(0);
        let game = to_game(&tree, None).unwrap();
        (tree, game)
    }

    /// Passes, setups and swaps do not copy the game that is written: a hundred thousand take less
    /// than a second, where copying took minutes.
    #[test]
    fn long_games_are_written_in_linear_time() {
        let start = Instant::now();
        let (many, few) = (100_000, 10_000);
        let swaps = format!(";B[a1]{}(;W[swap])", "(;W[swap];B[b2])".repeat(few));
        for body in [
            ";B[pass];W[pass]".repeat(many / 2),
            ";PL[B];PL[W]".repeat(many / 2),
            format!(";B[a1]{}", ";W[]B[]".repeat(many / 2)),
            format!("{}{swaps}", ";PL[B]".repeat(few)),
            ";AB[a1:s19];AE[a1:s19]".repeat(few / 2),
        ] {
            let (tree, game) = read(&format!("(;GM[11]SZ[19]{body})"));
            let file = from_game(&game);
            assert_eq!(file.games[0].len(), tree.len());
            assert!(
                to_game(&file.games[0], None)
                    .unwrap()
                    .events()
                    .eq(game.events())
            );
        }
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{:?}",
            start.elapsed()
        );
    }
}
