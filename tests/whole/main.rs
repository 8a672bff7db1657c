//! Tests of modules against independent knowledge, and of the whole program. Their files are named
//! and laid out like the modules of `src`: `solver/series.rs` tests `src/solver/series.rs`. Tests
//! that belong to no module are in `program`, `manual` and `project`; shared code is in `support`.
//!
//! Heavy tests read the number of cases from `MUSTPLAY_CASES`. By default they try only a few, so
//! that the whole suite takes minutes.

mod arena;
mod certificate;
mod cli;
mod cluster;
mod gtp;
mod hex;
mod knowledge;
mod library;
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
