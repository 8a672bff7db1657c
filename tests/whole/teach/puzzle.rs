//! Puzzles: exactly one move wins, by exhaustive play and by certificates; refutations are right;
//! files; and the messages to the solver of a puzzle.

use crate::support::engine::{FOLDER, run, stdout};
use crate::support::folder::Folder;
use crate::support::sampling::asked;
use crate::support::small_boards::Oracle;
use mustplay::certificate::check;
use mustplay::hex::sgf;
use mustplay::hex::{Board, BoardSize, Cell, Colour, Position};
use mustplay::solver::{ProveOptions, Solver};
use mustplay::teach::puzzle::{self, Puzzle, Settings, Unknown, examine, make};
use mustplay::think::{Limits, NoObserver};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;
use std::fs;

fn made(size: &str, count: usize, seed: u64) -> Vec<Puzzle> {
    let settings = Settings {
        size: size.parse().unwrap(),
        count,
        seed,
        nodes: 1000,
    };
    make(settings, &NoObserver, |_| {})
}

fn after(board: &Board, cell: Cell) -> Board {
    let mut after = *board;
    after.play(cell);
    after
}

/// The winner, by exhaustive play.
fn winner(oracle: &mut Oracle, board: &Board) -> Colour {
    oracle.winner(&board.resize(), board.to_move())
}

/// The winning moves, by exhaustive play.
fn winning(oracle: &mut Oracle, board: &Board) -> Vec<Cell> {
    let wins = |cell: &Cell| winner(oracle, &after(board, *cell)) == board.to_move();
    board.empty().iter().filter(wins).collect()
}

/// A position with this many stones.
fn random_position(size: BoardSize, stones: usize, chance: &mut StdRng) -> Board {
    let mut board = Board::new(size);
    for _ in 0..stones {
        let empty: Vec<Cell> = board.empty().iter().collect();
        board.play(empty[chance.random_range(0..empty.len())]);
    }
    board
}

/// Accepted puzzles are puzzles by exhaustive play; each refutation holds inside its carrier, and
/// its answer wins.
#[test]
fn small_puzzles_and_their_refutations_are_true() {
    let mut chance = StdRng::seed_from_u64(5);
    let (mut puzzles, mut refuted, mut others) = (0, 0, 0);
    let boards = [
        ("5x4", 6..9),
        ("4x5", 6..9),
        ("4x6", 9..11),
        ("6x4", 9..11),
        ("5", 10..13),
    ];
    for (size, stones) in boards {
        let size: BoardSize = size.parse().unwrap();
        let oracle = &mut Oracle::new(&Position::new(size));
        for _ in 0..asked().unwrap_or(2000) {
            let board = random_position(size, chance.random_range(stones.clone()), &mut chance);
            let found = examine(&board, 10_000, &NoObserver).expect("a small board is settled");
            let Some(puzzle) = found else {
                others += 1;
                continue;
            };
            puzzles += 1;
            assert_eq!(winning(oracle, &board), [puzzle.solution], "{board:?}");
            assert!(
                !puzzle.refutations.is_empty(),
                "nothing tempts in {board:?}"
            );
            assert!(oracle.winner(&board.resize(), board.to_move()) == board.to_move());
            for wrong in &puzzle.refutations {
                let (mover, lost) = (board.to_move(), after(&board, wrong.cell));
                let answer = wrong.line[0];
                assert!(wrong.carrier.is_subset(lost.empty()) && wrong.carrier.contains(answer));
                // It holds even if the loser owns all other cells.
                let mut least = lost;
                for cell in lost.empty() - wrong.carrier {
                    least.place(mover, cell);
                }
                assert_eq!(winner(oracle, &least), !mover, "{board:?}");
                assert_eq!(winner(oracle, &after(&lost, answer)), !mover, "{board:?}");
                refuted += 1;
            }
        }
    }
    println!("{puzzles} puzzles, {refuted} refutations, {others} other positions");
    assert!(puzzles >= 5 && refuted >= puzzles);
}

