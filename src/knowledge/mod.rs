//! Knowledge about a position without search.
//!
//! - [`analysis`]: fill-in, connections of both sides, mustplay and evaluation of one position,
//!   together;
//! - [`connect`]: connections: AND rule, OR rules, their closure, kept up to date as stones are
//!   placed and taken back;
//! - [`template`]: edge templates that no rule composes;
//! - [`inferior`]: dead, captured, dominated and reversible cells; fill-in;
//! - [`evaluate`]: distance, two-distance and potentials, circuits with their resistance and
//!   energy.

pub mod analysis;
pub mod connect;
pub mod evaluate;
pub mod inferior;
pub mod template;
