//! Monte Carlo tree search against exhaustive play: its proofs are right with any switches, on
//! small boards it eventually proves everything, and the same search gives the same result.

use crate::support::players;
use crate::support::sampling::{asked, numbered};
use crate::support::small_boards::Oracle;
use mustplay::base::parameter::Options;
use mustplay::hex::SwapRight;
use mustplay::hex::{BoardSize, Cell, Colour, Move, Position};
use mustplay::hex::{Game, SwapStyle};
use mustplay::knowledge::analysis::{Analysis, AnalysisOptions, Recipe};
use mustplay::papers::engines::montecarlo::{MonteCarloOptions, MonteCarloSearch};
use mustplay::player::{self, MoveRequest};
use mustplay::think::{Limits, NoObserver, Observer, WorkKind};
use mustplay::think::{Score, SearchOutcome};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::time::{Duration, Instant};

fn options(pairs: &str) -> MonteCarloOptions {
    let mut set = MonteCarloOptions::default();
    set.set("uct_memory", "2").expect("an option");
    set.set("uct_knowledge", "0").expect("an option");
    if !pairs.is_empty() {
        set.set_all(pairs).expect("options");
    }
    set
}

const SETS: [&str; 8] = [
    "uct_playouts=1",
    "uct_playouts=0,uct_rave_bias=0",
    "uct_knowledge=5,uct_playouts=2,uct_bridges=0,uct_rave_bias=0.1",
    "uct_rave_bias=0,uct_evaluation_weight=0",
    "uct_evaluation_weight=1,uct_exploration=5",
    "uct_memory=1,uct_knowledge=64",
    "uct_knowledge=12,uct_pattern_power=1",
    "uct_knowledge=8,uct_pattern_playouts=1",
];

/// Analysis options; those that find few connections leave something to search.
fn analysis_options(few: bool) -> AnalysisOptions {
    let mut options = Recipe::Thorough.options();
    if few {
        options.inferior.enabled = false;
        options.connections.max_fulls = 1;
        options.connections.edge_midpoints = false;
        options.connections.max_comparisons = 1;
    }
    options
}

/// Checks a search result against exhaustive play; returns whether it proved a winner.
fn holds(oracle: &mut Oracle, position: &Position<1>, found: &SearchOutcome, what: &str) -> bool {
    let mover = position.to_move();
    let wins = oracle.winner(position, mover) == mover;
    let proved = found.score.filter(|score| score.is_proved());
    if let Some(score) = proved {
        assert_eq!(score.is_won(), wins, "{what}: {score}\n{position:?}");
    }
    for root in &found.moves {
        let cell = root.cell;
        assert!(
            position.empty().contains(cell),
            "{what}: {root:?}\n{position:?}"
        );
        if let Some(score) = root.score.filter(|score| score.is_proved()) {
            let winning = oracle.is_winning(position, mover, cell);
            assert_eq!(score.is_won(), winning, "{what}: {root:?}\n{position:?}");
        }
    }
    if proved.is_some_and(Score::is_won) {
        let best = found.best.expect("a move");
        assert!(
            oracle.is_winning(position, mover, best),
            "{what}: {best:?}\n{position:?}"
        );
    }
    proved.is_some()
}

/// Searches a position that no analysis decides, with all options; returns the numbers of searches
/// and of proofs.
fn search_all(oracle: &mut Oracle, position: &Position<1>) -> (usize, usize) {
    let (mut tried, mut proved) = (0, 0);
    for few in [false, true] {
        let analysis = Analysis::new(position, analysis_options(few));
        if analysis.decided().is_some() {
            continue;
        }
        for pairs in SETS {
            let mut search = MonteCarloSearch::new(position.size(), options(pairs), 3);
            let found = search.search(&analysis, Limits::nodes(20_000), &NoObserver);
            tried += 1;
            proved += usize::from(holds(oracle, position, &found, pairs));
        }
    }
    (tried, proved)
}

#[test]
fn proofs_on_3x3_are_right() {
    let size = BoardSize::square(3).expect("in range");
    let mut oracle = Oracle::new(&Position::new(size));
    let step = if asked().is_some_and(|cases| cases >= 20_000) {
        1
    } else {
        23
    };
    let (mut tried, mut proved) = (0, 0);
    for number in (0..3_usize.pow(9)).step_by(step) {
        let mut position = numbered(size, number);
        if position.winner().is_some() {
            continue;
        }
        for mover in Colour::ALL {
            position.set_to_move(mover);
            let (more, done) = search_all(&mut oracle, &position);
            tried += more;
            proved += done;
        }
    }
    println!("{proved} of {tried}");
    assert!(tried > 50 && proved == tried, "{proved} of {tried}");
}

