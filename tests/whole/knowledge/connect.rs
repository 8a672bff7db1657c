//! Connections known from the papers and other sources.

use crate::support::referee::Claim;
use mustplay::hex::{BoardSize, Cell, CellSet, Colour, Edge, End, Position};
use mustplay::knowledge::connect::{ConnectOptions, Connections, OrRule, OrSchedule};

/// Options without limits.
fn unlimited(or_rule: OrRule) -> ConnectOptions {
    ConnectOptions {
        or_rule,
        max_fulls: 0,
        max_carriers: 0,
        max_comparisons: 300_000_000,
        ..ConnectOptions::default()
    }
}

fn cells<const W: usize>(size: BoardSize, names: &str) -> CellSet<W> {
    names
        .split_whitespace()
        .map(|name| size.read(name).expect("a cell"))
        .collect()
}

fn played(size: &str, moves: &str) -> Position<2> {
    let mut position = Position::new(size.parse().expect("a size"));
    for name in moves.split_whitespace() {
        position.play(position.size().read(name).expect("a cell"));
    }
    position
}

/// Whether a full within these cells joins a cell and an edge.
fn joined(connections: &Connections<2>, cell: &str, edge: Edge, within: CellSet<2>) -> bool {
    let size = connections.size();
    let end = |end: End| connections.end_of(end).expect("an end");
    let cell = end(size.read(cell).expect("a cell").into());
    connections
        .fulls(cell, end(End::edge(size, edge)))
        .iter()
        .any(|full| full.is_subset(within))
}

/// On an open board, a single stone on the second, third or fourth row is connected to its edge.
#[test]
fn a_lone_stone_is_joined_to_its_edge_up_to_the_fourth_row() {
    for (side, colour) in [
        (9, Colour::Black),
        (11, Colour::Black),
        (11, Colour::White),
        (13, Colour::White),
    ] {
        let size = BoardSize::square(side).expect("in range");
        let middle = side / 2;
        for depth in 1..=4 {
            for near in [true, false] {
                let along = if near { side - depth } else { depth - 1 };
                let (column, row) = if colour == Colour::Black {
                    (middle, along)
                } else {
                    (along, middle)
                };
                let cell = size.cell(column, row).expect("on the board");
                let mut position = Position::<3>::new(size);
                position.place(colour, cell);
                let connections = Connections::new(&position, colour, ConnectOptions::default());
                let edge = colour.edges()[usize::from(near)];
                let end = |end: End| connections.end_of(end).expect("an end");
                let fulls = connections.fulls(end(cell.into()), end(End::edge(size, edge)));
                assert!(
                    !fulls.is_empty(),
                    "{colour} {} to {edge} on {size}",
                    size.name(cell)
                );
            }
        }
    }
}

/// The number of cells in each of the first five rows that are connected to their edge on open
/// boards, with default options.
#[test]
fn cells_are_joined_to_their_edges_row_by_row() {
    for (side, rows) in [
        (9, [9, 8, 7, 6, 0]),
        (11, [11, 10, 9, 8, 3]),
        (13, [13, 12, 11, 10, 5]),
    ] {
        let size = BoardSize::square(side).expect("in range");
        let position = Position::<3>::new(size);
        for colour in Colour::ALL {
            let connections = Connections::new(&position, colour, ConnectOptions::default());
            for (turn, edge) in colour.edges().into_iter().enumerate() {
                let row = |cell: Cell| {
                    let along = if colour == Colour::Black {
                        size.row(cell)
                    } else {
                        size.column(cell)
                    };
                    if turn == 0 { along } else { side - 1 - along }
                };
                let joined = connections.joined_to(End::edge(size, edge), true);
                let on_row = |number| {
                    size.all()
                        .filter(|&cell| row(cell) == number && joined.contains(cell.into()))
                        .count()
                };
                assert_eq!([0, 1, 2, 3, 4].map(on_row), rows, "{edge} on {size}");
            }
        }
    }
}

