//! A puzzle as an SGF file: the solution is the main line, moves that tempt are variations with
//! their refutation.

use super::Puzzle;
use crate::hex::Game;
use crate::hex::format::link;
use crate::hex::sgf::{Collection, NodeId, Property, SgfTree, from_game};
use crate::hex::{Cell, Colour};

/// The file of a puzzle.
pub fn to_sgf(puzzle: &Puzzle, name: &str) -> Collection {
    let (size, mover) = (puzzle.board.size(), puzzle.board.to_move());
    let mut collection = from_game(&Game::from_board(puzzle.board));
    for tree in &mut collection.games {
        let root = tree.root();
        let task = format!(
            "{} to move and win. There is one winning move.",
            mover.title()
        );
        let properties = &mut tree.node_mut(root).properties;
        // Which game it is stays first.
        properties.push(Property::new("GN", [name]));
        properties.push(Property::new("SO", [link(&Game::from_board(puzzle.board))]));
        properties.push(Property::new("C", [&task]));
        let right = format!(
            "The only winning move; it wins in at most {} moves (proved).",
            puzzle.moves
        );
        add(tree, root, mover, &puzzle.line, &right, puzzle);
        for refutation in &puzzle.refutations {
            let mut line = vec![refutation.cell];
            line.extend(&refutation.line);
            let answer = refutation.line.first();
            let answer = answer.map_or(String::new(), |&cell| size.name(cell));
            let wrong = format!(
                "Loses: {} replies {answer} and wins (proved); it needs {}.",
                (!mover).title(),
                size.names(refutation.carrier)
            );
            add(tree, root, mover, &line, &wrong, puzzle);
        }
    }
    collection
}

/// Adds a line of play, with a comment on its first move.
fn add(
    tree: &mut SgfTree,
    root: NodeId,
    mover: Colour,
    line: &[Cell],
    comment: &str,
    puzzle: &Puzzle,
) {
    let size = puzzle.board.size();
    let (mut node, mut colour) = (root, mover);
    for (number, &cell) in line.iter().enumerate() {
        let mut properties = vec![Property::new(colour.letter(), [size.name(cell)])];
        if number == 0 {
            properties.push(Property::new("C", [comment]));
        }
        node = tree.add(node, properties);
        colour = !colour;
    }
}
