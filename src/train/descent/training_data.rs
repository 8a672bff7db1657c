//! The training data: games, and the network's input for their positions.

use crate::at_width;
use crate::base::random::SplitMix64;
use crate::hex::Cell;
use crate::knowledge::analysis::{Analysis, Recipe};
use crate::network::{Evaluator, write_analysis_planes};
use crate::train::self_play::{PlayedGame, Sample, ValueTarget};
use rayon::prelude::*;

/// Seeds the choice of positions that train the value alone.
const VALUE_PLACES: u64 = 0x7661_6c75;

/// A training position: the game and the move.
pub type Place = (u32, u16);

/// The network's input from the analysis of the position before a move.
#[derive(Clone, PartialEq, Eq, Debug)]
struct AnalysedPosition {
    /// The move.
    index: usize,
    planes: Box<[u8]>,
    /// The moves worth considering.
    moves: Box<[Cell]>,
}

/// Games and their training positions.
#[derive(Clone, Debug)]
pub struct TrainingData {
    games: Vec<PlayedGame>,
    /// The analyses of each game, if the network reads them.
    analysed: Option<Vec<Vec<AnalysedPosition>>>,
    /// The network whose policy and value are the targets, if not the games'.
    teacher: Option<Evaluator>,
}

impl TrainingData {
    /// Data for a network that reads stones alone.
    pub fn new(games: Vec<PlayedGame>) -> Self {
        Self {
            games,
            analysed: None,
            teacher: None,
        }
    }

    /// Data for a network that reads analyses of this recipe. Positions that an analysis decides
    /// are left out.
    pub fn with_analyses(games: Vec<PlayedGame>, recipe: Recipe) -> Self {
        let analysed = games.par_iter().map(|game| analyses(game, recipe));
        Self {
            analysed: Some(analysed.collect()),
            games,
            teacher: None,
        }
    }

    /// The same with policy and value of a network as targets, in place of those of the games.
    #[must_use]
    pub fn taught_by(self, teacher: Evaluator) -> Self {
        Self {
            teacher: Some(teacher),
            ..self
        }
    }

    /// Whether the data are for a network that reads stones alone.
    pub fn reads_stones(&self) -> bool {
        self.analysed.is_none()
    }

    /// The games.
    pub fn games(&self) -> &[PlayedGame] {
        &self.games
    }

    /// The training positions of a game.
    pub fn places(&self, game: usize) -> Vec<Place> {
        let place = |index: usize| (game as u32, index as u16);
        match &self.analysed {
            Some(analysed) => analysed[game]
                .iter()
                .map(|analyses| place(analyses.index))
                .collect(),
            None => Sample::places(&self.games[game]).map(place).collect(),
        }
    }

    /// `count` further positions of a game, after the first searched one and before a proof. They
    /// were not searched, so they train value, reply and owners alone.
    pub fn value_places(&self, game: usize, count: usize) -> Vec<Place> {
        let played = &self.games[game];
        let Some(first) = Sample::places(played).next() else {
            return Vec::new();
        };
        // The last third is played out when the winner is clear.
        let last = first + 2 * (played.moves.len() - first) / 3;
        let last = played.first_proof(first).unwrap_or(last).max(first + 1);
        let mut open: Vec<usize> = (first + 1..last)
            .filter(|&index| played.moves[index].visits.is_empty())
            .collect();
        SplitMix64::of(played.seed, VALUE_PLACES).shuffle(&mut open);
        open.truncate(count);
        open.into_iter()
            .map(|index| (game as u32, index as u16))
            .collect()
    }

    /// The samples of these positions, those of a size one after the other.
    pub fn samples(&self, places: &[Place], target: ValueTarget) -> Vec<Sample> {
        let samples = places.iter().map(|&place| self.sample(place, target));
        let mut samples: Vec<Sample> = samples.collect();
        samples.sort_by_key(|sample| sample.frame.size());
        if let Some(mut teacher) = self.teacher.clone() {
            for sample in &mut samples {
                let (policy, value) = teacher.logits(sample.frame, &sample.planes, &sample.empty);
                sample.teach(&policy, value);
            }
        }
        samples
    }

    /// The sample of a position by its game.
    fn sample(&self, (game, index): Place, target: ValueTarget) -> Sample {
        let (game, index) = (game as usize, usize::from(index));
        let analysed = self.analysed.as_ref().map(|analysed| &analysed[game]);
        let analyses =
            analysed.and_then(|analysed| analysed.iter().find(|analyses| analyses.index == index));
        match analyses {
            Some(analyses) => {
                let seen = (analyses.planes.to_vec(), &*analyses.moves);
                Sample::seen(&self.games[game], index, target, seen)
            }
            None => Sample::new(&self.games[game], index, target),
        }
    }
}

/// The analyses of a game's training positions, up to the first one that an analysis decides.
fn analyses(game: &PlayedGame, recipe: Recipe) -> Vec<AnalysedPosition> {
    at_width!(game.size, W => analysed::<W>(game, recipe))
}

fn analysed<const W: usize>(game: &PlayedGame, recipe: Recipe) -> Vec<AnalysedPosition> {
    let mut analysed = Vec::new();
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
        write_analysis_planes(&now, &mut planes);
        analysed.push(AnalysedPosition {
            index,
            planes: planes.into(),
            moves,
        });
        analysis = Some((index, now));
    }
    analysed
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
        let data = TrainingData::new(vec![game]);
        assert_eq!(data.places(0), [(0, 1)]);
        let mut places = data.value_places(0, 9);
        places.sort_unstable();
        assert_eq!(places, [(0, 2), (0, 3), (0, 4)]);
        assert_eq!(data.value_places(0, 1).len(), 1);
        let half = ValueTarget {
            searched: 0.5,
            ..ValueTarget::RESULT
        };
        let [black, white] = [2, 3].map(|index| data.sample((0, index), half));
        assert!((black.value - 1.0).abs() < 1e-6 && white.value.abs() < 1e-6);
        assert!(black.policy.iter().all(|&share| share == 0.0));
        assert!(data.sample((0, 1), half).value > 0.1);
    }
}
