//! The latest claims, and those that last.
//!
//! With each claim is kept where it was found: whoever writes its proof down finds it there.

use super::bank::ClaimBank;
use super::claim::{Claim, Consequence, KeptClaim};
use super::fact::Fact;
use crate::hex::{BoardSize, CellSet, Colour, Image, Position};

/// The share of claims that may last: one in so many.
const LASTING_SHARE: usize = 4;

/// The latest claims, and those that last.
pub struct Claims<const W: usize> {
    size: BoardSize,
    latest: [ClaimBank<W>; 2],
    /// Those that took much work, and their images.
    lasting: [ClaimBank<W>; 2],
    /// Those that were found since they were asked for, and took enough work.
    fresh: Vec<Fact>,
    /// The work from which on one is shared that does not last.
    shared_work: u32,
    /// How many have been kept so far.
    count: u64,
    /// How many a bank of the latest may hold, and one of those that last.
    most: [usize; 2],
    /// The bytes that they may take, and those that have given way may take besides.
    bytes: usize,
    /// Those that have given way and were of use before: whoever writes down what followed from
    /// them needs them.
    former: [ClaimBank<W>; 2],
    /// How many of them a bank may hold.
    most_former: usize,
    /// Whether they count again.
    recalled: bool,
}

impl<const W: usize> Claims<W> {
    /// None yet, for boards of this size; at most so many, and no more than these bytes hold. None
    /// of them lasts.
    pub fn new(size: BoardSize, most: usize, bytes: usize) -> Self {
        let each = ClaimBank::<W>::bytes_each(size);
        let most = most.min(bytes / each).div_ceil(2);
        Self {
            size,
            latest: [ClaimBank::EMPTY; 2],
            lasting: [ClaimBank::EMPTY; 2],
            fresh: Vec::new(),
            shared_work: u32::MAX,
            count: 0,
            most: [most, 0],
            bytes,
            former: [ClaimBank::EMPTY; 2],
            most_former: 0,
            recalled: false,
        }
    }

    /// Lets some of them last: a share of those that there may be.
    pub fn let_some_last(&mut self) {
        let lasting = self.most[0] / LASTING_SHARE;
        self.most = [self.most[0] - lasting, lasting];
    }

    /// From now on those that give way are kept apart if they were of use, in as many bytes again.
    pub fn keep_former(&mut self) {
        self.most_former = self.bytes / ClaimBank::<W>::bytes_each(self.size) / 2;
    }

    /// Lets those that have given way count again.
    pub fn recall_former(&mut self) {
        self.recalled = true;
    }

    fn kept(&mut self, claim: Claim<W>, stones: [CellSet<W>; 2]) -> KeptClaim<W> {
        self.count += 1;
        KeptClaim {
            claim,
            stones,
            number: self.count,
        }
    }

    fn store(&mut self, kept: KeptClaim<W>) {
        let (winner, cells) = (kept.claim.winner.index(), self.size.cells());
        if let Some(gone) = self.latest[winner].store(kept, cells, self.most[0]) {
            self.former[winner].store(gone, cells, self.most_former);
        }
    }

    fn keep(&mut self, kept: KeptClaim<W>) {
        for &image in Image::of(self.size) {
            let kept = kept.image(image, self.size);
            let (winner, cells) = (kept.claim.winner.index(), self.size.cells());
            if let Some(gone) = self.lasting[winner].store(kept, cells, self.most[1]) {
                self.former[winner].store(gone, cells, self.most_former);
            }
        }
    }

    /// Whether one that took so much work is shared, even if it does not last.
    pub fn shares(&self, work: u32) -> bool {
        work >= self.shared_work
    }

    /// Keeps one among the latest that was found just now in a position, and took so much work.
    pub fn store_new(&mut self, claim: Claim<W>, position: &Position<W>, work: u32) {
        let kept = self.kept(claim, Colour::ALL.map(|colour| position.stones(colour)));
        self.store(kept);
        if self.shares(work) {
            self.fresh.push(Fact::new(&claim, self.size, None, work));
        }
    }

    /// Keeps one that was found in a position among those that last, with its images.
    pub fn keep_found(&mut self, claim: Claim<W>, position: &Position<W>) {
        let kept = self.kept(claim, Colour::ALL.map(|colour| position.stones(colour)));
        self.keep(kept);
    }

    /// The same with one that was found just now, and took so much work.
    pub fn keep_new(&mut self, claim: Claim<W>, position: &Position<W>, work: u32) {
        self.keep_found(claim, position);
        self.fresh.push(Fact::new(&claim, self.size, None, work));
    }