/// On larger boards, checked certificates agree on every move and on the answers to refuted moves.
#[test]
fn larger_puzzles_are_puzzles_by_certificates() {
    for (size, count) in [("5", 3), ("6", 2)] {
        let puzzles = made(size, count, 3);
        assert_eq!(puzzles.len(), count);
        for puzzle in &puzzles {
            let board = &puzzle.board;
            let solver = Solver::<1>::new(board.size(), ProveOptions::default());
            let winner = |board: &Board| {
                let limits = Limits::default();
                let proof = solver.certify(&board.resize(), limits, &NoObserver);
                let checked = check(&proof.expect("a certificate")).expect("a proof");
                assert_eq!(checked.position, board.resize());
                checked.winner
            };
            for cell in board.empty() {
                let wins = winner(&after(board, cell)) == board.to_move();
                assert_eq!(wins, cell == puzzle.solution, "{board:?} {cell:?}");
            }
            for wrong in &puzzle.refutations {
                let answered = after(&after(board, wrong.cell), wrong.line[0]);
                assert_eq!(winner(&answered), !board.to_move(), "{board:?}");
            }
        }
    }
}

#[test]
fn unsettled_positions_are_no_puzzles() {
    let open = Board::new("7".parse().unwrap());
    assert_eq!(examine(&open, 1, &NoObserver).map(|_| ()), Err(Unknown));
    let mut over = Board::new("2".parse().unwrap());
    for name in ["a1", "b1", "a2"] {
        over.play(over.size().read(name).unwrap());
    }
    assert!(matches!(examine(&over, 100, &NoObserver), Ok(None)));
}

#[test]
fn the_same_seed_gives_the_same_puzzles_and_none_twice() {
    let text = |seed| puzzle::write(&made("6", 4, seed)).unwrap();
    assert_eq!(text(1), text(1));
    assert_ne!(text(1), text(2));
    let puzzles = made("6", 4, 1);
    let mut seen = HashSet::new();
    for puzzle in &puzzles {
        let board = puzzle.board;
        let turns = [
            board,
            board.rotated(),
            board.reflected(),
            board.reflected().rotated(),
        ];
        for same in turns.map(|board| format!("{board:?}")) {
            assert!(!seen.contains(&same), "twice: {same}");
        }
        seen.insert(format!("{board:?}"));
    }
    assert!(puzzles.is_sorted_by_key(Puzzle::hardness));
}

