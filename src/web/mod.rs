//! `mustplay serve`: the board in a browser, and the same as HTTP and JSON for programs.
//!
//! - `settings`, `server`: where it listens, connections with their limits, the orderly end;
//! - `access`: what is let in: hosts, origins, the token, and the headers of every answer;
//! - `route`: addresses, and what answers them; `answer`: replies, errors, events;
//! - `running_request`: a request at work, which ends when its client goes away;
//! - `pages`: what the program keeps for a page that is open; `state`: players, solver, explainer;
//! - `requests`: one file for each family of requests;
//! - `assets`: the page itself, which is part of the program.
//!
//! The server runs on one thread and never thinks: work is done on threads of its own, of which so
//! many run at a time, the others wait their turn, and beyond a limit they are refused.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod access;
mod answer;
mod assets;
mod connections;
mod page_state;
mod pages;
mod requests;
mod route;
mod running_request;
mod server;
mod settings;
mod workers;

pub use requests::addresses;
pub use server::serve;
pub use settings::{ServeSettings, fresh_token};
