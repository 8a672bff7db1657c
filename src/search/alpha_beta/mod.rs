//! Alpha-beta search: iterative deepening, principal variation search, a transposition table.
//!
//! - [`SearchPosition`]: what a search walks on: [`ConnectedPosition`] with connections,
//!   [`PlainPosition`] without;
//! - [`Selection`]: which moves are searched, and how deep; [`WidthSelection`]: by width;
//! - [`search`]: the search, by its [`SearchOptions`];
//! - [`TranspositionTable`] and [`Numbering`]: what is known of positions, by exact keys;
//!   [`carry_over`]: what of it is kept from move to move.

mod carry;
mod connected;
mod deepen;
mod node;
mod number;
mod options;
mod ordering;
mod plain;
mod position;
mod selection;
mod table;
mod window;
mod worker;

pub use carry::carry_over;
pub use connected::ConnectedPosition;
pub use deepen::search;
pub use node::{Node, PLY, RemainingDepth};
pub use number::Numbering;
pub use options::{LeafSide, SearchOptions, SelectionKind, Taper};
pub use plain::PlainPosition;
pub use position::{Candidate, Evaluation, MoveOrder, SearchPosition};
pub use selection::{Selection, WidthSelection};
pub use table::{Bound, TableEntry, TranspositionTable};
pub use window::Window;
pub use worker::{PvsWorker, SearchStopped};
