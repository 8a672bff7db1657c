//! The solver.

mod series;
mod solve;
