//! Hexane (McMahan 2000): connections found by search on a few cells, put together in a graph of
//! groups.
//!
//! - [`Shannon`]: the game of joining two nodes of a graph, of which a colour's board is one;
//!   shortest paths on it;
//! - `search`, `search_on`: whether two ends are connected, by the search on a set of cells
//!   (§4.2), each of its parts a switch of [`LocalOptions`]; [`table`] is its memory;
//! - [`GroupGraph`]: a colour's chains and edges, with links of length 0, 1 and more (§4.4);
//! - [`ValidPaths`]: the shortest ways through it whose links do not conflict (Fig. 8);
//!   [`active_region`]: where both sides' ways meet;
//! - [`Side`]: all of that for one colour of a position;
//! - [`Hexane`]: the play: it joins, blocks, answers, or plays where both sides want to.
//!
//! What is found is sound: every connection comes with the cells that it needs and holds on those
//! alone. What is not found may be there.

mod as_player;
mod groups;
mod look;
mod options;
mod player;
mod search;
mod shannon;
mod side;
mod small;
pub mod table;
mod valid;
mod widening;

pub use groups::{GroupGraph, Link};
pub use options::LocalOptions;
pub use player::Hexane;
pub use search::{Stop, Work};
pub use shannon::{Routes, Shannon, Ways};
pub use side::Side;
pub use valid::{Feasibility, ValidPath, ValidPaths, active_region};
pub use widening::{Connection, ConnectionOutcome, search, search_from, search_on};
