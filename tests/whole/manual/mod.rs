//! README and manual against the program.

#[cfg(unix)]
mod commands;
pub mod readme;
