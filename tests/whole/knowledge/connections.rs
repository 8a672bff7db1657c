//! Every connection that the engine claims, played out by the referee.

use crate::support::referee::Claim;
use crate::support::sampling::seeded;
use mustplay::at_width;
use mustplay::hex::{BoardSize, Cell, CellSet, Chains, Colour, Edge, End, Position};
use mustplay::knowledge::connect::{
    CarrierOrder, ConnectOptions, Connections, Defence, OrRule, OrSchedule,
};
use mustplay::knowledge::template::{EdgeTemplate, PlacedTemplate, library};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// The size of the largest carrier that is played out.
const LARGEST: usize = 12;

const LISTS: [CarrierOrder; 3] = [
    CarrierOrder::Came,
    CarrierOrder::Front,
    CarrierOrder::Sorted,
];

/// The rules, each with the largest number of semis to combine, which affects only the last.
const RULES: [(OrRule, usize); 5] = [
    (OrRule::Fast, 4),
    (OrRule::Limited, 4),
    (OrRule::Semis, 4),
    (OrRule::Bounded, 3),
    (OrRule::Bounded, 4),
];

/// How often each test samples its positions: once by default, twenty times for the full 100,000
/// cases.
fn rounds() -> usize {
    let asked = std::env::var("MUSTPLAY_CASES").ok();
    let cases: usize = asked.map_or(0, |text| text.parse().expect("MUSTPLAY_CASES is a number"));
    (cases / 5_000).max(1)
}

/// A position with this many stones of random colours.
fn position<const W: usize>(size: BoardSize, stones: usize, chance: &mut StdRng) -> Position<W> {
    let mut cells: Vec<Cell> = size.all().collect();
    cells.shuffle(chance);
    let mut position = Position::new(size);
    for &cell in &cells[..stones] {
        position.place(Colour::ALL[usize::from(chance.random_bool(0.5))], cell);
    }
    position
}

/// Plays out every claim with a small carrier; returns their number.
fn check<const W: usize>(
    position: &Position<W>,
    connections: &Connections<W>,
    colour: Colour,
    share: f64,
    chance: &mut StdRng,
) -> usize {
    let ends: Vec<End> = connections.ends().iter().collect();
    let mut checked = 0;
    for (n, &x) in ends.iter().enumerate() {
        for &y in &ends[..n] {
            let pair = connections.pair(x, y);
            let empty = connections.is_adjacent(x, y).then(Vec::new);
            let fulls = pair
                .fulls()
                .iter()
                .map(|held| (held.cells.iter().collect(), true));
            let semis = pair
                .semis()
                .iter()
                .map(|held| (held.cells.iter().collect(), false));
            let all = empty
                .map(|cells| (cells, true))
                .into_iter()
                .chain(fulls)
                .chain(semis);
            for (cells, full) in all.collect::<Vec<(Vec<Cell>, bool)>>() {
                if cells.len() > LARGEST || !chance.random_bool(share) {
                    continue;
                }
                let mut claim = Claim::new(position, colour, x, y, &cells);
                let holds = if full {
                    claim.is_full()
                } else {
                    claim.is_semi()
                };
                let size = position.size();
                assert!(
                    holds,
                    "{} for {colour} from {} to {} in [{}]\n{position:?}",
                    if full { "a full" } else { "a semi" },
                    x.name(size),
                    y.name(size),
                    size.names(cells),
                );
                checked += 1;
            }
        }
    }
    checked
}

/// Random positions of a size, playing out this share of the claims in each.
fn sound(size: BoardSize, positions: usize, share: f64, seed: u64) -> usize {
    let mut chance = seeded(seed);
    let mut checked = 0;
    for number in 0..positions {
        let stones = chance.random_range(0..=size.cells() * 2 / 3);
        let (or_rule, or_limit) = RULES[number % RULES.len()];
        let options = ConnectOptions {
            or_rule,
            or_limit,
            edge_midpoints: chance.random_bool(0.7),
            share_captured: chance.random_bool(0.8),
            max_fulls: chance.random_range(0..3),
            max_carriers: chance.random_range(0..8),
            max_comparisons: 2_000_000,
            ..ConnectOptions::default()
        };
        for colour in Colour::ALL {
            checked += at_width!(size, W => {
                let position = position::<W>(size, stones, &mut chance);
                let connections = Connections::new(&position, colour, options);
                check(&position, &connections, colour, share, &mut chance)
            });
        }
    }
    checked
}

