//! The search for a win with so many stones.

use super::ShortestWin;
use super::field::{Field, Ways};
use crate::hex::{BoardSize, Cell, CellSet, Colour, Position};
use crate::think::{Limits, Observer, Until};
use std::cmp::Reverse;

/// Positions between two questions whether to stop.
const ASK_EVERY: u64 = 1 << 12;

/// The search ends before it is over.
struct Stopped;

/// The cells that a win needs, if there is one.
type Win<const W: usize> = Result<Option<CellSet<W>>, Stopped>;

/// What the table keeps of a position.
#[derive(Clone, Copy)]
struct Entry<const W: usize> {
    own: CellSet<W>,
    other: CellSet<W>,
    attacks: bool,
    /// So many stones are too few.
    too_few: u8,
    /// So many are enough, and the win needs these cells.
    enough: Option<u8>,
    needs: CellSet<W>,
    /// The move that wins, or that refutes.
    best: Option<Cell>,
}

/// An answer of the table.
enum Known<const W: usize> {
    /// So many stones are too few.
    Fails,
    /// They are enough, with these cells.
    Wins(CellSet<W>),
}

impl<const W: usize> Known<W> {
    fn needs(self) -> Option<CellSet<W>> {
        match self {
            Self::Fails => None,
            Self::Wins(needs) => Some(needs),
        }
    }
}

/// A position from the attacker's view, and its place in the table.
#[derive(Clone, Copy)]
struct State<const W: usize> {
    own: CellSet<W>,
    other: CellSet<W>,
    attacks: bool,
    stones: usize,
    /// Whether the table has it rotated.
    is_rotated: bool,
    place: usize,
}

/// Searches for the shortest win of one side on boards of one size.
pub struct ShortestSearch<const W: usize> {
    size: BoardSize,
    attacker: Colour,
    field: Field<W>,
    table: Vec<Option<Entry<W>>>,
    nodes: u64,
}

/// What a search may spend.
struct Spending<'a> {
    until: Until<'a>,
    limits: Limits,
    /// The nodes at which it ends.
    last: u64,
}

impl<const W: usize> ShortestSearch<W> {
    /// A search for wins of this side, with a table of so many bytes.
    pub fn new(size: BoardSize, attacker: Colour, table_bytes: usize) -> Self {
        let places = table_bytes / size_of::<Option<Entry<W>>>();
        Self {
            size,
            attacker,
            field: Field::new(size, attacker),
            table: vec![None; (places.max(1024) + 1).next_power_of_two() / 2],
            nodes: 0,
        }
    }

