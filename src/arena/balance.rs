//! Openings that are close to even, by a player's own estimate.
//!
//! Every opening of so many moves, up to symmetry, or a sample of them, is searched by a new
//! player: once, if its scores know what the right to move is worth, as a network's do, else twice,
//! with either side to move ([`ScoresBySide`]). Then the worth of that right follows from the
//! median over all of them. So the result does not depend on how many are searched at a time.

use super::openings::{Opening, distinct};
use crate::base::jobs;
use crate::hex::Game;
use crate::hex::SwapRight;
use crate::hex::{BoardSize, Colour};
use crate::player::{self, MoveRequest, PlayerOptions, ScoresBySide};
use crate::think::{Budget, Observer, Score};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The most moves of a listed opening.
pub const MOST_MOVES: usize = 2;

/// An opening with a player's estimate.
#[derive(Clone, Debug)]
pub struct EvaluatedOpening {
    /// The opening.
    pub opening: Opening,
    /// The scores of the searches.
    pub scores: ScoresBySide,
    /// The value for Black.
    pub black: Score,
}

/// Every opening of so many moves, up to symmetry.
pub fn all(size: BoardSize, moves: usize) -> Vec<Opening> {
    let mut lines = vec![String::new()];
    for _ in 0..moves.min(MOST_MOVES) {
        let longer = |line: &String| {
            size.all()
                .map(|cell| format!("{line} {}", size.name(cell)))
                .collect::<Vec<_>>()
        };
        lines = lines.iter().flat_map(longer).collect();
    }
    // Lines with a cell twice, and lines that end the game, are left out.
    let openings = lines
        .iter()
        .filter_map(|line| Opening::of_moves(size, line).ok());
    distinct(openings.collect())
}

/// A random sample of these, in their order.
#[must_use]
pub fn sample(openings: Vec<Opening>, count: usize, seed: u64) -> Vec<Opening> {
    let places: Vec<usize> = (0..openings.len()).collect();
    let mut chosen: Vec<usize> = places
        .sample(&mut StdRng::seed_from_u64(seed), count)
        .copied()
        .collect();
    chosen.sort_unstable();
    let mut chosen = chosen.into_iter().peekable();
    let kept = openings.into_iter().enumerate();
    let kept = kept.filter(|(place, _)| chosen.next_if_eq(place).is_some());
    kept.map(|(_, opening)| opening).collect()
}

/// The score of a search by a new player; `None` if the player gives no scores.
fn seen(
    game: &Game,
    colour: Colour,
    options: &PlayerOptions,
    nodes: u64,
    observer: &dyn Observer,
) -> Option<Score> {
    let budget = Budget {
        // Nodes end it, not the time.
        time: Some(Duration::from_secs(1_000_000)),
        nodes: Some(nodes),
        ..options.budget()
    };
    let mut player = player::make_estimator(options);
    let request = MoveRequest {
        game,
        colour,
        swap: SwapRight::None,
        budget,
        observer,
    };
    let _ = player.choose(&request);
    player.report()?.value
}

/// The scores of an opening.
fn scores(
    opening: &Opening,
    options: &PlayerOptions,
    nodes: u64,
    observer: &dyn Observer,
) -> Option<ScoresBySide> {
    let game = Game::from_board(opening.board());
    let mover = game.to_move();
    let own = seen(&game, mover, options, nodes, observer)?;
    let other = if player::accounts_for_turn(options) {
        None
    } else {
        Some(seen(&game, !mover, options, nodes, observer)?)
    };
    Some(ScoresBySide { own, other })
}

/// A player's estimates of openings, each search with this many nodes, several in parallel; `done`
/// is called with the number finished. `None` if the player gives no scores.
pub fn evaluate(
    openings: &[Opening],
    options: &PlayerOptions,
    nodes: u64,
    jobs: usize,
    observer: &dyn Observer,
    done: &(dyn Fn(usize) + Sync),
) -> Option<Vec<EvaluatedOpening>> {
    // Small searches need a small table, which is made quickly.
    let mut options = options.clone();
    options.prefer(|tables| tables.search.table_bytes = 2 << 20);
    let finished = AtomicUsize::new(0);
    let found: Vec<_> = jobs::with(jobs, || {
        let each = openings.par_iter().map(|opening| {
            // Stops at the first opening without an estimate: the player gives none.
            let scores = scores(opening, &options, nodes, observer)?;
            done(1 + finished.fetch_add(1, Ordering::Relaxed));
            Some(scores)
        });
        each.collect::<Option<_>>()
    })?;
    let tempo = player::median_tempo(found.iter().copied());
    let evaluated = openings.iter().zip(found).map(|(opening, scores)| {
        let value = scores.balance(tempo);
        EvaluatedOpening {
            opening: opening.clone(),
            scores,
            black: match opening.board().to_move() {
                Colour::Black => value,
                Colour::White => value.to_parent(),
            },
        }
    });
    Some(evaluated.collect())
}

/// The openings closest to even, the closest first.
#[must_use]
pub fn closest(mut evaluated: Vec<EvaluatedOpening>, count: usize) -> Vec<EvaluatedOpening> {
    evaluated.sort_by_key(|evaluated| evaluated.black.value().abs());
    evaluated.truncate(count);
    evaluated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::think::NoObserver;

    #[test]
    fn openings_are_listed_up_to_turning_the_board() {
        let size: BoardSize = "3".parse().unwrap();
        assert_eq!(all(size, 1).len(), 5);
        assert_eq!(all(size, 2).len(), 36);
        assert_eq!(all("2x1".parse().unwrap(), 2).len(), 0);
        let chosen = sample(all(size, 2), 7, 3);
        assert_eq!(chosen.len(), 7);
        assert_eq!(chosen, sample(all(size, 2), 7, 3));
        assert_ne!(chosen, sample(all(size, 2), 7, 4));
        assert_eq!(sample(all(size, 2), 99, 0), all(size, 2));
    }

    #[test]
    fn estimates_do_not_depend_on_the_jobs_and_agree_with_the_truth() {
        let size: BoardSize = "4".parse().unwrap();
        let options = player::parse("mustplay").unwrap();
        let openings = all(size, 1);
        let evaluated =
            |jobs| evaluate(&openings, &options, 2000, jobs, &NoObserver, &|_| {}).unwrap();
        let (one, two) = (evaluated(1), evaluated(2));
        for (one, two) in one.iter().zip(&two) {
            assert_eq!((one.scores, one.black), (two.scores, two.black));
            let name = size.name(one.opening.moves()[0]);
            let wins = ["d1", "c2", "b3", "a4"].contains(&name.as_str());
            assert!(
                one.black.is_proved() && one.black.is_won() == wins,
                "{name}"
            );
        }
        let random = player::parse("random").unwrap();
        assert!(evaluate(&openings, &random, 30, 1, &NoObserver, &|_| {}).is_none());
    }
}
