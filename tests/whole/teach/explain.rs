//! Explanations against exhaustive play: the winner, the winning move, the cells and the number of
//! moves it needs, the mustplay and the connections it cuts; and readable sentences.

use crate::support::referee::Claim;
use crate::support::sampling::{SIZES, asked, random_position};
use crate::support::small_boards::Oracle;
use mustplay::hex::{BoardSize, Cell, CellSet, Colour, End, Position};
use mustplay::teach::explain::{Explainer, Explanation, Proof, Win};
use mustplay::think::{Budget, NoObserver};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;

const BUDGET: Budget = Budget::nodes(400);

/// The number of checks, by kind.
type Counts = HashMap<&'static str, usize>;

/// Whether a colour can join its edges within this many moves of its own, whoever is to move.
fn joins_within(position: &Position<1>, colour: Colour, moves: usize) -> bool {
    fn search(
        position: &Position<1>,
        colour: Colour,
        moves: usize,
        known: &mut HashMap<(u64, u64, bool, usize), bool>,
    ) -> bool {
        if position.winner().is_some() {
            return position.winner() == Some(colour);
        }
        let own = position.to_move() == colour;
        if moves == 0 {
            return false;
        }
        let stones = |colour| position.stones(colour).words()[0];
        let key = (stones(colour), stones(!colour), own, moves);
        if let Some(&answer) = known.get(&key) {
            return answer;
        }
        let mut wins = |cell| {
            let mut after = *position;
            after.play(cell);
            search(&after, colour, moves - usize::from(own), known)
        };
        let mut cells = position.empty().iter();
        let answer = if own {
            cells.any(&mut wins)
        } else {
            cells.all(&mut wins)
        };
        known.insert(key, answer);
        answer
    }
    search(position, colour, moves, &mut HashMap::new())
}

/// The position with every empty cell outside these filled by the opponent.
fn alone(position: &Position<1>, winner: Colour, cells: CellSet<1>) -> Position<1> {
    let mut alone = *position;
    for cell in position.empty() - cells {
        alone.place(!winner, cell);
    }
    alone
}

/// Compares a win with exhaustive play.
fn holds(oracle: &mut Oracle, position: &Position<1>, win: &Win, counts: &mut Counts) {
    let (mover, size) = (position.to_move(), position.size());
    let words = win.words(size);
    let what = || format!("{words}\n{win:?}\n{position:?}");
    assert_eq!(oracle.winner(position, mover), win.winner, "{}", what());
    let carrier: CellSet<1> = win.carrier.resize();
    assert!(carrier.is_subset(position.empty()), "{}", what());
    let mut within = alone(position, win.winner, carrier);
    let moves = win.most_moves();
    if let Some(best) = win.best {
        assert!(win.winner == mover && carrier.contains(best), "{}", what());
        within.play(best);
    }
    let (to_move, left) = (within.to_move(), moves - usize::from(win.best.is_some()));
    assert_eq!(oracle.winner(&within, to_move), win.winner, "{}", what());
    // Larger carriers take too long.
    if carrier.len() <= 11 {
        assert!(joins_within(&within, win.winner, left), "{}", what());
        *counts.entry("most moves").or_default() += 1;
    }
    let mut after = *position;
    for &cell in &win.line {
        after.try_play(cell).expect("a legal line");
    }
    if let Some(&first) = win.line.first()
        && win.winner == mover
    {
        assert_eq!(Some(first), win.best, "{}", what());
    }
    links_hold(&within, win, counts);
    let kind = match win.proof {
        Proof::Joined => "joined",
        Proof::Connection => "connections",
        Proof::Solver => "solver",
        Proof::Search => "search",
    };
    *counts.entry(kind).or_default() += 1;
}

/// Each link holds alone, links share no cell, and they lead from edge to edge.
fn links_hold(within: &Position<1>, win: &Win, counts: &mut Counts) {
    let size = within.size();
    let mut used = CellSet::<1>::EMPTY;
    let mut joined: Vec<[End; 2]> = Vec::new();
    for link in &win.links {
        let carrier: CellSet<1> = link.carrier.resize();
        assert!(carrier.is_disjoint(used), "{win:?}\n{within:?}");
        used |= carrier;
        let cells: Vec<Cell> = (carrier & within.empty()).iter().collect();
        let [x, y] = link.ends;
        let mut claim = Claim::new(within, win.winner, x, y, &cells);
        assert!(claim.is_full(), "{}\n{within:?}", link.words(size));
        joined.push(link.ends);
        *counts.entry("links").or_default() += 1;
    }
    if win.links.is_empty() {
        return;
    }
    assert!(used.is_subset(win.carrier.resize()));
    // Walk from one edge to the other over links and chains of stones.
    let same = |a: End, b: End| {
        a == b || {
            let (a, b) = (chain(within, win.winner, a), chain(within, win.winner, b));
            !a.is_disjoint(b)
        }
    };
    let [from, to] = win.winner.edges().map(|edge| End::edge(size, edge));
    let mut reached = vec![from];
    for _ in 0..joined.len() {
        for &[x, y] in &joined {
            for (one, other) in [(x, y), (y, x)] {
                if reached.iter().any(|&end| same(end, one)) && !reached.contains(&other) {
                    reached.push(other);
                }
            }
        }
    }
    assert!(
        reached.iter().any(|&end| same(end, to)),
        "{win:?}\n{within:?}"
    );
}

