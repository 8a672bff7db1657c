//! The independent oracle of connections: it plays every game inside a carrier. It shares nothing
//! with the engine but the board.

use mustplay::hex::{BoardSize, Cell, Colour, Edge, End, Position};
use std::collections::HashMap;

/// A claim that two ends can be joined inside a carrier, in compact form: the cells of the carrier
/// and the two ends as bits, with their adjacencies through stones and edges of the colour.
pub struct Claim {
    cells: usize,
    beside: Vec<u64>,
    known: HashMap<(u64, u64), bool>,
    needs: HashMap<(u64, u64), Option<u64>>,
}

impl Claim {
    /// The claim that `colour` can join `x` and `y`, coloured if they are empty, by stones in these
    /// cells of a position.
    pub fn new<const W: usize>(
        position: &Position<W>,
        colour: Colour,
        x: End,
        y: End,
        carrier: &[Cell],
    ) -> Self {
        let size = position.size();
        assert!(carrier.len() <= 60 && carrier.iter().all(|&cell| position.at(cell).is_none()));
        let board = Board {
            size,
            stone: |cell| position.at(cell) == Some(colour),
            colour,
        };
        // Bits: the carrier, then x, then y.
        let (x_bit, y_bit) = (carrier.len(), carrier.len() + 1);
        let mut nodes: HashMap<usize, usize> = carrier
            .iter()
            .enumerate()
            .map(|(bit, cell)| (cell.index(), bit))
            .collect();
        nodes.insert(x.index(), x_bit);
        nodes.insert(y.index(), y_bit);
        assert_eq!(
            nodes.len(),
            carrier.len() + 2,
            "an end lies in the carrier, or both ends are the same"
        );
        let mut beside = vec![0_u64; carrier.len() + 2];
        for (&point, &bit) in &nodes {
            for other in board.across(point) {
                if let Some(&far) = nodes.get(&other).filter(|&&far| far != bit) {
                    beside[bit] |= 1 << far;
                    beside[far] |= 1 << bit;
                }
            }
        }
        Self {
            cells: carrier.len(),
            beside,
            known: HashMap::new(),
            needs: HashMap::new(),
        }
    }

    fn joined(&self, own: u64) -> bool {
        let (x, y) = (1 << self.cells, 1 << (self.cells + 1));
        let own = own | x | y;
        let (mut reached, mut fresh) = (x, x);
        while fresh != 0 {
            let bit = fresh.trailing_zeros();
            fresh &= fresh - 1;
            let more = self.beside[bit as usize] & own & !reached;
            reached |= more;
            fresh |= more;
        }
        reached & y != 0
    }

    /// Whether it holds with the opponent to move.
    pub fn is_full(&mut self) -> bool {
        self.holds(0, 0)
    }

    /// Whether it holds with the colour to move.
    pub fn is_semi(&mut self) -> bool {
        self.joined(0) || (0..self.cells).any(|key| self.holds(1 << key, 0))
    }

    fn holds(&mut self, own: u64, theirs: u64) -> bool {
        if self.joined(own) {
            return true;
        }
        let free = ((1_u64 << self.cells) - 1) & !own & !theirs;
        if !self.joined(own | free) {
            return false;
        }
        if let Some(&answer) = self.known.get(&(own, theirs)) {
            return answer;
        }
        let bits = |set: u64| {
            (0..64)
                .filter(move |bit| set >> bit & 1 == 1)
                .map(|bit| 1_u64 << bit)
        };
        let answer = bits(free).all(|lost| {
            bits(free & !lost).any(|won| self.holds(own | won, theirs | lost)) || {
                // No cell is left to answer in.
                free == lost && self.joined(own)
            }
        });
        self.known.insert((own, theirs), answer);
        answer
    }
}

/// Returns the moves worth trying, given our stones and theirs.
pub type Advice<'a> = dyn FnMut(u64, u64) -> Vec<usize> + 'a;

/// The same for carriers too large for exhaustive play. Either side may pass in the search: the
/// cells we need to win after the opponent's pass are the only cells where the opponent's moves
/// matter. Of our own moves only the advised ones are tried: bad advice may make a full fail, but
/// never makes a false one hold.
impl Claim {
    /// Whether it holds with the opponent to move, trying only advised moves.
    pub fn is_full_as_advised(&mut self, advice: &mut Advice) -> bool {
        self.second(0, 0, advice).is_some()
    }

    /// Cells in which we win with the opponent to move.
    fn second(&mut self, own: u64, theirs: u64, advice: &mut Advice) -> Option<u64> {
        let mut needed = self.first(own, theirs, advice)?;
        let mut open = needed;
        while open != 0 {
            let intrusion = open & open.wrapping_neg();
            let more = self.first(own, theirs | intrusion, advice)?;
            needed |= more | intrusion;
            open &= more;
        }
        Some(needed)
    }

    /// Cells in which we win with the move.
    fn first(&mut self, own: u64, theirs: u64, advice: &mut Advice) -> Option<u64> {
        if self.joined(own) {
            return Some(0);
        }
        let free = ((1_u64 << self.cells) - 1) & !own & !theirs;
        if !self.joined(own | free) {
            return None;
        }
        if let Some(&known) = self.needs.get(&(own, theirs)) {
            return known;
        }
        let found = advice(own, theirs).into_iter().find_map(|bit| {
            let key = free & 1 << bit;
            let more = self.second(own | key, theirs, advice)?;
            (key != 0).then_some(more | key)
        });
        self.needs.insert((own, theirs), found);
        found
    }
}

