//! Learning from games.

mod gpu;
mod self_play;
