//! Claims that travel: between processes and machines, whatever the width of their sets.

use super::claim::Claim;
use super::record::{BadClaim, ClaimRecord};
use crate::hex::{BoardSize, CellSet, Colour, Image, Position};

const WIDE: usize = BoardSize::WORDS_WITH_CONNECTIONS;

/// A claim with the work that it took, and the position that it answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    size: BoardSize,
    claim: Claim<WIDE>,
    of: Option<String>,
    work: u32,
}

impl Fact {
    pub(in crate::solver) fn new<const W: usize>(
        claim: &Claim<W>,
        size: BoardSize,
        of: Option<&str>,
        work: u32,
    ) -> Self {
        Self {
            size,
            claim: claim.resize(),
            of: of.map(str::to_owned),
            work,
        }
    }

    /// The claim that follows from a result: its winner wins the position by these cells. What is
    /// of no use to the winner is left out.
    pub fn of_result(
        position: &Position<WIDE>,
        winner: Colour,
        carrier: CellSet<WIDE>,
        of: Option<&str>,
        work: u32,
    ) -> Self {
        let claim = Claim::new(position, winner, carrier);
        Self::new(&claim, position.size(), of, work)
    }

    /// Reads a record.
    pub fn read(record: &ClaimRecord) -> Result<Self, BadClaim> {
        let size = BoardSize::new(record.width, record.height).ok();
        let size = size.and_then(|size| size.with_connections().ok());
        let size = size.ok_or(BadClaim::Size(record.width, record.height))?;
        Ok(Self {
            size,
            claim: record.claim(size)?,
            of: record.of.clone(),
            work: record.work.unwrap_or(0),
        })
    }

    /// The record of the claim.
    pub fn record(&self) -> ClaimRecord {
        ClaimRecord {
            work: Some(self.work),
            ..ClaimRecord::new(&self.claim, self.size, self.of.as_deref())
        }
    }

    /// The board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The winner.
    pub fn winner(&self) -> Colour {
        self.claim.winner
    }

    /// The cells that the winner needs, beside its stones.
    pub fn carrier(&self) -> CellSet<WIDE> {
        self.claim.carrier
    }

    /// How many positions it took.
    pub fn work(&self) -> u32 {
        self.work
    }

    pub(in crate::solver) fn claim(&self) -> Claim<WIDE> {
        self.claim
    }

    /// The name of the position that it answers.
    pub fn of(&self) -> Option<&str> {
        self.of.as_deref()
    }

    /// The one of its images that stands for all: equal facts become the same. One with the name of
    /// a position stays as it is, since the name is not that of an image.
    #[must_use]
    pub fn canonical(&self) -> Self {
        if self.of.is_some() {
            return self.clone();
        }
        let image = |&image: &Image| self.claim.image(image, self.size);
        let order = |claim: &Claim<WIDE>| {
            let sets = [claim.stones.words(), claim.carrier.words()];
            (claim.winner.index(), claim.to_move.index(), sets)
        };
        let images = Image::of(self.size).iter().map(image);
        Self {
            claim: images.min_by_key(order).unwrap_or(self.claim),
            ..self.clone()
        }
    }

    /// Whether this implies another: wherever this holds, that does.
    pub fn covers(&self, other: &Self) -> bool {
        let covers = |other: &Claim<WIDE>| {
            let own = &self.claim;
            own.winner == other.winner
                && (own.to_move != own.winner || other.to_move == other.winner)
                && own.stones.is_subset(other.stones)
                && own.carrier.is_subset(other.stones | other.carrier)
        };
        let mut images = Image::of(self.size).iter();
        self.size == other.size && images.any(|&image| covers(&other.claim.image(image, self.size)))
    }

    /// The position that its winner has to win if it is right: its stones alone, its cells empty,
    /// and all others the opponent's.
    pub fn model(&self) -> Position<WIDE> {
        let claim = &self.claim;
        let mut model = Position::new(self.size);
        for cell in self.size.all() {
            if claim.stones.contains(cell) {
                model.place(claim.winner, cell);
            } else if !claim.carrier.contains(cell) {
                model.place(!claim.winner, cell);
            }
        }
        model.set_to_move(claim.to_move);
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(to_move: Colour, stones: &str, cells: &str) -> Fact {
        let size: BoardSize = "3".parse().unwrap();
        let set = |names: &str| -> CellSet<1> {
            let names = names.split_whitespace();
            names.map(|name| size.read(name).unwrap()).collect()
        };
        let claim = Claim {
            winner: Colour::Black,
            to_move,
            stones: set(stones),
            carrier: set(cells),
        };
        Fact::new(&claim, size, None, 7)
    }

    #[test]
    fn a_fact_covers_what_needs_more() {
        let full = fact(Colour::White, "b2", "b1 c1 a3 b3");
        assert!(full.covers(&full));
        assert!(full.covers(&fact(Colour::White, "b2 b1", "c1 a3 b3")));
        assert!(full.covers(&fact(Colour::Black, "b2", "b1 c1 a3 b3 a1")));
        assert!(!full.covers(&fact(Colour::White, "b1", "b2 c1 a3 b3")));
        assert!(!full.covers(&fact(Colour::White, "b2", "b1 c1 a3")));
        let semi = fact(Colour::Black, "b2", "b1 c1 a3 b3");
        assert!(full.covers(&semi) && !semi.covers(&full));
    }

    #[test]
    fn images_have_one_form_and_records_come_back() {
        let one = fact(Colour::White, "b1", "b2 c1 a3 b3");
        let size = one.size();
        for &image in Image::of(size) {
            let claim = one.claim.image(image, size);
            let other = Fact {
                claim,
                ..one.clone()
            };
            assert_eq!(other.canonical(), one.canonical());
            assert!(other.covers(&one));
        }
        let named = Fact {
            of: Some("3x3 b1".to_owned()),
            ..one.clone()
        };
        assert_eq!(named.canonical(), named);
        assert_eq!(Fact::read(&one.record()), Ok(one.clone()));
        let model = one.model();
        assert_eq!(
            (model.empty().len(), model.stones(Colour::White).len()),
            (4, 4)
        );
        assert_eq!(model.to_move(), Colour::White);
    }
}
