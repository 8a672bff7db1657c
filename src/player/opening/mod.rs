//! What is known of openings: moves of the opening book ([`BookReader`]), and of a first stone that
//! may be swapped its value by book and table ([`FirstStones`], [`known`]), or by search
//! ([`ScoresBySide`]).

mod book_reader;
mod first_stones;
pub(in crate::player) mod known;
mod scores;

pub(in crate::player) use book_reader::BookReader;
pub use book_reader::book;
pub use first_stones::{FAIR, FirstStones};
pub use known::{KnownOpening, known_openings, tried_openings};
pub use scores::{ScoresBySide, median_tempo};
