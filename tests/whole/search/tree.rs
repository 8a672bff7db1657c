//! Tree search with the policy-value network, against exhaustive play: its proofs are right, with
//! and without analyses, also in a tree that is kept from move to move; and the same search gives
//! the same result.

use crate::support::sampling::asked;
use crate::support::small_boards::Oracle;
use mustplay::base::parameter::Options;
use mustplay::hex::{BoardSize, Cell, Colour, Position};
use mustplay::knowledge::analysis::{Analysis, AnalysisOptions, Recipe};
use mustplay::network::{Evaluator, Quantised, Weights};
use mustplay::search::tree::{TreeOptions, TreeSearch};
use mustplay::think::{Limits, NoObserver, Score, SearchOutcome};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;
use std::time::Duration;

const SETS: [&str; 6] = [
    "puct_analysis_visits=0",
    "puct_analysis_visits=1,puct_proofs=0",
    "puct_analysis_visits=5,puct_exploration=3",
    "puct_analysis_visits=20,puct_fpu_reduction=-0.3,puct_proofs=0",
    "puct_analysis_visits=1,puct_proofs=0.3,puct_proofs_from=2",
    "puct_analysis_visits=3,puct_proofs=3,puct_proofs_from=3",
];

fn search(pairs: &str, position: &Position<1>) -> TreeSearch<1> {
    let mut options = TreeOptions::default();
    options.set_all(pairs).expect("options");
    let weights = Weights::random("32x1".parse().expect("a shape"), 4);
    let evaluator = Evaluator::new(Arc::new(Quantised::new(&weights)));
    TreeSearch::new(evaluator, options, position)
}

/// Analysis options that find few connections, so that something is left to search.
fn few() -> AnalysisOptions {
    let mut options = Recipe::Thorough.options();
    options.inferior.enabled = false;
    options.connections.max_fulls = 1;
    options.connections.edge_midpoints = false;
    options.connections.max_comparisons = 1;
    options
}

/// An undecided position with few empty cells.
fn sampled(random: &mut StdRng, number: usize) -> Position<1> {
    let (width, height) = [(4, 4), (4, 5), (5, 5), (3, 6)][number % 4];
    let size = BoardSize::new(width, height).expect("in range");
    loop {
        let mut position = Position::<1>::new(size);
        let mut free: Vec<Cell> = size.all().collect();
        for stone in 0..size.cells() - random.random_range(8..13) {
            let cell = free.swap_remove(random.random_range(0..free.len()));
            position.place(Colour::ALL[stone % 2], cell);
        }
        position.set_to_move(Colour::ALL[random.random_range(0..2)]);
        if position.winner().is_none() {
            return position;
        }
    }
}

/// Checks a search result; returns whether it proved a winner.
fn holds(oracle: &mut Oracle, position: &Position<1>, found: &SearchOutcome, what: &str) -> bool {
    let mover = position.to_move();
    let wins = oracle.winner(position, mover) == mover;
    let proved = found.score.filter(|score| score.is_proved());
    if let Some(score) = proved {
        assert_eq!(score.is_won(), wins, "{what}: {score}\n{position:?}");
    }
    for root in &found.moves {
        if let Some(score) = root.score.filter(|score| score.is_proved()) {
            let winning = oracle.is_winning(position, mover, root.cell);
            assert_eq!(score.is_won(), winning, "{what}: {root:?}\n{position:?}");
        }
    }
    if proved.is_some_and(Score::is_won) {
        let best = found.best.expect("a move");
        assert!(
            oracle.is_winning(position, mover, best),
            "{what}\n{position:?}"
        );
    }
    proved.is_some()
}

