//! Evaluations against their plain, slow definitions and against exhaustive play.

use crate::support::referee::Claim;
use crate::support::sampling::{cases, stones};
use mustplay::at_width;
use mustplay::hex::{BoardSize, Cell, Chains, Colour, End, Graph, Position};
use mustplay::knowledge::connect::{ConnectOptions, Connections};
use mustplay::knowledge::evaluate::{
    Circuit, CircuitSolution, Distances, EvaluationOptions, LinkRule, Metric, Neighbourhood,
    Potentials, Resistance, TwoDistance, TwoDistanceVerdict, bridge_paths,
};
use proptest::prelude::*;
use std::collections::HashMap;

fn two_distance<const W: usize>(position: &Position<W>) -> TwoDistance<W> {
    let chains = Chains::new(position);
    let cells = position.size().cells();
    TwoDistance::new(
        Colour::ALL.map(|colour| Potentials::new(&Neighbourhood::new(&chains, colour), cells)),
    )
}

/// Known values of Black's two-distance to the north edge of an empty 5x5 board.
#[test]
fn two_distances_are_as_published() {
    let rows = [
        [1, 1, 1, 1, 1],
        [2, 2, 2, 2, 3],
        [3, 3, 3, 4, 5],
        [4, 4, 5, 6, 7],
        [5, 6, 6, 7, 7],
    ];
    let size = BoardSize::square(5).expect("in range");
    let position = Position::<1>::new(size);
    let two = two_distance(&position);
    for cell in size.all() {
        let expected = rows[size.row(cell)][size.column(cell)];
        let found = two.of(Colour::Black).distances().to(0, cell);
        assert_eq!(found, Some(expected), "{}", size.name(cell));
        // White's distances from the west are the same.
        let mirrored = two.of(Colour::White).distances().to(0, size.reflect(cell));
        assert_eq!(mirrored, Some(expected));
    }
    assert_eq!(two.verdict(Colour::Black), TwoDistanceVerdict::Value(0));
    let best: Vec<Cell> = size
        .all()
        .filter(|&cell| two.badness(cell) == Some(0))
        .collect();
    assert_eq!(size.names(best), "e1 d2 c3 b4 a5");
}

/// The neighbouring cells of a point, across stones and edges of the colour.
fn reached(position: &Position<1>, colour: Colour, from: Cell) -> (Vec<Cell>, [bool; 2]) {
    let size = position.size();
    let edges = colour.edges().map(|edge| End::edge(size, edge));
    let mut seen = vec![End::cell(from)];
    let mut next = 0;
    while next < seen.len() {
        let at = seen[next];
        next += 1;
        let passable = match at.as_cell(size) {
            Some(cell) => cell == from || position.at(cell) == Some(colour),
            None => true,
        };
        if !passable {
            continue;
        }
        let beside: Vec<End> = match at.as_cell(size) {
            Some(cell) => position.geometry().near(cell).iter().collect(),
            None => size
                .all()
                .filter(|&cell| position.geometry().near(cell).contains(at))
                .map(End::cell)
                .collect(),
        };
        for end in beside {
            let own = end.as_edge(size).is_none_or(|_| edges.contains(&end));
            let theirs = end
                .as_cell(size)
                .is_some_and(|cell| position.at(cell) == Some(!colour));
            if own && !theirs && !seen.contains(&end) {
                seen.push(end);
            }
        }
    }
    let cells = seen.iter().filter_map(|end| end.as_cell(size));
    let empty = cells.filter(|&cell| cell != from && position.at(cell).is_none());
    (
        empty.collect(),
        edges.map(|edge| beside_edge(position, colour, from, edge)),
    )
}

/// Whether a cell is adjacent to an edge or to a chain that has reached it.
fn beside_edge(position: &Position<1>, colour: Colour, cell: Cell, edge: End) -> bool {
    let geometry = position.geometry();
    let mut seen = vec![cell];
    let mut next = 0;
    while next < seen.len() {
        let at = seen[next];
        next += 1;
        if geometry.near(at).contains(edge) {
            return true;
        }
        for near in geometry.neighbours(at) {
            if position.at(near) == Some(colour) && !seen.contains(&near) {
                seen.push(near);
            }
        }
    }
    false
}

