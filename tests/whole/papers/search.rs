//! Local search against exhaustive play: ends reported as connected are connected on the given
//! cells, ends reported as unconnected are unconnected to the given depth, and the switches change
//! no answer.

use crate::support::referee::Claim;
use crate::support::sampling::{cases, stones};
use mustplay::hex::{Bit, Cell, CellSet, Chains, Colour, End, Graph, Position};
use mustplay::papers::engines::hexane::{
    ConnectionOutcome, LocalOptions, Shannon, WIDTH, search, search_on,
};
use proptest::prelude::*;

/// Nodes as bits with their neighbours and plain rules; shares no code with the search.
struct Plain {
    beside: Vec<u64>,
    ends: [usize; 2],
    known: std::collections::HashMap<(u64, u64, usize), bool>,
}

impl Plain {
    fn new(shannon: &Shannon, ends: [End; 2]) -> Self {
        let word = |index| shannon.adjacent(End::from_bit(index)).words()[0];
        Self {
            beside: (0..64).map(word).collect(),
            ends: ends.map(End::index),
            known: std::collections::HashMap::new(),
        }
    }

    fn near(&self, set: u64) -> u64 {
        bits(set).fold(0, |all, node| all | self.beside[node])
    }

    fn chain(&self, from: u64, own: u64) -> u64 {
        let next = from | self.near(from) & own;
        if next == from {
            from
        } else {
            self.chain(next, own)
        }
    }

    fn joined(&self, own: u64) -> bool {
        self.chain(1 << self.ends[0], own) >> self.ends[1] & 1 == 1
    }

    /// Whether the connector joins the ends by exhaustive play; the cutter is to move if `cut`.
    fn wins(&mut self, own: u64, free: u64, cut: bool) -> bool {
        if self.joined(own) {
            return true;
        }
        if !self.joined(own | free) {
            return false;
        }
        let key = (own, free, usize::from(cut));
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let wins = if cut {
            bits(free).all(|cell| self.wins(own, free & !(1 << cell), false))
        } else {
            bits(free).any(|cell| self.wins(own | 1 << cell, free & !(1 << cell), true))
        };
        self.known.insert(key, wins);
        wins
    }

    /// Whether non-overlapping bridges join the ends, trying all walks over chains.
    fn bridged(&self, at: u64, own: u64, free: u64) -> bool {
        let chain = self.chain(at, own);
        if chain >> self.ends[1] & 1 == 1 {
            return true;
        }
        bits(own & !chain).any(|node| {
            let other = self.chain(1 << node, own);
            let common = self.near(chain) & self.near(other) & free;
            bits(common).any(|a| {
                bits(common & !(1 << a)).any(|b| {
                    let rest = free & !(1 << a | 1 << b);
                    self.bridged(other, own & !chain, rest)
                })
            })
        })
    }

    /// The value as the search defines it: a depth limit, and bridges at the leaves.
    fn within(&mut self, own: u64, free: u64, first: usize, ply: usize, depth: usize) -> bool {
        if (ply >= first || free == 0) && self.bridged(1 << self.ends[0], own, free) {
            return true;
        }
        if ply == depth || free == 0 {
            return false;
        }
        let connector = ply < first || (ply - first) % 2 == 1;
        if connector {
            bits(free).any(|c| self.within(own | 1 << c, free & !(1 << c), first, ply + 1, depth))
        } else {
            bits(free).all(|c| self.within(own, free & !(1 << c), first, ply + 1, depth))
        }
    }
}

fn bits(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |bit| set >> bit & 1 == 1)
}

/// Graphs of a few cells and chains with random links.
fn graphs(most: usize) -> impl Strategy<Value = (Shannon, usize)> {
    (1..=most, 2..=4_usize).prop_flat_map(|(empty, owned)| {
        let nodes = empty + owned;
        let pairs: Vec<(usize, usize)> = (0..nodes)
            .flat_map(|b| (0..b).map(move |a| (a, b)))
            .filter(|&(a, _)| a < empty)
            .collect();
        let chances = proptest::collection::vec(any::<u8>(), pairs.len());
        (chances, 40..140_u8).prop_map(move |(chances, dense)| {
            let links = pairs.iter().zip(&chances).filter(|&(_, &c)| c < dense);
            let links: Vec<_> = links.map(|(&pair, _)| pair).collect();
            (Shannon::new(empty, owned, links), empty)
        })
    })
}

/// Every combination of the sound switches.
fn every_option() -> impl Iterator<Item = LocalOptions> {
    (0..64_u32).map(|word| LocalOptions {
        table: word & 1 != 0,
        depth_distance: word & 2 != 0,
        ordering: word & 4 != 0,
        intersection: word & 8 != 0,
        disturbing: word & 16 != 0,
        deepening: word & 32 != 0,
        // Sometimes the table is too small, to test lost entries too.
        table_positions: if word % 3 == 0 { 200 } else { 1 << 20 },
        table_sets: if word % 5 == 0 { 1 } else { 1 << 16 },
        ..LocalOptions::PLAIN
    })
}

