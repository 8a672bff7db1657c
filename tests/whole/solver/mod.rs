//! The solver.

mod connection;
mod series;
mod solve;
