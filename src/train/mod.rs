//! Learning: networks from games of self-play, weights of features from games, templates by proof.
//!
//! - [`self_play`]: games that the network plays with itself, and the file that keeps them;
//! - [`descent`]: gradient descent on these games;
//! - [`ranking`]: how strong features are, so that the moves played are as likely as they can be;
//! - [`templates`]: the finder of edge templates.

pub mod descent;
pub mod ranking;
pub mod self_play;
pub mod templates;
