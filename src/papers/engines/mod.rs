//! The engines of the sources, for players that play as they did.
//!
//! - [`hexane`]: connections found by search on a few cells, and play by them (McMahan 2000);
//! - [`montecarlo`]: Monte Carlo tree search with connections (Arneson, Hayward and Henderson 2010);
//! - [`players`]: they and other players of the papers, by name;
//! - [`queenbee`]: selections of moves for alpha-beta: SEX search and others (van Rijswijck 2000).

pub mod hexane;
pub mod montecarlo;
pub mod players;
pub mod queenbee;
