//! The games to learn from, with what a network sees of their positions.

use crate::at_width;
use crate::hex::Cell;
use crate::knowledge::analysis::{Analysis, Recipe};
use crate::network::write_looks;
use crate::train::self_play::{PlayedGame, Sample};
use rayon::prelude::*;

/// A position to learn from: the game, and the move.
pub type Place = (u32, u16);

/// What an analysis sees of the position before a move.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Look {
    /// The move.
    index: usize,
    planes: Box<[u8]>,
    /// The moves worth considering.
    moves: Box<[Cell]>,
}

/// Games, and the positions in them from which can be learned.
#[derive(Clone, Debug)]
pub struct Lessons {
    games: Vec<PlayedGame>,
    /// Those of each game, if the network reads them.
    looks: Option<Vec<Vec<Look>>>,
}

impl Lessons {
    /// For networks that read stones alone.
    pub fn new(games: Vec<PlayedGame>) -> Self {
        Self { games, looks: None }
    }

    /// For networks that read analyses of this recipe. Positions that they decide are left out.
    pub fn with_looks(games: Vec<PlayedGame>, recipe: Recipe) -> Self {
        let looks = games.par_iter().map(|game| look(game, recipe));
        Self {
            looks: Some(looks.collect()),
            games,
        }
    }

    /// The games.
    pub fn games(&self) -> &[PlayedGame] {
        &self.games
    }

    /// The positions of a game.
    pub fn places(&self, game: usize) -> Vec<Place> {
        let place = |index: usize| (game as u32, index as u16);
        match &self.looks {
            Some(looks) => looks[game].iter().map(|look| place(look.index)).collect(),
            None => Sample::places(&self.games[game]).map(place).collect(),
        }
    }

    /// What is learned from a position; `searched` is the share of the search in the value.
    pub fn sample(&self, (game, index): Place, searched: f32) -> Sample {
        let (game, index) = (game as usize, usize::from(index));
        let looks = self.looks.as_ref().map(|looks| &looks[game]);
        let look = looks.and_then(|looks| looks.iter().find(|look| look.index == index));
        match look {
            Some(look) => {
                let seen = (look.planes.to_vec(), &*look.moves);
                Sample::seen(&self.games[game], index, searched, seen)
            }
            None => Sample::new(&self.games[game], index, searched),
        }
    }
}

/// The looks at the positions of a game from which can be learned, up to the first that is decided.
fn look(game: &PlayedGame, recipe: Recipe) -> Vec<Look> {
    at_width!(game.size, W => looks::<W>(game, recipe))
}

fn looks<const W: usize>(game: &PlayedGame, recipe: Recipe) -> Vec<Look> {
    let mut looks = Vec::new();
    let mut analysis: Option<(usize, Analysis<W>)> = None;
    for index in Sample::places(game) {
        let (at, mut now) = analysis.take().unwrap_or_else(|| {
            let position = game.position(index);
            (index, Analysis::new(&position, recipe.options()))
        });
        for one in &game.moves[at..index] {
            now.play(one.cell);
            now.forget_past();
        }
        let moves: Box<[Cell]> = now.consider().iter().collect();
        if now.decided().is_some() || moves.is_empty() {
            break;
        }
        let mut planes = Vec::new();
        write_looks(&now, &mut planes);
        looks.push(Look {
            index,
            planes: planes.into(),
            moves,
        });
        analysis = Some((index, now));
    }
    looks
}
