//! Explanations, reviews and puzzles.

mod explain;
mod late;
mod puzzle;
mod review;
