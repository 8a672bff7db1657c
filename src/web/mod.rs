//! `mustplay serve`: the board as a web page, and the same over HTTP and JSON for programs.
//!
//! - `settings`, `server`: addresses to listen on, connections with their limits, orderly shutdown;
//! - `access`: checks of hosts, origins and the token, and the headers of every answer;
//! - `route`: dispatches requests; `answer`: replies, errors, events;
//! - `running_request`: a running request, which ends when its client disconnects;
//! - `pages`: the open pages with their slots; `page_state`: the player, explainer and proof of a
//!   slot;
//! - `workers`, `connections`: how many searches and connections run at once;
//! - `requests`: one file for each family of requests;
//! - `assets`: the files of the page, which are compiled in.
//!
//! The server itself runs on one thread and never searches. Work runs on other threads, a limited
//! number at a time; further requests wait, and beyond a limit they are refused.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod access;
mod answer;
mod assets;
mod body;
mod bundle;
mod connections;
mod job;
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
pub use workers::usual_memory;
