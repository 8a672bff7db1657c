//! GTP, the protocol by which a front-end, a script or a person at a prompt drives the engine.
//!
//! ```text
//!            reader thread                     main thread
//!   stdin ──▶ [`reader`] ── requests, queued ──▶ [`Session`] ── answers ──▶ stdout
//!                 └─ interrupt, end of input ──▶ [`Observer`](crate::observer::Observer) of the running command
//! ```
//!
//! - [`line`]: a line of bytes to a request: id, words, quotes, comments;
//! - [`reader`]: the thread that reads ahead, so that an interrupt is seen while a command runs;
//! - [`command`]: what a command is (name, arguments, one sentence, handler) and how it reads its arguments;
//! - [`commands`]: the commands, one file a family: their table is the dispatcher, the help, the errors;
//! - [`session`]: the game and the options between commands;
//! - [`reply`]: an answer as it is written.
//!
//! Nothing that is read makes the program panic or lose step: each request gets exactly one answer, in
//! order. A command that panics all the same is caught, reported as an error, and the game is as before.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod command;
mod commands;
mod line;
mod reader;
mod reply;
mod session;

pub use command::{Call, Command, Failure, Menu};
pub use session::{Session, Settings};

use std::io::{self, BufRead, ErrorKind, Write};

/// Answers everything that comes in, until it ends or `quit` does. A reader of the answers who has gone
/// away is an end like any other.
pub fn serve(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    session: &mut Session,
) -> io::Result<()> {
    for queued in reader::start(input) {
        let answer = session.answer(&queued.request, &queued.watch);
        let text = reply::format(queued.request.id.as_deref(), &answer);
        match output
            .write_all(text.as_bytes())
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
