//! Knowledge about a position without search.

mod analysis;
mod connect;
mod connections;
mod cut;
mod evaluate;
mod inferior;
mod neighbourhood;
mod template;
