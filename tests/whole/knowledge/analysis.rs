//! Analyses of positions along random games, against exhaustive play.

use crate::support::referee::Claim;
use crate::support::small_boards::Oracle;
use mustplay::hex::{BoardSize, Cell, Colour, End, Position};
use mustplay::knowledge::analysis::{Analysis, AnalysisOptions, DecisionReason, Recipe};
use mustplay::knowledge::connect::OrRule;
use mustplay::knowledge::inferior::Inferior;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;

fn games() -> usize {
    let asked = std::env::var("MUSTPLAY_CASES").ok();
    asked.map_or(60, |text| text.parse::<usize>().expect("a number") / 20)
}

/// Along a random game that avoids filled cells and now and then takes moves back, decided
/// positions are decided correctly, some winning move is worth considering, carriers hold on the
/// real board, and undoing a move leaves no trace.
#[test]
fn analyses_are_true() {
    let mut chance = StdRng::seed_from_u64(12);
    let (mut decided, mut open, mut carriers, mut held) = (0, 0, 0, 0);
    let mut oracles = BTreeMap::new();
    for number in 0..games() {
        let (width, height) = [(3, 3), (4, 3), (3, 4), (4, 4)][number / 2 % 4];
        let size = BoardSize::new(width, height).expect("in range");
        let oracle = oracles
            .entry(size)
            .or_insert_with(|| Oracle::new(&Position::new(size)));
        let mut position = Position::<1>::new(size);
        if chance.random_bool(0.5) {
            position.set_to_move(Colour::White);
        }
        let mut options = AnalysisOptions {
            two_threads: chance.random_bool(0.2),
            ..Recipe::Thorough.options()
        };
        if number % 2 == 0 {
            // With few connections more positions stay open.
            options.connections.or_rule = OrRule::Bounded;
            options.connections.or_limit = 2;
            options.connections.edge_midpoints = false;
            options.connections.share_captured = false;
        }
        let mut analysis = Analysis::new(&position, options);
        loop {
            let to_move = position.to_move();
            let winner = oracle.winner(&position, to_move);
            for next in Colour::ALL {
                let filled = oracle.winner(analysis.board(), next);
                assert_eq!(filled, oracle.winner(&position, next), "{position:?}");
            }
            let simple = Inferior::new(&position, options.inferior.without_pruning());
            let fresh = Analysis::new(&position, options);
            held += usize::from(simple.board().empty() != fresh.board().empty());
            if let Some((found, reason)) = analysis.decided() {
                decided += 1;
                assert_eq!(found, winner, "{reason:?}\n{position:?}");
            }
            let consider = analysis.consider();
            let settled = analysis
                .decided()
                .is_some_and(|(_, reason)| reason != DecisionReason::Semi);
            if winner == to_move && !settled {
                open += 1;
                let mut wins = |cell: &Cell| {
                    let mut after = position;
                    after.play(*cell);
                    oracle.winner(&after, !to_move) == to_move
                };
                assert!(consider.iter().any(|cell| wins(&cell)), "{position:?}");
            }
            carriers += check_carriers(&analysis);
            let ranking = analysis.ranking();
            assert_eq!(ranking.len(), consider.len());
            let Some(&cell) = position
                .empty()
                .iter()
                .collect::<Vec<_>>()
                .choose(&mut chance)
            else {
                break;
            };
            leaves_no_trace(&mut analysis, cell);
            analysis.play(cell);
            position.play(cell);
            for colour in Colour::ALL {
                assert_eq!(analysis.connections(colour).check_laws(), Ok(()));
            }
        }
        while analysis.undo() {}
        assert!(analysis.position().stones(Colour::Black).is_empty());
    }
    println!("{decided} decided, {open} open, {carriers} carriers, {held} with more cells filled");
    assert!(decided > 100 && open > 10 && carriers > 100 && held > 0);
}

/// Plays a move and takes it back.
fn leaves_no_trace(analysis: &mut Analysis<1>, cell: Cell) {
    let seen = |analysis: &Analysis<1>| {
        (
            *analysis.position(),
            *analysis.board(),
            analysis.decided(),
            analysis.ranking(),
            Colour::ALL.map(|colour| analysis.connections(colour).clone()),
        )
    };
    let before = seen(analysis);
    analysis.play(cell);
    analysis.undo();
    let after = seen(analysis);
    assert_eq!((before.0, before.1, before.2), (after.0, after.1, after.2));
    assert_eq!(before.3, after.3);
    assert!(before.4.iter().zip(&after.4).all(|(a, b)| a.is_same(b)));
}

/// Plays out the winning connections on the real board.
fn check_carriers(analysis: &Analysis<1>) -> usize {
    let mut checked = 0;
    let position = analysis.position();
    for colour in Colour::ALL {
        let connections = analysis.connections(colour);
        let [a, b] = colour.edges().map(|edge| End::edge(position.size(), edge));
        let fulls = connections
            .winning_fulls()
            .into_iter()
            .map(|carrier| (carrier, true));
        let semis = connections
            .winning_semis()
            .into_iter()
            .map(|carrier| (carrier, false));
        for (carrier, full) in fulls.chain(semis) {
            let real: Vec<Cell> = analysis.real_carrier(colour, carrier).iter().collect();
            if real.len() <= 12 {
                let mut claim = Claim::new(position, colour, a, b, &real);
                let holds = if full {
                    claim.is_full()
                } else {
                    claim.is_semi()
                };
                assert!(
                    holds,
                    "{colour} {full} [{}]\n{position:?}",
                    position.size().names(real)
                );
                checked += 1;
            }
        }
    }
    checked
}

/// Decisions by an analysis agree with the known winners of the puzzles, and some move survives
/// pruning in a puzzle won by its side to move.
#[test]
fn puzzles_are_not_decided_wrongly() {
    let file: serde_json::Value =
        serde_json::from_str(include_str!("../../../positions/puzzles.json")).expect("puzzles");
    let (mut decided, mut all) = (0, 0);
    for entry in file.as_array().expect("a list") {
        let side = |key: &str| entry[key].as_u64().expect("a number") as usize;
        let size = BoardSize::new(side("width"), side("height")).expect("in range");
        let mut position = Position::<2>::new(size);
        for colour in Colour::ALL {
            for name in entry[colour.to_string()].as_array().expect("stones") {
                let cell = size.read(name.as_str().expect("a name")).expect("a cell");
                position.place(colour, cell);
            }
        }
        let parse = |key: &str| {
            entry[key]
                .as_str()
                .expect("a side")
                .parse()
                .expect("a side")
        };
        let (to_move, winner): (Colour, Colour) = (parse("to_move"), parse("winner"));
        position.set_to_move(to_move);
        let analysis = Analysis::new(&position, Recipe::Thorough.options());
        all += 1;
        if let Some((found, reason)) = analysis.decided() {
            decided += 1;
            assert_eq!(found, winner, "{reason:?} {}", entry["id"]);
        } else if to_move == winner {
            assert!(!analysis.consider().is_empty(), "{}", entry["id"]);
        }
    }
    println!("{decided} of {all} puzzles decided by an analysis");
    assert!(all == 46 && decided > 0, "{decided} of {all}");
}
