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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Board, BoardSize};
    use crate::teach::puzzle::Refutation;

    #[test]
    fn the_solution_is_the_main_line_and_refutations_are_variations() {
        let size = BoardSize::new(5, 5).expect("in range");
        let cell = |name: &str| size.read(name).expect("a cell");
        let mut board = Board::new(size);
        board.place(Colour::Black, cell("a1"));
        board.set_to_move(Colour::White);
        let puzzle = Puzzle {
            board,
            solution: cell("c3"),
            line: ["c3", "b2"].map(cell).to_vec(),
            moves: 4,
            effort: 1,
            rank: 1,
            refutations: vec![Refutation {
                cell: cell("d4"),
                line: vec![cell("c3")],
                carrier: [cell("c3"), cell("c4")].into_iter().collect(),
            }],
        };
        let collection = to_sgf(&puzzle, "first");
        let tree = &collection.games[0];
        let text = |id: NodeId, name: &str| tree.node(id).get(name).map(Property::text);
        let root = tree.root();
        assert_eq!(text(root, "GN").as_deref(), Some("first"));
        assert!(text(root, "C").expect("a task").starts_with("White"));
        let [right, wrong] = tree.children(root).collect::<Vec<_>>()[..] else {
            panic!("a solution and a variation");
        };
        assert_eq!(text(right, "W").as_deref(), Some("c3"));
        assert!(text(right, "C").expect("a comment").contains("4 moves"));
        let next = tree.children(right).next().expect("an answer");
        assert_eq!(
            (text(next, "B").as_deref(), text(next, "C")),
            (Some("b2"), None)
        );
        assert_eq!(text(wrong, "W").as_deref(), Some("d4"));
        let why = text(wrong, "C").expect("a comment");
        assert!(why.contains("c3 c4") && why.contains("proved"), "{why}");
        let answer = tree.children(wrong).next().expect("an answer");
        assert_eq!(text(answer, "B").as_deref(), Some("c3"));
    }
}
