//! The rules against answers known from outside: who wins after every opening, by exhaustive search on the
//! board alone.

use mustplay::board::{BoardSize, Cell, Colour, Position};
use std::collections::HashMap;

/// Whether the side to move wins, by trying everything.
fn wins(position: &mut Position<1>, known: &mut HashMap<u64, bool>) -> bool {
    // The last to move may have joined its edges; nobody else can have.
    let mover = position.to_move();
    if position.geometry().joins(position.stones(!mover), !mover) {
        return false;
    }
    if let Some(&answer) = known.get(&position.hash()) {
        return answer;
    }
    let answer = position.empty().iter().any(|cell| {
        position.play(cell);
        let lost = wins(position, known);
        position.undo(cell);
        !lost
    });
    known.insert(position.hash(), answer);
    answer
}

/// Who wins after Black opens on this cell.
fn winner(size: BoardSize, opening: Cell, known: &mut HashMap<u64, bool>) -> Colour {
    let mut position = Position::new(size);
    position.play(opening);
    if wins(&mut position, known) {
        Colour::White
    } else {
        Colour::Black
    }
}

/// The map of one size in `positions/openings.txt`.
fn truth(side: usize) -> Vec<Colour> {
    let text = include_str!("../../positions/openings.txt");
    let heading = format!("{side}x{side}");
    let rows = text
        .lines()
        .skip_while(|line| *line != heading)
        .skip(1)
        .take(side);
    let letters = rows.flat_map(str::split_whitespace);
    letters
        .map(|letter| letter.parse().expect("B or W"))
        .collect()
}

#[test]
fn openings_of_small_boards_are_as_published() {
    for side in 2..=4 {
        let size = BoardSize::square(side).expect("in range");
        let mut known = HashMap::new();
        let found: Vec<Colour> = size
            .all()
            .map(|cell| winner(size, cell, &mut known))
            .collect();
        assert_eq!(found, truth(side), "{size}");
    }
}

#[test]
fn a_board_one_row_taller_than_wide_is_lost_for_black() {
    for (width, height) in [(2, 3), (3, 4)] {
        let size = BoardSize::new(width, height).expect("in range");
        let mut known = HashMap::new();
        for cell in size.all() {
            assert_eq!(
                winner(size, cell, &mut known),
                Colour::White,
                "{size} {}",
                size.name(cell)
            );
        }
    }
}
