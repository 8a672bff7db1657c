//! The file of a match, `mustplay-game/1`: a header with engines and rules, then a line for each
//! game. A game has the fields of every position of this program: the
//! position before the first move (`width`, `height`, `black`, `white`, `to_move`) and the `moves`
//! from there, those of the opening first.

use super::engine::{MatchRules, Reason};
use super::referee::FinishedGame;
use super::schedule::Fixture;
use super::spec::EngineSpec;
use crate::base::hash::checksum;
use crate::hex::record::PositionRecord;
use crate::hex::{Board, Colour, Move, MoveName};
use crate::hex::{Event, Game};
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// The format of a file of games.
pub const FORMAT: &str = "mustplay-game/1";

/// The first line: what must be the same when a match is resumed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchHeader {
    /// [`FORMAT`].
    pub format: String,
    /// The engines, by name and by text.
    pub engines: Vec<Named>,
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// The rule of the clock.
    pub time: String,
    /// Nodes a move.
    pub nodes: Option<u64>,
    /// Whether White may swap.
    pub swap: bool,
    /// Whether games go on after the win.
    pub play_on: bool,
    /// Whether only the first engine meets the others.
    pub gauntlet: bool,
    /// The seed of the match.
    pub seed: u64,
    /// How many openings there are.
    pub openings: usize,
    /// A number that differs where the openings do.
    pub openings_hash: String,
}

/// An engine as a file names it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Named {
    /// What it is called in the games.
    pub name: String,
    /// What it is.
    pub engine: String,
}

impl MatchHeader {
    /// The header of a match; `openings` as they are written to a file.
    pub fn new(
        specs: &[EngineSpec],
        rules: &MatchRules,
        gauntlet: bool,
        seed: u64,
        openings: &str,
    ) -> Self {
        let named = |spec: &EngineSpec| Named {
            name: spec.name.clone(),
            engine: spec.text.clone(),
        };
        Self {
            format: FORMAT.to_owned(),
            engines: specs.iter().map(named).collect(),
            width: rules.size.width(),
            height: rules.size.height(),
            time: rules.time.to_string(),
            nodes: rules.nodes,
            swap: rules.swap,
            play_on: rules.play_on,
            gauntlet,
            seed,
            openings: openings.lines().count(),
            openings_hash: format!("{:016x}", checksum(openings.as_bytes())),
        }
    }

    /// The first thing in which two matches differ, as two texts.
    pub fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        difference(self, other)
    }
}

/// The first field in which two headers differ, and its two values.
pub(super) fn difference<T: Serialize>(found: &T, wanted: &T) -> Option<(String, String, String)> {
    let value = |header: &T| serde_json::to_value(header).unwrap_or_default();
    let (found, wanted) = (value(found), value(wanted));
    let fields = found.as_object()?;
    fields.iter().find_map(|(name, ours)| {
        let theirs = wanted.get(name)?;
        (ours != theirs).then(|| (name.clone(), ours.to_string(), theirs.to_string()))
    })
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule.
    pub game: usize,
    /// The pair that it belongs to.
    pub pair: usize,
    /// The position before the first move.
    #[serde(flatten)]
    pub start: PositionRecord,
    /// All moves, `swap-pieces` among them.
    pub moves: Vec<String>,
    /// How many of them are the opening.
    pub opening: usize,
    /// The engine with Black.
    pub black_engine: String,
    /// The engine with White.
    pub white_engine: String,
    /// `black` or `white`.
    pub winner: String,
    /// Why the game ended.
    pub reason: Reason,
    /// Details of a fault.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The time of each move after the opening; of a resignation too.
    pub seconds: Vec<f64>,
    /// The nodes of each, where they are known (all 0 where not).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<u64>,
    /// The depth of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depth: Vec<u64>,
}

impl GameRecord {
    /// The record of a game that was played.
    pub fn new(
        fixture: &Fixture,
        specs: &[EngineSpec],
        opening: usize,
        played: &FinishedGame,
    ) -> Self {
        let name = |colour: Colour| {
            let spec = specs.get(fixture.colours[colour.index()]);
            spec.map(|spec| spec.name.clone()).unwrap_or_default()
        };
        let known = |list: Vec<u64>| {
            if list.iter().all(|&number| number == 0) {
                Vec::new()
            } else {
                list
            }
        };
        let costs = &played.costs;
        let seconds = |time: std::time::Duration| time.as_micros() as f64 / 1e6;
        Self {
            game: fixture.game,
            pair: fixture.pair,
            start: PositionRecord::new(&start(&played.game)),
            moves: moves(&played.game),
            opening,
            black_engine: name(Colour::Black),
            white_engine: name(Colour::White),
            winner: played.winner.to_string(),
            reason: played.reason,
            detail: played.detail.clone(),
            seconds: costs.iter().map(|t| seconds(t.time)).collect(),
            nodes: known(costs.iter().map(|t| t.effort.nodes).collect()),
            depth: known(costs.iter().map(|t| t.effort.depth).collect()),
        }
    }

    /// Replays the game: its moves have to be legal, and a winner that joined its edges has to have
    /// joined them.
    pub fn check(&self) -> Result<(), String> {
        let start = self.start.board().map_err(|why| why.to_string())?;
        let mut game = Game::from_board(start);
        for name in &self.moves {
            let wrong = |why: &dyn Display| format!("move {name:.40}: {why}");
            let named: MoveName = name.parse().map_err(|why| wrong(&why))?;
            let (mv, style) = named.on(game.size()).map_err(|why| wrong(&why))?;
            if matches!(mv, Move::Pass | Move::Resign) {
                return Err(wrong(&"not a move of a match"));
            }
            let played = game.play(game.to_move(), mv, style);
            played.map_err(|why| wrong(&why))?;
        }
        let joined = game.board().winner();
        if self.reason == Reason::Joined && (joined.is_none() || joined != self.winner()) {
            return Err(format!("{:.40} has not joined its edges", self.winner));
        }
        Ok(())
    }

    /// The winner.
    pub fn winner(&self) -> Option<Colour> {
        self.winner.parse().ok()
    }

    /// The engine of a colour.
    pub fn engine(&self, colour: Colour) -> &str {
        match colour {
            Colour::Black => &self.black_engine,
            Colour::White => &self.white_engine,
        }
    }

    /// The colour of the first move after the opening.
    pub fn first_asked(&self) -> Option<Colour> {
        let first: Colour = self.start.to_move.parse().ok()?;
        Some(if self.opening.is_multiple_of(2) {
            first
        } else {
            !first
        })
    }
}

/// The position before the first move: an opening may set it up.
fn start(game: &Game) -> Board {
    let mut events = game.events();
    match (events.next(), game.boards().next()) {
        (Some(Event::Setup(_)), Some([_, after])) => *after,
        (_, Some([before, _])) => *before,
        (_, None) => *game.board(),
    }
}

/// The moves of a game, by name.
pub fn moves(game: &Game) -> Vec<String> {
    let named = game.events().filter_map(|event| event.named(game.size()));
    named.map(|(_, name)| name.to_string()).collect()
}
