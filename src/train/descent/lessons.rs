//! The games to learn from, with what a network sees of their positions.

use crate::at_width;
use crate::base::random::SplitMix64;
use crate::hex::Cell;
use crate::knowledge::analysis::{Analysis, Recipe};
use crate::network::write_looks;
use crate::train::self_play::{PlayedGame, Sample};
use rayon::prelude::*;

/// Draws positions of which the value alone is learned.
const VALUE_PLACES: u64 = 0x7661_6c75;

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

    /// Whether they are for networks that read stones alone.
    pub fn reads_stones(&self) -> bool {
        self.looks.is_none()
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

    /// So many further positions of a game, of which the value, the reply and the owners are learned
    /// alone: they were not searched, and follow the first one that was.
    pub fn value_places(&self, game: usize, count: usize) -> Vec<Place> {
        let played = &self.games[game];
        let Some(first) = Sample::places(played).next() else {
            return Vec::new();
        };
        // The last third is played out when the winner is clear.
        let last = first + 2 * (played.moves.len() - first) / 3;
        let mut open: Vec<usize> = (first + 1..last)
            .filter(|&index| played.moves[index].visits.is_empty())
            .collect();
        SplitMix64::of(played.seed, VALUE_PLACES).shuffle(&mut open);
        open.truncate(count);
        open.into_iter()
            .map(|index| (game as u32, index as u16))
            .collect()
    }

    /// What is learned from a position; `searched` is the share of the search in the value, if the
    /// position was searched.
    pub fn sample(&self, (game, index): Place, searched: f32) -> Sample {
        let (game, index) = (game as usize, usize::from(index));
        let was_searched = !self.games[game].moves[index].visits.is_empty();
        let searched = if was_searched { searched } else { 0.0 };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::self_play::Played;

    #[test]
    fn values_are_learned_alone_where_nothing_was_searched() {
        let size = crate::hex::BoardSize::square(4).unwrap();
        // Black fills the first column, White the last one.
        let cells = [0, 3, 4, 7, 8, 11, 12];
        let moves = cells.iter().enumerate().map(|(index, &cell)| Played {
            cell: Cell::new(cell),
            value: 20_000,
            visits: if index == 1 {
                vec![(Cell::new(cell), 9)]
            } else {
                Vec::new()
            },
        });
        let game = PlayedGame {
            size,
            seed: 5,
            moves: moves.collect(),
        };
        assert_eq!(PlayedGame::read(&game.bytes()), Ok(game.clone()));
        let lessons = Lessons::new(vec![game]);
        assert_eq!(lessons.places(0), [(0, 1)]);
        let mut places = lessons.value_places(0, 9);
        places.sort_unstable();
        assert_eq!(places, [(0, 2), (0, 3), (0, 4)]);
        assert_eq!(lessons.value_places(0, 1).len(), 1);
        let [black, white] = [2, 3].map(|index| lessons.sample((0, index), 0.5));
        assert!((black.value - 1.0).abs() < 1e-6 && white.value.abs() < 1e-6);
        assert!(black.policy.iter().all(|&share| share == 0.0));
        assert!(lessons.sample((0, 1), 0.5).value > 0.1);
    }
}