/// The stones connected to an end; edges are numbered as cells after the board's.
fn chain(position: &Position<1>, colour: Colour, end: End) -> CellSet<2> {
    let (size, geometry) = (position.size(), position.geometry());
    let stones = position.stones(colour);
    let borders = colour.edges().map(|edge| (edge, geometry.border(edge)));
    let mut cells = CellSet::<1>::EMPTY;
    let mut edges = CellSet::<2>::EMPTY;
    match (end.as_cell(size), end.as_edge(size)) {
        (Some(cell), _) => cells.insert(cell),
        (_, Some(edge)) => edges.insert(Cell::new(64 + edge.index())),
        _ => {}
    }
    loop {
        let before = (cells, edges);
        cells = geometry.reach(cells, stones | cells);
        for (edge, border) in borders {
            let bit = Cell::new(64 + edge.index());
            if edges.contains(bit) {
                cells |= border & stones;
            }
            if !(border & cells).is_empty() {
                edges.insert(bit);
            }
        }
        if (cells, edges) == before {
            return cells.resize::<2>() | edges;
        }
    }
}

/// Checks the mustplay: every other move loses and leaves the connection that the mustplay cuts,
/// and its threat wins.
fn must_holds(
    oracle: &mut Oracle,
    position: &Position<1>,
    explanation: &Explanation,
    counts: &mut Counts,
) {
    let Some(must) = &explanation.mustplay else {
        return;
    };
    let mover = position.to_move();
    assert_eq!(must.against, !mover);
    let cells: CellSet<1> = must.cells.resize();
    assert!(cells.is_subset(position.empty()) && !cells.is_empty());
    for elsewhere in position.empty() - cells {
        assert!(
            !oracle.is_winning(position, mover, elsewhere),
            "{must:?}\n{position:?}"
        );
        if let Some(cut) = must.cut {
            let mut after = *position;
            after.play(elsewhere);
            let free: Vec<Cell> = after.empty().iter().collect();
            let mut claim = Claim::new(&after, !mover, cut.stone.into(), cut.from, &free);
            assert!(claim.is_semi(), "{must:?}\n{after:?}");
        }
        *counts.entry("moves elsewhere").or_default() += 1;
    }
    if let Some((key, carrier)) = must.threat {
        let mut threat = alone(position, !mover, carrier.resize());
        threat.place(!mover, key);
        assert_eq!(
            oracle.winner(&threat, mover),
            !mover,
            "{must:?}\n{position:?}"
        );
        *counts.entry("threats").or_default() += 1;
    }
    *counts.entry("cuts").or_default() += usize::from(must.cut.is_some());
}

/// Sentences are complete and agree with the data.
fn reads_well(text: &str) {
    assert!(
        text.ends_with('.') && !text.contains("  ") && !text.contains(".."),
        "{text}"
    );
    assert!(
        !text.contains(" 1 moves") && !text.contains(" 1 cells"),
        "{text}"
    );
}

#[test]
fn explanations_are_true() {
    let cases = asked().map_or(1_200, |cases| cases as usize);
    let mut counts = Counts::new();
    for (width, height) in SIZES {
        let size = BoardSize::new(width, height).expect("in range");
        let mut random = StdRng::seed_from_u64(8);
        let mut explainer = Explainer::<1>::new(size);
        for _ in 0..cases / SIZES.len() {
            let mut position = random_position(&mut random, width, height);
            position.set_to_move(Colour::ALL[usize::from(random.random_bool(0.5))]);
            if position.winner().is_some() && random.random_bool(0.8) {
                continue;
            }
            let mut oracle = Oracle::new(&position);
            let explanation = explainer.explain(&position, BUDGET, &NoObserver);
            reads_well(&explanation.words());
            if let Some(win) = &explanation.win {
                holds(&mut oracle, &position, win, &mut counts);
            } else {
                *counts.entry("open").or_default() += 1;
            }
            must_holds(&mut oracle, &position, &explanation, &mut counts);
            moves_hold(&mut oracle, &mut explainer, &position, &mut counts);
        }
    }
    games(cases / 40, &mut counts);
    for kind in [
        "solver",
        "joined",
        "connections",
        "links",
        "moves elsewhere",
        "threats",
        "cuts",
        "refuted",
        "winning",
    ] {
        assert!(
            counts.get(kind).is_some_and(|&count| count > 5),
            "{kind}: {counts:?}"
        );
    }
    println!("checked: {counts:?}");
}

