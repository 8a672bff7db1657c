//! Searches against exhaustive play. With sound options they find the winner and a winning move,
//! whatever the other switches; selective searches never make false claims; and the same search
//! gives the same result.

use crate::support::sampling::{asked, numbered};
use crate::support::small_boards::Oracle;
use mustplay::base::parameter::{Options, set_pairs};
use mustplay::hex::{BoardSize, Cell, Colour, Position};
use mustplay::knowledge::analysis::{Analysis, Recipe};
use mustplay::papers::engines::queenbee::{self, QueenbeeOptions};
use mustplay::search::alpha_beta::{
    ConnectedPosition, PlainPosition, SearchOptions, SearchPosition, TranspositionTable, search,
};
use mustplay::think::NoObserver;
use mustplay::think::{Limits, RootMove, Score, SearchOutcome};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The options of a search and of its move selection.
#[derive(Default)]
struct Both {
    search: SearchOptions,
    queenbee: QueenbeeOptions,
}

fn options(pairs: &str) -> Both {
    let mut both = Both::default();
    both.search.set("table_size", "1").expect("an option");
    set_pairs(pairs, |key, text| {
        if both.queenbee.knows(key) {
            both.queenbee.set(key, text).map(drop)
        } else {
            both.search.set(key, text).map(drop)
        }
    })
    .expect("options");
    both
}

/// Searches that eventually consider everything.
const SOUND: [&str; 11] = [
    "select=full",
    "table_size=0",
    "zero_window=0",
    "evaluate_by=twod",
    "move_order=badness,history=0",
    "leaf_turn=own",
    "leaf_turn=other",
    "queenbee_select=sex,sex_weights=extensions",
    "queenbee_select=sex,sex_category=tension,sex_budgets=2,leaf_turn=other",
    "singular_margin=1,evaluate_by=twod",
    "mean_of_two_plies=1,singular_margin=2,leaf_turn=other",
];

/// Searches that leave out moves or positions.
const SELECTIVE: [&str; 12] = [
    "select=beam,beam_width=1",
    "select=beam,beam_width=3/2/1,leaf_turn=other",
    "select=taper",
    "select=taper,taper=fraction",
    "select=taper,taper=table,taper_table=2/1/0",
    "select=taper,taper=growing",
    "queenbee_select=dynamic",
    "null_move=1",
    "null_move=2,evaluate_by=twod,mean_of_two_plies=1",
    "static_prune=1,evaluate_by=twod,singular_margin=1",
    "queenbee_select=sex,sex_weights=learned,leaf_turn=other",
    "queenbee_select=sex,sex_category=tension,sex_weights=given,sex_costs=3/2.5/0.5",
];

fn run<F: SearchPosition<1>>(
    field: &F,
    options: &Both,
    table: &TranspositionTable,
    depth: Option<u32>,
) -> SearchOutcome {
    // A search without a limit of its own continues when only one move is left.
    let limits = Limits {
        depth,
        ..Limits::default()
    };
    let selection = queenbee::selection(&options.search, &options.queenbee);
    search(
        field.clone(),
        &options.search,
        &*selection,
        table,
        limits,
        &NoObserver,
    )
}

/// The same search with connections, without, and with few.
fn outcomes(position: &Position<1>, options: &Both, depth: Option<u32>) -> Vec<SearchOutcome> {
    let table = TranspositionTable::new(options.search.table_bytes);
    let mut plain = Recipe::Thorough.options();
    plain.inferior.enabled = false;
    plain.connections.max_fulls = 1;
    plain.connections.edge_midpoints = false;
    let mut all: Vec<SearchOutcome> = [Recipe::Thorough.options(), plain]
        .into_iter()
        .map(|analysis_options| {
            table.clear();
            let analysis = Analysis::new(position, analysis_options);
            let field =
                ConnectedPosition::new(analysis, options.search.evaluate_by, options.search.order);
            run(&field, options, &table, depth)
        })
        .collect();
    table.clear();
    all.push(run(
        &PlainPosition::new(position, None),
        options,
        &table,
        depth,
    ));
    all
}

/// Compares the result of a search with exhaustive play. If `complete`, the search must have proved
/// the winner.
fn holds(
    oracle: &mut Oracle,
    position: &Position<1>,
    found: &SearchOutcome,
    complete: bool,
    what: &str,
) {
    let mover = position.to_move();
    let wins = oracle.winner(position, mover) == mover;
    let proved = found.score.filter(|score| score.is_proved());
    if let Some(score) = proved {
        assert_eq!(score.is_won(), wins, "{what}: {score}\n{position:?}");
    }
    for root in &found.moves {
        // The score bounds the move from above, or is exact; a loss is a loss either way.
        if root.score.is_some_and(Score::is_lost) {
            let lost = !oracle.is_winning(position, mover, root.cell);
            assert!(lost, "{what}: {root:?}\n{position:?}");
        }
    }
    if proved.is_some_and(Score::is_won) && !found.moves.is_empty() {
        let best = found.best.expect("a move");
        assert!(
            oracle.is_winning(position, mover, best),
            "{what}: {best:?}\n{position:?}"
        );
    }
    // If an analysis decides the position, there is nothing to search.
    assert!(
        !complete || proved.is_some() || found.moves.is_empty(),
        "{what}: {found:?}\n{position:?}"
    );
}

