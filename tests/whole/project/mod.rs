//! The project itself: its dependencies, the imports between its modules, the layout of its tests.

mod imports;
mod layout;
mod licences;
