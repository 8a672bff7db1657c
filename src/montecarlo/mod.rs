//! Monte Carlo tree search on looks: the tree grows where playouts and judgement lead. Every node
//! that has children has been looked at.
//!
//! A visit walks down from the root to a leaf by value, all-moves-as-first (RAVE) and prior
//! ([`MonteCarloOptions`]), plays the rest of the game by chance ([`Playout`]), and tells every node on the
//! way who won. A leaf that was visited often enough is looked at ([`crate::analysis`]): it is
//! decided, and then its ancestors may be too, exactly as proved; or it becomes a node whose
//! children are the moves that are worth considering, and how likely the network finds each, and a
//! win, is their prior and is told to the nodes on the way as so many playouts would be. Playouts
//! begin on the filled board of the last node that was looked at. After Gelly and Silver 2011
//! (RAVE), Arneson, Hayward and Henderson 2010 (`MoHex`: fill-in and mustplay in the tree, bridges
//! in playouts) and Rosin 2011 (priors that fade with visits).
//!
//! - [`Search`]: the tree and its search, kept from move to move; [`MonteCarloOptions`]: how it searches;
//! - [`Playout`]: a board that is filled by chance; [`Dice`]: the chance;
//! - [`ring`]: what is around a cell as a number, and what that asks to answer; [`pattern`]: what
//!   makes a move likely, and
//!   [`Knowledge`]: how likely, as learned from games.

mod desk;
mod dice;
mod eyes;
mod hand;
mod knowledge;
mod options;
pub mod pattern;
mod playout;
pub mod ring;
mod search;
mod tree;

pub use dice::Dice;
pub use knowledge::{Knowledge, NoWeight, PLAY};
pub use options::{MonteCarloOptions, PARAMETERS};
pub use playout::{Playout, Policy};
pub use search::Search;