#[test]
fn proofs_on_larger_boards_are_right() {
    let cases = asked().map_or(40, |cases| cases as usize);
    let mut random = StdRng::seed_from_u64(8);
    let (mut tried, mut proved) = (0, 0);
    for number in 0..cases {
        let (width, height) = [(4, 4), (4, 5), (5, 5)][number % 3];
        let size = BoardSize::new(width, height).expect("in range");
        let mut position = Position::<1>::new(size);
        let mut free: Vec<Cell> = size.all().collect();
        for stone in 0..size.cells() - random.random_range(8..14) {
            let cell = free.swap_remove(random.random_range(0..free.len()));
            position.place(Colour::ALL[stone % 2], cell);
        }
        position.set_to_move(Colour::ALL[random.random_range(0..2)]);
        if position.winner().is_some() {
            continue;
        }
        let mut oracle = Oracle::new(&position);
        let (more, done) = search_all(&mut oracle, &position);
        tried += more;
        proved += done;
    }
    println!("{proved} of {tried}");
    assert!(tried > 20 && 4 * proved > 3 * tried, "{proved} of {tried}");
}

/// A position from the middle of a game on 7x7.
fn middle() -> Position<1> {
    let size = BoardSize::square(7).expect("in range");
    let mut position = Position::new(size);
    for name in ["b2", "e5", "d3"] {
        position.play(size.read(name).expect("a cell"));
    }
    position
}

#[test]
fn the_same_search_gives_the_same_result() {
    let position = middle();
    let analysis = Analysis::new(&position, analysis_options(true));
    let run = |seed| {
        let mut search = MonteCarloSearch::new(position.size(), options(""), seed);
        search.search(&analysis, Limits::nodes(2000), &NoObserver)
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1).moves, run(2).moves);
}

#[test]
fn a_tree_moves_on_with_the_game() {
    let mut position = middle();
    let analysis = Analysis::new(&position, analysis_options(true));
    let mut search = MonteCarloSearch::new(position.size(), options(""), 1);
    let found = search.search(&analysis, Limits::nodes(3000), &NoObserver);
    assert!(!found.score.is_some_and(Score::is_proved), "{found:?}");
    for &cell in &found.pv[..2] {
        position.play(cell);
    }
    let analysis = Analysis::new(&position, analysis_options(true));
    let kept = search.search(&analysis, Limits::nodes(1), &NoObserver);
    let mut search = MonteCarloSearch::new(position.size(), options(""), 1);
    let fresh = search.search(&analysis, Limits::nodes(1), &NoObserver);
    let visits = |found: &SearchOutcome| -> u32 {
        let moves = found.moves.iter();
        moves.map(|root| root.visits).sum()
    };
    assert!(visits(&kept) > 10 * visits(&fresh));
}

#[test]
fn the_tree_stays_within_its_memory() {
    let position = middle();
    let analysis = Analysis::new(&position, analysis_options(true));
    for megabytes in [1, 2, 8] {
        let set = options(&format!("uct_memory={megabytes},uct_playouts=1"));
        let mut search = MonteCarloSearch::new(position.size(), set, 1);
        assert!(search.bytes() <= megabytes << 20);
        search.search(&analysis, Limits::nodes(20_000), &NoObserver);
        assert!(search.bytes() <= megabytes << 20);
    }
}

/// Stops a search after some time.
struct At(Instant);

impl Observer for At {
    fn should_stop(&self, _: WorkKind) -> bool {
        Instant::now() >= self.0
    }
}

#[test]
fn a_search_ends_soon_when_it_is_stopped() {
    let size = BoardSize::square(13).expect("in range");
    let analysis = Analysis::new(&Position::<3>::new(size), analysis_options(false));
    let mut search = MonteCarloSearch::new(size, options("uct_memory=16"), 1);
    let end = Instant::now() + Duration::from_millis(200);
    search.search(&analysis, Limits::default(), &At(end));
    // Fifty milliseconds on an otherwise idle machine.
    assert!(end.elapsed() < Duration::from_millis(500));
}

#[test]
fn a_game_against_chance_is_won() {
    for (number, size) in ["6", "7x5", "5x7"].into_iter().enumerate() {
        let mut game = Game::new(size.parse().expect("a size"));
        let seats = ["montecarlo:max_nodes=320,max_time=60", "random"];
        let mut players = seats.map(|text| {
            let options = players::options(text);
            (player::make(&options), options.budget())
        });
        while game.outcome().is_none() {
            let colour = game.to_move();
            let (player, budget) = &mut players[(colour.index() + number) % 2];
            let request = MoveRequest {
                game: &game,
                colour,
                swap: SwapRight::None,
                budget: *budget,
                observer: &NoObserver,
            };
            let mv = player.choose(&request);
            assert!(matches!(mv, Move::Place(_)));
            game.play(colour, mv, SwapStyle::Pieces)
                .expect("a legal move");
        }
        let winner = game.board().winner().expect("a winner");
        assert_eq!((winner.index() + number) % 2, 0);
    }
}