/// Anshelevich 2002, App. B, the edge connection from the fourth row, rebuilt from its derivation.
#[test]
fn the_edge_connection_of_the_paper() {
    let mut position = Position::<2>::new(BoardSize::square(11).expect("in range"));
    let size = position.size();
    position.place(Colour::Black, size.read("g8").expect("a cell"));
    let carrier = cells(
        size,
        "f8 d9 e9 f9 g9 h9 c10 d10 e10 f10 g10 h10 b11 c11 d11 e11 f11 g11 h11",
    );
    for or_rule in [OrRule::Fast, OrRule::Limited] {
        let connections = Connections::new(
            &position,
            Colour::Black,
            ConnectOptions {
                or_rule,
                ..ConnectOptions::default()
            },
        );
        assert!(
            joined(&connections, "g8", Edge::South, position.empty()),
            "{or_rule:?}"
        );
    }
    // Within its carrier alone, as in the paper, it takes an OR of three semis; two are not enough.
    let mut alone = position;
    for cell in position.empty() - carrier {
        alone.place(Colour::White, cell);
    }
    for (or_rule, or_limit, found) in [
        (OrRule::Bounded, 2, false),
        (OrRule::Bounded, 3, true),
        (OrRule::Semis, 4, true),
        (OrRule::Fast, 4, true),
    ] {
        let plain = ConnectOptions {
            or_limit,
            share_captured: false,
            edge_midpoints: false,
            ..unlimited(or_rule)
        };
        let connections = Connections::new(&alone, Colour::Black, plain);
        assert_eq!(
            joined(&connections, "g8", Edge::South, carrier),
            found,
            "{or_rule:?}"
        );
    }
}

/// Anshelevich 2002, App. B, the ladder: an OR of two semis is enough.
#[test]
fn the_ladder_of_the_paper() {
    let mut position = Position::<2>::new(BoardSize::square(11).expect("in range"));
    let size = position.size();
    let carrier = cells(
        size,
        "c10 d10 e10 f10 g10 h10 b11 c11 d11 e11 f11 g11 h11 i11",
    );
    let black: CellSet<2> = cells(size, "b10 i10");
    for cell in position.empty() - carrier {
        let colour = if black.contains(cell) {
            Colour::Black
        } else {
            Colour::White
        };
        position.place(colour, cell);
    }
    for or_rule in [
        OrRule::Bounded,
        OrRule::Semis,
        OrRule::Limited,
        OrRule::Fast,
    ] {
        for captured in [false, true] {
            let options = ConnectOptions {
                or_limit: 2,
                share_captured: captured,
                edge_midpoints: false,
                ..unlimited(or_rule)
            };
            let connections = Connections::new(&position, Colour::Black, options);
            assert!(
                joined(&connections, "b10", Edge::South, carrier),
                "{or_rule:?}"
            );
        }
    }
}

/// A known gap of plain H-search: 4x4, Black a4 b4 c4. Black wins with White to move, but the rules
/// find it only through edges.
#[test]
fn the_known_miss_is_found_through_edges() {
    let mut position = Position::<1>::new(BoardSize::square(4).expect("in range"));
    for name in ["a4", "b4", "c4"] {
        position.place(Colour::Black, position.size().read(name).expect("a cell"));
    }
    for or_rule in [OrRule::Semis, OrRule::Fast, OrRule::Bounded] {
        for captured in [false, true] {
            let found = |edge_midpoints| {
                let options = ConnectOptions {
                    edge_midpoints,
                    share_captured: captured,
                    templates: false,
                    ..unlimited(or_rule)
                };
                Connections::new(&position, Colour::Black, options).has_won()
            };
            assert!(found(true), "{or_rule:?}");
            assert!(!found(false) || captured, "{or_rule:?}");
        }
    }
}

/// Without limits nothing depends on the colour: an empty board has as many connections for Black
/// as for White.
#[test]
fn an_empty_board_is_the_same_for_both_colours() {
    for (side, or_rule) in [(4, OrRule::Semis), (5, OrRule::Semis), (11, OrRule::Semis)] {
        let size = BoardSize::square(side).expect("in range");
        let position = Position::<2>::new(size);
        let options = ConnectOptions {
            edge_midpoints: side < 11,
            share_captured: side < 11,
            ..unlimited(or_rule)
        };
        let [black, white] = Colour::ALL.map(|colour| Connections::new(&position, colour, options));
        assert!(black.is_complete() && white.is_complete());
        assert_eq!(black.counts(), white.counts(), "{size}");
        // The same end by end, seen from the other side.
        let mirror = |end: End| match end.as_cell(size) {
            Some(cell) => size.reflect(cell).into(),
            None => End::edge(
                size,
                [Edge::West, Edge::East][usize::from(end == End::edge(size, Edge::South))],
            ),
        };
        for x in black.ends() {
            for y in black.ends().without(x) {
                let sizes = |list: Vec<CellSet<2>>| {
                    let mut sizes: Vec<usize> = list.iter().map(CellSet::len).collect();
                    sizes.sort_unstable();
                    sizes
                };
                assert_eq!(
                    sizes(black.fulls(x, y)),
                    sizes(white.fulls(mirror(x), mirror(y)))
                );
            }
        }
    }
}