    /// How soon this side wins a position that it wins. Within the limits, or once the observer
    /// stops it, it may be known only how many stones are needed at least.
    pub fn find(
        &mut self,
        position: &Position<W>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> ShortestWin {
        let spending = Spending {
            until: limits.end(observer),
            limits,
            last: limits
                .nodes
                .map_or(u64::MAX, |nodes| self.nodes.saturating_add(nodes)),
        };
        let (own, other) = (
            position.stones(self.attacker),
            position.stones(!self.attacker),
        );
        let attacks = position.to_move() == self.attacker;
        let before = self.nodes;
        // Of the empty cells the attacker gets half at most, or one more.
        let most = position.empty().len().div_ceil(2);
        let first = self
            .field
            .ways(own, other, most)
            .distance
            .unwrap_or(most + 1);
        let mut found = ShortestWin {
            at_least: first,
            is_proved: first == 0,
            line: Vec::new(),
            nodes: 0,
        };
        while !found.is_proved && found.at_least <= most {
            match self.win(&spending, own, other, attacks, found.at_least) {
                Ok(Some(_)) => found.is_proved = true,
                Ok(None) => found.at_least += 1,
                Err(Stopped) => break,
            }
        }
        if found.is_proved {
            // A line that is interrupted is left out.
            let line = self.line(&spending, own, other, attacks, found.at_least);
            found.line = line.unwrap_or_default();
        }
        found.nodes = self.nodes - before;
        found
    }

    fn win(
        &mut self,
        spending: &Spending,
        own: CellSet<W>,
        other: CellSet<W>,
        attacks: bool,
        stones: usize,
    ) -> Win<W> {
        if attacks {
            self.attack(spending, own, other, stones)
        } else {
            self.defend(spending, own, other, stones)
        }
    }

    fn count(&mut self, spending: &Spending) -> Result<(), Stopped> {
        self.nodes += 1;
        let asks = self.nodes.is_multiple_of(ASK_EVERY);
        let is_over = self.nodes > spending.last
            || asks && spending.until.should_stop(spending.limits.work());
        if is_over { Err(Stopped) } else { Ok(()) }
    }

    /// Whether the attacker, to move, wins with so many stones.
    fn attack(
        &mut self,
        spending: &Spending,
        own: CellSet<W>,
        other: CellSet<W>,
        stones: usize,
    ) -> Win<W> {
        self.count(spending)?;
        let other = self.field.filled(own, other);
        let ways = self.field.ways(own, other, stones);
        match ways.distance {
            None => return Ok(None),
            Some(0) => return Ok(Some(CellSet::EMPTY)),
            Some(1) => {
                let last = self.field.ways(own, other, 1).cells;
                return Ok(last.first().map(CellSet::of));
            }
            Some(_) => {}
        }
        let state = self.state(own, other, true, stones);
        if let Some(known) = self.known(state) {
            return Ok(known.needs());
        }
        let hint = self.hint(state);
        let mut moves = Vec::with_capacity(ways.cells.len());
        for cell in ways.cells {
            if self.field.is_vulnerable(own, other, cell) {
                continue;
            }
            let after = own.with(cell);
            let left = self.field.ways(after, other, stones - 1);
            if let Some(distance) = left.distance {
                let nearest = self.field.ways(after, other, distance).cells.len();
                let worth = 3 * nearest + left.cells.len();
                let order = (hint == Some(cell), Reverse(distance), worth, cell);
                moves.push(order);
            }
        }
        moves.sort_unstable_by(|one, two| two.cmp(one));
        for (.., cell) in moves {
            let after = own.with(cell);
            if let Some(needs) = self.defend(spending, after, other, stones - 1)? {
                let needs = needs.with(cell);
                self.keep(state, Some(needs), Some(cell));
                return Ok(Some(needs));
            }
        }
        self.keep(state, None, hint);
        Ok(None)
    }

    /// Whether the attacker wins with so many stones, after a move of the other side.
    fn defend(
        &mut self,
        spending: &Spending,
        own: CellSet<W>,
        other: CellSet<W>,
        stones: usize,
    ) -> Win<W> {
        self.count(spending)?;
        let other = self.field.filled(own, other);
        let ways = self.field.ways(own, other, stones);
        let distance = match ways.distance {
            None => return Ok(None),
            Some(0) => return Ok(Some(CellSet::EMPTY)),
            Some(distance) => distance,
        };
        let state = self.state(own, other, false, stones);
        if let Some(known) = self.known(state) {
            return Ok(known.needs());
        }
        let hint = self.hint(state).filter(|&cell| ways.cells.contains(cell));
        let nearest = self.field.ways(own, other, distance).cells;
        let mut moves = Vec::with_capacity(ways.cells.len());
        for cell in ways.cells {
            let after = other.with(cell);
            let left = self.field.ways(own, after, stones);
            let Some(distance) = left.distance else {
                self.keep(state, None, Some(cell));
                return Ok(None);
            };
            let open = if nearest.contains(cell) {
                self.field.ways(own, after, distance).cells
            } else {
                nearest
            };
            let worth = Reverse(3 * open.len() + left.cells.len());
            moves.push((distance, worth, cell));
        }
        moves.sort_unstable_by(|one, two| two.cmp(one));
        if let Some(cell) = hint
            && self
                .attack(spending, own, other.with(cell), stones)?
                .is_none()
        {
            self.keep(state, None, hint);
            return Ok(None);
        }
        // What wins although the other side passes shows where it has to move.
        let Some(mut needs) = self.attack(spending, own, other, stones)? else {
            self.keep(state, None, hint);
            return Ok(None);
        };
        let mut must = needs;
        for (.., cell) in moves {
            if !must.contains(cell) {
                continue;
            }
            let Some(cells) = self.attack(spending, own, other.with(cell), stones)? else {
                self.keep(state, None, Some(cell));
                return Ok(None);
            };
            must &= cells;
            needs |= cells;
        }
        self.keep(state, Some(needs), None);
        Ok(Some(needs))
    }

    fn state(&self, own: CellSet<W>, other: CellSet<W>, attacks: bool, stones: usize) -> State<W> {
        let count = self.size.cells();
        let rotated = [own, other].map(|cells| cells.reversed(count));
        let order = |cells: [CellSet<W>; 2]| cells.map(CellSet::words);
        let is_rotated = order(rotated) < order([own, other]);
        let [own, other] = if is_rotated { rotated } else { [own, other] };
        let mut hash = u64::from(attacks);
        for word in own.words().into_iter().chain(other.words()) {
            hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
        State {
            own,
            other,
            attacks,
            stones,
            is_rotated,
            place: (hash ^ hash >> 32) as usize & (self.table.len() - 1),
        }
    }

    fn entry(&self, state: State<W>) -> Option<&Entry<W>> {
        let entry = self.table[state.place].as_ref();
        entry.filter(|entry| {
            (entry.own, entry.other, entry.attacks) == (state.own, state.other, state.attacks)
        })
    }

    /// What the table knows of the question.
    fn known(&self, state: State<W>) -> Option<Known<W>> {
        let entry = self.entry(state)?;
        if state.stones <= usize::from(entry.too_few) {
            return Some(Known::Fails);
        }
        let is_enough = state.stones >= usize::from(entry.enough?);
        is_enough.then(|| Known::Wins(self.turned(state, entry.needs)))
    }

    fn turned(&self, state: State<W>, cells: CellSet<W>) -> CellSet<W> {
        if state.is_rotated {
            cells.reversed(self.size.cells())
        } else {
            cells
        }
    }

    fn turned_cell(&self, state: State<W>, cell: Cell) -> Cell {
        if state.is_rotated {
            self.size.rotate(cell)
        } else {
            cell
        }
    }

    /// The move that was best with other numbers of stones.
    fn hint(&self, state: State<W>) -> Option<Cell> {
        let best = self.entry(state)?.best?;
        Some(self.turned_cell(state, best))
    }

    fn keep(&mut self, state: State<W>, needs: Option<CellSet<W>>, best: Option<Cell>) {
        let mut entry = self.entry(state).copied().unwrap_or(Entry {
            own: state.own,
            other: state.other,
            attacks: state.attacks,
            too_few: 0,
            enough: None,
            needs: CellSet::EMPTY,
            best: None,
        });
        let stones = u8::try_from(state.stones).unwrap_or(u8::MAX);
        match needs {
            Some(needs) => {
                entry.enough = Some(stones);
                entry.needs = self.turned(state, needs);
            }
            None => entry.too_few = entry.too_few.max(stones),
        }
        if let Some(best) = best {
            entry.best = Some(self.turned_cell(state, best));
        }
        self.table[state.place] = Some(entry);
    }

    /// A line from a position that is won with so many stones and no fewer.
    fn line(
        &mut self,
        spending: &Spending,
        mut own: CellSet<W>,
        mut other: CellSet<W>,
        mut attacks: bool,
        mut stones: usize,
    ) -> Result<Vec<Cell>, Stopped> {
        let mut line = Vec::new();
        while self.field.ways(own, other, stones).distance != Some(0) {
            let Ways { cells, .. } = self.field.ways(own, other, stones);
            // The table knows a move that wins with these, or refutes a win with one less.
            let asked = if attacks { stones } else { stones - 1 };
            let _ = self.win(spending, own, other, attacks, asked)?;
            let filled = self.field.filled(own, other);
            let best = self.hint(self.state(own, filled, attacks, asked));
            let best = best.filter(|&cell| cells.contains(cell));
            let mut chosen = None;
            for cell in best.into_iter().chain(cells) {
                let fits = if attacks {
                    let after = own.with(cell);
                    self.defend(spending, after, other, stones - 1)?.is_some()
                } else {
                    let after = other.with(cell);
                    self.attack(spending, own, after, stones - 1)?.is_none()
                };
                if fits {
                    chosen = Some(cell);
                    break;
                }
            }
            let Some(cell) = chosen else {
                return Ok(line);
            };
            line.push(cell);
            if attacks {
                own.insert(cell);
                stones -= 1;
            } else {
                other.insert(cell);
            }
            attacks = !attacks;
        }
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::SplitMix64;
    use crate::think::NoObserver;
    use std::collections::HashMap;

    const TABLE: usize = 1 << 20;

    fn found(position: &Position<1>, winner: Colour) -> ShortestWin {
        let mut search = ShortestSearch::new(position.size(), winner, TABLE);
        search.find(position, Limits::default(), &NoObserver)
    }

    /// The stones that this side needs, by trying all moves; `None` if it does not win.
    fn needed(
        position: &Position<1>,
        winner: Colour,
        known: &mut HashMap<(u64, [[u64; 1]; 2]), Option<usize>>,
    ) -> Option<usize> {
        if let Some(side) = position.winner() {
            return (side == winner).then_some(0);
        }
        let stones = Colour::ALL.map(|colour| position.stones(colour).words());
        let key = (position.to_move().index() as u64, stones);
        if let Some(&known) = known.get(&key) {
            return known;
        }
        let attacks = position.to_move() == winner;
        let after = position.empty().iter().map(|cell| {
            let mut after = *position;
            after.play(cell);
            needed(&after, winner, known)
        });
        let after: Vec<Option<usize>> = after.collect();
        let needed = if attacks {
            after.into_iter().flatten().min().map(|stones| stones + 1)
        } else {
            after
                .into_iter()
                .try_fold(0, |most, one| Some(most.max(one?)))
        };
        known.insert(key, needed);
        needed
    }

    /// Stones at random, either side to move.
    fn random_position(size: BoardSize, random: &mut SplitMix64) -> Position<1> {
        let mut position = Position::new(size);
        let stones = random.below(size.cells() * 2 / 3);
        for _ in 0..stones {
            let cell = Cell::new(random.below(size.cells()));
            let colour = [Colour::Black, Colour::White][random.below(2)];
            if position.empty().contains(cell) {
                position.place(colour, cell);
            }
        }
        position.set_to_move([Colour::Black, Colour::White][random.below(2)]);
        position
    }

    #[test]
    fn lengths_are_those_of_exhaustive_play() {
        let mut random = SplitMix64::new(5);
        let mut seen = [0; 8];
        for (width, height) in [(2, 3), (3, 3), (4, 3), (3, 4), (5, 2), (4, 4)] {
            let size = BoardSize::new(width, height).unwrap();
            let mut known = [HashMap::new(), HashMap::new()];
            for _ in 0..if width * height > 12 { 40 } else { 150 } {
                let position = random_position(size, &mut random);
                if size.cells() > 12 && position.empty().len() > 11 {
                    continue;
                }
                for winner in [Colour::Black, Colour::White] {
                    let truth = needed(&position, winner, &mut known[winner.index()]);
                    let Some(stones) = truth else {
                        assert!(!found(&position, winner).is_proved, "{position:?}");
                        continue;
                    };
                    let win = found(&position, winner);
                    assert!(win.is_proved, "{position:?}");
                    assert_eq!(win.at_least, stones, "{winner} {position:?}");
                    assert_eq!(win.line.len(), win.moves(winner, position.to_move()));
                    let mut end = position;
                    win.line.iter().for_each(|&cell| end.play(cell));
                    assert_eq!(end.winner(), Some(winner), "{position:?}");
                    seen[stones] += 1;
                }
            }
        }
        assert!(seen[..5].iter().all(|&count| count > 10), "{seen:?}");
    }

    /// The stones that Black needs on empty boards.
    #[test]
    fn empty_boards() {
        for (side, stones) in [(1, 1), (2, 2), (3, 3), (4, 5), (5, 7)] {
            let position = Position::<1>::new(BoardSize::square(side).unwrap());
            let win = found(&position, Colour::Black);
            assert_eq!((win.at_least, win.is_proved), (stones, true), "{side}");
            assert_eq!(win.moves(Colour::Black, Colour::Black), 2 * stones - 1);
        }
    }

    #[test]
    fn a_search_that_ends_early_knows_less() {
        let position = Position::<1>::new("5".parse().unwrap());
        let mut search = ShortestSearch::new(position.size(), Colour::Black, TABLE);
        let win = search.find(
            &position,
            Limits {
                nodes: Some(3_000),
                ..Limits::default()
            },
            &NoObserver,
        );
        assert!(!win.is_proved && win.line.is_empty());
        assert!((5..=7).contains(&win.at_least), "{win:?}");
        let win = search.find(&position, Limits::default(), &NoObserver);
        assert_eq!((win.at_least, win.is_proved), (7, true));
    }
}
