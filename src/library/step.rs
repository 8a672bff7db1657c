//! The steps of a game as numbers of 16 bits: moves, and the stones of a setup.

use crate::hex::{BoardSize, Cell, Colour, Event, Game, IllegalPlay, SwapStyle};

/// What a step does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// A stone.
    Place(Cell),
    /// A swap.
    Swap(SwapStyle),
    /// A pass.
    Pass,
    /// A stone of a setup.
    SetUp(Cell),
    /// A cell that a setup empties.
    Clear(Cell),
    /// The end of a setup, which gives the turn to the colour.
    Turn,
}

/// A step, and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The colour of the mover or the stone.
    pub colour: Colour,
    /// What it does.
    pub kind: StepKind,
}

/// The bit of White, and the lowest bit of the kind.
const WHITE: u16 = 1 << 12;
const KIND: u16 = 1 << 13;

impl Step {
    fn number(self) -> u16 {
        let (kind, low) = match self.kind {
            StepKind::Place(cell) => (0, cell.index()),
            StepKind::Swap(SwapStyle::Pieces) => (1, 0),
            StepKind::Swap(SwapStyle::Sides) => (1, 1),
            StepKind::Pass => (2, 0),
            StepKind::SetUp(cell) => (3, cell.index()),
            StepKind::Clear(cell) => (4, cell.index()),
            StepKind::Turn => (5, 0),
        };
        let white = match self.colour {
            Colour::Black => 0,
            Colour::White => WHITE,
        };
        (kind * KIND) | white | low as u16
    }

    fn of_number(number: u16, size: BoardSize) -> Option<Self> {
        let colour = if number & WHITE == 0 {
            Colour::Black
        } else {
            Colour::White
        };
        let low = usize::from(number % WHITE);
        let cell = || (low < size.cells()).then(|| Cell::new(low));
        let kind = match (number / KIND, low) {
            (0, _) => StepKind::Place(cell()?),
            (1, 0) => StepKind::Swap(SwapStyle::Pieces),
            (1, 1) => StepKind::Swap(SwapStyle::Sides),
            (2, 0) => StepKind::Pass,
            (3, _) => StepKind::SetUp(cell()?),
            (4, _) => StepKind::Clear(cell()?),
            (5, 0) => StepKind::Turn,
            _ => return None,
        };
        Some(Self { colour, kind })
    }

    /// The step that two bytes stand for, if they stand for one on a board of this size.
    pub(super) fn of_bytes(bytes: [u8; 2], size: BoardSize) -> Option<Self> {
        Self::of_number(u16::from_le_bytes(bytes), size)
    }

    /// Whether it belongs to a setup.
    pub fn is_setup(self) -> bool {
        matches!(
            self.kind,
            StepKind::SetUp(_) | StepKind::Clear(_) | StepKind::Turn
        )
    }
}

/// The steps of a game, its starting position first.
pub(super) fn steps(game: &Game) -> Vec<Step> {
    let mut steps = Vec::with_capacity(game.events().len() + 1);
    let mut turn = Colour::Black;
    let start = game
        .boards()
        .next()
        .map_or(*game.board(), |[start, _]| *start);
    let step = |colour, kind| Step { colour, kind };
    for colour in Colour::ALL {
        let stones = start.stones(colour).iter();
        steps.extend(stones.map(|cell| step(colour, StepKind::SetUp(cell))));
    }
    if !steps.is_empty() || start.to_move() != turn {
        turn = start.to_move();
        steps.push(step(turn, StepKind::Turn));
    }
    for event in game.events() {
        match event {
            Event::Place(colour, cell) => steps.push(step(*colour, StepKind::Place(*cell))),
            Event::Swap(colour, style) => steps.push(step(*colour, StepKind::Swap(*style))),
            Event::Pass(colour) => steps.push(step(*colour, StepKind::Pass)),
            Event::Setup(setup) => {
                let cleared = setup.cleared.iter();
                steps.extend(cleared.map(|cell| step(setup.to_move, StepKind::Clear(cell))));
                for colour in Colour::ALL {
                    let stones = setup.stones[colour.index()].iter();
                    steps.extend(stones.map(|cell| step(colour, StepKind::SetUp(cell))));
                }
                steps.push(step(setup.to_move, StepKind::Turn));
            }
        }
    }
    steps
}

/// Plays steps. A setup before the first move is one of its own.
pub(super) fn play(game: &mut Game, steps: &[Step]) -> Result<(), IllegalPlay> {
    let mut stones: Vec<(Cell, Option<Colour>)> = Vec::new();
    for step in steps {
        let colour = step.colour;
        match step.kind {
            StepKind::Place(cell) => game.place(colour, cell)?,
            StepKind::Swap(style) => game.play(colour, crate::hex::Move::Swap, style)?,
            StepKind::Pass => game.pass(colour),
            StepKind::SetUp(cell) => stones.push((cell, Some(colour))),
            StepKind::Clear(cell) => stones.push((cell, None)),
            StepKind::Turn => game.set_up(stones.drain(..), colour)?,
        }
    }
    Ok(())
}

/// Steps as bytes, two each.
pub(super) fn pack(steps: &[Step]) -> Vec<u8> {
    let numbers = steps.iter().map(|step| step.number());
    numbers.flat_map(u16::to_le_bytes).collect()
}

/// The steps that bytes stand for; `None` if they stand for none on a board of this size.
pub(super) fn unpack(bytes: &[u8], size: BoardSize) -> Option<Vec<Step>> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    let steps = pairs.iter().map(|&pair| Step::of_bytes(pair, size));
    steps.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::format::{ReadSettings, read};

    #[test]
    fn steps_come_back_from_their_bytes() {
        for text in [
            "(;SZ[5];B[c2];W[swap-pieces];B[a1];W[d4])",
            "(;SZ[4:6];B[c2];W[swap-sides];W[a1];B[pass];W[b3])",
            "(;SZ[5]AB[a1][b2]AW[c3]PL[W];W[d4];AE[a1]AW[e5]PL[B];B[a1])",
            "(;SZ[3])",
        ] {
            let game = read(text.as_bytes(), ReadSettings::default()).unwrap();
            let steps = steps(&game);
            let again = unpack(&pack(&steps), game.size()).unwrap();
            assert_eq!(again, steps, "{text}");
            let mut replayed = Game::new(game.size());
            play(&mut replayed, &again).unwrap();
            assert_eq!(replayed.board(), game.board(), "{text}");
            assert_eq!(super::steps(&replayed), steps, "{text}");
        }
        let size = BoardSize::square(3).unwrap();
        assert_eq!(unpack(&[9, 0], size), None);
        assert_eq!(unpack(&[1], size), None);
        assert_eq!(unpack(&[2, 0x20], size), None);
    }
}
