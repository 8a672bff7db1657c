//! `mustplay learn ladder`: the strength of a network as one table.
//!
//! 1. The value of the empty boards.
//! 2. Its bare policy against that of another network, on several boards.
//! 3. Its bare policy against other engines.
//! 4. `mustplay` with it, at a time for each move, against other engines.
//!
//! Bare policies are deterministic, so each opening is played once with each colour, and there are
//! many openings: two random stones, drawn by the seed, unless a file names them.

use super::games::network;
use crate::arena::journal::Journal;
use crate::arena::openings::{self, Opening};
use crate::arena::record::{GameRecord, MatchHeader};
use crate::arena::report::{columns, signed};
use crate::arena::statistics::PairedScores;
use crate::arena::{
    Contest, EngineSource, EngineSpec, MatchObserver, MatchRules, Schedule, Summary, TimeRule,
    make_names_unique, run as play,
};
use crate::base::random::SplitMix64;
use crate::cli::answer::answer;
use crate::cli::interrupt::Interrupt;
use crate::cli::{files, values};
use crate::hex::{Board, BoardSize, Cell};
use crate::network::{Evaluator, Input, Quantised};
use anyhow::{Context, Result, ensure};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

#[derive(clap::Args, Clone, Debug)]
pub(super) struct LadderArguments {
    /// Network file
    #[arg(long, value_name = "FILE")]
    network: String,

    /// Network whose bare policy it plays against [default: the shipped one]
    #[arg(long, value_name = "FILE")]
    against: Option<String>,

    /// Board sizes of those games
    #[arg(
        long,
        value_name = "SIZE,...",
        value_delimiter = ',',
        default_value = "9,11,13,14",
        value_parser = values::size
    )]
    sizes: Vec<BoardSize>,

    /// Pairs of games per board size
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = pairs)]
    pairs: usize,

    /// Other engines that the bare policy plays against, as in `mustplay match`
    #[arg(long, value_name = "ENGINE", num_args = 1.., value_parser = EngineSpec::parse)]
    opponent: Vec<EngineSpec>,

    /// Other engines that `mustplay` with this network plays against
    #[arg(long, value_name = "ENGINE", num_args = 1.., value_parser = EngineSpec::parse)]
    timed: Vec<EngineSpec>,

    /// Seconds per move for `mustplay` and its opponents
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = values::seconds)]
    time: Duration,

    /// Board size of the games against other engines
    #[arg(long, value_name = "SIZE", default_value = "11")]
    board: BoardSize,

    /// Pairs of games per other engine
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = pairs)]
    opponent_pairs: usize,

    /// Openings for these games, one line of moves each [default: two random stones]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Games to play in parallel
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = values::jobs)]
    jobs: usize,

    /// Random seed of the openings
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

fn pairs(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().ok();
    number
        .filter(|pairs| (1..=2000).contains(pairs))
        .ok_or_else(|| "1 to 2000".to_owned())
}

/// Boards whose empty position is evaluated.
const EMPTY_BOARDS: std::ops::RangeInclusive<usize> = 7..=14;

/// Prints the ladder, row by row.
pub(super) fn run(options: &LadderArguments) -> Result<()> {
    let weights = network(&options.network, options.seed)?;
    ensure!(
        weights.shape().input() == Input::Stones,
        "the ladder needs a network that reads stones alone"
    );
    let new = Arc::new(Quantised::new(&weights));
    answer(&format!("{}\n\n", empty_boards(&new)))?;
    let old = match &options.against {
        Some(file) => Arc::new(Quantised::new(&network(file, options.seed)?)),
        None => Arc::clone(Quantised::shipped()),
    };
    let policy = player("new", "policy", &new)?;
    let other = player("old", "policy", &old)?;
    let ladder = Ladder {
        options,
        interrupt: Interrupt::listen(),
        program: Some(std::env::current_exe().context("cannot find the mustplay executable")?),
    };
    let mut rows = vec![
        [
            "board", "player", "opponent", "games", "won", "won 2:0", "shared", "lost 0:2", "Elo",
            "faults",
        ]
        .map(str::to_owned),
    ];
    for &size in &options.sizes {
        let openings = random_openings(size, options.pairs, options.seed);
        let pair = [policy.clone(), other.clone()];
        rows.push(ladder.row(size, &pair, openings, TimeRule::Own)?);
    }
    for opponent in &options.opponent {
        let pair = [policy.clone(), opponent.clone()];
        rows.push(ladder.row(options.board, &pair, ladder.starts()?, TimeRule::Own)?);
    }
    let full = player("mustplay", "mustplay", &new)?;
    for opponent in &options.timed {
        let pair = [full.clone(), opponent.clone()];
        let time = TimeRule::Move(options.time);
        rows.push(ladder.row(options.board, &pair, ladder.starts()?, time)?);
    }
    answer(&columns(&rows, &[0, 1, 2, 9]))?;
    ensure!(!ladder.should_stop(), "ended early");
    Ok(())
}

