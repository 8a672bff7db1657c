//! The command line, one file a subcommand. Exit codes: 0 done, 1 a file or claim fails, 2 wrong
//! usage.

pub mod analyze;
mod answer;
pub mod bench;
pub mod book;
mod claim_file;
pub mod examples;
mod files;
mod game;
pub mod gtp;
pub mod guard;
mod gzip;
mod interrupt;
pub mod learn;
mod ledger;
pub mod manual;
mod match_store;
pub mod matches;
pub mod merge;
pub mod openings;
pub mod papers;
pub mod play;
pub mod progress;
pub mod puzzle;
pub mod review;
pub mod serve;
pub mod show;
pub mod solution;
pub mod solve;
mod solve_store;
mod solve_tasks;
pub mod store;
pub mod template;
pub mod tune;
mod values;
pub mod verify;
pub mod work;
