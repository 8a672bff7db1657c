//! Players, their books, and the wins they hold.

mod book;
mod held_win;
mod named;
mod opening;