#[test]
fn searches_of_3x3_are_right() {
    let size = BoardSize::square(3).expect("in range");
    let mut oracle = Oracle::new(&Position::new(size));
    let step = if asked().is_some_and(|cases| cases >= 20_000) {
        1
    } else {
        41
    };
    let mut tried = 0;
    for number in (0..3_usize.pow(9)).step_by(step) {
        let mut position = numbered(size, number);
        if position.winner().is_some() {
            continue;
        }
        for mover in Colour::ALL {
            position.set_to_move(mover);
            tried += 1;
            for pairs in SOUND {
                for found in outcomes(&position, &options(pairs), None) {
                    holds(&mut oracle, &position, &found, true, pairs);
                }
            }
            for pairs in SELECTIVE {
                for found in outcomes(&position, &options(pairs), Some(4)) {
                    holds(&mut oracle, &position, &found, false, pairs);
                }
            }
        }
    }
    println!("{tried} positions");
    assert!(tried > 100);
}

#[test]
fn searches_of_larger_boards_are_right() {
    let cases = asked().map_or(30, |cases| cases as usize);
    let mut random = StdRng::seed_from_u64(5);
    let mut tried = 0;
    while tried < cases {
        let (width, height) = [(4, 4), (4, 5), (5, 5)][tried % 3];
        let size = BoardSize::new(width, height).expect("in range");
        let mut position = Position::<1>::new(size);
        let mut free: Vec<Cell> = size.all().collect();
        let stones = size.cells() - random.random_range(8..13);
        for number in 0..stones {
            let cell = free.swap_remove(random.random_range(0..free.len()));
            position.place(Colour::ALL[number % 2], cell);
        }
        position.set_to_move(Colour::ALL[random.random_range(0..2)]);
        if position.winner().is_some() {
            continue;
        }
        tried += 1;
        let mut oracle = Oracle::new(&position);
        for pairs in SOUND {
            for found in outcomes(&position, &options(pairs), None) {
                holds(&mut oracle, &position, &found, true, pairs);
            }
        }
        for pairs in SELECTIVE {
            for depth in 1..5 {
                for found in outcomes(&position, &options(pairs), Some(depth)) {
                    holds(&mut oracle, &position, &found, false, pairs);
                }
            }
        }
    }
}

#[test]
fn the_same_search_gives_the_same_result() {
    let size = BoardSize::square(7).expect("in range");
    let mut position = Position::<1>::new(size);
    for name in ["b2", "e5", "d3"] {
        position.play(size.read(name).expect("a cell"));
    }
    for pairs in SOUND.iter().chain(&SELECTIVE) {
        let options = options(pairs);
        let table = TranspositionTable::new(options.search.table_bytes);
        let limits = Limits::nodes(300);
        let analysis = Analysis::new(&position, Recipe::Thorough.options());
        let field =
            ConnectedPosition::new(analysis, options.search.evaluate_by, options.search.order);
        let first = search(
            field.clone(),
            &options.search,
            &*queenbee::selection(&options.search, &options.queenbee),
            &table,
            limits,
            &NoObserver,
        );
        assert!(first.best.is_some() && first.nodes <= 300);
        table.clear();
        let second = search(
            field.clone(),
            &options.search,
            &*queenbee::selection(&options.search, &options.queenbee),
            &table,
            limits,
            &NoObserver,
        );
        assert_eq!(first, second, "{pairs}");
        let other = TranspositionTable::new(options.search.table_bytes);
        let third = search(
            field.clone(),
            &options.search,
            &*queenbee::selection(&options.search, &options.queenbee),
            &other,
            limits,
            &NoObserver,
        );
        assert_eq!(first, third, "{pairs}");
    }
}

/// A search that is interrupted just after its favourite was proved lost plays another move.
#[test]
fn a_move_that_loses_is_not_played_while_others_are_open() {
    let size = BoardSize::square(8).expect("in range");
    let mut position = Position::<2>::new(size);
    for (colour, names) in [
        (Colour::Black, ["d4", "d6", "g2"]),
        (Colour::White, ["d5", "e4", "e6"]),
    ] {
        for name in names {
            position.place(colour, size.read(name).expect("a cell"));
        }
    }
    position.set_to_move(Colour::Black);
    let options = options("select=beam,leaf_turn=other");
    let mut refuted = 0;
    for nodes in [1500, 1600, 1700, 1800] {
        let table = TranspositionTable::new(options.search.table_bytes);
        let limits = Limits::nodes(nodes);
        let analysis = Analysis::new(&position, Recipe::Thorough.options());
        let field =
            ConnectedPosition::new(analysis, options.search.evaluate_by, options.search.order);
        let found = search(
            field.clone(),
            &options.search,
            &*queenbee::selection(&options.search, &options.queenbee),
            &table,
            limits,
            &NoObserver,
        );
        let lost = |root: &RootMove| root.score.is_some_and(Score::is_lost);
        refuted += usize::from(found.moves.iter().any(lost));
        assert!(!found.moves.first().is_some_and(lost), "{nodes}: {found:?}");
    }
    assert!(refuted > 0);
}

/// Two threads make no false claims either.
#[test]
fn two_threads_are_right() {
    let size = BoardSize::new(4, 4).expect("in range");
    let mut oracle = Oracle::new(&Position::new(size));
    for cell in size.all() {
        let mut position = Position::<1>::new(size);
        position.play(cell);
        let options = options("select=full");
        let table = TranspositionTable::new(options.search.table_bytes);
        let mut analysis_options = Recipe::Thorough.options();
        analysis_options.inferior.enabled = false;
        analysis_options.connections.max_fulls = 1;
        let field = ConnectedPosition::new(
            Analysis::new(&position, analysis_options),
            options.search.evaluate_by,
            options.search.order,
        );
        let limits = Limits {
            threads: 2,
            ..Limits::default()
        };
        let found = search(
            field.clone(),
            &options.search,
            &*queenbee::selection(&options.search, &options.queenbee),
            &table,
            limits,
            &NoObserver,
        );
        holds(&mut oracle, &position, &found, true, "two threads");
    }
}
