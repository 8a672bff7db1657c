//! A running tuning: the games of each iteration, and what follows from them.

use super::parameter::TunedParameter;
use super::plan::Tuning;
use super::spsa::Spsa;
use super::state::{self, IterationRecord};
use crate::arena::ArenaError;
use crate::arena::referee::{self, EngineSlot, FinishedGame};
use crate::arena::schedule::{Fixture, Schedule};
use crate::arena::spec::EngineSpec;
use crate::base::jobs;
use rayon::prelude::*;
use std::path::Path;

/// Receives what happens.
pub trait TuningObserver: Sync {
    /// A game was lost by a fault.
    fn fault(&self, game: usize, played: &FinishedGame);

    /// An iteration has been written to the file; `values` are those after it.
    fn iterated(&self, done: usize, values: &[f64]);

    /// Whether the tuning must end, with the iterations that are finished.
    fn should_stop(&self) -> bool {
        false
    }
}

/// How far a tuning came.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    /// The coordinates at the start and after each iteration.
    pub points: Vec<Vec<f64>>,
    /// How many iterations were asked for.
    pub iterations: usize,
}

impl Course {
    /// How many iterations are done.
    pub fn done(&self) -> usize {
        self.points.len().saturating_sub(1)
    }

    /// The coordinates at the end.
    pub fn last(&self) -> &[f64] {
        self.points.last().map_or(&[], Vec::as_slice)
    }
}

/// A game of an iteration: its fixture, and the settings of both engines.
struct TuningGame<'a> {
    fixture: Fixture,
    engines: [&'a EngineSpec; 2],
}

impl Tuning {
    /// Runs the iterations that are missing; with a file, those that it holds already are kept.
    pub fn run(
        &self,
        file: Option<&Path>,
        watcher: &dyn TuningObserver,
    ) -> Result<Course, ArenaError> {
        let plan = &self.plan;
        let coordinates = self.parameters().iter().map(TunedParameter::coordinate);
        let coordinates = coordinates.collect();
        let mut spsa = Spsa::new(
            coordinates,
            plan.iterations,
            plan.pairs,
            plan.rate,
            plan.seed,
        );
        let mut points = vec![spsa.theta().to_vec()];
        let (mut file, kept) = match file {
            Some(path) => {
                let (file, kept) = state::open(path, self)?;
                for iteration in &kept {
                    self.apply(&mut spsa, &iteration.results);
                    points.push(spsa.theta().to_vec());
                    let values = self.played(spsa.theta(), 0.5);
                    if !alike(&values, &iteration.values) {
                        let number = iteration.iteration;
                        let why = format!("the values of iteration {number} do not follow");
                        return Err(ArenaError::file(path, why));
                    }
                }
                (Some(file), kept.len())
            }
            None => (None, 0),
        };
        debug_assert_eq!(kept, spsa.done());
        let games = 2 * plan.pairs * plan.iterations;
        let schedule = Schedule::new(2, false, plan.openings.len(), games, plan.seed);
        jobs::with(plan.jobs, || {
            while !spsa.is_done() && !watcher.should_stop() {
                let Some(iteration) = self.iterate(&mut spsa, &schedule, watcher)? else {
                    break;
                };
                if let Some(file) = &mut file {
                    file.add(&iteration)?;
                }
                points.push(spsa.theta().to_vec());
                watcher.iterated(spsa.done(), &iteration.values);
            }
            Ok(())
        })?;
        if let Some(file) = &file {
            file.finish()?;
        }
        Ok(Course {
            points,
            iterations: plan.iterations,
        })
    }

    fn apply(&self, spsa: &mut Spsa, results: &[i32]) {
        let results: Vec<f64> = results.iter().map(|&result| f64::from(result)).collect();
        debug_assert_eq!(results.len(), self.plan.pairs);
        spsa.update(&results);
    }

    /// Plays an iteration; nothing if the watcher ended it.
    fn iterate(
        &self,
        spsa: &mut Spsa,
        schedule: &Schedule,
        watcher: &dyn TuningObserver,
    ) -> Result<Option<IterationRecord>, ArenaError> {
        let first = spsa.done() * self.plan.pairs;
        let compared = (0..self.plan.pairs).map(|index| {
            let compared = spsa.comparison(index);
            let engine =
                |name: &str, at: &[f64]| self.engine(name, &self.played(at, compared.rounding));
            Ok([
                engine("plus", &compared.plus)?,
                engine("minus", &compared.minus)?,
            ])
        });
        let compared = compared.collect::<Result<Vec<_>, ArenaError>>()?;
        let games: Vec<TuningGame<'_>> = (0..2 * self.plan.pairs)
            .map(|game| {
                let fixture = schedule.fixture(2 * first + game);
                let engines = fixture.colours.map(|engine| &compared[game / 2][engine]);
                TuningGame { fixture, engines }
            })
            .collect();
        // One game a task: rayon would give neighbours to one thread.
        let played = games.par_iter().with_max_len(1);
        let played = played.map(|game| self.play(game, watcher));
        let played = played.collect::<Result<Option<Vec<_>>, ArenaError>>()?;
        let Some(played) = played else {
            return Ok(None);
        };
        let faults = played.iter().filter(|game| game.reason.is_fault()).count();
        if let Some(game) = played.first().filter(|_| faults == played.len()) {
            return Err(ArenaError::Start {
                engine: self.plan.player.clone(),
                why: format!(
                    "each game of an iteration ended in a fault: {} {}",
                    game.reason, game.detail
                ),
            });
        }
        let results = results(&games, &played);
        self.apply(spsa, &results);
        Ok(Some(IterationRecord {
            iteration: spsa.done(),
            results,
            faults,
            values: self.played(spsa.theta(), 0.5),
        }))
    }

