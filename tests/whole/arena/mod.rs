//! Matches.

mod contest;
mod journal;
mod tune;
