//! A board that is filled by chance until there is a winner: the innermost loop of the search.
//!
//! The board has a margin, in which the edges are stones of their colour, so that no neighbour needs a test. Both sides take
//! empty cells in turns, any with the same chance; where a stone intrudes into a bridge, the other cell of it is the answer, as in
//! `MoHex` (Arneson, Hayward and Henderson 2010). Nobody looks for a winner on the way: on a full board one walk between the colours
//! tells, from the corner a1, where both edges meet, with Black on one side and White on the other, until one of them has come to
//! the edge that is not beside that corner.

use super::dice::Dice;
use super::ring::{self, SAVING};
use crate::board::{BoardSize, Cell, CellSet, Colour};

/// A board to be filled.
#[derive(Clone, Debug)]
pub struct Playout {
    /// The steps to the neighbours in the order of [`ring::STEPS`].
    steps: [isize; 6],
    /// Where each cell lies.
    places: Vec<u16>,
    /// The board without stones.
    bare: Vec<u8>,
    /// The board.
    at: Vec<u8>,
    /// The empty cells in any order, and where each of them stands there.
    free: Vec<u16>,
    index: Vec<u16>,
    /// Where the walk between the colours begins: the place left of a1's upper neighbour's.
    start: usize,
    /// The places beyond the two edges that are not beside a1: who comes there has won.
    south: usize,
    east: usize,
    stride: usize,
}

impl Playout {
    /// An empty board.
    pub fn new(size: BoardSize) -> Self {
        let (width, height) = (size.width(), size.height());
        let stride = width + 2;
        let place = |column: usize, row: usize| row * stride + column;
        let mut bare = vec![ring::EMPTY; stride * (height + 2)];
        for column in 0..stride {
            bare[place(column, 0)] = ring::of(Colour::Black);
            bare[place(column, height + 1)] = ring::of(Colour::Black);
        }
        for row in 1..=height {
            bare[place(0, row)] = ring::of(Colour::White);
            bare[place(width + 1, row)] = ring::of(Colour::White);
        }
        bare[place(width + 1, 0)] = ring::CORNER;
        bare[place(0, height + 1)] = ring::CORNER;
        let places = size
            .all()
            .map(|cell| place(size.column(cell) + 1, size.row(cell) + 1) as u16);
        Self {
            steps: ring::STEPS.map(|(right, down)| down * stride.cast_signed() + right),
            places: places.collect(),
            at: bare.clone(),
            index: vec![0; bare.len()],
            free: Vec::with_capacity(size.cells()),
            bare,
            start: place(1, 0),
            south: place(0, height + 1),
            east: width + 1,
            stride,
        }
    }

    /// How many cells it has.
    pub fn cells(&self) -> usize {
        self.places.len()
    }

    /// Sets the stones of Black and White, and no others.
    pub fn set<const W: usize>(&mut self, stones: [CellSet<W>; 2]) {
        self.at.copy_from_slice(&self.bare);
        for colour in Colour::ALL {
            for cell in stones[colour.index()] {
                self.at[usize::from(self.places[cell.index()])] = ring::of(colour);
            }
        }
        self.free.clear();
        for &place in &self.places {
            if self.at[usize::from(place)] == ring::EMPTY {
                self.index[usize::from(place)] = self.free.len() as u16;
                self.free.push(place);
            }
        }
    }

    /// What lies on a cell, as [`ring::of`] has it.
    pub fn on(&self, cell: Cell) -> u8 {
        self.at[usize::from(self.places[cell.index()])]
    }

    /// Fills the board by chance, this colour first; bridges are saved or not.
    pub fn fill(&mut self, mut mover: Colour, bridges: bool, dice: &mut Dice) {
        let mut answer = None;
        while !self.free.is_empty() {
            let place = answer.unwrap_or_else(|| self.free[dice.below(self.free.len())]);
            self.play(mover, place);
            mover = !mover;
            answer = if bridges {
                self.saving(mover, place, dice)
            } else {
                None
            };
        }
    }

    /// Puts a stone on an empty place.
    fn play(&mut self, mover: Colour, place: u16) {
        self.at[usize::from(place)] = ring::of(mover);
        let hole = self.index[usize::from(place)];
        self.free.swap_remove(usize::from(hole));
        if let Some(&moved) = self.free.get(usize::from(hole)) {
            self.index[usize::from(moved)] = hole;
        }
    }

