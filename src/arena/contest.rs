//! A running match: each of a number of slots takes the next game, plays it, passes it to the
//! writer, and only then takes another.

use super::ArenaError;
use super::engine::MatchRules;
use super::guard::Guard;
use super::journal::Journal;
use super::openings::Opening;
use super::record::GameRecord;
use super::referee::{self, EngineSlot, FinishedGame};
use super::schedule::{Fixture, Schedule};
use super::spec::{EngineSource, EngineSpec};
use super::sprt::Sprt;
use super::summary::Summary;
use crate::base::files;
use crate::base::lock::unpoisoned;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The engines.
    pub specs: Vec<EngineSpec>,
    /// The rules of every game.
    pub rules: MatchRules,
    /// Where games start; as many as the schedule knows of.
    pub openings: Vec<Opening>,
    /// The pairings.
    pub schedule: Schedule,
    /// How many games run at a time.
    pub jobs: usize,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
    /// The path of this program, which is started as the guard of child processes.
    pub program: Option<PathBuf>,
}

/// Receives each finished game.
pub trait MatchObserver: Sync {
    /// A game has been written to the journal; `summary` counts it.
    fn finished(&self, record: &GameRecord, summary: &Summary);

    /// Whether the match must end, with the games that are finished.
    fn should_stop(&self) -> bool {
        false
    }
}

/// What the slots share.
struct MatchState {
    next: usize,
    done: HashSet<usize>,
    summary: Summary,
    journal: Journal,
    error: Option<ArenaError>,
    /// Whether the watcher has ended the match.
    stopped: bool,
}

impl MatchState {
    /// The next game, unless the match is over.
    fn next(&mut self, schedule: &Schedule) -> Option<Fixture> {
        if self.stopped || self.error.is_some() || self.summary.decision.is_some() {
            return None;
        }
        while self.done.contains(&self.next) {
            self.next += 1;
        }
        (self.next < schedule.games()).then(|| {
            let fixture = schedule.fixture(self.next);
            self.next += 1;
            fixture
        })
    }
}

/// Plays the games that are missing; `kept` are those that the journal holds already.
pub fn run(
    contest: &Contest,
    journal: Journal,
    kept: &[GameRecord],
    watcher: &dyn MatchObserver,
) -> Result<Summary, ArenaError> {
    let mut summary = Summary::new(&contest.specs, &contest.schedule, contest.sprt);
    let mut done = HashSet::new();
    for record in kept {
        let fixture = contest.schedule.fixture(record.game);
        if !summary.fits(record, &fixture) {
            let why = format!("game {} does not belong to this match", record.game);
            return Err(ArenaError::file(Path::new("the games kept"), why));
        }
        // A shorter match than the one that was kept counts what belongs to it.
        if record.game < contest.schedule.games() && done.insert(record.game) {
            summary.add(record, &fixture);
        }
    }
    let inits = contest
        .specs
        .iter()
        .map(commands)
        .collect::<Result<Vec<_>, _>>()?;
    let guard = guard(contest)?;
    let shared = Mutex::new(MatchState {
        next: 0,
        done,
        summary,
        journal,
        error: None,
        stopped: false,
    });
    // Not a pool of rayon's: a slot keeps its engines running from game to game, and whether there
    // is a next game depends on the results so far.
    thread::scope(|scope| {
        for _ in 0..contest.jobs.max(1) {
            scope.spawn(|| slot(contest, &inits, guard.as_ref(), &shared, watcher));
        }
    });
    let mut shared = unpoisoned(shared.into_inner());
    let finished = shared.journal.finish();
    match shared.error {
        Some(error) => Err(error),
        None => finished.map(|()| shared.summary),
    }
}

/// The commands of an engine's init file.
fn commands(spec: &EngineSpec) -> Result<Vec<String>, ArenaError> {
    let EngineSource::Program {
        init: Some(path), ..
    } = &spec.kind
    else {
        return Ok(Vec::new());
    };
    let text = files::read_text(path).map_err(|why| ArenaError::file(path, why))?;
    let lines = text.lines().map(|line| {
        let line = line.split('#').next().unwrap_or_default();
        line.trim().to_owned()
    });
    Ok(lines.filter(|line| !line.is_empty()).collect())
}

