//! The engines of the papers.

mod groups;
mod hexane;
mod montecarlo;
mod search;
