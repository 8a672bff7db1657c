//! Late positions: exactly the moves listed as winning win, the shared ones are right, and players
//! can be measured with them.

use crate::support::engine::{FOLDER, run, stdout};
use crate::support::folder::Folder;
use crate::support::sampling::asked;
use mustplay::at_width;
use mustplay::hex::{Board, BoardSize, Cell, Colour};
use mustplay::solver::{ProveOptions, Solver};
use mustplay::teach::puzzle::Unknown;
use mustplay::teach::puzzle::late::{self, LatePosition, Wanted};
use mustplay::think::{Limits, NoObserver};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::fs;

fn shared(name: &str) -> Vec<LatePosition> {
    let text = fs::read_to_string(format!("{}/positions/{name}", env!("CARGO_MANIFEST_DIR")))
        .expect("the file");
    late::read(&text).expect("late positions")
}

/// Checked by a solver without move pruning and fill-in.
#[test]
fn small_late_positions_are_true() {
    let plain = ProveOptions {
        fill: false,
        prune: false,
        mustplay: false,
        cut_regions: false,
        table_bytes: 4 << 20,
        ..ProveOptions::default()
    };
    let mut chance = StdRng::seed_from_u64(11);
    let mut count = 0;
    let size: BoardSize = "6".parse().unwrap();
    let solver = Solver::<1>::new(size, plain);
    for _ in 0..asked().unwrap_or(150) {
        let mut board = Board::new(size);
        for _ in 0..chance.random_range(3..9) {
            let empty: Vec<Cell> = board.empty().iter().collect();
            board.play(empty[chance.random_range(0..empty.len())]);
        }
        let found = late::examine(&board, 10_000, &NoObserver);
        let Some(found) = found.expect("a small board is settled") else {
            continue;
        };
        count += 1;
        for cell in board.empty() {
            let mut after = board;
            after.play(cell);
            let limits = Limits::default();
            let winner = solver.solve(&after.resize(), limits, &NoObserver).winner;
            assert_eq!(
                found.wins(cell),
                winner == Some(board.to_move()),
                "{board:?} {cell:?}"
            );
        }
        assert!(3 * found.winning.len() <= board.empty().len(), "{board:?}");
        assert!(found.tempting.len() >= 2, "{board:?}");
    }
    println!("{count} late positions");
    assert!(count > 0);
}

/// Of the same games those positions are found that are wanted, and no others.
#[test]
fn only_wanted_positions_are_found() {
    let mut chance = StdRng::seed_from_u64(12);
    let size: BoardSize = "6".parse().unwrap();
    let games: Vec<Vec<Board>> = (0..120)
        .map(|_| {
            let mut board = Board::new(size);
            for _ in 0..chance.random_range(3..9) {
                let empty: Vec<Cell> = board.empty().iter().collect();
                board.play(empty[chance.random_range(0..empty.len())]);
            }
            vec![board]
        })
        .collect();
    let found = |wanted: Wanted| {
        let mut found = Vec::new();
        let games = games.iter().cloned();
        late::find(games, wanted, &NoObserver, |one| found.push(one.clone()));
        found
    };
    let all = found(Wanted::new(1000, 10_000));
    let (empty, winning) = (31, 3);
    let is_wanted =
        |one: &&LatePosition| one.board.empty().len() >= empty && one.winning.len() <= winning;
    let some = found(Wanted {
        empty,
        winning,
        ..Wanted::new(1000, 10_000)
    });
    let boards = |all: Vec<&LatePosition>| all.iter().map(|one| one.board).collect::<Vec<_>>();
    assert_eq!(
        boards(some.iter().collect()),
        boards(all.iter().filter(is_wanted).collect())
    );
    assert!(
        !some.is_empty() && some.len() < all.len(),
        "{} of {}",
        some.len(),
        all.len()
    );
    let first = found(Wanted::new(1, 10_000));
    assert_eq!(first[0].board, all[0].board);
    assert_eq!(first.len(), 1);
}

