//! The engines of the sources, for players that play as they did.
//!
//! - [`queenbee`]: selections of moves for alpha-beta: SEX search and others (van Rijswijck 2000).

pub mod queenbee;
