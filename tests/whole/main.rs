//! Tests of modules against what is known from outside, and of the whole program. They are named
//! and laid out as the modules of `src`: `solver/series.rs` tests `src/solver/series.rs`. What
//! belongs to no module is in `program`, `manual` and `project`; what tests share is in `support`.
//!
//! Heavy checks read how many cases to try from `MUSTPLAY_CASES`; by default a few, so that all
//! tests together take minutes.

mod arena;
mod certificate;
mod cli;
mod cluster;
mod gtp;
mod hex;
mod knowledge;
mod manual;
mod papers;
mod player;
mod program;
mod project;
mod search;
mod solver;
mod support;
mod teach;
mod terminal;
mod train;
mod web;