/// Checks an outcome on this set; returns whether it is connected.
fn evaluate(
    shannon: &Shannon,
    ends: [End; 2],
    cells: CellSet<WIDTH>,
    first: usize,
    outcome: &ConnectionOutcome,
) -> Result<bool, TestCaseError> {
    let mut plain = Plain::new(shannon, ends);
    let owned = shannon.owned().words()[0];
    match outcome {
        ConnectionOutcome::Connected(found) => {
            prop_assert!((found.played | found.carrier).is_subset(cells));
            prop_assert!(found.played.is_disjoint(found.carrier));
            prop_assert!(found.played.len() <= first);
            let own = owned | found.played.words()[0];
            prop_assert!(
                plain.wins(own, found.carrier.words()[0], true),
                "{found:?} is not a connection"
            );
            Ok(true)
        }
        ConnectionOutcome::Unconnected { depth, .. } => {
            if *depth >= cells.len() && first < 2 {
                prop_assert!(!plain.wins(owned, cells.words()[0], first == 0));
            }
            Ok(false)
        }
        other => Err(TestCaseError::fail(format!("{other:?}"))),
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn answers_on_any_graph_are_true_with_all_options((shannon, empty) in graphs(7), first in 0..=2_usize, depth in 0..=8_usize) {
        let ends = [empty, empty + 1].map(End::from_bit);
        let cells = shannon.empty();
        let depth = depth.max(first).min(empty);
        let mut plain = Plain::new(&shannon, ends);
        let (own, free) = (shannon.owned().words()[0], cells.words()[0]);
        let expected = plain.within(own, free, first, 0, depth);
        for options in every_option() {
            let options = LocalOptions { depth, ..options };
            let (outcome, _) = search_on(&shannon, ends, cells, first, options, &|| false);
            let connected = evaluate(&shannon, ends, cells, first, &outcome)?;
            prop_assert_eq!(connected, expected, "{:?}", options);
            // A connector restricted to shortest paths may find less, never more.
            let narrow = LocalOptions { shortest_from: 1, intersection: false, ..options };
            let (outcome, _) = search_on(&shannon, ends, cells, first, narrow, &|| false);
            if let ConnectionOutcome::Connected(_) = outcome {
                prop_assert!(expected);
                evaluate(&shannon, ends, cells, first, &outcome)?;
            }
        }
    }

    #[test]
    fn answers_on_boards_are_true_with_all_options(stones in stones(4), picks in any::<[u16; 2]>(), first in 0..=1_usize, depth in 0..=6_usize) {
        let mut position = Position::<WIDTH>::new(stones.size);
        for &(colour, cell) in &stones.stones {
            position.place(colour, cell);
        }
        let chains = Chains::new(&position);
        for colour in Colour::ALL {
            let shannon = Shannon::from(&Graph::new(&chains, colour));
            let owned: Vec<End> = shannon.owned().iter().collect();
            let ends = picks.map(|pick| owned[usize::from(pick) % owned.len()]);
            if ends[0] == ends[1] {
                continue;
            }
            let mut plain = Plain::new(&shannon, ends);
            // A set that cannot hold everything, and the widening of the thesis.
            let cells: CellSet<WIDTH> = shannon.empty().iter().filter(|c| (c.index() * 7 + usize::from(picks[0])) % 5 > 0).take(9).collect();
            let depth = depth.max(first).min(cells.len());
            let (own, free) = (shannon.owned().words()[0], cells.words()[0]);
            let expected = plain.within(own, free, first, 0, depth);
            for options in every_option().step_by(3) {
                let options = LocalOptions { depth, ..options };
                let (outcome, _) = search_on(&shannon, ends, cells, first, options, &|| false);
                prop_assert_eq!(evaluate(&shannon, ends, cells, first, &outcome)?, expected, "{:?}", options);
            }
            let options = LocalOptions { largest: 12, ..LocalOptions::PATIENT };
            let (outcome, _) = search(&shannon, ends, first, options, &|| false);
            if let ConnectionOutcome::Connected(found) = outcome {
                evaluate(&shannon, ends, shannon.empty(), first, &outcome)?;
                // The independent referee of connections agrees.
                let mut after = position;
                for cell in found.played {
                    after.place(colour, cell);
                }
                let carrier: Vec<Cell> = found.carrier.iter().collect();
                prop_assert!(Claim::new(&after, colour, ends[0], ends[1], &carrier).is_full());
            }
        }
    }
}

/// Connections that need a greater depth than the first one tried: table entries from shallower
/// searches must not hide them.
#[test]
fn deeper_searches_ignore_shallow_failures() {
    let mut deeper = 0;
    for seed in 0..40_usize {
        let mut position = Position::<WIDTH>::new("7".parse().expect("a size"));
        for turn in 0..14 {
            let free: Vec<Cell> = position.empty().iter().collect();
            position.play(free[(seed * 31 + turn * 17 + turn * turn) % free.len()]);
        }
        let chains = Chains::new(&position);
        for colour in Colour::ALL {
            let shannon = Shannon::from(&Graph::new(&chains, colour));
            let owned: Vec<End> = shannon.owned().iter().collect();
            for pair in owned.windows(2) {
                let ends = [pair[0], pair[1]];
                let options = LocalOptions {
                    largest: 11,
                    ..LocalOptions::THESIS
                };
                let ask = |options| search(&shannon, ends, 0, options, &|| false).0;
                let outcome = ask(options);
                let plain = ask(LocalOptions {
                    table: false,
                    ..options
                });
                let least = shannon.routes_between(ends).bridged.unwrap_or(0) * 2;
                match (outcome, plain) {
                    (ConnectionOutcome::Connected(found), ConnectionOutcome::Connected(other)) => {
                        assert_eq!(found.depth, other.depth);
                        deeper += u32::from(found.depth > least);
                    }
                    (one, other) => assert_eq!(one, other),
                }
            }
        }
    }
    assert!(deeper > 3, "{deeper}");
}
