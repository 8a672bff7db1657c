//! The project itself: what it depends on, and what its modules import from each other.

mod imports;
mod licences;