#[test]
fn no_connection_is_claimed_that_does_not_hold() {
    let mut checked = 0;
    for (width, height, positions, share) in [
        (3, 3, 30, 1.0),
        (4, 3, 30, 1.0),
        (3, 5, 30, 1.0),
        (4, 4, 30, 1.0),
        (5, 5, 15, 0.5),
        (2, 6, 30, 1.0),
        (6, 4, 10, 0.3),
        (6, 6, 5, 0.1),
        (7, 7, 5, 0.05),
        (9, 9, 3, 0.02),
        (11, 11, 2, 0.02),
    ] {
        let size = BoardSize::new(width, height).expect("in range");
        let seed = (width * 100 + height) as u64;
        checked += sound(size, rounds() * positions, share, seed);
    }
    println!("{checked} connections hold, 0 do not");
    assert!(checked > 20_000, "{checked}");
}

/// A random game with incrementally updated connections, taken back now and then.
fn incremental<const W: usize>(
    size: BoardSize,
    options: ConnectOptions,
    chance: &mut StdRng,
) -> (usize, [usize; 2]) {
    let mut position = Position::<W>::new(size);
    let mut checked = 0;
    let mut pairs = [0, 0];
    let mut both = Colour::ALL.map(|colour| Connections::new(&position, colour, options));
    let mut cells: Vec<Cell> = size.all().collect();
    cells.shuffle(chance);
    while !cells.is_empty() {
        // Now and then several stones at once.
        let count = if chance.random_bool(0.8) {
            1
        } else {
            cells.len().min(3)
        };
        let stones: Vec<(Colour, Cell)> = cells
            .drain(..count)
            .map(|cell| (Colour::ALL[usize::from(chance.random_bool(0.5))], cell))
            .collect();
        let before = both.clone();
        for (connections, before) in both.iter_mut().zip(&before) {
            connections.place_all(&stones);
            connections.undo();
            assert!(
                connections.is_same(before),
                "undo of {stones:?} in\n{position:?}"
            );
            connections.place_all(&stones);
            connections
                .check_laws()
                .unwrap_or_else(|fault| panic!("{fault} after {stones:?}\n{position:?}"));
        }
        for (colour, cell) in stones {
            position.place(colour, cell);
        }
        for (connections, colour) in both.iter().zip(Colour::ALL) {
            checked += check(&position, connections, colour, 0.1, chance);
            let scratch = Connections::new(&position, colour, options);
            // Captured pairs are chosen greedily, so with them the result depends on the history.
            if options.or_rule == OrRule::Semis
                && options.max_fulls == 0
                && scratch.is_complete()
                && connections.is_complete()
            {
                covers(&position, connections, &scratch);
            }
            pairs[0] += connections.counts()[1];
            pairs[1] += scratch.counts()[1];
        }
    }
    (checked, pairs)
}

/// For each carrier of a closure from scratch, the incremental closure has it or a subset of it.
fn covers<const W: usize>(
    position: &Position<W>,
    incremental: &Connections<W>,
    scratch: &Connections<W>,
) {
    let ends: Vec<End> = scratch.ends().iter().collect();
    for (n, &x) in ends.iter().enumerate() {
        for &y in &ends[..n] {
            let (mine, theirs) = (incremental.pair(x, y), scratch.pair(x, y));
            let size = position.size();
            let missing = |what: &str, cells: String| {
                panic!(
                    "{what} {} {} [{cells}]\n{position:?}",
                    x.name(size),
                    y.name(size)
                )
            };
            if incremental.is_adjacent(x, y) {
                continue;
            }
            assert!(!scratch.is_adjacent(x, y));
            for held in theirs.fulls() {
                if !mine
                    .fulls()
                    .iter()
                    .any(|own| own.cells.is_subset(held.cells))
                {
                    missing("full", size.names(held.cells));
                }
            }
            for held in theirs.semis() {
                if !mine
                    .fulls()
                    .iter()
                    .chain(mine.semis())
                    .any(|own| own.cells.is_subset(held.cells))
                {
                    missing("semi", size.names(held.cells));
                }
            }
        }
    }
}

