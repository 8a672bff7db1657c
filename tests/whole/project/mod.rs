//! The project itself: what it depends on.

mod licences;
