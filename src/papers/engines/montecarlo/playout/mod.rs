//! Fills a board at random and finds its winner: the innermost loop of the search.
//!
//! The board has a margin in which the edges are stones of their colour, so no neighbour needs a
//! test. The sides take empty cells in turn, each cell with the same probability, or by the weight
//! that a [`PlayoutPolicy`] gives to the pattern of its neighbours. If a stone intrudes into a
//! bridge, the other cell of the bridge is the answer, as in `MoHex` (Arneson, Hayward and
//! Henderson 2010). A stone changes the weights of its six neighbours. Each row keeps the sum of
//! its weights, so a cell is found without a pass over all of them. The winner on the full board is
//! found by one walk along the border between the colours: it starts at the corner a1, where two
//! edges meet, with Black on one side and White on the other, and ends at the first far edge.

mod policy;
pub mod ring;

pub use policy::PlayoutPolicy;

use super::patterns::EDGE;
use crate::base::xorshift::XorShift;
use crate::hex::{BoardSize, Cell, CellSet, Colour};
use ring::SAVING;

/// A board to fill.
#[derive(Clone, Debug)]
pub struct Playout {
    /// The steps to the neighbours in the order of [`ring::STEPS`].
    steps: [isize; 6],
    /// The place of each cell.
    places: Vec<u16>,
    /// The board without stones, and the patterns on it.
    bare: Vec<u8>,
    bare_codes: Vec<u16>,
    /// The board.
    at: Vec<u8>,
    codes: Vec<u16>,
    /// The places of empty cells in any order, and the index of each.
    free: Vec<u16>,
    index: Vec<u16>,
    /// The weights of empty cells for Black and White, and their sums by row; without a policy
    /// there are none.
    weights: Vec<[u16; 2]>,
    rows: Vec<[u32; 2]>,
    row_of: Vec<u8>,
    policy: Option<PlayoutPolicy>,
    /// The start of the walk between the colours: the upper neighbour of a1, off the board.
    start: usize,
    /// The row and the column of places beyond the far edges, where the walk ends.
    south: usize,
    east: usize,
    stride: usize,
}

impl Playout {
    /// An empty board.
    pub fn new(size: BoardSize, policy: Option<PlayoutPolicy>) -> Self {
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
        let places: Vec<u16> = places.collect();
        let steps = ring::STEPS.map(|(right, down)| down * stride.cast_signed() + right);
        let mut bare_codes = vec![0; bare.len()];
        for &place in &places {
            for (direction, step) in steps.iter().enumerate() {
                if bare[usize::from(place).wrapping_add_signed(*step)] != ring::EMPTY {
                    bare_codes[usize::from(place)] |= u16::from(EDGE) << (2 * direction);
                }
            }
        }
        Self {
            steps,
            places,
            at: bare.clone(),
            codes: bare_codes.clone(),
            weights: vec![[0; 2]; bare.len()],
            rows: vec![[0; 2]; height + 2],
            row_of: (0..bare.len())
                .map(|place| (place / stride) as u8)
                .collect(),
            free: Vec::with_capacity(size.cells()),
            index: vec![0; bare.len()],
            policy,
            bare,
            bare_codes,
            start: place(1, 0),
            south: place(0, height + 1),
            east: width + 1,
            stride,
        }
    }