/// The win rate of the first player on empty boards.
fn empty_boards(network: &Arc<Quantised>) -> String {
    let mut evaluator = Evaluator::new(Arc::clone(network));
    let values = EMPTY_BOARDS.filter_map(|width| {
        let size = BoardSize::square(width).ok()?;
        let win = evaluator.evaluate(&Board::new(size)).win();
        Some(format!("{width}: {:.1}%", 100.0 * win))
    });
    let values: Vec<String> = values.collect();
    format!("Value of the empty board: {}", values.join(", "))
}

/// A player of ours with this network.
fn player(name: &str, text: &str, network: &Arc<Quantised>) -> Result<EngineSpec> {
    let mut spec = EngineSpec::parse(text)?;
    name.clone_into(&mut spec.name);
    if let EngineSource::Player(options) = &mut spec.kind {
        options.set_network(Arc::clone(network))?;
    }
    Ok(spec)
}

/// This many different openings of two stones, or all.
fn random_openings(size: BoardSize, count: usize, seed: u64) -> Vec<Opening> {
    let mut random = SplitMix64::of(seed, size.cells() as u64);
    let cells: Vec<Cell> = size.all().collect();
    let tried = (0..20 * count).filter_map(|_| {
        let [black, white] = [(); 2].map(|()| cells[random.below(cells.len())]);
        let moves = format!("{} {}", size.name(black), size.name(white));
        (black != white).then(|| Opening::of_moves(size, &moves).ok())?
    });
    let mut openings = openings::distinct(tried.collect());
    openings.truncate(count);
    openings
}

/// The settings shared by all matches of a ladder.
struct Ladder<'a> {
    options: &'a LadderArguments,
    interrupt: Interrupt,
    /// The path of this program, which also runs as the guard.
    program: Option<PathBuf>,
}

impl MatchObserver for Ladder<'_> {
    fn finished(&self, _record: &GameRecord, _summary: &Summary) {}

    fn should_stop(&self) -> bool {
        self.interrupt.is_pressed()
    }
}

impl Ladder<'_> {
    /// The openings against other engines.
    fn starts(&self) -> Result<Vec<Opening>> {
        let (options, size) = (self.options, self.options.board);
        let Some(path) = &options.openings else {
            return Ok(random_openings(size, options.opponent_pairs, options.seed));
        };
        let read = openings::read(size, &files::text(path)?);
        let read = read.with_context(|| format!("cannot read {}", path.display()))?;
        let mut read = openings::distinct(read);
        read.truncate(options.opponent_pairs);
        Ok(read)
    }

    /// A match as a row of the table. An opponent that cannot be started gets a row with the error.
    fn row(
        &self,
        size: BoardSize,
        pair: &[EngineSpec; 2],
        openings: Vec<Opening>,
        time: TimeRule,
    ) -> Result<[String; 10]> {
        ensure!(!openings.is_empty(), "there is no opening for {size}");
        let mut specs = pair.to_vec();
        make_names_unique(&mut specs);
        let names = [0, 1].map(|engine| specs[engine].name.clone());
        let rules = MatchRules {
            size,
            time,
            nodes: None,
            grace: Duration::from_millis(500),
            patience: Duration::from_secs(30),
            swap: false,
            play_on: false,
        };
        let (games, seed) = (2 * openings.len(), self.options.seed);
        let header = MatchHeader::new(&specs, &rules, true, seed, &openings::write(&openings));
        let (journal, kept) = Journal::open(None, None, &header, false)?;
        let contest = Contest {
            schedule: Schedule::new(2, true, openings.len(), games, seed),
            specs,
            rules,
            openings,
            jobs: self.options.jobs,
            sprt: None,
            program: self.program.clone(),
        };
        let [player, opponent] = names;
        let cells = match play(&contest, journal, &kept, self) {
            Ok(summary) => results(&summary),
            Err(why) => {
                let mut cells = [(); 7].map(|()| "-".to_owned());
                cells[6] = why.to_string();
                cells
            }
        };
        let [games, won, both, shared, none, elo, faults] = cells;
        Ok([
            size.to_string(),
            player,
            opponent,
            games,
            won,
            both,
            shared,
            none,
            elo,
            faults,
        ])
    }
}

