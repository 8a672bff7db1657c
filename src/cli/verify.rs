//! `mustplay verify FILE [GAME]`: checks a certificate, and whether it covers a game's position.

use super::answer::answer;
use super::game::{self, GameChoice};
use super::{gzip, values};
use crate::certificate::{Checked, check_text};
use crate::hex::draw::{Picture, text};
use crate::hex::record::{PositionRecord, names};
use crate::hex::{Board, Colour};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::fmt::Display;
use std::fs::File;
use std::path::PathBuf;
use std::time::Instant;

/// The arguments of `mustplay verify`.
#[derive(clap::Args, Clone, Debug)]
pub struct VerifyArguments {
    /// Certificate file, plain or compressed (.gz)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Also check that the certificate covers the last position of this game
    #[arg(value_name = "GAME")]
    pub game: Option<PathBuf>,

    /// Use the game's position after this many moves instead of the last
    #[arg(long, value_name = "N", requires = "game")]
    pub moves: Option<usize>,

    #[command(flatten)]
    pub choice: GameChoice,

    /// Print what is proved as a line of JSON
    #[arg(long)]
    pub json: bool,

    /// Memory limit in megabytes; a certificate that needs more is refused
    #[arg(long, value_name = "MB", default_value = "1000", value_parser = values::count)]
    pub max_memory: usize,
}

/// Checks a certificate.
pub fn run(options: &VerifyArguments) -> Result<()> {
    let name = options.file.display();
    let cannot = || format!("cannot read {name}");
    let file = File::open(&options.file).with_context(cannot)?;
    let input = gzip::expanded(file).with_context(cannot)?;
    let start = Instant::now();
    let checked = check_text(input, options.max_memory);
    let checked = checked.with_context(|| name.to_string())?;
    let milliseconds = (start.elapsed().as_secs_f64() * 1e4).round() / 10.0;
    let chosen: Vec<&Checked> = match &options.game {
        None => checked.iter().collect(),
        Some(path) => {
            let game = options.choice.read(path, options.moves)?;
            vec![of_game(&checked, game.board(), &name, &game::name(path))?]
        }
    };
    if options.json {
        return chosen.into_iter().try_for_each(|checked| {
            let verified = Verified::new(checked, milliseconds);
            answer(&format!("{}\n", serde_json::to_string(&verified)?))
        });
    }
    match chosen[..] {
        [checked] => answer(&words(checked, milliseconds)),
        _ => answer(&lines(&checked, milliseconds)),
    }
}

/// What is proved about a game's position.
fn of_game<'a>(
    checked: &'a [Checked],
    board: &Board,
    name: &dyn Display,
    other: &str,
) -> Result<&'a Checked> {
    let difference = |checked: &'a Checked| match difference(&checked.position.resize(), board) {
        None => Ok(checked),
        Some(why) => Err(why),
    };
    let mut differences = Vec::new();
    for one in checked {
        match difference(one) {
            Ok(checked) => return Ok(checked),
            Err(why) => differences.push(why),
        }
    }
    // All positions of a certificate are of one board.
    let other_board = checked[0].position.size() != board.size();
    match &differences[..] {
        [why, rest @ ..] if rest.is_empty() || other_board => {
            bail!("{name} proves another position than that of {other}: {why}")
        }
        all => bail!(
            "{name} proves {} positions, but not that of {other}",
            all.len()
        ),
    }
}

/// What is proved about several positions, one line each.
fn lines(checked: &[Checked], milliseconds: f64) -> String {
    let claims: usize = Colour::ALL
        .into_iter()
        .filter_map(|winner| checked.iter().find(|one| one.winner == winner))
        .map(|one| one.nodes)
        .sum();
    let head = format!(
        "proved: {} positions of {}, {claims} claims, checked in {milliseconds:.1} ms\n",
        checked.len(),
        checked[0].position.size(),
    );
    let line = |one: &Checked| {
        let position = &one.position;
        let [black, white] = Colour::ALL.map(|colour| match position.stones(colour) {
            none if none.is_empty() => format!("no {colour} stone"),
            stones => format!("{colour} {}", position.size().names(stones)),
        });
        let (to_move, winner) = (position.to_move(), one.winner);
        format!("{black}, {white}, {to_move} to move: {winner} wins\n")
    };
    checked.iter().fold(head, |text, one| text + &line(one))
}

/// What is proved, with the position.
fn words(checked: &Checked, milliseconds: f64) -> String {
    let position = &checked.position;
    let picture = Picture {
        board: &position.resize(),
        last: None,
    };
    let size = position.size();
    let (winner, loser) = (checked.winner.title(), (!checked.winner).title());
    let needs = if checked.carrier.is_empty() {
        format!("{winner} has connected its edges.")
    } else if checked.carrier == position.empty() {
        format!("{winner} may need every empty cell.")
    } else {
        let cells = size.names(checked.carrier);
        format!("{winner} wins even if {loser} gets every empty cell except: {cells}")
    };
    format!(
        "proved: {} wins, {} claims, checked in {milliseconds:.1} ms\n{}\n{} to move.\n{needs}\n",
        checked.winner,
        checked.nodes,
        text(&picture, false),
        position.to_move().title(),
    )
}

/// What is proved, as `--json` prints it.
#[derive(Serialize)]
struct Verified {
    format: &'static str,
    #[serde(flatten)]
    position: PositionRecord,
    winner: String,
    claims: usize,
    /// The empty cells that the winner needs.
    carrier: Vec<String>,
    milliseconds: f64,
}

impl Verified {
    fn new(checked: &Checked, milliseconds: f64) -> Self {
        Self {
            format: "mustplay-verified/1",
            position: PositionRecord::new(&checked.position),
            winner: checked.winner.to_string(),
            claims: checked.nodes,
            carrier: names(checked.position.size(), checked.carrier),
            milliseconds,
        }
    }
}

/// How a position differs from that of a game, if it does.
fn difference(proved: &Board, played: &Board) -> Option<String> {
    let (size, other) = (proved.size(), played.size());
    if size != other {
        return Some(format!("{size} in the certificate, {other} in the game"));
    }
    let differ = size
        .all()
        .filter(|&cell| proved.at(cell) != played.at(cell));
    let cells: Vec<String> = differ.take(5).map(|cell| size.name(cell)).collect();
    if !cells.is_empty() {
        return Some(format!("they differ on {}", cells.join(" ")));
    }
    (proved.to_move() != played.to_move()).then(|| {
        let (there, here) = (proved.to_move(), played.to_move());
        format!("{there} to move in the certificate, {here} in the game")
    })
}
