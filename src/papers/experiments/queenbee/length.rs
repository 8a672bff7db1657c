//! The number of stones that the winner of a position still needs.
//!
//! The winner wants a winning position as soon as possible, the loser as late as possible. In a
//! winning position a side's stones connect its edges except for two-bridges that share no cell.
//!
//! A search like a proof decides whether the winner succeeds with a number of further stones. If it
//! succeeds after a pass of the loser, on certain cells, then only moves on these cells can prevent
//! it, and each failed move leaves fewer. The winner fails if its shortest way by bridges needs
//! more stones than it has left. If the loser has a winning position, or can have one by a single
//! stone, the winner has failed or must play on the cells that the loser needs.

use super::ways::EdgePaths;
use crate::hex::{BoardSize, Colour, Position};
use crate::think::is_late;
use std::collections::HashMap;
use std::time::Instant;

/// The most cells of a board.
pub const MOST_CELLS: usize = 60;

/// The search was stopped.
struct LengthSearchStopped;

/// What is known of a position: the most stones with which the winner fails, and the fewest with
/// which it succeeds, with the cells it needs.
#[derive(Clone, Copy, Default)]
struct KnownLength {
    failed: u8,
    reached: Option<(u8, u64)>,
}

/// The known result of a position with a number of stones.
enum Recalled {
    /// The winner succeeds on these cells, or fails.
    Is(Option<u64>),
    Nothing,
}

/// The threat of the other side.
struct Threats {
    /// The other side's edges are connected except for bridges.
    joined: bool,
    /// One stone connects them;
    near: bool,
    /// every way of doing so needs all of these cells.
    must: u64,
}

/// A search for the winner's shortest way.
pub struct Lengths {
    ways: EdgePaths,
    /// The board as the loser sees it.
    against: EdgePaths,
    cells: u64,
    known: [HashMap<(u64, u64), KnownLength>; 2],
    until: Option<Instant>,
    nodes: u64,
}

impl Lengths {
    /// A search for this winner. Asserts that the board has at most 60 cells.
    pub fn new(size: BoardSize, winner: Colour, until: Option<Instant>) -> Self {
        assert!(size.cells() <= MOST_CELLS, "{size} is too large");
        Self {
            ways: EdgePaths::new(size, winner),
            against: EdgePaths::new(size, !winner),
            cells: u64::MAX >> (64 - size.cells()),
            known: [HashMap::new(), HashMap::new()],
            until,
            nodes: 0,
        }
    }

    /// The stones that the winner still needs, or a number that does not suffice if time is up.
    pub fn stones(&mut self, position: &Position<1>, winner: Colour) -> Result<u8, u8> {
        for stones in 0..=MOST_CELLS as u8 {
            match self.suffice(position, winner, stones) {
                None => return Err(stones.saturating_sub(1)),
                Some(true) => return Ok(stones),
                Some(false) => {}
            }
        }
        Err(MOST_CELLS as u8)
    }

    /// Whether this many stones suffice; `None` if time is up.
    pub fn suffice(&mut self, position: &Position<1>, winner: Colour, stones: u8) -> Option<bool> {
        let set = |colour| position.stones(colour).words()[0];
        let (own, other) = (set(winner), set(!winner));
        let found = if position.to_move() == winner && stones > 0 {
            self.attack(own, other, stones)
        } else {
            self.defend(own, other, stones)
        };
        found.ok().map(|found| found.is_some())
    }

    fn pause(&mut self) -> Result<(), LengthSearchStopped> {
        self.nodes += 1;
        let over = self.nodes.is_multiple_of(1024) && is_late(self.until);
        if over {
            Err(LengthSearchStopped)
        } else {
            Ok(())
        }
    }

    fn recall(&self, side: usize, key: (u64, u64), stones: u8) -> Recalled {
        let known = self.known[side].get(&key).copied().unwrap_or_default();
        match known.reached {
            Some((enough, cells)) if enough <= stones => Recalled::Is(Some(cells)),
            _ if known.failed >= stones && stones > 0 => Recalled::Is(None),
            _ => Recalled::Nothing,
        }
    }

    /// Records that the winner succeeds with the first number of stones, or fails with the second.
    fn keep(&mut self, side: usize, key: (u64, u64), stones: [u8; 2], found: Option<u64>) {
        let known = self.known[side].entry(key).or_default();
        match found {
            Some(cells) => known.reached = Some((stones[0], cells)),
            None => known.failed = known.failed.max(stones[1]),
        }
    }

    /// The threat of the loser.
    fn threats(&self, other: u64, free: u64) -> Threats {
        let (cells, least) = self.against.through(other, free);
        let mut threats = Threats {
            joined: least == 0 && self.against.connection(other, free).is_some(),
            near: false,
            must: free,
        };
        if threats.joined || least > 1 {
            return threats;
        }
        for (_, cell) in cells.into_iter().take_while(|&(way, _)| way <= 1) {
            let bit = 1 << cell;
            let between = self.against.connection(other | bit, free & !bit);
            if let Some(between) = between {
                threats.near = true;
                threats.must &= between | bit;
            }
        }
        threats
    }

