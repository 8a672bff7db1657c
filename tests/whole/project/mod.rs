//! The project itself: what it depends on, what its modules import from each other, where its tests are.

mod imports;
mod layout;
mod licences;
