//! Alpha-beta search: iterative deepening, principal variation search, selectivity, transposition
//! table.
//!
//! - [`Field`]: what a search walks on: [`Linked`] with connections, [`Bare`] without;
//! - [`SearchOptions`]: what is searched and how deep;
//! - [`search`]: the search;
//! - [`carry_over`]: what stays known from move to move;
//! - [`Costs`]: what moves cost in SEX search, by [`category`] or by tension;
//! - [`Table`] and [`Numbering`]: what is known of positions, by exact numbers.

mod carry;
mod costs;
mod deepen;
mod field;
mod number;
mod options;
mod rejected;
mod select;
mod table;
mod walk;

pub use carry::carry_over;
pub use costs::{Costs, NoCosts, hundredths};
pub use deepen::search;
pub use field::{Bare, Candidate, Field, Judge, Linked, Order};
pub use number::Numbering;
pub use options::{Cost, Keys, Leaves, PARAMETERS, SearchOptions, Select, Taper};
pub use select::category;
pub use table::{Bound, Entry, Left, Table};
