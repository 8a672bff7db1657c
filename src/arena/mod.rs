//! Matches between engines: who plays ([`EngineSpec`]), from where ([`openings`], [`balance`]),
//! who meets whom ([`Schedule`]), the [`referee`], what is kept ([`record`], [`journal`]) and what
//! follows from it ([`Summary`], [`statistics`]); and the search for better options by such games
//! ([`tune`]).
//!
//! ```text
//!   Schedule ── game number ─▶ slot (one of --jobs threads) ─ FinishedGame ─▶ Journal (one writer)
//!                  │ referee: our own board decides
//!                  ├─ EngineSlot ─▶ PlayerEngine: a player of ours, in a thread of its own
//!                  └─ EngineSlot ─▶ ProgramEngine: a GTP child, in a process group of its own
//! ```
//!
//! A game is fixed by its number: opening, colours and the seeds of both players follow from it and
//! from the seed of the match, so that it does not matter which slot plays it, when, or after how
//! many restarts. Each opening is played twice with colours exchanged, and such a pair counts as
//! one sample: most of what an opening gives to one side it gives back in the other game, so pairs
//! scatter less than games.
//!
//! Whatever an engine does (an illegal move, a crash, a time-out, garbage, silence) costs it the
//! game and nothing else: it is started anew and the match goes on. No child process outlives the
//! match, see [`guard`].
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod balance;
mod contest;
mod engine;
pub mod guard;
pub mod journal;
mod line_file;
pub mod openings;
pub mod picture;
mod player;
mod process;
mod program;
pub mod record;
pub mod referee;
pub mod report;
mod schedule;
mod spec;
pub mod sprt;
pub mod statistics;
pub mod strength;
mod summary;
mod time;
pub mod tune;

pub use contest::{Contest, ContestSlot, MatchObserver, run};
pub use engine::{Fault, MatchRules, Reason};
pub use schedule::{Fixture, Schedule};
pub use spec::{BadSpec, EngineSource, EngineSpec, make_names_unique};
pub use summary::{EngineResults, Summary};
pub use time::TimeRule;

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// A program that is not there, or an init file that it does not take.
    #[error("cannot start {engine}: {why}")]
    Start {
        /// The engine.
        engine: String,
        /// What is wrong.
        why: String,
    },
    /// A file that cannot be read or written.
    #[error("{path}: {why}")]
    File {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
}

impl ArenaError {
    fn file(path: &std::path::Path, why: impl std::fmt::Display) -> Self {
        Self::File {
            path: path.display().to_string(),
            why: why.to_string(),
        }
    }
}
