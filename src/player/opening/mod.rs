//! What is known of openings: the opening book ([`BookReader`]), which first stones are even
//! ([`known`]), and the value of a first stone by search ([`ScoresBySide`]).

mod book_reader;
pub(in crate::player) mod known;
mod scores;

pub(in crate::player) use book_reader::BookReader;
pub use book_reader::book;
pub use known::{KnownOpening, known_openings};
pub use scores::{ScoresBySide, median_tempo};