/// The definition (5.1) of the thesis, in sweeps until nothing changes.
fn by_definition(
    position: &Position<1>,
    colour: Colour,
    edge: usize,
    nearer: usize,
) -> HashMap<Cell, u32> {
    let around: HashMap<Cell, _> = position
        .empty()
        .iter()
        .map(|cell| (cell, reached(position, colour, cell)))
        .collect();
    let mut distance: HashMap<Cell, u32> = HashMap::new();
    loop {
        let before = distance.clone();
        for (&cell, (near, edges)) in &around {
            if edges[edge] {
                distance.insert(cell, 1);
                continue;
            }
            let mut far: Vec<u32> = near
                .iter()
                .filter_map(|cell| before.get(cell).copied())
                .collect();
            far.sort_unstable();
            if let Some(&last) = far.get(nearer - 1) {
                distance.insert(cell, last + 1);
            }
        }
        if distance == before {
            return distance;
        }
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn distances_match_their_definition(stones in stones(6)) {
        let mut position = Position::<1>::new(stones.size);
        for &(colour, cell) in &stones.stones {
            position.place(colour, cell);
        }
        let chains = Chains::new(&position);
        for colour in Colour::ALL {
            let neighbourhood = Neighbourhood::new(&chains, colour);
            if neighbourhood.is_joined() {
                continue;
            }
            for (metric, nearer) in [(Metric::Plain, 1), (Metric::Two, 2)] {
                let distances = Distances::new(&neighbourhood, stones.size.cells(), metric);
                for edge in 0..2 {
                    let expected = by_definition(&position, colour, edge, nearer);
                    for cell in position.empty() {
                        prop_assert_eq!(distances.to(edge, cell), expected.get(&cell).copied());
                    }
                }
            }
        }
    }

    /// Bridge paths hold: after the cells of a path are played, the ends are connected within the
    /// cells associated with the path.
    #[test]
    fn bridge_paths_hold(stones in stones(6)) {
        let mut position = Position::<1>::new(stones.size);
        for &(colour, cell) in &stones.stones {
            position.place(colour, cell);
        }
        for colour in Colour::ALL {
            let graph = Graph::new(&Chains::new(&position), colour);
            let neighbourhood = Neighbourhood::new(&Chains::new(&position), colour);
            let plain = Distances::new(&neighbourhood, stones.size.cells(), Metric::Plain);
            let from = graph.edges()[0];
            for (index, path) in bridge_paths(&graph, from).into_iter().enumerate() {
                let Some(path) = path else { continue };
                let Some(cell) = (index < stones.size.cells()).then(|| Cell::new(index)) else { continue };
                prop_assert!(path.played.is_disjoint(path.associated));
                if position.at(cell).is_none() {
                    prop_assert!(path.length() <= plain.to(0, cell).unwrap_or(u32::MAX) as usize);
                }
                let mut after = position;
                for cell in path.played {
                    after.place(colour, cell);
                }
                let carrier: Vec<Cell> = path.associated.iter().collect();
                if carrier.len() <= 12 && from != End::cell(cell) {
                    let edge = End::edge(stones.size, colour.edges()[0]);
                    prop_assert!(Claim::new(&after, colour, cell.into(), edge, &carrier).is_full());
                }
            }
        }
    }

    /// The circuit's resistance and potentials equal those of full elimination with pivoting.
    #[test]
    fn circuits_are_solved_exactly(stones in stones(9)) {
        at_width!(stones.size, W => {
            let mut position = Position::<W>::new(stones.size);
            for &(colour, cell) in stones.stones.iter().take(stones.size.cells() / 2) {
                position.place(colour, cell);
            }
            let chains = Chains::new(&position);
            for colour in Colour::ALL {
                let connections = Connections::new(&position, colour, ConnectOptions::default());
                for links in [LinkRule::None, LinkRule::Ends, LinkRule::Neighbours] {
                    let options = EvaluationOptions { links, ..EvaluationOptions::default() };
                    let circuit = Circuit::new(&chains, colour, Some(&connections), options);
                    let solution = CircuitSolution::new(&circuit);
                    let expected = dense(&circuit);
                                        prop_assert!(same(solution.resistance, expected), "{} {expected}", solution.resistance);
                    let power: f64 = circuit.links.iter().map(|link| {
                        let [a, b] = [link.a, link.b].map(|node| solution.potentials[usize::from(node)]);
                        (a - b) * (a - b) * link.conductance
                    }).sum();
                    // The circuit dissipates all its input power: V²/R with V = 1.
                    if expected > 0.0 {
                        prop_assert!((power - 1.0 / expected).abs() < 1e-9 * power.max(1.0));
                        // An upper bound: the current flows along the shortest path alone.
                        let shortest = circuit.shortest_path().unwrap_or(f64::INFINITY);
                        prop_assert!(expected <= shortest + 1e-9, "{expected} {shortest}");
                    }
                }
            }
        });
    }

    /// Evaluations swap sides with the board.
    #[test]
    fn evaluations_change_sides_with_the_board(stones in stones(7)) {
        let mut position = Position::<1>::new(stones.size);
        for &(colour, cell) in &stones.stones {
            position.place(colour, cell);
        }
        let turned = position.reflected();
        let (here, there) = (two_distance(&position), two_distance(&turned));
        let expected = match here.verdict(Colour::Black) {
            TwoDistanceVerdict::Won(colour) => TwoDistanceVerdict::Won(!colour),
            TwoDistanceVerdict::Value(value) => TwoDistanceVerdict::Value(-value),
        };
        prop_assert_eq!(there.verdict(Colour::White), expected);
        for cell in position.empty() {
            prop_assert_eq!(here.badness(cell), there.badness(stones.size.reflect(cell)));
        }
        let score = |position: &Position<1>| {
            let options = EvaluationOptions { links: LinkRule::None, ..EvaluationOptions::default() };
            Resistance::new(&Chains::new(position), None, options).score()
        };
        let (a, b) = (score(&position), score(&turned));
        prop_assert!(same(a, -b), "{a} {b}");
    }
}

/// The resistance by Gaussian elimination on the whole matrix, edges included: a current of 1
/// enters at one edge and leaves at the other, which is held at 0.
fn dense(circuit: &Circuit) -> f64 {
    if circuit.joined {
        return 0.0;
    }
    let count = circuit.nodes.len();
    let (source, sink) = (count - 2, count - 1);
    // Without a path between the edges no current flows.
    let mut group: Vec<usize> = (0..count).collect();
    for _ in 0..count {
        for link in &circuit.links {
            let (a, b) = (usize::from(link.a), usize::from(link.b));
            let least = group[a].min(group[b]);
            (group[a], group[b]) = (least, least);
        }
    }
    if group[source] != group[sink] {
        return f64::INFINITY;
    }
    let kept: Vec<usize> = (0..count)
        .filter(|&n| n != sink && group[n] == group[sink])
        .collect();
    let row = |n: usize| kept.iter().position(|&k| k == n);
    let size = kept.len();
    let mut matrix = vec![vec![0.0; size + 1]; size];
    for link in &circuit.links {
        for (a, b) in [(link.a, link.b), (link.b, link.a)] {
            if let Some(a) = row(a.into()) {
                matrix[a][a] += link.conductance;
                if let Some(b) = row(b.into()) {
                    matrix[a][b] -= link.conductance;
                }
            }
        }
    }
    let fed = row(source).expect("the source");
    matrix[fed][size] = 1.0;
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| f64::total_cmp(&matrix[a][column].abs(), &matrix[b][column].abs()))
            .expect("a row");
        matrix.swap(column, pivot);
        let upper = matrix[column].clone();
        for lower in &mut matrix[column + 1..] {
            let factor = lower[column] / upper[column];
            for (entry, above) in lower.iter_mut().zip(&upper) {
                *entry -= factor * above;
            }
        }
    }
    let mut potential = vec![0.0; size];
    for n in (0..size).rev() {
        let known: f64 = (n + 1..size).map(|m| matrix[n][m] * potential[m]).sum();
        potential[n] = (matrix[n][size] - known) / matrix[n][n];
    }
    potential[fed]
}

