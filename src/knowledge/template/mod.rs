//! Templates: connections that no rule composes, worked out once and kept.
//!
//! An edge template joins a stone to an edge whatever the opponent does, inside a set of cells, its
//! carrier, and it is minimal: without any one of these cells it does not hold. Some need a second
//! stone of the same colour nearby, which escapes a ladder or shortens the way.
//!
//! ```text
//!     .   .   .   x   .   .   .        x stands on the fourth row. What is below and marked is
//!       .   .   .   +   +   .   .      the carrier of a template, wherever on an edge it fits;
//!     .   .   +   +   +   .   .        so is its mirror image.
//!       .   +   +   +   +   .   .
//! ```
//!
//! - [`EdgeTemplate`]: one of them, as it lies from its stone: where it fits on a board, its mirror
//!   image, how wide its rows are;
//! - [`library`]: those that are shipped, `positions/learned/templates.txt`, with their names.
//!
//! They are found by `mustplay learn templates`, and proved in tests by a search that knows the
//! board alone.

mod edge_template;
mod library;

pub use edge_template::{
    EdgeTemplate, NotATemplate, PlacedTemplate, Point, cell_along, place_along,
};
pub use library::{FORMAT, library, name, named, numeral, read, recognised};
