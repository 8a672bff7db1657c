//! Opening books: books of small boards are right, a player with a growing book does not lose the
//! same game twice, and the command line.

use crate::support::engine::{run, stdout};
use crate::support::folder::Folder;
use crate::support::players;
use mustplay::hex::SwapRight;
use mustplay::hex::{Board, Colour, Move};
use mustplay::hex::{Game, SwapStyle};
use mustplay::player::book::{Book, Grower, read, write};
use mustplay::player::{self, BookEvaluator, MoveRequest, PlayerOptions};
use mustplay::think::{Budget, NoObserver};
use std::fs;
use std::sync::Arc;

/// The winner after each first move, from known results.
fn truth(size: &str) -> Vec<Colour> {
    let all = include_str!("../../../positions/openings.txt");
    let lines = all.lines().skip_while(|line| line.trim() != size).skip(1);
    let rows = lines.take_while(|line| !line.trim().is_empty() && !line.contains('x'));
    let words = rows.flat_map(str::split_whitespace);
    words.map(|word| word.parse().expect("a colour")).collect()
}

#[test]
fn books_of_small_boards_are_right() {
    let folder = Folder::new("books-truth");
    for (side, nodes) in [(3, "100"), (4, "40"), (5, "60")] {
        let file = folder.file(&format!("{side}.jsonl"));
        let size = side.to_string();
        let grow = ["book", "grow", "--size", &size, "--out", &file];
        let rest = ["--nodes", nodes, "--positions", "2000"];
        stdout(&[&grow[..], &rest].concat(), b"");
        let book = read(&fs::read_to_string(&file).expect("a book")).expect("a book");
        let empty = Board::new(book.size());
        assert!(book.value(&empty).expect("a value").0.is_won());
        let winners = truth(&format!("{side}x{side}"));
        assert_eq!(winners.len(), side * side);
        for (cell, winner) in empty.empty().iter().zip(winners) {
            let mut board = empty;
            board.play(cell);
            let (value, _) = book.value(&board).expect("a value");
            assert!(value.is_proved(), "{side}: {}", book.size().name(cell));
            assert_eq!(value.is_lost(), winner == Colour::Black, "{side}");
        }
    }
}

#[test]
fn a_book_grows_the_same_however_it_is_grown() {
    let folder = Folder::new("books-same");
    let grown = |name: &str, steps: &[&str]| {
        let file = folder.file(name);
        for step in steps {
            let grow = [
                "book", "grow", "--size", "7", "--nodes", "40", "--out", &file,
            ];
            let rest: Vec<&str> = step.split(' ').collect();
            stdout(&[&grow[..], &rest].concat(), b"");
        }
        fs::read_to_string(file).expect("a book")
    };
    let once = grown("once", &["--positions 32"]);
    assert_eq!(grown("two", &["--positions 32 --jobs 2"]), once);
    assert_eq!(grown("on", &["--positions 16", "--positions 16"]), once);
    assert_ne!(grown("seed", &["--positions 32 --seed 1"]), once);
    let book = read(&once).expect("a book");
    assert_eq!(write(&book), once);
    // The empty board, 25 first moves, and the added positions.
    assert_eq!(book.nodes().len(), 1 + 25 + 32);
}

/// The positions of a game between two players from an opening.
fn played(opening: &str, black: &PlayerOptions, white: &PlayerOptions) -> Vec<Board> {
    let mut game = Game::new("7".parse().expect("a size"));
    let first = game.size().read(opening).expect("a cell");
    let empty = *game.board();
    game.place(Colour::Black, first).expect("a free cell");
    let mut both = [player::make(black), player::make(white)];
    while game.outcome().is_none() {
        let colour = game.to_move();
        let options = [black, white][colour.index()];
        let request = MoveRequest {
            game: &game,
            colour,
            swap: SwapRight::None,
            budget: options.budget(),
            observer: &NoObserver,
        };
        let mv = player::choose_move(both[colour.index()].as_mut(), &request);
        assert_ne!(mv, Move::Resign);
        let style = SwapStyle::Pieces;
        game.play(colour, mv, style).expect("a legal move");
    }
    let after = game.boards().map(|[_, after]| *after);
    std::iter::once(empty).chain(after).collect()
}

/// White wins after these openings, but a weak player loses and extends its book with the game.
#[test]
fn no_game_is_lost_twice() {
    let strong = players::options("mustplay:book=off,max_nodes=1000,max_time=60");
    let text = "mustplay:book=all,book_effort=0,max_nodes=3,max_time=60";
    let mut weak = players::options(text);
    let evaluator = BookEvaluator::new(&weak, Budget::nodes(3));
    let mut book = Book::new("7".parse().expect("a size"));
    Grower::new(&mut book, &evaluator, 1).add_first_moves(|_, _| true);
    let mut lost: Vec<Vec<Board>> = Vec::new();
    for opening in ["a1", "d1", "b2", "d2", "a3"] {
        for _ in 0..4 {
            weak.book = Some(Arc::new(book.clone()));
            let game = played(opening, &strong, &weak);
            if game.last().and_then(Board::winner) == Some(Colour::White) {
                break;
            }
            assert!(!lost.contains(&game), "lost twice after {opening}");
            Grower::new(&mut book, &evaluator, 1).add_game(&game);
            let all = read(&write(&book)).expect("a consistent book");
            assert_eq!(all.nodes().len(), book.nodes().len());
            lost.push(game);
        }
    }
    assert!(lost.len() > 1, "lost {} games", lost.len());
}