/// The mustplay is the intersection of all winning semis of the opponent; it is empty if there is a
/// full.
#[test]
fn the_mustplay_is_where_the_threats_meet() {
    let connections = |moves: &str, colour| {
        Connections::new(&played("5", moves), colour, ConnectOptions::default())
    };
    let open = connections("c3", Colour::White);
    let threats = open.winning_semis();
    let common = threats
        .iter()
        .fold(open.chains().empty(), |all, &semi| all & semi);
    assert_eq!(open.mustplay(), common);
    // Black's centre stone wins on 5x5: every white move loses.
    let won = connections("c3", Colour::Black);
    assert!(won.has_won() && won.mustplay().is_empty());
    let far = connections("a1 e5", Colour::Black);
    assert!(!far.mustplay().is_empty());
}

/// Keys are first moves: after one, a full within the rest of the carrier joins the ends.
#[test]
fn a_key_turns_a_semi_into_a_full() {
    let position = played("7", "d4 c5 e3");
    let options = ConnectOptions {
        max_fulls: 0,
        max_carriers: 0,
        ..ConnectOptions::default()
    };
    let connections = Connections::new(&position, Colour::White, options);
    let (mut semis, mut keyed) = (0, 0);
    for x in connections.ends() {
        for y in connections.ends().without(x).iter().filter(|&y| x < y) {
            for carrier in connections.semis(x, y).into_iter().take(3) {
                let keys = connections.keys(x, y, carrier);
                semis += 1;
                keyed += usize::from(!keys.is_empty());
                for key in keys {
                    let mut after = position;
                    for end in [x, y] {
                        if let Some(cell) = end
                            .as_cell(position.size())
                            .filter(|&c| after.at(c).is_none())
                        {
                            after.place(Colour::White, cell);
                        }
                    }
                    after.place(Colour::White, key);
                    let list: Vec<Cell> = carrier.without(key).iter().collect();
                    if list.len() < 10 {
                        let narrow = after.resize::<1>();
                        assert!(Claim::new(&narrow, Colour::White, x, y, &list).is_full());
                    }
                }
            }
        }
    }
    assert!(keyed == semis && semis > 500, "{keyed} of {semis}");
}

/// Anshelevich 2002, App. C: a chain of six bridges. Built generation by generation it takes an OR
/// of few semis; if coloured ends join empty ends only, as in App. A, it takes an OR of twelve.
#[test]
fn a_chain_of_six_bridges() {
    let size = BoardSize::new(7, 13).expect("in range");
    let mut position = Position::<2>::new(size);
    let (mut stones, mut carrier) = (CellSet::<2>::EMPTY, CellSet::<2>::EMPTY);
    let at = |column: usize, row: usize| size.cell(column, row).expect("on the board");
    for bridge in 0..6 {
        let (column, row) = (6 - bridge, 2 * bridge);
        stones |= [at(column, row), at(column - 1, row + 2)]
            .into_iter()
            .collect();
        carrier |= [at(column, row + 1), at(column - 1, row + 1)]
            .into_iter()
            .collect();
    }
    for cell in position.empty() - carrier {
        position.place(
            if stones.contains(cell) {
                Colour::Black
            } else {
                Colour::White
            },
            cell,
        );
    }
    for (empty_ends, most, found) in [
        (false, 2, true),
        (false, 3, true),
        (true, 3, false),
        (true, 11, false),
        (true, 12, true),
    ] {
        let options = ConnectOptions {
            or_schedule: OrSchedule::Generations,
            join_empty_ends: empty_ends,
            or_limit: most,
            edge_midpoints: false,
            share_captured: false,
            ..unlimited(OrRule::Bounded)
        };
        let connections = Connections::new(&position, Colour::Black, options);
        assert_eq!(
            connections.has_won(),
            found,
            "empty ends {empty_ends}, {most} semis"
        );
    }
}

/// Where `Semis` explodes, the budget stops it; all connections found by then hold.
#[test]
fn an_explosion_stops_at_its_budget() {
    let position = Position::<2>::new(BoardSize::square(11).expect("in range"));
    let options = ConnectOptions {
        max_comparisons: 5_000_000,
        ..unlimited(OrRule::Semis)
    };
    let connections = Connections::new(&position, Colour::Black, options);
    assert!(!connections.is_complete());
    let [pairs, _, fulls, semis] = connections.counts();
    assert!(
        pairs > 500 && fulls + semis < 1_000_000,
        "{pairs} {fulls} {semis}"
    );
}
