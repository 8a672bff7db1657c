//! Evaluates a position: how near each side is to connecting its edges, by counting moves or by
//! resistance.
//!
//! - [`Neighbourhood`]: what lies next to what for a colour, through its chains and edges;
//! - [`EdgePatterns`]: what joins a stone to an edge on an empty board;
//! - [`Distances`]: plain distances and two-distances to the edges;
//! - [`moves_by_distance`], [`moves_that_resist`], [`longest_resistance`]: moves by the distances
//!   that they leave;
//! - [`TwoDistance`]: potentials, badness, tension and the evaluation of Queenbee (van Rijswijck
//!   2000, ch. 5);
//! - [`bridge_paths`]: Hexane's bridge distance (McMahan 2000, §2.3);
//! - [`Circuit`] and [`CircuitSolution`]: Hexy's circuits, their resistance and energy (Anshelevich
//!   2002, §5);
//! - [`Resistance`]: both circuits of a position.

mod bridges;
mod circuit;
mod distance;
mod neighbourhood;
mod options;
mod patterns;
mod race;
mod resistance;
mod twod;

pub use bridges::{Path, bridge_paths, bridge_paths_through};
pub use circuit::{Circuit, CircuitLink};
pub use distance::{Distances, Metric, stones_to_join};
pub use neighbourhood::Neighbourhood;
pub use options::{EvaluationOptions, LinkRule, Neighbours};
pub use patterns::EdgePatterns;
pub use race::{ShortestWays, longest_resistance, moves_by_distance, moves_that_resist};
pub use resistance::{CircuitSolution, Resistance};
pub use twod::{Potentials, TwoDistance, TwoDistanceVerdict};
