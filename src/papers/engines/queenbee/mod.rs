//! Queenbee's searches (van Rijswijck 2000), as a
//! [`Selection`](crate::search::alpha_beta::Selection) of moves.
//!
//! - [`QueenbeeSelection`]: dynamic width, SEX search, and the rejected ideas;
//! - [`Costs`]: the costs of moves in SEX search, by [`category`] or by [`tension`];
//! - [`QueenbeeOptions`]: which of these a search uses.

mod costs;
mod options;
mod selection;

pub use costs::{Costs, CostsError, hundredths};
pub use options::{Budgets, CostBasis, LineSelection, QueenbeeOptions, Weights};
pub use selection::{QueenbeeSelection, category, selection, tension};