/// Games, share won, pairs won, shared and lost, Elo with its interval, faults of both.
fn results(summary: &Summary) -> [String; 7] {
    let counts = summary.pairings.first().map_or([0; 3], |one| one.1);
    let difference = PairedScores::of_pairs(counts).difference();
    let faults = summary.engines.iter().flat_map(|engine| {
        let each = engine.faults.iter();
        each.map(|(reason, count)| format!("{}: {count} {reason}", engine.name))
    });
    let faults: Vec<String> = faults.collect();
    let failed: usize = summary
        .engines
        .get(1)
        .map_or(0, |one| one.faults.values().sum());
    if failed == summary.games {
        // Games that an opponent never played do not count.
        let mut cells = [(); 7].map(|()| "-".to_owned());
        cells[6] = faults.join(", ");
        return cells;
    }
    let wins = summary.engines.first().map_or(0, |one| one.wins);
    let share = 100.0 * wins as f64 / summary.games.max(1) as f64;
    let [low, high] = difference.interval.map(signed);
    [
        summary.games.to_string(),
        format!("{share:.1}%"),
        counts[2].to_string(),
        counts[1].to_string(),
        counts[0].to_string(),
        format!("{} [{low}, {high}]", signed(difference.elo)),
        if faults.is_empty() {
            "-".to_owned()
        } else {
            faults.join(", ")
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_two_stones_and_all_different() {
        let size: BoardSize = "5".parse().unwrap();
        let openings = random_openings(size, 30, 1);
        assert_eq!(openings.len(), 30);
        assert_eq!(openings, random_openings(size, 30, 1));
        assert_ne!(openings, random_openings(size, 30, 2));
        assert!(openings.iter().all(|one| one.moves().len() == 2));
        assert!(random_openings("2".parse().unwrap(), 30, 1).len() < 30);
    }

    // Elsewhere there is no program `false`.
    #[cfg(unix)]
    #[test]
    fn an_opponent_that_fails_has_a_row_and_the_rest_goes_on() {
        let options = LadderArguments {
            network: "random:32x1".to_owned(),
            against: Some("random:32x2".to_owned()),
            sizes: vec!["4".parse().unwrap()],
            pairs: 2,
            opponent: ["cmd:/no/such/program", "cmd:false", "first"]
                .map(|text| EngineSpec::parse(text).unwrap())
                .to_vec(),
            timed: Vec::new(),
            time: Duration::from_millis(10),
            board: "4".parse().unwrap(),
            opponent_pairs: 1,
            openings: None,
            jobs: 1,
            seed: 0,
        };
        let network = network(&options.network, 0).unwrap();
        let network = Arc::new(Quantised::new(&network));
        let ladder = Ladder {
            options: &options,
            interrupt: Interrupt::listen(),
            program: None,
        };
        let row = |opponent: &EngineSpec| {
            let pair = [player("new", "policy", &network).unwrap(), opponent.clone()];
            let row = ladder.row(
                options.board,
                &pair,
                ladder.starts().unwrap(),
                TimeRule::Own,
            );
            row.unwrap()
        };
        assert!(row(&options.opponent[0])[9].contains("cannot start"));
        let crashed = row(&options.opponent[1]);
        assert_eq!((&*crashed[3], &*crashed[4]), ("-", "-"), "{crashed:?}");
        assert!(crashed[9].contains("crash"), "{crashed:?}");
        let played = row(&options.opponent[2]);
        assert_eq!((&*played[3], &*played[9]), ("2", "-"), "{played:?}");
        assert!(empty_boards(&network).contains("14: "));
    }
}
