//! The solver against exhaustive play: winners, winning moves and carriers, with any switches; and
//! against known results on larger boards.

use crate::support::players;
use crate::support::sampling::{SIZES, asked, numbered, random_position, seeded};
use crate::support::small_boards::Oracle;
use mustplay::at_width;
use mustplay::base::parameter::Options;
use mustplay::hex::SwapRight;
use mustplay::hex::{BoardSize, Cell, CellSet, Colour, Move, Position};
use mustplay::hex::{Game, SwapStyle};
use mustplay::player::{self, MoveRequest};
use mustplay::solver::{ProofResult, ProveOptions, Solver};
use mustplay::think::Score;
use mustplay::think::{Limits, NoObserver};
use rand::RngExt;

fn options(pairs: &str) -> ProveOptions {
    let mut set = ProveOptions::default();
    set.set("hash", "1").expect("an option");
    set.set_all(pairs).expect("options");
    set
}

/// Each switch in turn.
const SETS: [&str; 10] = [
    "cut_regions=0",
    "epsilon=0.25",
    "fill_in=0",
    "prune_inferior=0",
    "fill_in=0,prune_inferior=0,claims=0",
    "claims=40,widening_factor=1",
    "widening_base=0,widening_factor=0",
    "epsilon=3",
    "connections=thorough",
    "threads=2",
];

/// Whether the winner wins with only the cells of the carrier.
fn holds_alone(
    oracle: &mut Oracle,
    position: &Position<1>,
    winner: Colour,
    carrier: CellSet<1>,
) -> bool {
    let mut alone = *position;
    for cell in position.empty() - carrier {
        alone.place(!winner, cell);
    }
    oracle.winner(&alone, position.to_move()) == winner
}

/// Compares a result with exhaustive play.
fn holds(oracle: &mut Oracle, position: &Position<1>, verdict: &ProofResult<1>, what: &str) {
    let mover = position.to_move();
    let winner = oracle.winner(position, mover);
    assert_eq!(verdict.winner, Some(winner), "{what}\n{position:?}");
    assert!(
        holds_alone(oracle, position, winner, verdict.carrier),
        "{what}: {}\n{position:?}",
        position.size().names(verdict.carrier)
    );
    if winner == mover && position.winner().is_none() {
        let best = verdict.best.expect("a winning move");
        assert!(
            oracle.is_winning(position, mover, best),
            "{what}: {best:?}\n{position:?}"
        );
    }
}

fn solve(solver: &mut Solver<1>, position: &Position<1>) -> ProofResult<1> {
    solver.solve(position, Limits::default(), &NoObserver)
}

#[test]
fn random_positions_are_solved() {
    let cases = asked().map_or(1_500, |cases| cases as usize);
    let mut tried = 0;
    for (width, height) in SIZES {
        let size = BoardSize::new(width, height).expect("in range");
        let mut random = seeded(21);
        let mut oracle = Oracle::new(&Position::new(size));
        // The solvers reuse their results from one position to the next.
        let mut solvers: Vec<Solver<1>> = SETS
            .iter()
            .map(|pairs| Solver::new(size, options(pairs)))
            .collect();
        for _ in 0..cases / SIZES.len() {
            let mut position = random_position(&mut random, width, height);
            if random.random_bool(0.5) {
                position.set_to_move(!position.to_move());
            }
            for (solver, what) in solvers.iter_mut().zip(SETS) {
                let verdict = solve(solver, &position);
                holds(&mut oracle, &position, &verdict, what);
                tried += 1;
            }
        }
    }
    println!("{tried} solved");
}

