//! `mustplay serve`.

mod analysis;
mod board;
mod game;
mod hostile;
mod lesson;
mod limits;
mod page;
mod play;
mod proof;
mod requests;
mod review;
mod server;
mod setup;
mod study;
mod tree;