#[test]
fn books_grow_from_games_of_a_match() {
    let folder = Folder::new("books-games");
    let (games, file) = (folder.file("games.jsonl"), folder.file("book.jsonl"));
    let quick = ["queenbee:max_depth=1", "twodistance:max_depth=1"];
    let rest = ["--size", "5", "--games", "4", "--swap", "--out", &games];
    stdout(&[&["match"][..], &quick, &rest].concat(), b"");
    let grow = ["book", "grow", "--out", &file, "--nodes", "1"];
    let rest = ["--size", "5", "--positions", "0", "--games", &games];
    let printed = stdout(&[&grow[..], &rest].concat(), b"");
    assert!(printed.contains(" of 4 games"), "{printed}");
    let checked = stdout(&["book", "check", &file], b"");
    assert!(checked.contains("all holds"), "{checked}");
}

#[test]
fn books_are_shown_and_faults_reported() {
    let shown = stdout(&["book", "show", "f6"], b"");
    assert!(shown.starts_with("f6, White to move: "), "{shown}");
    assert!(shown.contains("White swaps.") && shown.contains("Expected: "));
    // After the swap the position is the same, seen from the other side.
    let swapped = stdout(&["book", "show", "f6", "swap"], b"");
    let value = |text: &str| {
        let rest = text.split("to move: ").nth(1).expect("a value");
        rest.split(' ').next().map(str::to_owned)
    };
    assert_eq!(value(&swapped), value(&shown));
    let folder = Folder::new("books-faults");
    let file = folder.file("book.jsonl");
    stdout(
        &[
            "book", "grow", "--size", "3", "--out", &file, "--nodes", "9",
        ],
        b"",
    );
    let good = fs::read_to_string(&file).expect("a book");
    let broken = folder.file("broken.jsonl");
    fs::write(&broken, good.replace("\"won in 0\"", "\"won in 2\"")).expect("a file");
    for (arguments, expected) in [
        (&["book", "check", &broken][..], "no position"),
        (&["book", "check", "/nowhere"], "cannot read /nowhere"),
        (&["book", "show", "--size", "9"], "no shipped book for 9x9"),
        (
            &["book", "show", "f6", "f6"],
            "f6 cannot be played: occupied",
        ),
        (&["book", "show", "f66"], "f66 is not a move"),
        (
            &["book", "show", "--book", &file, "a1", "b2", "c3"],
            "this position is not in the book",
        ),
        (
            &["book", "grow", "--size", "5", "--out", &file],
            "is a book for 3x3, not 5x5",
        ),
        (&["--book", &broken], "line "),
    ] {
        let output = run(arguments, b"");
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        let expected = if expected == "no position" {
            "negamax is"
        } else {
            expected
        };
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
    }
}

/// A book rating a1 as good and a2 as bad, and how players use it.
#[test]
fn players_use_book_entries_with_enough_effort() {
    let folder = Folder::new("books-player");
    let file = folder.file("book.jsonl");
    let even = r#"{"format":"mustplay-book/1","width":9,"height":9,"turn":0}
{"moves":[],"alternative":"b1","local":"+0.300","negamax":"+0.500","effort":9000}
{"moves":["a1"],"alternative":"d6","local":"-0.500","negamax":"-0.500","effort":11000}
{"moves":["a2"],"alternative":"e5","local":"-0.100","negamax":"+0.400","effort":9000}
{"moves":["a2","i1"],"alternative":"d6","local":"-0.400","negamax":"-0.400","effort":100}
"#;
    fs::write(&file, even).expect("a book");
    let asked = |player: &str, nodes: u32, moves: &str| {
        let lines = format!(
            "param_game allow_swap 1\nparam_player max_nodes {nodes}\n{moves}\nreg_genmove w\nsearch-scores\n"
        );
        let player = format!("{player},max_time=60");
        let arguments = ["--size", "9", "--book", &file, "--player", &player];
        let printed = stdout(&arguments, lines.as_bytes());
        let mut blocks = printed.trim_end().rsplit("\n\n");
        let scores = blocks.next().unwrap_or_default().to_owned();
        (blocks.next().unwrap_or_default().to_owned(), scores)
    };
    // The table rates a1 as bad. The book has searched it further, so it is swapped, at any level
    // and effort.
    for (player, nodes) in [
        ("mustplay:seed=0", 20),
        ("mustplay:seed=0", 9000),
        ("mustplay:level=9", 20),
    ] {
        let answer = asked(player, nodes, "play b a1").0;
        assert_eq!(answer, "= swap-pieces", "{player} {nodes}");
    }
    for other in ["mustplay:book=off", "montecarlo:book=all"] {
        assert_ne!(asked(other, 20, "play b a1").0, "= swap-pieces", "{other}");
    }
    // A book move, and the same on a rotated board.
    let all = "mustplay:book=all";
    let (mv, scores) = asked(all, 20, "play b a2");
    assert_eq!(
        (mv.as_str(), scores.as_str()),
        ("= i1", "= i1 +0.400 e5 -0.100")
    );
    assert_eq!(asked(all, 20, "play b i8").0, "= a9");
    assert_ne!(asked("mustplay:seed=0", 20, "play b a2").0, "= i1");
    let drawn = stdout(
        &["--size", "9", "--book", &file, "--player", all],
        b"param_game live_gfx on\nparam_player max_nodes 20\nplay b a2\ngenmove w\n",
    );
    assert!(
        drawn.contains("wins 70%: i1; from the opening book"),
        "{drawn}"
    );
    assert!(drawn.contains("VAR W i1 B d6"), "{drawn}");
}