/// The winner with this side to move, by exhaustive play.
fn winner(
    position: &mut Position<1>,
    to_move: Colour,
    known: &mut HashMap<(u64, Colour), Colour>,
) -> Colour {
    let joined = |colour: &Colour| position.geometry().joins(position.stones(*colour), *colour);
    if let Some(won) = Colour::ALL.into_iter().find(joined) {
        return won;
    }
    position.set_to_move(to_move);
    let key = (position.hash(), to_move);
    if let Some(&answer) = known.get(&key) {
        return answer;
    }
    let wins = position.empty().iter().any(|cell| {
        position.place(to_move, cell);
        let won = winner(position, !to_move, known);
        position.clear(cell);
        won == to_move
    });
    let answer = if wins { to_move } else { !to_move };
    known.insert(key, answer);
    answer
}

/// A side with an infinite board potential loses if the other side is to move, in all positions of
/// 3x3 and random ones up to 4x5. The test prints how often the evaluation decides at all.
#[test]
fn a_side_with_infinite_potential_loses() {
    let mut known = HashMap::new();
    let (mut decided, mut all) = (0, 0);
    let mut check = |position: &mut Position<1>, known: &mut HashMap<_, _>| {
        all += 1;
        let two = two_distance(position);
        for to_move in Colour::ALL {
            if let TwoDistanceVerdict::Won(colour) = two.verdict(to_move) {
                decided += 1;
                assert_eq!(
                    winner(position, to_move, known),
                    colour,
                    "{to_move} to move\n{position:?}"
                );
            }
        }
    };
    let size = BoardSize::square(3).expect("in range");
    for number in 0..3_usize.pow(9) {
        let mut position = Position::<1>::new(size);
        let mut rest = number;
        for cell in size.all() {
            if let Some(&colour) = Colour::ALL.get(rest % 3) {
                position.place(colour, cell);
            }
            rest /= 3;
        }
        check(&mut position, &mut known);
    }
    let asked = std::env::var("MUSTPLAY_CASES")
        .ok()
        .and_then(|text| text.parse().ok());
    let mut state = 88_172_645_463_325_252_u64;
    for (width, height) in [(4, 3), (3, 5), (4, 4), (5, 4), (4, 5)] {
        let size = BoardSize::new(width, height).expect("in range");
        known.clear();
        for _ in 0..asked.unwrap_or(500) {
            let mut position = Position::<1>::new(size);
            for cell in size.all() {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                // Few empty cells on large boards, to keep exhaustive play short.
                if let Some(&colour) = Colour::ALL.get((state >> 33) as usize % 3) {
                    position.place(colour, cell);
                }
            }
            check(&mut position, &mut known);
        }
    }
    println!("{decided} of {all} positions decided by potentials");
    assert!(decided * 10 > all, "{decided} of {all}");
}