    /// Whether the winner, to move, succeeds with this many stones, and the cells that it needs.
    fn attack(
        &mut self,
        own: u64,
        other: u64,
        stones: u8,
    ) -> Result<Option<u64>, LengthSearchStopped> {
        if let Recalled::Is(known) = self.recall(0, (own, other), stones) {
            return Ok(known);
        }
        self.pause()?;
        let free = self.cells & !own & !other;
        let (cells, least) = self.ways.through(own, free);
        let mut found = None;
        let mut failed = stones;
        if least == 0 {
            found = self.ways.connection(own, free);
        }
        if found.is_none() && least <= stones && stones > 0 {
            let threats = self.threats(other, free);
            if threats.joined || threats.must == 0 {
                failed = u8::MAX;
            } else {
                // Without spare stones, each one must bring the winner closer.
                let most = if least == stones { stones } else { u8::MAX };
                let within = cells.into_iter().take_while(|&(way, _)| way <= most);
                for (_, cell) in within.filter(|&(_, cell)| threats.must & 1 << cell != 0) {
                    if let Some(needed) = self.defend(own | 1 << cell, other, stones - 1)? {
                        found = Some(needed | 1 << cell);
                        break;
                    }
                }
            }
        }
        self.keep(0, (own, other), [stones, failed], found);
        Ok(found)
    }

    /// The same with the loser to move.
    fn defend(
        &mut self,
        own: u64,
        other: u64,
        stones: u8,
    ) -> Result<Option<u64>, LengthSearchStopped> {
        if let Recalled::Is(known) = self.recall(1, (own, other), stones) {
            return Ok(known);
        }
        self.pause()?;
        let free = self.cells & !own & !other;
        let (cells, least) = self.ways.through(own, free);
        let mut failed = stones;
        let connected = if least == 0 {
            self.ways.connection(own, free)
        } else {
            None
        };
        let found = match connected {
            Some(needed) => Some(needed),
            None if least > stones || stones == 0 => None,
            None => {
                let threats = self.threats(other, free);
                if threats.joined || threats.near {
                    failed = u8::MAX;
                    None
                } else {
                    self.hold(own, other, stones, &cells)?
                }
            }
        };
        self.keep(1, (own, other), [stones, failed], found);
        Ok(found)
    }

    /// Whether the winner succeeds after every move of the loser.
    fn hold(
        &mut self,
        own: u64,
        other: u64,
        stones: u8,
        cells: &[(u8, usize)],
    ) -> Result<Option<u64>, LengthSearchStopped> {
        let Some(mut needed) = self.attack(own, other, stones)? else {
            return Ok(None);
        };
        let mut must = needed & !own & !other;
        for &(_, cell) in cells {
            if must & 1 << cell == 0 {
                continue;
            }
            let Some(more) = self.attack(own, other | 1 << cell, stones)? else {
                return Ok(None);
            };
            needed |= more;
            must &= more;
        }
        Ok(Some(needed))
    }
}

#[cfg(test)]
mod tests {
    use super::super::ways::bits;
    use super::*;

    /// The number of moves until the winner's stones are connected except for bridges, by
    /// exhaustive search; `None` if more than a limit.
    fn plain(
        ways: &EdgePaths,
        own: u64,
        other: u64,
        cells: u64,
        winner_moves: bool,
        most: u32,
    ) -> Option<u32> {
        let free = cells & !own & !other;
        if ways.connection(own, free).is_some() {
            return Some(0);
        }
        if most == 0 || free == 0 {
            return None;
        }
        let after = |cell: usize| {
            let bit = 1 << cell;
            let (own, other) = if winner_moves {
                (own | bit, other)
            } else {
                (own, other | bit)
            };
            plain(ways, own, other, cells, !winner_moves, most - 1).map(|moves| moves + 1)
        };
        let mut all = bits(free).map(after);
        if winner_moves {
            all.flatten().min()
        } else {
            all.try_fold(0, |most, moves| Some(most.max(moves?)))
        }
    }

    #[test]
    fn lengths_are_those_of_trying_everything() {
        for size in ["2x2", "3x2", "2x3", "3x3"] {
            let size: BoardSize = size.parse().unwrap();
            for cell in size.all() {
                let mut position = Position::<1>::new(size);
                position.play(cell);
                let mut lengths = Vec::new();
                for winner in Colour::ALL {
                    let set = |colour| position.stones(colour).words()[0];
                    let cells = u64::MAX >> (64 - size.cells());
                    let ways = EdgePaths::new(size, winner);
                    let first = position.to_move() == winner;
                    let moves = plain(
                        &ways,
                        set(winner),
                        set(!winner),
                        cells,
                        first,
                        size.cells() as u32,
                    );
                    let stones = Lengths::new(size, winner, None);
                    let mut stones = stones;
                    let wins = moves.is_some();
                    lengths.push(moves);
                    if wins {
                        let found = stones.stones(&position, winner).unwrap();
                        let found = u32::from(2 * found) - u32::from(first && found > 0);
                        assert_eq!(Some(found), moves, "{size} {}", size.name(cell));
                    }
                }
                assert_eq!(
                    lengths.iter().flatten().count(),
                    1,
                    "{size} {}",
                    size.name(cell)
                );
            }
        }
    }
}