#[test]
fn placing_and_taking_back_keeps_the_laws() {
    let mut chance = seeded(7);
    let mut checked = 0;
    for number in 0..rounds() * 12 {
        let (width, height) = [(3, 3), (4, 3), (3, 5), (4, 4), (5, 4), (4, 5)][number / 2 % 6];
        let size = BoardSize::new(width, height).expect("in range");
        for (or_rule, or_limit) in RULES {
            let (max_fulls, max_semis) = if or_rule == OrRule::Semis {
                (0, 0)
            } else {
                (1, 6)
            };
            let captured = or_rule != OrRule::Semis || number % 2 == 0;
            let options = ConnectOptions {
                or_rule,
                or_limit,
                max_fulls,
                max_carriers: max_semis,
                share_captured: captured,
                carrier_order: LISTS[number % LISTS.len()],
                keep_full_lists: number % 2 == 0,
                ..ConnectOptions::default()
            };
            checked += incremental::<1>(size, options, &mut chance).0;
        }
    }
    println!("{checked} incremental connections hold");
    assert!(checked > 1000, "{checked}");
}

/// The same for every rule on rectangles and boards up to 9x9, with tight limits.
#[test]
fn the_laws_hold_on_larger_boards() {
    let mut chance = seeded(11);
    // Sizes of the first round, the only one by default, come first and last.
    let sizes = [
        (7, 7),
        (8, 8),
        (9, 6),
        (9, 9),
        (4, 9),
        (6, 6),
        (5, 5),
        (7, 5),
    ];
    let mut checked = 0;
    for round in 0..rounds().min(8) {
        for (number, (or_rule, or_limit)) in RULES.into_iter().enumerate() {
            for (place, (width, height)) in sizes.into_iter().enumerate() {
                // Each rule gets each size once in eight rounds.
                if (place + number) % sizes.len() != round % sizes.len() {
                    continue;
                }
                let size = BoardSize::new(width, height).expect("in range");
                let options = ConnectOptions {
                    or_rule,
                    or_limit,
                    max_fulls: 1 + round % 2,
                    max_carriers: 3,
                    max_comparisons: 3_000_000,
                    ..ConnectOptions::default()
                };
                checked += at_width!(size, W => incremental::<W>(size, options, &mut chance).0);
            }
        }
    }
    println!("{checked} incremental connections on larger boards hold");
    assert!(checked > 1000, "{checked}");
}

#[test]
fn by_default_incremental_updates_lose_few_pairs() {
    let mut chance = seeded(8);
    let mut pairs = [0, 0];
    for side in 3..=7 + rounds().min(2) {
        let size = BoardSize::square(side).expect("in range");
        let [mine, scratch] =
            at_width!(size, W => incremental::<W>(size, ConnectOptions::default(), &mut chance).1);
        println!("{size}: {mine} pairs kept, {scratch} from scratch");
        pairs = [pairs[0] + mine, pairs[1] + scratch];
    }
    assert!(pairs[0] * 100 >= pairs[1] * 98, "{pairs:?}");
}

/// How an intruder chooses a cell.
#[derive(Clone, Copy, Debug)]
enum Intruder {
    /// Any cell of the carrier.
    Random,
    /// The cell with the fewest answers that hold.
    Adversary,
}

