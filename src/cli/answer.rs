//! Answers on standard output.

use anyhow::{Context, Result};
use std::io::{self, ErrorKind, Write};

/// Writes an answer. A pipe closed by its reader, such as `head`, is not an error.
pub fn answer(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write the answer"),
    }
}
