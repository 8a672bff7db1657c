//! The project itself: its dependencies, the imports between its modules, the layout of its tests, the
//! packages of a release.

mod imports;
mod layout;
mod licences;
// Releases are made on Unix.
#[cfg(unix)]
mod packages;
