//! The laws of formats: any bytes give a game or an error with a location, and written games are
//! read back unchanged.

use crate::support::sampling::{asked, cases, seeded, stones};
use mustplay::hex::draw::{Picture, TextStyle, marked_text};
use mustplay::hex::format::{FormatError, GameReader, ReadSettings, link, link_at, read};
use mustplay::hex::{Colour, Move};
use mustplay::hex::{Game, SwapStyle, sgf};
use proptest::prelude::*;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::fs;

/// A file of each kind, and words that occur in such files.
const KINDS: [(&str, &str, &str); 8] = [
    ("littlegolem.sgf", "W[ ] B[swap] SO[ ;", "(;"),
    ("playhex.sgf", "pass] ;B[ BL[ C[ \\", "(;"),
    ("hexworld.txt", ", :s :p :rb x c1 r13 #", "#"),
    ("moves.txt", "swap-pieces 1. x k11 -", "1."),
    ("drawing.txt", "\\ ( ) B 12 to move", "1\\"),
    ("playhex.json", "\"moves\": null , { } [", "{"),
    ("playhex-export.json", "} , ] { \" \\ 1e9", "[{"),
    ("position.json", "\"width\" 20 \"a1\" true", "{"),
];

fn file(name: &str) -> Vec<u8> {
    let path = format!("{}/files/{name}", crate::support::engine::FOLDER);
    fs::read(&path).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// The bytes with some of them deleted, repeated, exchanged or replaced by words of the format.
fn mutated(random: &mut StdRng, bytes: &[u8], words: &[&str]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.random_range(1..5) {
        let from = random.random_range(0..=bytes.len());
        let to = (from + random.random_range(0..8)).min(bytes.len());
        let word = words.choose(random).expect("a word").as_bytes().to_vec();
        let part = match random.random_range(0..5) {
            0 => Vec::new(),
            1 => word,
            2 => [&bytes[from..to], &bytes[from..to]].concat(),
            3 => vec![random.random()],
            _ => vec![random.random_range(b' '..=b'~'); to - from],
        };
        bytes.splice(from..to, part);
    }
    bytes
}

/// The line and column of an error, if it has them.
fn place(error: &FormatError) -> Option<(u32, u32)> {
    match error {
        FormatError::Sgf(error) => Some((error.place.line, error.place.column)),
        FormatError::Text { place, .. } => Some((place.line, place.column)),
        FormatError::Game { error, .. } => place(error),
        FormatError::Missing { .. } | FormatError::Input(_) => None,
    }
}

#[test]
fn mutated_files_are_read_or_refused_with_a_place() {
    let each = asked().map_or(50_000, |cases| cases as usize);
    let mut random = seeded(27);
    for (name, words, start) in KINDS {
        let whole = file(name);
        let words: Vec<&str> = words.split(' ').chain([start, "\n"]).collect();
        let (mut fine, mut refused) = (0, 0);
        for _ in 0..each {
            let bytes = mutated(&mut random, &whole, &words);
            match read(&bytes, ReadSettings::default()) {
                Ok(game) => {
                    fine += 1;
                    // A game that was read can be written.
                    if fine % 16 == 0 {
                        come_back(&game);
                    }
                }
                Err(error) => {
                    refused += 1;
                    let lines = bytes.split(|&byte| byte == b'\n').count() as u32;
                    let (line, column) = place(&error).unwrap_or_else(|| panic!("{error}"));
                    assert!((1..=lines).contains(&line) && column >= 1, "{error}");
                }
            }
        }
        let enough = each / 100;
        assert!(
            fine > enough && refused > enough,
            "{name}: {fine} {refused}"
        );
    }
}

/// A game survives writing and reading: in full as SGF, and as far as a link can represent it.
fn come_back(game: &Game) {
    let text = sgf::from_game(game).to_string();
    let again = read(text.as_bytes(), ReadSettings::default());
    let again = again.unwrap_or_else(|why| panic!("{text}: {why}"));
    assert!(again.events().eq(game.events()), "{text}");
    assert_eq!(again.outcome(), game.outcome(), "{text}");
    let text = link(game);
    let again = read(text.as_bytes(), ReadSettings::default());
    let again = again.unwrap_or_else(|why| panic!("{text}: {why}"));
    assert_eq!(again.board(), game.board(), "{text}");
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn games_of_any_kind_come_back(
        sample in stones(9),
        swap in 0_usize..3,
        passes in any::<u16>(),
        resigned in any::<Option<bool>>(),
    ) {
        let mut game = Game::new(sample.size);
        for (number, &(colour, cell)) in sample.stones.iter().enumerate() {
            if number == 1 && swap > 0 {
                let style = [SwapStyle::Sides, SwapStyle::Pieces][swap - 1];
                let _ = game.play(Colour::White, Move::Swap, style);
            }
            if passes >> (number % 16) & 1 == 1 {
                game.pass(colour);
            }
            if number % 7 == 3 {
                // Stones set up between moves.
                game.set_up([(cell, Some(!colour))], colour).expect("a cell");
            } else {
                // A reflected stone may occupy this cell.
                let _ = game.place(colour, cell);
            }
        }
        // Every position along the way has a link.
        for (number, [_, after]) in game.boards().enumerate() {
            let text = link_at(&game, Some(number + 1));
            let there = read(text.as_bytes(), ReadSettings::default()).expect("a link");
            for colour in Colour::ALL {
                prop_assert_eq!(there.board().stones(colour), after.stones(colour), "{}", text);
            }
        }
        if let Some(white) = resigned {
            let colour = if white { Colour::White } else { Colour::Black };
            game.play(colour, Move::Resign, SwapStyle::Pieces).expect("always legal");
        }
        come_back(&game);
    }

    #[test]
    fn drawings_come_back(sample in stones(9), painted in any::<bool>(), unicode in any::<bool>()) {
        let mut game = Game::new(sample.size);
        for &(colour, cell) in &sample.stones {
            game.place(colour, cell).expect("an empty cell");
        }
        let picture = Picture { board: game.board(), last: game.last_stone() };
        let drawing = marked_text(&picture, &[], TextStyle { painted, unicode });
        let text = format!("{drawing}\n{} to move\n", game.to_move());
        let again = read(text.as_bytes(), ReadSettings::default()).expect("a drawing");
        prop_assert_eq!(again.board(), game.board());
        prop_assert_eq!(again.last_stone(), game.last_stone());
    }
}

#[test]
fn a_file_of_several_games_is_read_one_by_one() {
    let export = file("playhex-export.json");
    let games: Vec<Game> = GameReader::new(&export[..], ReadSettings::default())
        .expect("games")
        .collect::<Result<_, _>>()
        .expect("all of them");
    assert_eq!(games.len(), 3);
    for (number, game) in games.iter().enumerate() {
        let reader = GameReader::new(&export[..], ReadSettings::default()).expect("games");
        let one = reader.game(number + 1).expect("a game");
        assert!(one.events().eq(game.events()));
    }
    let game = |number| {
        let reader = GameReader::new(&export[..], ReadSettings::default()).expect("games");
        reader.game(number).expect_err("no game").to_string()
    };
    assert_eq!(game(4), "there is no game 4: the file has 3");
    let collection = b"(;SZ[3];B[a1])(;SZ[4];B[d4])(;SZ[5];B[z1])";
    let reader = |number| {
        let reader = GameReader::new(&collection[..], ReadSettings::default()).expect("games");
        reader.game(number)
    };
    assert_eq!(reader(2).expect("a game").size().to_string(), "4x4");
    let why = reader(3).expect_err("off the board").to_string();
    assert_eq!(why, "game 3: line 1, column 37: B[z1]: off the board");
    // An error in one game does not hide the others.
    let half = r#"[{"boardsize":3,"moves":["a1"]},{"boardsize":3,"moves":["z1"]},{"boardsize":3,"moves":[]}]"#;
    let reader = |number| {
        let reader = GameReader::new(half.as_bytes(), ReadSettings::default()).expect("games");
        reader.game(number).map(|game| game.events().len())
    };
    assert_eq!((reader(1), reader(3)), (Ok(1), Ok(0)));
    let why = reader(2).expect_err("off the board").to_string();
    assert_eq!(
        why,
        "game 2: line 1, column 33: move 1: 'z1' is off the board 3x3"
    );
}
