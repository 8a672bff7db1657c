//! `mustplay serve`: the page and its requests over HTTP.
//!
//! - `settings`, `server`: addresses to listen on, connections with their limits, orderly shutdown;
//! - `access`: checks of hosts, origins and the token, and the headers of every answer;
//! - `route`: dispatches requests; `files`: the files of the page; `answer`: replies, errors, events;
//! - `body`, `job`: reads the body of a request, and runs its handler;
//! - `running_request`: a running request, which ends when its client disconnects;
//! - `pages`: the open pages with their slots;
//! - `workers`, `connections`: how many searches and connections run at once;
//! - `unconnected`: a server without connections, for tests.
//!
//! The server itself runs on one thread and never searches. Work runs on other threads, a limited
//! number at a time; further requests wait, and beyond a limit they are refused.

mod access;
mod answer;
mod body;
mod connections;
mod files;
mod job;
mod pages;
mod route;
mod running_request;
mod server;
mod settings;
mod unconnected;
mod workers;

#[cfg(test)]
pub use running_request::running;
pub use server::serve;
pub use settings::{ServeSettings, fresh_token};
pub use unconnected::UnconnectedServer;
pub use workers::usual_memory;