/// A guard, if a program plays.
fn guard(contest: &Contest) -> Result<Option<Arc<Guard>>, ArenaError> {
    let programs = contest
        .specs
        .iter()
        .any(|spec| matches!(spec.kind, EngineSource::Program { .. }));
    match &contest.program {
        Some(program) if programs => Guard::start(program)
            .map(|guard| Some(Arc::new(guard)))
            .map_err(|why| ArenaError::file(program, why)),
        _ => Ok(None),
    }
}

/// Plays games of a contest one by one, as requested; the engines keep running between them.
pub struct ContestSlot<'a> {
    contest: &'a Contest,
    inits: Vec<Vec<String>>,
    guard: Option<Arc<Guard>>,
    seats: HashMap<usize, EngineSlot>,
}

impl<'a> ContestSlot<'a> {
    /// A slot with a guard of its own, if one is needed.
    pub fn new(contest: &'a Contest) -> Result<Self, ArenaError> {
        let inits = contest.specs.iter().map(commands);
        Ok(Self {
            contest,
            inits: inits.collect::<Result<_, _>>()?,
            guard: guard(contest)?,
            seats: HashMap::new(),
        })
    }

    /// The game of a number; nothing if the watcher ended it.
    pub fn game(
        &mut self,
        number: usize,
        watcher: &dyn MatchObserver,
    ) -> Result<Option<GameRecord>, ArenaError> {
        let fixture = self.contest.schedule.fixture(number);
        let played = self.play(&fixture, watcher)?;
        Ok(played.map(|played| record(self.contest, &fixture, &played)))
    }

    fn play(
        &mut self,
        fixture: &Fixture,
        watcher: &dyn MatchObserver,
    ) -> Result<Option<FinishedGame>, ArenaError> {
        let contest = self.contest;
        let mut pair = fixture.colours.map(|engine| {
            self.seats.remove(&engine).unwrap_or_else(|| {
                let (spec, init) = (contest.specs[engine].clone(), self.inits[engine].clone());
                EngineSlot::new(spec, init, contest.rules, self.guard.clone())
            })
        });
        let played = play(contest, fixture, &mut pair, watcher);
        self.seats.extend(fixture.colours.into_iter().zip(pair));
        played
    }
}

impl Drop for ContestSlot<'_> {
    fn drop(&mut self) {
        for seat in self.seats.values_mut() {
            seat.quit();
        }
    }
}

/// One slot, until there is nothing left to play.
fn slot(
    contest: &Contest,
    inits: &[Vec<String>],
    guard: Option<&Arc<Guard>>,
    shared: &Mutex<MatchState>,
    watcher: &dyn MatchObserver,
) {
    let mut slot = ContestSlot {
        contest,
        inits: inits.to_vec(),
        guard: guard.cloned(),
        seats: HashMap::new(),
    };
    loop {
        let Some(fixture) = unpoisoned(shared.lock()).next(&contest.schedule) else {
            break;
        };
        let played = slot.play(&fixture, watcher);
        let mut shared = unpoisoned(shared.lock());
        let Some(played) = played.transpose() else {
            shared.stopped = true;
            break;
        };
        let kept = played.and_then(|played| keep(contest, &fixture, &played, &mut shared));
        match kept {
            Ok(record) => watcher.finished(&record, &shared.summary),
            Err(error) => {
                shared.error.get_or_insert(error);
            }
        }
    }
}

fn play(
    contest: &Contest,
    fixture: &Fixture,
    pair: &mut [EngineSlot; 2],
    watcher: &dyn MatchObserver,
) -> Result<Option<FinishedGame>, ArenaError> {
    let [black, white] = pair;
    let opening = &contest.openings[fixture.opening];
    let stop = || watcher.should_stop();
    let mut pair = [black, white];
    let played = referee::watched(&mut pair, fixture.seeds, opening, &contest.rules, &stop);
    played.map_err(|why| {
        let names = fixture.colours.map(|engine| &*contest.specs[engine].name);
        ArenaError::Start {
            engine: names.join(" or "),
            why,
        }
    })
}

/// The record of a game.
fn record(contest: &Contest, fixture: &Fixture, played: &FinishedGame) -> GameRecord {
    let opening = contest.openings[fixture.opening].moves().len();
    GameRecord::new(fixture, &contest.specs, opening, played)
}

/// Writes a game to the journal, then counts it.
fn keep(
    contest: &Contest,
    fixture: &Fixture,
    played: &FinishedGame,
    shared: &mut MatchState,
) -> Result<GameRecord, ArenaError> {
    let record = record(contest, fixture, played);
    shared.journal.add(&record, &played.game)?;
    shared.summary.add(&record, fixture);
    Ok(record)
}