/// Intrudes into a full on the real board until real stones join its ends.
fn attack<const W: usize>(
    position: &Position<W>,
    connections: &Connections<W>,
    [x, y]: [End; 2],
    carrier: CellSet<W>,
    intruder: Intruder,
    chance: &mut StdRng,
) {
    let size = position.size();
    let name = || {
        format!(
            "{} {} [{}] against {intruder:?}\n{position:?}",
            x.name(size),
            y.name(size),
            size.names(carrier)
        )
    };
    let colour = connections.colour();
    let mut defence = Defence::new(connections, x, y, carrier);
    assert!(defence.holds(), "missing: {}", name());
    let mut board = *position;
    for end in [x, y] {
        if let Some(cell) = end.as_cell(size).filter(|&cell| board.at(cell).is_none()) {
            board.place(colour, cell);
        }
    }
    loop {
        let free = defence.carrier() & board.empty();
        let cells: Vec<Cell> = free.iter().collect();
        if cells.is_empty() {
            break;
        }
        let intrusion = match intruder {
            Intruder::Random => cells[chance.random_range(0..cells.len())],
            Intruder::Adversary => {
                let answers = |&&cell: &&Cell| {
                    let answers = defence.responses(cell).len();
                    if answers == 0 { usize::MAX } else { answers }
                };
                *cells.iter().min_by_key(answers).expect("a cell")
            }
        };
        let answer = defence.answer(intrusion);
        assert!(
            defence.holds(),
            "lost after {}: {}",
            size.name(intrusion),
            name()
        );
        board.place(!colour, intrusion);
        if let Some(answer) = answer {
            board.place(colour, answer);
        }
    }
    let chains = Chains::new(&board);
    assert_eq!(
        chains.lead(x),
        chains.lead(y),
        "not joined: {}\n{board:?}",
        name()
    );
}

#[test]
fn every_full_can_be_played_out() {
    let mut chance = seeded(9);
    let size = BoardSize::square(11).expect("in range");
    let (mut attacked, mut largest) = (0, 0);
    for number in 0..rounds() * 8 {
        let position = position::<2>(size, number % 5 * 12, &mut chance);
        for colour in Colour::ALL {
            let connections = Connections::new(&position, colour, ConnectOptions::default());
            let ends: Vec<End> = connections.ends().iter().collect();
            for _ in 0..20 {
                let (x, y) = (
                    ends[chance.random_range(0..ends.len())],
                    ends[chance.random_range(0..ends.len())],
                );
                // Half of the time an edge, which has large carriers.
                let y = if chance.random_bool(0.5) {
                    connections.edges()[0]
                } else {
                    y
                };
                let fulls = if x == y {
                    Vec::new()
                } else {
                    connections.fulls(x, y)
                };
                for carrier in fulls {
                    let intruder = if carrier.len() < 25 && chance.random_bool(0.3) {
                        Intruder::Adversary
                    } else {
                        Intruder::Random
                    };
                    attack(
                        &position,
                        &connections,
                        [x, y],
                        carrier,
                        intruder,
                        &mut chance,
                    );
                    attacked += 1;
                    largest = largest.max(carrier.len());
                }
            }
        }
    }
    println!("{attacked} fulls played out, the largest of {largest} cells");
    assert!(attacked > 50, "{attacked}");
}