#[test]
fn positions_of_3x3_and_3x4_are_solved() {
    let step = if asked().is_some_and(|cases| cases >= 100_000) {
        1
    } else {
        31
    };
    for (width, height) in [(3, 3), (4, 3), (3, 4)] {
        let size = BoardSize::new(width, height).expect("in range");
        let step = if width + height == 6 { 1 } else { step * 7 };
        let mut oracle = Oracle::new(&Position::new(size));
        let mut solver = Solver::new(size, options("claims=1000"));
        let mut solver_of_none = Solver::new(size, options("fill_in=0,prune_inferior=0,claims=0"));
        for number in (0..3_usize.pow(size.cells() as u32)).step_by(step) {
            let mut position = numbered(size, number);
            for mover in Colour::ALL {
                position.set_to_move(mover);
                for solver in [&mut solver, &mut solver_of_none] {
                    let verdict = solve(solver, &position);
                    holds(&mut oracle, &position, &verdict, "small");
                }
            }
        }
    }
}

#[test]
fn winning_moves_are_all_found() {
    let cases = asked().map_or(200, |cases| cases as usize / 4);
    let mut random = seeded(5);
    for (width, height) in SIZES {
        let size = BoardSize::new(width, height).expect("in range");
        let mut oracle = Oracle::new(&Position::new(size));
        let solver = Solver::new(size, options("hash=1"));
        for _ in 0..cases / SIZES.len() {
            let position = random_position(&mut random, width, height);
            if position.winner().is_some() {
                continue;
            }
            let (moves, _) = solver.winning_moves(&position, false, Limits::default(), &NoObserver);
            let mover = position.to_move();
            let winning = position.empty().iter();
            let winning: Vec<Cell> = winning
                .filter(|&cell| oracle.is_winning(&position, mover, cell))
                .collect();
            assert_eq!(moves, winning, "{position:?}");
        }
    }
}

/// The winner after each opening of a board, from `positions/openings.txt`.
fn known_openings(side: usize) -> Vec<(Cell, Colour)> {
    let text = include_str!("../../../positions/openings.txt");
    let size = BoardSize::square(side).expect("in range");
    let title = format!("{side}x{side}");
    let lines = text.lines().skip_while(|line| line.trim() != title).skip(1);
    let letters = lines.take(side).flat_map(str::split_whitespace);
    let winner = |letter| match letter {
        "B" => Colour::Black,
        _ => Colour::White,
    };
    size.all().zip(letters.map(winner)).collect()
}

fn opening<const W: usize>(solver: &mut Solver<W>, size: BoardSize, cell: Cell) -> Option<Colour> {
    let mut position = Position::new(size);
    position.play(cell);
    solver
        .solve(&position, Limits::default(), &NoObserver)
        .winner
}

#[test]
fn openings_have_the_known_winners() {
    let longest = if asked().is_some() { 7 } else { 6 };
    for side in 2..=longest {
        let size = BoardSize::square(side).expect("in range");
        let known = known_openings(side);
        assert_eq!(known.len(), side * side);
        let mut solver = Solver::<1>::new(size, options("hash=100"));
        for (cell, winner) in known {
            assert_eq!(
                opening(&mut solver, size, cell),
                Some(winner),
                "{size} {}",
                size.name(cell)
            );
        }
    }
}

#[test]
fn a_table_that_is_far_too_small_changes_no_answer() {
    let size: BoardSize = "6".parse().expect("a size");
    let small = ProveOptions {
        table_bytes: 6_000,
        ..options("hash=1")
    };
    let mut more = 0;
    for (cell, winner) in known_openings(6).into_iter().step_by(3) {
        let [tight, wide] = [small, options("hash=100")].map(|options| {
            let solver = Solver::<1>::new(size, options);
            let mut position = Position::new(size);
            position.play(cell);
            let limits = Limits::nodes(200_000);
            solver.solve(&position, limits, &NoObserver)
        });
        assert_eq!(wide.winner, Some(winner), "{}", size.name(cell));
        assert_eq!(tight.winner, Some(winner), "{}", size.name(cell));
        more += usize::from(tight.nodes > wide.nodes);
    }
    // The small table was indeed too small.
    assert!(more > 1);
}

