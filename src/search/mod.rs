//! Alpha-beta search: iterative deepening, principal variation search, selectivity, transposition table.
//!
//! - [`Field`]: what a search walks on: [`Linked`] with connections, [`Bare`] without;
//! - [`Options`]: what is searched and how deep; [`Limits`]: for how long;
//! - [`search`]: the search; [`Outcome`]: what it found;
//! - [`Score`]: an estimate, or a proof with its distance;
//! - [`Table`] and [`Numbering`]: what is known of positions, by exact numbers.

mod deepen;
mod field;
mod number;
mod options;
mod score;
mod select;
mod table;
mod walk;

pub use deepen::{Limits, Outcome, search};
pub use field::{Bare, Candidate, Field, Judge, Linked, Order};
pub use number::Numbering;
pub use options::{Cost, Keys, Leaves, Options, PARAMETERS, Select, Taper};
pub use score::Score;
pub use table::{Bound, Entry, Left, Table};
pub use walk::RootMove;
