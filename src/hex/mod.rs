//! The board and the rules: what everything else stands on.
//!
//! - [`Colour`], [`Edge`], [`Cell`], [`End`], [`Move`], [`BoardSize`]: the words; [`MoveName`]: a
//!   move as text;
//! - [`Set`]: cells and ends as bits, [`CellSet`] and [`EndSet`];
//! - [`Geometry`]: what touches what, in tables made once per size;
//! - [`Position`]: stones, side to move, hash; [`Board`] is the one width that fits all sizes, for
//!   code that need not be fast;
//! - [`record`]: positions and lines of moves as JSON files hold them;
//! - [`Chains`]: stones that hang together, move by move; [`Graph`]: the board as one colour sees
//!   it.
//!
//! Sets are generic over their width in words; [`at_width!`](crate::at_width) picks it.

mod cell;
mod chains;
mod clock;
mod colour;
pub mod draw;
pub mod format;
mod game;
mod geometry;
mod graph;
mod image;
mod moves;
mod position;
pub mod record;
mod set;
pub mod sgf;
mod size;
mod symmetry;
// What `position!` and `cells!` expand to.
#[doc(hidden)]
pub mod text;
mod width;
mod zobrist;

pub use cell::{Bit, Cell, End};
pub use chains::{Chain, Chains};
pub use clock::{Clock, TimeControl, TimeLeft};
pub use colour::{Colour, Edge, NotAColour, NotAnEdge};
pub use game::{AnyCells, Event, Game, GameResult, IllegalPlay, Setup, SwapRight, SwapStyle};
pub use geometry::{Geometry, STEPS};
pub use graph::Graph;
pub use image::{Image, ImageHashes};
pub use moves::{Move, MoveName, NotAMove};
pub use position::{IllegalMove, Position};
pub use set::{CellSet, EndSet, Iter, Set};
pub use size::{BoardSize, NotACell, TooLarge, UnacceptableSize, letters};
pub(crate) use width::any_width;

/// A position of any size, in sets as wide as the largest board asks for.
pub type Board = Position<{ BoardSize::MOST_WORDS }>;