#[test]
fn proofs_are_right() {
    let cases = asked().map_or(40, |cases| cases as usize);
    let mut random = StdRng::seed_from_u64(11);
    let (mut tried, mut proved, mut kept) = (0, 0, 0);
    for number in 0..cases {
        let position = sampled(&mut random, number);
        let mut oracle = Oracle::new(&position);
        for pairs in SETS {
            let mut search = search(pairs, &position);
            let mut position = position;
            // The same tree from move to move; now and then a move other than the best.
            while position.winner().is_none() {
                let analysis = Arc::new(Analysis::new(&position, few()));
                if analysis.decided().is_some() {
                    break;
                }
                let limit = [3000, 60][random.random_range(0..2)];
                let found = search.run(&analysis, Limits::nodes(limit), &NoObserver);
                tried += 1;
                proved += usize::from(holds(&mut oracle, &position, &found, pairs));
                kept += usize::from(found.nodes == 0);
                let empty: Vec<Cell> = position.empty().iter().collect();
                let other = empty[random.random_range(0..empty.len())];
                let best = found.best.expect("a move");
                position.play(if random.random_range(0..3) == 0 {
                    other
                } else {
                    best
                });
            }
        }
    }
    println!("{proved} of {tried}, {kept} already proved in the kept tree");
    assert!(
        2 * proved > tried && kept > 0,
        "{proved} of {tried}, {kept}"
    );
}

/// A search of chosen moves proves a win by one of them, and a loss of them alone. The searches that
/// follow know nothing of the choice.
#[test]
fn searches_of_chosen_moves_are_right() {
    let cases = asked().map_or(30, |cases| cases as usize);
    let mut random = StdRng::seed_from_u64(12);
    let mut proved = [0, 0];
    for number in 0..cases {
        let position = sampled(&mut random, number);
        let mover = position.to_move();
        let mut oracle = Oracle::new(&position);
        let analysis = Arc::new(Analysis::new(&position, few()));
        let empty: Vec<Cell> = position.empty().iter().collect();
        for pairs in SETS {
            let mut search = search(pairs, &position);
            for count in [1, 3, 2] {
                let choice = |_| empty[random.random_range(0..empty.len())];
                let moves: Vec<Cell> = (0..count).map(choice).collect();
                let found = search.run_among(&analysis, &moves, Limits::nodes(3000), &NoObserver);
                let mut winning = |cell| oracle.is_winning(&position, mover, cell);
                let wins = moves.iter().any(|&cell| winning(cell));
                if let Some(score) = found.score.filter(|score| score.is_proved()) {
                    assert_eq!(score.is_won(), wins, "{pairs}: {moves:?}\n{position:?}");
                    proved[usize::from(wins)] += 1;
                }
                for root in &found.moves {
                    assert!(moves.contains(&root.cell), "{pairs}: {root:?}");
                    if let Some(score) = root.score.filter(|score| score.is_proved()) {
                        assert_eq!(score.is_won(), winning(root.cell), "{pairs}: {root:?}");
                    }
                }
            }
            if analysis.decided().is_none() {
                let found = search.run(&analysis, Limits::nodes(3000), &NoObserver);
                holds(&mut oracle, &position, &found, pairs);
            }
        }
    }
    let [lost, won] = proved;
    println!("{lost} lost, {won} won");
    assert!(lost > cases && won > cases, "{lost}, {won}");
}

#[test]
fn the_same_search_gives_the_same_result() {
    let position = Position::<1>::new("6".parse().expect("a size"));
    let analysis = Arc::new(Analysis::new(&position, few()));
    for pairs in SETS {
        let run = |threads| {
            let limits = Limits {
                threads,
                ..Limits::nodes(400)
            };
            let outcome = search(pairs, &position).run(&analysis, limits, &NoObserver);
            // Everything except the time.
            SearchOutcome {
                solving: Duration::ZERO,
                ..outcome
            }
        };
        let one = run(1);
        // With any number of threads.
        for threads in [1, 2, 3] {
            assert_eq!(one, run(threads), "{pairs}, {threads} threads");
        }
        let is_proved = one.score.is_some_and(Score::is_proved);
        assert!(one.nodes == 400 || is_proved, "{pairs}: {}", one.nodes);
        let visits: u32 = one.moves.iter().map(|root| root.visits).sum();
        assert!(visits <= 400, "{pairs}: {visits}");
    }
}
