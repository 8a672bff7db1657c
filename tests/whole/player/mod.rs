//! Players, their books, and the wins that they keep.

mod book;
mod held_win;
mod named;
mod opening;
