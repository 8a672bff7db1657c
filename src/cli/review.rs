//! `mustplay review FILE…`: reviews finished games, one file or a folder of them.

use super::game::{self, GameChoice};
use super::progress::ProgressLine;
use super::{answer::answer, files, values};
use crate::base::jobs;
use crate::base::lock::unpoisoned;
use crate::hex::format::hexboard_of;
use crate::hex::{Game, sgf};
use crate::teach::review::{Review, Reviewer, annotate, json, svg, text};
use crate::think::{Budget, NoObserver};
use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// The arguments of `mustplay review`.
#[derive(clap::Args, Clone, Debug)]
pub struct ReviewArguments {
    /// Games: files (SGF, JSON, moves), folders of SGF files, - for standard input, HexWorld links
    #[arg(value_name = "GAME", required = true)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub choice: GameChoice,

    /// Seconds per game: half for proofs, half for estimates
    #[arg(long, default_value = "60", value_name = "SECONDS", value_parser = values::seconds)]
    pub time: Duration,

    /// Proof nodes and estimate visits per move, instead of a time; results are then repeatable
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "time")]
    pub nodes: Option<u64>,

    /// Games to review in parallel
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = values::jobs)]
    pub jobs: usize,

    /// For each game, write to this folder: the game with comments and variations, the review as
    /// JSON, and a graph of the evaluation as SVG
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,

    /// Write the game with comments and variations to this file
    #[arg(long, value_name = "FILE.sgf")]
    pub sgf: Option<PathBuf>,

    /// Draw a graph of the evaluation to this file
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,

    /// Also print each game as a HexWiki hexboard with move numbers
    #[arg(long, conflicts_with = "json")]
    pub hexboard: bool,

    /// Print one line of JSON per game
    #[arg(long)]
    pub json: bool,
}

/// The files, those of a folder sorted by name.
fn games(options: &ReviewArguments) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for path in &options.files {
        if !path.is_dir() {
            all.push(path.clone());
            continue;
        }
        let cannot = || format!("cannot read {}", path.display());
        let mut inside = Vec::new();
        for entry in fs::read_dir(path).with_context(cannot)? {
            let entry = entry.with_context(cannot)?.path();
            let is_sgf = |kind: &OsStr| kind.eq_ignore_ascii_case("sgf");
            if entry.extension().is_some_and(is_sgf) && entry.is_file() {
                inside.push(entry);
            }
        }
        ensure!(!inside.is_empty(), "no .sgf file in {}", path.display());
        inside.sort();
        all.extend(inside);
    }
    Ok(all)
}

/// Reviews the games.
pub fn run(options: &ReviewArguments) -> Result<()> {
    let files = games(options)?;
    ensure!(
        files.len() == 1 || options.sgf.is_none() && options.svg.is_none(),
        "--sgf and --svg take one game, not {}: use --out with a folder",
        files.len()
    );
    if let Some(folder) = &options.out {
        let mut stems: Vec<_> = files.iter().map(|path| path.file_stem()).collect();
        stems.sort_unstable();
        let twice = stems.windows(2).find(|pair| pair[0] == pair[1]);
        let twice = twice.and_then(|pair| pair[0]);
        ensure!(
            twice.is_none(),
            "two files are named {}: with --out, review them separately",
            twice.unwrap_or_default().display()
        );
        files::make_folder(folder)?;
    }
    let answers = Mutex::new(ReviewResults::new(files.len()));
    let answers_now = || unpoisoned(answers.lock());
    let progress = ProgressLine::new(files.len() * PARTS, 0);
    jobs::each(&files, options.jobs.min(files.len()), |number, path| {
        let summary = one(path, options, &|part| {
            let mut answers = answers_now();
            answers.parts[number] = part;
            let done = answers.parts.iter().sum();
            progress.at(done, &path.display().to_string());
        });
        let mut answers = answers_now();
        progress.clear();
        answers.take(number, summary);
        Ok::<(), anyhow::Error>(())
    })?;
    match unpoisoned(answers.into_inner()).failed {
        0 => Ok(()),
        failed => bail!("{failed} of {} files could not be reviewed", files.len()),
    }
}

/// The results of the files, printed in the order of the files.
struct ReviewResults {
    /// The steps done of each file.
    parts: Vec<usize>,
    waiting: Vec<Option<Result<String>>>,
    shown: usize,
    failed: usize,
}

impl ReviewResults {
    fn new(files: usize) -> Self {
        Self {
            parts: vec![0; files],
            waiting: (0..files).map(|_| None).collect(),
            shown: 0,
            failed: 0,
        }
    }

    fn take(&mut self, number: usize, summary: Result<String>) {
        self.parts[number] = PARTS;
        self.waiting[number] = Some(summary);
        while let Some(summary) = self.waiting.get_mut(self.shown).and_then(Option::take) {
            self.shown += 1;
            if let Err(why) = summary.and_then(|text| answer(&format!("{text}\n"))) {
                self.failed += 1;
                let _ = writeln!(io::stderr(), "mustplay: {why:#}");
            }
        }
    }
}

/// Steps of the progress line for a game.
const PARTS: usize = 100;

/// Reviews one file, writes the requested files, and returns the text to print. `report` is called
/// with the number of steps done.
fn one(path: &Path, options: &ReviewArguments, report: &dyn Fn(usize)) -> Result<String> {
    let name = game::name(path);
    let game = options.choice.read(path, None)?;
    ensure!(game.events().len() > 0, "no move in {name}");
    let time = Budget::time(options.time);
    let budget = options.nodes.map_or(time, Budget::nodes);
    let mut reviewer = Reviewer::new(&game, budget);
    while reviewer.step(&NoObserver) {
        report(PARTS * reviewer.done() / reviewer.steps().max(1));
    }
    let review = reviewer.review();
    keep(path, options, &game, &review)?;
    Ok(if options.json {
        let mut line = json(&review);
        if let Some(fields) = line.as_object_mut() {
            fields.insert("file".to_owned(), name.into());
        }
        line.to_string()
    } else {
        let mut summary = format!("{name}: {}", text(&review));
        if options.hexboard {
            let _ = write!(summary, "\n{}", hexboard_of(&game, true));
        }
        summary
    })
}

/// Writes the requested files.
fn keep(path: &Path, options: &ReviewArguments, game: &Game, review: &Review) -> Result<()> {
    let mut file = sgf::from_game(game);
    for tree in &mut file.games {
        annotate(tree, review);
    }
    let write = |path: &Path, text: String| files::write(path, text);
    if let Some(path) = &options.sgf {
        write(path, file.to_string())?;
    }
    if let Some(path) = &options.svg {
        write(path, svg(review))?;
    }
    if let Some(folder) = &options.out {
        let stem = path.file_stem().filter(|_| path.is_file());
        let stem = stem.unwrap_or(OsStr::new("game"));
        let at = |kind: &str| folder.join(stem).with_added_extension(kind);
        let same = |one: &Path| {
            one.canonicalize()
                .is_ok_and(|one| path.canonicalize().ok() == Some(one))
        };
        ensure!(
            !same(&at("sgf")),
            "{} would be overwritten: choose another folder",
            path.display()
        );
        write(&at("sgf"), file.to_string())?;
        write(&at("json"), json(review).to_string() + "\n")?;
        write(&at("svg"), svg(review))?;
    }
    Ok(())
}
