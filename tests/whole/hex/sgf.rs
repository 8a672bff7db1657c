//! The laws of SGF: any bytes give a file or a clean error, and written files are read back
//! unchanged.

use crate::support::sampling::{cases, stones};
use mustplay::hex::sgf::{self, Collection, Property, SgfTree};
use mustplay::hex::{Colour, Move};
use mustplay::hex::{Game, SwapStyle};
use proptest::collection::vec;
use proptest::prelude::*;

/// Mostly bytes that occur in SGF files.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec!["(", ")", ";", "[", "]", "\\", "\n", " ", ":", "(;", ";B[", ";W["]),
        4 => prop::sample::select(vec!["a1]", "b2]", "swap-pieces]", "resign]", "SZ[5]", "GM[11]", "AB[a1:c3]", "AE[b2]"]),
        1 => prop::sample::select(vec!["PL[w]", "SZ[3:9]", "AP[HexGui:0.9.1]", "GM[1]", "SZ[99]", "C[é\\]x]", "k"]),
    ];
    let noise = vec(any::<u8>(), 0..4);
    vec(
        prop_oneof![9 => piece.prop_map(|piece| piece.as_bytes().to_vec()), 1 => noise],
        0..60,
    )
    .prop_map(|pieces| pieces.concat())
}

/// Parses bytes in full: no panic, and errors have a location inside the text.
fn read(bytes: &[u8]) -> Result<(), TestCaseError> {
    match sgf::parse(bytes) {
        Err(error) => {
            let lines = bytes.split(|&byte| byte == b'\n').count() as u32;
            prop_assert!((1..=lines).contains(&error.place.line), "{error}");
            prop_assert!(error.place.column >= 1);
        }
        Ok(file) => {
            let text = file.to_string();
            prop_assert_eq!(
                &sgf::parse(text.as_bytes()).expect("what was written"),
                &file
            );
            for game in &file.games {
                if let Ok(game) = sgf::to_game(game, None) {
                    come_back(&game)?;
                }
            }
        }
    }
    Ok(())
}

/// A game survives writing and reading.
fn come_back(game: &Game) -> Result<(), TestCaseError> {
    let text = sgf::from_game(game).to_string();
    let file = sgf::parse(text.as_bytes()).expect("what was written");
    let again = sgf::to_game(&file.games[0], None).expect("a game that was written");
    prop_assert_eq!(again.board(), game.board());
    prop_assert_eq!(
        again.events().collect::<Vec<_>>(),
        game.events().collect::<Vec<_>>()
    );
    prop_assert_eq!(again.outcome(), game.outcome());
    prop_assert_eq!(sgf::from_game(&again).to_string(), text);
    Ok(())
}

/// Trees of any shape, with arbitrary text as values.
fn tree() -> impl Strategy<Value = SgfTree> {
    let property = ("[A-Z]{1,3}", vec(any::<String>(), 1..3));
    let node = (any::<prop::sample::Index>(), vec(property, 0..3));
    vec(node, 1..30).prop_map(|nodes| {
        let made = |properties: Vec<(String, Vec<String>)>| -> Vec<Property> {
            properties
                .into_iter()
                .map(|(name, texts)| Property::new(&name, texts))
                .collect()
        };
        let mut ids = Vec::new();
        let mut tree = SgfTree::new(Vec::new());
        for (parent, properties) in nodes {
            let parent = if ids.is_empty() {
                tree.root()
            } else {
                ids[parent.index(ids.len())]
            };
            ids.push(tree.add(parent, made(properties)));
        }
        tree
    })
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn any_bytes_parse_or_are_a_clean_error(bytes in bytes()) {
        read(&bytes)?;
    }

    #[test]
    fn noise_parses_or_is_a_clean_error(bytes in vec(any::<u8>(), 0..200)) {
        read(&bytes)?;
    }

    #[test]
    fn trees_are_read_back_unchanged(tree in tree()) {
        let file = Collection { games: vec![tree] };
        let again = sgf::parse(file.to_string().as_bytes()).expect("what was written");
        prop_assert_eq!(&again, &file);
        let texts = |file: &Collection| {
            let tree = &file.games[0];
            tree.main_line().flat_map(|id| &tree.node(id).properties).flat_map(Property::texts).collect::<Vec<_>>()
        };
        prop_assert_eq!(texts(&again), texts(&file));
    }

    #[test]
    fn games_come_back(sample in stones(9), swap in 0..3, resigned in any::<Option<bool>>()) {
        let mut game = Game::new(sample.size);
        for (number, &(colour, cell)) in sample.stones.iter().enumerate() {
            let style = if swap == 1 { SwapStyle::Pieces } else { SwapStyle::Sides };
            if number == 1 && swap > 0 {
                let _ = game.play(Colour::White, Move::Swap, style);
            }
            // A reflected stone may occupy this cell.
            let _ = game.place(colour, cell);
        }
        if let Some(white) = resigned {
            let colour = if white { Colour::White } else { Colour::Black };
            game.play(colour, Move::Resign, SwapStyle::Pieces).expect("always legal");
        }
        come_back(&game)?;
    }
}