/// Places a template wherever it fits, from scratch and stone by stone, among stones that leave it
/// intact. A full joins its ends, usually inside its carrier, and can be defended.
#[test]
fn templates_are_found_and_played_out() {
    let mut chance = seeded(10);
    let all: Vec<EdgeTemplate> = library()
        .iter()
        .flat_map(|one| [one.clone(), one.mirrored()])
        .collect();
    let (mut attacked, mut by_rules) = (0, 0);
    for number in 0..rounds() * 12 {
        let size = BoardSize::square([9, 11, 13][number % 3]).expect("in range");
        let edge = Edge::ALL[chance.random_range(0..4)];
        let colour = edge.colour();
        let places = |one: &EdgeTemplate| -> Vec<PlacedTemplate<3>> {
            let fits = (0..13).filter_map(|column| one.fit::<3>(size, edge, column));
            fits.collect()
        };
        let placed = loop {
            let fits = places(&all[chance.random_range(0..all.len())]);
            if let Some(&placed) = fits.get(chance.random_range(0..13)) {
                break placed;
            }
        };
        // Stones of both sides outside, and a few of its own colour inside.
        let needed = placed.others.with(placed.stone);
        let free = size.all().filter(|&cell| !needed.contains(cell));
        let mut stones: Vec<(Colour, Cell)> = needed.iter().map(|cell| (colour, cell)).collect();
        let crowd = f64::from(chance.random_range(0..5)) / 10.0;
        for cell in free {
            let inside = placed.carrier.contains(cell);
            if chance.random_bool(if inside { 0.03 } else { crowd }) {
                let own = inside || chance.random_bool(0.5);
                stones.push((if own { colour } else { !colour }, cell));
            }
        }
        stones.shuffle(&mut chance);
        let mut position = Position::<3>::new(size);
        let mut stepwise = Connections::new(&position, colour, ConnectOptions::default());
        for &(colour, cell) in &stones {
            position.place(colour, cell);
            if chance.random_bool(0.2) {
                stepwise.rebuild(&position);
            } else {
                stepwise.place(colour, cell);
            }
        }
        let whole = Connections::new(&position, colour, ConnectOptions::default());
        let [x, y] = [placed.stone.into(), End::edge(size, edge)];
        let carrier = placed.carrier & position.empty();
        for connections in [&whole, &stepwise] {
            let chains = connections.chains();
            let [a, b] = [x, y].map(|end| chains.lead(end).expect("a stone or an edge"));
            if a == b {
                continue;
            }
            let fulls = connections.fulls(a, b);
            // Existing fulls without a common cell may keep it out.
            let Some(&full) = fulls
                .iter()
                .min_by_key(|full| (!full.is_subset(carrier), full.len()))
            else {
                panic!(
                    "{placed:?} of {colour} is not found, {:?}\n{position:?}",
                    size.names(carrier)
                );
            };
            if full.is_empty() {
                continue;
            }
            by_rules += usize::from(full != carrier);
            let intruder = if number % 4 == 0 {
                Intruder::Adversary
            } else {
                Intruder::Random
            };
            let ends = [a, b];
            attack(&position, connections, ends, full, intruder, &mut chance);
            attacked += 1;
        }
    }
    println!("{attacked} templates played out, {by_rules} of them with another carrier");
    assert!(attacked > rounds() * 6, "{attacked}");
}

/// The share of connections that the closure finds: every pair of ends, joined by a full or a semi
/// that may use the whole board, according to the referee and to the engine.
#[test]
fn few_connections_are_missed_on_small_boards() {
    for (width, height) in [(3, 3), (3, 4), (4, 3), (4, 4)] {
        let size = BoardSize::new(width, height).expect("in range");
        for (name, options) in [
            ("default", ConnectOptions::default()),
            (
                "semis, plain rules",
                ConnectOptions {
                    or_rule: OrRule::Semis,
                    max_fulls: 0,
                    max_carriers: 0,
                    edge_midpoints: false,
                    share_captured: false,
                    ..ConnectOptions::default()
                },
            ),
            (
                "semis, all rules",
                ConnectOptions {
                    or_rule: OrRule::Semis,
                    max_fulls: 0,
                    max_carriers: 0,
                    ..ConnectOptions::default()
                },
            ),
        ] {
            let mut chance = seeded(10);
            let (mut there, mut found) = ([0, 0], [0, 0]);
            for _ in 0..rounds() * 12 {
                let stones = chance.random_range(size.cells() / 4..size.cells());
                let position = position::<1>(size, stones, &mut chance);
                for colour in Colour::ALL {
                    let connections = Connections::new(&position, colour, options);
                    for x in connections.ends() {
                        for y in connections.ends().iter().filter(|&y| x < y) {
                            let ends = [x, y].into_iter().filter_map(|end| end.as_cell(size));
                            let carrier: Vec<Cell> =
                                (position.empty() - ends.collect()).iter().collect();
                            let mut claim = Claim::new(&position, colour, x, y, &carrier);
                            let (full, semi) = (claim.is_full(), claim.is_semi());
                            let has_full = !connections.fulls(x, y).is_empty();
                            let has_semi = has_full || !connections.semis(x, y).is_empty();
                            assert!(full || !has_full);
                            assert!(semi || !has_semi);
                            there = [there[0] + usize::from(full), there[1] + usize::from(semi)];
                            found = [
                                found[0] + usize::from(has_full),
                                found[1] + usize::from(has_semi),
                            ];
                        }
                    }
                }
            }
            let rate = |n: usize| 100.0 * found[n] as f64 / there[n] as f64;
            println!(
                "{size} {name}: {:.2}% of {} fulls, {:.2}% of {} semis or fulls",
                rate(0),
                there[0],
                rate(1),
                there[1]
            );
            // The edges of a small board connect many ends in ways that the plain rules do not
            // find.
            let least = if options.edge_midpoints { 95.0 } else { 50.0 };
            assert!(rate(0) > least && rate(1) > least);
        }
    }
}

