//! A game played step by step, as far as a library needs it: stones, their number and their hashes.

use super::step::{Step, StepKind};
use crate::hex::{AnyCells, BoardSize, Cell, Colour, Image, ImageHashes, SwapStyle};

/// A change of the stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Toggled {
    /// The colour of the stone.
    pub colour: Colour,
    /// Its cell.
    pub cell: Cell,
}

/// A position on the way.
pub struct Replay {
    size: BoardSize,
    stones: [AnyCells; 2],
    hashes: ImageHashes,
    turn: Colour,
}

impl Replay {
    /// An empty board.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            stones: [AnyCells::EMPTY; 2],
            hashes: ImageHashes::new(size),
            turn: Colour::Black,
        }
    }

    /// The number of stones.
    pub fn stones(&self) -> usize {
        self.stones.iter().map(AnyCells::len).sum()
    }

    /// The hash that the images of the position share before this step, and the image that has it.
    pub fn canonical(&self, next: Option<Step>) -> (u64, Image) {
        let mover = next.filter(|step| !step.is_setup());
        self.hashes
            .canonical(mover.map_or(self.turn, |step| step.colour))
    }

    /// Takes a step, and passes on each stone that comes or goes.
    pub fn apply(&mut self, step: Step, mut changed: impl FnMut(Toggled)) {
        let colour = step.colour;
        match step.kind {
            StepKind::Place(cell) => {
                self.toggle(colour, cell, &mut changed);
                self.turn = !colour;
            }
            StepKind::Swap(SwapStyle::Pieces) => {
                let stones = self.stones;
                for colour in Colour::ALL {
                    for cell in stones[colour.index()] {
                        self.toggle(colour, cell, &mut changed);
                        self.toggle(!colour, self.size.reflect(cell), &mut changed);
                    }
                }
                self.turn = !colour;
            }
            StepKind::Pass => self.turn = !colour,
            StepKind::SetUp(cell) => {
                self.clear(cell, &mut changed);
                self.toggle(colour, cell, &mut changed);
            }
            StepKind::Clear(cell) => self.clear(cell, &mut changed),
            StepKind::Swap(SwapStyle::Sides) | StepKind::Turn => self.turn = colour,
        }
    }

    fn clear(&mut self, cell: Cell, changed: &mut impl FnMut(Toggled)) {
        for colour in Colour::ALL {
            if self.stones[colour.index()].contains(cell) {
                self.toggle(colour, cell, changed);
            }
        }
    }

    fn toggle(&mut self, colour: Colour, cell: Cell, changed: &mut impl FnMut(Toggled)) {
        let stones = &mut self.stones[colour.index()];
        if stones.contains(cell) {
            stones.remove(cell);
        } else {
            stones.insert(cell);
        }
        self.hashes.toggle(colour, cell);
        changed(Toggled { colour, cell });
    }
}