    /// Keeps one of another with its images: among those that last, or among the latest.
    pub fn believe(&mut self, claim: Claim<W>, lasts: bool) {
        // It does not depend on stones that it does not need.
        let mut stones = [claim.stones; 2];
        stones[(!claim.winner).index()] = CellSet::EMPTY;
        let kept = self.kept(claim, stones);
        if lasts {
            self.keep(kept);
            return;
        }
        for &image in Image::of(self.size) {
            self.store(kept.image(image, self.size));
        }
    }

    /// From now on those that took so much work are shared, whether they last or not.
    pub fn share_from(&mut self, work: u32) {
        self.shared_work = work;
    }

    /// Those that were found since it was asked last.
    pub fn take_facts(&mut self) -> Vec<Fact> {
        std::mem::take(&mut self.fresh)
    }

    /// What follows from them in a position: that it is decided, or threats.
    pub fn probe(&self, position: &Position<W>) -> Result<Vec<CellSet<W>>, Consequence<W>> {
        let found = self.following(position, u64::MAX, |threat, _| threat);
        found.map_err(|(consequence, _)| consequence)
    }

    /// Those that count.
    fn banks(&self) -> impl Iterator<Item = &ClaimBank<W>> {
        let former = if self.recalled { &self.former[..] } else { &[] };
        self.lasting.iter().chain(&self.latest).chain(former)
    }

    /// The same from those that were kept before this number: which of them decides the position,
    /// or the threats, with the cells that they need.
    pub fn probe_before(
        &self,
        position: &Position<W>,
        number: u64,
    ) -> Result<Vec<(CellSet<W>, KeptClaim<W>)>, KeptClaim<W>> {
        let found = self.following(position, number, |threat, kept| (threat, *kept));
        found.map_err(|(_, kept)| kept)
    }

    fn following<T>(
        &self,
        position: &Position<W>,
        before: u64,
        threat: impl Fn(CellSet<W>, &KeptClaim<W>) -> T,
    ) -> Result<Vec<T>, (Consequence<W>, KeptClaim<W>)> {
        let mut threats = Vec::new();
        for bank in self.banks() {
            let Some(winner) = bank.winner() else {
                continue;
            };
            for (place, kept) in bank.without(position.stones(!winner)) {
                if kept.number >= before {
                    continue;
                }
                let Some(consequence) = kept.claim.consequence(position) else {
                    continue;
                };
                bank.mark(place);
                match consequence {
                    Consequence::Threat(cells) => threats.push(threat(cells, kept)),
                    Consequence::Decided(..) => return Err((consequence, *kept)),
                }
            }
        }
        Ok(threats)
    }
}

#[cfg(test)]
mod tests {
    use super::super::bank::CLAIMS;
    use super::*;
    use crate::hex::Cell;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// Cells, each with this chance.
    fn some(size: BoardSize, chance: f64, random: &mut StdRng) -> CellSet<1> {
        size.all().filter(|_| random.random_bool(chance)).collect()
    }

    fn position(size: BoardSize, random: &mut StdRng) -> Position<1> {
        let mut position = Position::new(size);
        for cell in size.all() {
            if random.random_bool(0.6) {
                position.place(Colour::ALL[usize::from(random.random_bool(0.5))], cell);
            }
        }
        position
    }

    /// What follows from the claims one by one: that the position is decided, or so many threats.
    fn one_by_one(claims: &[Claim<1>], position: &Position<1>) -> Result<usize, ()> {
        let consequences = claims
            .iter()
            .filter_map(|claim| claim.consequence(position));
        let consequences: Vec<Consequence<1>> = consequences.collect();
        if consequences
            .iter()
            .any(|consequence| matches!(consequence, Consequence::Decided(..)))
        {
            return Err(());
        }
        Ok(consequences.len())
    }

    #[test]
    fn the_index_leaves_out_only_claims_that_do_not_apply() {
        let random = &mut StdRng::seed_from_u64(7);
        let size: BoardSize = "5".parse().unwrap();
        // More than a block of each winner, with places that are used again.
        let most = 2 * (CLAIMS + 100);
        let mut claims = Claims::new(size, most, usize::MAX);
        let (mut decided, mut threats) = (0, 0);
        for _ in 0..4000 {
            let mut colour = || Colour::ALL[usize::from(random.random_bool(0.5))];
            let (winner, to_move) = (colour(), colour());
            let stones = some(size, 0.15, random);
            let claim = Claim {
                winner,
                to_move,
                stones,
                carrier: some(size, 0.1, random) - stones,
            };
            claims.store_new(claim, &Position::new(size), 0);
            let latest = claims.latest.iter().flat_map(ClaimBank::claims);
            let latest: Vec<Claim<1>> = latest.map(|kept| kept.claim).collect();
            assert!(latest.contains(&claim) && latest.len() <= most);
            let position = position(size, random);
            let expected = one_by_one(&latest, &position);
            let answered = claims.probe(&position);
            assert_eq!(answered.as_ref().map(Vec::len).map_err(|_| ()), expected);
            decided += usize::from(answered.is_err());
            threats += answered.map_or(0, |threats| threats.len());
        }
        assert!(decided > 100 && threats > 20, "{decided} {threats}");
    }

