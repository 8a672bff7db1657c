//! `mustplay learn games`: a network plays with itself.

use crate::base::lock::unpoisoned;
use crate::base::random::SplitMix64;
use crate::cli::files;
use crate::cli::game::GameChoice;
use crate::cli::interrupt::Interrupt;
use crate::cli::store::access::{WorkerArguments, worker_name};
use crate::cli::values;
use crate::cluster::{GameWorker, Project, ProjectKind, Store, StoreWorker, jobs};
use crate::hex::BoardSize;
use crate::network::{Evaluator, Input, Quantised, Shape, Weights};
use crate::train::self_play::{KnownGame, Plan, PlayedGame, SelfPlay, file};
use anyhow::{Context, Error, Result, ensure};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

#[derive(clap::Args, Clone, Debug)]
pub(super) struct GamesArguments {
    /// Network that plays: a file, or random:CHANNELSxBLOCKS for an untrained one
    #[arg(long, value_name = "FILE")]
    network: String,

    /// Folder for the games; an interrupted run continues there
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// Number of games of this shard the folder should hold
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    games: u64,

    /// Stop after this many hours
    #[arg(
        long,
        value_name = "HOURS",
        default_value_t = 1e6,
        hide_default_value = true
    )]
    hours: f64,

    /// Part of the games to play, such as 1/4; each part has its own file
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    shard: (u64, u64),

    /// Random seed; the same seed and network give the same games
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Board sizes with their weights
    #[arg(
        long,
        value_name = "SIZE:WEIGHT,...",
        default_value = "7:3,9:4,11:4,6:1,8:1,10:1,13:1"
    )]
    sizes: String,

    /// Visits for a move that becomes training data
    #[arg(long, value_name = "N", default_value_t = 128)]
    visits: u32,

    /// Maximum visits for the other moves
    #[arg(long, value_name = "N", default_value_t = 22)]
    quick: u32,

    /// Play fast games: the bare policy plays; one opening position and one later position are
    /// searched and become training data
    #[arg(long, conflicts_with_all = ["quick", "known"])]
    fast: bool,

    /// Play with the network alone, without analyses of positions
    #[arg(long)]
    no_analyses: bool,

    /// Games of other players, in any format (such as `mustplay match --out`); three games in ten
    /// start from a position of one of these
    #[arg(long, value_name = "FILE", num_args = 1..)]
    known: Vec<PathBuf>,

    /// Share the work through this store (a file name, or the address of a PostgreSQL database);
    /// once all games are played they are written to the folder, the same games as without a store
    #[arg(long, value_name = "FILE|URL", requires = "games", conflicts_with_all = ["shard", "hours"])]
    store: Option<String>,

    /// With a store: games to play in parallel
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = values::jobs, requires = "store")]
    jobs: usize,

    #[command(flatten)]
    behaviour: WorkerArguments,
}

/// One of several parts, counted from 0.
pub(super) fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(part, all)| {
        let (part, all) = (part.parse::<u64>().ok()?, all.parse::<u64>().ok()?);
        (1..=all).contains(&part).then(|| (part - 1, all))
    });
    parts.ok_or_else(|| "a part and the number of parts, such as 1/4".to_owned())
}

/// `7:3,9x7:1`.
pub(super) fn sizes(text: &str) -> Result<Vec<(BoardSize, f64)>> {
    let one = |part: &str| {
        let (size, weight) = part.split_once(':').unwrap_or((part, "1"));
        let weight: f64 = weight
            .parse()
            .with_context(|| format!("no weight: {weight}"))?;
        ensure!((0.0..1e6).contains(&weight), "no weight: {weight}");
        Ok((values::size(size).map_err(Error::msg)?, weight))
    };
    let sizes: Vec<(BoardSize, f64)> = text.split(',').map(one).collect::<Result<_>>()?;
    ensure!(
        sizes.iter().any(|&(_, weight)| weight > 0.0),
        "no size has a weight"
    );
    Ok(sizes)
}

/// The games in these files, those that begin on an empty board.
fn known(files: &[PathBuf]) -> Result<Vec<String>> {
    let mut known = Vec::new();
    for file in files {
        let name = || format!("cannot read {}", file.display());
        let before = known.len();
        for game in GameChoice::default().games(file, None)? {
            known.extend(KnownGame::of(&game.with_context(name)?).map(|game| game.to_string()));
        }
        ensure!(
            known.len() > before,
            "{} has no game that starts on an empty board",
            file.display()
        );
    }
    Ok(known)
}

/// The network in a file, or a random one.
pub(super) fn network(text: &str, seed: u64) -> Result<Weights> {
    if let Some(shape) = text.strip_prefix("random:") {
        return Ok(Weights::random(shape.parse::<Shape>()?, seed));
    }
    let bytes = files::bytes(Path::new(text))?;
    Weights::read(&bytes).with_context(|| format!("cannot read {text}"))
}