#[test]
fn files_come_back_and_bad_ones_are_refused_with_a_reason() {
    let puzzles = made("5", 2, 1);
    let text = puzzle::write(&puzzles).unwrap();
    let back = puzzle::read(&text).unwrap();
    assert_eq!(puzzle::write(&back).unwrap(), text);
    let first = puzzles[0].board.size().name(puzzles[0].solution);
    for (from, to, expected) in [
        (
            "mustplay-puzzles/1",
            "mustplay-puzzles/2",
            "not of the format",
        ),
        ("\"width\":5", "\"width\":50", "puzzle 1: unacceptable size"),
        (
            "\"to_move\":\"",
            "\"to_move\":\"x",
            "puzzle 1: to_move: not a colour",
        ),
        (
            &format!("\"winning_moves\":[\"{first}\"]"),
            "\"winning_moves\":[]",
            "puzzle 1: a puzzle must have one winning move",
        ),
        (
            &format!("\"moves\":[\"{first}\""),
            "\"moves\":[\"z9\"",
            "puzzle 1: z9: off the board",
        ),
        ("]}\n", "", "not a puzzle file"),
    ] {
        assert!(text.contains(from), "{from} is not in {text}");
        let error = puzzle::read(&text.replacen(from, to, 1))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

/// The whole workflow: puzzles are made by the program, checked by `solve`, read as games, and
/// solved.
#[test]
fn the_program_makes_solves_and_poses_puzzles() {
    let folder = Folder::new("puzzles");
    let (file, games) = (folder.file("five.json"), folder.file("games"));
    let make = [
        "puzzle", "make", "--size", "5", "--count", "3", "--seed", "1",
    ];
    let mut all = make.to_vec();
    all.extend(["--out", &file, "--sgf", &games]);
    assert_eq!(stdout(&all, b""), "");
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(stdout(&make, b""), text);
    let puzzles = puzzle::read(&text).unwrap();
    // A wrong winner would give exit code 1.
    stdout(&["solve", &file], b"");
    for (number, puzzle) in puzzles.iter().enumerate() {
        let game = fs::read(format!("{games}/puzzle-{:03}.sgf", number + 1)).unwrap();
        let tree = &sgf::parse(&game).unwrap().games[0];
        let game = sgf::to_game(tree, None).unwrap();
        assert_eq!(game.events().len(), puzzle.line.len());
        assert_eq!(sgf::to_game(tree, Some(0)).unwrap().board(), &puzzle.board);
        assert_eq!(
            tree.children(tree.root()).count(),
            1 + puzzle.refutations.len()
        );
    }
    let size = puzzles[0].board.size();
    let right: Vec<String> = puzzles
        .iter()
        .map(|puzzle| size.name(puzzle.solution))
        .collect();
    let solved = stdout(
        &["puzzle", "play", &file],
        (right.join("\n") + "\n").as_bytes(),
    );
    assert_eq!(solved.matches("Right: ").count(), 3, "{solved}");
    assert!(
        solved.ends_with("That was the last puzzle.\nSolved on the first try: 3 of 3.\n"),
        "{solved}"
    );
    // Every other move is refuted or refused, and spoils the first try.
    let all_cells: Vec<String> = size.all().map(|cell| size.name(cell)).collect();
    let wrong = all_cells.iter().filter(|name| **name != right[0]).cloned();
    let typed: Vec<String> = wrong.chain([right[0].clone()]).collect();
    let text = stdout(
        &["puzzle", "play", &file],
        (typed.join("\n") + "\n").as_bytes(),
    );
    let empty = puzzles[0].board.empty().len();
    let taken = text.matches("is taken; choose an empty cell").count();
    assert_eq!(taken, 25 - empty, "{text}");
    assert_eq!(text.matches(" loses: ").count(), empty - 1, "{text}");
    assert!(
        text.ends_with("Solved on the first try: 0 of 1 (1 more with help or a retry).\n"),
        "{text}"
    );
}

#[test]
fn impossible_puzzle_requests_are_refused_with_a_reason() {
    let fails = |arguments: &[&str]| {
        let output = run(arguments, b"");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), text)
    };
    let (code, text) = fails(&["puzzle", "play", "none.json"]);
    assert!(
        code == Some(1) && text.contains("cannot read none.json"),
        "{text}"
    );
    let (code, text) = fails(&["puzzle", "play", "main.rs"]);
    assert!(
        code == Some(1) && text.contains("not a puzzle file"),
        "{text}"
    );
    // A board of one cell has no puzzle.
    let (code, text) = fails(&["puzzle", "make", "--size", "1", "--count", "1"]);
    assert!(
        code == Some(1) && text.contains("found 0 of 1 puzzles"),
        "{text}"
    );
    let (code, text) = fails(&["puzzle", "make", "--size", "9", "--time", "0"]);
    assert!(
        code == Some(1) && text.contains("found 0 of 20 puzzles"),
        "{text}"
    );
    let (code, text) = fails(&["puzzle", "make", "--time", "soon"]);
    assert!(
        code == Some(2) && text.contains("seconds from 0 to 1000000"),
        "{text}"
    );
    assert_eq!(fails(&["puzzle"]).0, Some(2));
    assert!(fs::metadata(format!("{FOLDER}/none.json")).is_err());
}
