//! A convolutional network for policy and value, from stones alone or from an analysis ([`Input`]):
//! planes of a position, residual layers of seven-cell convolutions ([`Shape`]), and its output for
//! a position ([`Prediction`]).
//!
//! - [`Weights`]: what is learned, and its file;
//! - [`Evaluator`]: evaluates positions with 8-bit weights and activations, the same on every
//!   machine;
//! - [`float`]: the same network in floating point, as it learns;
//! - [`kernel`]: the convolutions.
//!
//! The network of a position is the same as of the position turned, and as of the position
//! reflected with colours exchanged.

mod analysis_planes;
mod evaluator;
pub mod float;
mod frame;
mod full;
#[cfg(any(test, target_arch = "wasm32"))]
mod given;
mod growth;
pub mod kernel;
mod packed;
mod part;
mod planes;
mod prediction;
mod quantised;
mod shape;
mod shipped;
mod weights;

pub use analysis_planes::write_analysis_planes;
pub use evaluator::Evaluator;
pub use frame::{Frame, TAPS};
pub use full::{Full, FullConvolution};
#[cfg(target_arch = "wasm32")]
pub use given::NotGiven;
pub use growth::NoGrowth;
pub use part::Part;
pub use planes::{Input, View, write};
pub use prediction::{Prediction, WHOLE, softmax};
pub use quantised::Quantised;
pub use shape::{HEADS, Layout, NoShape, Shape};
pub use weights::{NoWeights, Weights};
