//! The board as a web page, and the same over JSON for programs: a page asks at addresses, such as
//! `/api/move`, with JSON objects as bodies.
//!
//! - `requests`: the addresses, one file for each family of requests; what a handler gets is a
//!   `call`, and the `page_state` that is kept between requests; what it cannot do is a `refusal`;
//! - `http`: `mustplay serve`, which answers over HTTP;
//! - `wasm`: a WebAssembly module, which answers in the browser itself;
//! - `assets`, `bundle`: the files of the page, which are compiled in;
//! - `modules`, `site`: the files of an engine in the browser, and `mustplay page`, which writes a
//!   page that needs no more than a server of files.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

#[cfg(not(target_arch = "wasm32"))]
mod assets;
#[cfg(not(target_arch = "wasm32"))]
mod bundle;
mod call;
#[cfg(not(target_arch = "wasm32"))]
mod http;
#[cfg(not(target_arch = "wasm32"))]
mod modules;
#[cfg_attr(
    target_arch = "wasm32",
    allow(dead_code, reason = "a module has its memory for itself")
)]
mod page_state;
mod refusal;
mod requests;
#[cfg(not(target_arch = "wasm32"))]
mod site;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

#[cfg(not(target_arch = "wasm32"))]
pub use http::{ServeSettings, fresh_token, serve, usual_memory};
// For tests/fuzz.
#[cfg(not(target_arch = "wasm32"))]
#[doc(hidden)]
pub use http::UnconnectedServer;
pub use requests::addresses;
#[cfg(not(target_arch = "wasm32"))]
pub use site::{NotWritten, Site, Written, write as write_site};