/// Whether two numbers are equal, including infinite ones.
fn same(a: f64, b: f64) -> bool {
    a.total_cmp(&b).is_eq() || (a - b).abs() <= 1e-9 * b.abs().max(1.0)
}

/// Small circuits that can be solved by hand.
#[test]
fn small_circuits_have_known_resistances() {
    let options = EvaluationOptions {
        links: LinkRule::None,
        ..EvaluationOptions::default()
    };
    let of = |size: &str, black: &str, white: &str| {
        let mut position = Position::<1>::new(size.parse().expect("a size"));
        for (colour, names) in [(Colour::Black, black), (Colour::White, white)] {
            for name in names.split_whitespace() {
                let cell = position.size().read(name).expect("a cell");
                position.place(colour, cell);
            }
        }
        Resistance::new(&Chains::new(&position), None, options)
    };
    // One cell between the edges: 1 to each.
    assert!((of("1", "", "").total(Colour::Black) - 2.0).abs() < 1e-12);
    let won = of("1", "a1", "");
    assert_eq!(
        (won.total(Colour::Black), won.total(Colour::White)),
        (0.0, f64::INFINITY)
    );
    assert!(same(won.score(), f64::INFINITY));
    // From a1 straight to a2, 1, or through b1, 1 + 2; then 1 to the edge.
    let two = of("2", "a1", "b2").total(Colour::Black);
    assert!((two - 1.75).abs() < 1e-12, "{two}");
    let north = of("3x2", "", "a1 b1 c1");
    assert!(same(north.total(Colour::Black), f64::INFINITY));
    assert!(same(north.score(), f64::NEG_INFINITY));
}
