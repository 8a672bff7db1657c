//! Pawlewicz et al. 2014, Fig. 5: game 3 of Table II, where limited connections fail to show that
//! White, to move, wins. The paper adds a line of 25 moves by which White wins. Along it the
//! connection becomes easier to find, so the number of moves needed measures how much a rule finds.

use super::OPEN;
use crate::hex::Colour;
use crate::knowledge::analysis::{Analysis, AnalysisOptions, Recipe};
use crate::knowledge::connect::{ConnectOptions, Connections, OrRule};
use crate::papers::experiments::start::Start;
use serde_json::{Value, json};

/// The game to its 25th move, and the line.
pub const GAME: &str = include_str!("../../../../positions/papers/fastvc-figure-5.sgf");

/// The number of moves before the line.
pub const BEFORE: usize = 25;

/// The moves of the line after which White's connection is found: by the rules alone, and with
/// captured sets, edge templates and fill-in.
pub fn seen(or_rule: OrRule, budget: u64) -> Result<Value, String> {
    let whole = Start::of_sgf(GAME)?;
    let (mut alone, mut helped) = (Vec::new(), Vec::new());
    let plain = ConnectOptions {
        or_rule,
        max_comparisons: budget,
        ..OPEN
    };
    let rich = AnalysisOptions {
        connections: ConnectOptions {
            share_captured: true,
            templates: true,
            ..plain
        },
        ..Recipe::Thorough.options()
    };
    for count in BEFORE..=whole.moves.len() {
        let start = Start {
            moves: whole.moves[..count].to_vec(),
            ..whole.clone()
        };
        let position = start.position::<2>();
        let white = Connections::new(&position, Colour::White, plain);
        let to_move = position.to_move() == Colour::White;
        if white.has_won() || (to_move && !white.winning_semis().is_empty()) {
            alone.push(count - BEFORE);
        }
        let decided = Analysis::new(&position, rich).decided();
        if decided.is_some_and(|(winner, _)| winner == Colour::White) {
            helped.push(count - BEFORE);
        }
    }
    Ok(json!({ "alone": alone, "helped": helped, "moves": whole.moves.len() - BEFORE }))
}

/// The move of the line from which on the connection is always found.
pub fn from(found: &Value, what: &str) -> String {
    let moves = found["moves"].as_u64().unwrap_or_default();
    let seen = found[what].as_array().into_iter().flatten();
    let mut seen: Vec<u64> = seen.filter_map(Value::as_u64).collect();
    let mut first = None;
    for expected in (0..=moves).rev() {
        if seen.pop() != Some(expected) {
            break;
        }
        first = Some(expected);
    }
    first.map_or("not at its end".to_owned(), |first| first.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::table2;
    use super::*;

    #[test]
    fn the_figure_is_game_3_of_table_2_with_white_to_move() {
        let whole = Start::of_sgf(GAME).unwrap();
        let game = table2()
            .into_iter()
            .find(|start| start.name == "game-3")
            .unwrap();
        assert_eq!(game.moves, whole.moves[..BEFORE]);
        assert_eq!(game.position::<2>().to_move(), Colour::White);
        assert_eq!(whole.moves.len(), BEFORE + 25);
    }

    /// A limited rule does not find it in the figure; a connection counts from where it stays
    /// found.
    #[test]
    fn the_connection_is_not_seen_at_once() {
        let found = seen(OrRule::Fast, 50_000_000).unwrap();
        assert!(!found["alone"].as_array().unwrap().contains(&json!(0)));
        let found = json!({ "alone": [1, 3, 4, 5], "helped": [2], "moves": 5 });
        assert_eq!(from(&found, "alone"), "3");
        assert_eq!(from(&found, "helped"), "not at its end");
    }
}
