//! Answers known from the papers and from outside, and the order of strength of the players.

mod connections;
mod openings;
mod players;
