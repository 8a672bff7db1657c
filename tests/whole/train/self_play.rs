//! Games of self-play against exhaustive play: where the search was certain the winner is right,
//! and the moves to learn preserve the win.

use crate::support::sampling::asked;
use crate::support::small_boards::Oracle;
use mustplay::hex::{BoardSize, Position};
use mustplay::network::{Evaluator, Quantised, Weights};
use mustplay::train::self_play::{Plan, PlayedGame, SelfPlay};
use std::sync::Arc;

#[test]
fn certain_results_of_self_play_are_right() {
    let games = asked().map_or(60, |cases| cases / 25);
    let network = Weights::random("32x1".parse().expect("a shape"), 5);
    let evaluator = Evaluator::new(Arc::new(Quantised::new(&network)));
    for text in ["4", "3x5", "5x3"] {
        let size: BoardSize = text.parse().expect("a size");
        let plan = Plan {
            sizes: vec![(size, 1.0)],
            visits: 30,
            ..Plan::default()
        };
        let mut oracle = Oracle::new(&Position::new(size));
        let mut players = SelfPlay::new(plan, evaluator.clone());
        let (mut certain, mut kept, mut thrown_away) = (0, 0, 0);
        for seed in 0..games {
            let game = players.game(u64::from(seed));
            for index in 0..game.moves.len() {
                let position: Position<1> = game.position(index);
                let one = &game.moves[index];
                if ![0, u16::MAX].contains(&one.value) {
                    continue;
                }
                certain += 1;
                let winner = oracle.winner(&position, position.to_move());
                assert_eq!(winner, game.should_win(index), "{position:?}");
                assert_eq!(winner == position.to_move(), one.value > 0);
                thrown_away += u32::from(game.winner() != winner);
                for &(cell, _) in &one.visits {
                    kept += 1;
                    assert!(
                        oracle.is_winning(&position, winner, cell),
                        "{cell:?}\n{position:?}"
                    );
                }
            }
            assert_eq!(PlayedGame::read(&game.bytes()), Ok(game));
        }
        println!(
            "{text}: {certain} certain, {kept} moves keep the win, {thrown_away} wins thrown away"
        );
        assert!(certain > 50 && kept > 10 && thrown_away > 0);
    }
}