#[test]
fn rectangles_are_won_by_the_side_with_closer_edges() {
    // White's edges are closer on a board that is taller than wide.
    for (width, height) in [(4, 5), (5, 6), (6, 7)] {
        let size = BoardSize::new(width, height).expect("in range");
        let mut solver = Solver::<1>::new(size, options("hash=100"));
        for cell in size.all() {
            assert_eq!(
                opening(&mut solver, size, cell),
                Some(Colour::White),
                "{size} {}",
                size.name(cell)
            );
        }
    }
}

#[derive(serde::Deserialize)]
struct Puzzle {
    id: String,
    width: usize,
    height: usize,
    black: Vec<String>,
    white: Vec<String>,
    to_move: String,
    winner: String,
    #[serde(default)]
    winning_moves: Vec<String>,
    reference_seconds: f64,
}

fn is_solved<const W: usize>(puzzle: &Puzzle, size: BoardSize) {
    let mut position = Position::<W>::new(size);
    for (colour, cells) in [
        (Colour::Black, &puzzle.black),
        (Colour::White, &puzzle.white),
    ] {
        for cell in cells {
            position.place(colour, size.read(cell).expect("a cell"));
        }
    }
    position.set_to_move(puzzle.to_move.parse().expect("a colour"));
    let solver = Solver::new(size, options("hash=100"));
    let verdict = solver.solve(&position, Limits::default(), &NoObserver);
    let winner: Colour = puzzle.winner.parse().expect("a colour");
    assert_eq!(verdict.winner, Some(winner), "{}", puzzle.id);
    for cell in &puzzle.winning_moves {
        let mut after = position;
        after.play(size.read(cell).expect("a cell"));
        let verdict = solver.solve(&after, Limits::default(), &NoObserver);
        assert_eq!(verdict.winner, Some(winner), "{} {cell}", puzzle.id);
    }
}

#[test]
fn puzzles_have_the_known_winners() {
    let text = include_str!("../../../positions/puzzles.json");
    let puzzles: Vec<Puzzle> = serde_json::from_str(text).expect("puzzles");
    let most = if asked().is_some() { 1e9 } else { 20.0 };
    let mut tried = 0;
    for puzzle in puzzles
        .iter()
        .filter(|puzzle| puzzle.reference_seconds <= most)
    {
        let size = BoardSize::new(puzzle.width, puzzle.height).expect("in range");
        at_width!(size, W => is_solved::<W>(puzzle, size));
        tried += 1;
    }
    assert!(tried >= 30, "{tried}");
}

#[test]
fn a_solver_beside_the_search_wins_won_positions() {
    let size = BoardSize::square(6).expect("in range");
    let mut random = seeded(8);
    let options = players::options("mustplay:solver=1,max_time=2");
    for (cell, _) in known_openings(6)
        .into_iter()
        .filter(|known| known.1 == Colour::White)
        .take(6)
    {
        let mut player = player::make(&options);
        let mut game = Game::new(size);
        game.play(Colour::Black, Move::Place(cell), SwapStyle::Pieces)
            .expect("legal");
        let solver = Solver::<1>::new(size, self::options("hash=10"));
        while game.board().winner().is_none() {
            let colour = game.board().to_move();
            let mv = if colour == Colour::White {
                let request = MoveRequest {
                    game: &game,
                    colour,
                    swap: SwapRight::None,
                    budget: options.budget(),
                    observer: &NoObserver,
                };
                player.choose(&request)
            } else {
                let empty: Vec<Cell> = game.board().empty().iter().collect();
                Move::Place(empty[random.random_range(0..empty.len())])
            };
            let held = player
                .report()
                .and_then(|report| report.value)
                .is_some_and(Score::is_won);
            game.play(colour, mv, SwapStyle::Pieces).expect("legal");
            if held {
                let winner = solver
                    .solve(&game.board().resize(), Limits::default(), &NoObserver)
                    .winner;
                assert_eq!(winner, Some(Colour::White), "{:?}", game.board());
            }
        }
    }
}
