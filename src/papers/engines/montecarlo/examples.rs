//! Positions of games, up to the one in which a look knows who wins: what is played from there on
//! teaches nothing.

use crate::hex::{Cell, Colour, Position};
use crate::knowledge::analysis::{Analysis, AnalysisOptions};
use crate::papers::engines::montecarlo::pattern::{Features, PatternBoard};

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Example {
    /// The features of every legal move.
    pub moves: Vec<Features>,
    /// Which of them was played.
    pub played: usize,
}

/// The examples in a game: its moves but so many of the first, which are its opening.
pub fn examples<const W: usize>(
    game: &[Cell],
    start: Position<W>,
    opening: usize,
    looks: AnalysisOptions,
) -> Vec<Example> {
    let mut look = Analysis::new(&start, looks);
    let mut board = PatternBoard::new(start.size());
    let mut found = Vec::new();
    for (number, &cell) in game.iter().enumerate() {
        let position = *look.position();
        if look.decided().is_some() || !position.empty().contains(cell) {
            break;
        }
        if number >= opening {
            let last = [1, 2].map(|back| number.checked_sub(back).map(|number| game[number]));
            board.set(Colour::ALL.map(|colour| position.stones(colour)));
            let cells: Vec<Cell> = position.empty().iter().collect();
            let mover = position.to_move();
            found.push(Example {
                moves: cells
                    .iter()
                    .map(|&cell| board.features(cell, mover, last))
                    .collect(),
                played: cells.iter().position(|&other| other == cell).unwrap_or(0),
            });
        }
        look.play(cell);
    }
    found
}