/// Positions from games with more empty cells, where connections do not settle everything.
fn games(cases: usize, counts: &mut Counts) {
    let mut random = StdRng::seed_from_u64(9);
    let size = BoardSize::new(4, 4).expect("in range");
    let mut oracle = Oracle::new(&Position::new(size));
    for case in 0..cases {
        let mut explainer = Explainer::<1>::new(size);
        let mut position = Position::<1>::new(size);
        for _ in 0..random.random_range(0..4) {
            let free: Vec<Cell> = position.empty().iter().collect();
            position.play(free[random.random_range(0..free.len())]);
        }
        // With almost no analysis, search has to do the work.
        let budget = Budget::nodes([1, 400][case % 2]);
        let explanation = explainer.explain(&position, budget, &NoObserver);
        reads_well(&explanation.words());
        match (&explanation.win, &explanation.estimate) {
            (Some(win), _) => holds(&mut oracle, &position, win, counts),
            (None, estimate) => {
                let share = estimate.as_ref().map_or(0.5, |estimate| estimate.share);
                assert!((0.0..=1.0).contains(&share));
                *counts.entry("open").or_default() += 1;
            }
        }
        must_holds(&mut oracle, &position, &explanation, counts);
        moves_hold(&mut oracle, &mut explainer, &position, counts);
    }
}

/// A hint wins if any move does, and the explanation of each move is true.
fn moves_hold(
    oracle: &mut Oracle,
    explainer: &mut Explainer<1>,
    position: &Position<1>,
    counts: &mut Counts,
) {
    let mover = position.to_move();
    let hint = explainer.hint(position, BUDGET, &NoObserver);
    assert_eq!(hint.is_none(), position.winner().is_some());
    if let Some(hint) = hint {
        reads_well(&hint.words());
        assert!(position.check(hint.cell).is_ok());
        if oracle.winner(position, mover) == mover && hint.explanation.win.is_some() {
            assert!(
                oracle.is_winning(position, mover, hint.cell),
                "{hint:?}\n{position:?}"
            );
        }
    }
    for cell in position.empty().iter().take(4) {
        let why = explainer
            .explain_move(position, cell, BUDGET, &NoObserver)
            .expect("a legal move");
        reads_well(&why.words());
        let mut after = *position;
        after.play(cell);
        if let Some(wins) = why.verdict() {
            *counts
                .entry(if wins { "winning" } else { "refuted" })
                .or_default() += 1;
        }
        let known = explainer.prove(position, BUDGET, &NoObserver);
        // The proof from before the move must suffice.
        let little = Budget::nodes(1);
        let carried = explainer.prove_after(position, cell, known.as_ref(), little, &NoObserver);
        if let Some(known) = &known {
            holds(oracle, position, known, counts);
        }
        for win in why.after.win.iter().chain(&carried) {
            holds(oracle, &after, win, counts);
        }
    }
}

/// The words about a drawn position, or about a move in it.
fn printed(mover: Colour, drawing: &str, cell: Option<&str>) -> String {
    let mut position = mustplay::hex::text::position::<1>(5, 5, drawing);
    position.set_to_move(mover);
    let mut explainer = Explainer::<1>::new(position.size());
    let Some(name) = cell else {
        let hint = explainer.hint(&position, BUDGET, &NoObserver);
        let explanation = explainer.explain(&position, BUDGET, &NoObserver);
        return hint.map_or(explanation.words(), |hint| hint.words());
    };
    let cell = position.size().read(name).expect("a cell");
    match explainer.explain_move(&position, cell, BUDGET, &NoObserver) {
        Ok(why) => why.words(),
        Err(why) => why.to_string(),
    }
}

const BRIDGES: &str = ". . . . . / . . B . . / . . . . . / . B . . . / . . . . .";
const LOW: &str = ". . . . . / . . . . . / . . W . . / . . B . . / . . . . .";
const CUT: &str = ". . . . . / . . B . . / . W . . . / . B . . . / . . . . .";
const LOOSE: &str = ". . . . . / . . . . . / . . . . . / . W B . . / . . . . .";
const JOINED: &str = "B . . . . / B . . . . / B W . W . / B . . W . / B . . . .";
const LAST: &str = ". . . . . / B . . . . / B W . W . / B . . W . / B . . . .";

