//! Puzzles from games that are played for them.

use super::{Puzzle, examine};
use crate::base::xorshift::XorShift;
use crate::hex::Game;
use crate::hex::SwapRight;
use crate::hex::{Board, BoardSize, Cell};
use crate::knowledge::analysis::{Analysis, Recipe};
use crate::player::{self, MoveRequest, Player, PlayerName, PlayerOptions};
use crate::think::{Budget, Observer, WorkKind};
use std::collections::HashSet;
use std::time::Duration;

/// The player of the games, and the positions that it may search for a move.
const PLAYER_LEVEL: u64 = 4;
const PLAYER_NODES: u64 = 300;

/// It plays its second, third or fourth choice once in so many moves.
const STRAYS: usize = 4;
const CHOICES: usize = 3;

/// A game gives a puzzle or none: after so many for each that is wanted there may be no more.
const GAMES: usize = 50;

/// The puzzles to make.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The board.
    pub size: BoardSize,
    /// How many puzzles.
    pub count: usize,
    /// The seed of random numbers: the same seed gives the same puzzles.
    pub seed: u64,
    /// How many positions the solver may search to settle one.
    pub nodes: u64,
}

/// Makes puzzles, the easiest first; fewer if the observer ends it or the board has no more.
/// `found` is called with all puzzles so far, in the same order, after each new one.
pub fn make(
    settings: Settings,
    observer: &dyn Observer,
    mut found: impl FnMut(&[Puzzle]),
) -> Vec<Puzzle> {
    let games = (0..settings.count.saturating_mul(GAMES)).map(|number| {
        let mut random = XorShift::new(settings.seed ^ (number as u64).wrapping_mul(0x9e37_79b9));
        play(settings.size, &mut random, observer)
    });
    collect(games, settings, observer, &mut found)
}

/// Makes puzzles from positions of these games, at most one of each game.
pub fn make_from(
    games: impl Iterator<Item = Game>,
    settings: Settings,
    observer: &dyn Observer,
    mut found: impl FnMut(&[Puzzle]),
) -> Vec<Puzzle> {
    collect(
        games.map(|game| positions_of(&game)),
        settings,
        observer,
        &mut found,
    )
}

/// The hardest puzzle of each game, the easiest of them first.
fn collect(
    games: impl Iterator<Item = Vec<Board>>,
    settings: Settings,
    observer: &dyn Observer,
    found: &mut dyn FnMut(&[Puzzle]),
) -> Vec<Puzzle> {
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut known = HashSet::new();
    let mut games = games;
    while puzzles.len() < settings.count && !observer.should_stop(WorkKind::Limited) {
        let Some(positions) = games.next() else {
            break;
        };
        let new = puzzles_of(&positions, settings.nodes, observer)
            .into_iter()
            .filter(|puzzle| !known.contains(&puzzle.key()))
            .max_by_key(|puzzle| (puzzle.hardness(), puzzle.effort));
        if let Some(puzzle) = new {
            known.insert(puzzle.key());
            puzzles.push(puzzle);
            puzzles.sort_by_key(|puzzle| (puzzle.hardness(), puzzle.effort, puzzle.key()));
            found(&puzzles);
        }
    }
    puzzles
}

/// The positions of a game that was played, up to the first that the analysis decides.
pub fn positions_of(game: &Game) -> Vec<Board> {
    let mut positions = Vec::new();
    let start = game.boards().next().map(|[before, _]| *before);
    let after = game.boards().map(|[_, after]| *after);
    for board in start.into_iter().chain(after) {
        positions.push(board);
        if is_clear(&board) {
            break;
        }
    }
    if positions.is_empty() {
        positions.push(*game.board());
    }
    positions
}

/// The positions of a game, up to the first that the analysis decides.
fn play(size: BoardSize, random: &mut XorShift, observer: &dyn Observer) -> Vec<Board> {
    let options = PlayerOptions::of(PlayerName::MUSTPLAY, PLAYER_LEVEL);
    let mut player = player::make(&options);
    let mut game = Game::new(size);
    let mut positions = Vec::new();
    let mut next = Some(Cell::new(random.below(size.cells())));
    while let Some(cell) = next {
        if game.place(game.to_move(), cell).is_err() || observer.should_stop(WorkKind::Limited) {
            break;
        }
        positions.push(*game.board());
        if is_clear(game.board()) {
            break;
        }
        next = choose(player.as_mut(), &game, random, observer);
    }
    positions
}

fn is_clear(board: &Board) -> bool {
    board.winner().is_some()
        || Analysis::new(board, Recipe::Thorough.options())
            .decided()
            .is_some()
}