    /// Plays a game; nothing if the watcher ended it.
    fn play(
        &self,
        game: &TuningGame<'_>,
        watcher: &dyn TuningObserver,
    ) -> Result<Option<FinishedGame>, ArenaError> {
        let slot =
            |spec: &EngineSpec| EngineSlot::new(spec.clone(), Vec::new(), self.plan.rules, None);
        let [mut black, mut white] = game.engines.map(slot);
        let mut pair = [&mut black, &mut white];
        let fixture = &game.fixture;
        let opening = &self.plan.openings[fixture.opening];
        let stop = || watcher.should_stop();
        let played = referee::watched(&mut pair, fixture.seeds, opening, &self.plan.rules, &stop);
        let played = played.map_err(|why| ArenaError::Start {
            engine: self.plan.player.clone(),
            why,
        })?;
        if let Some(played) = played.as_ref().filter(|played| played.reason.is_fault()) {
            watcher.fault(fixture.game, played);
        }
        Ok(played)
    }
}

/// Of each pair of games, the wins of the first engine less those of the second.
fn results(games: &[TuningGame<'_>], played: &[FinishedGame]) -> Vec<i32> {
    let scores = games.iter().zip(played).map(|(game, played)| {
        let winner = game.fixture.colours[played.winner.index()];
        if winner == 0 { 1 } else { -1 }
    });
    let scores: Vec<i32> = scores.collect();
    scores.chunks(2).map(|pair| pair.iter().sum()).collect()
}

/// Whether values are the same but for how JSON reads numbers.
fn alike(ours: &[f64], theirs: &[f64]) -> bool {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-9 * (1.0 + a.abs());
    ours.len() == theirs.len() && ours.iter().zip(theirs).all(near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::engine::Reason;
    use crate::arena::tune::plan::tests::plan;
    use crate::hex::{Colour, Game};
    use std::fs;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn tuning(jobs: usize) -> Tuning {
        let requests = ["puct_short_sight=0.9,0,1,0.2", "puct_proofs_from=4,1,9,2"];
        let requests = requests.map(|text| text.parse().unwrap());
        Tuning::new(plan("mustplay:puct_memory=8", jobs), &requests, &[]).unwrap()
    }

    /// Stops after so many questions whether to.
    struct Stop(AtomicUsize);

    impl Stop {
        fn after(questions: usize) -> Self {
            Self(AtomicUsize::new(questions))
        }
    }

    impl TuningObserver for Stop {
        fn fault(&self, game: usize, played: &FinishedGame) {
            panic!("game {game}: {}", played.detail);
        }

        fn iterated(&self, done: usize, values: &[f64]) {
            assert!((1..=6).contains(&done) && values.len() == 2);
        }

        fn should_stop(&self) -> bool {
            let left = |left: usize| left.checked_sub(1);
            self.0
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left)
                .is_err()
        }
    }

    /// Whatever runs at a time, and however often a run is interrupted, between iterations or in a
    /// game: it ends in the same place, with the same file.
    #[test]
    fn a_run_that_goes_on_equals_one_without_interruption() {
        let folder = std::env::temp_dir().join(format!("mustplay-tuning-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [whole, torn] = ["whole", "torn"].map(|name| folder.join(name));
        let endless = Stop::after(usize::MAX);
        let course = tuning(1).run(Some(&whole), &endless).unwrap();
        assert_eq!(
            (course.done(), course.points[0].as_slice()),
            (6, &[0.9, 4.0][..])
        );
        assert_ne!(course.last(), &[0.9, 4.0]);
        let mut done = Vec::new();
        while done.last() != Some(&6) {
            let course = tuning(3).run(Some(&torn), &Stop::after(75)).unwrap();
            done.push(course.done());
            assert!(done.len() < 100, "{done:?}");
        }
        assert!(done.len() > 2, "{done:?}");
        let again = tuning(2).run(Some(&torn), &endless).unwrap();
        assert_eq!(again, course);
        assert_eq!(tuning(2).run(None, &endless).unwrap(), course);
        let texts = [whole, torn].map(|path| fs::read_to_string(path).unwrap());
        assert_eq!(texts[0], texts[1]);
        assert_eq!(texts[0].lines().count(), 7);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_pair_counts_by_its_winners() {
        let schedule = Schedule::new(2, false, 3, 6, 0);
        let spec = EngineSpec::parse("first").unwrap();
        let games: Vec<TuningGame<'_>> = (0..6)
            .map(|game| TuningGame {
                fixture: schedule.fixture(game),
                engines: [&spec, &spec],
            })
            .collect();
        // The first engine has Black in the first game of a pair, White in the second.
        let winners = "bw wb bb".split(' ').flat_map(str::chars);
        let played: Vec<FinishedGame> = winners
            .map(|winner| FinishedGame {
                game: Game::new("3".parse().unwrap()),
                winner: if winner == 'b' {
                    Colour::Black
                } else {
                    Colour::White
                },
                reason: Reason::Joined,
                detail: String::new(),
                costs: Vec::new(),
            })
            .collect();
        assert_eq!(results(&games, &played), [2, -2, 0]);
    }
}
