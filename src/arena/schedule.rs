//! The pairing, opening, colours and seeds of each game: all follow from the number of the game and
//! the seed of the match.

use crate::base::random::SplitMix64;

/// One game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number, from 0.
    pub game: usize,
    /// The pair of games that it belongs to.
    pub pair: usize,
    /// The engines that meet; the first one's wins count as the pair's score.
    pub pairing: [usize; 2],
    /// The engines by colour, Black first.
    pub colours: [usize; 2],
    /// The opening, by its number in the list.
    pub opening: usize,
    /// The seeds of the engines, by colour.
    pub seeds: [u64; 2],
}

/// All games of a match. Pairings take turns, so that a match that ends early has treated all
/// alike.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    openings: Vec<usize>,
    games: usize,
    seed: u64,
}

impl Schedule {
    /// Every engine meets every other (or, in a gauntlet, only the first) in `games` games, two for
    /// each opening. The openings come in an order that follows from the seed, and again from the
    /// start when they are used up. Asserts that there are openings, and that games come in pairs.
    pub fn new(engines: usize, gauntlet: bool, openings: usize, games: usize, seed: u64) -> Self {
        assert!(
            openings > 0 && games.is_multiple_of(2),
            "{games} games from {openings} openings"
        );
        let hosts = if gauntlet { 1 } else { engines };
        let pairings: Vec<_> = (0..hosts)
            .flat_map(|host| (host + 1..engines).map(move |guest| [host, guest]))
            .collect();
        let mut order: Vec<usize> = (0..openings).collect();
        for last in (1..openings).rev() {
            order.swap(last, (mix(seed, last as u64) % (last as u64 + 1)) as usize);
        }
        Self {
            games: games * pairings.len(),
            pairings,
            openings: order,
            seed,
        }
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The pairings, in the order in which they take turns.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The game of this number.
    pub fn fixture(&self, game: usize) -> Fixture {
        let pair = game / 2;
        let pairing = self.pairings[pair % self.pairings.len()];
        let round = pair / self.pairings.len();
        let mut colours = pairing;
        if game % 2 == 1 {
            colours.reverse();
        }
        let start = mix(self.seed, game as u64 + (1 << 40));
        Fixture {
            game,
            pair,
            pairing,
            colours,
            opening: self.openings[round % self.openings.len()],
            seeds: [mix(start, 0), mix(start, 1)],
        }
    }
}

/// Mixes two numbers into one.
fn mix(seed: u64, number: u64) -> u64 {
    let start = seed ^ number.wrapping_mul(0xD1B5_4A32_D192_ED03);
    SplitMix64::nth(SplitMix64::nth(start, 1), 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn each_opening_is_played_twice_with_colours_exchanged() {
        let schedule = Schedule::new(2, false, 5, 10, 1);
        let mut openings = Vec::new();
        for pair in 0..5 {
            let (a, b) = (schedule.fixture(2 * pair), schedule.fixture(2 * pair + 1));
            assert_eq!((a.pair, b.pair, a.opening), (pair, pair, b.opening));
            assert_eq!(a.colours, [0, 1]);
            assert_eq!(b.colours, [1, 0]);
            assert_ne!(a.seeds, b.seeds);
            openings.push(a.opening);
        }
        openings.sort_unstable();
        assert_eq!(openings, [0, 1, 2, 3, 4]);
        let longer = Schedule::new(2, false, 5, 1000, 1);
        assert_eq!(longer.fixture(7), schedule.fixture(7));
        let order = |seed| {
            let schedule = Schedule::new(2, false, 30, 60, seed);
            (0..60)
                .map(|n| schedule.fixture(n).opening)
                .collect::<Vec<_>>()
        };
        assert_ne!(order(1), order(2));
    }

    #[test]
    fn the_seeds_of_a_game_never_change() {
        let fixture = Schedule::new(2, false, 5, 10, 5).fixture(2);
        assert_eq!(
            fixture.seeds,
            [0xAA88_97D6_9B56_90BB, 0x93CC_7681_6873_7219]
        );
    }

    #[test]
    fn all_meet_all_or_the_first_alone() {
        for (gauntlet, pairings) in [(false, 6), (true, 3)] {
            let schedule = Schedule::new(4, gauntlet, 3, 8, 0);
            assert_eq!(schedule.games(), 8 * pairings);
            let mut met = BTreeMap::new();
            for game in 0..schedule.games() {
                let fixture = schedule.fixture(game);
                assert!(!gauntlet || fixture.pairing[0] == 0);
                *met.entry(fixture.pairing).or_insert(0) += 1;
            }
            assert_eq!(met.len(), pairings);
            assert!(met.values().all(|&count| count == 8));
        }
    }
}