    /// The number of cells.
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
        if self.policy.is_some() {
            self.weigh_all(stones);
        }
    }

    /// Computes the weights of all places.
    fn weigh_all<const W: usize>(&mut self, stones: [CellSet<W>; 2]) {
        self.codes.copy_from_slice(&self.bare_codes);
        self.rows.fill([0; 2]);
        self.weights.fill([0; 2]);
        for colour in Colour::ALL {
            for cell in stones[colour.index()] {
                let place = usize::from(self.places[cell.index()]);
                for direction in 0..6 {
                    let neighbour = self.neighbour(place, direction);
                    self.codes[neighbour] |= ring::seen_from(direction, colour);
                }
            }
        }
        for number in 0..self.free.len() {
            let place = usize::from(self.free[number]);
            self.weigh(place, self.weight(place));
        }
    }

    /// Whether a colour has a cell.
    pub fn has(&self, colour: Colour, cell: Cell) -> bool {
        self.at[usize::from(self.places[cell.index()])] == ring::of(colour)
    }

    /// Fills the board at random, this colour first.
    pub fn fill(&mut self, mut mover: Colour, bridges: bool, random: &mut XorShift) {
        let mut answer = None;
        while !self.free.is_empty() {
            let place = answer.unwrap_or_else(|| self.draw(mover, random));
            self.play(mover, place);
            mover = !mover;
            answer = if bridges {
                self.saving(mover, place, random)
            } else {
                None
            };
        }
    }

    fn neighbour(&self, place: usize, direction: usize) -> usize {
        place.wrapping_add_signed(self.steps[direction])
    }

    fn weight(&self, place: usize) -> [u16; 2] {
        let policy = self.policy.as_ref();
        policy.map_or([0; 2], |policy| policy.weights(self.codes[place]))
    }

    /// Draws an empty place.
    fn draw(&self, mover: Colour, random: &mut XorShift) -> usize {
        if self.policy.is_none() {
            return usize::from(self.free[random.below(self.free.len())]);
        }
        let side = mover.index();
        let all: u32 = self.rows.iter().map(|row| row[side]).sum();
        let mut left = random.below(all as usize) as u32;
        let mut row = 0;
        while left >= self.rows[row][side] {
            left -= self.rows[row][side];
            row += 1;
        }
        let mut place = row * self.stride;
        loop {
            let weight = u32::from(self.weights[place][side]);
            if left < weight {
                return place;
            }
            left -= weight;
            place += 1;
        }
    }

    /// Puts a stone on an empty place.
    fn play(&mut self, mover: Colour, place: usize) {
        self.at[place] = ring::of(mover);
        let hole = self.index[place];
        self.free.swap_remove(usize::from(hole));
        if let Some(&moved) = self.free.get(usize::from(hole)) {
            self.index[usize::from(moved)] = hole;
        }
        if self.policy.is_none() {
            return;
        }
        self.weigh(place, [0; 2]);
        for direction in 0..6 {
            let neighbour = self.neighbour(place, direction);
            if self.at[neighbour] == ring::EMPTY {
                self.codes[neighbour] |= ring::seen_from(direction, mover);
                self.weigh(neighbour, self.weight(neighbour));
            }
        }
    }

    /// Gives a place new weights.
    fn weigh(&mut self, place: usize, new: [u16; 2]) {
        let old = std::mem::replace(&mut self.weights[place], new);
        let sums = &mut self.rows[usize::from(self.row_of[place])];
        for side in 0..2 {
            sums[side] = sums[side] + u32::from(new[side]) - u32::from(old[side]);
        }
    }

    /// The neighbours of a place as a number.
    fn code(&self, place: usize) -> usize {
        let around = self.steps.iter().enumerate();
        around.fold(0, |code, (direction, &step)| {
            let neighbour = self.at[place.wrapping_add_signed(step)];
            code | usize::from(neighbour) << (2 * direction)
        })
    }

    /// A place that saves a colour's bridge from the last stone's intrusion.
    fn saving(&self, mover: Colour, last: usize, random: &mut XorShift) -> Option<usize> {
        let mut directions = SAVING[mover.index()][self.code(last)];
        if directions == 0 {
            return None;
        }
        let mut skipped = match directions.count_ones() {
            1 => 0,
            many => random.below(many as usize),
        };
        while skipped > 0 {
            directions &= directions - 1;
            skipped -= 1;
        }
        Some(self.neighbour(last, directions.trailing_zeros() as usize % 6))
    }

    /// The winner on a full board.
    pub fn winner(&self) -> Colour {
        // Black's place, and the direction of White's.
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

    /// Fills the board after these stones at random and returns the winner.
    pub fn run<const W: usize>(
        &mut self,
        stones: [CellSet<W>; 2],
        to_move: Colour,
        bridges: bool,
        random: &mut XorShift,
    ) -> Colour {
        self.set(stones);
        self.fill(to_move, bridges, random);
        self.winner()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Position;
    use crate::papers::engines::montecarlo::PatternWeights;

    /// The board after a playout, as a position.
    fn position(playout: &Playout, size: BoardSize) -> Position<6> {
        let mut position = Position::new(size);
        for cell in size.all() {
            let colour = Colour::ALL
                .into_iter()
                .find(|&colour| playout.has(colour, cell));
            position.place(colour.expect("a full board"), cell);
        }
        position
    }

    #[test]
    fn winners_are_those_of_the_position() {
        let mut random = XorShift::new(1);
        for text in ["1", "1x4", "5x1", "2", "3x2", "4x7", "11", "19"] {
            let size: BoardSize = text.parse().unwrap();
            let mut won = [0; 2];
            let mut playouts = [
                Playout::new(size, None),
                Playout::new(size, Some(PatternWeights::shipped().policy())),
            ];
            for number in 0..200 {
                let playout = &mut playouts[number / 4 % 2];
                let bridges = number % 2 == 0;
                let mover = Colour::ALL[number / 2 % 2];
                let winner = playout.run([CellSet::<6>::EMPTY; 2], mover, bridges, &mut random);
                let full = position(playout, size);
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
        let mut playout = Playout::new(size, None);
        let stones = [3, 7].map(|cell| CellSet::<1>::of(Cell::new(cell)));
        for _ in 0..20 {
            playout.run(stones, Colour::White, true, &mut XorShift::new(5));
            let full = position(&playout, size);
            for colour in Colour::ALL {
                let kept = stones[colour.index()].resize();
                assert!(kept.is_subset(full.stones(colour)));
            }
        }
    }

    /// Cells are drawn in proportion to their weights.
    #[test]
    fn weights_are_proportions() {
        let size: BoardSize = "5".parse().unwrap();
        let at = |name: &str| size.read(name).unwrap();
        // Black's move below its stone weighs 20, all others 1.
        let below = u32::from(ring::of(Colour::Black));
        let policy = PlayoutPolicy::new(|mover, code| {
            if mover == Colour::Black && code == below {
                20.0
            } else {
                1.0
            }
        });
        let mut playout = Playout::new(size, Some(policy));
        let mut random = XorShift::new(3);
        let stones = [CellSet::<1>::of(at("c3")), CellSet::EMPTY];
        let taken = |playout: &mut Playout, random: &mut XorShift| {
            playout.set(stones);
            playout.draw(Colour::Black, random) == usize::from(playout.places[at("c4").index()])
        };
        let taken = (0..2000)
            .filter(|_| taken(&mut playout, &mut random))
            .count();
        // 20 of 43.
        assert!((850..1010).contains(&taken), "{taken}");
    }

    /// A chain of bridges from edge to edge holds in nearly all playouts that save bridges, except
    /// where a stone intrudes into two at once, and in fewer of the others.
    #[test]
    fn bridges_are_saved() {
        let size: BoardSize = "5".parse().unwrap();
        let chain = ["d2", "c4"].map(|name| size.read(name).unwrap());
        let stones = [chain.into_iter().collect(), CellSet::<1>::EMPTY];
        let mut playout = Playout::new(size, None);
        let mut random = XorShift::new(2);
        let mut wins = |bridges: bool| {
            let runs = (0..500).map(|_| playout.run(stones, Colour::White, bridges, &mut random));
            runs.filter(|&winner| winner == Colour::Black).count()
        };
        let (saved, left) = (wins(true), wins(false));
        assert!(saved > 490 && left < 470, "{saved} {left}");
    }
}