/// A board from the view of one colour; edges are the points after the last cell.
struct Board<F: Fn(Cell) -> bool> {
    size: BoardSize,
    stone: F,
    colour: Colour,
}

impl<F: Fn(Cell) -> bool> Board<F> {
    /// The cells and edges adjacent to a point.
    fn beside(&self, point: usize) -> Vec<usize> {
        let (width, height) = (self.size.width(), self.size.height());
        let cells = self.size.cells();
        let edges = self.colour.edges().map(Edge::index);
        let touches = |cell: usize, edge: usize| match edge {
            0 => cell / width == 0,
            1 => cell / width + 1 == height,
            2 => cell.is_multiple_of(width),
            _ => cell % width + 1 == width,
        };
        if point >= cells {
            return (0..cells)
                .filter(|&cell| touches(cell, point - cells))
                .collect();
        }
        let (column, row) = ((point % width).cast_signed(), (point / width).cast_signed());
        let steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];
        let inside = |c: isize, r: isize| {
            (0..width.cast_signed()).contains(&c) && (0..height.cast_signed()).contains(&r)
        };
        let near = steps
            .iter()
            .map(|(right, down)| (column + right, row + down))
            .filter(|&(c, r)| inside(c, r));
        let near = near.map(|(c, r)| r.cast_unsigned() * width + c.cast_unsigned());
        near.chain(
            edges
                .into_iter()
                .filter(|&edge| touches(point, edge))
                .map(|edge| cells + edge),
        )
        .collect()
    }

    /// The points adjacent to a point, or to the stones and edges connected to it.
    fn across(&self, point: usize) -> Vec<usize> {
        let cells = self.size.cells();
        let passable = |p: usize| p >= cells || (self.stone)(Cell::new(p));
        let mut found = vec![point];
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            next += 1;
            if at == point || passable(at) {
                for other in self.beside(at) {
                    if !found.contains(&other) {
                        found.push(other);
                    }
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(position: &Position<1>, x: &str, y: &str, carrier: &str) -> (bool, bool) {
        let size = position.size();
        let end = |name: &str| match name.parse::<Edge>() {
            Ok(edge) => End::edge(size, edge),
            Err(_) => size.read(name).expect("a cell").into(),
        };
        let cells: Vec<Cell> = carrier
            .split_whitespace()
            .map(|name| size.read(name).expect("a cell"))
            .collect();
        let mut claim = Claim::new(position, Colour::Black, end(x), end(y), &cells);
        (claim.is_full(), claim.is_semi())
    }

    #[test]
    fn bridges_and_edges_are_evaluated_correctly() {
        let position: Position<1> = mustplay::position! { 5 x 5:
            . . . . .
             . . B . .
              . . W . .
               . . . . .
                . . . . .
        };
        assert_eq!(claim(&position, "c2", "north", "c1 d1"), (true, true));
        assert_eq!(claim(&position, "c2", "north", "c1"), (false, true));
        assert_eq!(claim(&position, "c2", "north", ""), (false, false));
        assert_eq!(claim(&position, "c2", "b3", ""), (true, true));
        assert_eq!(claim(&position, "c2", "b4", "a4 b3"), (false, true));
        assert_eq!(
            claim(&position, "b3", "south", "b4 a4 b5 a5"),
            (false, true)
        );
        // The third-row template, and the same without one cell.
        assert_eq!(
            claim(&position, "d3", "south", "c4 d4 e4 b5 c5 d5 e5"),
            (false, true)
        );
        assert_eq!(
            claim(&position, "d3", "south", "e3 c4 d4 e4 b5 c5 d5 e5"),
            (true, true)
        );
        assert_eq!(claim(&position, "a1", "e1", ""), (true, true));
    }

    /// Both methods agree.
    #[test]
    fn advice_agrees_with_exhaustive_play() {
        let size = BoardSize::square(4).expect("in range");
        let mut seen = [0, 0];
        for number in 0..2000_usize {
            let mut position = Position::<1>::new(size);
            let mut carrier = Vec::new();
            let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            for cell in size.all() {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                match state >> 20 & 7 {
                    0 | 1 => position.place(Colour::Black, cell),
                    2..=4 => position.place(Colour::White, cell),
                    _ => carrier.push(cell),
                }
            }
            let [x, y] = [Edge::North, Edge::South].map(|edge| End::edge(size, edge));
            let mut claim = Claim::new(&position, Colour::Black, x, y, &carrier);
            let mut all = |own, theirs| {
                let free = |bit: &usize| (own | theirs) >> bit & 1 == 0;
                (0..carrier.len()).filter(free).collect()
            };
            let full = claim.is_full();
            assert_eq!(claim.is_full_as_advised(&mut all), full, "{position:?}");
            assert_eq!(
                claim.first(0, 0, &mut all).is_some(),
                claim.is_semi(),
                "{position:?}"
            );
            seen[usize::from(full)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
    }
}