/// All carriers of a closure, in a fixed order.
fn carriers<const W: usize>(connections: &Connections<W>) -> Vec<(End, End, bool, Vec<Cell>)> {
    let ends: Vec<End> = connections.ends().iter().collect();
    let mut all = Vec::new();
    for (n, &x) in ends.iter().enumerate() {
        for &y in &ends[..n] {
            let (fulls, semis) = (connections.fulls(x, y), connections.semis(x, y));
            all.extend(fulls.iter().map(|full| (x, y, true, full.iter().collect())));
            all.extend(
                semis
                    .iter()
                    .map(|semi| (x, y, false, semi.iter().collect())),
            );
        }
    }
    all.sort();
    all
}

/// Without limits, the order of lists, the carriers kept at hand and the time of combining semis
/// affect no connection (Pawlewicz et al. 2014, §II.C: the set of minimal carriers is fixed).
#[test]
fn the_order_of_lists_changes_no_connection() {
    let mut chance = seeded(17);
    let mut found = 0;
    for _ in 0..rounds() * 6 {
        let size = BoardSize::square(5).expect("in range");
        let position = position::<1>(size, 9, &mut chance);
        let plain = ConnectOptions {
            or_rule: OrRule::Semis,
            max_fulls: 0,
            max_carriers: 0,
            share_captured: false,
            templates: false,
            ..ConnectOptions::default()
        };
        let expected = carriers(&Connections::new(&position, Colour::Black, plain));
        found += expected.len();
        for lists in LISTS {
            for keep_neighbours in [true, false] {
                for driver in [OrSchedule::Queue, OrSchedule::Generations] {
                    let options = ConnectOptions {
                        carrier_order: lists,
                        keep_full_lists: keep_neighbours,
                        or_schedule: driver,
                        ..plain
                    };
                    let other = carriers(&Connections::new(&position, Colour::Black, options));
                    assert_eq!(other, expected, "{options:?}\n{position:?}");
                }
            }
        }
    }
    assert!(found > 1000, "{found}");
}

/// Without rules exactly the neighbours are joined, also after more stones.
#[test]
fn without_rules_only_neighbours_are_joined() {
    let size = BoardSize::square(6).expect("in range");
    let options = ConnectOptions {
        or_schedule: OrSchedule::Neighbours,
        templates: false,
        ..ConnectOptions::default()
    };
    let mut connections = Connections::new(&Position::<1>::new(size), Colour::Black, options);
    for (colour, cell) in [
        (Colour::Black, "c2"),
        (Colour::White, "d4"),
        (Colour::Black, "c3"),
    ] {
        connections.place(colour, size.read(cell).expect("a cell"));
        assert_eq!(connections.check_laws(), Ok(()));
        assert!(
            carriers(&connections)
                .iter()
                .all(|(.., cells)| cells.is_empty())
        );
    }
    assert!(connections.rule_counts().ands == 0 && connections.rule_counts().ors == 0);
    assert!(carriers(&connections).len() > 50);
}
