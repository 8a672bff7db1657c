//! The engines of the papers.
//!
//! - [`hexane`]: connections by search on a few cells, and a player that uses them (McMahan 2000);
//! - [`montecarlo`]: Monte Carlo tree search with connections (Arneson, Hayward and Henderson 2010);
//! - [`players`]: the named players of the papers;
//! - [`queenbee`]: move selections for alpha-beta: SEX search and others (van Rijswijck 2000).

pub mod hexane;
pub mod montecarlo;
pub mod players;
pub mod queenbee;
