//! Alpha-beta search: iterative deepening, principal variation search, selectivity, transposition
//! table.
//!
//! - [`SearchPosition`]: what a search walks on: [`ConnectedPosition`] with connections, [`PlainPosition`] without;
//! - [`SearchOptions`]: what is searched and how deep;
//! - [`search`]: the search;
//! - [`carry_over`]: what stays known from move to move;
//! - [`Costs`]: what moves cost in SEX search, by [`category`] or by tension;
//! - [`TranspositionTable`] and [`Numbering`]: what is known of positions, by exact numbers.

mod carry;
mod costs;
mod deepen;
mod number;
mod options;
mod position;
mod rejected;
mod select;
mod table;
mod worker;

pub use carry::carry_over;
pub use costs::{Costs, NoCosts, hundredths};
pub use deepen::search;
pub use number::Numbering;
pub use options::{
    CostBasis, LeafSide, PARAMETERS, SearchOptions, SelectionKind, TableKeys, Taper,
};
pub use position::{
    Candidate, ConnectedPosition, Evaluation, MoveOrder, PlainPosition, SearchPosition,
};
pub use select::category;
pub use table::{Bound, RemainingDepth, TableEntry, TranspositionTable};
