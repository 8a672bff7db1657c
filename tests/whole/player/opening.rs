//! The opening rules and the players' swap decisions, against known results: the winner after
//! every opening, by exhaustive search on the plain board.

use crate::support::engine::{run, stdout};
use crate::support::players;
use mustplay::hex::Game;
use mustplay::hex::SwapRight;
use mustplay::hex::{BoardSize, Cell, Colour, Move, Position, SwapStyle};
use mustplay::player::{self, FirstStones, MoveRequest, PlayerOptions};
use mustplay::think::{NoObserver, Observer, WorkKind};
use std::collections::HashMap;

/// Whether the side to move wins, by exhaustive play.
fn wins(position: &mut Position<1>, known: &mut HashMap<u64, bool>) -> bool {
    // Only the side that moved last can have joined its edges.
    let mover = position.to_move();
    if position.geometry().joins(position.stones(!mover), !mover) {
        return false;
    }
    if let Some(&answer) = known.get(&position.hash()) {
        return answer;
    }
    let answer = position.empty().iter().any(|cell| {
        position.play(cell);
        let lost = wins(position, known);
        position.undo(cell);
        !lost
    });
    known.insert(position.hash(), answer);
    answer
}

/// The winner after Black opens on this cell.
fn winner(size: BoardSize, opening: Cell, known: &mut HashMap<u64, bool>) -> Colour {
    let mut position = Position::new(size);
    position.play(opening);
    if wins(&mut position, known) {
        Colour::White
    } else {
        Colour::Black
    }
}

/// The map of one size in `positions/openings.txt`.
fn truth(side: usize) -> Vec<Colour> {
    let text = include_str!("../../../positions/openings.txt");
    let heading = format!("{side}x{side}");
    let rows = text
        .lines()
        .skip_while(|line| *line != heading)
        .skip(1)
        .take(side);
    let letters = rows.flat_map(str::split_whitespace);
    letters
        .map(|letter| letter.parse().expect("B or W"))
        .collect()
}

#[test]
fn openings_of_small_boards_are_as_published() {
    for side in 2..=4 {
        let size = BoardSize::square(side).expect("in range");
        let mut known = HashMap::new();
        let found: Vec<Colour> = size
            .all()
            .map(|cell| winner(size, cell, &mut known))
            .collect();
        assert_eq!(found, truth(side), "{size}");
    }
}

#[test]
fn a_board_one_row_taller_than_wide_is_lost_for_black() {
    for (width, height) in [(2, 3), (3, 4)] {
        let size = BoardSize::new(width, height).expect("in range");
        let mut known = HashMap::new();
        for cell in size.all() {
            assert_eq!(
                winner(size, cell, &mut known),
                Colour::White,
                "{size} {}",
                size.name(cell)
            );
        }
    }
}

#[test]
fn players_with_a_search_swap_winning_openings_on_small_boards() {
    for name in ["mustplay", "wolve", "hexy", "queenbee", "twodistance"] {
        let options = players::with_small_table(&format!("{name}:max_nodes=2"));
        let sides = if name == "mustplay" { 3..=8 } else { 3..=5 };
        for side in sides {
            let size = BoardSize::square(side).expect("in range");
            let mut player = player::make(&options);
            for (cell, winner) in size.all().zip(truth(side)) {
                let mut game = Game::new(size);
                game.place(Colour::Black, cell).expect("legal");
                let mv = player.choose(&MoveRequest {
                    game: &game,
                    colour: Colour::White,
                    swap: SwapRight::MaySwap,
                    budget: options.budget(),
                    observer: &NoObserver,
                });
                let swapped = mv == Move::Swap;
                assert_eq!(
                    swapped,
                    winner == Colour::Black,
                    "{name} {size} {}",
                    size.name(cell)
                );
            }
        }
    }
}

/// Stops every search at once: openings and swaps must not depend on one.
struct AtOnce;

impl Observer for AtOnce {
    fn should_stop(&self, _: WorkKind) -> bool {
        true
    }
}

/// The move of a player at the beginning of a game, or after a first stone.
fn swap_move(options: &PlayerOptions, size: BoardSize, first: Option<Cell>) -> Move {
    let mut game = Game::new(size);
    if let Some(cell) = first {
        game.place(Colour::Black, cell).expect("legal");
    }
    let colour = game.to_move();
    player::make(options).choose(&MoveRequest {
        game: &game,
        colour,
        swap: game.swap_right(colour, Some(SwapStyle::Pieces)),
        budget: options.budget(),
        observer: &AtOnce,
    })
}

/// At every level and time a first stone is worth 42 to 58% by all that is known, and the same
/// player would not take it over.
#[test]
fn first_stones_are_fair_and_are_not_taken_over() {
    for side in [9, 11, 13, 14, 16, 19] {
        let size = BoardSize::square(side).expect("in range");
        let known = FirstStones::new(size).expect("a table");
        let mut opened: Vec<Cell> = Vec::new();
        for level in [1, 3, 5, 7, 9, 10] {
            for limit in ["max_time=0.2", "max_time=1", "max_time=5", "max_nodes=50"] {
                for seed in 0..20 {
                    let text = format!("mustplay:level={level},{limit},seed={seed}");
                    let options = players::with_small_table(&text);
                    let Move::Place(cell) = swap_move(&options, size, None) else {
                        panic!("{text} does not open on {size}");
                    };
                    let name = size.name(cell);
                    let rate = known.win_rate(cell);
                    assert!((0.42..=0.5).contains(&rate), "{text} {size}: {name} {rate}");
                    opened.push(cell);
                }
            }
        }
        opened.sort_unstable();
        opened.dedup();
        // The games differ.
        assert!(opened.len() > 2, "{size}: {opened:?}");
        for cell in opened {
            for level in [1, 9, 10] {
                let text = format!("mustplay:level={level},max_time=5");
                let mv = swap_move(&players::with_small_table(&text), size, Some(cell));
                assert_ne!(mv, Move::Swap, "{text} {size} {}", size.name(cell));
            }
        }
    }
}

