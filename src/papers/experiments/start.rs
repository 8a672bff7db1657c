//! Starting positions of experiments, given by moves.

use crate::hex::{BoardSize, Cell, Position};
use crate::hex::{Event, sgf};

/// A position given by moves.
#[derive(Clone, Debug)]
pub struct Start {
    /// Its name.
    pub name: String,
    /// The board.
    pub size: BoardSize,
    /// The moves of Black and White in turn.
    pub moves: Vec<Cell>,
}

impl Start {
    /// The last position of a game, without its name.
    pub fn of_sgf(text: &str) -> Result<Self, String> {
        let file = sgf::parse(text.as_bytes()).map_err(|why| why.to_string())?;
        let tree = file.games.first().ok_or("no game in the file")?;
        let game = sgf::to_game(tree, None).map_err(|why| why.to_string())?;
        let cells = game.events().filter_map(|event| match event {
            Event::Place(_, cell) => Some(*cell),
            _ => None,
        });
        Ok(Self {
            name: String::new(),
            size: game.size(),
            moves: cells.collect(),
        })
    }

    /// The position itself.
    pub fn position<const W: usize>(&self) -> Position<W> {
        let mut position = Position::new(self.size);
        for &cell in &self.moves {
            position.play(cell);
        }
        position
    }
}

/// Openings of a board, rotated ones once, evenly spread over all.
pub fn openings(size: BoardSize, count: usize) -> Vec<Start> {
    let all: Vec<_> = size
        .all()
        .filter(|&cell| cell.index() <= size.rotate(cell).index())
        .collect();
    let count = count.min(all.len());
    let chosen = (0..count).map(|index| all[index * all.len() / count]);
    chosen
        .map(|cell| Start {
            name: format!("{size} {}", size.name(cell)),
            size,
            moves: vec![cell],
        })
        .collect()
}
