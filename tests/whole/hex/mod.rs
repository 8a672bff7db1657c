//! Rules and records.

mod format;
mod position;
mod sgf;