    #[test]
    fn the_claim_after_a_winning_move_equals_the_one_before_it() {
        let random = &mut StdRng::seed_from_u64(11);
        let size: BoardSize = "4".parse().unwrap();
        let mut answered = 0;
        for _ in 0..20_000 {
            let (stones, carrier) = (some(size, 0.1, random), some(size, 0.1, random));
            let Some(by) = (carrier - stones).first() else {
                continue;
            };
            let winner = Colour::ALL[usize::from(random.random_bool(0.5))];
            let before = Claim {
                winner,
                to_move: winner,
                stones,
                carrier: carrier - stones,
            };
            let after = Claim {
                winner,
                to_move: !winner,
                stones: stones.with(by),
                carrier: before.carrier.without(by),
            };
            let position = position(size, random);
            let Some(expected) = before.consequence(&position) else {
                continue;
            };
            answered += 1;
            let cells = match (expected, after.consequence(&position)) {
                (Consequence::Decided(_, cells, _), Some(Consequence::Decided(who, same, _))) => {
                    assert_eq!(who, winner);
                    cells == same
                }
                (Consequence::Threat(cells), Some(Consequence::Threat(same))) => cells == same,
                // Where the stone stands, nothing is left to be played.
                (Consequence::Threat(cells), Some(Consequence::Decided(who, same, None))) => {
                    assert!(who == winner && position.stones(winner).contains(by));
                    cells == same
                }
                (_, other) => panic!("{other:?}"),
            };
            assert!(cells, "{before:?} {position:?}");
        }
        assert!(answered > 1000, "{answered}");
    }

    #[test]
    fn what_is_of_use_outlasts_what_is_not() {
        let size: BoardSize = "5".parse().unwrap();
        let cells: Vec<Cell> = size.all().collect();
        // Each needs two stones and does not apply where both are missing.
        let pairs: Vec<CellSet<1>> = cells
            .chunks_exact(2)
            .map(|pair| pair.iter().copied().collect())
            .collect();
        let mut claims = Claims::new(size, 6, usize::MAX);
        claims.keep_former();
        let store = |claims: &mut Claims<1>, stones| {
            let claim = Claim {
                winner: Colour::Black,
                to_move: Colour::White,
                stones,
                carrier: CellSet::EMPTY,
            };
            claims.store_new(claim, &Position::new(size), 0);
        };
        let decides = |claims: &Claims<1>, stones: CellSet<1>| {
            let mut position = Position::new(size);
            for cell in stones {
                position.place(Colour::Black, cell);
            }
            position.set_to_move(Colour::White);
            claims.probe(&position).is_err()
        };
        for (stored, &pair) in pairs.iter().enumerate() {
            store(&mut claims, pair);
            assert!(decides(&claims, pairs[0]), "after {stored} others");
        }
        for &pair in &pairs[1..pairs.len() - 2] {
            assert!(!decides(&claims, pair));
        }
        // What is not asked for any more goes.
        for &pair in &pairs[1..5] {
            store(&mut claims, pair);
        }
        assert!(!decides(&claims, pairs[0]));
        claims.recall_former();
        assert!(decides(&claims, pairs[0]));
        for &pair in &pairs[5..pairs.len() - 2] {
            assert!(!decides(&claims, pair), "it was never of use");
        }
    }

    #[test]
    fn no_more_are_kept_than_bytes_hold() {
        let size: BoardSize = "8".parse().unwrap();
        let mut claims = Claims::<2>::new(size, 1_000_000, 100_000);
        let claim = Claim {
            winner: Colour::Black,
            to_move: Colour::White,
            stones: CellSet::EMPTY,
            carrier: CellSet::EMPTY,
        };
        for count in 1..5000 {
            claims.store_new(claim, &Position::new(size), 0);
            let kept = claims.latest[0].claims().count();
            let bytes = kept * size_of::<KeptClaim<2>>() + kept * size.cells() / 8;
            assert!(bytes <= 50_100 && (kept == count || bytes > 45_000));
        }
    }

    #[test]
    fn none_are_kept_where_none_may_be() {
        let size: BoardSize = "3".parse().unwrap();
        let mut claims = Claims::<1>::new(size, 0, usize::MAX);
        claims.let_some_last();
        let claim = Claim {
            winner: Colour::Black,
            to_move: Colour::White,
            stones: CellSet::EMPTY,
            carrier: CellSet::EMPTY,
        };
        claims.store_new(claim, &Position::new(size), 0);
        assert!(
            claims
                .probe(&Position::new(size))
                .is_ok_and(|threats| threats.is_empty())
        );
    }
}