    /// What is around a place on the board.
    fn code(&self, place: u16) -> usize {
        let place = usize::from(place);
        let around = self.steps.iter().enumerate();
        around.fold(0, |code, (direction, &step)| {
            let neighbour = self.at[place.wrapping_add_signed(step)];
            code | usize::from(neighbour) << (2 * direction)
        })
    }

    /// A place where a colour saves a bridge that the last stone has intruded into.
    fn saving(&self, mover: Colour, last: u16, dice: &mut Dice) -> Option<u16> {
        let mut directions = SAVING[mover.index()][self.code(last)];
        if directions == 0 {
            return None;
        }
        let mut skipped = match directions.count_ones() {
            1 => 0,
            many => dice.below(many as usize),
        };
        while skipped > 0 {
            directions &= directions - 1;
            skipped -= 1;
        }
        let step = self.steps[directions.trailing_zeros() as usize % 6];
        Some(usize::from(last).wrapping_add_signed(step) as u16)
    }

    /// Who has joined the edges of a board that is full.
    pub fn winner(&self) -> Colour {
        // Black's place, and the direction in which White's lies.
        let (mut black, mut toward) = (self.start, 4);
        loop {
            let direction = (toward + 5) % 6;
            let next = black.wrapping_add_signed(self.steps[direction]);
            if next >= self.south {
                return Colour::Black;
            }
            if next % self.stride == self.east {
                return Colour::White;
            }
            if self.at[next] == ring::of(Colour::Black) {
                black = next;
                toward = (toward + 1) % 6;
            } else {
                toward = direction;
            }
        }
    }

    /// Fills the board after these stones by chance and says who wins.
    pub fn run<const W: usize>(
        &mut self,
        stones: [CellSet<W>; 2],
        to_move: Colour,
        bridges: bool,
        dice: &mut Dice,
    ) -> Colour {
        self.set(stones);
        self.fill(to_move, bridges, dice);
        self.winner()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    /// The board after a playout, as a position.
    fn position(playout: &Playout, size: BoardSize) -> Position<6> {
        let mut position = Position::new(size);
        for cell in size.all() {
            let colour = Colour::ALL
                .into_iter()
                .find(|&colour| ring::of(colour) == playout.on(cell));
            position.place(colour.expect("a full board"), cell);
        }
        position
    }

    #[test]
    fn winners_are_those_of_the_position() {
        let mut dice = Dice::new(1);
        for text in ["1", "1x4", "5x1", "2", "3x2", "4x7", "11", "19"] {
            let size: BoardSize = text.parse().unwrap();
            let mut playout = Playout::new(size);
            let mut won = [0; 2];
            for number in 0..200 {
                let bridges = number % 2 == 0;
                let mover = Colour::ALL[number / 2 % 2];
                let winner = playout.run([CellSet::<6>::EMPTY; 2], mover, bridges, &mut dice);
                let full = position(&playout, size);
                assert_eq!(Some(winner), full.winner(), "{full:?}");
                let more = full.stones(mover).len() - full.stones(!mover).len();
                assert_eq!(more, size.cells() % 2);
                won[winner.index()] += 1;
            }
            assert!(
                size.width() != size.height()
                    || size.cells() == 1
                    || won.iter().all(|&won| won > 40)
            );
        }
    }

    #[test]
    fn stones_stay_and_the_rest_is_filled() {
        let size: BoardSize = "5".parse().unwrap();
        let mut playout = Playout::new(size);
        let stones = [3, 7].map(|cell| CellSet::<1>::of(Cell::new(cell)));
        for _ in 0..20 {
            playout.run(stones, Colour::White, true, &mut Dice::new(5));
            let full = position(&playout, size);
            for colour in Colour::ALL {
                let kept = stones[colour.index()].resize();
                assert!(kept.is_subset(full.stones(colour)));
            }
        }
    }

    /// A chain of bridges from edge to edge holds in nearly all playouts that save bridges, but for stones that intrude into two
    /// at once, and in fewer others.
    #[test]
    fn bridges_are_saved() {
        let size: BoardSize = "5".parse().unwrap();
        let chain = ["d2", "c4"].map(|name| size.read(name).unwrap());
        let stones = [chain.into_iter().collect(), CellSet::<1>::EMPTY];
        let mut playout = Playout::new(size);
        let mut dice = Dice::new(2);
        let mut wins = |bridges: bool| {
            let runs = (0..500).map(|_| playout.run(stones, Colour::White, bridges, &mut dice));
            runs.filter(|&winner| winner == Colour::Black).count()
        };
        let (saved, left) = (wins(true), wins(false));
        assert!(saved > 490 && left < 470, "{saved} {left}");
    }
}
