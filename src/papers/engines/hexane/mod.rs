//! Hexane (McMahan 2000): connections by search on a few cells, combined in a graph of groups.
//!
//! - [`Shannon`]: the game of joining two nodes of a graph, such as a colour's board; shortest
//!   paths on it;
//! - `search`, `search_on`: whether two ends are connected, by search on a set of cells (§4.2);
//!   [`LocalOptions`] switches each of its parts; [`table`] is its transposition table;
//! - [`GroupGraph`]: a colour's chains and edges, with links of length 0, 1 and more (§4.4);
//! - [`ValidPaths`]: the shortest paths through it whose links do not conflict (Fig. 8);
//!   [`active_region`]: where both sides' paths meet;
//! - [`Side`]: all of that for one colour of a position;
//! - [`Hexane`]: the play: it joins, blocks, answers, or plays where both sides want to.
//!
//! The search is sound but incomplete: every connection comes with the cells that it needs and
//! holds on those alone, but not every connection is found.

mod as_player;
mod groups;
mod options;
mod player;
mod search;
mod shannon;
mod side;
mod situation;
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

/// The width of this engine's sets: that of the largest board, so that one copy of its code serves
/// boards of any size.
pub const WIDTH: usize = crate::hex::BoardSize::MOST_WORDS;

type CellSet = crate::hex::CellSet<WIDTH>;
type EndSet = crate::hex::EndSet<WIDTH>;
type Chains = crate::hex::Chains<WIDTH>;
type Graph = crate::hex::Graph<WIDTH>;
type Path = crate::knowledge::evaluate::Path<WIDTH>;
type Position = crate::hex::Position<WIDTH>;
