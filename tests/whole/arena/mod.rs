//! Matches.

mod contest;
mod journal;
