//! Rules and game records.

mod format;
mod position;
mod sgf;
