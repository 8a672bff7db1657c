//! Learning from games.

mod self_play;
