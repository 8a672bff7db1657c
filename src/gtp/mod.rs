//! GTP, the protocol by which a front-end, a script or a person at a prompt drives the engine.
//!
//! ```text
//!            reader thread                     main thread
//!   stdin ──▶ `reader` ── requests, queued ──▶ `Session` ── answers ──▶ stdout
//!                 └─ interrupt, client gone ──▶ observer of the running command
//! ```
//!
//! - `line`: a line of bytes to a request: id, words, quotes, comments;
//! - `reader`: the thread that reads ahead, so that interrupts reach a running command; `backlog`:
//!   the memory that waiting requests may take;
//! - `command`: a command (name, arguments, one sentence, handler) and the reading of its
//!   arguments;
//! - `commands`: the commands, one file for each family, which also define help and errors;
//! - `menu`: the analyses that a front-end offers; `label`: texts short enough for it; `legend`:
//!   what its status bar says about the cells of an answer, or why there are none;
//! - `session`: the state between commands, and the execution of a request. Its parts:
//!   `command_table`, the lookup of commands; `session_options`, of game, player and solver, and
//!   `options`, the tables that commands list;
//!   `session_player`, the player, its moves and its pondering; `caches`, what commands have worked
//!   out: `board_connections`, a solver, an explainer, with which `winning_moves` finds all moves
//!   that win;
//! - `client`: the client as a running command sees it; `live`: the progress of a search, drawn for
//!   it; `analysis_writer`: the same as lines of an answer that stays open;
//! - `reply`: the format of an answer.
//!
//! No input makes the program panic or skip an answer: each request gets exactly one, in order. If
//! a command panics nevertheless, that is reported as an error; game and options are unchanged.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod analysis_writer;
mod backlog;
mod board_connections;
mod caches;
mod client;
mod command;
mod command_table;
mod commands;
mod label;
mod legend;
mod line;
mod live;
mod menu;
mod options;
mod reader;
mod reply;
mod session;
mod session_options;
mod session_player;
mod winning_moves;

pub use client::{Client, Drawing};
pub use command::{Call, Command, Failure};
pub use commands::sets_options_of_others;
pub use options::OptionTable;
pub use session::{Session, SessionSettings};
pub use session_options::SessionOptions;

use live::LiveDrawing;
use std::io::{self, BufRead, ErrorKind, Write};

/// Answers all requests until the input ends, `quit`, or the client has closed the output.
pub fn serve(
    input: impl BufRead + Send + 'static,
    mut output: impl Write + Send,
    session: &mut Session,
) -> io::Result<()> {
    let mut queue = reader::start(input)?;
    while let Some(queued) = queue.next(|idle| session.ponder(idle)) {
        let answer = {
            let (request, observer) = (&queued.request, &queued.observer);
            let live = LiveDrawing::new(observer, request.id.as_deref(), &mut output, session);
            let answer = session.answer(request, &live);
            let answer = legend::add(session, request, answer, &live);
            live.rest_of_answer(&answer)
        };
        match output
            .write_all(answer.as_bytes())
            .and_then(|()| output.flush())
        {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            result => result?,
        }
        if session.is_over() {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player;

    /// Remembers how much had been written at each flush.
    #[derive(Default)]
    struct Flushes {
        written: usize,
        at: Vec<usize>,
    }

    impl Write for Flushes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.written += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            self.at.push(self.written);
            Ok(())
        }
    }

    #[test]
    fn each_answer_is_flushed_by_itself() {
        let player = player::parse("first").unwrap();
        let mut session = Session::new(SessionSettings {
            size: "3".parse().unwrap(),
            player,
        });
        let mut output = Flushes::default();
        serve(
            io::Cursor::new("echo a\necho b\n"),
            &mut output,
            &mut session,
        )
        .unwrap();
        assert_eq!(output.at, [5, 10]);
    }
}
