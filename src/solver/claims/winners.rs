//! Who wins, as far as facts tell.

use super::claim::Consequence;
use super::fact::Fact;
use super::kept::Claims;
use crate::hex::{BoardSize, Colour, Position};

const WIDE: usize = BoardSize::WORDS_WITH_CONNECTIONS;

/// The most facts, and the most bytes that they may take.
const MOST: usize = 100_000;
const BYTES: usize = 64 << 20;

/// Facts of boards of a size, which tell who wins a position. If there are too many, earlier ones
/// give way.
pub struct KnownWinners(Claims<WIDE>);

impl KnownWinners {
    /// No facts.
    pub fn new(size: BoardSize) -> Self {
        Self(Claims::new(size, MOST, BYTES))
    }

    /// Adds a fact of a board of this size.
    pub fn add(&mut self, fact: &Fact) {
        self.0.believe(fact.claim(), false);
    }

    /// Who wins a position, if a fact tells.
    pub fn winner(&self, position: &Position<WIDE>) -> Option<Colour> {
        match self.0.probe(position) {
            Err(Consequence::Decided(winner, _, _)) => Some(winner),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::CellSet;
    use crate::position;

    #[test]
    fn a_fact_tells_who_wins_wherever_it_holds() {
        let bridge: Position<WIDE> = position! { 3 x 3: . . . / . B . / . . . };
        let size = bridge.size();
        // The stone is joined to both edges by two cells each.
        let carrier: CellSet<WIDE> = ["b1", "c1", "a3", "b3"]
            .into_iter()
            .map(|name| size.read(name).unwrap())
            .collect();
        let mut known = KnownWinners::new(size);
        let mut empty = Position::<WIDE>::new(size);
        assert_eq!(known.winner(&bridge), None);
        let mut asked = bridge;
        asked.set_to_move(Colour::White);
        known.add(&Fact::of_result(&asked, Colour::Black, carrier, None, 1));
        assert_eq!(known.winner(&asked), Some(Colour::Black));
        // Black's move leads there.
        assert_eq!(known.winner(&empty), Some(Colour::Black));
        // The images hold, too: White wins when White moves first.
        empty.set_to_move(Colour::White);
        assert_eq!(known.winner(&empty), Some(Colour::White));
        let broken: Position<WIDE> = position! { 3 x 3: . W . / . B . / . . . };
        assert_eq!(known.winner(&broken), None);
    }
}
