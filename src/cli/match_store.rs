//! `mustplay match --store`: the games of a match as jobs that processes and machines share.
//!
//! A game follows from its number and the match, so with a node limit it does not matter which
//! process plays it: the games equal those of a match without a store.

use super::interrupt::Interrupt;
use super::matches::MatchArguments;
use super::store::access::{WorkerArguments, worker_name};
use crate::arena::record::{GameRecord, MatchHeader};
use crate::arena::{
    Contest, ContestSlot, EngineSpec, MatchObserver, MatchRules, Schedule, Summary, TimeRule,
    openings,
};
use crate::base::lock::unpoisoned;
use crate::cluster::{GameWorker, Project, ProjectKind, StoreWorker, jobs};
use crate::hex::BoardSize;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use std::time::Duration;

/// The games of a match, as a project of a store.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchSpec {
    header: MatchHeader,
    games: usize,
    grace: f64,
    patience: f64,
}

/// Ends games at ctrl-C.
struct Ended(Interrupt);

impl MatchObserver for Ended {
    fn finished(&self, _: &GameRecord, _: &Summary) {}

    fn should_stop(&self) -> bool {
        self.0.is_pressed()
    }
}

impl MatchSpec {
    fn new(contest: &Contest, header: &MatchHeader) -> Self {
        Self {
            header: header.clone(),
            games: contest.schedule.games(),
            grace: contest.rules.grace.as_secs_f64(),
            patience: contest.rules.patience.as_secs_f64(),
        }
    }

    /// Reads it.
    pub fn read(text: &str) -> Result<Self> {
        serde_json::from_str(text).context("a match in the store")
    }

    /// The name of its project: another match has another.
    fn name(&self) -> Result<String> {
        let names: Vec<&str> = self
            .header
            .engines
            .iter()
            .map(|engine| engine.name.as_str())
            .collect();
        let text = serde_json::to_vec(self)?;
        let hash = crate::base::hash::checksum(&text);
        Ok(format!("match {} {hash:016x}", names.join(" against ")))
    }

    /// Whether it needs programs. A store alone never starts them: that takes the command line of
    /// the match.
    pub fn needs_programs(&self) -> bool {
        let engines = self.header.engines.iter();
        let parsed = engines.map(|named| EngineSpec::parse(&named.engine));
        parsed.flatten().any(|spec| spec.is_program())
    }

    /// The match.
    fn contest(&self, text: &str) -> Result<Contest> {
        let header = &self.header;
        let engine = |named: &crate::arena::record::Named| {
            let mut spec = EngineSpec::parse(&named.engine)?;
            spec.name.clone_from(&named.name);
            Ok(spec)
        };
        let specs: Vec<EngineSpec> = header.engines.iter().map(engine).collect::<Result<_>>()?;
        let size = BoardSize::new(header.width, header.height)?;
        let openings = openings::read(size, text).context("the openings in the store")?;
        ensure!(
            specs.len() > 1 && !openings.is_empty(),
            "a match in the store lacks engines or openings"
        );
        let pairings = Schedule::new(specs.len(), header.gauntlet, openings.len(), 2, 0);
        let games = self.games / pairings.pairings().len();
        ensure!(
            games.is_multiple_of(2),
            "the games of a match in the store are not in pairs"
        );
        let schedule = Schedule::new(
            specs.len(),
            header.gauntlet,
            openings.len(),
            games,
            header.seed,
        );
        // Without a time rule the text names that, in a form that is not a valid option.
        let time = if header.time == TimeRule::default().to_string() {
            TimeRule::default()
        } else {
            header.time.parse().context("the time in the store")?
        };
        Ok(Contest {
            rules: MatchRules {
                size,
                time,
                nodes: header.nodes,
                grace: Duration::try_from_secs_f64(self.grace)?,
                patience: Duration::try_from_secs_f64(self.patience)?,
                swap: header.swap,
                play_on: header.play_on,
            },
            specs,
            openings,
            schedule,
            jobs: 1,
            sprt: None,
            program: None,
        })
    }

    /// Plays games of a project, with others that do, until all are played.
    pub fn work(
        &self,
        games: &GameWorker<'_>,
        openings: &[u8],
        threads: usize,
        interrupt: Interrupt,
    ) -> Result<()> {
        let contest = self.contest(&String::from_utf8_lossy(openings))?;
        play(&contest, games, threads, interrupt)
    }
}

fn play(
    contest: &Contest,
    games: &GameWorker<'_>,
    threads: usize,
    interrupt: Interrupt,
) -> Result<()> {
    let make = || Ok(ContestSlot::new(contest)?);
    games.run(threads, make, |slot: &mut ContestSlot<'_>, number| {
        if interrupt.is_pressed() {
            return Ok(None);
        }
        let played = slot.game(usize::try_from(number)?, &Ended(interrupt))?;
        let played = played.map(|record| {
            let positions = record.nodes.iter().sum();
            Ok((serde_json::to_vec(&record)?, positions))
        });
        played.transpose()
    })
}

/// Plays a match with others that share the store; the games that are finished.
pub fn run(
    url: &str,
    options: &MatchArguments,
    contest: &Contest,
    header: &MatchHeader,
) -> Result<Vec<GameRecord>> {
    let interrupt = Interrupt::listen();
    let behaviour: &WorkerArguments = &options.behaviour;
    let mut store = behaviour.open(url, true)?;
    let spec = MatchSpec::new(contest, header);
    let (name, text) = (spec.name()?, serde_json::to_string(&spec)?);
    let (openings, host) = (openings::write(&contest.openings), worker_name());
    let games = contest.schedule.games() as u64;
    let (project, worker) = store.write(|tx| {
        let kind = ProjectKind::Match;
        let project = Project::begin(tx, kind, &name, &text, openings.as_bytes())?;
        jobs::ask(tx, project.id, games)?;
        Ok((project.id, StoreWorker::begin(tx, &host, options.jobs)?))
    })?;
    let store = Mutex::new(store);
    let worker_at = GameWorker {
        store: &store,
        worker,
        seconds: behaviour.lease,
        project,
        games,
    };
    let done = play(contest, &worker_at, options.jobs, interrupt);
    let mut store = unpoisoned(store.into_inner());
    // A failed write is not an error here.
    let _ = store.write(|tx| Ok(worker.end(tx)?));
    done?;
    let finished = store.read(|tx| jobs::finished(tx, project, 0))?;
    let record =
        |(_, bytes): &(u64, Vec<u8>)| serde_json::from_slice(bytes).context("a game in the store");
    finished.iter().map(record).collect()
}