/// Plays.
pub(super) fn run(options: &GamesArguments) -> Result<()> {
    let weights = network(&options.network, options.seed)?;
    ensure!(
        weights.shape().input() == Input::Stones,
        "self-play needs a network that reads stones alone; this one reads analyses"
    );
    let spec = GamesSpec {
        network: format!("{:016x}", weights.identity()),
        seed: options.seed,
        sizes: options.sizes.clone(),
        visits: options.visits,
        quick: options.quick,
        analyse: !options.no_analyses,
        fast: options.fast,
        known: known(&options.known)?,
    };
    let plan = spec.plan()?;
    let (part, parts) = options.shard;
    fs::create_dir_all(&options.out)
        .with_context(|| format!("cannot make {}", options.out.display()))?;
    if let Some(url) = &options.store {
        return shared(options, url, &spec, &weights);
    }
    let name = format!("games-{}-{}of{parts}.bin", options.seed, part + 1);
    let path = options.out.join(name);
    let (mut out, done) = open(&path, weights.identity())?;
    let start = Instant::now();
    let most = Duration::from_secs_f64((options.hours * 3600.0).clamp(0.0, 1e10));
    let mut play = SelfPlay::new(plan, Evaluator::new(Arc::new(Quantised::new(&weights))));
    let (mut moves, mut played) = (0, 0_u64);
    for index in done..options.games {
        if start.elapsed() >= most {
            break;
        }
        let seed = SplitMix64::of(options.seed, index * parts + part).next_u64();
        let game = play.game(seed);
        out.write_all(&file::record(&game))
            .with_context(|| format!("cannot write {}", path.display()))?;
        moves += game.moves.len();
        played += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    writeln!(
        io::stdout(),
        "{}: {} games; {played} new, {moves} moves, {} evaluations in {seconds:.0} s",
        path.display(),
        done + played,
        play.evaluations(),
    )?;
    Ok(())
}

/// Games of self-play, as a project of a store.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GamesSpec {
    network: String,
    seed: u64,
    sizes: String,
    visits: u32,
    quick: u32,
    analyse: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    fast: bool,
    #[serde(default)]
    known: Vec<String>,
}

impl GamesSpec {
    fn plan(&self) -> Result<Plan> {
        let known = self.known.iter().map(|game| game.parse());
        Ok(Plan {
            sizes: sizes(&self.sizes)?,
            visits: self.visits,
            quick: self.quick,
            analyse: self.analyse,
            fast: self.fast,
            known: known.collect::<Result<_, _>>()?,
            ..Plan::default()
        })
    }

    /// Plays games of a project, with others that do, until all are played.
    pub fn work(
        &self,
        games: &GameWorker<'_>,
        network: &[u8],
        threads: usize,
        interrupt: Interrupt,
    ) -> Result<()> {
        let weights = Weights::read(network).context("the network in the store")?;
        let (plan, network) = (self.plan()?, Arc::new(Quantised::new(&weights)));
        let make = || {
            Ok(SelfPlay::new(
                plan.clone(),
                Evaluator::new(Arc::clone(&network)),
            ))
        };
        games.run(threads, make, |play: &mut SelfPlay, number| {
            if interrupt.is_pressed() {
                return Ok(None);
            }
            let game = play.game(SplitMix64::of(self.seed, number).next_u64());
            Ok(Some((game.bytes(), game.moves.len() as u64)))
        })
    }
}

/// Plays with others that share a store, and writes the file when all games are played.
fn shared(options: &GamesArguments, url: &str, spec: &GamesSpec, weights: &Weights) -> Result<()> {
    let interrupt = Interrupt::listen();
    let mut store: Store = options.behaviour.open(url, true)?;
    let (name, text) = (
        format!("games {} of {}", spec.seed, spec.network),
        serde_json::to_string(spec)?,
    );
    let (bytes, host) = (weights.bytes(), worker_name());
    let (project, worker) = store.write(|tx| {
        let project = Project::begin(tx, ProjectKind::Games, &name, &text, &bytes)?;
        jobs::ask(tx, project.id, options.games)?;
        Ok((project.id, StoreWorker::begin(tx, &host, options.jobs)?))
    })?;
    let store = Mutex::new(store);
    let games = GameWorker {
        store: &store,
        worker,
        seconds: options.behaviour.lease,
        project,
        games: options.games,
    };
    let done = spec.work(&games, &bytes, options.jobs, interrupt);
    let mut store = unpoisoned(store.into_inner());
    // A failed write is not an error here.
    let _ = store.write(|tx| Ok(worker.end(tx)?));
    done?;
    let played = store.read(|tx| jobs::finished(tx, project, 0))?;
    let wanted = (0..options.games).zip(&played);
    let whole = wanted.take_while(|(number, (found, _))| number == found);
    let records = whole.map(|(_, (_, bytes))| {
        let game = PlayedGame::read(bytes).context("a game in the store")?;
        Ok(file::record(&game))
    });
    let records: Vec<Vec<u8>> = records.collect::<Result<_>>()?;
    let path = options.out.join(format!("games-{}-1of1.bin", spec.seed));
    let whole = [file::header(weights.identity()), records.concat()].concat();
    files::write(&path, whole)?;
    writeln!(io::stdout(), "{}: {} games", path.display(), records.len())?;
    ensure!(
        records.len() as u64 == options.games,
        "stopped after {} of {} games",
        records.len(),
        options.games
    );
    Ok(())
}

