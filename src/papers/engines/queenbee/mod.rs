//! Queenbee's searches (van Rijswijck 2000), as a [`Selection`](crate::search::Selection) of moves.
//!
//! - [`QueenbeeSelection`]: dynamic width, SEX search, and the ideas that the thesis rejected;
//! - [`Costs`]: the costs of moves in SEX search, by [`category`] or by [`tension`].

mod costs;
mod selection;

pub use costs::{Costs, CostsError, hundredths};
pub use selection::{QueenbeeSelection, category, selection, tension};