/// The player's move, or at times another good one.
fn choose(
    player: &mut dyn Player,
    game: &Game,
    random: &mut XorShift,
    observer: &dyn Observer,
) -> Option<Cell> {
    let request = MoveRequest {
        game,
        colour: game.to_move(),
        swap: SwapRight::None,
        // A limit on counts, unlike one on time, is reproducible.
        budget: Budget {
            time: Some(Duration::from_hours(1)),
            ..Budget::nodes(PLAYER_NODES)
        },
        observer,
    };
    let crate::hex::Move::Place(best) = player::choose_move(player, &request) else {
        return None;
    };
    let stray = random.below(STRAYS) == 0;
    let choice = 1 + random.below(CHOICES);
    let liked = player.report().map_or(&[][..], |report| &report.moves);
    let other = liked.get(choice).map(|one| one.cell);
    other.filter(|_| stray).or(Some(best))
}

/// The puzzles among the positions of a game, from the last one backwards to the first that cannot
/// be settled: earlier positions are harder to settle.
fn puzzles_of(positions: &[Board], nodes: u64, observer: &dyn Observer) -> Vec<Puzzle> {
    let examined = positions
        .iter()
        .rev()
        .map(|board| examine(board, nodes, observer));
    examined.map_while(Result::ok).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample::puzzles;
    use super::*;
    use crate::hex::Colour;
    use crate::think::NoObserver;

    fn settings(count: usize) -> Settings {
        Settings {
            size: BoardSize::new(4, 4).expect("in range"),
            count,
            seed: 1,
            nodes: 10_000,
        }
    }

    fn collected(games: Vec<Vec<Board>>, count: usize) -> Vec<Puzzle> {
        let mut calls = 0;
        let found = &mut |all: &[Puzzle]| {
            calls += 1;
            assert_eq!(all.len(), calls);
        };
        let puzzles = collect(games.into_iter(), settings(count), &NoObserver, found);
        assert_eq!(calls, puzzles.len());
        let hardness: Vec<u32> = puzzles.iter().map(Puzzle::hardness).collect();
        assert!(hardness.is_sorted(), "{hardness:?}");
        puzzles
    }

    #[test]
    fn a_game_gives_its_hardest_puzzle_and_none_twice() {
        let boards = puzzles().map(|position| position.resize());
        let apart: Vec<Vec<Board>> = boards.iter().map(|&board| vec![board]).collect();
        let all = collected(apart.clone(), 9);
        assert_eq!(all.len(), 4);
        assert_eq!(collected(apart.clone(), 2).len(), 2);
        let twice: Vec<Vec<Board>> = apart
            .iter()
            .flat_map(|game| {
                let turned = game.iter().map(Board::rotated).collect();
                [game.clone(), turned]
            })
            .collect();
        assert_eq!(collected(twice, 9).len(), 4);
        let together = collected(vec![boards.to_vec()], 9);
        assert_eq!(together.len(), 1);
        let hardest = all.iter().map(Puzzle::hardness).max();
        assert_eq!(Some(together[0].hardness()), hardest);
    }

    #[test]
    fn a_game_is_followed_until_it_is_decided() {
        let mut game = Game::new(BoardSize::new(7, 7).expect("in range"));
        let size = game.size();
        assert_eq!(positions_of(&game).len(), 1);
        for name in ["a1", "g1", "d4", "g2", "d2", "g3", "d6", "g4"] {
            let cell = size.read(name).expect("a cell");
            game.place(game.to_move(), cell).expect("legal");
        }
        let positions = positions_of(&game);
        assert!(positions.len() < 9, "{}", positions.len());
        let (last, others) = positions.split_last().expect("positions");
        assert!(is_clear(last) && !others.iter().any(is_clear));
    }

    #[test]
    fn positions_are_examined_backwards_until_one_stays_open() {
        let size = BoardSize::new(5, 5).expect("in range");
        let mut hard = Board::new(size);
        hard.place(Colour::Black, size.read("a3").expect("a cell"));
        hard.set_to_move(Colour::White);
        assert_eq!(puzzles_of(&[hard], 1, &NoObserver).len(), 0);
        assert_eq!(puzzles_of(&[hard], 1000, &NoObserver).len(), 1);
        let mut easy = hard;
        for (colour, name) in [
            (Colour::Black, "b3"),
            (Colour::White, "c3"),
            (Colour::Black, "d4"),
        ] {
            easy.place(colour, size.read(name).expect("a cell"));
        }
        let found = |positions: &[Board]| puzzles_of(positions, 1, &NoObserver).len();
        assert_eq!(found(&[easy, hard]), 0);
        assert_eq!(found(&[hard, easy]), found(&[easy]));
    }
}
