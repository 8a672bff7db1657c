//! Neighbourhoods through connections against their definition, and proofs by an infinite potential
//! in them.

use crate::support::sampling::{cases, stones};
use crate::support::small_boards::Oracle;
use mustplay::hex::{Cell, CellSet, Chains, Colour, End, Position};
use mustplay::knowledge::connect::{ConnectOptions, Connections};
use mustplay::knowledge::evaluate::{Neighbourhood, Potentials, TwoDistance, TwoDistanceVerdict};
use proptest::prelude::*;

fn placed(stones: &crate::support::sampling::Stones) -> Position<1> {
    let mut position = Position::new(stones.size);
    for &(colour, cell) in &stones.stones {
        position.place(colour, cell);
    }
    position
}

/// The cells beside a chain.
fn beside(chains: &Chains<1>, lead: End) -> CellSet<1> {
    chains.chain(lead).expect("a chain").liberties
}

/// Groups of cells that are neighbours of each other, besides adjacent cells.
fn groups(connections: &Connections<1>, through_fulls: bool) -> Vec<CellSet<1>> {
    let chains = connections.chains();
    let leads: Vec<End> = chains.leads(connections.colour()).collect();
    let joined = |a: End, b: End| a == b || !connections.fulls(a, b).is_empty();
    if through_fulls {
        let of = |lead: &End| {
            let empty = chains.empty().iter();
            empty.filter(|&cell| joined(*lead, cell.into())).collect()
        };
        return leads.iter().map(of).collect();
    }
    let edges = connections
        .edges()
        .map(|edge| chains.lead(edge).expect("an edge"));
    let far = |lead: &&End| edges.iter().all(|&edge| !joined(**lead, edge));
    let mut groups: Vec<_> = leads
        .iter()
        .filter(far)
        .map(|&lead| beside(chains, lead))
        .collect();
    for (index, &edge) in edges.iter().enumerate() {
        // A chain that could belong to both edges is counted for the first.
        let taken = |lead: End| index == 1 && lead != edge && joined(lead, edges[0]);
        let parts = leads
            .iter()
            .filter(|&&lead| joined(lead, edge) && !taken(lead));
        groups.push(parts.fold(CellSet::EMPTY, |all, &lead| all | beside(chains, lead)));
    }
    groups
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn neighbours_match_their_definition(stones in stones(6)) {
        let position = placed(&stones);
        for colour in Colour::ALL {
            let connections = Connections::new(&position, colour, ConnectOptions::default());
            if connections.has_won() {
                continue;
            }
            for through_fulls in [false, true] {
                let found = if through_fulls {
                    Neighbourhood::of_fulls(&connections)
                } else {
                    Neighbourhood::extended(&connections)
                };
                let groups = groups(&connections, through_fulls);
                let near = |a: Cell, b: Cell| {
                    let direct = position.geometry().neighbours(a).contains(b)
                        || through_fulls && !connections.fulls(a.into(), b.into()).is_empty();
                    direct || groups.iter().any(|group| group.contains(a) && group.contains(b))
                };
                for cell in position.empty() {
                    let expected: CellSet<1> =
                        position.empty().iter().filter(|&other| other != cell && near(cell, other)).collect();
                    prop_assert_eq!(found.of(cell), expected, "{} {}", colour, stones.size.name(cell));
                }
            }
        }
    }

    #[test]
    fn a_side_with_infinite_potential_through_connections_loses(stones in stones(4)) {
        let position = placed(&stones);
        let connections = Colour::ALL.map(|colour| Connections::new(&position, colour, ConnectOptions::default()));
        let mut oracle = Oracle::new(&position);
        for kind in [Neighbourhood::extended, Neighbourhood::of_fulls] {
            let two = TwoDistance::new(connections.each_ref().map(|connections| {
                Potentials::new(&kind(connections), stones.size.cells())
            }));
            for to_move in Colour::ALL {
                if let TwoDistanceVerdict::Won(winner) = two.verdict(to_move) {
                    prop_assert_eq!(oracle.winner(&position, to_move), winner, "{:?}", position);
                }
            }
        }
    }
}