/// So are those of players without a book.
#[test]
fn no_player_takes_over_what_it_opens_with() {
    let size = BoardSize::square(11).expect("in range");
    for name in [
        "mustplay:book=off",
        "puct",
        "wolve",
        "hexy",
        "queenbee",
        "policy",
    ] {
        for seed in 0..8 {
            let comma = if name.contains(':') { ',' } else { ':' };
            let text = format!("{name}{comma}max_time=1,seed={seed}");
            let options = players::with_small_table(&text);
            let first = swap_move(&options, size, None);
            let cell = first.cell().expect("a stone");
            assert_ne!(swap_move(&options, size, Some(cell)), Move::Swap, "{text}");
        }
    }
}

#[test]
fn openings_are_listed_on_the_command_line() {
    let text = stdout(&["openings", "--size", "3", "--moves", "1"], b"");
    assert!(text.ends_with("--moves 1\na1\nb1\nc1\na2\nb2\n"), "{text}");
    let arguments = [
        "openings",
        "--size",
        "4",
        "--balanced",
        "--count",
        "3",
        "--nodes",
        "20",
        "--sample",
        "30",
        "--seed",
        "7",
    ];
    let text = stdout(&arguments, b"");
    assert!(text.contains("of 30 evaluated out of"), "{text}");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 3);
    // The header gives the command that makes it, for any number of threads.
    let command = text
        .lines()
        .find_map(|line| line.strip_prefix("# mustplay "));
    let mut again: Vec<&str> = command.expect("a command").split(' ').collect();
    again.extend(["--jobs", "2"]);
    assert_eq!(stdout(&again, b""), text);
    again.push("--json");
    let json = stdout(&again, b"");
    let records = json
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let records: Vec<serde_json::Value> = records.collect();
    assert_eq!(
        (records.len(), &records[0]["format"]),
        (4, &"mustplay-openings/1".into())
    );
    for (record, line) in records[1..].iter().zip(&lines) {
        let moves = record["moves"].as_array().expect("moves");
        let moves: Vec<&str> = moves.iter().filter_map(|name| name.as_str()).collect();
        assert!(line.starts_with(&moves.join(" ")), "{line}: {record}");
        assert!(record["views"]["black"].is_string(), "{record}");
    }
}

#[test]
fn wrong_usage_of_openings_names_valid_usage() {
    for (arguments, expected) in [
        (&["--moves", "3"][..], "1 or 2"),
        (&["--nodes", "9"], "--balanced"),
        (&["--size", "1"], "no such opening"),
        (&["--balanced", "--count", "0"], "a number from 1"),
        (&["--balanced", "--player", "rondam"], "choose from first"),
        (
            &["--size", "3", "--balanced", "--player", "random"],
            "does not evaluate positions",
        ),
    ] {
        let output = run(&[&["openings"], arguments].concat(), b"");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
        assert!(
            complaint.contains(expected) && output.stdout.is_empty(),
            "{complaint}"
        );
    }
}

/// The shipped sets contain openings of their size, without duplicates.
#[test]
fn the_balanced_sets_have_no_duplicates() {
    for (side, name) in [
        (7, "balanced-7x7"),
        (9, "balanced-9x9"),
        (11, "own-balanced-11x11"),
        (12, "balanced-12x12"),
        (13, "balanced-13x13"),
        (14, "balanced-14x14"),
        (19, "balanced-19x19"),
    ] {
        let size = BoardSize::square(side).expect("in range");
        let folder = env!("CARGO_MANIFEST_DIR");
        let path = format!("{folder}/positions/openings/{name}.txt");
        let text = std::fs::read_to_string(path).expect("a file");
        let openings = mustplay::arena::openings::read(size, &text).expect("openings");
        assert!(openings.iter().all(|opening| opening.moves().len() == 2));
        assert_eq!(
            mustplay::arena::openings::distinct(openings).len(),
            24,
            "{name}"
        );
    }
}

/// The engine's estimates of openings on small boards are mostly right; its proofs always are.
#[test]
fn estimates_of_7x7_mostly_agree_with_the_winners() {
    use mustplay::arena::balance;
    let size = BoardSize::square(7).expect("in range");
    let options = players::options("mustplay");
    let openings = balance::all(size, 1);
    let estimated =
        balance::evaluate(&openings, &options, 400, 2, &NoObserver, &|_| {}).expect("estimates");
    let winners = truth(7);
    let mut right = 0;
    for one in &estimated {
        let cell = one.opening.moves()[0];
        let wins = winners[cell.index()] == Colour::Black;
        let agrees = (one.black.value() > 0) == wins;
        assert!(agrees || !one.black.is_proved(), "{}", size.name(cell));
        right += usize::from(agrees);
    }
    println!("{right} of {}", estimated.len());
    assert!(right >= 19, "{right} of {}", estimated.len());
}
