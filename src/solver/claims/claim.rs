//! A result that holds in many positions.
//!
//! A win with a carrier stays one if every other empty cell is the opponent's. So the result
//! holds wherever the winner's stones that it needs stand, the carrier's cells are empty or the
//! winner's, and the same side or the winner is to move. Stones and cells that are dead when all
//! else is the opponent's are not needed.
//!
//! A claim that lacks one stone is a threat: the winner plays there. So it works like a connection
//! that the search has found.

use crate::hex::{BoardSize, Cell, CellSet, Colour, Image, Position};
use crate::knowledge::inferior::{Inferior, InferiorOptions};

/// A winner and what it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim<const W: usize> {
    pub winner: Colour,
    pub to_move: Colour,
    /// The stones of the winner that are needed.
    pub stones: CellSet<W>,
    /// The cells that are needed besides.
    pub carrier: CellSet<W>,
}

/// What follows from a claim in a position.
#[derive(Clone, Copy, Debug)]
pub enum Consequence<const W: usize> {
    /// Its winner wins, with this carrier, and by this move if it takes one.
    Decided(Colour, CellSet<W>, Option<Cell>),
    /// The side to move loses wherever it plays outside this.
    Threat(CellSet<W>),
}

impl<const W: usize> Claim<W> {
    /// The claim of a result in a position.
    pub fn new(position: &Position<W>, winner: Colour, carrier: CellSet<W>) -> Self {
        let stones = position.stones(winner);
        let mut model = Position::new(position.size());
        for cell in position.geometry().all() - stones - carrier {
            model.place(!winner, cell);
        }
        let options = InferiorOptions {
            fill_dead: true,
            ..InferiorOptions::NONE
        };
        let useful = Inferior::new(&model, options).board().empty();
        Self {
            winner,
            to_move: position.to_move(),
            stones: stones & useful,
            carrier: carrier & useful,
        }
    }

    /// The cells that it needs, empty or as stones.
    pub fn needed(&self) -> CellSet<W> {
        self.stones | self.carrier
    }

    /// The same claim, with sets of another width.
    pub fn resize<const V: usize>(&self) -> Claim<V> {
        Claim {
            winner: self.winner,
            to_move: self.to_move,
            stones: self.stones.resize(),
            carrier: self.carrier.resize(),
        }
    }

    /// The claim for the board under a symmetry.
    #[must_use]
    pub fn image(&self, image: Image, size: BoardSize) -> Self {
        Self {
            winner: image.colour(self.winner),
            to_move: image.colour(self.to_move),
            stones: image.cells(size, self.stones),
            carrier: image.cells(size, self.carrier),
        }
    }

    /// What follows from it in another position.
    pub fn consequence(&self, position: &Position<W>) -> Option<Consequence<W>> {
        let own = position.stones(self.winner);
        if !self.carrier.is_disjoint(position.stones(!self.winner)) {
            return None;
        }
        let (missing, needed) = (self.stones - own, self.carrier - own);
        let mover = position.to_move();
        let mut missing_cells = missing.iter();
        match (missing_cells.next(), missing_cells.next()) {
            (None, _) if self.winner == mover || self.to_move == mover => {
                Some(Consequence::Decided(self.winner, needed, None))
            }
            (None, _) => Some(Consequence::Threat(needed)),
            (Some(cell), None)
                if self.winner != self.to_move && position.empty().contains(cell) =>
            {
                let needed = needed | missing;
                Some(if self.winner == mover {
                    Consequence::Decided(mover, needed, Some(cell))
                } else {
                    Consequence::Threat(needed)
                })
            }
            _ => None,
        }
    }
}

/// A claim that is kept.
#[derive(Clone, Copy, Debug)]
pub struct KeptClaim<const W: usize> {
    pub claim: Claim<W>,
    /// Both sides' stones where it was found.
    pub stones: [CellSet<W>; 2],
    /// Those that were kept before it have lower numbers. So it rests on none with a higher one.
    pub number: u64,
}

impl<const W: usize> KeptClaim<W> {
    /// The position in which it was found.
    pub fn found_in(&self, size: BoardSize) -> Position<W> {
        let mut position = Position::new(size);
        for (colour, stones) in Colour::ALL.into_iter().zip(self.stones) {
            for cell in stones {
                position.place(colour, cell);
            }
        }
        position.set_to_move(self.claim.to_move);
        position
    }

    /// The claim for the board under a symmetry.
    #[must_use]
    pub fn image(&self, image: Image, size: BoardSize) -> Self {
        let mut stones = [CellSet::EMPTY; 2];
        for colour in Colour::ALL {
            stones[image.colour(colour).index()] = image.cells(size, self.stones[colour.index()]);
        }
        Self {
            claim: self.claim.image(image, size),
            stones,
            number: self.number,
        }
    }
}
