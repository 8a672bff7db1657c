//! Passes, by either side and any number of times. Results after them are compared with exhaustive
//! play.

use crate::support::players;
use crate::support::sampling::asked;
use crate::support::small_boards::Oracle;
use mustplay::hex::SwapRight;
use mustplay::hex::format::{self, ReadSettings, link};
use mustplay::hex::{BoardSize, Cell, Colour, Move, Position};
use mustplay::hex::{Game, SwapStyle, sgf};
use mustplay::knowledge::analysis::{Analysis, Recipe};
use mustplay::player::{self, MoveRequest, Player};
use mustplay::solver::{ProveOptions, Solver};
use mustplay::think::{Budget, Limits, NoObserver, Score};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;

const SIZES: [(usize, usize); 4] = [(3, 3), (4, 4), (4, 3), (3, 4)];

/// The oracles of all sizes.
#[derive(Default)]
struct Oracles(HashMap<BoardSize, Oracle>);

impl Oracles {
    fn winner(&mut self, position: &Position<1>) -> Colour {
        let new = || Oracle::new(&Position::new(position.size()));
        let oracle = self.0.entry(position.size()).or_insert_with(new);
        oracle.winner(position, position.to_move())
    }
}

/// A stone or, one time in three, a pass.
fn random_move(random: &mut StdRng, game: &Game) -> Move {
    let free: Vec<Cell> = game.board().empty().iter().collect();
    match free.choose(random) {
        Some(&cell) if random.random_bool(0.67) => Move::Place(cell),
        _ => Move::Pass,
    }
}

/// Analyses, and a solver that keeps its table between positions, agree with exhaustive play.
#[test]
fn results_after_a_pass_are_right() {
    let games = asked().map_or(150, |cases| cases as usize);
    let mut random = StdRng::seed_from_u64(27);
    let mut oracles = Oracles::default();
    let (mut decided, mut passes) = (0, 0);
    for number in 0..games {
        let (width, height) = SIZES[number % SIZES.len()];
        let size = BoardSize::new(width, height).expect("in range");
        let mut game = Game::new(size);
        let solver = Solver::<1>::new(size, ProveOptions::default());
        while game.outcome().is_none() {
            let mv = random_move(&mut random, &game);
            passes += usize::from(mv == Move::Pass);
            let colour = game.to_move();
            game.play(colour, mv, SwapStyle::Pieces).expect("legal");
            assert_eq!(game.to_move(), !colour);
            let position: Position<1> = game.board().resize();
            let truth = oracles.winner(&position);
            let verdict = solver.solve(&position, Limits::default(), &NoObserver);
            assert_eq!(verdict.winner, Some(truth), "{position:?}");
            if let Some((winner, _)) =
                Analysis::new(&position, Recipe::Thorough.options()).decided()
            {
                assert_eq!(winner, truth, "{position:?}");
                decided += 1;
            }
        }
    }
    assert!(passes > games && decided > games, "{passes} {decided}");
}

/// Passes do not mislead a player that keeps its tree and its proofs from move to move.
#[test]
fn players_are_right_about_games_with_passes() {
    let games = asked().map_or(24, |cases| cases as usize);
    let mut random = StdRng::seed_from_u64(28);
    let mut oracles = Oracles::default();
    let mut won = 0;
    for number in 0..games {
        let name = [
            "mustplay:solver=0",
            "wolve:solver=0",
            "mustplay:solver=1",
            "puct:seed=1",
        ];
        let options = format!("{},max_time=3600,max_nodes=60", name[number % 4]);
        let options = players::options(&options);
        let mut player = (player::make(&options), options.budget());
        let (width, height) = SIZES[number / 4 % SIZES.len()];
        let mut game = Game::new(BoardSize::new(width, height).expect("in range"));
        let colour = Colour::ALL[number % 2];
        while game.outcome().is_none() {
            if game.to_move() != colour {
                let mv = random_move(&mut random, &game);
                game.play(!colour, mv, SwapStyle::Pieces).expect("legal");
                continue;
            }
            let mv = choose(&mut player, &game);
            game.play(colour, mv, SwapStyle::Pieces).expect("legal");
            let report = player.0.report().expect("a report");
            let position: Position<1> = game.board().resize();
            let truth = oracles.winner(&position);
            if report.value.is_some_and(Score::is_won) {
                assert_eq!(truth, colour, "{options:?} {position:?}");
                won += 1;
            }
            assert!(!report.lost || truth != colour, "{options:?} {position:?}");
        }
    }
    assert!(won > games, "{won}");
}

fn choose((player, budget): &mut (Box<dyn Player>, Budget), game: &Game) -> Move {
    let request = MoveRequest {
        game,
        colour: game.to_move(),
        swap: SwapRight::None,
        budget: *budget,
        observer: &NoObserver,
    };
    player::choose_move(player.as_mut(), &request)
}

/// Passes survive every format that can represent them.
#[test]
fn passes_are_written_and_read() {
    let games = asked().map_or(200, |cases| cases as usize);
    let mut random = StdRng::seed_from_u64(29);
    for _ in 0..games {
        let mut game = Game::new("4x3".parse().expect("a size"));
        for _ in 0..random.random_range(0..12) {
            let mv = random_move(&mut random, &game);
            game.play(game.to_move(), mv, SwapStyle::Pieces)
                .expect("legal");
        }
        for text in [sgf::from_game(&game).to_string(), link(&game)] {
            let again = format::read(text.as_bytes(), ReadSettings::default());
            let again = again.unwrap_or_else(|why| panic!("{text}: {why}"));
            assert!(again.events().eq(game.events()), "{text}");
        }
    }
}