/// The winner of a position, by a fresh solver.
fn winner(board: &Board) -> Option<Colour> {
    at_width!(board.size(), W => {
        let solver = Solver::<W>::new(board.size(), ProveOptions::default());
        solver.solve(&board.resize(), Limits::default(), &NoObserver).winner
    })
}

/// Some of the shared positions that are quick to prove, or all with `MUSTPLAY_CASES=1000`.
#[test]
fn shared_late_positions_are_true() {
    let mut chance = StdRng::seed_from_u64(2);
    let few = shared("late-few-moves.json");
    for late in &few {
        assert!(late.winning.len() <= 3 && late.board.empty().len() >= 60);
    }
    let mut all = shared("late.json");
    all.extend(few);
    if asked().is_none() {
        all.retain(|late| late.effort < 800);
    }
    all.shuffle(&mut chance);
    for late in all.iter().take(asked().map_or(3, |cases| cases as usize)) {
        let board = &late.board;
        let after = |cell| {
            let mut after = *board;
            after.play(cell);
            winner(&after)
        };
        for cell in late.winning {
            assert_eq!(after(cell), Some(board.to_move()), "{board:?} {cell:?}");
        }
        for &cell in &late.tempting {
            assert_eq!(after(cell), Some(!board.to_move()), "{board:?} {cell:?}");
        }
    }
}

#[test]
fn a_file_is_read_back_unchanged_and_faults_are_named() {
    let all = shared("late.json");
    assert!(all.len() >= 20);
    let text = late::write(&all).expect("text");
    let again = late::read(&text).expect("the same");
    assert_eq!(late::write(&again).expect("text"), text);
    let fault = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        late::read(&changed).expect_err(from).to_string()
    };
    assert_eq!(
        fault("mustplay-late/1", "mustplay-late/2"),
        "not of the format mustplay-late/1 but of mustplay-late/2"
    );
    assert!(
        fault("\"winning_moves\":[", "\"winning_moves\":[\"z99\",").starts_with("position 1: z99")
    );
    let stone = all[0]
        .board
        .size()
        .name(all[0].board.stones(Colour::Black).first().unwrap());
    let on_a_stone = format!("\"winning_moves\":[\"{stone}\",");
    assert_eq!(
        fault("\"winning_moves\":[", &on_a_stone),
        format!("position 1: {stone} is not empty")
    );
    assert!(fault("positions", "places").starts_with("not a file of late positions"));
}

#[test]
fn undecided_positions_are_reported() {
    let open = Board::new("9".parse().unwrap());
    assert_eq!(
        late::examine(&open, 1, &NoObserver).map(|_| ()),
        Err(Unknown)
    );
}

/// The workflow of a user: find positions, then measure players.
#[test]
fn players_are_measured_by_late_positions_of_a_game() {
    let folder = Folder::new("late");
    let file = folder.file("late.json");
    let game = format!("{FOLDER}/files/reviewed.sgf");
    stdout(
        &["puzzle", "late", &game, "--nodes", "2000", "--out", &file],
        b"",
    );
    let text = fs::read_to_string(&file).expect("the file");
    assert!(text.contains("\"winning_moves\":[\"e2\"]"), "{text}");
    let players = ["bench", "--late", &file, "--time", "60", "--players"];
    let reply = stdout(
        &[&players[..], &["first", "mustplay:max_nodes=400"]].concat(),
        b"",
    );
    let rows: Vec<&str> = reply.lines().collect();
    let [head, first, lost, best] = rows[..] else {
        panic!("{reply}");
    };
    assert!(head.contains("wins kept"), "{reply}");
    let fields = |row: &str| {
        row.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(fields(first)[..4], ["1", "0", "0", "0"], "{reply}");
    assert_eq!(lost.trim(), "thrown away: 1");
    assert_eq!(fields(best)[..2], ["1", "1"], "{reply}");
    for (arguments, why) in [
        (&["bench", "--late", &file][..], "--players"),
        (
            &["bench", "--late", &game, "--players", "first"],
            "not a file of late positions",
        ),
        (&["puzzle", "late", "nowhere.sgf"], "nowhere.sgf"),
    ] {
        let output = run(arguments, b"");
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && words.contains(why), "{words}");
    }
}
