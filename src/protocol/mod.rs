//! GTP, the protocol by which a front-end, a script or a person at a prompt drives the engine.
//!
//! ```text
//!            reader thread                     main thread
//!   stdin ──▶ `reader` ── requests, queued ──▶ `Session` ── answers ──▶ stdout
//!                 └─ interrupt, end of input ──▶ observer of the running command
//! ```
//!
//! - `line`: a line of bytes to a request: id, words, quotes, comments;
//! - `reader`: the thread that reads ahead, so that an interrupt is seen while a command runs;
//! - `command`: what a command is (name, arguments, one sentence, handler) and how it reads its
//!   arguments;
//! - `commands`: the commands, one file a family: their table is the dispatcher, the help, the
//!   errors;
//! - `session`: the game and the options between commands;
//! - `links`: the connections of the position on the board, kept from one command to the next;
//! - `live`: what a search thinks, drawn while it runs;
//! - `ponder`: what is thought while the opponent thinks, until the next line comes in;
//! - `reply`: an answer as it is written; `spelling`: commands that were meant.
//!
//! Nothing that is read makes the program panic or lose step: each request gets exactly one answer,
//! in order. A command that panics all the same is caught, reported as an error, and the game is as
//! before.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod command;
mod commands;
mod line;
mod links;
mod live;
mod options;
mod ponder;
mod proofs;
mod reader;
mod reply;
mod session;
pub(crate) mod spelling;

pub use command::{Call, Command, Failure, Menu};
pub use options::OptionTable;
pub use session::{Session, Settings};

use live::Live;
use std::io::{self, BufRead, ErrorKind, Write};

/// Answers everything that comes in, until it ends or `quit` does. A reader of the answers who has
/// gone away is an end like any other.
pub fn serve(
    input: impl BufRead + Send + 'static,
    mut output: impl Write + Send,
    session: &mut Session,
) -> io::Result<()> {
    let mut queue = reader::start(input);
    while let Some(queued) = queue.next(|idle| session.ponder(idle)) {
        let answer = {
            let drawn = session.draws().then_some(&mut output);
            let live = Live::new(&queued.watch, drawn, session.game.size());
            session.answer(&queued.request, &live)
        };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players;

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
        let player = players::parse("first").unwrap();
        let mut session = Session::new(Settings {
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
