//! Tests of whole rooms and of the whole program: laws, answers known from outside, protocol
//! transcripts.
//!
//! Heavy checks read how many cases to try from `MUSTPLAY_CASES`; by default a few, so that all
//! tests together take minutes.

mod analysis;
mod board_laws;
mod books;
mod certificates;
mod command_line;
mod connections;
mod engine;
mod evaluation;
mod explaining;
mod held_games;
mod hexane;
mod hexgui;
mod inferior;
mod known_connections;
mod learning;
mod local;
mod local_groups;
mod match_files;
mod matches;
mod montecarlo;
mod neighbourhoods;
mod openings;
mod papers;
mod players;
mod playing;
mod protocol_laws;
mod proving;
mod puzzles;
mod readme;
#[cfg(unix)]
mod readme_commands;
mod referee;
mod review_command;
mod reviewing;
mod robustness;
mod sampling;
mod searching;
mod sgf_laws;
mod small_boards;
mod solving;
mod transcripts;
