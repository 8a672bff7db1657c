//! The connections of the position on the board, with trial stones on top. Uses the widest sets of
//! boards with connections: a single position need not be fast.

use crate::hex::{Board, BoardSize, Cell, Colour, Position, TooLarge};
use crate::knowledge::connect::{ConnectOptions, Connections};
use crate::think::Observer;
use std::time::{Duration, Instant};

/// The widest sets of boards with connections.
pub const WIDEST: usize = BoardSize::WORDS_WITH_CONNECTIONS;

/// Connections of both colours.
pub struct BoardConnections {
    /// The position that they were built for.
    base: Position<WIDEST>,
    options: ConnectOptions,
    /// The position with the trial stones.
    board: Position<WIDEST>,
    both: [Connections<WIDEST>; 2],
    times: [Duration; 2],
    /// The stones of each trial.
    trials: Vec<Vec<Cell>>,
}

impl BoardConnections {
    /// Builds them; an observer may end that early.
    pub fn new(
        board: &Board,
        options: ConnectOptions,
        observer: &dyn Observer,
    ) -> Result<Self, TooLarge> {
        let board = board.with_connections()?;
        let mut times = [Duration::ZERO; 2];
        let both = Colour::ALL.map(|colour| {
            let start = Instant::now();
            let connections = Connections::watched(&board, colour, options, observer);
            times[colour.index()] = start.elapsed();
            connections
        });
        Ok(Self {
            base: board,
            options,
            board,
            both,
            times,
            trials: Vec::new(),
        })
    }

    /// Whether they are for this position and these options.
    pub fn are_of(&self, board: &Board, options: ConnectOptions) -> bool {
        self.base.resize() == *board && self.options == options
    }

    /// The position with the trial stones.
    pub fn board(&self) -> &Position<WIDEST> {
        &self.board
    }

    /// The connections of a colour.
    pub fn of(&self, colour: Colour) -> &Connections<WIDEST> {
        let [black, white] = &self.both;
        match colour {
            Colour::Black => black,
            Colour::White => white,
        }
    }

    /// The time that those of a colour took to build, or the last trial to follow.
    pub fn time(&self, colour: Colour) -> Duration {
        let [black, white] = self.times;
        match colour {
            Colour::Black => black,
            Colour::White => white,
        }
    }

    /// Tries stones of a colour on empty cells, each once.
    pub fn place(&mut self, colour: Colour, cells: &[Cell]) {
        for &cell in cells {
            self.board.place(colour, cell);
        }
        for (connections, time) in self.both.iter_mut().zip(&mut self.times) {
            let start = Instant::now();
            for &cell in cells {
                connections.place(colour, cell);
            }
            *time = start.elapsed();
        }
        self.trials.push(cells.to_vec());
    }

    /// Takes the last trial back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(cells) = self.trials.pop() else {
            return false;
        };
        for &cell in &cells {
            self.board.clear(cell);
            for connections in &mut self.both {
                connections.undo();
            }
        }
        true
    }
}
