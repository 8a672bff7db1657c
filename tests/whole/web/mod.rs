//! `mustplay serve`.

mod page;
mod requests;
mod server;
