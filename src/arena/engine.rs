//! The interface between the referee and an engine: the start of a game, the opponent's moves,
//! requests for moves, faults.

use super::time::{TimeRule, Timer};
use crate::hex::Game;
use crate::hex::{BoardSize, Colour, Move};
use crate::player::MoveEffort;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The rules of every game of a match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchRules {
    /// The board.
    pub size: BoardSize,
    /// The clock.
    pub time: TimeRule,
    /// The most nodes that an engine may search for a move, if it takes such a limit.
    pub nodes: Option<u64>,
    /// By how much a clock may be overstepped.
    pub grace: Duration,
    /// How long an engine may take to answer a command other than a request for a move; ten times
    /// that for a move without a clock.
    pub patience: Duration,
    /// Whether White may swap.
    pub swap: bool,
    /// Whether a won game goes on until the board is full or an engine resigns.
    pub play_on: bool,
}

impl MatchRules {
    /// How long to wait for a move that is too late after a time, if there is one.
    pub fn wait(&self, most: Option<Duration>) -> Duration {
        most.unwrap_or(self.patience * 10) + self.grace
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The winner joined its edges.
    Joined,
    /// The loser resigned.
    Resignation,
    /// The loser made a move that the rules forbid.
    Illegal,
    /// The loser's process ended, or its player panicked.
    Crash,
    /// The loser's clock ran out.
    Timeout,
    /// The loser did not answer, where no clock ran.
    Silence,
    /// The loser gave an answer that is not GTP.
    Garbage,
    /// The loser answered with an error.
    Refusal,
}

impl Reason {
    /// Whether the loser is at fault, rather than outplayed.
    pub fn is_fault(self) -> bool {
        !matches!(self, Self::Joined | Self::Resignation)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Joined => "joined",
            Self::Resignation => "resignation",
            Self::Illegal => "illegal",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::Silence => "silence",
            Self::Garbage => "garbage",
            Self::Refusal => "refusal",
        })
    }
}

/// What an engine did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind.
    pub reason: Reason,
    /// A description.
    pub detail: String,
}

impl Fault {
    /// A fault with a description.
    pub fn new(reason: Reason, detail: impl Into<String>) -> Self {
        Self {
            reason,
            detail: detail.into(),
        }
    }
}

/// Why an engine cannot be started or asked.
pub enum EngineError {
    /// Its own fault: it loses the game.
    Fault(Fault),
    /// Not its fault, or a wrong setting: the match ends.
    Fatal(String),
}

impl From<Fault> for EngineError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// The answer to a request for a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EngineMove {
    /// The move, not yet checked.
    pub mv: Move,
    /// What it cost, if the engine reports that.
    pub effort: MoveEffort,
}

/// An engine in a match.
pub trait MatchEngine {
    /// Starts a new game from this position; the seed sets the random choices.
    fn begin(&mut self, game: &Game, seed: u64) -> Result<(), Fault>;

    /// Takes in a move of the other side.
    fn opponent_played(&mut self, size: BoardSize, colour: Colour, mv: Move) -> Result<(), Fault>;

    /// Asks for a move.
    fn request_move(
        &mut self,
        game: &Game,
        may_swap: bool,
        timer: &Timer,
    ) -> Result<EngineMove, Fault>;
}
