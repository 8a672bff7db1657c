//! `mustplay serve`.

mod analysis;
mod board;
mod explore;
mod game;
mod lesson;
mod page;
mod play;
mod proof;
mod requests;
mod review;
mod server;
mod setup;
mod site;
mod tree;
mod workers;