/// The file to append to, and its number of whole games; anything after these is cut off.
fn open(path: &Path, network: u64) -> Result<(File, u64)> {
    let name = path.display();
    let mut out = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(path)
        .with_context(|| format!("cannot open {name}"))?;
    let bytes = files::bytes(path)?;
    let header = file::header(network);
    if bytes.len() < header.len() && header.starts_with(&bytes) {
        out.set_len(0)
            .with_context(|| format!("cannot write {name}"))?;
        out.write_all(&header)
            .with_context(|| format!("cannot write {name}"))?;
        return Ok((out, 0));
    }
    let found = file::network(&bytes).with_context(|| format!("cannot continue {name}"))?;
    ensure!(
        found == network,
        "the games in {name} are from another network: choose another folder"
    );
    let (mut count, mut end) = (0, file::HEADER);
    for game in file::games(&bytes) {
        match game {
            Ok((_, at)) => (count, end) = (count + 1, at),
            Err(fault) if fault.why == file::Why::Cut => break,
            Err(fault) => return Err(fault).with_context(|| format!("cannot continue {name}")),
        }
    }
    out.set_len(end as u64)
        .with_context(|| format!("cannot write {name}"))?;
    Ok((out, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_cut_is_played_again() {
        let folder = std::env::temp_dir().join(format!("mustplay-games-{}", std::process::id()));
        let options = GamesArguments {
            network: "random:32x1".to_owned(),
            out: folder.clone(),
            games: 4,
            hours: 1.0,
            shard: shard("2/2").unwrap(),
            seed: 9,
            sizes: "4:1,3x5:1".to_owned(),
            visits: 20,
            quick: 8,
            fast: false,
            no_analyses: false,
            known: Vec::new(),
            store: None,
            jobs: 1,
            behaviour: WorkerArguments::default(),
        };
        run(&options).unwrap();
        let path = folder.join("games-9-2of2.bin");
        let bytes = fs::read(&path).unwrap();
        assert_eq!(file::games(&bytes).flatten().count(), 4);
        fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
        run(&options).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes);
        let other = GamesArguments {
            network: "random:32x2".to_owned(),
            ..options
        };
        assert!(
            run(&other)
                .unwrap_err()
                .to_string()
                .contains("from another network")
        );
        fs::remove_dir_all(&folder).unwrap();
        assert!(shard("3/2").is_err() && sizes("7:x").is_err() && sizes("7:0").is_err());
    }

    #[test]
    fn known_games_are_read_in_any_format() {
        let path = std::env::temp_dir().join(format!("mustplay-known-{}", std::process::id()));
        let game = |black: &str, moves: &str| {
            format!(
                r#"{{"width":4,"height":5,"black":[{black}],"white":[],"to_move":"black","moves":[{moves}]}}"#
            )
        };
        let read = |text: &str| {
            fs::write(&path, text).unwrap();
            known(std::slice::from_ref(&path)).map_err(|why| format!("{why:#}"))
        };
        let records = [
            game("", r#""a1","b2""#),
            game(r#""c3""#, r#""a1""#),
            game("", r#""d5""#),
        ];
        assert_eq!(read(&records.join("\n")).unwrap(), ["4x5 a1 b2", "4x5 d5"]);
        assert_eq!(
            read("(;FF[4]GM[11]SZ[3];B[b2];W[a1])").unwrap(),
            ["3x3 b2 a1"]
        );
        let why = read(&records[1]).unwrap_err();
        assert!(
            why.contains("no game that starts on an empty board"),
            "{why}"
        );
        let why = read(&[&records[0], "{\"width\":4"].join("\n")).unwrap_err();
        assert!(why.contains("cannot read") && why.contains("line"), "{why}");
        fs::remove_file(&path).unwrap();
        assert!(known(&[path]).is_err());
    }
}
