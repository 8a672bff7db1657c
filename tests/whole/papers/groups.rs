//! Group graphs, valid paths, feasibility and regions against their definitions and against
//! exhaustive play.

use crate::support::referee::Claim;
use crate::support::sampling::{cases, stones};
use crate::support::small_boards::Oracle;
use mustplay::hex::{Bit, Cell, CellSet, Chains, Colour, End, EndSet, Position};
use mustplay::papers::engines::hexane::{
    Feasibility, GroupGraph, Link, LocalOptions, Shannon, Side, ValidPaths, WIDTH,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Graphs of a few groups with random links.
fn graphs() -> impl Strategy<Value = GroupGraph> {
    let cells = |word: u16| -> CellSet<WIDTH> {
        (0..10)
            .filter(|bit| word >> bit & 1 == 1)
            .map(Cell::new)
            .collect()
    };
    let link = (0..6_usize, 0..6_usize, any::<u16>(), any::<[u16; 3]>());
    (2..=6_usize, proptest::collection::vec(link, 0..14)).prop_map(move |(groups, links)| {
        let links = links.into_iter().filter_map(|(a, b, played, needed)| {
            let ends = [a % groups, b % groups];
            // Few cells played, few needed; often none.
            let played = cells(played & needed[0] & needed[1]);
            let carrier = cells(needed[2] & needed[0]) - played;
            (ends[0] != ends[1]).then_some(Link {
                ends,
                played,
                carrier,
            })
        });
        GroupGraph::new(
            (0..groups).map(End::from_bit).collect(),
            [0, 1],
            links.collect(),
        )
    })
}

/// Every path between groups, valid or not, as its links.
fn walk(
    graph: &GroupGraph,
    at: usize,
    path: &mut Vec<usize>,
    met: &mut Vec<usize>,
    all: &mut Vec<Vec<usize>>,
) {
    if at == graph.goals()[1] {
        all.push(path.clone());
        return;
    }
    for (index, link) in graph.links().iter().enumerate() {
        let [a, b] = link.ends;
        let to = if a == at { b } else { a };
        if (a == at || b == at) && !met.contains(&to) {
            path.push(index);
            met.push(to);
            walk(graph, to, path, met, all);
            met.pop();
            path.pop();
        }
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn exactly_the_shortest_valid_paths_are_found(graph in graphs()) {
        let mut all = Vec::new();
        walk(&graph, 0, &mut Vec::new(), &mut vec![0], &mut all);
        let link = |&index: &usize| graph.links()[index];
        let valid = |path: &&Vec<usize>| {
            let links: Vec<_> = path.iter().map(link).collect();
            (0..links.len()).all(|b| (0..b).all(|a| links[a].carrier.is_disjoint(links[b].carrier)))
        };
        let length = |path: &Vec<usize>| path.iter().map(link).fold(CellSet::<WIDTH>::EMPTY, |all, link| all | link.played).len();
        let valid: Vec<&Vec<usize>> = all.iter().filter(valid).collect();
        let shortest = valid.iter().map(|path| length(path)).min();
        let expected: BTreeSet<&Vec<usize>> = valid.into_iter().filter(|path| Some(length(path)) == shortest).collect();
        let found = ValidPaths::within(&graph, usize::MAX, usize::MAX);
        prop_assert!(found.complete);
        prop_assert_eq!(found.length, shortest);
        prop_assert_eq!(found.paths.len(), expected.len());
        let paths: BTreeSet<&Vec<usize>> = found.paths.iter().map(|path| &path.links).collect();
        prop_assert_eq!(paths, expected);
        for path in &found.paths {
            let cells = path.links.iter().map(link).fold(CellSet::<WIDTH>::EMPTY, |all, link| all | link.cells());
            prop_assert_eq!(path.cells(), cells);
            prop_assert!(path.played.is_disjoint(path.carrier));
        }
        // If cut short, the search returns only valid paths and reports that there may be more.
        let few = ValidPaths::within(&graph, 3, 1);
        if few.complete {
            prop_assert_eq!(few.length, shortest);
        }
        for path in &few.paths {
            prop_assert!(all.contains(&path.links));
        }
    }
}

/// Whether stones on these cells join two ends of a colour's graph.
fn joined(shannon: &Shannon, [a, b]: [End; 2], cells: CellSet<WIDTH>) -> bool {
    let own = cells.as_ends() | shannon.owned();
    let mut reached = EndSet::of(a);
    for _ in 0..64 {
        for end in reached & (own | EndSet::of(a)) {
            reached |= shannon.adjacent(end) & own;
        }
    }
    reached.contains(b)
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn claims_of_sides_about_boards_are_true(stones in stones(4)) {
        let mut position = Position::<WIDTH>::new(stones.size);
        for &(colour, cell) in &stones.stones {
            position.place(colour, cell);
        }
        if position.winner().is_some() {
            return Ok(());
        }
        let chains = Chains::new(&position);
        let sides = Colour::ALL.map(|colour| Side::new(&chains, colour, LocalOptions::DEFAULT, &|| false));
        let small = position.resize::<1>();
        let mut oracle = Oracle::new(&small);
        for colour in Colour::ALL {
            let (side, other) = (&sides[colour.index()], &sides[(!colour).index()]);
            let groups = side.graph().groups();
            for link in side.graph().links() {
                // After its cells are played, the path holds within its carrier.
                let mut after = position;
                for cell in link.played {
                    after.place(colour, cell);
                }
                let carrier: Vec<Cell> = link.carrier.iter().collect();
                let [x, y] = link.ends.map(|end| groups[end]);
                prop_assert!(Claim::new(&after, colour, x, y, &carrier).is_full(), "{link:?}");
            }
            let paths = side.paths();
            match paths.length {
                Some(0) => prop_assert_eq!(oracle.winner(&small, !colour), colour),
                Some(1) => {
                    for path in &paths.paths {
                        let key = path.played.first().expect("one");
                        prop_assert!(oracle.is_winning(&small, colour, key));
                    }
                    for cell in position.empty() - paths.common() {
                        prop_assert!(!oracle.is_winning(&small, !colour, cell));
                    }
                }
                _ => {}
            }
            let rules = [Feasibility::All, Feasibility::Uncrossed, Feasibility::Untouched];
            for rule in rules {
                let kept = rule.filter(side.graph(), other.graph(), other.shannon());
                for link in side.graph().links() {
                    let standing = other.graph().links().iter().filter(|l| l.length() == 0);
                    let feasible = |rival: &Link| match rule {
                        Feasibility::All => true,
                        Feasibility::Untouched => rival.carrier.is_disjoint(link.cells()),
                        Feasibility::Uncrossed => {
                            let ends = rival.ends.map(|end| other.graph().groups()[end]);
                            rival.carrier.is_disjoint(link.cells()) || joined(other.shannon(), ends, rival.carrier - link.cells())
                        }
                    };
                    let expected = link.length() == 0 || standing.copied().all(|rival| feasible(&rival));
                    prop_assert_eq!(kept.links().contains(link), expected);
                }
            }
            let rule = Feasibility::Uncrossed;
            let meet = side.feasible_paths(other, rule).cells() & other.feasible_paths(side, rule).cells();
            prop_assert_eq!(side.region(other, rule), meet);
            prop_assert!(meet.is_subset(position.empty()));
        }
    }
}