/// The side to move, a board, a move or `None`, and the expected words.
const SENTENCES: [(Colour, &str, Option<&str>, &str); 12] = [
    (
        Colour::White,
        BRIDGES,
        None,
        "Every move loses: Black wins by force, in at most 3 moves (proved by a connection): c2 reaches the top by a \
             bridge (c1 or d1); c2 reaches b4 by a bridge (b3 or c3); b4 reaches the bottom by a bridge (a5 or b5). c3 may \
             resist longest.",
    ),
    (
        Colour::Black,
        BRIDGES,
        Some("d1"),
        "d1 wins, in at most 3 moves (proved by a connection): c2 reaches b4 by a bridge (b3 or c3); b4 reaches the bottom \
             by a bridge (a5 or b5).",
    ),
    (Colour::White, BRIDGES, Some("c2"), "occupied"),
    (
        Colour::White,
        LOW,
        None,
        "d2 wins by force, in at most 6 moves (proved by a connection): c3 reaches the left within 8 cells; c3 touches d2; \
             d2 reaches the right by a bridge (e1 or e2).",
    ),
    (
        Colour::White,
        LOW,
        Some("a1"),
        "a1 loses: Black wins by e2, in at most 11 moves (proved by search). One line: e2 e1 b2.",
    ),
    (
        Colour::White,
        CUT,
        Some("a1"),
        "a1 loses: Black wins by c3, in at most 3 moves (proved by a connection): c2 reaches the top by a bridge (c1 or d1); \
             c2 touches c3; c3 touches b4; b4 reaches the bottom by a bridge (a5 or b5). White must play c3: no other move \
             cuts c2 from b4.",
    ),
    (
        Colour::White,
        LOOSE,
        Some("e5"),
        "e5 loses: Black wins by d2, in at most 4 moves (proved by a connection): d2 reaches the top by a bridge (d1 or e1); \
             d2 reaches c4 by a bridge (c3 or d3); c4 reaches the bottom by a bridge (b5 or c5). White must play one of these \
             6 cells: d1 e1 d2 c3 b5 c5. No other move stops all of Black's threats, for example d2.",
    ),
    (
        Colour::White,
        JOINED,
        None,
        "Black has connected top and bottom.",
    ),
    (
        Colour::White,
        JOINED,
        Some("e5"),
        "The game is over: Black has connected top and bottom.",
    ),
    (
        Colour::Black,
        LAST,
        None,
        "a1 wins at once: it connects top and bottom.",
    ),
    (
        Colour::Black,
        LAST,
        Some("a1"),
        "a1 wins: it connects top and bottom.",
    ),
    (
        Colour::White,
        LAST,
        Some("b1"),
        "b1 loses: Black wins at once by a1.",
    ),
];

#[test]
fn sentences_are_whole() {
    for (mover, drawing, cell, expected) in SENTENCES {
        assert_eq!(printed(mover, drawing, cell), expected);
    }
}

/// Without a proof the words name the mustplay and the estimate.
#[test]
fn unproved_positions_have_a_mustplay_and_an_estimate() {
    let mut random = StdRng::seed_from_u64(4);
    let size = BoardSize::new(7, 7).expect("in range");
    let mut seen = 0;
    while seen < 12 {
        let mut position = Position::<1>::new(size);
        for _ in 0..random.random_range(8..16) {
            let free: Vec<Cell> = position.empty().iter().collect();
            position.play(free[random.random_range(0..free.len())]);
        }
        let mut explainer = Explainer::<1>::new(size);
        let explanation = explainer.explain(&position, Budget::nodes(1), &NoObserver);
        if let (None, Some(must)) = (&explanation.win, &explanation.mustplay) {
            seen += 1;
            let hint = explainer
                .hint(&position, Budget::nodes(1), &NoObserver)
                .expect("a move");
            let words = hint.words();
            reads_well(&words);
            reads_well(&explanation.words());
            if hint.explanation.win.is_none() {
                assert!(must.cells.contains(hint.cell));
                let start = match must.cells.len() {
                    1 => format!("You must play {}: no other move ", size.name(hint.cell)),
                    cells => format!(
                        "You must play one of {}",
                        if cells > 9 { "" } else { "these " }
                    ),
                };
                assert!(words.starts_with(&start), "{words}");
                let estimated = format!(
                    "Estimated without a search: {} is best.",
                    size.name(hint.cell)
                );
                assert!(words.ends_with(&estimated), "{words}");
                let marks = explanation.marks();
                assert_eq!(marks.len(), must.cells.len());
            }
        }
    }
}
